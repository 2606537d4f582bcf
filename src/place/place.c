/* place.c: weighs all edges, takes them heaviest first, and weighs again. */
/* SPDX-License-Identifier: MIT */
#include "place/place.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/union_find.h"
#include "place/majority.h"
#include "place/weights.h"

/* What is implied depends on the round before. Rounds settle soon, or swap
 * between equals. */
enum { MOST_ROUNDS = 5 };

typedef struct edge {
    int64_t weight;
    uint32_t holders; /* of the parent */
    bool narrow;      /* the parent seems no more than the child */
    uint32_t child, statement;
} edge;

typedef struct placing {
    const pl_statements *s;
    const pl_orders *orders;
    const pl_advice *advice;
    pl_arena *arena;
    edge *edges;
    uint32_t count;       /* of edges */
    uint32_t *root;       /* per cluster: towards the root of its tree */
    uint32_t *before;     /* per cluster: its parent in the round before */
    pl_euler_tour forest; /* of these parents */
    pl_weighing weighing;
} placing;

static bool take_place_arrays(placing *p, uint32_t people)
{
    uint32_t count = p->s->count;
    p->edges = PL_ARENA_ARRAY(p->arena, edge, p->s->first[count]);
    p->root = PL_ARENA_ARRAY(p->arena, uint32_t, count);
    p->before = PL_ARENA_ARRAY(p->arena, uint32_t, count);
    return p->edges && p->root && p->before &&
           pl_weighing_take(&p->weighing, p->arena, p->s, people) &&
           pl_euler_tour_take(&p->forest, p->arena, count);
}

/* ------------------------------------------------------------- weighing -- */

/* Of equals the narrower parent, unless it is narrower than the child: who
 * names a broader one may well have left a level out. */
static int compare_edges(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    if (a->narrow != b->narrow)
        return a->narrow ? 1 : -1;
    if (a->holders != b->holders)
        return a->holders < b->holders ? -1 : 1;
    return (a->statement > b->statement) - (a->statement < b->statement);
}

/* Staying a top competes: what does not outweigh it is no edge. What
 * was answered adds to what people say. */
static void weigh_edges_of(placing *p, uint32_t child)
{
    const pl_statements *s = p->s;
    int64_t least =
        pl_weight_of_top(s, child) + pl_advised(p->advice, child, PL_TOP);
    pl_weigh_child(&p->weighing, child);
    for (uint32_t k = s->first[child]; k < s->first[child + 1]; k++) {
        uint32_t up = s->parent[k];
        const pl_support *support = &p->weighing.support[k - s->first[child]];
        int64_t advised = pl_advised(p->advice, child, up);
        int64_t weight = pl_weight_of(support) + advised;
        if (weight > least &&
            (advised > 0 || !pl_is_outnumbered(&p->weighing, child, support)))
            p->edges[p->count++] =
                (edge){.weight = weight,
                       .holders = pl_holders(s, up),
                       .narrow = s->children[up] <= s->children[child],
                       .child = child,
                       .statement = k};
    }
}

/* Where a cluster hangs that a decision placed, or that stays where it was, is
 * not asked: so an update costs what changed. */
static void weigh_edges(placing *p)
{
    p->count = 0;
    for (uint32_t c = 0; c < p->s->count; c++)
        if (p->orders == NULL || p->orders->parent[c] == PL_NONE)
            weigh_edges_of(p, c);
    qsort(p->edges, p->count, sizeof *p->edges, compare_edges);
}

/* --------------------------------------------------------------- taking -- */

/* What is decided comes before all that is said. */
static void take_orders(uint32_t *parent, uint32_t count,
                        const pl_orders *orders)
{
    for (uint32_t c = 0; c < count; c++)
        parent[c] = orders == NULL || orders->parent[c] == PL_TOP
                        ? PL_NONE
                        : orders->parent[c];
}

/* Whether a decision stands against an edge. */
static bool is_decided_against(const pl_orders *orders, uint32_t child,
                               uint32_t parent)
{
    return orders != NULL && (orders->parent[child] == PL_TOP ||
                              pl_is_forbidden(orders, child, parent));
}

/* Kruskal's way: the heaviest edges first, and what would close a loop is
 * passed over. */
static uint64_t take_edges(placing *p, uint32_t *parent)
{
    const pl_statements *s = p->s;
    uint64_t closing = 0;
    take_orders(parent, s->count, p->orders);
    for (uint32_t c = 0; c < s->count; c++)
        p->root[c] = parent[c] == PL_NONE ? c : parent[c];
    for (uint32_t k = 0; k < p->count; k++) {
        uint32_t child = p->edges[k].child;
        uint32_t above = s->parent[p->edges[k].statement];
        if (parent[child] != PL_NONE ||
            is_decided_against(p->orders, child, above))
            continue;
        if (pl_union_find(p->root, above) == child)
            closing++;
        else
            parent[child] = p->root[child] = above;
    }
    return closing;
}

static void place_in_rounds(placing *p, uint32_t *parent, uint64_t *closing)
{
    size_t bytes = p->s->count * sizeof *parent;
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        weigh_edges(p);
        *closing = take_edges(p, parent);
        if (round > 0 && memcmp(parent, p->before, bytes) == 0)
            break;
        memcpy(p->before, parent, bytes);
        pl_euler_tour_number(&p->forest, p->before);
        pl_weighing_enter(&p->weighing, &p->forest);
    }
}

pleach_status pl_place(uint32_t *parent, uint64_t *closing,
                       const pl_statements *statements, uint32_t people,
                       const pl_orders *orders, const pl_advice *advice,
                       pleach_error *error)
{
    PL_SCRATCH(scratch);
    placing p = {
        .s = statements, .orders = orders, .advice = advice, .arena = scratch};
    if (!take_place_arrays(&p, people))
        return pl_fail_memory(error);
    place_in_rounds(&p, parent, closing);
    return PLEACH_OK;
}

/* What is decided is a parent beforehand, and what is decided against is no
 * vote. */
pleach_status pl_place_by_count(uint32_t *parent, uint64_t *closing,
                                const pl_statements *s, const pl_orders *orders,
                                pleach_error *error)
{
    size_t count = 0;
    pl_vote *votes = pl_allocate(s->first[s->count], sizeof *votes);
    if (votes == NULL)
        return pl_fail_memory(error);
    take_orders(parent, s->count, orders);
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++)
            if (!is_decided_against(orders, c, s->parent[k]))
                votes[count++] = (pl_vote){c, s->parent[k], s->voices[k]};
    bool enough = pl_majority_elect(parent, closing, s->count, votes, count);
    pl_release(votes);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}
