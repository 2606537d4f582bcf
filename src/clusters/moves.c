/* moves.c: valid moves built from the weave's three primitives. */
#include "clusters/moves.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"

/* More candidates than this are not tried in one go: the most promising are. */
enum { MOST_RIVALS = 12 };

pleach_status pl_mover_start(pl_mover *v, pl_arena *arena,
                             const pleach_affinity *affinity,
                             const uint32_t *exemplar, pleach_error *error)
{
    memset(v, 0, sizeof *v);
    return pl_weave_start(&v->weave, arena, affinity, exemplar, error);
}

void pl_mover_end(pl_mover *v)
{
    pl_weave_end(&v->weave);
    pl_list_free(&v->members);
    pl_list_free(&v->moved_roots);
    pl_list_free(&v->leaderless);
    pl_list_free(&v->loose);
    pl_list_free(&v->parents);
    pl_list_free(&v->children);
    pl_list_free(&v->rivals);
}

#define PUSH(v, list, value)                                                   \
    do {                                                                       \
        if (!pl_list_push(&(v)->list, (value)))                                \
            (v)->weave.out_of_memory = true;                                   \
    } while (0)

/* Keeps what was done since `mark` if it gained over `before`. */
static bool conclude(pl_mover *v, size_t mark, double before)
{
    pl_weave *w = &v->weave;
    if (!w->out_of_memory && w->net > before + PL_LEAST_GAIN)
        return true;
    pl_weave_undo(w, mark);
    return false;
}

/* -------------------------------------------------------------- pieces -- */

/* After members left: a cluster without leaves has nothing above it. */
static void settle(pl_weave *w, uint32_t cluster)
{
    if (w->leaves[cluster] == 0)
        pl_weave_put_above(w, cluster, PL_NONE);
}

/* What a cluster would be worth with member i as its leader; those it does
 * not know count as standing alone. Searches i's row for the members, or
 * walks it, whichever is shorter. */
static double worth_led_by(pl_weave *w, uint32_t cluster, uint32_t i)
{
    enum { SEARCH_STEPS = 12 };
    const pleach_affinity *a = w->affinity;
    uint64_t length = a->pair_first[i + 1] - a->pair_first[i];
    uint64_t searching = (uint64_t)w->size[cluster] * SEARCH_STEPS;
    double sum = a->preference * w->size[cluster];
    w->steps += searching < length ? searching : length;
    if (searching < length) {
        for (uint32_t k = w->head[cluster]; k != PL_NONE; k = w->next[k]) {
            uint64_t p = pl_find_pair(a, i, k);
            if (p != UINT64_MAX)
                sum += a->pair_similarity[p] - a->preference;
        }
        return sum;
    }
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
        if (w->cluster[a->pair_slot[p]] == cluster)
            sum += a->pair_similarity[p] - a->preference;
    return sum;
}

/* The member that would be the best leader; of equals the one with the least
 * identity. */
static uint32_t best_leader(pl_weave *w, uint32_t cluster)
{
    const uint64_t *identity = w->affinity->slot_identity;
    uint32_t best = PL_NONE;
    double most = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i]) {
        double sum = worth_led_by(w, cluster, i);
        bool better = best == PL_NONE || sum > most + PL_LEAST_GAIN;
        bool level = !better && sum > most - PL_LEAST_GAIN;
        if (better)
            most = sum;
        if (better || (level && identity[i] < identity[best]))
            best = i;
    }
    return best;
}

static void stand_alone(pl_weave *w, uint32_t slot)
{
    uint32_t from = w->cluster[slot];
    if (w->size[from] == 1)
        return;
    uint32_t to = pl_weave_spare(w);
    if (to == PL_NONE) {
        w->out_of_memory = true;
        return;
    }
    pl_weave_put_above(w, to, PL_NONE);
    pl_weave_lead(w, to, slot);
    pl_weave_move(w, slot, to);
    uint32_t parent = w->affinity->slot_parent[slot];
    if (parent != PL_NONE)
        pl_weave_put_above(w, to, w->cluster[parent]);
    settle(w, from);
}

/* Whether a leaf with its parent in `parent` may join `cluster`. */
static bool leaf_may_join(const pl_weave *w, uint32_t cluster, uint32_t parent)
{
    if (w->leaves[cluster] > 0)
        return w->above[cluster] == parent;
    return !pl_weave_is_above(w, cluster, parent);
}

static void join_leaf(pl_weave *w, uint32_t leaf, uint32_t cluster)
{
    uint32_t from = w->cluster[leaf];
    uint32_t parent = w->cluster[w->affinity->slot_parent[leaf]];
    pl_weave_move(w, leaf, cluster);
    pl_weave_put_above(w, cluster, parent);
    settle(w, from);
}

/* The best cluster that a leaf may join, other than its own; PL_NONE when
 * none is worth more than `at_least`. */
static uint32_t best_place(pl_weave *w, uint32_t leaf, double at_least)
{
    const pleach_affinity *a = w->affinity;
    uint32_t parent = w->cluster[a->slot_parent[leaf]];
    uint32_t best = PL_NONE;
    double most = at_least + PL_LEAST_GAIN;
    w->steps += a->pair_first[leaf + 1] - a->pair_first[leaf];
    for (uint64_t p = a->pair_first[leaf]; p < a->pair_first[leaf + 1]; p++) {
        uint32_t j = a->pair_slot[p], cluster = w->cluster[j];
        if (a->pair_similarity[p] <= most || w->leader[cluster] != j ||
            cluster == w->cluster[leaf] || !leaf_may_join(w, cluster, parent))
            continue;
        most = a->pair_similarity[p];
        best = cluster;
    }
    return best;
}

static void place_leaf(pl_weave *w, uint32_t leaf)
{
    uint32_t best = best_place(w, leaf, w->worth[leaf]);
    if (best != PL_NONE)
        join_leaf(w, leaf, best);
}

/* A leaf or root leaves for a cluster of its own; what follows from that is
 * noted for put_right. */
static void cast_off(pl_mover *v, uint32_t slot)
{
    pl_weave *w = &v->weave;
    uint32_t from = w->cluster[slot];
    if (w->size[from] == 1)
        return;
    if (w->leader[from] == slot)
        PUSH(v, leaderless, from);
    stand_alone(w, slot);
    if (pl_is_leaf_slot(w->affinity, slot))
        PUSH(v, loose, slot);
    else
        PUSH(v, moved_roots, slot);
}

/* A cluster that lost its leader gets the best one of those left; members
 * that do not know it are cast off. */
static void relead(pl_mover *v, uint32_t cluster)
{
    pl_weave *w = &v->weave;
    if (w->size[cluster] == 0)
        return;
    if (w->cluster[w->leader[cluster]] != cluster)
        pl_weave_lead(w, cluster, best_leader(w, cluster));
    for (uint32_t i = w->head[cluster]; i != PL_NONE;) {
        uint32_t next = w->next[i];
        if (w->worth[i] == 0)
            cast_off(v, i);
        i = next;
    }
}

/* Whether all leaves of a cluster have their parents in `parent`. */
static bool all_leaves_under(const pl_weave *w, uint32_t cluster,
                             uint32_t parent)
{
    const pleach_affinity *a = w->affinity;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        if (pl_is_leaf_slot(a, i) && w->cluster[a->slot_parent[i]] != parent)
            return false;
    return true;
}

/* After a root changed cluster: each child's cluster follows if it may,
 * otherwise the child is cast off from it. */
static void look_after_children(pl_mover *v, uint32_t root)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    uint32_t parent = w->cluster[root];
    for (uint32_t k = a->child_first[root]; k < a->child_first[root + 1]; k++) {
        uint32_t leaf = a->child[k], cluster = w->cluster[leaf];
        if (w->above[cluster] == parent)
            continue;
        bool alone = w->size[cluster] == 1;
        if (alone || (all_leaves_under(w, cluster, parent) &&
                      !pl_weave_is_above(w, cluster, parent))) {
            pl_weave_put_above(w, cluster, parent);
            if (alone)
                PUSH(v, loose, leaf);
        } else {
            cast_off(v, leaf);
        }
    }
}

/* Works off everything that a change has left behind, until all constraints
 * hold again. Links upwards are only ever set where they close no loop, so
 * following them ends at any time. */
static void put_right(pl_mover *v)
{
    pl_weave *w = &v->weave;
    while (!w->out_of_memory &&
           (v->leaderless.count > 0 || v->moved_roots.count > 0)) {
        if (v->leaderless.count > 0)
            relead(v, v->leaderless.items[--v->leaderless.count]);
        else
            look_after_children(
                v, v->moved_roots.items[--v->moved_roots.count]);
    }
    for (size_t k = 0; k < v->loose.count && !w->out_of_memory; k++)
        if (w->size[w->cluster[v->loose.items[k]]] == 1)
            place_leaf(w, v->loose.items[k]);
    v->loose.count = v->leaderless.count = v->moved_roots.count = 0;
}

/* ---------------------------------------------------------------- leaf -- */

bool pl_try_leaf(pl_mover *v, uint32_t leaf)
{
    pl_weave *w = &v->weave;
    if (pl_weave_leads(w, leaf) && w->size[w->cluster[leaf]] > 1)
        return false;
    uint32_t best = best_place(w, leaf, w->worth[leaf]);
    if (best == PL_NONE)
        return false;
    join_leaf(w, leaf, best);
    return true;
}

/* Clusters whose leader a slot knows, other than its own. A leader names its
 * cluster once, so no cluster comes twice. */
static void list_rivals(pl_mover *v, uint32_t slot)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    v->rivals.count = 0;
    w->steps += a->pair_first[slot + 1] - a->pair_first[slot];
    for (uint64_t p = a->pair_first[slot]; p < a->pair_first[slot + 1]; p++) {
        uint32_t j = a->pair_slot[p], other = w->cluster[j];
        if (w->leader[other] == j && other != w->cluster[slot])
            PUSH(v, rivals, other);
    }
}

/* ------------------------------------------------------------- merging -- */

static int compare_words(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* The clusters right below one, by block, each once, from `from` on. */
static void list_children(pl_mover *v, uint32_t cluster, size_t from)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    v->children.count = from;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        for (uint32_t k = a->child_first[i]; k < a->child_first[i + 1]; k++) {
            uint32_t leaf = a->child[k];
            PUSH(v, children,
                 (uint64_t)a->slot_block[leaf] << 32 | w->cluster[leaf]);
        }
    if (v->children.count == from)
        return; /* perhaps there is no list yet, which qsort does not take */
    uint64_t *found = v->children.items + from;
    size_t count = v->children.count - from, kept = 0;
    w->steps += 8 * count; /* sorted below */
    qsort(found, count, sizeof *found, compare_words);
    for (size_t k = 0; k < count; k++)
        if (k == 0 || found[k] != found[kept - 1])
            found[kept++] = found[k];
    v->children.count = from + kept;
}

static bool may_merge(const pl_weave *w, uint32_t from, uint32_t into)
{
    if (pl_weave_is_above(w, from, into) || pl_weave_is_above(w, into, from))
        return false;
    return w->leaves[from] == 0 || w->leaves[into] == 0 ||
           w->above[from] == w->above[into];
}

/* Moves all members of one cluster into another, their children with them,
 * and lets the better leader lead. */
static void merge_members(pl_mover *v, uint32_t from, uint32_t into)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    uint32_t above =
        w->leaves[from] > 0 ? w->above[from] : w->above[into];
    v->members.count = 0;
    for (uint32_t i = w->head[from]; i != PL_NONE; i = w->next[i])
        PUSH(v, members, i);
    if (w->out_of_memory)
        return;
    pl_weave_put_above(w, from, PL_NONE);
    for (size_t k = 0; k < v->members.count; k++) {
        uint32_t i = v->members.items[k];
        pl_weave_move(w, i, into);
        for (uint32_t c = a->child_first[i]; c < a->child_first[i + 1]; c++)
            if (w->above[w->cluster[a->child[c]]] == from)
                pl_weave_put_above(w, w->cluster[a->child[c]], into);
    }
    pl_weave_put_above(w, into, above);
    uint32_t leader = best_leader(w, into);
    if (leader != w->leader[into])
        pl_weave_lead(w, into, leader);
    PUSH(v, leaderless, into);
    put_right(v);
}

/* Merges two clusters below the same one if that gains; what grew may have
 * children to merge in turn. */
static bool merge_siblings(pl_mover *v, uint32_t from, uint32_t into)
{
    pl_weave *w = &v->weave;
    if (w->size[into] == 0 || w->size[from] == 0 ||
        w->above[into] != w->above[from] || !may_merge(w, from, into))
        return false;
    size_t mark = pl_weave_mark(w);
    double before = w->net;
    merge_members(v, from, into);
    if (!conclude(v, mark, before))
        return false;
    if (w->size[into] > w->leaves[into])
        PUSH(v, parents, into);
    return true;
}

/* Merges clusters of the same block below `cluster` pair by pair. */
static void merge_children(pl_mover *v, uint32_t cluster)
{
    list_children(v, cluster, 0);
    const uint64_t *found = v->children.items;
    for (size_t k = 0; k < v->children.count; k++)
        for (size_t l = k + 1;
             l < v->children.count && found[l] >> 32 == found[k] >> 32; l++)
            if (v->weave.above[(uint32_t)found[l]] == cluster)
                merge_siblings(v, (uint32_t)found[l], (uint32_t)found[k]);
}

/* Merges the clusters of a root's children with others below the same one
 * that the children know. */
static void merge_around(pl_mover *v, uint32_t root)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    for (uint32_t c = a->child_first[root]; c < a->child_first[root + 1]; c++) {
        uint32_t leaf = a->child[c];
        if (w->size[w->cluster[leaf]] == 1)
            continue; /* has been placed as a single leaf already */
        list_rivals(v, leaf);
        for (size_t k = 0; k < v->rivals.count && !w->out_of_memory; k++)
            merge_siblings(v, w->cluster[leaf], v->rivals.items[k]);
    }
}

/* Works off the clusters whose children may merge, and theirs in turn. */
static void merge_further(pl_mover *v)
{
    for (size_t k = 0; k < v->parents.count && !v->weave.out_of_memory; k++)
        merge_children(v, v->parents.items[k]);
    v->parents.count = 0;
}

static void merge_all(pl_mover *v, uint32_t from, uint32_t into)
{
    merge_members(v, from, into);
    PUSH(v, parents, into);
    merge_further(v);
}

/* The most that a merge can gain: members may become worth 1 at best, those
 * below too, in the blocks that both have. */
static double hope_below(const pl_mover *v, uint32_t cluster, uint32_t block)
{
    const pl_weave *w = &v->weave;
    double hope = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        if (w->affinity->slot_block[i] == block)
            hope += 1.0 - w->worth[i];
    return hope;
}

static double hope_of_children(pl_mover *v, uint32_t a, uint32_t b)
{
    list_children(v, a, 0);
    size_t middle = v->children.count;
    list_children(v, b, middle);
    size_t end = v->children.count, l = middle;
    double hope = 0;
    for (size_t k = 0; k < middle; k++) {
        uint64_t block = v->children.items[k] >> 32;
        while (l < end && v->children.items[l] >> 32 < block)
            l++;
        for (size_t m = l; m < end && v->children.items[m] >> 32 == block; m++)
            hope += hope_below(v, (uint32_t)v->children.items[m],
                               (uint32_t)block);
        if (l < end && v->children.items[l] >> 32 == block)
            hope += hope_below(v, (uint32_t)v->children.items[k],
                               (uint32_t)block);
    }
    return hope;
}

/* What moving all of `from` to the leader of `into` would gain by itself. */
static double direct_gain(pl_weave *w, uint32_t from, uint32_t into)
{
    double gain = 0;
    w->steps += 4 * w->size[from]; /* each a search in a row */
    for (uint32_t i = w->head[from]; i != PL_NONE; i = w->next[i]) {
        double s = pl_similarity_of(w->affinity, i, w->leader[into]);
        gain += (s > 0 ? s : w->affinity->preference) - w->worth[i];
    }
    return gain;
}

typedef struct ranked {
    double promise;
    uint64_t identity;
    uint32_t cluster;
} ranked;

static int compare_ranked(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->promise != b->promise)
        return a->promise < b->promise ? 1 : -1;
    return (a->identity > b->identity) - (a->identity < b->identity);
}

/* Keeps the best few of a running list. */
static void rank_rival(ranked *list, uint32_t *count, ranked fresh)
{
    if (*count == MOST_RIVALS) {
        if (compare_ranked(&fresh, &list[MOST_RIVALS - 1]) >= 0)
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

bool pl_try_merge(pl_mover *v, uint32_t cluster)
{
    pl_weave *w = &v->weave;
    ranked best[MOST_RIVALS];
    uint32_t count = 0;
    if (w->size[cluster] == 0)
        return false;
    list_rivals(v, w->leader[cluster]);
    for (size_t k = 0; k < v->rivals.count; k++) {
        uint32_t other = v->rivals.items[k];
        if (!may_merge(w, cluster, other))
            continue;
        double gain = direct_gain(w, cluster, other);
        double back = direct_gain(w, other, cluster);
        double promise = (gain > back ? gain : back) +
                         hope_of_children(v, cluster, other);
        if (promise > PL_LEAST_GAIN)
            rank_rival(best, &count,
                       (ranked){promise,
                                w->affinity->slot_identity[w->leader[other]],
                                other});
    }
    for (uint32_t k = 0; k < count; k++) {
        size_t mark = pl_weave_mark(w);
        double before = w->net;
        merge_all(v, cluster, best[k].cluster);
        if (conclude(v, mark, before))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- root -- */

static void move_root(pl_mover *v, uint32_t root, uint32_t into)
{
    pl_weave *w = &v->weave;
    uint32_t from = w->cluster[root];
    if (into == PL_NONE)
        stand_alone(w, root);
    else
        pl_weave_move(w, root, into);
    PUSH(v, moved_roots, root);
    PUSH(v, leaderless, from);
    put_right(v);
    merge_around(v, root);
    merge_further(v);
}

bool pl_try_root(pl_mover *v, uint32_t root)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    ranked best[MOST_RIVALS + 1];
    uint32_t count = 0;
    list_rivals(v, root);
    for (size_t k = 0; k < v->rivals.count; k++) {
        uint32_t other = v->rivals.items[k];
        if (pl_weave_is_above(w, w->cluster[root], other))
            continue;
        double promise = pl_similarity_of(a, root, w->leader[other]);
        rank_rival(best, &count,
                   (ranked){promise, a->slot_identity[w->leader[other]],
                            other});
    }
    if (w->size[w->cluster[root]] > 1)
        best[count++] = (ranked){0, 0, PL_NONE};
    for (uint32_t k = 0; k < count; k++) {
        size_t mark = pl_weave_mark(w);
        double before = w->net;
        move_root(v, root, best[k].cluster);
        if (conclude(v, mark, before))
            return true;
    }
    return false;
}

/* -------------------------------------------------------------- leader -- */

bool pl_try_leader(pl_mover *v, uint32_t cluster)
{
    pl_weave *w = &v->weave;
    if (w->size[cluster] < 2)
        return false;
    uint32_t leader = best_leader(w, cluster);
    if (leader == w->leader[cluster])
        return false;
    size_t mark = pl_weave_mark(w);
    double before = w->net;
    pl_weave_lead(w, cluster, leader);
    PUSH(v, leaderless, cluster);
    put_right(v);
    return conclude(v, mark, before);
}

/* --------------------------------------------------------------- split -- */

/* Those who like `second` better than their leader follow it out. */
static void split_off(pl_mover *v, uint32_t cluster, uint32_t second)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    uint32_t above = w->above[cluster];
    v->members.count = 0;
    for (uint64_t p = a->pair_first[second]; p < a->pair_first[second + 1]; p++) {
        uint32_t i = a->pair_slot[p];
        if (w->cluster[i] == cluster && i != w->leader[cluster] &&
            a->pair_similarity[p] > w->worth[i])
            PUSH(v, members, i);
    }
    stand_alone(w, second);
    uint32_t fresh = w->cluster[second];
    if (fresh == cluster || w->out_of_memory)
        return;
    for (size_t k = 0; k < v->members.count; k++) {
        uint32_t i = v->members.items[k];
        pl_weave_move(w, i, fresh);
        if (pl_is_leaf_slot(a, i))
            pl_weave_put_above(w, fresh, above);
    }
    settle(w, cluster);
    PUSH(v, members, second);
    for (size_t k = 0; k < v->members.count; k++)
        if (!pl_is_leaf_slot(a, v->members.items[k]))
            PUSH(v, moved_roots, v->members.items[k]);
    put_right(v);
}

bool pl_try_split(pl_mover *v, uint32_t cluster)
{
    pl_weave *w = &v->weave;
    enum { LARGEST = 64 };
    if (w->size[cluster] < 3 || w->size[cluster] > LARGEST)
        return false;
    uint32_t members[LARGEST], count = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        members[count++] = i;
    for (uint32_t k = 0; k < count; k++) {
        if (members[k] == w->leader[cluster])
            continue;
        size_t mark = pl_weave_mark(w);
        double before = w->net;
        split_off(v, cluster, members[k]);
        if (conclude(v, mark, before))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------- reroute -- */

/* Sets all leaves of a cluster free, except for those that stand alone. */
static void free_leaves(pl_mover *v, uint32_t cluster)
{
    pl_weave *w = &v->weave;
    v->members.count = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        if (pl_is_leaf_slot(w->affinity, i))
            PUSH(v, members, i);
    for (size_t k = 0; k < v->members.count; k++)
        stand_alone(w, v->members.items[k]);
    PUSH(v, leaderless, cluster);
}

bool pl_try_reroute(pl_mover *v, uint32_t leaf)
{
    pl_weave *w = &v->weave;
    const pleach_affinity *a = w->affinity;
    if (w->size[w->cluster[leaf]] > 1)
        return false;
    for (uint64_t p = a->pair_first[leaf]; p < a->pair_first[leaf + 1]; p++) {
        uint32_t j = a->pair_slot[p], target = w->cluster[j];
        uint32_t link = w->cluster[a->slot_parent[leaf]];
        if (w->leader[target] != j || w->leaves[target] > 0 ||
            !pl_weave_is_above(w, target, link))
            continue;
        for (; link != target; link = w->above[link]) {
            size_t mark = pl_weave_mark(w);
            double before = w->net;
            free_leaves(v, link);
            /* The leaf goes first, then those set free find a place. */
            if (leaf_may_join(w, target, w->cluster[a->slot_parent[leaf]]))
                join_leaf(w, leaf, target);
            for (size_t k = 0; k < v->members.count; k++)
                PUSH(v, loose, v->members.items[k]);
            put_right(v);
            if (conclude(v, mark, before))
                return true;
        }
    }
    return false;
}

/* --------------------------------------------------------------- shake -- */

/* Casts off every member of a cluster. */
static void dissolve(pl_mover *v, uint32_t cluster)
{
    pl_weave *w = &v->weave;
    v->members.count = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        PUSH(v, members, i);
    for (size_t k = 0; k < v->members.count; k++)
        cast_off(v, v->members.items[k]);
}

void pl_shake(pl_mover *v, uint32_t slot, uint64_t chance)
{
    pl_weave *w = &v->weave;
    uint32_t cluster = w->cluster[slot], above = w->above[cluster];
    list_rivals(v, slot);
    size_t rivals = v->rivals.count;
    uint32_t rival = rivals == 0 ? PL_NONE : v->rivals.items[chance / 4 % rivals];
    if (chance % 4 < 2 && rival != PL_NONE && may_merge(w, cluster, rival)) {
        merge_all(v, cluster, rival);
        return;
    }
    if (chance % 4 == 2 && rival != PL_NONE)
        dissolve(v, rival);
    if (chance % 4 == 3 && above != PL_NONE)
        dissolve(v, above);
    dissolve(v, w->cluster[slot]);
    put_right(v);
}
