/* explain_force.c: what it would cost to put two nodes into one cluster. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"
#include "rap/assignment.h"

enum {
    MOST_EXEMPLARS = 200, /* members tried as exemplars of a merged cluster */
    MOST_LEVELS = 1000,   /* parents merged above each other */
    MOST_CUTS = 16,       /* places tried to break a loop at */
};

typedef struct forcing {
    const pleach_affinity *affinity;
    pl_repair_scratch scratch;
    uint32_t *exemplar;
    float *confidence;
    PL_LIST(uint32_t) members;
    bool stuck; /* clusters above would have to merge that cannot */
} forcing;

/* What a member is worth under an exemplar; one that must stay is worth 0 where
 * it does not know the exemplar, any other would stand alone. */
static double forced_worth(const forcing *f, uint32_t i, uint32_t exemplar,
                           bool stays)
{
    double s = pl_similarity_of(f->affinity, i, exemplar);
    return s > 0 ? s : stays ? 0 : pl_preference_of(f->affinity, i);
}

static bool knows(const forcing *f, uint32_t i, uint32_t exemplar)
{
    return pl_similarity_of(f->affinity, i, exemplar) > 0;
}

/* The best exemplar for all members; PL_NONE when a and b must both know it and
 * there is none such. */
static uint32_t choose_leader(const forcing *f, uint32_t a, uint32_t b,
                              bool known)
{
    uint32_t best = PL_NONE;
    double most = -1;
    for (size_t k = 0; k < f->members.count; k++) {
        uint32_t exemplar = f->members.items[k];
        double sum = 0;
        /* Large clusters: only those that have led so far, and the two. */
        if (k >= MOST_EXEMPLARS && exemplar != a && exemplar != b &&
            f->exemplar[exemplar] != exemplar)
            continue;
        if (known && (!knows(f, a, exemplar) || !knows(f, b, exemplar)))
            continue;
        for (size_t m = 0; m < f->members.count; m++) {
            uint32_t i = f->members.items[m];
            sum += forced_worth(f, i, exemplar, i == a || i == b);
        }
        if (sum > most) {
            most = sum;
            best = exemplar;
        }
    }
    return best;
}

/* The clusters of a and b become one, led by whom suits it best. Those asked
 * about are forced even where they have no similarity; others must know their
 * exemplar. */
static void merge(forcing *f, uint32_t a, uint32_t b, bool known)
{
    uint32_t first = f->exemplar[a], second = f->exemplar[b];
    f->members.count = 0;
    for (uint32_t i = 0; i < f->affinity->slot_count; i++)
        if (f->exemplar[i] == first || f->exemplar[i] == second)
            pl_list_add(&f->members, i);
    uint32_t exemplar = choose_leader(f, a, b, known);
    f->stuck = exemplar == PL_NONE;
    for (size_t k = 0; !f->stuck && k < f->members.count; k++) {
        uint32_t i = f->members.items[k];
        bool stays = i == a || i == b || knows(f, i, exemplar);
        f->exemplar[i] = stays ? exemplar : i;
    }
}

/* The members are one cluster under their best exemplar; those that do not know
 * it stand alone. */
static void lead_members(forcing *f)
{
    uint32_t exemplar = choose_leader(f, PL_NONE, PL_NONE, false);
    for (size_t k = 0; k < f->members.count; k++) {
        uint32_t i = f->members.items[k];
        f->exemplar[i] = knows(f, i, exemplar) ? exemplar : i;
    }
}

/* Node a alone goes to the cluster of b; those it led find another exemplar. */
static void move(forcing *f, uint32_t a, uint32_t b)
{
    f->members.count = 0;
    for (uint32_t i = 0; i < f->affinity->slot_count; i++)
        if (f->exemplar[i] == a && i != a)
            pl_list_add(&f->members, i);
    f->exemplar[a] = f->exemplar[b];
    lead_members(f);
}

/* A leaf of the cluster of `slot`, the slot itself where it is one. */
static uint32_t leaf_of(const forcing *f, uint32_t slot)
{
    const uint32_t *parent = f->affinity->slot_parent;
    if (parent[slot] != PL_NONE)
        return slot;
    for (uint32_t i = 0; i < f->affinity->slot_count; i++)
        if (parent[i] != PL_NONE && f->exemplar[i] == f->exemplar[slot])
            return i;
    return PL_NONE;
}

/* Merges upwards as long as the clusters of a and b have different ones above
 * them. A loop is left for the repair. */
static void merge_upwards(forcing *f, uint32_t a, uint32_t b, uint32_t *merged)
{
    for (uint32_t level = 0; level < MOST_LEVELS; level++) {
        uint32_t leaf_a = leaf_of(f, a), leaf_b = leaf_of(f, b);
        merge(f, a, b, level > 0);
        if (f->stuck || leaf_a == PL_NONE || leaf_b == PL_NONE)
            return;
        a = f->affinity->slot_parent[leaf_a];
        b = f->affinity->slot_parent[leaf_b];
        if (f->exemplar[a] == f->exemplar[b])
            return;
        ++*merged;
    }
}

/* The cluster above one, by the parent of its first leaf. */
static uint32_t forced_cluster_above(const forcing *f, uint32_t cluster)
{
    uint32_t leaf = leaf_of(f, cluster);
    return leaf == PL_NONE ? PL_NONE
                           : f->exemplar[f->affinity->slot_parent[leaf]];
}

/* Which cluster is the `steps`th above `start` on a loop that leads back to
 * it; PL_NONE: there is none such. */
static uint32_t on_loop(const forcing *f, uint32_t start, uint32_t steps)
{
    uint32_t at = start, found = PL_NONE;
    for (uint32_t k = 0; k < MOST_LEVELS; k++) {
        at = forced_cluster_above(f, at);
        if (at == PL_NONE || at == start)
            break;
        if (k == steps)
            found = at;
    }
    return at == start ? found : PL_NONE;
}

/* The leaves of a cluster stand alone; its roots stay together. */
static void free_forced_leaves(forcing *f, uint32_t cluster)
{
    const uint32_t *parent = f->affinity->slot_parent;
    f->members.count = 0;
    for (uint32_t i = 0; i < f->affinity->slot_count; i++) {
        if (f->exemplar[i] != cluster)
            continue;
        if (parent[i] != PL_NONE)
            f->exemplar[i] = i;
        else
            pl_list_add(&f->members, i);
    }
    lead_members(f);
}

static double forced_net(const forcing *f)
{
    double sum = 0;
    for (uint32_t i = 0; i < f->affinity->slot_count; i++) {
        double s = pl_similarity_of(f->affinity, i, f->exemplar[i]);
        sum += s > 0 ? s : 0;
    }
    return sum;
}

static double round_off(double cost)
{
    return fabs(cost) < 1e-9 ? 0 : cost;
}

typedef enum way { MERGE, MERGE_UPWARDS, MOVE_A, MOVE_B, WAYS } way;

static void go(forcing *f, way by, uint32_t a, uint32_t b, uint32_t *merged)
{
    if (by == MERGE)
        merge(f, a, b, false);
    else if (by == MERGE_UPWARDS)
        merge_upwards(f, a, b, merged);
    else if (by == MOVE_A)
        move(f, a, b);
    else
        move(f, b, a);
}

/* Repairs what was forced; *tried says how it went. */
static pleach_status settle_forced(forcing *f, pleach_told_forcing *tried,
                                   const pl_again *again, uint32_t a,
                                   uint32_t b, pleach_error *error)
{
    for (uint32_t i = 0; i < f->affinity->slot_count; i++)
        f->confidence[i] =
            (float)pl_similarity_of(f->affinity, i, f->exemplar[i]);
    /* The repair keeps the parents of those it is most sure of. */
    f->confidence[a] = f->confidence[b] = 3;
    PL_TRY(pl_repair(&f->scratch, f->exemplar, f->confidence, error));
    tried->possible = f->exemplar[a] == f->exemplar[b];
    tried->cost = round_off(again->net - forced_net(f));
    tried->leaves_split = f->scratch.repairs.conflicts.count;
    tried->loops_broken += f->scratch.repairs.cycles_broken;
    return PLEACH_OK;
}

/* Tries one way. With `cut` above 0 a loop through the two is broken first,
 * at the cut-th cluster above them; *cuts says whether there is such a one. */
static pleach_status try_way(forcing *f, pleach_told_forcing *tried,
                             const pl_again *again, uint32_t a, uint32_t b,
                             way by, uint32_t cut, bool *cuts,
                             pleach_error *error)
{
    *tried = (pleach_told_forcing){0};
    *cuts = false;
    memcpy(f->exemplar, again->exemplar,
           f->affinity->slot_count * sizeof *f->exemplar);
    f->stuck = false;
    go(f, by, a, b, &tried->parents_merged);
    PL_TRY(pl_check_memory(f->members.arena, error));
    tried->direct = round_off(again->net - forced_net(f));
    if (f->stuck)
        return PLEACH_OK;
    if (cut > 0) {
        uint32_t at = on_loop(f, f->exemplar[a], cut - 1);
        if (at == PL_NONE)
            return PLEACH_OK;
        *cuts = true;
        tried->loops_broken = 1;
        free_forced_leaves(f, at);
    }
    return settle_forced(f, tried, again, a, b, error);
}

/* Which way of forcing is cheapest cannot be told beforehand, since the repair
 * may undo most of it: all are tried and repaired, and the cheapest counts. */
static pleach_status try_all_merges(forcing *f, pleach_told_forcing *forced,
                                    const pl_again *again, uint32_t a,
                                    uint32_t b, bool clusters,
                                    pleach_error *error)
{
    bool cuts;
    PL_TRY(try_way(f, forced, again, a, b, MERGE, 0, &cuts, error));
    double direct = forced->direct;
    for (way by = MERGE; by < (clusters ? MOVE_A : WAYS); by++) {
        cuts = true;
        for (uint32_t cut = 0; cut <= MOST_CUTS && (cut <= 1 || cuts); cut++) {
            pleach_told_forcing tried;
            PL_TRY(try_way(f, &tried, again, a, b, by, cut, &cuts, error));
            if (tried.possible &&
                (!forced->possible || tried.cost < forced->cost))
                *forced = tried;
        }
    }
    forced->direct = direct;
    return PLEACH_OK;
}

/* Everything is done on a copy of the answer, which stays what it was. */
pleach_status pl_force(pleach_told_forcing *forced, const pl_again *again,
                       uint32_t a, uint32_t b, bool clusters,
                       pleach_error *error)
{
    PL_SCRATCH(arena);
    uint32_t slots = again->affinity->slot_count;
    forcing f = {.affinity = again->affinity,
                 .exemplar = PL_ARENA_ARRAY(arena, uint32_t, slots),
                 .confidence = PL_ARENA_ARRAY(arena, float, slots),
                 .members = {.arena = arena}};
    PL_TRY(pl_repair_scratch_start(&f.scratch, arena, f.affinity, error));
    return try_all_merges(&f, forced, again, a, b, clusters, error);
}
