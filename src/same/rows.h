/* rows.h: fills the rows of an affinity, block by block. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ROWS_H
#define PL_ROWS_H

#include "same/affinity.h"
#include "same/candidates.h"
#include "same/terms.h"

/* Compares all slots inside each block and stores what is similar at all.
 * Needs slots, blocks and parents; fills pair_first, pair_slot and
 * pair_similarity. Nodes that have candidates are compared with these only.
 * `plain`: the only term, which counts for all that it is worth; NULL: there
 * are several. */
PLEACH_CHECKED pleach_status pl_rows_fill(
    pleach_affinity *affinity, const pl_terms *terms, const pl_plain *plain,
    const pl_candidates *candidates, uint32_t threads,
    const pleach_listener *listener, pleach_error *error);

#endif
