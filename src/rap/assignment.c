/* assignment.c: the worth of an assignment, and its repair into a forest. */
/* SPDX-License-Identifier: MIT */
#include "rap/assignment.h"

#include <string.h>

#include "base/status.h"

/* Answers are repaired in every iteration that is looked at, so the room for it
 * is kept. */
pleach_status pl_repair_scratch_start(pl_repair_scratch *scratch,
                                      pl_arena *arena,
                                      const pleach_affinity *affinity,
                                      pleach_error *error)
{
    size_t slots = affinity->slot_count;
    memset(scratch, 0, sizeof *scratch);
    scratch->affinity = affinity;
    scratch->cluster_parent = PL_ARENA_ARRAY(arena, uint32_t, slots);
    scratch->mark = PL_ARENA_ARRAY(arena, uint32_t, slots);
    scratch->member_first = PL_ARENA_ARRAY(arena, uint32_t, slots + 1);
    scratch->member = PL_ARENA_ARRAY(arena, uint32_t, slots);
    scratch->repairs.conflicts.arena = arena;
    return pl_check_memory(arena, error);
}

double pl_net_similarity(const pleach_affinity *affinity,
                         const uint32_t *exemplar)
{
    double sum = 0;
    for (uint32_t i = 0; i < affinity->slot_count; i++)
        sum += pl_similarity_of(affinity, i, exemplar[i]);
    return sum;
}

/* ------------------------------------------------------- single parent -- */

/* cluster_parent of each exemplar: that of the exemplar itself if it is a
 * leaf, else that of its most confident leaf, else none. */
static void find_cluster_parents(pl_repair_scratch *scratch,
                                 const uint32_t *exemplar,
                                 const float *confidence)
{
    const pleach_affinity *a = scratch->affinity;
    uint32_t *voter = scratch->mark;
    for (uint32_t i = 0; i < a->slot_count; i++)
        voter[i] =
            exemplar[i] == i && a->slot_parent[i] != PL_NONE ? i : PL_NONE;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t j = exemplar[i];
        if (a->slot_parent[i] == PL_NONE || voter[j] == j)
            continue;
        if (voter[j] == PL_NONE || confidence[i] > confidence[voter[j]])
            voter[j] = i;
    }
    for (uint32_t j = 0; j < a->slot_count; j++)
        scratch->cluster_parent[j] = exemplar[j] != j || voter[j] == PL_NONE
                                         ? PL_NONE
                                         : exemplar[a->slot_parent[voter[j]]];
}

/* Splits off every leaf whose parent lies elsewhere than its cluster's. The
 * roots stay where they are, so one pass is enough. */
static void split_conflicts(pl_repair_scratch *scratch, uint32_t *exemplar)
{
    const pleach_affinity *a = scratch->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t parent = a->slot_parent[i], j = exemplar[i];
        if (parent == PL_NONE || i == j ||
            exemplar[parent] == scratch->cluster_parent[j])
            continue;
        double cost = pl_similarity_of(a, i, j) - pl_preference_of(a, i);
        pl_conflict conflict = {i, j, (float)cost};
        pl_list_add(&scratch->repairs.conflicts, conflict);
        exemplar[i] = i;
        scratch->cluster_parent[i] = exemplar[parent];
    }
}

/* --------------------------------------------------------------- loops -- */

/* Member lists of all clusters, in slot order. */
static void list_members(pl_repair_scratch *scratch, const uint32_t *exemplar)
{
    uint32_t slots = scratch->affinity->slot_count;
    uint32_t *first = scratch->member_first;
    memset(first, 0, ((size_t)slots + 1) * sizeof *first);
    for (uint32_t i = 0; i < slots; i++)
        first[exemplar[i] + 1]++;
    for (uint32_t j = 0; j < slots; j++)
        first[j + 1] += first[j];
    /* Filled from the back, so that first[j] ends at its list's start. */
    for (uint32_t i = slots; i-- > 0;)
        scratch->member[--first[exemplar[i] + 1]] = i;
    memmove(first, first + 1, (size_t)slots * sizeof *first);
    first[slots] = slots;
}

/* What it costs to set the leaves of cluster j free. When a leaf leads, the
 * roots lose their exemplar instead; that is the upper estimate taken. */
static double price_of_freeing(const pl_repair_scratch *scratch, uint32_t j)
{
    const pleach_affinity *a = scratch->affinity;
    bool leaf_leads = a->slot_parent[j] != PL_NONE;
    double price = 0;
    for (uint32_t k = scratch->member_first[j];
         k < scratch->member_first[j + 1]; k++) {
        uint32_t i = scratch->member[k];
        bool leaf = a->slot_parent[i] != PL_NONE;
        if (i != j && leaf != leaf_leads)
            price += pl_similarity_of(a, i, j) - pl_preference_of(a, i);
    }
    return price;
}

/* Gives the roots of cluster j, which a leaf led, a root to lead them: the
 * one that most of them are similar to. Roots it does not know stand alone. */
static void lead_by_root(pl_repair_scratch *scratch, uint32_t *exemplar,
                         uint32_t j)
{
    const pleach_affinity *a = scratch->affinity;
    uint32_t from = scratch->member_first[j], to = scratch->member_first[j + 1];
    uint32_t chosen = PL_NONE;
    double most = -1;
    for (uint32_t k = from; k < to; k++) {
        uint32_t candidate = scratch->member[k];
        if (a->slot_parent[candidate] != PL_NONE)
            continue;
        double sum = 0;
        for (uint32_t l = from; l < to; l++) {
            uint32_t i = scratch->member[l];
            if (a->slot_parent[i] != PL_NONE)
                continue;
            double s = pl_similarity_of(a, i, candidate);
            sum += s > 0 ? s : pl_preference_of(a, i);
        }
        if (sum > most) {
            most = sum;
            chosen = candidate;
        }
    }
    for (uint32_t k = from; k < to; k++) {
        uint32_t i = scratch->member[k];
        if (a->slot_parent[i] == PL_NONE)
            exemplar[i] = pl_similarity_of(a, i, chosen) > 0 ? chosen : i;
    }
}

/* Takes cluster j out of its loop: its leaves and roots part. The side that
 * holds the exemplar keeps it; leaves left without one stand alone, roots
 * stay together, since their children may share a cluster. */
static void free_shared_leaves(pl_repair_scratch *scratch, uint32_t *exemplar,
                               uint32_t j)
{
    const pleach_affinity *a = scratch->affinity;
    if (a->slot_parent[j] != PL_NONE) {
        lead_by_root(scratch, exemplar, j);
        return;
    }
    for (uint32_t k = scratch->member_first[j];
         k < scratch->member_first[j + 1]; k++)
        if (a->slot_parent[scratch->member[k]] != PL_NONE)
            exemplar[scratch->member[k]] = scratch->member[k];
}

/* The cheapest cluster to break on the loop through `start`. */
static uint32_t weakest_on_loop(const pl_repair_scratch *scratch,
                                uint32_t start)
{
    const uint64_t *identity = scratch->affinity->slot_identity;
    uint32_t weakest = start, at = start;
    double least = price_of_freeing(scratch, start);
    while ((at = scratch->cluster_parent[at]) != start) {
        double price = price_of_freeing(scratch, at);
        if (price < least ||
            (price <= least && identity[at] < identity[weakest])) {
            least = price;
            weakest = at;
        }
    }
    return weakest;
}

/* Breaks every loop of the cluster graph once and counts them. Each cluster
 * has at most one parent, so a walk upwards either ends, meets an earlier
 * walk, or closes a loop. */
static uint64_t break_loops(pl_repair_scratch *scratch, uint32_t *exemplar)
{
    uint32_t slots = scratch->affinity->slot_count;
    uint32_t *walk = scratch->mark;
    uint64_t broken = 0;
    memset(walk, 0, (size_t)slots * sizeof *walk);
    for (uint32_t start = 0; start < slots; start++) {
        if (exemplar[start] != start || walk[start] != 0)
            continue;
        uint32_t at = start;
        while (at != PL_NONE && walk[at] == 0) {
            walk[at] = start + 1;
            at = scratch->cluster_parent[at];
        }
        if (at == PL_NONE || walk[at] != start + 1)
            continue;
        if (broken++ == 0)
            list_members(scratch, exemplar);
        free_shared_leaves(scratch, exemplar, weakest_on_loop(scratch, at));
    }
    return broken;
}

/* Conflicts come before loops, as a cluster with two parents belongs to no
 * single loop. */
pleach_status pl_repair(pl_repair_scratch *scratch, uint32_t *exemplar,
                        const float *confidence, pleach_error *error)
{
    scratch->repairs.cycles_broken = 0;
    scratch->repairs.conflicts.count = 0;
    /* Breaking a loop can part roots, and so call for further splits. Each
     * round makes more clusters, so this ends. */
    for (uint64_t broken = 1; broken > 0;) {
        find_cluster_parents(scratch, exemplar, confidence);
        split_conflicts(scratch, exemplar);
        PL_TRY(pl_check_memory(scratch->repairs.conflicts.arena, error));
        broken = break_loops(scratch, exemplar);
        scratch->repairs.cycles_broken += broken;
    }
    return PLEACH_OK;
}
