/* grow.c: from each node's exemplar to the forest of clusters. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include <stdlib.h>

#include "base/checks.h"
#include "base/status.h"
#include "rap/assignment.h"
#include "same/units.h"

typedef pl_cluster_draft draft;

/* With room for a root that has no nodes. */
static void take_draft(draft *plan, uint32_t slots, uint32_t clusters)
{
    size_t count = (size_t)clusters + 1;
    pl_arena *arena = plan->arena;
    plan->count = clusters;
    plan->root = PL_NONE;
    plan->of_slot = PL_ARENA_ARRAY(arena, uint32_t, slots);
    plan->exemplar = PL_ARENA_ARRAY(arena, uint32_t, count);
    plan->parent = PL_ARENA_ARRAY(arena, uint32_t, count);
    plan->size = PL_ARENA_ARRAY(arena, uint32_t, count);
    plan->name = PL_ARENA_ARRAY(arena, uint32_t, count);
    plan->first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    plan->member = PL_ARENA_ARRAY(arena, uint32_t, slots);
    plan->order = PL_ARENA_ARRAY(arena, uint32_t, count);
    plan->rooted = PL_ARENA_ARRAY(arena, uint8_t, count);
}

/* The clusters room promises all four constraints. If it ever breaks one,
 * this says so instead of writing a wrong forest. */
static pleach_status fail_internal(pleach_error *error, const char *rule,
                                   uint32_t slot)
{
    return pl_fail(error, PLEACH_BAD_DATA,
                   "This is an internal mistake of pleach, please report it: "
                   "the clusters break the rule that %s (at slot %u).",
                   rule, slot);
}

/* The answer is checked here although solvers give valid ones only: a forest
 * that is none would make the writers run in circles. */
static pleach_status draft_number(draft *plan, const pleach_clusters *found,
                                  pleach_error *error)
{
    uint32_t slots = found->affinity->slot_count, count = 0;
    const uint32_t *exemplar = found->exemplar;
    for (uint32_t i = 0; i < slots; i++) {
        if (exemplar[i] >= slots || exemplar[exemplar[i]] != exemplar[i])
            return fail_internal(error, "an exemplar stands for itself", i);
        count += exemplar[i] == i;
    }
    take_draft(plan, slots, count);
    PL_TRY(pl_check_memory(plan->arena, error));
    count = 0;
    for (uint32_t i = 0; i < slots; i++) {
        if (exemplar[i] != i)
            continue;
        plan->exemplar[count] = i;
        plan->of_slot[i] = count++;
    }
    for (uint32_t i = 0; i < slots; i++) {
        plan->of_slot[i] = plan->of_slot[exemplar[i]];
        plan->size[plan->of_slot[i]]++;
    }
    return PLEACH_OK;
}

static void draft_cluster(draft *plan, uint32_t slots)
{
    for (uint32_t d = 0; d < plan->count; d++)
        plan->first[d + 1] = plan->first[d] + plan->size[d];
    /* `order` is free until the clusters are ordered: it serves as cursor. */
    for (uint32_t d = 0; d < plan->count; d++)
        plan->order[d] = plan->first[d];
    for (uint32_t i = 0; i < slots; i++)
        plan->member[plan->order[plan->of_slot[i]]++] = i;
}

/* Where nobody is overruled, all leaves of a cluster have the same parent. */
static pleach_status draft_common_parents(draft *plan,
                                          const pleach_affinity *affinity,
                                          pleach_error *error)
{
    for (uint32_t d = 0; d < plan->count; d++)
        plan->parent[d] = PL_NONE;
    for (uint32_t i = 0; i < affinity->slot_count; i++) {
        if (affinity->slot_parent[i] == PL_NONE)
            continue;
        uint32_t *parent = &plan->parent[plan->of_slot[i]];
        uint32_t wanted = plan->of_slot[affinity->slot_parent[i]];
        if (*parent == PL_NONE)
            *parent = wanted;
        else if (*parent != wanted)
            return fail_internal(error, "a cluster has one parent", i);
    }
    return PLEACH_OK;
}

static pleach_status draft_parents(draft *plan, const pleach_clusters *found,
                                   pleach_error *error)
{
    if (found->parent == NULL)
        return draft_common_parents(plan, found->affinity, error);
    for (uint32_t d = 0; d < plan->count; d++) {
        uint32_t above = found->parent[plan->exemplar[d]];
        plan->parent[d] = above == PL_NONE ? PL_NONE : plan->of_slot[above];
    }
    return PLEACH_OK;
}

/* A concept that nobody has. */
static uint32_t draft_bare_root(draft *plan)
{
    uint32_t d = plan->count++;
    plan->exemplar[d] = plan->parent[d] = plan->name[d] = PL_NONE;
    plan->size[d] = 0;
    plan->first[d + 1] = plan->first[d];
    return d;
}

/* Puts all tops below the root that somebody named. */
static pleach_status draft_root(draft *plan, const pleach_clusters *found,
                                pleach_error *error)
{
    if (found->root == NULL)
        return PLEACH_OK;
    PL_TRY(pl_find_root(plan, found->affinity, found->root, error));
    for (uint32_t d = 0; d < plan->count; d++)
        plan->rooted[d] = plan->parent[d] == PL_NONE && d != plan->root;
    if (plan->root == PL_NONE)
        plan->root = draft_bare_root(plan);
    for (uint32_t d = 0; d < plan->count; d++)
        if (plan->rooted[d])
            plan->parent[d] = plan->root;
    return PLEACH_OK;
}

/* ------------------------------------------------------------- order -- */

typedef struct sibling {
    uint32_t parent; /* + 1, so that the trees' roots come first */
    uint32_t size;
    uint32_t name;
    uint32_t draft;
    uint64_t identity;
} sibling;

static int order_siblings(const void *left, const void *right)
{
    const sibling *a = left, *b = right;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->identity != b->identity)
        return a->identity < b->identity ? -1 : 1;
    return (a->draft > b->draft) - (a->draft < b->draft);
}

static void fill_siblings(sibling *siblings, const draft *plan,
                          const pleach_affinity *affinity)
{
    for (uint32_t d = 0; d < plan->count; d++)
        siblings[d] = (sibling){
            .parent = plan->parent[d] == PL_NONE ? 0 : plan->parent[d] + 1,
            .size = plan->size[d],
            .name = plan->name[d],
            .draft = d,
            .identity = plan->exemplar[d] == PL_NONE
                            ? 0
                            : affinity->slot_identity[plan->exemplar[d]],
        };
    qsort(siblings, plan->count, sizeof *siblings, order_siblings);
}

/* Depth first over sorted siblings, with a stack of drafts still to visit.
 * family[p] is where the children of parent p (+ 1) begin. Clusters on a loop
 * are never reached, so the number reached proves that there is none. */
static uint32_t walk_forest(const draft *plan, const sibling *siblings,
                            const uint32_t *family, uint32_t *stack)
{
    uint32_t reached = 0, waiting = 0;
    for (uint32_t k = family[1]; k-- > family[0];)
        stack[waiting++] = siblings[k].draft;
    while (waiting > 0) {
        uint32_t d = stack[--waiting];
        plan->order[reached++] = d;
        for (uint32_t k = family[d + 2]; k-- > family[d + 1];)
            stack[waiting++] = siblings[k].draft;
    }
    return reached;
}

/* Depth first with the largest siblings first, which is the order of the page
 * and of the text; done once, everybody walks clusters by counting. */
static pleach_status draft_order(draft *plan, const pleach_affinity *affinity,
                                 pleach_error *error)
{
    PL_SCRATCH(scratch);
    sibling *siblings = PL_ARENA_ARRAY(scratch, sibling, plan->count);
    uint32_t *stack = PL_ARENA_ARRAY(scratch, uint32_t, plan->count);
    uint32_t *family =
        PL_ARENA_ARRAY(scratch, uint32_t, (size_t)plan->count + 2);
    PL_TRY(pl_check_memory(scratch, error));
    fill_siblings(siblings, plan, affinity);
    for (uint32_t k = 0; k < plan->count; k++)
        family[siblings[k].parent + 1]++;
    for (uint32_t p = 0; p <= plan->count; p++)
        family[p + 1] += family[p];
    if (walk_forest(plan, siblings, family, stack) != plan->count)
        return fail_internal(error, "no cluster is above itself", 0);
    return PLEACH_OK;
}

/* ------------------------------------------------------- the taxonomy -- */

/* Flat arrays in one arena, so that a taxonomy is freed at once and can be read
 * by several threads. */
static void take_plan_arrays(pleach_taxonomy *forest, uint32_t slots,
                             uint32_t count)
{
    pl_arena *arena = forest->arena;
    forest->cluster_count = count;
    forest->parent = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->depth = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->subtree_end = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->child_count = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->exemplar = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->name = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->entries = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->people = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->edge_people = PL_ARENA_ARRAY(arena, uint32_t, count);
    forest->net_similarity = PL_ARENA_ARRAY(arena, double, count);
    forest->member_first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    forest->member = PL_ARENA_ARRAY(arena, uint32_t, slots);
    forest->member_similarity = PL_ARENA_ARRAY(arena, float, slots);
    forest->slot_cluster = PL_ARENA_ARRAY(arena, uint32_t, slots);
    forest->rooted = PL_ARENA_ARRAY(arena, uint8_t, count);
}

/* Parents come before their children in depth-first order. */
static void place_clusters(pleach_taxonomy *forest, const draft *plan,
                           uint32_t *position)
{
    uint32_t count = forest->cluster_count;
    for (uint32_t c = 0; c < count; c++)
        position[plan->order[c]] = c;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t d = plan->order[c], up = plan->parent[d];
        forest->parent[c] = up == PL_NONE ? PL_NONE : position[up];
        forest->depth[c] =
            up == PL_NONE ? 0 : forest->depth[forest->parent[c]] + 1;
        forest->exemplar[c] = plan->exemplar[d];
        forest->name[c] = plan->name[d];
        forest->rooted[c] = plan->rooted[d];
        forest->member_first[c + 1] = forest->member_first[c] + plan->size[d];
    }
    forest->root = plan->root == PL_NONE ? PL_NONE : position[plan->root];
    pl_find_subtrees(forest);
}

typedef struct candidate {
    float similarity;
    bool exemplar;
    bool entry; /* it is no node of the concept, but in it */
    uint32_t slot;
    uint64_t identity;
} candidate;

static int compare_members(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->exemplar != b->exemplar)
        return a->exemplar ? -1 : 1;
    if (a->entry != b->entry)
        return a->entry ? 1 : -1;
    if (a->similarity != b->similarity)
        return a->similarity > b->similarity ? -1 : 1;
    if (a->identity != b->identity)
        return a->identity < b->identity ? -1 : 1;
    return (a->slot > b->slot) - (a->slot < b->slot);
}

static candidate describe_member(const pleach_affinity *affinity, uint32_t slot,
                                 uint32_t exemplar)
{
    candidate is = {.exemplar = slot == exemplar,
                    .slot = slot,
                    .identity = affinity->slot_identity[slot]};
    if (is.exemplar) {
        is.similarity = (float)pl_preference_of(affinity, slot);
    } else {
        is.similarity =
            (float)pl_similarity_in_cluster(affinity, slot, exemplar);
    }
    return is;
}

/* Fills in c's members, and its net similarity in their order. */
static void place_members(pleach_taxonomy *forest, uint32_t c,
                          const uint32_t *slots, candidate *candidates)
{
    uint32_t first = forest->member_first[c];
    uint32_t size = forest->member_first[c + 1] - first;
    if (size == 0)
        return;
    for (uint32_t k = 0; k < size; k++) {
        candidates[k] =
            describe_member(forest->affinity, slots[k], forest->exemplar[c]);
        candidates[k].entry = pl_is_entry(forest, slots[k]);
    }
    qsort(candidates, size, sizeof *candidates, compare_members);
    double net = pl_preference_of(forest->affinity, forest->exemplar[c]);
    for (uint32_t k = 0; k < size; k++) {
        forest->member[first + k] = candidates[k].slot;
        forest->member_similarity[first + k] = candidates[k].similarity;
        forest->slot_cluster[candidates[k].slot] = c;
        if (k > 0)
            net += (double)candidates[k].similarity;
    }
    forest->net_similarity[c] = net;
}

/* An inner node is a leaf and a root, of one cluster as a rule. */
static uint32_t count_cluster_entries(const pleach_taxonomy *forest, uint32_t c)
{
    const pleach_affinity *affinity = forest->affinity;
    uint32_t count = 0;
    for (uint32_t k = forest->member_first[c]; k < forest->member_first[c + 1];
         k++) {
        uint32_t node = affinity->slot_node[forest->member[k]];
        uint32_t place = pl_entry_of(forest->corpus, node);
        uint32_t leaf = affinity->node_slot[place];
        count +=
            place == node || leaf == PL_NONE || forest->slot_cluster[leaf] != c;
    }
    return count;
}

static uint32_t largest_size(const draft *plan)
{
    uint32_t largest = 0;
    for (uint32_t d = 0; d < plan->count; d++)
        largest = plan->size[d] > largest ? plan->size[d] : largest;
    return largest;
}

/* Members are ranked in room that is as large as the largest cluster, taken
 * once for all of them. */
static pleach_status fill_clusters(pleach_taxonomy *forest, const draft *plan,
                                   pleach_error *error)
{
    PL_SCRATCH(scratch);
    uint32_t *position = PL_ARENA_ARRAY(scratch, uint32_t, plan->count);
    candidate *candidates =
        PL_ARENA_ARRAY(scratch, candidate, largest_size(plan));
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(forest->arena, error));
    place_clusters(forest, plan, position);
    for (uint32_t c = 0; c < plan->count; c++)
        place_members(forest, c, plan->member + plan->first[plan->order[c]],
                      candidates);
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        forest->entries[c] = count_cluster_entries(forest, c);
    return PLEACH_OK;
}

static pleach_status draft_make(draft *plan, pleach_taxonomy *forest,
                                pleach_error *error)
{
    const pleach_clusters *found = forest->clusters;
    const pleach_affinity *affinity = found->affinity;
    PL_TRY(draft_number(plan, found, error));
    draft_cluster(plan, affinity->slot_count);
    PL_TRY(draft_parents(plan, found, error));
    PL_TRY(draft_root(plan, found, error));
    PL_TRY(pl_choose_labels(plan, affinity, error));
    PL_TRY(pl_shape_clusters(plan, forest, error));
    draft_cluster(plan, affinity->slot_count);
    return draft_order(plan, affinity, error);
}

static uint32_t concept_size(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->member_first[c + 1] - forest->member_first[c];
}

/* The largest cluster of a concept stands for it, since that is the one which
 * most people would look it up under. */
static pleach_status find_places(pleach_taxonomy *forest, pleach_error *error)
{
    const pleach_affinity *affinity = forest->affinity;
    const uint32_t *means = affinity->node_concept;
    uint32_t clusters = forest->cluster_count;
    forest->concept = PL_ARENA_ARRAY(forest->arena, uint32_t, clusters);
    PL_TRY(pl_check_memory(forest->arena, error));
    for (uint32_t c = 0; c < clusters; c++)
        forest->concept[c] = c;
    if (means == NULL)
        return PLEACH_OK;
    /* Concepts are numbered below the nodes. */
    PL_SCRATCH(scratch);
    uint32_t *largest =
        PL_ARENA_ARRAY(scratch, uint32_t, forest->corpus->node_count);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t c = 0; c < clusters; c++) {
        if (forest->exemplar[c] == PL_NONE)
            continue;
        uint32_t *head =
            &largest[means[affinity->slot_node[forest->exemplar[c]]]];
        if (*head == 0 ||
            concept_size(forest, c) > concept_size(forest, *head - 1))
            *head = c + 1;
    }
    for (uint32_t c = 0; c < clusters; c++)
        if (forest->exemplar[c] != PL_NONE)
            forest->concept[c] =
                largest[means[affinity->slot_node[forest->exemplar[c]]]] - 1;
    return PLEACH_OK;
}

/* It borrows what it was made of, as its writers need names and tags that would
 * be half of the corpus again. */
static pleach_taxonomy *taxonomy_new(const pleach_clusters *found)
{
    pl_arena *arena;
    pleach_taxonomy *forest = pl_arena_object(&arena, sizeof *forest);
    if (forest == NULL)
        return NULL;
    forest->arena = arena;
    forest->clusters = found;
    forest->root = PL_NONE;
    forest->affinity = found->affinity;
    forest->corpus = found->affinity->corpus;
    return forest;
}

/* Depth first: parents before their children, and every slot in a cluster. */
static void assert_forest(const pleach_taxonomy *forest)
{
    uint32_t clusters = forest->cluster_count;
    assert(forest->member_first[clusters] == forest->affinity->slot_count);
    for (uint32_t c = 0; c < clusters; c++) {
        uint32_t up = forest->parent[c];
        assert(up == PL_NONE ? forest->depth[c] == 0
                             : up < c && c < forest->subtree_end[up]);
        bool bare = forest->exemplar[c] == PL_NONE;
        assert(!bare || c == forest->root || forest->shaped != NULL);
        assert(bare || forest->member_first[c] < forest->member_first[c + 1]);
        assert(bare ||
               forest->member[forest->member_first[c]] == forest->exemplar[c]);
        assert(forest->subtree_end[c] > c &&
               forest->subtree_end[c] <= clusters);
        assert(forest->concept[c] < clusters);
        assert(bare || forest->people[c] > 0);
    }
    for (uint32_t i = 0; PL_CHECKS && i < forest->affinity->slot_count; i++)
        assert(forest->slot_cluster[i] < clusters);
}

/* Places come before measures, which count concepts once even where they stand
 * in several places. */
static pleach_status fill_forest(pleach_taxonomy *forest,
                                 const pleach_clusters *found,
                                 pleach_error *error)
{
    PL_SCRATCH(scratch);
    draft plan = {.arena = scratch};
    PL_TRY(draft_make(&plan, forest, error));
    take_plan_arrays(forest, found->affinity->slot_count, plan.count);
    PL_TRY(fill_clusters(forest, &plan, error));
    PL_TRY(find_places(forest, error));
    PL_TRY(pl_find_decided(forest, error));
    PL_TRY(pl_note_shape(forest, &plan, error));
    PL_TRY(pl_measure_forest(forest, error));
    pl_report_shape(forest, &plan);
    PL_TRY(pl_check_root(forest, error));
    return pl_give_ids(forest, error);
}

/* Debug builds prove the whole forest once. */
pleach_status pleach_taxonomy_grow(pleach_taxonomy **taxonomy,
                                   const pleach_clusters *found,
                                   pleach_error *error)
{
    pleach_taxonomy *forest = taxonomy_new(found);
    if (forest == NULL)
        return pl_fail_memory(error);
    pleach_status status = fill_forest(forest, found, error);
    if (status == PLEACH_OK) {
        assert_forest(forest);
        *taxonomy = forest;
    } else {
        pleach_taxonomy_free(forest);
    }
    return status;
}
