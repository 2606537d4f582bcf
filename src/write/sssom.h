/* sssom.h: mappings between nodes of different sources, as SSSOM has them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SSSOM_H
#define PL_SSSOM_H

#include "corpus/names.h"
#include "taxonomy/placed_nodes.h"

/* Why two names go together, as semapv calls it: "LexicalMatching" if both
 * have one key but for blanks, "CompositeMatching" if they share a word, or
 * else "StructuralMatching": only their surroundings can have said so. NULL: no
 * memory. */
const char *pl_justify(pl_namer *namer, const char *a, const char *b);

/* How sure a merge is, from 0 to 1, by the similarity that led to it. */
double pl_confidence(double similarity);
/* In thousandths: more would say more than anybody knows. */
void pl_put_confidence(FILE *to, double confidence);

/* The metadata and the header. `base` has been checked. */
void pl_put_sssom_header(FILE *to, const char *base);

typedef struct pl_mapping {
    const pl_placed_node *subject, *object;
    const char *predicate; /* of skos: */
    const char *justification;
    double confidence;
} pl_mapping;
void pl_put_sssom_row(FILE *to, const pl_mapping *mapping);

#endif
