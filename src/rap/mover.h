/* mover.h: a forest to be changed, with the scratch lists that moves need. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MOVER_H
#define PL_MOVER_H

#include "rap/forest_edit.h"

/* A forest with the scratch lists that moves need. */
typedef struct pl_mover {
    pl_forest forest;
    float *highest;            /* per slot: the best it can become worth */
    PL_LIST(uint32_t) members; /* of the cluster being taken apart */
    /* What a change leaves to be put right, see pl_put_right. */
    PL_LIST(uint32_t) moved_roots; /* whose children must be looked after */
    PL_LIST(uint32_t)
    without_exemplar;           /* clusters whose exemplar may have left */
    PL_LIST(uint32_t) loose;    /* leaves that look for a better place */
    PL_LIST(uint32_t) parents;  /* clusters whose children may merge */
    PL_LIST(uint32_t) arrivals; /* roots new in a large cluster, the same */
    PL_LIST(uint64_t) children; /* block << 32 | cluster, below one cluster */
    PL_LIST(uint32_t) rivals;   /* clusters to try */
} pl_mover;

PLEACH_CHECKED pleach_status pl_mover_start(pl_mover *mover, pl_arena *arena,
                                            const pleach_affinity *affinity,
                                            const uint32_t *exemplar,
                                            pleach_error *error);

/* A gain below this is rounding, not a gain. */
#define PL_LEAST_GAIN 1e-9

#endif
