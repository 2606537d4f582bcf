/* assignment.c: the worth of an assignment, and its repair into a forest. */
#include "search/assignment.h"

#include <string.h>

#include "affinity/partition.h"
#include "base/status.h"
#include "messages/choice_exchange.h"

pleach_status pl_workbench_start(pl_workbench *bench, pl_arena *arena,
                                 const pleach_affinity *affinity,
                                 pleach_error *error)
{
    size_t slots = affinity->slot_count;
    memset(bench, 0, sizeof *bench);
    bench->affinity = affinity;
    bench->cluster_parent = PL_ARENA_ARRAY(arena, uint32_t, slots);
    bench->mark = PL_ARENA_ARRAY(arena, uint32_t, slots);
    bench->best = PL_ARENA_ARRAY(arena, float, slots);
    bench->member_first = PL_ARENA_ARRAY(arena, uint32_t, slots + 1);
    bench->member = PL_ARENA_ARRAY(arena, uint32_t, slots);
    if (!bench->cluster_parent || !bench->mark || !bench->best ||
        !bench->member_first || !bench->member)
        return pl_fail_memory(error);
    return PLEACH_OK;
}

void pl_workbench_end(pl_workbench *bench)
{
    pl_list_free(&bench->repairs.conflicts);
    pl_list_free(&bench->leaderless);
    pl_list_free(&bench->led);
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
static void find_cluster_parents(pl_workbench *bench, const uint32_t *exemplar,
                                 const float *confidence)
{
    const pleach_affinity *a = bench->affinity;
    uint32_t *voter = bench->mark;
    for (uint32_t i = 0; i < a->slot_count; i++)
        voter[i] = exemplar[i] == i && a->slot_parent[i] != PL_NONE ? i
                                                                    : PL_NONE;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t j = exemplar[i];
        if (a->slot_parent[i] == PL_NONE || voter[j] == j)
            continue;
        if (voter[j] == PL_NONE || confidence[i] > confidence[voter[j]])
            voter[j] = i;
    }
    for (uint32_t j = 0; j < a->slot_count; j++)
        bench->cluster_parent[j] =
            exemplar[j] != j || voter[j] == PL_NONE
                ? PL_NONE
                : exemplar[a->slot_parent[voter[j]]];
}

/* Splits off every leaf whose parent lies elsewhere than its cluster's. The
 * roots stay where they are, so one pass is enough. */
static bool split_conflicts(pl_workbench *bench, uint32_t *exemplar)
{
    const pleach_affinity *a = bench->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t parent = a->slot_parent[i], j = exemplar[i];
        if (parent == PL_NONE || i == j ||
            exemplar[parent] == bench->cluster_parent[j])
            continue;
        double cost = pl_similarity_of(a, i, j) - pl_preference_of(a, i);
        pl_conflict conflict = {i, j, (float)cost};
        if (!pl_list_push(&bench->repairs.conflicts, conflict))
            return false;
        exemplar[i] = i;
        bench->cluster_parent[i] = exemplar[parent];
    }
    return true;
}

/* --------------------------------------------------------------- loops -- */

/* Member lists of all clusters, in slot order. */
static void list_members(pl_workbench *bench, const uint32_t *exemplar)
{
    uint32_t slots = bench->affinity->slot_count;
    uint32_t *first = bench->member_first;
    memset(first, 0, ((size_t)slots + 1) * sizeof *first);
    for (uint32_t i = 0; i < slots; i++)
        first[exemplar[i] + 1]++;
    for (uint32_t j = 0; j < slots; j++)
        first[j + 1] += first[j];
    /* Filled from the back, so that first[j] ends at its list's start. */
    for (uint32_t i = slots; i-- > 0;)
        bench->member[--first[exemplar[i] + 1]] = i;
    memmove(first, first + 1, (size_t)slots * sizeof *first);
    first[slots] = slots;
}

/* What it costs to set the leaves of cluster j free. When a leaf leads, the
 * roots lose their exemplar instead; that is the upper estimate taken. */
static double price_of_freeing(const pl_workbench *bench, uint32_t j)
{
    const pleach_affinity *a = bench->affinity;
    bool leaf_leads = a->slot_parent[j] != PL_NONE;
    double price = 0;
    for (uint32_t k = bench->member_first[j]; k < bench->member_first[j + 1];
         k++) {
        uint32_t i = bench->member[k];
        bool leaf = a->slot_parent[i] != PL_NONE;
        if (i != j && leaf != leaf_leads)
            price += pl_similarity_of(a, i, j) - pl_preference_of(a, i);
    }
    return price;
}

/* Gives the roots of cluster j, which a leaf led, a root to lead them: the
 * one that most of them are similar to. Roots it does not know stand alone. */
static void lead_by_root(pl_workbench *bench, uint32_t *exemplar, uint32_t j)
{
    const pleach_affinity *a = bench->affinity;
    uint32_t from = bench->member_first[j], to = bench->member_first[j + 1];
    uint32_t leader = PL_NONE;
    double most = -1;
    for (uint32_t k = from; k < to; k++) {
        uint32_t candidate = bench->member[k];
        if (a->slot_parent[candidate] != PL_NONE)
            continue;
        double sum = 0;
        for (uint32_t l = from; l < to; l++) {
            uint32_t i = bench->member[l];
            if (a->slot_parent[i] != PL_NONE)
                continue;
            double s = pl_similarity_of(a, i, candidate);
            sum += s > 0 ? s : pl_preference_of(a, i);
        }
        if (sum > most) {
            most = sum;
            leader = candidate;
        }
    }
    for (uint32_t k = from; k < to; k++) {
        uint32_t i = bench->member[k];
        if (a->slot_parent[i] == PL_NONE)
            exemplar[i] = pl_similarity_of(a, i, leader) > 0 ? leader : i;
    }
}

/* Takes cluster j out of its loop: its leaves and roots part. The side that
 * holds the exemplar keeps it; leaves left without one stand alone, roots
 * stay together, since their children may share a cluster. */
static bool free_leaves(pl_workbench *bench, uint32_t *exemplar, uint32_t j)
{
    const pleach_affinity *a = bench->affinity;
    if (a->slot_parent[j] != PL_NONE)
        return pl_list_push(&bench->leaderless, j);
    for (uint32_t k = bench->member_first[j]; k < bench->member_first[j + 1];
         k++)
        if (a->slot_parent[bench->member[k]] != PL_NONE)
            exemplar[bench->member[k]] = bench->member[k];
    return true;
}

/* Leads the roots that the loops left without an exemplar: each cluster where
 * its rows are, and then everybody hears of it. Roots were nobody's exemplar
 * before, so the loops do not depend on when this is done. */
static pleach_status lead_roots(pl_workbench *bench, uint32_t *exemplar,
                                pleach_error *error)
{
    const pleach_affinity *a = bench->affinity;
    if (bench->leaderless.count == 0)
        return PLEACH_OK;
    bench->led.count = 0;
    for (size_t c = 0; c < bench->leaderless.count; c++) {
        uint32_t j = bench->leaderless.items[c];
        if (pl_row_is_here(a, j))
            lead_by_root(bench, exemplar, j);
        for (uint32_t k = bench->member_first[j];
             k < bench->member_first[j + 1]; k++)
            if (a->slot_parent[bench->member[k]] == PL_NONE &&
                !pl_list_push(&bench->led, bench->member[k]))
                return pl_fail_memory(error);
    }
    return pl_news_of_slots(a, bench->led.items, bench->led.count, exemplar,
                            error);
}

/* The cheapest cluster to break on the loop through `start`. */
static uint32_t weakest_on_loop(const pl_workbench *bench, uint32_t start)
{
    const uint64_t *identity = bench->affinity->slot_identity;
    uint32_t weakest = start, at = start;
    double least = price_of_freeing(bench, start);
    while ((at = bench->cluster_parent[at]) != start) {
        double price = price_of_freeing(bench, at);
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
static pleach_status break_loops(pl_workbench *bench, uint32_t *exemplar,
                                 uint64_t *broken, pleach_error *error)
{
    uint32_t slots = bench->affinity->slot_count;
    uint32_t *walk = bench->mark;
    bool listed = false;
    *broken = 0;
    bench->leaderless.count = 0;
    memset(walk, 0, (size_t)slots * sizeof *walk);
    for (uint32_t start = 0; start < slots; start++) {
        if (exemplar[start] != start || walk[start] != 0)
            continue;
        uint32_t at = start;
        while (at != PL_NONE && walk[at] == 0) {
            walk[at] = start + 1;
            at = bench->cluster_parent[at];
        }
        if (at == PL_NONE || walk[at] != start + 1)
            continue;
        if (!listed)
            list_members(bench, exemplar);
        listed = true;
        if (!free_leaves(bench, exemplar, weakest_on_loop(bench, at)))
            return pl_fail_memory(error);
        ++*broken;
    }
    return lead_roots(bench, exemplar, error);
}

pleach_status pl_repair(pl_workbench *bench, uint32_t *exemplar,
                        const float *confidence, pleach_error *error)
{
    bench->repairs.cycles_broken = 0;
    bench->repairs.conflicts.count = 0;
    /* Breaking a loop can part roots, and so call for further splits. Each
     * round makes more clusters, so this ends. */
    for (uint64_t broken = 1; broken > 0;) {
        find_cluster_parents(bench, exemplar, confidence);
        if (!split_conflicts(bench, exemplar))
            return pl_fail_memory(error);
        PL_TRY(break_loops(bench, exemplar, &broken, error));
        bench->repairs.cycles_broken += broken;
    }
    return PLEACH_OK;
}

/* ------------------------------------------------------------ checking -- */

static bool has_loop(const pl_workbench *bench, const uint32_t *exemplar)
{
    uint32_t slots = bench->affinity->slot_count;
    uint32_t *walk = bench->mark;
    memset(walk, 0, (size_t)slots * sizeof *walk);
    for (uint32_t start = 0; start < slots; start++) {
        uint32_t at = exemplar[start];
        while (at != PL_NONE && walk[at] == 0) {
            walk[at] = start + 1;
            at = bench->cluster_parent[at];
        }
        if (at != PL_NONE && walk[at] == start + 1)
            return true;
    }
    return false;
}

const char *pl_broken_constraint(pl_workbench *bench, const uint32_t *exemplar)
{
    const pleach_affinity *a = bench->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (pl_similarity_of(a, i, exemplar[i]) <= 0)
            return "I";
        if (exemplar[exemplar[i]] != exemplar[i])
            return "E";
        bench->cluster_parent[i] = PL_NONE;
    }
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (a->slot_parent[i] == PL_NONE)
            continue;
        uint32_t *held = &bench->cluster_parent[exemplar[i]];
        uint32_t wanted = exemplar[a->slot_parent[i]];
        if (*held != PL_NONE && *held != wanted)
            return "F";
        *held = wanted;
    }
    return has_loop(bench, exemplar) ? "T" : NULL;
}
