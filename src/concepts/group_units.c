/* group_units.c: links units by names and surroundings, and clusters them. */
/* SPDX-License-Identifier: MIT */
#include "concepts/group_units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "concepts/linkage.h"
#include "concepts/surroundings.h"
#include "concepts/titles.h"

/* Each round sees what stands around units in terms of the one before; more
 * rounds change little. Titles need to know which of their parts are one. */
enum { ROUNDS = 3 };
/* Of a label with more units, those below one parent are compared. */
enum { MANY_UNITS = 64 };

/* --------------------------------------------------------------- linking -- */

/* One round: the links between units. */
typedef struct pass {
    const pl_units *units;
    const pl_label_view *view;
    const pl_surroundings *around;
    const pl_piece_weights *weights;
    const pl_watch *watch; /* NULL but in the last round */
    uint32_t *main;        /* per unit: the parent that most nodes have */
    pl_link_list links;
} pass;

/* Tells whoever wants to know, pair by pair. */
static void tell_link(const pass *r, uint32_t a, uint32_t b,
                      const double piece[PL_PIECES])
{
    if (r->watch != NULL)
        r->watch->tell(r->watch->context, r->units, a, b, piece);
}

/* Measures two units of different labels. Square roots, since a few common
 * ones already say much. */
static void measure_around(double piece[PL_PIECES], const pl_likeness *alike)
{
    piece[PL_PIECE_PARENTS] = alike->parents;
    piece[PL_PIECE_ANCESTORS] = alike->ancestors;
    piece[PL_PIECE_SIBLINGS] = sqrt(alike->siblings);
    piece[PL_PIECE_CHILDREN] = sqrt(alike->children);
    piece[PL_PIECE_ONE_ABOVE] = alike->one_above;
    piece[PL_PIECE_APART] = alike->apart;
}

static void measure_same_label(double piece[PL_PIECES],
                               const pl_likeness *alike)
{
    piece[PL_PIECE_START] = 1;
    piece[PL_PIECE_SAME_NAME] = 1;
    piece[PL_PIECE_SAME_PARENTS] = alike->parents;
    piece[PL_PIECE_SAME_SIBLINGS] = sqrt(alike->siblings);
    piece[PL_PIECE_SAME_CHILDREN] = sqrt(alike->children);
}

static bool push_link(pass *r, uint32_t a, uint32_t b, double odds,
                      const double piece[PL_PIECES], int from)
{
    for (int k = from; k < PL_PIECES; k++)
        odds += r->weights->of[k] * piece[k];
    pl_link link = {a < b ? a : b, a < b ? b : a, odds};
    return pl_list_push(&r->links, link);
}

/* What the names say was measured once, and is only measured again for who
 * wants to see it. */
static bool link_units(pass *r, const pl_label_pair *pair, uint32_t a,
                       uint32_t b)
{
    double piece[PL_PIECES] = {0};
    pl_likeness alike = pl_surroundings_compare(r->around, a, b);
    if (r->watch != NULL) {
        pl_label_pair_measure(r->view, pair->a, pair->b, piece);
        piece[PL_PIECE_CHOSEN] = pair->chosen;
    }
    measure_around(piece, &alike);
    tell_link(r, a, b, piece);
    return push_link(r, a, b, pair->odds, piece, PL_PIECE_CHOSEN + 1);
}

static bool link_label_pair(pass *r, const pl_label_pair *pair)
{
    const uint32_t *of = r->units->of_label;
    uint32_t from = of[pair->b], to = of[pair->b + 1];
    bool many =
        of[pair->a + 1] - of[pair->a] > MANY_UNITS || to - from > MANY_UNITS;
    for (uint32_t a = of[pair->a]; a < of[pair->a + 1]; a++)
        for (uint32_t b = from; b < to; b++)
            if ((!many || r->main[a] == r->main[b]) &&
                !link_units(r, pair, a, b))
                return false;
    return true;
}

static bool link_one_label(pass *r, uint32_t label)
{
    uint32_t from = r->units->of_label[label];
    uint32_t to = r->units->of_label[label + 1];
    for (uint32_t a = from; a < to; a++)
        for (uint32_t b = a + 1; b < to; b++) {
            double piece[PL_PIECES] = {0};
            if (to - from > MANY_UNITS && r->main[a] != r->main[b])
                continue;
            pl_likeness alike = pl_surroundings_compare(r->around, a, b);
            measure_same_label(piece, &alike);
            tell_link(r, a, b, piece);
            if (!push_link(r, a, b, 0, piece, PL_PIECE_START))
                return false;
        }
    return true;
}

/* Titles bring the share of main parts as their odds. */
static bool link_titles(pass *r, const pl_titles *titles)
{
    size_t before = r->links.count;
    if (!pl_titles_link(&r->links, titles, r->around))
        return false;
    for (size_t k = before; k < r->links.count; k++) {
        pl_link *link = &r->links.items[k];
        double piece[PL_PIECES] = {
            [PL_PIECE_TITLES] = 1, [PL_PIECE_MAIN_PARTS] = sqrt(link->odds)};
        tell_link(r, link->a, link->b, piece);
        link->odds =
            r->weights->of[PL_PIECE_TITLES] +
            r->weights->of[PL_PIECE_MAIN_PARTS] * piece[PL_PIECE_MAIN_PARTS];
    }
    return true;
}

static int compare_links(const void *left, const void *right)
{
    const pl_link *a = left, *b = right;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->b != b->b)
        return a->b < b->b ? -1 : 1;
    return (a->odds < b->odds) - (a->odds > b->odds);
}

/* Titles may be linked by their names as well: the likelier link counts. */
static void settle_links(pl_link_list *links)
{
    size_t kept = 0;
    if (links->count > 1)
        qsort(links->items, links->count, sizeof *links->items, compare_links);
    for (size_t k = 0; k < links->count; k++)
        if (kept == 0 || links->items[kept - 1].a != links->items[k].a ||
            links->items[kept - 1].b != links->items[k].b)
            links->items[kept++] = links->items[k];
    links->count = kept;
}

static void find_main_parents(uint32_t *main, const pl_sets *parents,
                              uint32_t units)
{
    for (uint32_t x = 0; x < units; x++) {
        float most = 0;
        main[x] = PL_NONE;
        for (uint64_t k = parents->first[x]; k < parents->first[x + 1]; k++)
            if (parents->weight[k] > most) {
                most = parents->weight[k];
                main[x] = parents->item[k];
            }
    }
}

/* Links all units that may mean the same. */
static bool link_all(pass *r, const pl_label_pairs *pairs,
                     const pl_titles *titles)
{
    const pl_units *u = r->units;
    bool enough = true;
    find_main_parents(r->main, &r->around->parents, u->count);
    for (size_t k = 0; enough && k < pairs->count; k++)
        enough = link_label_pair(r, &pairs->items[k]);
    for (uint32_t x = 0; enough && x < u->labels->count; x++)
        enough = link_one_label(r, x);
    if (enough && titles != NULL)
        enough = link_titles(r, titles);
    if (enough)
        settle_links(&r->links);
    return enough;
}

/* ------------------------------------------------------------- grouping -- */

/* What stands around matters only to units that are compared. */
static void mark_compared(uint8_t *wanted, const pl_units *u,
                          const pl_label_pairs *pairs, const pl_titles *titles)
{
    for (size_t k = 0; k < pairs->count; k++) {
        uint32_t labels[] = {pairs->items[k].a, pairs->items[k].b};
        for (int side = 0; side < 2; side++)
            memset(wanted + u->of_label[labels[side]], 1,
                   u->of_label[labels[side] + 1] - u->of_label[labels[side]]);
    }
    for (uint32_t x = 0; x < u->labels->count; x++)
        if (u->of_label[x + 1] - u->of_label[x] > 1)
            memset(wanted + u->of_label[x], 1,
                   u->of_label[x + 1] - u->of_label[x]);
    for (uint32_t k = 0; k < titles->count; k++)
        wanted[titles->unit[k]] = 1;
}

static bool cluster_once(uint32_t *group, pass *r, pl_arena *arena,
                         const uint8_t *wanted, const pl_label_pairs *pairs,
                         const pl_titles *titles)
{
    pl_surroundings around;
    r->around = &around;
    r->main = PL_ARENA_ARRAY(arena, uint32_t, r->units->count);
    bool enough =
        r->main != NULL &&
        pl_surroundings_make(&around, arena, r->units, group, wanted) &&
        link_all(r, pairs, titles) &&
        pl_average_linkage(group, r->units, &r->links, NULL);
    pl_list_free(&r->links);
    r->links = (pl_link_list){NULL, 0, 0};
    return enough;
}

bool pl_group_units(uint32_t *group, const pl_units *u,
                    const pl_label_view *view, const pl_label_pairs *pairs,
                    const pl_scope *scope)
{
    pl_titles titles = {NULL, 0};
    uint8_t *wanted = PL_ARENA_ARRAY(scope->arena, uint8_t, u->count);
    bool enough = wanted != NULL && pl_titles_list(&titles, scope->arena, u);
    if (enough)
        mark_compared(wanted, u, pairs, &titles);
    for (uint32_t x = 0; x < u->count; x++)
        group[x] = u->of_label[u->label[x]];
    for (int k = 0; enough && k < ROUNDS; k++) {
        pl_arena *arena = pl_arena_new();
        pass r = {.units = u,
                  .view = view,
                  .weights = view->weights,
                  .watch = k == ROUNDS - 1 ? scope->watch : NULL};
        enough = arena != NULL && cluster_once(group, &r, arena, wanted, pairs,
                                               k == 0 ? NULL : &titles);
        pl_arena_free(arena);
    }
    return enough;
}
