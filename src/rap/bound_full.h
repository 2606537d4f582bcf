/* bound_full.h: lowering a dual, and the one with F in it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_BOUND_FULL_H
#define PL_BOUND_FULL_H

#include "same/affinity.h"

/* Evaluates the function at `prices` and writes a subgradient. */
typedef double pl_dual(void *context, const double *prices, double *slope);

/* Polyak steps towards `target`, a value the function never falls below,
 * halved where they stop helping. `prices` (count of them) are where to
 * start. Stops at `close_enough` above the target or after `rounds`. The
 * least value seen comes out, and `prices` are those that gave it. */
PLEACH_CHECKED pleach_status pl_descend(double *least, double *prices,
                                        uint64_t count, pl_dual *dual,
                                        void *context, double target,
                                        double close_enough, uint32_t rounds,
                                        const pleach_listener *listener,
                                        pleach_error *error);

/* The dual with F in it, started from node prices u. */
PLEACH_CHECKED pleach_status pl_bound_full(double *bound,
                                           const pleach_affinity *affinity,
                                           const double *u, double reached,
                                           uint32_t rounds, double close_enough,
                                           const pleach_listener *listener,
                                           pleach_error *error);

#endif
