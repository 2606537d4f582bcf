/* bound.c: the fast dual, with one price per node, and the choice of dual. */
#include "clusters/bound.h"

#include <math.h>

#include "base/status.h"
#include "clusters/bound_full.h"
#include "clusters/descent.h"

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

/* Without F: sum of u(i) + sum over columns j of
 *     max(0, p(j) - u(j) + sum over i of max(0, s(i,j) - u(i)))  (8.2) */
static double fast_dual(void *context, const double *u, double *slope)
{
    const pleach_affinity *a = context;
    double value = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        value += u[i];
        slope[i] = 1;
    }
    for (uint32_t j = 0; j < a->slot_count; j++) {
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
    return value;
}

/* Everyone's best wish, a bit less: most nodes get what they like best. */
static void start_prices(const pleach_affinity *a, double *u)
{
    for (uint32_t i = 0; i < a->slot_count; i++) {
        u[i] = pl_preference_of(a, i);
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            u[i] = fmax(u[i], a->pair_similarity[p]);
    }
}

static pleach_status find(double *bound, double *u,
                          const pleach_affinity *affinity, pl_bound_kind kind,
                          double reached, uint32_t fast_rounds,
                          uint32_t full_rounds,
                          const pleach_listener *listener, pleach_error *error)
{
    start_prices(affinity, u);
    PL_TRY(pl_descend(bound, u, affinity->slot_count, fast_dual,
                      (void *)affinity, reached, PL_BOUND_CLOSE,
                      fast_rounds, listener, error));
    if (kind == PL_BOUND_FULL) {
        /* It starts from the same value, but adds it up in another order. */
        double fast = *bound;
        PL_TRY(pl_bound_full(bound, affinity, u, reached, full_rounds,
                             PL_BOUND_CLOSE, listener, error));
        *bound = fmin(*bound, fast);
    }
    return PLEACH_OK;
}

pleach_status pl_bound(double *bound, const pleach_affinity *affinity,
                       pl_bound_kind kind, double reached,
                       uint32_t fast_rounds, uint32_t full_rounds,
                       const pleach_listener *listener, pleach_error *error)
{
    *bound = NAN;
    if (kind == PL_BOUND_NONE)
        return PLEACH_OK;
    double *u = pl_allocate(affinity->slot_count, sizeof *u);
    if (u == NULL)
        return pl_fail_memory(error);
    pleach_status status = find(bound, u, affinity, kind, reached, fast_rounds,
                                full_rounds, listener, error);
    pl_release(u);
    /* Outwards by far more than the rounding of its sums, and never below
     * what has been reached. */
    *bound = isfinite(*bound)
                 ? fmax(*bound + PL_BOUND_OUTWARDS * (1 + fabs(*bound)), reached)
                 : NAN;
    return status;
}
