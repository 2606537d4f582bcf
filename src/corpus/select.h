/* select.h: which saplings take part, around a seed term or all. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SELECT_H
#define PL_SELECT_H

#include "corpus/corpus.h"

typedef enum pl_discard {
    PL_KEPT = 0,
    PL_DISCARD_UNREACHED, /* its sapling is not reached from the seed */
    PL_DISCARD_SEED_LEAF, /* a leaf with the seed's name: the seed is a root */
    PL_DISCARD_DROPPED,   /* a decision drops it */
    PL_DISCARD_FEW,       /* its concept has too few people */
} pl_discard;

typedef struct pl_selection {
    uint8_t *discard; /* pl_discard per node */
    uint32_t kept_nodes, kept_saplings;
    uint32_t seed_key; /* PL_NONE: no seed */
} pl_selection;

/* Fills a selection from `arena`. Without a seed everything is kept. A seed
 * that no root is named is PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_select(pl_selection *selection, pl_arena *arena,
                                       const pleach_corpus *corpus,
                                       const char *seed, uint32_t hops,
                                       pleach_error *error);

/* What people read about a discarded node. */
const char *pl_discard_reason(pl_discard why);

#endif
