/* one_to_one.c: an assignment of most expected right pairs, by shortest
 * augmenting paths over the candidates alone.
 *
 * A pair costs 1 - its chance, and to have no counterpart costs 1. Nodes are
 * taken in turn; each finds the cheapest way to a counterpart, on which others
 * may change theirs. Prices of nodes keep what is left of costs from being
 * negative, so that Dijkstra's search finds it. Whole millionths make it exact.
 */
/* SPDX-License-Identifier: MIT */
#include "cross/one_to_one.h"

#include <math.h>

#include "base/status.h"

enum { ONE = 1000000, LEAST = 10000 };

/* A way to a node of the second source. */
typedef struct way {
    int64_t cost;
    uint32_t to;
} way;

typedef struct matching {
    const pl_cross_pairs *pairs;
    uint32_t to_first;         /* node of the second source */
    uint32_t *right;           /* per first node: its counterpart, or none */
    uint32_t *left;            /* per second node */
    int64_t *price, *price_of; /* of first and of second nodes */
    int64_t *cost;             /* per second node, in this search */
    uint32_t *before;          /* ... and the first node it is come from */
    PL_LIST(uint32_t) reached; /* second nodes with a cost */
    PL_LIST(way) heap;         /* cheapest first */
} matching;

static bool is_cheaper(way a, way b)
{
    return a.cost != b.cost ? a.cost < b.cost : a.to < b.to;
}

static void push_way(matching *m, way next)
{
    pl_list_add(&m->heap, next);
    if (pl_arena_failed(m->heap.arena))
        return;
    way *heap = m->heap.items;
    size_t at = m->heap.count - 1;
    for (; at > 0 && is_cheaper(next, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = next;
}

static way pop_way(matching *m)
{
    way *heap = m->heap.items, top = heap[0], last = heap[--m->heap.count];
    size_t at = 0, count = m->heap.count;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && is_cheaper(heap[child + 1], heap[child]);
        if (!is_cheaper(heap[child], last))
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return top;
}

static int64_t cost_of(const pl_cross_pair *pair)
{
    double chance = pair->chances.of[PL_EQUAL];
    return ONE - (int64_t)floor(chance * ONE + 0.5);
}

/* All ways on from a first node that is reached at `cost`. */
static void go_on(matching *m, uint32_t from, int64_t cost)
{
    const pl_cross_pairs *pairs = m->pairs;
    for (uint32_t k = pairs->first[from]; k < pairs->first[from + 1]; k++) {
        uint32_t to = pairs->list.items[k].to - m->to_first;
        int64_t own = cost_of(&pairs->list.items[k]);
        int64_t next = cost + own - m->price[from] - m->price_of[to];
        if (own > ONE - LEAST || next >= m->cost[to])
            continue;
        if (m->cost[to] == INT64_MAX)
            pl_list_add(&m->reached, to);
        m->cost[to] = next;
        m->before[to] = from;
        push_way(m, (way){next, to});
    }
}

/* Prices follow what was found, so that nothing is cheaper than free. */
static void set_prices(matching *m, uint32_t start, int64_t total)
{
    m->price[start] += total;
    for (size_t k = 0; k < m->reached.count; k++) {
        uint32_t to = m->reached.items[k];
        int64_t saved = total - m->cost[to];
        if (saved > 0 && m->left[to] != PL_NONE) {
            m->price_of[to] -= saved;
            m->price[m->left[to]] += saved;
        }
        m->cost[to] = INT64_MAX;
    }
}

/* Everyone on the way back takes the counterpart that led on from it. */
static void change_back(matching *m, uint32_t from, uint32_t to, uint32_t start)
{
    for (;;) {
        uint32_t old = m->right[from];
        m->right[from] = to;
        if (to != PL_NONE)
            m->left[to] = from;
        if (from == start)
            return;
        to = old;
        from = m->before[to];
    }
}

/* The cheapest way from a node to a free one, or to somebody who goes without
 * one instead. */
static void match_node(matching *m, uint32_t start)
{
    int64_t without = ONE - m->price[start], total = without;
    uint32_t loser = start, from = start, to = PL_NONE;
    m->reached.count = m->heap.count = 0;
    go_on(m, start, 0);
    while (m->heap.count > 0 && !pl_arena_failed(m->heap.arena)) {
        way next = pop_way(m);
        if (next.cost >= total)
            break;
        if (next.cost > m->cost[next.to])
            continue;
        if (m->left[next.to] == PL_NONE) {
            total = next.cost;
            to = next.to;
            break;
        }
        from = m->left[next.to];
        without = next.cost + ONE - m->price[from];
        if (without < total) {
            total = without;
            loser = from;
        }
        go_on(m, from, next.cost);
    }
    from = to == PL_NONE ? loser : m->before[to];
    set_prices(m, start, total);
    change_back(m, from, to, start);
}

pleach_status pl_match_one_to_one(uint32_t *matched,
                                  const pl_cross_pairs *pairs,
                                  pleach_error *error)
{
    const pl_cross_nodes *nodes = pairs->nodes;
    uint32_t size = pl_cross_size(nodes, pairs->from);
    uint32_t other = pl_cross_size(nodes, pairs->to);
    PL_SCRATCH(scratch);
    matching m = {.pairs = pairs,
                  .to_first = nodes->source_first[pairs->to],
                  .right = matched,
                  .left = PL_ARENA_ARRAY(scratch, uint32_t, other),
                  .price = PL_ARENA_ARRAY(scratch, int64_t, size),
                  .price_of = PL_ARENA_ARRAY(scratch, int64_t, other),
                  .cost = PL_ARENA_ARRAY(scratch, int64_t, other),
                  .before = PL_ARENA_ARRAY(scratch, uint32_t, other),
                  .reached = {.arena = scratch},
                  .heap = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t k = 0; k < size; k++)
        matched[k] = PL_NONE;
    for (uint32_t k = 0; k < other; k++) {
        m.left[k] = PL_NONE;
        m.cost[k] = INT64_MAX;
    }
    for (uint32_t k = 0; k < size && !pl_arena_failed(scratch); k++)
        match_node(&m, k);
    for (uint32_t k = 0; k < size; k++)
        if (matched[k] != PL_NONE)
            matched[k] += m.to_first;
    return pl_check_memory(scratch, error);
}
