/* descent.c: subgradient steps with a known target. */
/* SPDX-License-Identifier: MIT */
#include "rap/descent.h"

#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/threads.h"

/* After so many rounds without progress the steps get shorter. */
enum { PATIENCE = 12 };
static const double LONGEST_STEP = 1.0, SHORTEST_STEP = 1e-3;
/* Part of the previous direction that is kept: it damps the zigzag that
 * plain subgradients make between two faces. */
static const double MOMENTUM = 0.6;

static double squared_length(const double *vector, uint64_t count)
{
    double sum = 0;
    for (uint64_t k = 0; k < count; k++)
        sum += vector[k] * vector[k];
    return sum;
}

/* Steps after Polyak: as long as the distance to the target asks for, and
 * shorter when that has not helped for a while. The value may rise in between,
 * so the best prices are kept aside. */
static pleach_status descend(double *least, double *prices, double *slope,
                             double *direction, double *best, uint64_t count,
                             pl_dual *dual, void *context, double target,
                             double close_enough, uint32_t rounds,
                             const pleach_listener *listener,
                             pleach_error *error)
{
    double step = LONGEST_STEP;
    uint32_t waited = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        double value = dual(context, prices, slope);
        if (round == 0 || value < *least - 1e-6 * (*least - target)) {
            waited = 0;
        } else if (++waited == PATIENCE) {
            step /= 2;
            waited = 0;
        }
        if (round == 0 || value < *least) {
            *least = value;
            memcpy(best, prices, count * sizeof *best);
        }
        if (*least <= target + close_enough || step < SHORTEST_STEP)
            break;
        for (uint64_t k = 0; k < count; k++)
            direction[k] = slope[k] + MOMENTUM * direction[k];
        double length = squared_length(direction, count);
        if (length == 0)
            break;
        double scale = step * (value - target) / length;
        for (uint64_t k = 0; k < count; k++)
            prices[k] -= scale * direction[k];
        pleach_progress progress = {"bound", round, rounds, round, target};
        PL_TRY(pl_report(listener, &progress, error));
    }
    assert(step > 0);
    memcpy(prices, best, count * sizeof *best);
    return PLEACH_OK;
}

/* The three vectors are as long as the prices and of no use to the caller, who
 * may have many of these descents to make. */
pleach_status pl_descend(double *least, double *prices, uint64_t count,
                         pl_dual *dual, void *context, double target,
                         double close_enough, uint32_t rounds,
                         const pleach_listener *listener, pleach_error *error)
{
    PL_SCRATCH(scratch);
    double *slope = PL_ARENA_ARRAY(scratch, double, count);
    double *direction = PL_ARENA_ARRAY(scratch, double, count);
    double *best = PL_ARENA_ARRAY(scratch, double, count);
    PL_TRY(pl_check_memory(scratch, error));
    return descend(least, prices, slope, direction, best, count, dual, context,
                   target, close_enough, rounds, listener, error);
}
