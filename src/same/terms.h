/* terms.h: compares two nodes by a sum of terms, each a formula. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TERMS_H
#define PL_TERMS_H

#include "same/affinity.h"
#include "same/sapling_names.h"
#include "same/similarity.h"

typedef struct pl_terms {
    const pl_similarity *similarity;
    const pleach_affinity *affinity;
    pl_plain plain[PL_MOST_TERMS]; /* of those terms that count */
    double same_name;              /* what equal names are worth */
    pl_sapling_names families;     /* where a term counts names around */
    const pleach_own_similarity *own;
    pl_pair_values pairs; /* the program's own */
    pl_neighbours links;  /* nodes that these name */
} pl_terms;

/* Once the affinity says what the nodes' names are. The program's pairs are
 * checked and copied. Everything is in the affinity's arena. */
PLEACH_CHECKED pleach_status
pl_terms_make(pl_terms *terms, const pleach_affinity *affinity,
              const pl_similarity *similarity,
              const pleach_affinity_options *options, pleach_error *error);

/* Names are joined where a pair links them: group[name] is the smallest of
 * them. */
void pl_terms_group_names(const pl_terms *terms, uint32_t *group);

/* The value of two nodes, from 0 to 1, the same both ways. */
float pl_terms_compare(const pl_terms *terms, uint32_t a, uint32_t b);

#endif
