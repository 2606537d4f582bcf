/* score_crumbs_mistakes.c: clusters below those they do not belong to. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>

#include "base/status.h"
#include "lab/score_crumbs.h"

/* A cluster below one whose concept does not belong above its own. */
typedef struct hanging {
    uint32_t cluster;
    uint32_t under; /* the nearest cluster above of a concept in gold */
    uint32_t nodes; /* rows of the truth at and below it */
} hanging;

typedef struct hangings {
    uint32_t *nodes; /* per cluster */
    PL_LIST(hanging) list;
} hangings;

static int compare_hangings(const void *left, const void *right)
{
    const hanging *a = left, *b = right;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes ? -1 : 1;
    return (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

static void count_nodes(const hangings *all, const pl_crumbs *crumbs)
{
    const pl_crumb_forest *given = &crumbs->given;
    for (size_t k = 0; k < crumbs->truth->rows.count; k++)
        for (uint32_t at = given->label[k]; at != PL_NONE;
             at = given->parent[at])
            all->nodes[at]++;
}

static bool belongs_below(const pl_crumbs *crumbs, uint32_t upper,
                          uint32_t lower)
{
    uint32_t at = lower;
    while (at != PL_NONE && at != upper)
        at = pl_crumbs_above(crumbs, at);
    return at == upper;
}

/* Concepts that gold lacks are passed over, here as in the figures. */
static void list_hangings(hangings *all, const pl_crumbs *crumbs)
{
    const pl_crumb_forest *given = &crumbs->given;
    for (uint32_t c = 0; c < given->groups; c++) {
        uint32_t under = given->parent[c];
        while (under != PL_NONE &&
               !pl_crumbs_known(crumbs, given->means[under]))
            under = given->parent[under];
        if (under == PL_NONE || !pl_crumbs_known(crumbs, given->means[c]) ||
            belongs_below(crumbs, given->means[under], given->means[c]))
            continue;
        hanging found = {c, under, all->nodes[c]};
        pl_list_add(&all->list, found);
    }
    if (all->list.count > 1)
        qsort(all->list.items, all->list.count, sizeof *all->list.items,
              compare_hangings);
}

/* What a cluster's concept should be under; NULL: nothing. */
static const char *right_parent(const pl_crumbs *crumbs, uint32_t cluster)
{
    uint32_t above = pl_crumbs_above(crumbs, crumbs->given.means[cluster]);
    return above == PL_NONE ? NULL : crumbs->gold->name[crumbs->gold_of[above]];
}

/* Two parts each: what hangs, and below what. */
static void fill_hangings(pl_scoring *scoring, const pl_crumbs *crumbs,
                          const hangings *all)
{
    const pl_result *result = &scoring->result;
    pleach_mistakes *wrong = &scoring->figures.wrong;
    pleach_mistake *to = pl_list_mistakes(wrong, scoring, all->list.count);
    assert(wrong->listed_count <= all->list.count);
    for (size_t k = 0; to != NULL && k < wrong->listed_count; k++) {
        const hanging *of = &all->list.items[k];
        const uint32_t clusters[] = {of->cluster, of->under};
        pleach_mistake_part *parts = pl_list_parts(&to[k], scoring, 2);
        if (parts == NULL)
            return;
        to[k].weight = of->nodes;
        to[k].instead = right_parent(crumbs, of->cluster);
        for (size_t p = 0; p < 2; p++) {
            parts[p].name = result->filed.name[clusters[p]];
            parts[p].cluster = pl_strings_at(result->clusters, clusters[p]);
        }
    }
}

pleach_status pl_crumbs_mistakes(pl_scoring *scoring, const pl_crumbs *crumbs,
                                 pleach_error *error)
{
    PL_SCRATCH(scratch);
    hangings all = {.nodes =
                        PL_ARENA_ARRAY(scratch, uint32_t, crumbs->given.groups),
                    .list = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    count_nodes(&all, crumbs);
    list_hangings(&all, crumbs);
    PL_TRY(pl_check_memory(scratch, error));
    fill_hangings(scoring, crumbs, &all);
    return pl_check_memory(scoring->arena, error);
}
