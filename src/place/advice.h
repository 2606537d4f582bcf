/* advice.h: what was answered about where things belong.
 *
 * An answer is a statement that weighs as much as some people, by how well
 * whoever gave it agrees with themselves. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ADVICE_H
#define PL_ADVICE_H

#include "same/affinity.h"

typedef struct pl_advised_edge {
    uint32_t child, parent; /* clusters; the parent may be PL_TOP */
    int64_t weight;         /* as in weights.h */
} pl_advised_edge;

/* By child, then by parent. */
typedef struct pl_advice {
    uint32_t count;
    pl_advised_edge *edges;
} pl_advice;

/* From the affinity's answers, where slot i lies in cluster[i]. */
PLEACH_CHECKED pleach_status pl_advice_take(pl_advice *advice, pl_arena *arena,
                                            const pleach_affinity *affinity,
                                            const uint32_t *cluster,
                                            pleach_error *error);

/* What the answers add to an edge; 0 where there are none (NULL). */
int64_t pl_advised(const pl_advice *advice, uint32_t child, uint32_t parent);

#endif
