/* titles.c: finds titles, and whether they are words for one field. */
/* SPDX-License-Identifier: MIT */
#include "same/titles.h"

#include <math.h>

/* A hierarchy with fewer places is a list of a few things, not a whole. */
enum { LEAST_PLACES = 8 };
/* All pairs of titles are compared. */
enum { MOST_TITLES = 400 };
/* Of the main parts of two titles so many are the same, on average, where
 * people speak of one field. */
static const double ONE_FIELD = 0.035;

/* Per person: how many hierarchies and places they have. */
static void count_belongings(uint32_t *hierarchies, uint32_t *places,
                             const pleach_corpus *c)
{
    for (uint32_t n = 0; n < c->node_count; n++) {
        uint32_t person = pl_person_of(c, n);
        bool top = pl_is_root(c, n) && c->node_twin[n] == PL_NONE;
        hierarchies[person] += top;
        places[person] += pl_place_of(c, n) == n;
    }
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
    if (enough)
        count_belongings(hierarchies, places, c);
    for (uint32_t x = 0; enough && x < units->count; x++) {
        uint64_t from = units->first[x], to = units->first[x + 1], found = 0;
        for (uint64_t k = from; k < to; k++) {
            uint32_t person = pl_person_of(c, units->place[k]);
            found += pl_is_root(c, units->place[k]) &&
                     hierarchies[person] == 1 && places[person] >= LEAST_PLACES;
        }
        if (2 * found >= to - from)
            titles->unit[titles->count++] = x;
    }
    pl_release(hierarchies);
    pl_release(places);
    return enough;
}

/* Of the main parts of the title with fewer of them, the share that the other
 * has, too. */
static double share_parts(const pl_sets *parts, uint32_t a, uint32_t b)
{
    uint64_t left = parts->first[a + 1] - parts->first[a];
    uint64_t right = parts->first[b + 1] - parts->first[b];
    uint64_t fewer = left < right ? left : right;
    return fewer == 0 ? 0 : pl_sets_common(parts, a, b) / (double)fewer;
}

bool pl_titles_link(pl_link_list *links, const pl_titles *titles,
                    const pl_surroundings *around)
{
    size_t before = links->count;
    double sum = 0;
    for (uint32_t i = 0; titles->count <= MOST_TITLES && i < titles->count; i++)
        for (uint32_t j = i + 1; j < titles->count; j++) {
            uint32_t a = titles->unit[i], b = titles->unit[j];
            double share = share_parts(&around->children, a, b);
            sum += share;
            if (!pl_list_push(links, ((pl_link){a, b, share})))
                return false;
        }
    if (sum < ONE_FIELD * (double)(links->count - before))
        links->count = before;
    return true;
}
