/* obey.h: makes clusters, and what is placed, obey decisions.
 *
 * Clusters that have nodes of one class (rulings.h) become one; those that
 * hold what must be apart are parted, each free node going with whom it is
 * most similar to. What is left for placing are orders. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OBEY_H
#define PL_OBEY_H

#include "decisions/rulings.h"
#include "same/affinity.h"

/* What is decided about where clusters hang. */
typedef struct pl_orders {
    const pl_rulings *rulings;
    uint32_t *parent; /* per cluster: a cluster, PL_TOP, or PL_NONE: free */
    /* Per cluster: the lists of decisions that its nodes are on, as in
     * pl_rulings. */
    uint32_t *side_first;
    uint32_t *side;
} pl_orders;

/* Numbers the clusters of all slots anew, in the order of their first slots;
 * `bound` is above all numbers that are in use. False: no memory. */
PLEACH_CHECKED bool pl_number_anew(uint32_t *cluster, uint32_t *count,
                                   uint32_t slots, uint32_t bound);

/* Changes cluster[slot] and *count so that every decision about who is one
 * holds, and so that the orders have no loop. Takes arrays from `arena`. */
PLEACH_CHECKED pleach_status pl_obey(pl_orders *orders, pl_arena *arena,
                                     uint32_t *cluster, uint32_t *count,
                                     const pleach_affinity *affinity,
                                     pleach_error *error);

/* Whether it is decided that a cluster does not hang below another. */
bool pl_is_forbidden(const pl_orders *orders, uint32_t child, uint32_t parent);

#endif
