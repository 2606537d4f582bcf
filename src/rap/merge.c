/* merge.c: judges by a cheap look first, then merges all the way down. */
/* SPDX-License-Identifier: MIT */
#include "rap/merge.h"

#include <stdlib.h>

#include "base/order.h"

/* The clusters right below one, by block, each once, from `from` on. */
static void list_clusters_below(pl_mover *v, uint32_t cluster, size_t from)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    v->children.count = from;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        for (uint32_t k = a->child_first[i]; k < a->child_first[i + 1]; k++) {
            uint32_t leaf = a->child[k];
            pl_list_add(&v->children,
                        (uint64_t)a->slot_block[leaf] << 32 | w->cluster[leaf]);
        }
    if (v->children.count == from)
        return; /* perhaps there is no list yet, which qsort does not take */
    uint64_t *found = v->children.items + from;
    size_t count = v->children.count - from, kept = 0;
    w->steps += 8 * count; /* sorted below */
    qsort(found, count, sizeof *found, pl_compare_uint64);
    for (size_t k = 0; k < count; k++)
        if (k == 0 || found[k] != found[kept - 1])
            found[kept++] = found[k];
    v->children.count = from + kept;
}

bool pl_may_merge(const pl_forest *w, uint32_t from, uint32_t into)
{
    if (pl_forest_may_be_above(w, from, into) ||
        pl_forest_may_be_above(w, into, from))
        return false;
    return w->leaves[from] == 0 || w->leaves[into] == 0 ||
           w->above[from] == w->above[into];
}

/* Whether a cluster is so large that `count` newcomers do not change who leads
 * it; asking costs time in proportion to its size. */
static bool outnumbers(const pl_forest *w, uint32_t cluster, size_t count)
{
    enum { TIMES = 8 };
    return w->size[cluster] > PL_MOST_ASKED && count * TIMES < w->size[cluster];
}

/* Moves all members of one cluster into another, their children with them,
 * and lets the better exemplar lead. */
static void merge_members(pl_mover *v, uint32_t from, uint32_t into)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    uint32_t above = w->leaves[from] > 0 ? w->above[from] : w->above[into];
    v->members.count = 0;
    for (uint32_t i = w->head[from]; i != PL_NONE; i = w->next[i])
        pl_list_add(&v->members, i);
    if (pl_arena_failed(w->arena))
        return;
    pl_forest_put_above(w, from, PL_NONE);
    for (size_t k = 0; k < v->members.count; k++) {
        uint32_t i = v->members.items[k];
        pl_forest_move(w, i, into);
        for (uint32_t c = a->child_first[i]; c < a->child_first[i + 1]; c++)
            if (w->above[w->cluster[a->child[c]]] == from)
                pl_forest_put_above(w, w->cluster[a->child[c]], into);
    }
    pl_forest_put_above(w, into, above);
    uint32_t exemplar = outnumbers(w, into, v->members.count)
                            ? w->exemplar[into]
                            : pl_best_exemplar(w, into);
    if (exemplar != w->exemplar[into]) {
        pl_forest_set_exemplar(w, into, exemplar);
        pl_list_add(&v->without_exemplar, into);
    } else { /* who was there knows the exemplar */
        for (size_t k = 0; k < v->members.count; k++)
            if (w->worth[v->members.items[k]] == 0)
                pl_cast_off(v, v->members.items[k]);
    }
    pl_put_right(v);
}

/* What moving all of `from` to the exemplar of `into` would gain by itself. */
static double direct_gain(pl_forest *w, uint32_t from, uint32_t into)
{
    double gain = 0;
    w->steps += 4 * (uint64_t)w->size[from]; /* each a search in a row */
    for (uint32_t i = w->head[from]; i != PL_NONE; i = w->next[i]) {
        double s = pl_similarity_of(w->affinity, i, w->exemplar[into]);
        gain += (s > 0 ? s : pl_preference_of(w->affinity, i)) - w->worth[i];
    }
    return gain;
}

/* The children of a cluster's roots. */
static uint64_t count_children(const pl_forest *w, uint32_t cluster)
{
    const uint32_t *first = w->affinity->child_first;
    uint64_t count = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        count += first[i + 1] - first[i];
    return count;
}

static bool is_large_pair(const pl_forest *w, uint32_t a, uint32_t b)
{
    return w->size[a] + w->size[b] > PL_LARGE_CLUSTER;
}

/* What a merge with a large cluster can be hoped to gain, in time for the
 * smaller one only: its exemplar stays, and each child may gain one. */
static double hope_of_joining(pl_forest *w, uint32_t a, uint32_t b)
{
    uint32_t from = w->size[a] < w->size[b] ? a : b;
    return direct_gain(w, from, from == a ? b : a) +
           (double)count_children(w, from);
}

/* What grew may have children to merge in turn: all pairs of them, where it is
 * small; in a large one those that came with the newcomers. */
static void note_merged(pl_mover *v, uint32_t into)
{
    pl_forest *w = &v->forest;
    if (w->size[into] == w->leaves[into])
        return;
    if (w->size[into] <= PL_LARGE_CLUSTER) {
        pl_list_add(&v->parents, into);
        return;
    }
    for (size_t k = 0; k < v->members.count; k++)
        if (!pl_is_leaf_slot(w->affinity, v->members.items[k]))
            pl_list_add(&v->arrivals, v->members.items[k]);
}

/* Merges two clusters below the same one if that gains. Every child of every
 * root asks for this, so two large ones are left to pl_try_merge. */
static bool merge_siblings(pl_mover *v, uint32_t from, uint32_t into)
{
    pl_forest *w = &v->forest;
    if (w->size[from] > PL_MOST_ASKED && w->size[from] > w->size[into]) {
        uint32_t larger = from;
        from = into;
        into = larger;
    }
    if (w->size[from] > PL_LARGE_CLUSTER || w->size[into] == 0 ||
        w->size[from] == 0 || w->above[into] != w->above[from] ||
        !pl_may_merge(w, from, into))
        return false;
    if (is_large_pair(w, from, into) &&
        hope_of_joining(w, from, into) <= PL_LEAST_GAIN)
        return false;
    size_t mark = pl_forest_mark(w);
    double before = w->net;
    merge_members(v, from, into);
    if (!pl_conclude(v, mark, before))
        return false;
    note_merged(v, into);
    return true;
}

/* Merges clusters of the same block below `cluster` pair by pair. */
static void merge_children(pl_mover *v, uint32_t cluster)
{
    list_clusters_below(v, cluster, 0);
    const uint64_t *found = v->children.items;
    for (size_t k = 0; k < v->children.count; k++)
        for (size_t l = k + 1;
             l < v->children.count && found[l] >> 32 == found[k] >> 32; l++)
            if (v->forest.above[(uint32_t)found[l]] == cluster)
                merge_siblings(v, (uint32_t)found[l], (uint32_t)found[k]);
}

/* Merges the clusters of a root's children with others below the same one
 * that the children know; those of up to so many leaves. */
static void merge_around(pl_mover *v, uint32_t root, uint32_t most_leaves)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    for (uint32_t c = a->child_first[root]; c < a->child_first[root + 1]; c++) {
        uint32_t leaf = a->child[c];
        if (w->size[w->cluster[leaf]] == 1)
            continue; /* has been placed as a single leaf already */
        if (w->leaves[w->cluster[leaf]] > most_leaves)
            continue;
        pl_list_rivals(v, leaf);
        for (size_t k = 0; k < v->rivals.count && !pl_arena_failed(w->arena);
             k++)
            merge_siblings(v, w->cluster[leaf], v->rivals.items[k]);
    }
}

/* A root that came alone brought no large cluster along: what is large was
 * there before, and pl_try_merge looks at it. */
void pl_merge_around(pl_mover *v, uint32_t root)
{
    merge_around(v, root, PL_MOST_ASKED);
}

/* Works off the clusters whose children may merge, and theirs in turn. */
void pl_merge_further(pl_mover *v)
{
    size_t parents = 0, arrivals = 0;
    while (!pl_arena_failed(v->forest.arena)) {
        if (parents < v->parents.count)
            merge_children(v, v->parents.items[parents++]);
        else if (arrivals < v->arrivals.count)
            merge_around(v, v->arrivals.items[arrivals++], UINT32_MAX);
        else
            break;
    }
    v->parents.count = v->arrivals.count = 0;
}

void pl_merge_all(pl_mover *v, uint32_t from, uint32_t into)
{
    merge_members(v, from, into);
    note_merged(v, into);
    pl_merge_further(v);
}

/* The most that a merge can gain: members may become worth 1 at best, those
 * below too, in the blocks that both have. */
static double hope_below(const pl_mover *v, uint32_t cluster, uint32_t block)
{
    const pl_forest *w = &v->forest;
    double hope = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        if (w->affinity->slot_block[i] == block)
            hope += 1.0 - w->worth[i];
    return hope;
}

/* What merging two clusters may gain below them at most. Merging on trial
 * changes all of that and back again, so this decides who is tried at all. */
static double hope_of_children(pl_mover *v, uint32_t a, uint32_t b)
{
    list_clusters_below(v, a, 0);
    size_t middle = v->children.count;
    list_clusters_below(v, b, middle);
    size_t end = v->children.count, l = middle;
    double hope = 0;
    for (size_t k = 0; k < middle; k++) {
        uint64_t block = v->children.items[k] >> 32;
        while (l < end && v->children.items[l] >> 32 < block)
            l++;
        for (size_t m = l; m < end && v->children.items[m] >> 32 == block; m++)
            hope +=
                hope_below(v, (uint32_t)v->children.items[m], (uint32_t)block);
        if (l < end && v->children.items[l] >> 32 == block)
            hope +=
                hope_below(v, (uint32_t)v->children.items[k], (uint32_t)block);
    }
    return hope;
}

/* How much a merge promises: an estimate from above, but for large clusters. */
static double promise_of_merge(pl_mover *v, uint32_t cluster, uint32_t other)
{
    pl_forest *w = &v->forest;
    if (is_large_pair(w, cluster, other))
        return hope_of_joining(w, cluster, other);
    double gain = direct_gain(w, cluster, other);
    double back = direct_gain(w, other, cluster);
    return (gain > back ? gain : back) + hope_of_children(v, cluster, other);
}

/* The most promising few are tried in full and the first that gains is kept:
 * what the others promised may no longer hold afterwards. The smaller one
 * moves, as fewer members have to be told. */
bool pl_try_merge(pl_mover *v, uint32_t cluster)
{
    pl_forest *w = &v->forest;
    pl_ranked best[PL_MOST_RIVALS] = {{0}};
    uint32_t count = 0;
    if (w->size[cluster] == 0)
        return false;
    pl_list_rivals(v, w->exemplar[cluster]);
    for (size_t k = 0; k < v->rivals.count; k++) {
        uint32_t other = v->rivals.items[k];
        if (!pl_may_merge(w, cluster, other))
            continue;
        double promise = promise_of_merge(v, cluster, other);
        if (promise > PL_LEAST_GAIN)
            pl_rank_rival(
                best, &count,
                (pl_ranked){promise,
                            w->affinity->slot_identity[w->exemplar[other]],
                            other});
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t other = best[k].cluster;
        bool into_it = !is_large_pair(w, cluster, other) ||
                       w->size[cluster] < w->size[other];
        size_t mark = pl_forest_mark(w);
        double before = w->net;
        pl_merge_all(v, into_it ? cluster : other, into_it ? other : cluster);
        if (pl_conclude(v, mark, before))
            return true;
    }
    return false;
}
