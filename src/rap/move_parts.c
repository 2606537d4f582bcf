/* move_parts.c: what a change of the forest leaves behind is put right again.
 */
/* SPDX-License-Identifier: MIT */
#include "rap/move_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"

/* Larger forests are not checked after every move. */
enum { CHECKED_SLOTS = 1000 };

pleach_status pl_mover_start(pl_mover *v, pl_arena *arena,
                             const pleach_affinity *affinity,
                             const uint32_t *exemplar, pleach_error *error)
{
    memset(v, 0, sizeof *v);
    v->highest = PL_ARENA_ARRAY(arena, float, affinity->slot_count);
    PL_TRY(pl_check_memory(arena, error));
    v->members.arena = v->moved_roots.arena = arena;
    v->without_exemplar.arena = v->loose.arena = arena;
    v->parents.arena = v->arrivals.arena = arena;
    v->children.arena = v->rivals.arena = arena;
    for (uint32_t i = 0; i < affinity->slot_count; i++)
        for (uint64_t p = affinity->pair_first[i];
             p < affinity->pair_first[i + 1]; p++)
            if (affinity->pair_similarity[p] > v->highest[i])
                v->highest[i] = affinity->pair_similarity[p];
    return pl_forest_start(&v->forest, arena, affinity, exemplar, error);
}

/* Clusters whose exemplar a slot knows, other than its own. An exemplar names
 * its cluster once, so no cluster comes twice. */
void pl_list_rivals(pl_mover *v, uint32_t slot)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    v->rivals.count = 0;
    w->steps += a->pair_first[slot + 1] - a->pair_first[slot];
    for (uint64_t p = a->pair_first[slot]; p < a->pair_first[slot + 1]; p++) {
        uint32_t j = a->pair_slot[p];
        if (w->leads[j] && w->cluster[j] != w->cluster[slot])
            pl_list_add(&v->rivals, w->cluster[j]);
    }
}

static int compare_ranked(const void *left, const void *right)
{
    const pl_ranked *a = left, *b = right;
    if (a->promise != b->promise)
        return a->promise < b->promise ? 1 : -1;
    return (a->identity > b->identity) - (a->identity < b->identity);
}

void pl_rank_rival(pl_ranked *list, uint32_t *count, pl_ranked fresh)
{
    if (*count == PL_MOST_RIVALS) {
        if (compare_ranked(&fresh, &list[PL_MOST_RIVALS - 1]) >= 0)
            return;
        --*count;
    }
    uint32_t at = (*count)++;
    while (at > 0 && compare_ranked(&fresh, &list[at - 1]) < 0) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = fresh;
}

/* Keeps what was done since `mark` if it gained over `before`. */
bool pl_conclude(pl_mover *v, size_t mark, double before)
{
    pl_forest *w = &v->forest;
    if (!pl_arena_failed(w->arena) && w->net > before + PL_LEAST_GAIN) {
        /* Each move costs as much as the forest is large. */
        if (PL_CHECKS && w->affinity->slot_count <= CHECKED_SLOTS)
            pl_forest_check(w);
        return true;
    }
    pl_forest_undo(w, mark);
    return false;
}

/* After members left: a cluster without leaves has nothing above it. */
void pl_settle_cluster(pl_forest *w, uint32_t cluster)
{
    if (w->leaves[cluster] == 0)
        pl_forest_put_above(w, cluster, PL_NONE);
}

/* What the members of a cluster would be worth, each alone. */
static double worth_apart(const pl_forest *w, uint32_t cluster)
{
    const pleach_affinity *a = w->affinity;
    double sum = 0;
    if (a->slot_preference == NULL)
        return a->preference * w->size[cluster];
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        sum += pl_preference_of(a, i);
    return sum;
}

/* What a cluster would be worth with member i as its exemplar; those it does
 * not know count as standing alone; `apart`: all as standing alone. Searches
 * i's row for the members, or walks it, whichever is shorter. */
static double worth_led_by(pl_forest *w, uint32_t cluster, uint32_t i,
                           double apart)
{
    enum { SEARCH_STEPS = 12 };
    const pleach_affinity *a = w->affinity;
    uint64_t length = a->pair_first[i + 1] - a->pair_first[i];
    uint64_t searching = (uint64_t)w->size[cluster] * SEARCH_STEPS;
    double sum = apart;
    w->steps += searching < length ? searching : length;
    if (searching < length) {
        for (uint32_t k = w->head[cluster]; k != PL_NONE; k = w->next[k]) {
            uint64_t p = pl_find_pair(a, i, k);
            if (p != UINT64_MAX)
                sum += a->pair_similarity[p] - pl_preference_of(a, k);
        }
        return sum;
    }
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
        if (w->cluster[a->pair_slot[p]] == cluster)
            sum += a->pair_similarity[p] - pl_preference_of(a, a->pair_slot[p]);
    return sum;
}

/* In a large cluster not everyone is asked to lead, only who did so far and
 * those that look most like it: similar to that one, with many pairs. */
static uint32_t list_candidates(const pl_forest *w, uint32_t cluster,
                                pl_ranked *list)
{
    const pleach_affinity *a = w->affinity;
    uint32_t count = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i]) {
        double pairs = (double)(a->pair_first[i + 1] - a->pair_first[i]);
        double promise =
            i == w->exemplar[cluster] ? INFINITY : w->worth[i] * pairs;
        pl_rank_rival(list, &count,
                      (pl_ranked){promise, a->slot_identity[i], i});
    }
    return count;
}

/* The member that would be the best exemplar; of equals the one with the least
 * identity. */
uint32_t pl_best_exemplar(pl_forest *w, uint32_t cluster)
{
    const uint64_t *identity = w->affinity->slot_identity;
    pl_ranked list[PL_MOST_RIVALS] = {{0}};
    bool large = w->size[cluster] > PL_MOST_ASKED;
    uint32_t count = large ? list_candidates(w, cluster, list) : 0;
    uint32_t best = PL_NONE, k = 0;
    assert(!large || count > 0);
    uint32_t i = large ? list[0].cluster : w->head[cluster];
    double most = 0, apart = worth_apart(w, cluster);
    while (i != PL_NONE) {
        double sum = worth_led_by(w, cluster, i, apart);
        bool better = best == PL_NONE || sum > most + PL_LEAST_GAIN;
        bool level = !better && sum > most - PL_LEAST_GAIN;
        if (better)
            most = sum;
        if (better || (level && identity[i] < identity[best]))
            best = i;
        k++;
        i = !large ? w->next[i] : k < count ? list[k].cluster : PL_NONE;
    }
    return best;
}

/* The new cluster is given its exemplar before its member, so that the journal
 * undoes both in an order that is valid at each step. */
void pl_stand_alone(pl_forest *w, uint32_t slot)
{
    uint32_t from = w->cluster[slot];
    if (w->size[from] == 1)
        return;
    uint32_t to = pl_forest_spare(w);
    if (to == PL_NONE)
        return;
    pl_forest_put_above(w, to, PL_NONE);
    pl_forest_set_exemplar(w, to, slot);
    pl_forest_move(w, slot, to);
    uint32_t parent = w->affinity->slot_parent[slot];
    if (parent != PL_NONE)
        pl_forest_put_above(w, to, w->cluster[parent]);
    pl_settle_cluster(w, from);
}

/* Whether a leaf with its parent in `parent` may join `cluster`. */
bool pl_leaf_may_join(const pl_forest *w, uint32_t cluster, uint32_t parent)
{
    if (w->leaves[cluster] > 0)
        return w->above[cluster] == parent;
    return !pl_forest_may_be_above(w, cluster, parent);
}

void pl_join_leaf(pl_forest *w, uint32_t leaf, uint32_t cluster)
{
    uint32_t from = w->cluster[leaf];
    uint32_t parent = w->cluster[w->affinity->slot_parent[leaf]];
    pl_forest_move(w, leaf, cluster);
    pl_forest_put_above(w, cluster, parent);
    pl_settle_cluster(w, from);
}

/* The best cluster that a leaf may join, other than its own; PL_NONE when
 * none is worth more than `at_least`. */
uint32_t pl_best_place(pl_forest *w, uint32_t leaf, double at_least)
{
    const pleach_affinity *a = w->affinity;
    uint32_t parent = w->cluster[a->slot_parent[leaf]];
    uint32_t best = PL_NONE;
    double most = at_least + PL_LEAST_GAIN;
    w->steps += a->pair_first[leaf + 1] - a->pair_first[leaf];
    for (uint64_t p = a->pair_first[leaf]; p < a->pair_first[leaf + 1]; p++) {
        uint32_t j = a->pair_slot[p], cluster;
        if (a->pair_similarity[p] <= most || !w->leads[j])
            continue;
        cluster = w->cluster[j];
        if (cluster == w->cluster[leaf] ||
            !pl_leaf_may_join(w, cluster, parent))
            continue;
        most = a->pair_similarity[p];
        best = cluster;
    }
    return best;
}

static void place_leaf(pl_forest *w, uint32_t leaf)
{
    uint32_t best = pl_best_place(w, leaf, w->worth[leaf]);
    if (best != PL_NONE)
        pl_join_leaf(w, leaf, best);
}

/* A leaf or root leaves for a cluster of its own; what follows from that is
 * noted for pl_put_right. */
void pl_cast_off(pl_mover *v, uint32_t slot)
{
    pl_forest *w = &v->forest;
    uint32_t from = w->cluster[slot];
    if (w->size[from] == 1)
        return;
    if (w->exemplar[from] == slot)
        pl_list_add(&v->without_exemplar, from);
    pl_stand_alone(w, slot);
    if (pl_is_leaf_slot(w->affinity, slot))
        pl_list_add(&v->loose, slot);
    else
        pl_list_add(&v->moved_roots, slot);
}

/* A cluster that lost its exemplar gets the best one of those left; members
 * that do not know it are cast off. */
static void relead(pl_mover *v, uint32_t cluster)
{
    pl_forest *w = &v->forest;
    if (w->size[cluster] == 0)
        return;
    if (w->cluster[w->exemplar[cluster]] != cluster)
        pl_forest_set_exemplar(w, cluster, pl_best_exemplar(w, cluster));
    for (uint32_t i = w->head[cluster];
         i != PL_NONE && w->strangers[cluster] > 0;) {
        uint32_t next = w->next[i];
        if (w->worth[i] == 0)
            pl_cast_off(v, i);
        i = next;
    }
}

/* Whether all leaves of a cluster have their parents in `parent`. */
static bool all_leaves_under(const pl_forest *w, uint32_t cluster,
                             uint32_t parent)
{
    const pleach_affinity *a = w->affinity;
    uint32_t i = w->head[cluster];
    for (; i != PL_NONE && pl_is_leaf_slot(a, i); i = w->next[i])
        if (w->cluster[a->slot_parent[i]] != parent)
            return false;
    return true;
}

/* After a root changed cluster: each child's cluster follows if it may,
 * otherwise the child is cast off from it. */
static void look_after_children(pl_mover *v, uint32_t root)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    uint32_t parent = w->cluster[root];
    for (uint32_t k = a->child_first[root]; k < a->child_first[root + 1]; k++) {
        uint32_t leaf = a->child[k], cluster = w->cluster[leaf];
        if (w->above[cluster] == parent)
            continue;
        bool alone = w->size[cluster] == 1;
        if (alone || (all_leaves_under(w, cluster, parent) &&
                      !pl_forest_may_be_above(w, cluster, parent))) {
            pl_forest_put_above(w, cluster, parent);
            if (alone)
                pl_list_add(&v->loose, leaf);
        } else {
            pl_cast_off(v, leaf);
        }
    }
}

/* Works off everything that a change has left behind, until all constraints
 * hold again. Links upwards are only ever set where they close no loop, so
 * following them ends at any time. */
void pl_put_right(pl_mover *v)
{
    pl_forest *w = &v->forest;
    while (!pl_arena_failed(w->arena) &&
           (v->without_exemplar.count > 0 || v->moved_roots.count > 0)) {
        if (v->without_exemplar.count > 0)
            relead(v, v->without_exemplar.items[--v->without_exemplar.count]);
        else
            look_after_children(v,
                                v->moved_roots.items[--v->moved_roots.count]);
    }
    for (size_t k = 0; k < v->loose.count && !pl_arena_failed(w->arena); k++)
        if (w->size[w->cluster[v->loose.items[k]]] == 1)
            place_leaf(w, v->loose.items[k]);
    v->loose.count = v->without_exemplar.count = v->moved_roots.count = 0;
}
