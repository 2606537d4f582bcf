/* live_candidates.h: the few exemplars that each node still considers.
 *
 * The joint messages live on triples (node, its exemplar, its parent's
 * exemplar). Written out over all stored pairs these are too many for large
 * inputs; over a short list of live candidates per node they are few. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LIVE_CANDIDATES_H
#define PL_LIVE_CANDIDATES_H

#include "same/affinity.h"

typedef struct pl_live {
    uint64_t *first;     /* slot_count + 1 */
    uint32_t *candidate; /* per live pair; a slot's first one is itself */
    float *s;            /* with ties broken, the preference for itself */
    bool complete;       /* nothing was left out */
} pl_live;

/* How promising pair p of slot i is; used only where lists are cut. */
typedef float pl_promise(void *context, uint32_t slot, uint64_t pair);

/* Lists candidates from `arena`: all of them while the triples stay below
 * `most_triples`, otherwise the `most` most promising per slot. */
PLEACH_CHECKED pleach_status pl_live_list(pl_live *live, pl_arena *arena,
                                          const pleach_affinity *affinity,
                                          uint64_t most_triples, uint32_t most,
                                          pl_promise *promise, void *context,
                                          pleach_error *error);

/* Entries that the joint messages on these lists have: one per live pair of a
 * root, and per live pair of a leaf and live candidate of its parent. */
uint64_t pl_live_entries(const pl_live *live, const pleach_affinity *affinity);

#endif
