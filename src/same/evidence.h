/* evidence.h: per slot, the sorted set of things that speak for it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EVIDENCE_H
#define PL_EVIDENCE_H

#include "same/affinity.h"
#include "same/similarity.h"

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

#endif
