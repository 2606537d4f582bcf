/* grow_shape.c: shows drafted clusters to the shaper, and does what it
 * says. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include <string.h>

#include "base/status.h"
#include "decisions/rulings.h"
#include "place/shape.h"

/* --------------------------------------------------------------- decided -- */

static void mark_node(uint8_t *marked, const uint32_t *cluster,
                      const pleach_affinity *affinity, uint32_t node)
{
    uint32_t slot = affinity->node_slot[node];
    if (slot != PL_NONE)
        marked[cluster[slot]] = 1;
}

/* Both sides of a decision, and branches that are kept. */
void pl_mark_decided(uint8_t *marked, const uint32_t *cluster,
                     const pleach_affinity *affinity)
{
    const pl_rulings *r = affinity->rulings;
    if (r == NULL)
        return;
    for (uint32_t side = 0; side < 2 * r->count; side++) {
        uint32_t count = 0;
        if (!r->applies[side / 2])
            continue;
        const uint32_t *nodes = pl_rulings_side(r, r->like[side], &count);
        for (uint32_t k = 0; k < count; k++)
            mark_node(marked, cluster, affinity, nodes[k]);
    }
    for (uint32_t n = 0;
         r->node_previous != NULL && n < affinity->corpus->node_count; n++) {
        uint32_t was = r->node_previous[n];
        if (was != PL_NONE && r->branch[was] < r->count)
            mark_node(marked, cluster, affinity, n);
    }
}

/* ----------------------------------------------------------------- names -- */

/* As the forest will call them. */
static void name_drafts(const char **name, const pl_cluster_draft *plan,
                        const pleach_clusters *found)
{
    const pleach_affinity *a = found->affinity;
    const pl_rulings *r = a->rulings;
    for (uint32_t d = 0; d < plan->count; d++)
        name[d] = plan->name[d] == PL_NONE || d == plan->root
                      ? found->root
                      : pl_strings_at(a->corpus->spellings, plan->name[d]);
    for (uint32_t i = 0; r != NULL && i < a->slot_count; i++) {
        uint32_t own = r->node_class[a->slot_node[i]];
        if (own != PL_NONE && r->label[own] != PL_NONE &&
            plan->of_slot[i] != plan->root)
            name[plan->of_slot[i]] = pl_rulings_label(r, own);
    }
}

/* ---------------------------------------------------------------- taking -- */

/* Numbers of what stands; the others have that of what they joined. */
static uint32_t number_standing(uint32_t *number, const pl_reshaped *to)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < to->count; n++)
        if (to->how[n] != PL_SHAPED_NAME && to->how[n] != PL_SHAPED_ENTRY)
            number[n] = count++;
    for (uint32_t n = 0; n < to->count; n++)
        if (to->how[n] == PL_SHAPED_NAME || to->how[n] == PL_SHAPED_ENTRY)
            number[n] = number[to->parent[n]];
    return count;
}

/* A draft cluster moves to its new number, which is never above the old. */
static void take_cluster(pl_cluster_draft *next, const pl_cluster_draft *plan,
                         const pl_reshaped *to, const uint32_t *number,
                         uint32_t n)
{
    bool old = n < plan->count;
    uint32_t d = number[n], up = to->parent[n];
    next->reshaped[d] = n;
    next->parent[d] = up == PL_NONE ? PL_NONE : number[up];
    next->exemplar[d] = old ? plan->exemplar[n] : PL_NONE;
    next->name[d] = old ? plan->name[n] : PL_NONE;
    next->rooted[d] = old && plan->rooted[n] && to->how[n] == PL_SHAPED_NOT;
}

static pleach_status take_shape(pl_cluster_draft *plan, pleach_taxonomy *forest,
                                const pl_reshaped *to, pleach_error *error)
{
    uint32_t slots = forest->affinity->slot_count;
    uint32_t *number = PL_ARENA_ARRAY(plan->arena, uint32_t, to->count);
    PL_TRY(pl_check_memory(plan->arena, error));
    size_t count = number_standing(number, to);
    pl_cluster_draft next = *plan;
    next.count = (uint32_t)count;
    next.exemplar = PL_ARENA_ARRAY(plan->arena, uint32_t, count);
    next.parent = PL_ARENA_ARRAY(plan->arena, uint32_t, count);
    next.size = PL_ARENA_ARRAY(plan->arena, uint32_t, count);
    next.name = PL_ARENA_ARRAY(plan->arena, uint32_t, count);
    next.first = PL_ARENA_ARRAY(plan->arena, uint32_t, count + 1);
    next.order = PL_ARENA_ARRAY(plan->arena, uint32_t, count);
    next.rooted = PL_ARENA_ARRAY(plan->arena, uint8_t, count);
    next.reshaped = PL_ARENA_ARRAY(plan->arena, uint32_t, count);
    next.shaped = to;
    PL_TRY(pl_check_memory(plan->arena, error));
    for (uint32_t n = 0; n < to->count; n++)
        if (to->how[n] != PL_SHAPED_NAME && to->how[n] != PL_SHAPED_ENTRY)
            take_cluster(&next, plan, to, number, n);
    next.root = plan->root == PL_NONE ? PL_NONE : number[plan->root];
    for (uint32_t i = 0; i < slots; i++) {
        uint8_t how = to->how[plan->of_slot[i]];
        if (how == PL_SHAPED_NAME || how == PL_SHAPED_ENTRY)
            forest->slot_shaped[i] = how;
        next.of_slot[i] = number[plan->of_slot[i]];
        next.size[next.of_slot[i]]++;
    }
    *plan = next;
    return PLEACH_OK;
}

pleach_status pl_shape_clusters(pl_cluster_draft *plan, pleach_taxonomy *forest,
                                pleach_error *error)
{
    const pleach_clusters *found = forest->clusters;
    const pleach_affinity *affinity = forest->affinity;
    size_t count = plan->count;
    pl_statements said;
    pl_shape shape;
    if (found->shape == NULL)
        return PLEACH_OK;
    PL_TRY(pl_shape_read(&shape, found->shape, error));
    const char **name = PL_ARENA_ARRAY(plan->arena, const char *, count);
    uint8_t *fixed = PL_ARENA_ARRAY(plan->arena, uint8_t, count);
    uint8_t *bare = PL_ARENA_ARRAY(plan->arena, uint8_t, count);
    pl_reshaped *to = PL_ARENA_ARRAY(plan->arena, pl_reshaped, 1);
    forest->slot_shaped =
        PL_ARENA_ARRAY(forest->arena, uint8_t, affinity->slot_count);
    PL_TRY(pl_check_memory(forest->arena, error));
    PL_TRY(pl_check_memory(plan->arena, error));
    PL_TRY(pl_statements_gather(&said, plan->arena, affinity, plan->of_slot,
                                plan->count, error));
    pl_mark_decided(fixed, plan->of_slot, affinity);
    name_drafts(name, plan, found);
    for (uint32_t d = 0; d < plan->count; d++)
        bare[d] = plan->exemplar[d] == PL_NONE;
    pl_unshaped old = {.count = plan->count,
                       .parent = plan->parent,
                       .name = name,
                       .fixed = fixed,
                       .bare = bare,
                       .said = &said,
                       .language = forest->corpus->language};
    PL_TRY(pl_reshape(to, plan->arena, &old, &shape, error));
    return take_shape(plan, forest, to, error);
}

/* ---------------------------------------------------------------- noting -- */

pleach_status pl_note_shape(pleach_taxonomy *forest,
                            const pl_cluster_draft *plan, pleach_error *error)
{
    const pl_reshaped *to = plan->shaped;
    size_t count = forest->cluster_count;
    if (to == NULL)
        return PLEACH_OK;
    forest->shaped = PL_ARENA_ARRAY(forest->arena, uint8_t, count);
    forest->covers = PL_ARENA_ARRAY(forest->arena, float, count);
    if (forest->label == NULL)
        forest->label = PL_ARENA_ARRAY(forest->arena, const char *, count);
    PL_TRY(pl_check_memory(forest->arena, error));
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        uint32_t n = plan->reshaped[plan->order[c]];
        forest->shaped[c] = to->how[n];
        forest->covers[c] = to->covers[n];
        if (to->how[n] == PL_SHAPED_GROUP)
            forest->label[c] =
                pl_arena_text(forest->arena, to->name[n], strlen(to->name[n]));
    }
    return pl_check_memory(forest->arena, error);
}

void pl_report_shape(pleach_taxonomy *forest, const pl_cluster_draft *plan)
{
    const pl_reshaped *to = plan->shaped;
    if (to == NULL)
        return;
    forest->report.shape = forest->clusters->shape;
    forest->report.shape_statements = to->statements;
    forest->report.shape_set_aside = to->set_aside;
    if (*to->unmet != '\0')
        forest->report.shape_unmet =
            pl_arena_text(forest->arena, to->unmet, strlen(to->unmet));
}
