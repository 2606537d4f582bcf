/* bound.c: the fast dual, with one price per node, and the choice of dual. */
/* SPDX-License-Identifier: MIT */
#include "rap/bound.h"

#include <math.h>

#include "base/status.h"
#include "base/threads.h"
#include "rap/bound_full.h"

uint64_t pl_bound_triples(const pleach_affinity *a)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t parent = a->slot_parent[i];
        if (parent != PL_NONE)
            total += (a->pair_first[i + 1] - a->pair_first[i] + 1) *
                     (a->pair_first[parent + 1] - a->pair_first[parent] + 1);
    }
    return total;
}

typedef struct fast_dual {
    const pleach_affinity *affinity;
    const double *u;
    double *slope;
    double *value; /* per block */
    uint32_t threads;
} fast_dual;

/* A block's part of it: nobody outside has a say in its columns. */
static void evaluate_block(void *context, uint32_t block, uint32_t thread)
{
    const fast_dual *d = context;
    const pleach_affinity *a = d->affinity;
    const double *u = d->u;
    double *slope = d->slope, value = 0;
    uint32_t first = a->block_first[block], last = a->block_first[block + 1];
    (void)thread;
    for (uint32_t i = first; i < last; i++) {
        value += u[i];
        slope[i] = 1;
    }
    for (uint32_t j = first; j < last; j++) {
        double open = pl_preference_of(a, j) - u[j];
        for (uint64_t p = a->pair_first[j]; p < a->pair_first[j + 1]; p++) {
            double gain = a->pair_similarity[p] - u[a->pair_slot[p]];
            if (gain > 0)
                open += gain;
        }
        if (open <= 0)
            continue;
        value += open;
        slope[j] -= 1;
        for (uint64_t p = a->pair_first[j]; p < a->pair_first[j + 1]; p++)
            if (a->pair_similarity[p] > u[a->pair_slot[p]])
                slope[a->pair_slot[p]] -= 1;
    }
    d->value[block] = value;
}

/* Without F: sum of u(i) + sum over columns j of
 *     max(0, p(j) - u(j) + sum over i of max(0, s(i,j) - u(i)))  (8.2) */
static double evaluate_fast(void *context, const double *u, double *slope)
{
    fast_dual *d = context;
    double value = 0;
    d->u = u;
    d->slope = slope;
    /* Nobody listens there, so nothing can go wrong. */
    if (pl_parallel(d->affinity->block_count, d->threads, evaluate_block, d,
                    "bound", NULL, NULL) != PLEACH_OK)
        return INFINITY;
    for (uint32_t b = 0; b < d->affinity->block_count; b++)
        value += d->value[b];
    return value;
}

/* Everyone's best wish, a bit less: most nodes get what they like best. */
static void start_fast_prices(const pleach_affinity *a, double *u)
{
    for (uint32_t i = 0; i < a->slot_count; i++) {
        u[i] = pl_preference_of(a, i);
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            u[i] = fmax(u[i], a->pair_similarity[p]);
    }
}

/* The full dual starts where the fast one ended, so that its first value is no
 * worse, and what it costs is spent only on going lower. */
static pleach_status lower_bound(double *bound, double *u, fast_dual *d,
                                 const pl_bound_plan *plan, double reached,
                                 pleach_error *error)
{
    const pleach_affinity *affinity = d->affinity;
    start_fast_prices(affinity, u);
    PL_TRY(pl_descend(bound, u, affinity->slot_count, evaluate_fast, d, reached,
                      PL_BOUND_CLOSE, plan->fast_rounds, plan->listener,
                      error));
    if (plan->kind == PLEACH_BOUND_FULL) {
        /* It starts from the same value, but adds it up in another order. */
        double fast = *bound;
        PL_TRY(pl_bound_full(bound, affinity, u, reached, plan->full_rounds,
                             PL_BOUND_CLOSE, plan->listener, error));
        *bound = fmin(*bound, fast);
    }
    return PLEACH_OK;
}

/* A bound that rounding had pushed below the optimum would be a lie, so the
 * last sum is moved outwards. */
pleach_status pl_bound(double *bound, const pleach_affinity *affinity,
                       const pl_bound_plan *plan, double reached,
                       pleach_error *error)
{
    *bound = NAN;
    if (plan->kind == PLEACH_BOUND_NONE)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    double *u = PL_ARENA_ARRAY(scratch, double, affinity->slot_count);
    fast_dual d = {
        .affinity = affinity,
        .value = PL_ARENA_ARRAY(scratch, double, affinity->block_count),
        .threads = pl_thread_count_for(plan->threads, pl_pair_count(affinity))};
    PL_TRY(pl_check_memory(scratch, error));
    pleach_status status = lower_bound(bound, u, &d, plan, reached, error);
    /* Outwards by far more than the rounding of its sums, and never below
     * what has been reached. */
    *bound =
        isfinite(*bound)
            ? fmax(*bound + PL_BOUND_OUTWARDS * (1 + fabs(*bound)), reached)
            : NAN;
    return status;
}
