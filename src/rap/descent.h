/* descent.h: lowers a convex, piecewise linear function, keeping the best. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DESCENT_H
#define PL_DESCENT_H

#include "base/memory.h"
#include "pleach.h"

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

#endif
