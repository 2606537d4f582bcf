/* rows.h: fills the rows of an affinity, block by block. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ROWS_H
#define PL_ROWS_H

#include "same/affinity.h"
#include "same/candidates.h"
#include "same/similarity.h"
#include "same/terms.h"

/* Items of slot i: item[first[i] .. first[i + 1]), ascending, distinct. */
typedef struct pl_evidence {
    uint64_t *first;
    uint32_t *item;
    uint32_t kinds; /* items are below this */
} pl_evidence;

/* Whether the names around nodes are far more than the nodes: each node of a
 * wide sapling has all others around it, which takes the square of its width.
 */
bool pl_evidence_is_wide(const pleach_corpus *corpus, pl_evidence_kind kind);

/* Gathers the evidence of an affinity whose slots are numbered, of all slots
 * in blocks that are here. From `arena`. */
PLEACH_CHECKED pleach_status pl_evidence_gather(pl_evidence *evidence,
                                                pl_arena *arena,
                                                const pleach_affinity *affinity,
                                                pl_evidence_kind kind,
                                                pleach_error *error);

/* Compares all slots inside each block and stores what is similar at all.
 * Needs slots, blocks and parents; fills pair_first, pair_slot and
 * pair_similarity. Pairs are found through an inverted index over the
 * evidence in a block, so the cost follows the pairs that share some. Nodes
 * that have candidates are compared with these only, pair by pair, and so are
 * all where no index is wanted; `plain` is NULL for a sum of several terms. */
PLEACH_CHECKED pleach_status pl_rows_fill(
    pleach_affinity *affinity, const pl_plain *plain, const pl_terms *terms,
    bool indexed, const pl_evidence *evidence, const pl_candidates *candidates,
    uint32_t threads, const pleach_listener *listener, pleach_error *error);

#endif
