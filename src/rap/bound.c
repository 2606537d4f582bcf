/* bound.c: the subgradient steps that lower a dual, the full dual, the fast
 * one, and the choice between them.
 *
 * The fast dual has one price per node. The full one has prices that depend on
 * what the parent chooses: U(r) is what a root's sapling is worth; v(i,m) what
 * leaf i is worth when its parent's exemplar is m (docs/method.md, 8.3).
 * Candidates of slot i are itself, at position 0, and then the others of its
 * row in order. */
/* SPDX-License-Identifier: MIT */
#include "rap/bound.h"

#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/threads.h"

/* ------------------------------------------------------------- descent -- */

/* After so many rounds without progress the steps get shorter. */
enum { PATIENCE = 12 };
static const double LONGEST_STEP = 1.0, SHORTEST_STEP = 1e-3;
/* Part of the previous direction that is kept: it damps the zigzag that
 * plain subgradients make between two faces. */
static const double MOMENTUM = 0.6;

/* Evaluates the function at `prices` and writes a subgradient. */
typedef double dual_function(void *context, const double *prices,
                             double *slope);

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
                             dual_function *dual, void *context, double target,
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

/* `prices` (count of them) are where to start, and then those that gave the
 * least value. Ends at `close_enough` above the target, a value that the
 * function never falls below, or after `rounds`. */
static pleach_status
descend_from(double *least, double *prices, uint64_t count, dual_function *dual,
             void *context, double target, double close_enough, uint32_t rounds,
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

/* ------------------------------------------------------ the full dual -- */

typedef struct full_dual {
    const pleach_affinity *affinity;
    /* Prices: U(r) at root_price[r]; v(i,m) at leaf_price[i] + position of m
     * among the parent's candidates. */
    uint64_t *price;
    uint64_t price_count;
    uint64_t *mirror; /* per pair (i,j): the position of i in j's row */
    double *offer;    /* per root pair (k,m): s + sum of v - U; its own
                         at self_offer[k] */
    double *self_offer;
    double *least_leaf; /* per leaf: the least of its prices */
    double *company;    /* per slot scratch: L(m) of the column at hand */
    uint32_t *touched;
} full_dual;

static inline bool is_full_leaf(const full_dual *d, uint32_t slot)
{
    return d->affinity->slot_parent[slot] != PL_NONE;
}

static inline uint64_t candidate_count(const pleach_affinity *a, uint32_t slot)
{
    return a->pair_first[slot + 1] - a->pair_first[slot] + 1;
}

/* The k-th candidate of a slot. */
static inline uint32_t candidate(const pleach_affinity *a, uint32_t slot,
                                 uint64_t k)
{
    return k == 0 ? slot : a->pair_slot[a->pair_first[slot] + k - 1];
}

/* ------------------------------------------------------------- offers -- */

/* s(r,m) + sum over children of v(c,m) - U(r) for every candidate m. */
static void price_offers(full_dual *d, const double *prices, uint32_t root)
{
    const pleach_affinity *a = d->affinity;
    uint64_t from = a->pair_first[root], count = candidate_count(a, root);
    double sapling = prices[d->price[root]];
    d->self_offer[root] = pl_preference_of(a, root) - sapling;
    for (uint64_t k = 1; k < count; k++)
        d->offer[from + k - 1] = a->pair_similarity[from + k - 1] - sapling;
    for (uint32_t c = a->child_first[root]; c < a->child_first[root + 1]; c++) {
        const double *v = prices + d->price[a->child[c]];
        double least = v[0];
        d->self_offer[root] += v[0];
        for (uint64_t k = 1; k < count; k++) {
            d->offer[from + k - 1] += v[k];
            least = v[k] < least ? v[k] : least;
        }
        d->least_leaf[a->child[c]] = least;
    }
}

/* The slope of taking up a root's offer at candidate position k. */
static void take_offer(const full_dual *d, double *slope, uint32_t root,
                       uint64_t k)
{
    const pleach_affinity *a = d->affinity;
    slope[d->price[root]] -= 1;
    for (uint32_t c = a->child_first[root]; c < a->child_first[root + 1]; c++)
        slope[d->price[a->child[c]] + k] += 1;
}

/* ------------------------------------------------------------ columns -- */

/* Adds max(0, s(i,j) - v(i,m)) of one leaf to company[m], for all m. */
static uint32_t add_company(full_dual *d, const double *prices, uint32_t leaf,
                            double s, uint32_t touched)
{
    const pleach_affinity *a = d->affinity;
    uint32_t parent = a->slot_parent[leaf];
    uint64_t count = candidate_count(a, parent);
    const double *v = prices + d->price[leaf];
    if (s <= d->least_leaf[leaf])
        return touched;
    for (uint64_t k = 0; k < count; k++) {
        if (s <= v[k])
            continue;
        uint32_t m = candidate(a, parent, k);
        if (d->company[m] == 0)
            d->touched[touched++] = m;
        d->company[m] += s - v[k];
    }
    return touched;
}

/* The best group for the leaves of a column that is open: which m, and what
 * it adds. A leaf column must take one that its own parent can choose, and
 * pays its own price for it. A cluster is never its own parent: m != j. */
static double best_group(const full_dual *d, const double *prices, uint32_t j,
                         uint32_t touched, uint32_t *group)
{
    const pleach_affinity *a = d->affinity;
    *group = PL_NONE;
    if (!is_full_leaf(d, j)) {
        double most = 0;
        for (uint32_t t = 0; t < touched; t++) {
            uint32_t m = d->touched[t];
            if (m != j && d->company[m] > most) {
                most = d->company[m];
                *group = m;
            }
        }
        return most;
    }
    uint32_t parent = a->slot_parent[j];
    const double *v = prices + d->price[j];
    double most = -INFINITY;
    for (uint64_t k = 0; k < candidate_count(a, parent); k++) {
        uint32_t m = candidate(a, parent, k);
        double value = pl_preference_of(a, j) - v[k] + d->company[m];
        if (m != j && value > most) {
            most = value;
            *group = m;
        }
    }
    return most;
}

/* The position of m among a slot's candidates, UINT64_MAX when it is none. */
static uint64_t position_of(const pleach_affinity *a, uint32_t slot, uint32_t m)
{
    if (m == slot)
        return 0;
    uint64_t pair = pl_find_pair(a, slot, m);
    return pair == UINT64_MAX ? pair : pair - a->pair_first[slot] + 1;
}

static void price_leaf(const full_dual *d, const double *prices, double *slope,
                       uint32_t leaf, double s, uint32_t group)
{
    uint64_t k =
        position_of(d->affinity, d->affinity->slot_parent[leaf], group);
    if (k != UINT64_MAX && s > prices[d->price[leaf] + k])
        slope[d->price[leaf] + k] -= 1;
}

/* The slope of (8.3) in an open column: each charge that the column's maximum
 * took on counts once against whoever is charged, and nobody else's changes. */
static void take_column(const full_dual *d, const double *prices, double *slope,
                        uint32_t j, uint32_t group)
{
    const pleach_affinity *a = d->affinity;
    if (is_full_leaf(d, j))
        slope[d->price[j] + position_of(a, a->slot_parent[j], group)] -= 1;
    else
        take_offer(d, slope, j, 0);
    for (uint64_t p = a->pair_first[j]; p < a->pair_first[j + 1]; p++) {
        uint32_t i = a->pair_slot[p];
        uint64_t back = d->mirror[p];
        if (!is_full_leaf(d, i)) {
            if (d->offer[a->pair_first[i] + back] > 0)
                take_offer(d, slope, i, back + 1);
        } else if (group != PL_NONE) {
            price_leaf(d, prices, slope, i, a->pair_similarity[p], group);
        }
    }
}

/* What opening column j is worth at these prices; 0 when it stays closed. */
static double open_full_column(full_dual *d, const double *prices,
                               double *slope, uint32_t j)
{
    const pleach_affinity *a = d->affinity;
    double value = is_full_leaf(d, j) ? 0 : d->self_offer[j];
    uint32_t touched = 0, group;
    for (uint64_t p = a->pair_first[j]; p < a->pair_first[j + 1]; p++) {
        uint32_t i = a->pair_slot[p];
        if (is_full_leaf(d, i)) {
            touched = add_company(d, prices, i, a->pair_similarity[p], touched);
        } else {
            double offer = d->offer[a->pair_first[i] + d->mirror[p]];
            value += offer > 0 ? offer : 0;
        }
    }
    value += best_group(d, prices, j, touched, &group);
    for (uint32_t t = 0; t < touched; t++)
        d->company[d->touched[t]] = 0;
    if (value <= 0)
        return 0;
    take_column(d, prices, slope, j, group);
    return value;
}

/* The value of (8.3) at these prices, and its slope in each of them. Rows are
 * summed before columns, as a column's worth needs the offers of the rows in
 * it. */
static double evaluate_full(void *context, const double *prices, double *slope)
{
    full_dual *d = context;
    const pleach_affinity *a = d->affinity;
    double value = 0;
    memset(slope, 0, d->price_count * sizeof *slope);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (is_full_leaf(d, i))
            continue;
        value += prices[d->price[i]];
        slope[d->price[i]] = 1;
        price_offers(d, prices, i);
    }
    for (uint32_t j = 0; j < a->slot_count; j++)
        value += open_full_column(d, prices, slope, j);
    return value;
}

/* ------------------------------------------------------------ starting -- */

/* A row's place in its partner's row, for all pairs: walking the rows in
 * order meets every column's entries in order too. */
static void mirror_pairs(full_dual *d, uint32_t *met)
{
    const pleach_affinity *a = d->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++)
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
            uint32_t j = a->pair_slot[p];
            d->mirror[a->pair_first[j] + met[j]] = p - a->pair_first[i];
            met[j]++;
        }
}

/* The same price whatever the parent chooses; a sapling is the sum of its
 * nodes. At these prices the full dual is what the fast one was. */
static void start_full_prices(const full_dual *d, const double *u,
                              double *prices)
{
    const pleach_affinity *a = d->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t parent = a->slot_parent[i];
        prices[d->price[parent == PL_NONE ? i : parent]] += u[i];
        for (uint64_t k = 0;
             parent != PL_NONE && k < candidate_count(a, parent); k++)
            prices[d->price[i] + k] = u[i];
    }
}

/* A root has one price, a leaf one for each exemplar its parent may choose.
 * Pairs are mirrored once, since a column is read as often as a row. */
static void take_full_arrays(full_dual *d, pl_arena *arena)
{
    const pleach_affinity *a = d->affinity;
    size_t slots = a->slot_count;
    uint64_t pairs = pl_pair_count(a);
    d->price = PL_ARENA_ARRAY(arena, uint64_t, slots);
    d->mirror = PL_ARENA_ARRAY(arena, uint64_t, pairs);
    d->offer = PL_ARENA_ARRAY(arena, double, pairs);
    d->self_offer = PL_ARENA_ARRAY(arena, double, slots);
    d->least_leaf = PL_ARENA_ARRAY(arena, double, slots);
    d->company = PL_ARENA_ARRAY(arena, double, slots);
    d->touched = PL_ARENA_ARRAY(arena, uint32_t, slots);
    if (pl_arena_failed(arena))
        return;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        d->price[i] = d->price_count;
        d->price_count +=
            is_full_leaf(d, i) ? candidate_count(a, a->slot_parent[i]) : 1;
    }
    assert(d->price_count >= slots);
    mirror_pairs(d, d->touched);
}

/* Memory grows with the triples of leaf, exemplar and parent's exemplar, so it
 * is taken here and given back at once: nobody else wants it. */
static pleach_status bound_full(double *bound, const pleach_affinity *affinity,
                                const double *u, double reached,
                                uint32_t rounds, double close_enough,
                                const pleach_listener *listener,
                                pleach_error *error)
{
    full_dual d = {.affinity = affinity};
    PL_SCRATCH(arena);
    take_full_arrays(&d, arena);
    double *prices = PL_ARENA_ARRAY(arena, double, d.price_count);
    PL_TRY(pl_check_memory(arena, error));
    start_full_prices(&d, u, prices);
    return descend_from(bound, prices, d.price_count, evaluate_full, &d,
                        reached, close_enough, rounds, listener, error);
}

/* ------------------------------------------------------ the fast dual -- */

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
    PL_TRY(descend_from(bound, u, affinity->slot_count, evaluate_fast, d,
                        reached, PL_BOUND_CLOSE, plan->fast_rounds,
                        plan->listener, error));
    if (plan->kind == PLEACH_BOUND_FULL) {
        /* It starts from the same value, but adds it up in another order. */
        double fast = *bound;
        PL_TRY(bound_full(bound, affinity, u, reached, plan->full_rounds,
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
