/* term_rows.h: compares nodes by a sum of terms, also across names. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TERM_ROWS_H
#define PL_TERM_ROWS_H

#include "same/affinity.h"
#include "same/similarity.h"

typedef struct pl_term_rows pl_term_rows;

/* Prepares the terms and finds out which nodes are similar at all. Borrows
 * everything; needs the affinity's corpus, selection and names
 * only. */
PLEACH_CHECKED pleach_status
pl_term_rows_new(pl_term_rows **terms, const pleach_affinity *affinity,
                 pl_similarity *similarity,
                 const pleach_affinity_options *options, pleach_error *error);
void pl_term_rows_free(pl_term_rows *terms);

/* By name: the smallest name that it is connected with through similar
 * nodes. Names with the same number form one block. */
const uint32_t *pl_term_rows_groups(const pl_term_rows *terms);

/* How many pairs of names or nodes were looked at on the search for those to
 * compare; for tests. */
uint64_t pl_term_rows_looked_at(const pl_term_rows *terms);

#endif
