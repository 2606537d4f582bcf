/* group_units.c: links units by names and surroundings, and clusters them. */
/* SPDX-License-Identifier: MIT */
#include "same/group_units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/threads.h"
#include "base/union_find.h"
#include "same/answered.h"
#include "same/linkage.h"
#include "same/surroundings.h"
#include "same/titles.h"

/* Each round sees what stands around units in terms of the one before; more
 * rounds change little. Titles need to know which of their parts are one. */
enum { ROUNDS = 3 };
/* Of a label with more units, those below one parent are compared. */
enum { MANY_UNITS = 64 };

/* --------------------------------------------------------------- linking -- */

/* One round: the links between units. Only units in one FIELD can become one
 * group: those that links above 0 lead to from one another. So links that
 * cannot be above 0 come late, and count only inside a field. */
typedef struct pass {
    const pl_units *units;
    const pl_label_view *view;
    pl_surroundings around;
    const pl_feature_weights *weights;
    const pl_watch *watch; /* NULL but in the last round */
    const pl_answered *answered;
    uint64_t *by_parent; /* units of each label, by the parent that most of
                          * their nodes have: parent << 32 | unit */
    uint32_t *field;     /* union-find over units */
    bool late;
    uint32_t threads;
    pl_link_list links;
} pass;

/* Tells whoever wants to know, pair by pair. */
static void tell_link(const pass *r, uint32_t a, uint32_t b,
                      const double feature[PL_FEATURES])
{
    if (r->watch != NULL)
        r->watch->tell(r->watch->context, r->units, a, b, feature);
}

/* Measures what stands around two units, of one label or of two. Square roots,
 * since a few common ones already say much. */
static void measure_around(double feature[PL_FEATURES],
                           const pl_likeness *alike, bool one_label)
{
    bool other = !one_label;
    double siblings = sqrt(alike->siblings), children = sqrt(alike->children);
    feature[PL_FEATURE_PARENTS] = other * alike->parents;
    feature[PL_FEATURE_ANCESTORS] = other * alike->ancestors;
    feature[PL_FEATURE_SIBLINGS] = other * siblings;
    feature[PL_FEATURE_CHILDREN] = other * children;
    feature[PL_FEATURE_ONE_ABOVE] = other && alike->one_above;
    feature[PL_FEATURE_APART] = other && alike->apart;
    feature[PL_FEATURE_SAME_NAME] = one_label;
    feature[PL_FEATURE_SAME_PARENTS] = one_label * alike->parents;
    feature[PL_FEATURE_SAME_SIBLINGS] = one_label * siblings;
    feature[PL_FEATURE_SAME_CHILDREN] = one_label * children;
}

static void share_field(pass *r, const pl_link *link)
{
    if (!(link->odds > 0))
        return;
    uint32_t x = pl_union_find(r->field, link->a);
    uint32_t y = pl_union_find(r->field, link->b);
    r->field[x < y ? y : x] = x < y ? x : y;
}

/* Late links cannot be above 0: fields stay as they are from here on, and each
 * unit knows its own. */
static void settle_fields(pass *r)
{
    r->late = true;
    for (uint32_t x = 0; x < r->units->count; x++)
        r->field[x] = pl_union_find(r->field, x);
}

/* What only vectors say of two units that both have something below them is
 * not believed where nothing around them agrees: a wrong join takes all of that
 * along. */
static double doubt_vectors(const pass *r, const pl_label_pair *pair,
                            uint32_t a, uint32_t b, const pl_likeness *alike)
{
    const double *size = r->around.children.size;
    return pair != NULL && size[a] > 0 && size[b] > 0 &&
                   !(alike->parents > 0 || alike->siblings > 0 ||
                     alike->children > 0)
               ? pair->lonely
               : 0;
}

/* The odds by names and by what stands around. */
static double weigh_around(const pass *r, const pl_label_pair *pair,
                           const double feature[PL_FEATURES])
{
    const double *weight = r->weights->of;
    double odds = pair == NULL ? weight[PL_FEATURE_START] : pair->odds;
    for (int k = PL_FEATURE_VECTORS + 1; k < PL_FEATURE_TITLES; k++)
        odds += weight[k] * feature[k];
    return odds;
}

/* Whether a link could be above 0: what is open speaks for it, or not. `said`
 * is what answers add. */
static bool is_hopeful(const pass *r, const pl_label_pair *pair,
                       const pl_likeness *most, double said)
{
    static const double ROUNDING = 1e-9;
    static const pl_feature open[] = {PL_FEATURE_ANCESTORS, PL_FEATURE_SIBLINGS,
                                      PL_FEATURE_SAME_SIBLINGS,
                                      PL_FEATURE_APART};
    double feature[PL_FEATURES];
    measure_around(feature, most, pair == NULL);
    for (size_t k = 0; k < sizeof open / sizeof *open; k++)
        if (r->weights->of[open[k]] < 0)
            feature[open[k]] = 0;
    return weigh_around(r, pair, feature) + said > -ROUNDING;
}

/* What names say was measured once, and is only measured again for who wants
 * to see it. */
static void tell_names(const pass *r, const pl_label_pair *pair, uint32_t a,
                       uint32_t b, const double around[PL_FEATURES])
{
    double feature[PL_FEATURES] = {[PL_FEATURE_START] = 1};
    if (r->watch == NULL)
        return;
    if (pair != NULL)
        pl_label_pair_measure(r->view, pair->a, pair->b, feature);
    for (int k = PL_FEATURE_VECTORS + 1; k < PL_FEATURE_TITLES; k++)
        feature[k] = around[k];
    tell_link(r, a, b, feature);
}

/* Links units of two labels, or of one if `pair` is NULL, once at most: those
 * without hope late, and only inside a field. */
static bool link_units(pl_link_list *to, const pass *r,
                       const pl_label_pair *pair, uint32_t a, uint32_t b)
{
    double feature[PL_FEATURES];
    if (r->late && r->field[a] != r->field[b])
        return true;
    pl_likeness alike = pl_surroundings_at_most(&r->around, a, b);
    double said = pl_answered_odds(r->answered, a, b);
    bool early = r->watch != NULL || is_hopeful(r, pair, &alike, said);
    if (early == r->late ||
        (pair != NULL && pl_units_together(r->units, a, b) > pair->most))
        return true;
    pl_surroundings_finish(&alike, &r->around, a, b);
    measure_around(feature, &alike, pair == NULL);
    tell_names(r, pair, a, b, feature);
    pl_link link = {a < b ? a : b, a < b ? b : a,
                    weigh_around(r, pair, feature) + said -
                        doubt_vectors(r, pair, a, b, &alike)};
    return pl_list_push(to, link);
}

/* Links a unit with those of [from, to), or, where there are many, with those
 * below the same parent, which stand together; *from moves up to them. */
static bool link_with(pl_link_list *list, const pass *r,
                      const pl_label_pair *pair, uint64_t unit, uint32_t *from,
                      uint32_t to, bool many)
{
    const uint64_t *units = r->by_parent;
    while (many && *from < to && units[*from] >> 32 < unit >> 32)
        ++*from;
    for (uint32_t k = *from; k < to; k++) {
        if (many && units[k] >> 32 != unit >> 32)
            break;
        if (!link_units(list, r, pair, (uint32_t)unit, (uint32_t)units[k]))
            return false;
    }
    return true;
}

static bool link_label_pair(pl_link_list *list, const pass *r,
                            const pl_label_pair *pair)
{
    const uint32_t *of = r->units->of_label;
    uint32_t from = of[pair->b], to = of[pair->b + 1];
    bool many =
        of[pair->a + 1] - of[pair->a] > MANY_UNITS || to - from > MANY_UNITS;
    for (uint32_t k = of[pair->a]; k < of[pair->a + 1]; k++)
        if (!link_with(list, r, pair, r->by_parent[k], &from, to, many))
            return false;
    return true;
}

static bool link_one_label(pl_link_list *list, const pass *r, uint32_t label)
{
    uint32_t from = r->units->of_label[label];
    uint32_t to = r->units->of_label[label + 1];
    bool many = to - from > MANY_UNITS;
    for (uint32_t k = from; k < to; k++) {
        uint32_t next = k + 1;
        if (!link_with(list, r, NULL, r->by_parent[k], &next, to, many))
            return false;
    }
    return true;
}

static bool link_titles(pass *r, const pl_titles *titles,
                        const uint32_t *meaning)
{
    size_t before = r->links.count;
    double feature[PL_FEATURES] = {[PL_FEATURE_TITLES] = 1};
    if (!pl_titles_link(&r->links, titles, r->units, meaning))
        return false;
    for (size_t k = before; k < r->links.count; k++) {
        pl_link *link = &r->links.items[k];
        tell_link(r, link->a, link->b, feature);
        link->odds = r->weights->of[PL_FEATURE_TITLES];
        share_field(r, link);
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

/* Keeps links inside fields. Titles may be linked by their names as well: the
 * likelier link counts. */
static void settle_links(pass *r)
{
    pl_link *items = r->links.items;
    size_t inside = 0, kept = 0;
    for (size_t k = 0; k < r->links.count; k++)
        if (pl_union_find(r->field, items[k].a) ==
            pl_union_find(r->field, items[k].b))
            items[inside++] = items[k];
    if (inside > 1)
        qsort(items, inside, sizeof *items, compare_links);
    for (size_t k = 0; k < inside; k++)
        if (kept == 0 || items[kept - 1].a != items[k].a ||
            items[kept - 1].b != items[k].b)
            items[kept++] = items[k];
    r->links.count = kept;
}

/* The parent that most nodes of a unit have, or PL_NONE. */
static uint32_t main_parent(const pl_sets *parents, uint32_t unit)
{
    float most = 0;
    uint32_t main = PL_NONE;
    for (uint64_t k = parents->first[unit]; k < parents->first[unit + 1]; k++)
        if (parents->weight[k] > most) {
            most = parents->weight[k];
            main = parents->item[k];
        }
    return main;
}

/* Each unit is a field of its own. */
static void start_pass(pass *r)
{
    const pl_units *u = r->units;
    for (uint32_t x = 0; x < u->count; x++) {
        uint64_t parent = main_parent(&r->around.parents, x);
        r->field[x] = x;
        r->by_parent[x] = parent << 32 | x;
    }
    for (uint32_t x = 0; x < u->labels->count; x++)
        pl_sort_uint64(r->by_parent + u->of_label[x],
                       u->of_label[x + 1] - u->of_label[x]);
}

/* So many pairs of labels, or labels, are one piece of work. */
enum { PIECE = 64 };

typedef struct linking {
    const pass *r;
    const pl_label_pairs *pairs;
    pl_link_list *found; /* per piece */
    uint8_t *failed;
} linking;

/* Labels come after all pairs. */
static void link_some(void *context, uint32_t piece, uint32_t thread)
{
    const linking *job = context;
    size_t pairs = job->pairs->count, from = (size_t)piece * PIECE;
    size_t all = pairs + job->r->units->labels->count;
    pl_link_list *to = &job->found[piece];
    bool enough = true;
    (void)thread;
    for (size_t k = from; enough && k < from + PIECE && k < all; k++)
        enough = k < pairs ? link_label_pair(to, job->r, &job->pairs->items[k])
                           : link_one_label(to, job->r, (uint32_t)(k - pairs));
    job->failed[piece] = !enough;
}

/* In the order of the pieces, whoever did them. Who watches is told pair by
 * pair, on one thread. */
static bool link_names(pass *r, const pl_label_pairs *pairs)
{
    size_t all = pairs->count + r->units->labels->count;
    uint32_t pieces = (uint32_t)((all + PIECE - 1) / PIECE);
    PL_SCRATCH(scratch);
    linking job = {r, pairs, PL_ARENA_ARRAY(scratch, pl_link_list, pieces),
                   PL_ARENA_ARRAY(scratch, uint8_t, pieces)};
    bool enough = !pl_arena_failed(scratch);
    pleach_status heard = PLEACH_OK; /* nobody listens who could stop it */
    if (enough)
        heard = pl_parallel(pieces,
                            r->watch != NULL ? 1 : pl_thread_count(r->threads),
                            link_some, &job, "compare", NULL, NULL);
    for (uint32_t k = 0; job.found != NULL && k < pieces; k++) {
        pl_link_list *found = &job.found[k];
        enough = enough && heard == PLEACH_OK && !job.failed[k] &&
                 pl_list_room(&r->links, found->count);
        if (enough)
            pl_list_add_all(&r->links, found->items, found->count);
        for (size_t at = 0; at < found->count; at++)
            share_field(r, &found->items[at]);
        pl_list_free(found);
    }
    return enough;
}

/* Links all units that may mean the same. */
static bool link_all(pass *r, const pl_label_pairs *pairs,
                     const pl_titles *titles, const uint32_t *meaning)
{
    start_pass(r);
    if (!link_names(r, pairs) ||
        (titles != NULL && !link_titles(r, titles, meaning)))
        return false;
    settle_fields(r);
    if (!link_names(r, pairs))
        return false;
    settle_links(r);
    return true;
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
    r->by_parent = PL_ARENA_ARRAY(arena, uint64_t, r->units->count);
    r->field = PL_ARENA_ARRAY(arena, uint32_t, r->units->count);
    bool enough = r->by_parent != NULL && r->field != NULL &&
                  pl_surroundings_make(&r->around, arena, r->units, group,
                                       wanted, r->threads) &&
                  link_all(r, pairs, titles, group) &&
                  pl_average_linkage(group, r->units, &r->links);
    pl_list_free(&r->links);
    r->links = (pl_link_list){0};
    return enough;
}

/* Starts from names: units of one label mean the same. Where a round changes
 * nothing that the next one sees, that one would not either. */
static bool cluster_rounds(uint32_t *group, uint32_t *before, const pass *start,
                           const uint8_t *wanted, const pl_label_pairs *pairs,
                           const pl_titles *titles)
{
    const pl_units *u = start->units;
    bool enough = true, same = false;
    for (uint32_t x = 0; x < u->count; x++)
        group[x] = u->of_label[u->label[x]];
    for (int k = 0; enough && !same && k < ROUNDS; k++) {
        pl_arena *arena = pl_arena_new();
        pass r = *start;
        if (k < ROUNDS - 1)
            r.watch = NULL;
        memcpy(before, group, u->count * sizeof *group);
        enough = arena != NULL && cluster_once(group, &r, arena, wanted, pairs,
                                               k == 0 ? NULL : titles);
        pl_arena_free(arena);
        same = k > 0 && start->watch == NULL &&
               memcmp(before, group, u->count * sizeof *group) == 0;
    }
    return enough;
}

bool pl_group_units(uint32_t *group, const pl_units *u,
                    const pl_label_view *view, const pl_label_pairs *pairs,
                    const pl_scope *scope)
{
    pass start = {.units = u,
                  .view = view,
                  .weights = view->weights,
                  .watch = scope->watch,
                  .answered = scope->answered,
                  .threads = scope->threads};
    pl_titles titles = {NULL, 0};
    uint8_t *wanted = PL_ARENA_ARRAY(scope->arena, uint8_t, u->count);
    uint32_t *before = PL_ARENA_ARRAY(scope->arena, uint32_t, u->count);
    if (!wanted || !before || !pl_titles_list(&titles, scope->arena, u))
        return false;
    mark_compared(wanted, u, pairs, &titles);
    return cluster_rounds(group, before, &start, wanted, pairs, &titles);
}
