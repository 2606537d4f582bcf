/* consensus.c: one cluster for each concept, then places, then exemplars. */
/* SPDX-License-Identifier: MIT */
#include "place/consensus.h"

#include <string.h>

#include "base/status.h"
#include "place/exemplars.h"
#include "place/obey.h"
#include "place/place.h"
#include "rap/cover.h"

typedef struct consensus {
    const pleach_affinity *affinity;
    pl_arena *arena;
    uint32_t *cluster; /* per slot */
    uint32_t *parent;  /* per cluster; room for one per slot */
    uint32_t *best;    /* per cluster: its exemplar; the same */
    uint32_t count;    /* clusters */
    uint64_t closing;  /* statements that would have closed a loop */
} consensus;

static bool start_consensus(consensus *p)
{
    size_t slots = p->affinity->slot_count;
    p->arena = pl_arena_new();
    p->cluster = PL_ARENA_ARRAY(p->arena, uint32_t, slots);
    p->parent = PL_ARENA_ARRAY(p->arena, uint32_t, slots);
    p->best = PL_ARENA_ARRAY(p->arena, uint32_t, slots);
    return p->cluster && p->parent && p->best;
}

/* --------------------------------------------------------- which are one -- */

/* One cluster for each group of nodes. Two copies of an inner node are one
 * node: the leaf goes with its root. */
static bool cluster_by_group(consensus *p, const uint32_t *node_group)
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
    return pl_number_anew(p->cluster, &p->count, a->slot_count, bound);
}

/* Without concepts: what is similar is one, as far as that pays. A leaf goes
 * with its root where the exemplar there knows it. */
static pleach_status cluster_by_cover(consensus *p, pleach_error *error)
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
    return pl_number_anew(p->cluster, &p->count, a->slot_count, a->slot_count)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* ------------------------------------------------------ where they hang -- */

/* Clusters that obey what is decided, by what is said of them then. */
static pleach_status place_clusters(consensus *p, bool by_count,
                                    pleach_error *error)
{
    pl_orders made, *orders = NULL;
    pl_statements said;
    pl_advice advice = {.count = 0};
    if (p->affinity->rulings != NULL) {
        orders = &made;
        PL_TRY(pl_obey(orders, p->arena, p->cluster, &p->count, p->affinity,
                       error));
    }
    PL_TRY(pl_statements_gather(&said, p->arena, p->affinity, p->cluster,
                                p->count, error));
    if (p->affinity->answers != NULL && !by_count)
        PL_TRY(
            pl_advice_take(&advice, p->arena, p->affinity, p->cluster, error));
    return by_count
               ? pl_place_by_count(p->parent, &p->closing, &said, orders, error)
               : pl_place(p->parent, &p->closing, &said,
                          pl_person_count(p->affinity->corpus), orders,
                          advice.count == 0 ? NULL : &advice, error);
}

/* ------------------------------------------------------------- exemplars -- */

/* Clusters with exemplars, as everybody else has them. */
static void finish_consensus(const consensus *p, pl_outcome *outcome,
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

/* Places the clusters as they are, and says who stands for them. */
static pleach_status solve_clusters(consensus *p, bool by_count,
                                    pl_outcome *outcome, uint32_t *parent,
                                    pleach_error *error)
{
    PL_TRY(place_clusters(p, by_count, error));
    if (!pl_choose_exemplars(p->best, p->arena, p->affinity, p->cluster,
                             p->count))
        return pl_fail_memory(error);
    finish_consensus(p, outcome, parent);
    return PLEACH_OK;
}

static pleach_status cluster_concepts(consensus *p, pleach_error *error)
{
    if (p->affinity->node_concept == NULL)
        return cluster_by_cover(p, error);
    return cluster_by_group(p, p->affinity->node_concept)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* Which nodes are one is decided first, and then where each cluster hangs
 * (docs/method.md, 13). */
pleach_status pl_solve_consensus(pl_outcome *outcome, uint32_t *parent,
                                 const pleach_affinity *affinity,
                                 pleach_error *error)
{
    consensus p = {.affinity = affinity};
    pleach_status status = start_consensus(&p) ? cluster_concepts(&p, error)
                                               : pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = solve_clusters(&p, false, outcome, parent, error);
    pl_arena_free(p.arena);
    return status;
}

/* The yardstick as a solver: merged by key and placed by counts alone, so that
 * it can be written, scored and looked at like any other. */
pleach_status pl_solve_votes(pl_outcome *outcome, uint32_t *parent,
                             const pleach_affinity *affinity,
                             pleach_error *error)
{
    consensus p = {.affinity = affinity};
    bool enough =
        start_consensus(&p) && cluster_by_group(&p, affinity->corpus->node_key);
    pleach_status status =
        enough ? solve_clusters(&p, true, outcome, parent, error)
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
    consensus p = {.affinity = affinity};
    pl_outcome obeyed = *outcome;
    uint32_t slots = affinity->slot_count;
    bool enough = start_consensus(&p);
    if (enough) {
        memcpy(p.cluster, outcome->exemplar, slots * sizeof *p.cluster);
        enough = pl_number_anew(p.cluster, &p.count, slots, slots);
    }
    pleach_status status =
        enough ? solve_clusters(&p, true, &obeyed, parent, error)
               : pl_fail_memory(error);
    outcome->net_similarity = obeyed.net_similarity;
    pl_arena_free(p.arena);
    return status;
}
