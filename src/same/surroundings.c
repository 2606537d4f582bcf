/* surroundings.c: lists what stands around each unit, and compares it. */
/* SPDX-License-Identifier: MIT */
#include "same/surroundings.h"

#include <math.h>
#include <string.h>

#include "base/order.h"
#include "base/threads.h"

/* Of deep paths, long lists and wide branches so much is looked at: always the
 * first ones. */
enum { MOST_ABOVE = 8, MOST_BESIDE = 32, MOST_BELOW = 256 };

/* One kind of surroundings, unit by unit. */
typedef struct walk {
    const pl_units *units;
    const pleach_corpus *corpus;
    const uint32_t *meaning; /* per node */
    uint32_t *times;         /* per item: how many nodes of the unit have it */
    PL_LIST(uint32_t) items; /* of all units so far */
    PL_LIST(float) weights;
} walk;

/* Notes what stands around one place. */
typedef bool visitor(walk *w, uint32_t place);

static bool note(walk *w, uint32_t node)
{
    uint32_t item = w->meaning[node];
    return w->times[item]++ > 0 || pl_list_push(&w->items, item);
}

static bool visit_parent(walk *w, uint32_t place)
{
    uint32_t above = pl_place_above(w->corpus, place);
    return above == PL_NONE || note(w, above);
}

static bool visit_ancestors(walk *w, uint32_t place)
{
    uint32_t at = place;
    for (int k = 0; k < MOST_ABOVE; k++) {
        uint32_t above = pl_place_above(w->corpus, at);
        if (above == PL_NONE)
            break;
        if (!note(w, above))
            return false;
        at = pl_entry_of(w->corpus, above);
    }
    return true;
}

/* The leaves of a root, without one of them. */
static bool visit_leaves(walk *w, uint32_t place, uint32_t root, uint32_t most)
{
    uint32_t sapling = w->corpus->node_sapling[root];
    uint32_t end = w->corpus->sapling_first[sapling + 1];
    for (uint32_t leaf = root + 1; leaf < end && leaf - root <= most; leaf++)
        if (leaf != place && !note(w, leaf))
            return false;
    return true;
}

static bool visit_siblings(walk *w, uint32_t place)
{
    uint32_t above = pl_place_above(w->corpus, place);
    return above == PL_NONE || visit_leaves(w, place, above, MOST_BESIDE);
}

static bool visit_children(walk *w, uint32_t place)
{
    uint32_t twin = w->corpus->node_twin[place];
    uint32_t root = pl_is_root(w->corpus, place) ? place : twin;
    return root == PL_NONE || visit_leaves(w, place, root, MOST_BELOW);
}

/* Weighs the items of a unit, from `from` on, and forgets them. */
static bool close_unit(walk *w, size_t from, double *length)
{
    double squares = 0;
    pl_sort_uint32(w->items.items + from, w->items.count - from);
    for (size_t k = from; k < w->items.count; k++) {
        uint32_t *times = &w->times[w->items.items[k]];
        squares += (double)*times * (double)*times;
        if (!pl_list_push(&w->weights, (float)*times))
            return false;
        *times = 0;
    }
    *length = sqrt(squares);
    return true;
}

static bool visit_units(pl_sets *sets, walk *w, const uint8_t *wanted,
                        visitor *visit)
{
    const pl_units *u = w->units;
    for (uint32_t x = 0; x < u->count; x++) {
        size_t from = sets->first[x] = w->items.count;
        for (uint64_t k = u->first[x]; wanted[x] && k < u->first[x + 1]; k++)
            if (!visit(w, u->place[k]))
                return false;
        if (w->items.count > from && !close_unit(w, from, &sets->size[x]))
            return false;
    }
    sets->first[u->count] = w->items.count;
    return true;
}

/* The lists have grown to more room than is needed. */
static bool keep_items(pl_sets *sets, pl_arena *arena, const walk *w)
{
    size_t count = w->items.count;
    sets->item = PL_ARENA_ARRAY(arena, uint32_t, count);
    sets->weight = PL_ARENA_ARRAY(arena, float, count);
    if (!sets->item || !sets->weight)
        return false;
    if (count > 0) {
        memcpy(sets->item, w->items.items, count * sizeof *sets->item);
        memcpy(sets->weight, w->weights.items, count * sizeof *sets->weight);
    }
    return true;
}

/* One kind of surroundings is one piece of work. */
typedef struct kind_job {
    pl_sets *sets;
    visitor *visit;
    walk walk;
    bool enough;
} kind_job;

enum { KINDS = 4 };

typedef struct kinds_job {
    kind_job kinds[KINDS];
    const uint8_t *wanted;
} kinds_job;

static void list_kind(void *context, uint32_t kind, uint32_t thread)
{
    kinds_job *job = context;
    kind_job *k = &job->kinds[kind];
    (void)thread;
    k->walk.times = pl_allocate(k->walk.units->count, sizeof *k->walk.times);
    k->enough = k->walk.times != NULL &&
                visit_units(k->sets, &k->walk, job->wanted, k->visit);
    pl_release(k->walk.times);
}

/* In terms of nodes, which is what the walks meet. */
static uint32_t *spread_meaning(const pl_units *units, const uint32_t *meaning)
{
    uint32_t nodes = units->labels->corpus->node_count;
    uint32_t *of_node = pl_allocate(nodes, sizeof *of_node);
    for (uint32_t n = 0; of_node != NULL && n < nodes; n++)
        of_node[n] = meaning[units->of_node[n]];
    return of_node;
}

/* The kinds that take longest come first, so that no thread begins one last. */
bool pl_surroundings_make(pl_surroundings *around, pl_arena *arena,
                          const pl_units *units, const uint32_t *meaning,
                          const uint8_t *wanted, uint32_t threads)
{
    kinds_job job = {
        .kinds = {{.sets = &around->siblings, .visit = visit_siblings},
                  {.sets = &around->ancestors, .visit = visit_ancestors},
                  {.sets = &around->children, .visit = visit_children},
                  {.sets = &around->parents, .visit = visit_parent}},
        .wanted = wanted};
    uint32_t *of_node = spread_meaning(units, meaning);
    for (int k = 0; k < KINDS; k++) {
        pl_sets *sets = job.kinds[k].sets;
        sets->first = PL_ARENA_ARRAY(arena, uint64_t, units->count + 1u);
        sets->size = PL_ARENA_ARRAY(arena, double, units->count);
        job.kinds[k].walk = (walk){.units = units,
                                   .corpus = units->labels->corpus,
                                   .meaning = of_node};
    }
    bool enough = of_node != NULL && !pl_arena_failed(arena);
    if (enough)
        pl_parallel_long(
            KINDS,
            pl_thread_count_for(threads, units->labels->corpus->node_count),
            list_kind, &job);
    for (int k = 0; k < KINDS; k++) {
        walk *w = &job.kinds[k].walk;
        enough = enough && job.kinds[k].enough &&
                 keep_items(job.kinds[k].sets, arena, w);
        pl_list_free(&w->items);
        pl_list_free(&w->weights);
    }
    pl_release(of_node);
    return enough;
}

static bool both_have(const pl_sets *sets, uint32_t a, uint32_t b)
{
    return sets->size[a] > 0 && sets->size[b] > 0;
}

pl_likeness pl_surroundings_at_most(const pl_surroundings *around, uint32_t a,
                                    uint32_t b)
{
    const pl_surroundings *s = around;
    bool below = both_have(&s->parents, a, b);
    return (pl_likeness){.parents = pl_sets_cosine(&s->parents, a, b),
                         .ancestors = below,
                         .siblings = both_have(&s->siblings, a, b),
                         .children = pl_sets_cosine(&s->children, a, b),
                         .one_above = (s->children.size[a] > 0) !=
                                      (s->children.size[b] > 0),
                         .apart = below};
}

void pl_surroundings_finish(pl_likeness *most, const pl_surroundings *around,
                            uint32_t a, uint32_t b)
{
    most->ancestors = pl_sets_cosine(&around->ancestors, a, b);
    most->siblings = pl_sets_cosine(&around->siblings, a, b);
    most->apart =
        most->apart && !(most->ancestors > 0) && !(most->siblings > 0);
}
