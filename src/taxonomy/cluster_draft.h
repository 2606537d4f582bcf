/* cluster_draft.h: clusters before they have their final order. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CLUSTER_DRAFT_H
#define PL_CLUSTER_DRAFT_H

#include "base/memory.h"

/* Numbered by exemplar slot; those that nobody has come last. */
typedef struct pl_cluster_draft {
    pl_arena *arena;
    uint32_t count;
    uint32_t *of_slot; /* the draft cluster of a slot */
    uint32_t *exemplar;
    uint32_t *parent;
    uint32_t *size;
    uint32_t *name;
    uint32_t *first; /* count + 1: members of d in `member` */
    uint32_t *member;
    uint32_t *order; /* display position -> draft cluster */
    uint32_t root;   /* what everything is put below; PL_NONE: nothing is */
    uint8_t *rooted; /* whether it was put there for want of a parent */
    /* Of a forest that was made to measure (place/shape.h); else NULL. */
    const struct pl_reshaped *shaped;
    uint32_t *reshaped; /* per draft cluster: its number there */
} pl_cluster_draft;

#endif
