/* surroundings.c: lists what stands around each unit, and compares it. */
/* SPDX-License-Identifier: MIT */
#include "concepts/surroundings.h"

#include <math.h>

#include "base/order.h"

/* Of deep paths, long lists and wide branches so much is looked at: always the
 * first ones. */
enum { MOST_ABOVE = 8, MOST_BESIDE = 32, MOST_BELOW = 256 };

/* unit << 32 | item, once for each node that has the item. */
typedef PL_LIST(uint64_t) words;

typedef struct walk {
    const pl_units *units;
    const pleach_corpus *corpus;
    const uint32_t *meaning;
} walk;

/* Adds what stands around one place to `list`. */
typedef bool visitor(const walk *w, words *list, uint32_t place);

static bool note(const walk *w, words *list, uint32_t place, uint32_t node)
{
    uint32_t unit = w->units->of_node[place];
    uint64_t item = w->meaning[w->units->of_node[node]];
    return pl_list_push(list, (uint64_t)unit << 32 | item);
}

static bool visit_parent(const walk *w, words *list, uint32_t place)
{
    uint32_t above = pl_place_above(w->corpus, place);
    return above == PL_NONE || note(w, list, place, above);
}

static bool visit_ancestors(const walk *w, words *list, uint32_t place)
{
    uint32_t at = place;
    for (int k = 0; k < MOST_ABOVE; k++) {
        uint32_t above = pl_place_above(w->corpus, at);
        if (above == PL_NONE)
            break;
        if (!note(w, list, place, above))
            return false;
        at = pl_place_of(w->corpus, above);
    }
    return true;
}

/* The leaves of a root, without one of them. */
static bool visit_leaves(const walk *w, words *list, uint32_t place,
                         uint32_t root, uint32_t most)
{
    uint32_t sapling = w->corpus->node_sapling[root];
    uint32_t end = w->corpus->sapling_first[sapling + 1];
    for (uint32_t leaf = root + 1; leaf < end && leaf - root <= most; leaf++)
        if (leaf != place && !note(w, list, place, leaf))
            return false;
    return true;
}

static bool visit_siblings(const walk *w, words *list, uint32_t place)
{
    uint32_t above = pl_place_above(w->corpus, place);
    return above == PL_NONE || visit_leaves(w, list, place, above, MOST_BESIDE);
}

static bool visit_children(const walk *w, words *list, uint32_t place)
{
    uint32_t twin = w->corpus->node_twin[place];
    uint32_t root = pl_is_root(w->corpus, place) ? place : twin;
    return root == PL_NONE || visit_leaves(w, list, place, root, MOST_BELOW);
}

static bool take_set_arrays(pl_sets *sets, pl_arena *arena, uint32_t count,
                            size_t items)
{
    sets->first = PL_ARENA_ARRAY(arena, uint64_t, count + 1u);
    sets->item = PL_ARENA_ARRAY(arena, uint32_t, items);
    sets->weight = PL_ARENA_ARRAY(arena, float, items);
    sets->size = PL_ARENA_ARRAY(arena, double, count);
    return sets->first && sets->item && sets->weight && sets->size;
}

/* Counts equal words, which are neighbours now. */
static void count_words(pl_sets *sets, uint32_t count, const words *list)
{
    uint64_t at = 0;
    size_t k = 0;
    for (uint32_t x = 0; x < count; x++) {
        double squares = 0;
        sets->first[x] = at;
        while (k < list->count && list->items[k] >> 32 == x) {
            size_t from = k;
            while (k < list->count && list->items[k] == list->items[from])
                k++;
            sets->item[at] = (uint32_t)list->items[from];
            sets->weight[at++] = (float)(k - from);
            squares += (double)(k - from) * (double)(k - from);
        }
        sets->size[x] = sqrt(squares);
    }
    sets->first[count] = at;
}

static bool list_surroundings(pl_sets *sets, pl_arena *arena, const walk *w,
                              const uint8_t *wanted, visitor *visit)
{
    const pl_units *u = w->units;
    words list = {NULL, 0, 0};
    bool enough = true;
    for (uint32_t x = 0; enough && x < u->count; x++)
        for (uint64_t k = u->first[x];
             wanted[x] && enough && k < u->first[x + 1]; k++)
            enough = visit(w, &list, u->place[k]);
    if (enough) {
        pl_sort_uint64(list.items, list.count);
        enough = take_set_arrays(sets, arena, u->count, list.count);
    }
    if (enough)
        count_words(sets, u->count, &list);
    pl_list_free(&list);
    return enough;
}

bool pl_surroundings_make(pl_surroundings *around, pl_arena *arena,
                          const pl_units *units, const uint32_t *meaning,
                          const uint8_t *wanted)
{
    walk w = {units, units->labels->corpus, meaning};
    return list_surroundings(&around->parents, arena, &w, wanted,
                             visit_parent) &&
           list_surroundings(&around->ancestors, arena, &w, wanted,
                             visit_ancestors) &&
           list_surroundings(&around->siblings, arena, &w, wanted,
                             visit_siblings) &&
           list_surroundings(&around->children, arena, &w, wanted,
                             visit_children);
}

pl_likeness pl_surroundings_compare(const pl_surroundings *around, uint32_t a,
                                    uint32_t b)
{
    const pl_surroundings *s = around;
    pl_likeness found = {.parents = pl_sets_cosine(&s->parents, a, b),
                         .ancestors = pl_sets_cosine(&s->ancestors, a, b),
                         .siblings = pl_sets_cosine(&s->siblings, a, b),
                         .children = pl_sets_cosine(&s->children, a, b),
                         .one_above = (s->children.size[a] > 0) !=
                                      (s->children.size[b] > 0)};
    found.apart = s->parents.size[a] > 0 && s->parents.size[b] > 0 &&
                  !(found.ancestors > 0) && !(found.siblings > 0);
    return found;
}
