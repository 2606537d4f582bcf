/* polish.h: valid moves until none gains, then shakes to get further. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_POLISH_H
#define PL_POLISH_H

#include "rap/best_answer.h"

typedef struct pl_polish_plan {
    uint64_t budget; /* steps (pairs looked at) to shake for; 0: none */
    double target;   /* a value known to be the best possible, or INFINITY */
    bool settled;    /* no move gains, it is known: only shake */
    /* Per slot: 1 where moves are to be tried, and then wherever one of them
     * changed something; the rest is taken for settled. NULL: everywhere. */
    const uint8_t *fresh;
    const pleach_listener *listener;
} pl_polish_plan;

/* Improves a valid assignment in place; it never gets worse. The new net
 * similarity comes out through `net`. Once no move gains, local optima are
 * shaken until the budget is spent or the target reached. */
PLEACH_CHECKED pleach_status pl_polish(uint32_t *exemplar, double *net,
                                       const pleach_affinity *affinity,
                                       const pl_polish_plan *plan,
                                       pleach_error *error);

#endif
