/* moves.c: the moves that are tried on a leaf, a root or a cluster. */
/* SPDX-License-Identifier: MIT */
#include "rap/moves.h"

#include <string.h>

#include "base/status.h"
#include "rap/merge.h"

/* ---------------------------------------------------------------- leaf -- */

bool pl_try_leaf(pl_mover *v, uint32_t leaf)
{
    pl_forest *w = &v->forest;
    if (pl_forest_is_exemplar(w, leaf) && w->size[w->cluster[leaf]] > 1)
        return false;
    uint32_t best = pl_best_place(w, leaf, w->worth[leaf]);
    if (best == PL_NONE)
        return false;
    pl_join_leaf(w, leaf, best);
    return true;
}

/* ---------------------------------------------------------------- root -- */

static void move_root(pl_mover *v, uint32_t root, uint32_t into)
{
    pl_forest *w = &v->forest;
    uint32_t from = w->cluster[root];
    if (into == PL_NONE)
        pl_stand_alone(w, root);
    else
        pl_forest_move(w, root, into);
    pl_list_add(&v->moved_roots, root);
    pl_list_add(&v->without_exemplar, from);
    pl_put_right(v);
    pl_merge_around(v, root);
    pl_merge_further(v);
}

/* Whether a slot could become worth more at all. Who leads a large cluster
 * could, but somebody else would have to lead it. */
static bool may_gain(const pl_mover *v, uint32_t slot)
{
    const pl_forest *w = &v->forest;
    if (w->leads[slot] && w->size[w->cluster[slot]] > PL_MOST_ASKED)
        return false;
    return v->highest[slot] > w->worth[slot] + PL_LEAST_GAIN;
}

/* Trying a root takes all its children along, up to a dozen times. In a large
 * cluster, where most have all they can get, that is left where neither the
 * root nor a child could gain. */
static bool is_content(const pl_mover *v, uint32_t root)
{
    const pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    if (w->size[w->cluster[root]] <= PL_MOST_ASKED)
        return false;
    bool gains = may_gain(v, root);
    for (uint32_t k = a->child_first[root]; k < a->child_first[root + 1]; k++)
        gains |= may_gain(v, a->child[k]);
    return !gains;
}

/* A root takes its whole sapling along, so a move that looks bad by itself may
 * gain below. Hence rivals are tried, not only compared. */
bool pl_try_root(pl_mover *v, uint32_t root)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    pl_ranked best[PL_MOST_RIVALS + 1];
    uint32_t count = 0;
    if (is_content(v, root))
        return false;
    pl_list_rivals(v, root);
    for (size_t k = 0; k < v->rivals.count; k++) {
        uint32_t other = v->rivals.items[k];
        if (pl_forest_may_be_above(w, w->cluster[root], other))
            continue;
        double promise = pl_similarity_of(a, root, w->exemplar[other]);
        pl_rank_rival(
            best, &count,
            (pl_ranked){promise, a->slot_identity[w->exemplar[other]], other});
    }
    if (w->size[w->cluster[root]] > 1)
        best[count++] = (pl_ranked){0, 0, PL_NONE};
    for (uint32_t k = 0; k < count; k++) {
        size_t mark = pl_forest_mark(w);
        double before = w->net;
        move_root(v, root, best[k].cluster);
        if (pl_conclude(v, mark, before))
            return true;
    }
    return false;
}

/* -------------------------------------------------------------- exemplar -- */

bool pl_try_exemplar(pl_mover *v, uint32_t cluster)
{
    pl_forest *w = &v->forest;
    if (w->size[cluster] < 2)
        return false;
    uint32_t exemplar = pl_best_exemplar(w, cluster);
    if (exemplar == w->exemplar[cluster])
        return false;
    size_t mark = pl_forest_mark(w);
    double before = w->net;
    pl_forest_set_exemplar(w, cluster, exemplar);
    pl_list_add(&v->without_exemplar, cluster);
    pl_put_right(v);
    return pl_conclude(v, mark, before);
}

/* --------------------------------------------------------------- split -- */

/* Those who like `second` better than their exemplar follow it out. */
static void split_off(pl_mover *v, uint32_t cluster, uint32_t second)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    uint32_t above = w->above[cluster];
    v->members.count = 0;
    for (uint64_t p = a->pair_first[second]; p < a->pair_first[second + 1];
         p++) {
        uint32_t i = a->pair_slot[p];
        if (w->cluster[i] == cluster && i != w->exemplar[cluster] &&
            a->pair_similarity[p] > w->worth[i])
            pl_list_add(&v->members, i);
    }
    pl_stand_alone(w, second);
    uint32_t fresh = w->cluster[second];
    if (fresh == cluster || pl_arena_failed(w->arena))
        return;
    for (size_t k = 0; k < v->members.count; k++) {
        uint32_t i = v->members.items[k];
        pl_forest_move(w, i, fresh);
        if (pl_is_leaf_slot(a, i))
            pl_forest_put_above(w, fresh, above);
    }
    pl_settle_cluster(w, cluster);
    pl_list_add(&v->members, second);
    for (size_t k = 0; k < v->members.count; k++)
        if (!pl_is_leaf_slot(a, v->members.items[k]))
            pl_list_add(&v->moved_roots, v->members.items[k]);
    pl_put_right(v);
}

/* Each member is tried as the exemplar of a cluster of its own. That costs the
 * square of the members, hence the limit. */
bool pl_try_split(pl_mover *v, uint32_t cluster)
{
    pl_forest *w = &v->forest;
    enum { LARGEST = 64 };
    if (w->size[cluster] < 3 || w->size[cluster] > LARGEST)
        return false;
    uint32_t members[LARGEST], count = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        members[count++] = i;
    for (uint32_t k = 0; k < count; k++) {
        if (members[k] == w->exemplar[cluster])
            continue;
        size_t mark = pl_forest_mark(w);
        double before = w->net;
        split_off(v, cluster, members[k]);
        if (pl_conclude(v, mark, before))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------- reroute -- */

/* Sets all leaves of a cluster free, except for those that stand alone. */
static void free_cluster_leaves(pl_mover *v, uint32_t cluster)
{
    pl_forest *w = &v->forest;
    v->members.count = 0;
    uint32_t i = w->head[cluster];
    for (; i != PL_NONE && pl_is_leaf_slot(w->affinity, i); i = w->next[i])
        pl_list_add(&v->members, i);
    for (size_t k = 0; k < v->members.count; k++)
        pl_stand_alone(w, v->members.items[k]);
    pl_list_add(&v->without_exemplar, cluster);
}

/* A leaf may be kept out of a cluster because that lies above its parent.
 * Cutting the chain between them at one link opens the way, and which link is
 * cheapest cannot be told without trying. */
bool pl_try_reroute(pl_mover *v, uint32_t leaf)
{
    pl_forest *w = &v->forest;
    const pleach_affinity *a = w->affinity;
    if (w->size[w->cluster[leaf]] > 1)
        return false;
    for (uint64_t p = a->pair_first[leaf]; p < a->pair_first[leaf + 1]; p++) {
        uint32_t j = a->pair_slot[p], target = w->cluster[j];
        uint32_t link = w->cluster[a->slot_parent[leaf]];
        if (!w->leads[j] || w->leaves[target] > 0 ||
            !pl_forest_is_above(w, target, link))
            continue;
        for (; link != target; link = w->above[link]) {
            size_t mark = pl_forest_mark(w);
            double before = w->net;
            free_cluster_leaves(v, link);
            /* The leaf goes first, then those set free find a place. */
            if (pl_leaf_may_join(w, target, w->cluster[a->slot_parent[leaf]]))
                pl_join_leaf(w, leaf, target);
            for (size_t k = 0; k < v->members.count; k++)
                pl_list_add(&v->loose, v->members.items[k]);
            pl_put_right(v);
            if (pl_conclude(v, mark, before))
                return true;
        }
    }
    return false;
}

/* --------------------------------------------------------------- shake -- */

/* Casts off every member of a cluster. */
static void dissolve(pl_mover *v, uint32_t cluster)
{
    pl_forest *w = &v->forest;
    v->members.count = 0;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        pl_list_add(&v->members, i);
    for (size_t k = 0; k < v->members.count; k++)
        pl_cast_off(v, v->members.items[k]);
}

/* Whether a cluster, and what hangs on it, is small enough to be shaken: for
 * the price of one large cluster many small ones are. */
static bool is_handy(const pl_forest *w, uint32_t cluster)
{
    const uint32_t *first = w->affinity->child_first;
    uint32_t weight = w->size[cluster];
    if (weight > PL_LARGEST_SHAKEN)
        return false;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        weight += first[i + 1] - first[i];
    return weight <= PL_LARGEST_SHAKEN;
}

/* Four ways to disturb a place, drawn at random: from a local optimum every
 * single move loses, so some must be made that lose at first. */
void pl_shake(pl_mover *v, uint32_t slot, uint64_t chance)
{
    pl_forest *w = &v->forest;
    uint32_t cluster = w->cluster[slot], above = w->above[cluster];
    pl_list_rivals(v, slot);
    size_t rivals = v->rivals.count;
    uint32_t rival =
        rivals == 0 ? PL_NONE : v->rivals.items[chance / 4 % rivals];
    if (!is_handy(w, cluster))
        return;
    if (rival != PL_NONE && !is_handy(w, rival))
        rival = PL_NONE;
    if (chance % 4 < 2 && rival != PL_NONE && pl_may_merge(w, cluster, rival)) {
        pl_merge_all(v, cluster, rival);
        return;
    }
    if (chance % 4 == 2 && rival != PL_NONE)
        dissolve(v, rival);
    if (chance % 4 == 3 && above != PL_NONE && is_handy(w, above))
        dissolve(v, above);
    dissolve(v, w->cluster[slot]);
    pl_put_right(v);
}
