/* euler_tour.h: who is above whom in a forest, asked without walking.
 *
 * Clusters are numbered as a walk through the forest enters them, so that all
 * that is below one has the numbers right after it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EULER_TOUR_H
#define PL_EULER_TOUR_H

#include "base/memory.h"
#include "pleach.h"

typedef struct pl_euler_tour {
    const uint32_t *parent; /* borrowed: per cluster; PL_NONE: a root */
    uint32_t count;
    uint32_t *enter; /* per cluster: its number */
    uint32_t *leave; /* the first number after all that is below it */
    /* For the walk. */
    uint32_t *first; /* the children of c: child[first[c]] .. first[c + 1] */
    uint32_t *child;
    uint32_t *order; /* clusters by number */
    uint32_t *waiting;
} pl_euler_tour;

/* Room for forests of `count` clusters. False: no memory. */
PLEACH_CHECKED bool pl_euler_tour_take(pl_euler_tour *tour, pl_arena *arena,
                                       uint32_t count);

/* Numbers a forest, which has no loops. */
void pl_euler_tour_number(pl_euler_tour *tour, const uint32_t *parent);

/* Whether a cluster is another one, or above it. */
static inline bool pl_is_at_or_above(const pl_euler_tour *tour, uint32_t upper,
                                     uint32_t lower)
{
    return tour->enter[upper] <= tour->enter[lower] &&
           tour->enter[lower] < tour->leave[upper];
}

#endif
