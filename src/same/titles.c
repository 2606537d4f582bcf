/* titles.c: finds titles, and which of them are words for one field. */
/* SPDX-License-Identifier: MIT */
#include "same/titles.h"

#include <math.h>

#include "base/order.h"
#include "same/constants.h"
#include "same/sets.h"

/* A hierarchy with fewer places is a list of a few things, not a whole. */
enum { LEAST_PLACES = 8 };
/* All pairs of titles are compared. */
enum { MOST_TITLES = PL_MOST_DENSE };

/* -------------------------------------------------------------- titles -- */

/* Per person: how many hierarchies and places they have. */
static void count_belongings(uint32_t *hierarchies, uint32_t *places,
                             const pleach_corpus *c)
{
    for (uint32_t n = 0; n < c->node_count; n++) {
        uint32_t person = pl_person_of(c, n);
        bool top = pl_is_root(c, n) && c->node_twin[n] == PL_NONE;
        hierarchies[person] += top;
        places[person] += pl_entry_of(c, n) == n;
    }
}

/* How many of a unit's places are the top of all that somebody has. */
static uint64_t count_tops(const pl_units *units, uint32_t x,
                           const uint32_t *hierarchies, const uint32_t *places)
{
    const pleach_corpus *c = units->labels->corpus;
    uint64_t found = 0;
    for (uint64_t k = units->first[x]; k < units->first[x + 1]; k++) {
        uint32_t person = pl_person_of(c, units->place[k]);
        found += pl_is_root(c, units->place[k]) && hierarchies[person] == 1 &&
                 places[person] >= LEAST_PLACES;
    }
    return found;
}

/* Lists the titles, unless many of the names on top stand inside, too. */
static void list_titles(pl_titles *titles, const pl_units *units,
                        const uint32_t *hierarchies, const uint32_t *places)
{
    uint32_t on_top = 0, inside = 0;
    for (uint32_t l = 0; l < units->labels->count; l++) {
        uint64_t tops = 0, all = 0;
        for (uint32_t x = units->of_label[l]; x < units->of_label[l + 1]; x++) {
            uint64_t found = count_tops(units, x, hierarchies, places);
            uint64_t count = units->first[x + 1] - units->first[x];
            tops += found;
            all += count;
            if (2 * found >= count)
                titles->unit[titles->count++] = x;
        }
        on_top += tops > 0;
        inside += tops > 0 && tops < all;
    }
    if (titles->count > MOST_TITLES ||
        inside > PL_MOST_INSIDE * (on_top + PL_INSIDE_BY_CHANCE))
        titles->count = 0;
}

bool pl_titles_list(pl_titles *titles, pl_arena *arena, const pl_units *units)
{
    const pleach_corpus *c = units->labels->corpus;
    uint32_t people = pl_person_count(c);
    uint32_t *hierarchies = pl_allocate(people, sizeof *hierarchies);
    uint32_t *places = pl_allocate(people, sizeof *places);
    titles->count = 0;
    titles->unit = PL_ARENA_ARRAY(arena, uint32_t, units->count);
    bool enough = hierarchies && places && titles->unit;
    if (enough) {
        count_belongings(hierarchies, places, c);
        list_titles(titles, units, hierarchies, places);
    }
    pl_release(hierarchies);
    pl_release(places);
    return enough;
}

/* -------------------------------------------------------------- fields -- */

/* Per person the number of their title, or PL_NONE. */
static void number_owners(uint32_t *title_of, const pl_titles *titles,
                          const pl_units *units)
{
    const pleach_corpus *c = units->labels->corpus;
    for (uint32_t p = 0; p < pl_person_count(c); p++)
        title_of[p] = PL_NONE;
    for (uint32_t t = 0; t < titles->count; t++)
        for (uint64_t k = units->first[titles->unit[t]];
             k < units->first[titles->unit[t] + 1]; k++)
            if (pl_is_root(c, units->place[k]))
                title_of[pl_person_of(c, units->place[k])] = t;
}

typedef PL_LIST(uint64_t) numbers;

/* Each title with each meaning below it, ascending, some of them twice. */
static void list_below(numbers *found, const uint32_t *title_of,
                       const pl_units *units, const uint32_t *meaning)
{
    const pleach_corpus *c = units->labels->corpus;
    for (uint32_t x = 0; x < units->count; x++)
        for (uint64_t k = units->first[x]; k < units->first[x + 1]; k++) {
            uint32_t place = units->place[k];
            uint64_t title = title_of[pl_person_of(c, place)];
            if (title != PL_NONE && pl_place_above(c, place) != PL_NONE)
                pl_list_add(found, title << 32 | meaning[x]);
        }
    if (found->count > 1)
        pl_sort_uint64(found->items, found->count);
}

/* Keeps each once, and counts per meaning how many titles have it. */
static void keep_once(pl_sets *below, uint32_t *holders, const numbers *found)
{
    uint32_t used = 0;
    for (size_t k = 0; k < found->count; k++) {
        if (k > 0 && found->items[k - 1] == found->items[k])
            continue;
        below->item[used] = (uint32_t)found->items[k];
        holders[below->item[used++]]++;
        below->first[(found->items[k] >> 32) + 1] = used;
    }
}

/* What few titles have says most. */
static void weigh_below(pl_sets *below, uint32_t titles,
                        const uint32_t *holders)
{
    for (uint32_t t = 0; t < titles; t++) {
        double squares = 0;
        if (below->first[t + 1] < below->first[t])
            below->first[t + 1] = below->first[t]; /* nothing is below it */
        for (uint64_t k = below->first[t]; k < below->first[t + 1]; k++) {
            double rarity = pl_rarity(titles, holders[below->item[k]]);
            below->weight[k] = (float)rarity;
            squares += rarity * rarity;
        }
        below->size[t] = sqrt(squares);
    }
}

/* All that stands below each title. False: no memory. */
static bool gather_below(pl_sets *below, pl_arena *arena,
                         const pl_titles *titles, const pl_units *units,
                         const uint32_t *meaning)
{
    numbers found = {.arena = arena};
    uint32_t people = pl_person_count(units->labels->corpus);
    uint32_t *title_of = PL_ARENA_ARRAY(arena, uint32_t, people);
    uint32_t *holders = PL_ARENA_ARRAY(arena, uint32_t, units->count);
    below->first = PL_ARENA_ARRAY(arena, uint64_t, titles->count + 1);
    below->size = PL_ARENA_ARRAY(arena, double, titles->count);
    if (pl_arena_failed(arena))
        return false;
    number_owners(title_of, titles, units);
    list_below(&found, title_of, units, meaning);
    below->item = PL_ARENA_ARRAY(arena, uint32_t, found.count);
    below->weight = PL_ARENA_ARRAY(arena, float, found.count);
    if (pl_arena_failed(arena))
        return false;
    keep_once(below, holders, &found);
    weigh_below(below, titles->count, holders);
    return true;
}

/* A few homonyms may be chance, so they never say that two titles are of one
 * field, nor that they are not. */
static double compare_below(const pl_sets *below, uint32_t a, uint32_t b)
{
    double cosine = pl_sets_cosine(below, a, b);
    uint32_t common =
        pl_count_common(below->first, below->item, a, b, PL_HOMONYMS + 1);
    return common > PL_HOMONYMS ? cosine : fmin(cosine, PL_ONE_FIELD);
}

bool pl_titles_link(pl_link_list *links, const pl_titles *titles,
                    const pl_units *units, const uint32_t *meaning)
{
    PL_SCRATCH(scratch);
    pl_sets below;
    uint32_t n = titles->count;
    uint32_t *field = PL_ARENA_ARRAY(scratch, uint32_t, n);
    double *alike = PL_ARENA_ARRAY(scratch, double, (size_t)n *n);
    if (pl_arena_failed(scratch) ||
        !gather_below(&below, scratch, titles, units, meaning))
        return false;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            alike[i * n + j] = alike[j * n + i] = compare_below(&below, i, j);
    pl_dense_linkage(field, alike, n, PL_ONE_FIELD);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            if (field[i] == field[j] &&
                !pl_list_push(links,
                              ((pl_link){titles->unit[i], titles->unit[j], 0})))
                return false;
    return true;
}
