/* priced.c: one cluster for each concept, then places, then exemplars. */
/* SPDX-License-Identifier: MIT */
#include "solve/priced.h"

#include <string.h>

#include "base/status.h"
#include "placing/agreement.h"
#include "placing/join_siblings.h"
#include "placing/place.h"
#include "placing/second_places.h"
#include "search/cover.h"
#include "solve/exemplars.h"

/* Second places change what is said about clusters, and so the places. */
enum { MOST_SPLITS = 2, MOST_JOINS = 2 };

typedef struct priced {
    const pleach_affinity *affinity;
    pl_place_rules rules;
    pl_arena *arena;
    uint32_t *cluster; /* per slot */
    uint32_t *parent;  /* per cluster; room for one per slot */
    uint32_t *best;    /* per cluster: its exemplar; the same */
    uint32_t count;    /* clusters */
    pl_statements statements;
    pl_titles titles;
    /* The same before any cluster was split. */
    pl_statements unsplit_statements;
    pl_titles unsplit_titles;
    pl_orders orders; /* what is decided about where they hang */
    uint64_t closing; /* statements that would have closed a loop */
} priced;

static bool start_priced(priced *p)
{
    size_t slots = p->affinity->slot_count;
    p->arena = pl_arena_new();
    if (p->arena == NULL)
        return false;
    p->cluster = PL_ARENA_ARRAY(p->arena, uint32_t, slots);
    p->parent = PL_ARENA_ARRAY(p->arena, uint32_t, slots);
    p->best = PL_ARENA_ARRAY(p->arena, uint32_t, slots);
    return p->cluster && p->parent && p->best;
}

/* --------------------------------------------------------- which are one -- */

/* Numbers clusters anew, in the order of their first slots; `bound` is above
 * all numbers that are in use. */
static bool number_clusters(priced *p, uint32_t bound)
{
    uint32_t *number = pl_allocate(bound, sizeof *number);
    if (number == NULL)
        return false;
    p->count = 0;
    for (uint32_t i = 0; i < p->affinity->slot_count; i++) {
        uint32_t *now = &number[p->cluster[i]];
        if (*now == 0)
            *now = ++p->count;
        p->cluster[i] = *now - 1;
    }
    pl_release(number);
    return true;
}

/* One cluster for each group of nodes. Two copies of an inner node are one
 * node: the leaf goes with its root. */
static bool cluster_by_group(priced *p, const uint32_t *node_group)
{
    const pleach_affinity *a = p->affinity;
    uint32_t bound = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t node = a->slot_node[i], twin = a->corpus->node_twin[node];
        bool follows = a->slot_parent[i] != PL_NONE && twin != PL_NONE &&
                       a->node_slot[twin] != PL_NONE;
        p->cluster[i] = node_group[follows ? twin : node];
        bound = p->cluster[i] >= bound ? p->cluster[i] + 1 : bound;
    }
    return number_clusters(p, bound);
}

/* Without concepts: what is similar is one, as far as that pays. A leaf goes
 * with its root where the exemplar there knows it. */
static pleach_status cluster_by_cover(priced *p, pleach_error *error)
{
    const pleach_affinity *a = p->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++)
        p->cluster[i] = i;
    PL_TRY(pl_cover(p->cluster, a, true, error));
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t twin = pl_twin_slot(a, i);
        if (a->slot_parent[i] != PL_NONE && twin != PL_NONE &&
            p->cluster[i] != i && pl_similarity_of(a, i, p->cluster[twin]) > 0)
            p->cluster[i] = p->cluster[twin];
    }
    return number_clusters(p, a->slot_count) ? PLEACH_OK
                                             : pl_fail_memory(error);
}

/* ------------------------------------------------------ where they hang -- */

/* What is decided and said of the clusters as they are. */
static pleach_status gather_priced(priced *p, pleach_error *error)
{
    if (p->affinity->rulings != NULL) {
        p->rules.orders = &p->orders;
        PL_TRY(pl_obey(&p->orders, p->arena, p->cluster, &p->count, p->affinity,
                       error));
    }
    PL_TRY(pl_statements_gather(&p->statements, p->arena, p->affinity,
                                p->cluster, p->count, error));
    p->rules.titles = &p->titles;
    if (p->unsplit_titles.s != NULL)
        return pl_titles_find(&p->titles, p->arena, &p->statements,
                              &p->unsplit_titles, error);
    p->unsplit_statements = p->statements;
    PL_TRY(pl_titles_find(&p->unsplit_titles, p->arena, &p->unsplit_statements,
                          NULL, error));
    p->titles = p->unsplit_titles;
    return PLEACH_OK;
}

static pleach_status place_gathered(priced *p, pleach_error *error)
{
    return pl_place(p->parent, &p->closing, &p->statements, &p->rules, error);
}

static pleach_status place_priced(priced *p, pleach_error *error)
{
    PL_TRY(gather_priced(p, error));
    return place_gathered(p, error);
}

/* Splitting makes people agree, so this is asked before. */
static pleach_status ask_agreement(priced *p, pleach_error *error)
{
    pl_lineage forest;
    if (!pl_lineage_take(&forest, p->arena, p->count))
        return pl_fail_memory(error);
    pl_lineage_number(&forest, p->parent);
    p->rules.disagreeing = pl_people_disagree(&p->titles, &forest);
    return PLEACH_OK;
}

/* A cluster that was split may free others to move, so places are found anew
 * until nothing splits, a few times at most. */
static pleach_status place_with_splits(priced *p, double dissent,
                                       pleach_error *error)
{
    PL_TRY(place_priced(p, error));
    PL_TRY(ask_agreement(p, error));
    if (p->rules.disagreeing)
        PL_TRY(place_gathered(p, error));
    for (uint32_t k = 0; k < MOST_SPLITS; k++) {
        uint32_t before = p->count;
        PL_TRY(pl_find_second_places(p->cluster, &p->count, &p->statements,
                                     p->parent, &p->rules, dissent, p->affinity,
                                     error));
        if (p->count == before)
            break;
        if (!number_clusters(p, p->count))
            return pl_fail_memory(error);
        PL_TRY(place_priced(p, error));
    }
    return PLEACH_OK;
}

/* What came to hang below one parent may be one by its names; what hangs below
 * it then may be, too. */
static pleach_status join_placed(priced *p, pleach_error *error)
{
    for (uint32_t k = 0; k < MOST_JOINS; k++) {
        uint32_t joined;
        PL_TRY(pl_join_siblings(p->cluster, &joined, p->count, p->parent,
                                p->rules.orders, p->affinity, error));
        if (joined == 0)
            break;
        if (!number_clusters(p, p->count))
            return pl_fail_memory(error);
        PL_TRY(place_priced(p, error));
    }
    return PLEACH_OK;
}

/* ------------------------------------------------------------- exemplars -- */

/* Clusters with exemplars, as everybody else has them. */
static void finish_priced(const priced *p, pl_outcome *outcome,
                          uint32_t *parent)
{
    const pleach_affinity *a = p->affinity;
    outcome->net_similarity = 0;
    outcome->conflict_count = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t c = p->cluster[i], above = p->parent[c];
        uint32_t root = a->slot_parent[i];
        outcome->exemplar[i] = p->best[c];
        outcome->net_similarity += pl_similarity_in_cluster(a, i, p->best[c]);
        parent[i] =
            above == PL_NONE || p->best[c] != i ? PL_NONE : p->best[above];
        outcome->conflict_count += root != PL_NONE && p->cluster[root] != above;
    }
    outcome->converged = true;
    outcome->cycles_broken = p->closing;
}

/* --------------------------------------------------------------- solving -- */

/* For these prices the objective comes apart: which nodes are one is decided
 * first, and then where each cluster hangs (docs/method.md, 13). */
pleach_status pl_solve_priced(pl_outcome *outcome, uint32_t *parent,
                              const pleach_affinity *affinity,
                              const pl_prices *prices, pleach_error *error)
{
    double skip = prices->skip / prices->dissent;
    priced p = {.affinity = affinity,
                .rules = {.further = prices->further,
                          .shortcut = skip < 1 ? 1 - skip : 0,
                          .top = prices->top / prices->dissent}};
    pleach_status status = start_priced(&p) ? PLEACH_OK : pl_fail_memory(error);
    if (status == PLEACH_OK && affinity->node_concept == NULL)
        status = cluster_by_cover(&p, error);
    else if (status == PLEACH_OK &&
             !cluster_by_group(&p, affinity->node_concept))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = place_with_splits(&p, prices->dissent, error);
    if (status == PLEACH_OK)
        status = join_placed(&p, error);
    if (status == PLEACH_OK &&
        !pl_choose_exemplars(p.best, p.arena, affinity, p.cluster, p.count))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        finish_priced(&p, outcome, parent);
    pl_arena_free(p.arena);
    return status;
}

/* Places the clusters as they are by what most people say. */
static pleach_status solve_plainly(priced *p, pl_outcome *outcome,
                                   uint32_t *parent, pleach_error *error)
{
    pleach_status status = place_priced(p, error);
    if (status == PLEACH_OK &&
        !pl_choose_exemplars(p->best, p->arena, p->affinity, p->cluster,
                             p->count))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        finish_priced(p, outcome, parent);
    return status;
}

/* The yardstick as a solver: merged by key and placed by counts alone, so that
 * it can be written, scored and looked at like any other. */
pleach_status pl_solve_votes(pl_outcome *outcome, uint32_t *parent,
                             const pleach_affinity *affinity,
                             pleach_error *error)
{
    priced p = {.affinity = affinity, .rules = {.by_count = true}};
    bool enough =
        start_priced(&p) && cluster_by_group(&p, affinity->corpus->node_key);
    pleach_status status = enough ? solve_plainly(&p, outcome, parent, error)
                                  : pl_fail_memory(error);
    pl_arena_free(p.arena);
    return status;
}

/* The strict solvers know nothing of decisions: what they found is a start,
 * which is then made to obey and placed anew. */
pleach_status pl_obey_strictly(pl_outcome *outcome, uint32_t *parent,
                               const pleach_affinity *affinity,
                               pleach_error *error)
{
    priced p = {.affinity = affinity, .rules = {.by_count = true}};
    pl_outcome obeyed = *outcome;
    uint32_t slots = affinity->slot_count;
    bool enough = start_priced(&p);
    if (enough) {
        memcpy(p.cluster, outcome->exemplar, slots * sizeof *p.cluster);
        enough = number_clusters(&p, slots);
    }
    pleach_status status = enough ? solve_plainly(&p, &obeyed, parent, error)
                                  : pl_fail_memory(error);
    outcome->net_similarity = obeyed.net_similarity;
    pl_arena_free(p.arena);
    return status;
}
