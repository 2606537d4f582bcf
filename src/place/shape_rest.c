/* shape_rest.c: siblings that have nothing in common go into a last group, or
 * into several by the alphabet; the thinnest beyond that become entries. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "place/shape_grouping.h"

/* What the rest is called; and what all is, where nothing stands beside it. */
static const char *name_of_rest(const char *language, bool all)
{
    static const char *const names[][3] = {
        {"german", "Weitere", "Alles"}, {"french", "Autres", "Tout"},
        {"spanish", "Otros", "Todo"},   {"italian", "Altri", "Tutto"},
        {"dutch", "Overige", "Alles"},  {"portuguese", "Outros", "Tudo"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k][0], language) == 0)
            return names[k][all ? 2 : 1];
    return all ? "All" : "Other";
}

/* Whether a child and all below it could become entries: nothing is fixed, or
 * was put there just now. */
static bool may_dissolve(const pl_grouping *g, uint32_t child)
{
    const pl_shaping *s = g->s;
    uint32_t n = g->child[child];
    bool may = g->placed[child] == 0 && !pl_shape_is_bare(s, n) &&
               s->children[n] == s->tour.first[n + 1] - s->tour.first[n];
    for (uint32_t k = s->tour.enter[n]; may && k < s->tour.leave[n]; k++)
        may = !pl_shape_is_fixed(s, s->tour.order[k]);
    return may;
}

/* The siblings that may go so many levels deeper, or, of none, that could
 * become entries; the thinnest first. */
static void take_thin(pl_grouping *g, uint32_t levels)
{
    const pl_shaping *s = g->s;
    PL_LIST(uint64_t) order = {.arena = s->scratch};
    g->taken.count = 0;
    for (uint32_t child = 0; child < g->count; child++)
        if (levels == 0 ? may_dissolve(g, child)
                        : pl_may_sink(g, child, levels))
            pl_list_add(&order, pl_shape_thinness(s, g->child[child]) | child);
    if (order.count > 0)
        pl_sort_uint64(order.items, order.count);
    for (size_t k = 0; k < order.count; k++)
        pl_list_add(&g->taken, (uint32_t)order.items[k]);
}

/* A child by its name; qsort has no context. */
typedef struct named_child {
    const char *name;
    uint32_t child;
} named_child;

static int lower_byte(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

/* How many bytes two names begin alike with, but for the case of ASCII. */
static size_t begin_alike(const char *a, const char *b)
{
    size_t same = 0;
    while (a[same] != '\0' && lower_byte(a[same]) == lower_byte(b[same]))
        same++;
    return same;
}

static int order_named(const void *left, const void *right)
{
    const named_child *a = left, *b = right;
    size_t same = begin_alike(a->name, b->name);
    int order = lower_byte(a->name[same]) - lower_byte(b->name[same]);
    return order != 0 ? order : (a->child > b->child) - (a->child < b->child);
}

/* Bytes of a name that tell it from its neighbour: "Ba" of Bats beside Bees. */
static int bytes_telling(const char *name, const char *neighbour)
{
    size_t end = neighbour == NULL ? 0 : begin_alike(name, neighbour);
    end += name[end] != '\0';
    while (((unsigned char)name[end] & 0xC0) == 0x80)
        end++;
    end = (size_t)pl_text_cut(name, end < 60 ? (int)end : 60, 60);
    while (end > 0 && name[end - 1] == ' ')
        end--;
    return (int)end;
}

/* "A-F": where in the alphabet a run of named children stands. */
static const char *name_run(const pl_grouping *g, const named_child *of,
                            size_t first, size_t end, size_t count)
{
    const char *low = of[first].name, *high = of[end - 1].name;
    int from = bytes_telling(low, first == 0 ? NULL : of[first - 1].name);
    int to = bytes_telling(high, end == count ? NULL : of[end].name);
    if (from == to && begin_alike(low, high) >= (size_t)to)
        return pl_arena_text(g->s->arena, low, (size_t)from);
    return pl_arena_print(g->s->arena, "%.*s\xE2\x80\x93%.*s", from, low, to,
                          high);
}

/* So many groups, one after the other in the alphabet, of what is taken. */
static void group_by_alphabet(pl_grouping *g, size_t groups)
{
    size_t count = g->taken.count;
    named_child *of = PL_ARENA_ARRAY(g->s->scratch, named_child, count);
    if (of == NULL)
        return;
    for (size_t k = 0; k < count; k++)
        of[k] = (named_child){g->s->to->name[g->child[g->taken.items[k]]],
                              g->taken.items[k]};
    qsort(of, count, sizeof *of, order_named);
    for (size_t run = 0; run < groups; run++) {
        size_t first = run * count / groups, end = (run + 1) * count / groups;
        g->taken.count = 0;
        for (size_t k = first; k < end; k++)
            pl_list_add(&g->taken, of[k].child);
        if (end - first >= 2 && end - first >= g->s->shape->children.least)
            pl_make_group(g, name_run(g, of, first, end, count), NULL, 0);
    }
}

/* The nearest node above that somebody has, which can have entries. */
static uint32_t find_home(const pl_grouping *g)
{
    uint32_t home = g->above;
    while (home != PL_NONE && pl_shape_is_bare(g->s, home))
        home = g->s->to->parent[home];
    return home;
}

void pl_group_rest(pl_grouping *g)
{
    bool all = g->above == PL_NONE && g->range->most == 1;
    const char *name = name_of_rest(g->s->forest->language, all);
    if (all && !pl_is_group_name_free(g, name))
        name = name_of_rest(g->s->forest->language, false);
    size_t most = g->above == PL_NONE ? 0 : g->s->shape->children.most;
    take_thin(g, 1);
    size_t count = g->taken.count, staying = g->standing - count;
    size_t places = staying < g->range->most ? g->range->most - staying : 0;
    size_t groups = 1 + !pl_is_group_name_free(g, name);
    if (places == 0)
        return;
    groups = groups < places ? groups : places;
    while (most != 0 && groups < places &&
           count - (places - groups) > groups * most)
        groups++;
    size_t need = count - (places - groups), left = 0;
    if (most != 0 && need > groups * most && !pl_has_levels(g, 0, 2) &&
        find_home(g) != PL_NONE)
        left = need - groups * most;
    if (groups == 1 && need < g->s->shape->children.least)
        need = g->s->shape->children.least;
    g->taken.count = (need < count ? need : count) - left;
    memmove(g->taken.items, g->taken.items + left,
            g->taken.count * sizeof *g->taken.items);
    if (groups > 1)
        group_by_alphabet(g, groups);
    else if (g->taken.count >= 2 &&
             g->taken.count >= g->s->shape->children.least)
        pl_make_group(g, name, NULL, 0);
}

void pl_make_entries(pl_grouping *g)
{
    pl_shaping *s = g->s;
    uint32_t home = find_home(g);
    if (home == PL_NONE)
        return;
    take_thin(g, 0);
    for (size_t k = 0; k < g->taken.count && g->standing > g->range->most;
         k++) {
        uint32_t n = g->child[g->taken.items[k]];
        g->placed[g->taken.items[k]] = PL_CHILD_GONE;
        for (uint32_t at = s->tour.enter[n]; at < s->tour.leave[n]; at++) {
            s->to->parent[s->tour.order[at]] = home;
            pl_shape_join(s, s->tour.order[at], home);
        }
        s->children[n] = 0;
        g->standing--;
    }
}
