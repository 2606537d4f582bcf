/* score_crumbs_mends.c: what a person has to do until a forest is right.
 *
 * Groups of several concepts are split, groups of one concept merged, and
 * concepts moved below the right one. What hangs below moves along, so a
 * branch in the wrong place counts once. */
/* SPDX-License-Identifier: MIT */
#include "lab/score_crumbs.h"

#include "base/status.h"

/* The nearest concepts of gold at or above a group. */
typedef struct sight {
    uint32_t nearest, further; /* PL_NONE: none; they differ */
} sight;

typedef struct counting {
    const pl_crumbs *crumbs;
    const pl_crumb_forest *forest;
    sight *sights;          /* per group */
    bool *looked;           /* per group */
    PL_LIST(uint32_t) path; /* scratch */
    PL_LIST(uint64_t) said; /* per node: its concept, and what is above it */
} counting;

/* ---------------------------------------------------- splits and merges -- */

/* A node in no group is one by itself. */
static void count_splits_and_merges(pleach_mends *mends,
                                    const pl_crumbs *crumbs,
                                    const pl_crumb_forest *forest)
{
    const pl_crumb_cell *cells = forest->cells.items;
    size_t count = forest->cells.count, k = 0;
    uint64_t parts = 0, stray = 0;
    double right = 0, given = 0;
    for (size_t end; k < count && cells[k].label != PL_NONE; k = end) {
        uint32_t nodes = 0, most = 0;
        for (end = k; end < count && cells[end].label == cells[k].label;
             end++) {
            uint32_t here = cells[end].nodes;
            nodes += here;
            most = here > most ? here : most;
            right += pl_pairs_in(here);
        }
        given += pl_pairs_in(nodes);
        stray += nodes - most;
        parts += end - k;
        mends->splits += end - k - 1;
    }
    for (; k < count; k++)
        parts += cells[k].nodes;
    mends->merges = parts - pl_strings_count(crumbs->truth->golds);
    mends->stray = (double)stray / (double)crumbs->truth->rows.count;
    mends->precision = given > 0 ? right / given : 1;
}

/* --------------------------------------------------------------- moves -- */

static sight sight_from(const counting *all, uint32_t group)
{
    return group == PL_NONE ? (sight){PL_NONE, PL_NONE} : all->sights[group];
}

/* Each group is looked at once, after the one above it. */
static void look_upwards(counting *all, uint32_t group)
{
    const pl_crumb_forest *forest = all->forest;
    for (uint32_t at = group; at != PL_NONE && !all->looked[at];
         at = forest->parent[at])
        pl_list_add(&all->path, at);
    while (all->path.count > 0) {
        uint32_t at = all->path.items[--all->path.count];
        uint32_t means = forest->means[at];
        sight up = sight_from(all, forest->parent[at]);
        if (pl_crumbs_known(all->crumbs, means) && means != up.nearest)
            up = (sight){means, up.nearest};
        all->sights[at] = up;
        all->looked[at] = true;
    }
}

/* Groups of the node's own concept are looked through: merging brings it up to
 * what is above them. */
static void list_places_said(counting *all)
{
    const pl_truth *truth = all->crumbs->truth;
    const pl_crumb_forest *forest = all->forest;
    for (uint32_t c = 0; c < forest->groups; c++)
        look_upwards(all, c);
    for (size_t k = 0; k < truth->rows.count; k++) {
        uint32_t concept = truth->rows.items[k].gold, label = forest->label[k];
        sight up =
            sight_from(all, label == PL_NONE ? PL_NONE : forest->parent[label]);
        uint32_t above = up.nearest == concept ? up.further : up.nearest;
        if (pl_crumbs_known(all->crumbs, concept))
            pl_list_add(&all->said, (uint64_t)concept << 32 | above);
    }
    pl_sort_uint64(all->said.items, all->said.count);
}

/* A concept is where most of its nodes are. Where as many are in the right
 * place as in another, it is right. */
static uint64_t count_moves(const counting *all)
{
    const uint64_t *said = all->said.items;
    size_t count = all->said.count;
    uint64_t moves = 0;
    for (size_t k = 0, end; k < count; k = end) {
        uint32_t concept = (uint32_t)(said[k] >> 32);
        uint32_t right = pl_crumbs_above(all->crumbs, concept);
        size_t most = 0, rightly = 0;
        for (end = k; end < count && said[end] >> 32 == concept;) {
            size_t first = end;
            while (end < count && said[end] == said[first])
                end++;
            most = end - first > most ? end - first : most;
            if ((uint32_t)said[first] == right)
                rightly = end - first;
        }
        moves += rightly < most;
    }
    return moves;
}

/* Splits and merges follow from the cells, moves from what is above each node.
 */
pleach_status pl_count_mends(pleach_mends *mends, const pl_crumbs *crumbs,
                             const pl_crumb_forest *forest, pleach_error *error)
{
    PL_SCRATCH(scratch);
    counting all = {.crumbs = crumbs,
                    .forest = forest,
                    .sights = PL_ARENA_ARRAY(scratch, sight, forest->groups),
                    .looked = PL_ARENA_ARRAY(scratch, bool, forest->groups),
                    .path = {.arena = scratch},
                    .said = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    list_places_said(&all);
    PL_TRY(pl_check_memory(scratch, error));
    count_splits_and_merges(mends, crumbs, forest);
    mends->moves = count_moves(&all);
    mends->groups = forest->groups;
    for (uint32_t c = 0; c < forest->groups; c++)
        mends->trees += forest->parent[c] == PL_NONE;
    return PLEACH_OK;
}
