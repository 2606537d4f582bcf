/* rows.h: fills the rows of an affinity, block by block. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ROWS_H
#define PL_ROWS_H

#include "same/candidates.h"
#include "same/evidence.h"
#include "same/terms.h"

/* Compares all slots inside each block and stores what is similar at all.
 * Needs slots, blocks and parents; fills pair_first, pair_slot and
 * pair_similarity. Pairs are found through an inverted index over the
 * evidence in a block, so the cost follows the pairs that share some. Nodes
 * that have candidates are compared with these only. With `terms` they are
 * compared pair by pair instead, and `plain` is NULL for a sum of several. */
PLEACH_CHECKED pleach_status pl_rows_fill(
    pleach_affinity *affinity, const pl_plain *plain, const pl_terms *terms,
    const pl_evidence *evidence, const pl_candidates *candidates,
    uint32_t threads, const pleach_listener *listener, pleach_error *error);

#endif
