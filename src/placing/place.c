/* place.c: weighs all edges, takes them heaviest first, and weighs again. */
/* SPDX-License-Identifier: MIT */
#include "placing/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/groups.h"
#include "base/order.h"
#include "base/status.h"
#include "placing/lineage.h"
#include "placing/shortcuts.h"
#include "placing/tops.h"
#include "search/majority.h"

/* Shortcuts support an edge by what the last round's forest says. Rounds
 * settle soon, or swap between equals. */
enum { MOST_ROUNDS = 5 };
/* An edge is too weak when it has less than this share of the voices that
 * would have closed a loop; for a child with children also when it has less
 * than this share of the child's voices, or when one person said it, who did
 * not know that the child has more children than its parent, by so much. */
static const double LEAST_OF_CLOSING = 0.4;
static const double LEAST_SHARE = 1.0 / 6;
static const double LEAST_GENERALITY = 0.5;
/* Names that say the same as an edge add so much to it. */
static const double NAMED = 1.2;
/* A level that fewer people have than these may be one's mistake: shortcuts do
 * not make more of it than so many times its own voices; nothing at all where
 * people hardly agree, since there it mostly is somebody's own. More where it
 * lies between what others say, for whoever has it; but not one against all.
 * Where others put the child right below the top of everything, they say what
 * its main parts are: there no level of fewer than ENOUGH voices, however many
 * people have it, weighs more than MOST_BORROWED times its own. */
enum { LEAST_HEADS = 2, MOST_BORROWED = 2, MOST_REFINED = 6, ENOUGH = 3 };
/* Where people hardly agree, one voice does not hang what so many have
 * something below. */
enum { MANY_HEADS = 4 };
/* People who have a topic and its parts the wrong way round put it below one
 * part or another. So it looks when at least so many speak of it, little more
 * than half of them for one parent, which fewer than one in so many of its
 * own people put anywhere. */
enum { LEAST_TURNED = 4, PLACED_SHARE = 5 };
static const double TURNED_SHARE = 0.55;

typedef struct edge {
    double share, weight;
    bool narrow;      /* the parent seems no more than the child */
    uint32_t breadth; /* people who speak of the parent */
    uint32_t child, statement;
} edge;

typedef struct placing {
    const pl_statements *s;
    const pl_place_rules *rules;
    pl_arena *arena;
    edge *edges;       /* per statement about who is free to hang anywhere */
    uint32_t free;     /* how many */
    double *weight;    /* per statement: voices, shortcuts included */
    uint32_t *root;    /* per cluster: towards the root of its tree */
    uint32_t *before;  /* per cluster: its parent in the round before */
    pl_lineage forest; /* of these parents */
    bool is_first;     /* there was no round before */
    double *closed;    /* per cluster: voices that would have closed a loop */
    pl_shortcuts shortcuts;
    pl_tops tops;
} placing;

static bool take_place_arrays(placing *p)
{
    uint32_t count = p->s->count, edges = p->s->first[count];
    p->edges = PL_ARENA_ARRAY(p->arena, edge, edges);
    p->weight = PL_ARENA_ARRAY(p->arena, double, edges);
    p->root = PL_ARENA_ARRAY(p->arena, uint32_t, count);
    p->before = PL_ARENA_ARRAY(p->arena, uint32_t, count);
    p->closed = PL_ARENA_ARRAY(p->arena, double, count);
    p->shortcuts = (pl_shortcuts){
        .s = p->s, .forest = &p->forest, .each = p->rules->shortcut};
    p->tops = (pl_tops){.s = p->s,
                        .price = p->rules->top,
                        .disagreeing = p->rules->disagreeing};
    return p->edges && p->weight && p->root && p->before && p->closed &&
           pl_shortcuts_take(&p->shortcuts, p->arena) &&
           pl_tops_find(&p->tops, p->arena) &&
           pl_lineage_take(&p->forest, p->arena, count);
}

/* ------------------------------------------------------------- weighing -- */

double pl_voice_share(const pl_statements *s, uint32_t child, double weight)
{
    enum { DOUBT = 2 };
    return weight / (s->total[child] + (double)DOUBT);
}

/* Who puts a parent that is on top below its child has the two together, if
 * the wrong way round: that is worth as much as a level left out. */
static double turned_weight(const placing *p, uint32_t child, uint32_t parent)
{
    bool top = !p->is_first && p->before[parent] == PL_NONE;
    return top ? p->rules->shortcut * pl_voices_for(p->s, parent, child) : 0;
}

/* How many times its own voices a statement weighs at most, with shortcuts. */
static double most_times(const placing *p, uint32_t k)
{
    const pl_statements *s = p->s;
    bool rare = s->heads[s->parent[k]] < LEAST_HEADS;
    switch ((pl_refinement)p->shortcuts.refined[k]) {
    case PL_REFINED:
        return rare ? MOST_REFINED : INFINITY;
    case PL_REFINED_FROM_TOP:
        return s->voices[k] < ENOUGH ? MOST_BORROWED : INFINITY;
    default:
        return !rare ? INFINITY : p->rules->disagreeing ? 1 : MOST_BORROWED;
    }
}

static void weigh_child(placing *p, uint32_t child)
{
    const pl_statements *s = p->s;
    uint32_t first = s->first[child], last = s->first[child + 1];
    for (uint32_t k = first; k < last; k++)
        p->weight[k] = s->voices[k] + turned_weight(p, child, s->parent[k]);
    if (!p->is_first && last - first > 1)
        pl_shortcuts_add(&p->shortcuts, p->weight, child);
    for (uint32_t k = first; k < last; k++) {
        double most = most_times(p, k) * s->voices[k];
        p->weight[k] = p->weight[k] > most ? most : p->weight[k];
    }
}

/* Voices for other titles of the same collection count for the widest one: so
 * that its topics meet there. */
static void weigh_title(placing *p, uint32_t child)
{
    const pl_statements *s = p->s;
    const pl_titles *titles = p->rules->titles;
    uint32_t widest = pl_widest_title(titles, child);
    for (uint32_t k = s->first[child];
         k < s->first[child + 1] && widest != PL_NONE; k++)
        if (k != widest &&
            pl_are_titles_of_one(titles, s->parent[k], s->parent[widest]))
            p->weight[widest] += s->voices[k];
}

static int compare_shares(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (a->share < b->share || a->share > b->share)
        return a->share > b->share ? -1 : 1;
    if (a->weight < b->weight || a->weight > b->weight)
        return a->weight > b->weight ? -1 : 1;
    /* Of equals the narrower parent, unless it is narrower than the child: who
     * names a broader one may well have left a level out. */
    if (a->narrow != b->narrow)
        return a->narrow ? 1 : -1;
    if (a->breadth != b->breadth)
        return a->breadth < b->breadth ? -1 : 1;
    return (a->statement > b->statement) - (a->statement < b->statement);
}

/* Whether a parent comes after others of equal weight: it has no more children
 * than the child, or as many people put it below the child, or it is one
 * person's level where people hardly agree. */
static bool is_narrow(const placing *p, uint32_t child, uint32_t k)
{
    const pl_statements *s = p->s;
    uint32_t parent = s->parent[k];
    return s->children[parent] <= s->children[child] ||
           pl_voices_for(s, parent, child) >= s->voices[k] ||
           (p->rules->disagreeing && s->heads[parent] < LEAST_HEADS);
}

/* Where a cluster hangs that a decision placed, or that stays where it was, is
 * not asked: so an update costs what changed. */
static void weigh_edges(placing *p)
{
    const pl_statements *s = p->s;
    const pl_orders *orders = p->rules->orders;
    p->free = 0;
    for (uint32_t c = 0; c < s->count; c++) {
        if (orders != NULL && orders->parent[c] != PL_NONE)
            continue;
        weigh_child(p, c);
        weigh_title(p, c);
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
            double weight = p->weight[k];
            uint32_t up = s->parent[k];
            double share = pl_voice_share(s, c, weight);
            p->edges[p->free++] =
                (edge){.share = s->named[k] > 0 ? NAMED * share : share,
                       .weight = weight,
                       .narrow = is_narrow(p, c, k),
                       .breadth = s->speakers[up] + s->tops[up],
                       .child = c,
                       .statement = k};
        }
    }
    qsort(p->edges, p->free, sizeof *p->edges, compare_shares);
}

/* --------------------------------------------------------------- taking -- */

/* Whether an edge hangs a topic below one of its parts (sport below outdoor
 * sport, said by 23 of 72; the others name skiing, racing, skating). Where
 * people hardly agree about anything, that says nothing. */
static bool is_turned(const placing *p, const edge *e)
{
    const pl_statements *s = p->s;
    uint32_t child = e->child, parent = s->parent[e->statement];
    uint32_t people = s->speakers[parent] + s->tops[parent];
    return !p->rules->disagreeing && !s->inner[e->statement] &&
           s->total[child] >= LEAST_TURNED &&
           e->weight < TURNED_SHARE * (s->total[child] - p->closed[child]) &&
           (uint64_t)PLACED_SHARE * s->total[parent] < people;
}

/* Better at the top than in the wrong place: where much hangs below, an edge
 * needs a good share of the voices, and a parent that is known as something
 * general. */
static bool is_strong_enough(const placing *p, const edge *e)
{
    const pl_statements *s = p->s;
    uint32_t child = e->child, parent = s->parent[e->statement];
    bool alone = s->voices[e->statement] == 1;
    bool contradicted = s->total[child] + s->tops[child] > 1;
    if (alone && contradicted && s->named[e->statement] < 0)
        return false;
    if (e->weight < LEAST_OF_CLOSING * p->closed[child] ||
        !pl_outweighs_tops(&p->tops, child, e->statement, e->weight))
        return false;
    /* Nothing hangs below it: little is lost if it hangs wrong. */
    if (s->children[child] == 0)
        return true;
    if (e->weight < LEAST_SHARE * s->total[child] || is_turned(p, e) ||
        (p->rules->disagreeing && alone && !s->inner[e->statement] &&
         s->heads[child] >= MANY_HEADS))
        return false;
    return !alone || s->inner[e->statement] ||
           e->weight * (s->children[parent] + 1.0) >=
               LEAST_GENERALITY * (s->children[child] + 1.0);
}

/* What is decided comes before all that is said. */
static void take_orders(placing *p, uint32_t *parent)
{
    const pl_orders *orders = p->rules->orders;
    for (uint32_t c = 0; c < p->s->count; c++) {
        uint32_t above = orders == NULL ? PL_NONE : orders->parent[c];
        bool free = above == PL_NONE || above == PL_TOP;
        parent[c] = free ? PL_NONE : above;
        p->root[c] = free ? c : above;
        p->closed[c] = 0;
    }
}

/* Whether a decision stands against an edge. */
static bool is_decided_against(const placing *p, uint32_t child,
                               uint32_t parent)
{
    const pl_orders *orders = p->rules->orders;
    return orders != NULL && (orders->parent[child] == PL_TOP ||
                              pl_is_forbidden(orders, child, parent));
}

/* Kruskal's way: the strongest edges first, and what would close a loop is
 * passed over. How many voices that cost is remembered, as a weak edge should
 * not win because a strong one was barred. */
static uint64_t take_edges(placing *p, uint32_t *parent)
{
    const pl_statements *s = p->s;
    uint64_t closing = 0;
    take_orders(p, parent);
    for (uint32_t k = 0; k < p->free; k++) {
        const edge *e = &p->edges[k];
        uint32_t above = s->parent[e->statement];
        if (parent[e->child] != PL_NONE ||
            is_decided_against(p, e->child, above))
            continue;
        if (pl_group_head(p->root, above) == e->child) {
            p->closed[e->child] += s->voices[e->statement];
            closing++;
        } else if (is_strong_enough(p, e)) {
            parent[e->child] = above;
            p->root[e->child] = above;
        }
    }
    return closing;
}

/* By count, what is decided is a parent beforehand, and what is decided against
 * is no vote. */
static pleach_status place_by_count(placing *p, uint32_t *parent,
                                    uint64_t *closing, pleach_error *error)
{
    const pl_statements *s = p->s;
    size_t count = 0;
    pl_vote *votes = PL_ARENA_ARRAY(p->arena, pl_vote, s->first[s->count]);
    if (votes == NULL)
        return pl_fail_memory(error);
    take_orders(p, parent);
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++)
            if (!is_decided_against(p, c, s->parent[k]))
                votes[count++] = (pl_vote){c, s->parent[k], s->voices[k]};
    return pl_majority_elect(parent, closing, s->count, votes, count)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* Voices for something above count in part for what is right above, and that
 * depends on the forest: so it is placed again until it stays as it is. */
static void place_by_share(placing *p, uint32_t *parent, uint64_t *closing)
{
    size_t bytes = p->s->count * sizeof *parent;
    memset(p->before, 0xff, bytes); /* nothing hangs yet */
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        p->is_first = round == 0;
        p->tops.forest = p->is_first ? NULL : &p->forest;
        weigh_edges(p);
        *closing = take_edges(p, parent);
        if (p->rules->shortcut == 0 || memcmp(parent, p->before, bytes) == 0)
            break;
        memcpy(p->before, parent, bytes);
        pl_lineage_number(&p->forest, p->before);
    }
}

pleach_status pl_place(uint32_t *parent, uint64_t *closing,
                       const pl_statements *statements,
                       const pl_place_rules *rules, pleach_error *error)
{
    placing p = {.s = statements, .rules = rules, .arena = pl_arena_new()};
    pleach_status status = PLEACH_OK;
    if (p.arena == NULL || !take_place_arrays(&p))
        status = pl_fail_memory(error);
    else if (rules->by_count)
        status = place_by_count(&p, parent, closing, error);
    else
        place_by_share(&p, parent, closing);
    pl_arena_free(p.arena);
    return status;
}
