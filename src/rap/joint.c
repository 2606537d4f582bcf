/* joint.c: the messages between saplings and columns, both ways. */
/* SPDX-License-Identifier: MIT */
#include "rap/joint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"

/* What stands for infinity is at least this, and more where saplings are
 * larger. */
static const float LEAST_LIMIT = 64.0f;

static inline float positive_part(float x)
{
    return x > 0 ? x : 0;
}

static inline float smaller_float(float a, float b)
{
    return a < b ? a : b;
}

static inline float larger_float(float a, float b)
{
    return a > b ? a : b;
}

static inline bool is_leaf_slot(const pl_joint *t, uint32_t slot)
{
    return t->affinity->slot_parent[slot] != PL_NONE;
}

/* The live candidates of the slot that decides about groups: the parent of a
 * leaf. */
static inline const uint32_t *parent_candidates(const pl_joint *t,
                                                uint32_t leaf, uint32_t *count)
{
    uint32_t parent = t->affinity->slot_parent[leaf];
    *count = pl_joint_live_count(t, parent);
    return t->live.candidate + t->live.first[parent];
}

/* ------------------------------------------------------------ starting -- */

/* A leaf has a message per pair and exemplar of its parent, a root one per
 * pair: the index m in (7.5) and (7.8) is the parent's. */
static void count_entries(pl_joint *t, pl_arena *arena)
{
    uint64_t pairs = t->live.first[t->affinity->slot_count], total = 0;
    t->entry_first = PL_ARENA_ARRAY(arena, uint64_t, pairs + 1);
    if (pl_arena_failed(arena))
        return;
    for (uint32_t i = 0; i < t->affinity->slot_count; i++) {
        uint32_t parent = t->affinity->slot_parent[i];
        uint32_t each = parent == PL_NONE ? 1 : pl_joint_live_count(t, parent);
        for (uint64_t q = t->live.first[i]; q < t->live.first[i + 1]; q++) {
            t->entry_first[q] = total;
            total += each;
        }
    }
    t->entry_first[pairs] = total;
    t->alpha = PL_ARENA_ARRAY(arena, float, total);
    t->rho = PL_ARENA_ARRAY(arena, float, total);
    t->group = PL_ARENA_ARRAY(arena, uint32_t, total);
}

/* Who names whom: column j's live pairs, without its own. */
static void list_columns(pl_joint *t, pl_arena *arena)
{
    uint32_t slots = t->affinity->slot_count;
    uint64_t pairs = t->live.first[slots];
    t->column_first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)slots + 1);
    t->column_pair = PL_ARENA_ARRAY(arena, uint64_t, pairs);
    t->pair_owner = PL_ARENA_ARRAY(arena, uint32_t, pairs);
    if (pl_arena_failed(arena))
        return;
    for (uint32_t i = 0; i < slots; i++)
        for (uint64_t q = t->live.first[i]; q < t->live.first[i + 1]; q++) {
            t->pair_owner[q] = i;
            if (t->live.candidate[q] != i)
                t->column_first[t->live.candidate[q] + 1]++;
        }
    for (uint32_t j = 0; j < slots; j++)
        t->column_first[j + 1] += t->column_first[j];
    /* From the back, so that starts end up at the starts. */
    for (uint64_t q = pairs; q-- > 0;)
        if (t->live.candidate[q] != t->pair_owner[q])
            t->column_pair[--t->column_first[t->live.candidate[q] + 1]] = q;
    memmove(t->column_first, t->column_first + 1,
            (size_t)slots * sizeof *t->column_first);
    t->column_first[slots] = pairs - slots;
}

/* The groups of column j, into `to` when there is room: what j's own parent
 * may choose if j is a leaf, else what any of its leaves' parents may. A
 * cluster is never its own parent, so j itself is not among them. */
static uint32_t gather_groups(const pl_joint *t, uint32_t j, uint32_t *to)
{
    uint32_t count = 0, each;
    const uint32_t *choices;
    if (is_leaf_slot(t, j)) {
        choices = parent_candidates(t, j, &each);
        memcpy(to, choices, each * sizeof *to);
        count = each;
    } else {
        for (uint64_t c = t->column_first[j]; c < t->column_first[j + 1]; c++) {
            uint32_t i = t->pair_owner[t->column_pair[c]];
            if (!is_leaf_slot(t, i))
                continue;
            choices = parent_candidates(t, i, &each);
            memcpy(to + count, choices, each * sizeof *to);
            count += each;
        }
    }
    uint32_t kept = 0;
    count = (uint32_t)pl_sort_distinct_uint32(to, count);
    for (uint32_t k = 0; k < count; k++)
        if (to[k] != j)
            to[kept++] = to[k];
    return kept;
}

/* The most groups that column j can have, doubles included. */
static uint64_t most_groups(const pl_joint *t, uint32_t j)
{
    uint64_t count = 0;
    if (is_leaf_slot(t, j))
        return pl_joint_live_count(t, t->affinity->slot_parent[j]);
    for (uint64_t c = t->column_first[j]; c < t->column_first[j + 1]; c++) {
        uint32_t i = t->pair_owner[t->column_pair[c]];
        if (is_leaf_slot(t, i))
            count += pl_joint_live_count(t, t->affinity->slot_parent[i]);
    }
    return count;
}

static uint32_t find_column_group(const pl_joint *t, uint32_t j, uint32_t slot)
{
    uint64_t low = t->group_first[j], high = t->group_first[j + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (t->group_slot[middle] < slot)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < t->group_first[j + 1] && t->group_slot[low] == slot;
    return found ? (uint32_t)(low - t->group_first[j]) : PL_NONE;
}

/* Per column j, the exemplars m under which some leaf could be in it: open(m)
 * of (7.6) has to be kept for these and no others. */
static void list_groups(pl_joint *t, pl_arena *arena)
{
    uint32_t slots = t->affinity->slot_count;
    PL_LIST(uint32_t) all = {.arena = arena};
    t->group_first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)slots + 1);
    if (pl_arena_failed(arena))
        return;
    for (uint32_t j = 0; j < slots; j++) {
        uint64_t most = most_groups(t, j);
        t->group_first[j] = all.count;
        if (most == 0 || !pl_list_room(&all, most))
            continue;
        uint32_t count = gather_groups(t, j, all.items + all.count);
        t->most_groups = count > t->most_groups ? count : t->most_groups;
        all.count += count;
    }
    t->group_first[slots] = all.count;
    t->group_slot = PL_ARENA_ARRAY(arena, uint32_t, all.count);
    t->company = PL_ARENA_ARRAY(arena, float, all.count);
    t->open = PL_ARENA_ARRAY(arena, float, all.count);
    if (!pl_arena_failed(arena) && all.count > 0)
        memcpy(t->group_slot, all.items, all.count * sizeof *all.items);
    pl_list_free(&all);
}

/* Where each leaf entry's parent exemplar stands among the column's. */
static void link_groups(pl_joint *t)
{
    for (uint32_t i = 0; i < t->affinity->slot_count; i++) {
        if (!is_leaf_slot(t, i))
            continue;
        uint32_t each;
        const uint32_t *choices = parent_candidates(t, i, &each);
        for (uint64_t q = t->live.first[i]; q < t->live.first[i + 1]; q++)
            for (uint32_t m = 0; m < each; m++)
                t->group[t->entry_first[q] + m] =
                    find_column_group(t, t->live.candidate[q], choices[m]);
    }
}

/* A column reads its pairs in no order that memory likes, so each comes with
 * all that is to be known before its messages: where its entries begin, how
 * many there are (less than a million: nobody has as many candidates), and
 * whether its owner is a leaf. */
enum { OFFER_BITS = 20 };

static void pack_offers(pl_joint *t)
{
    uint64_t count = t->column_first[t->affinity->slot_count];
    for (uint64_t c = 0; c < count; c++) {
        uint64_t q = t->column_pair[c], from = t->entry_first[q];
        uint64_t each = t->entry_first[q + 1] - from;
        t->column_pair[c] = from << (OFFER_BITS + 1) | each << 1 |
                            is_leaf_slot(t, t->pair_owner[q]);
    }
}

typedef struct offer {
    uint64_t from, to; /* entries */
    bool leaf;
} offer;

static inline offer offer_at(const pl_joint *t, uint64_t c)
{
    uint64_t packed = t->column_pair[c], from = packed >> (OFFER_BITS + 1);
    uint64_t each = packed >> 1 & ((1u << OFFER_BITS) - 1);
    return (offer){from, from + each, packed & 1};
}

static double most_preference(const pleach_affinity *affinity)
{
    double most = affinity->preference;
    for (uint32_t i = 0; i < affinity->slot_count; i++)
        most = fmax(most, pl_preference_of(affinity, i));
    return most;
}

/* The limit on messages follows from what any sapling can gain at most, so that
 * it binds only where a message stands for never. */
pleach_status pl_joint_start(pl_joint *t, pl_arena *arena,
                             const pleach_affinity *affinity,
                             const pl_live *live, double damping,
                             pleach_error *error)
{
    uint32_t slots = affinity->slot_count;
    double preference = most_preference(affinity);
    assert(damping >= 0 && damping < 1);
    memset(t, 0, sizeof *t);
    t->affinity = affinity;
    t->live = *live;
    t->damping = (float)damping;
    t->choice = PL_ARENA_ARRAY(arena, uint32_t, slots);
    t->margin = PL_ARENA_ARRAY(arena, float, slots);
    t->changed = PL_ARENA_ARRAY(arena, uint32_t, slots);
    count_entries(t, arena);
    list_columns(t, arena);
    list_groups(t, arena);
    PL_TRY(pl_check_memory(arena, error));
    link_groups(t);
    pack_offers(t);
    t->limit = LEAST_LIMIT;
    for (uint32_t i = 0; i < slots; i++) {
        t->choice[i] = i;
        uint32_t children =
            affinity->child_first[i + 1] - affinity->child_first[i];
        /* No sapling can gain as much as one for each of its nodes, and one
         * more. */
        t->limit =
            larger_float(t->limit, (float)((children + 2) * (1 + preference)));
        uint32_t candidates = pl_joint_live_count(t, i);
        t->most_live = candidates > t->most_live ? candidates : t->most_live;
        size_t need = (size_t)candidates * (children + 2);
        t->most_scratch = need > t->most_scratch ? need : t->most_scratch;
    }
    if (t->most_scratch < (size_t)t->most_groups * 2 + 2)
        t->most_scratch = (size_t)t->most_groups * 2 + 2;
    return PLEACH_OK;
}

size_t pl_joint_scratch(const pl_joint *t)
{
    return t->most_scratch;
}

uint64_t pl_joint_entries(const pl_joint *t)
{
    return t->entry_first[t->live.first[t->affinity->slot_count]];
}

/* ------------------------------------------------------------- sending -- */

/* The largest of some values, where it is, and the largest of the others. */
typedef struct top_two {
    float first, second;
    uint32_t at;
} top_two;

static inline void top_two_add(top_two *top, float value, uint32_t at)
{
    if (value > top->first) {
        top->second = top->first;
        top->first = value;
        top->at = at;
    } else if (value > top->second) {
        top->second = value;
    }
}

/* The best value without candidate `at`; nothing else there is as sure as it
 * gets. */
static inline float best_without(const pl_joint *t, const top_two *top,
                                 uint32_t at)
{
    if (at != top->at)
        return top->first;
    return top->second == -INFINITY ? top->first - t->limit : top->second;
}

static void choose_in_row(pl_joint *t, uint32_t slot, const top_two *top,
                          uint32_t root)
{
    uint32_t chosen = t->live.candidate[t->live.first[slot] + top->at];
    t->changed[root] += chosen != t->choice[slot];
    t->choice[slot] = chosen;
    t->margin[slot] =
        top->second == -INFINITY ? t->limit : top->first - top->second;
}

/* up(i,m) = max over j of s(i,j) + alpha(i,j,m) (7.1). */
static void send_up(const pl_joint *t, uint32_t leaf, float *up)
{
    uint32_t count = pl_joint_live_count(t, t->affinity->slot_parent[leaf]);
    for (uint32_t m = 0; m < count; m++)
        up[m] = -INFINITY;
    for (uint64_t q = t->live.first[leaf]; q < t->live.first[leaf + 1]; q++) {
        const float *alpha = t->alpha + t->entry_first[q];
        float s = t->live.s[q];
        for (uint32_t m = 0; m < count; m++)
            up[m] = larger_float(up[m], s + alpha[m]);
    }
}

/* rho(i,j,m) of a leaf (7.5), given down(i,m). */
static void send_leaf(pl_joint *t, uint32_t leaf, uint32_t count,
                      const float *down, uint32_t root)
{
    uint64_t from = t->live.first[leaf], to = t->live.first[leaf + 1];
    top_two top = {-INFINITY, -INFINITY, 0};
    for (uint64_t q = from; q < to; q++) {
        const float *alpha = t->alpha + t->entry_first[q];
        float best = -INFINITY;
        for (uint32_t m = 0; m < count; m++)
            best = larger_float(best, alpha[m] + down[m]);
        top_two_add(&top, t->live.s[q] + best, (uint32_t)(q - from));
    }
    for (uint64_t q = from; q < to; q++) {
        float base = t->live.s[q] - best_without(t, &top, (uint32_t)(q - from));
        float *rho = t->rho + t->entry_first[q];
        for (uint32_t m = 0; m < count; m++)
            rho[m] = base + down[m];
    }
    choose_in_row(t, leaf, &top, root);
}

/* All messages of one sapling to the columns, in the order (7.1), (7.2), (7.4),
 * (7.3), (7.5): the root's belief needs each child's best, and the children
 * need that belief without their own part in it. */
void pl_joint_send(pl_joint *t, uint32_t root, float *scratch)
{
    const pleach_affinity *a = t->affinity;
    if (is_leaf_slot(t, root))
        return;
    uint64_t from = t->live.first[root];
    uint32_t count = pl_joint_live_count(t, root);
    uint32_t first_child = a->child_first[root];
    uint32_t children = a->child_first[root + 1] - first_child;
    float *belief = scratch, *down = scratch + count, *up = down + count;
    t->changed[root] = 0;
    for (uint32_t c = 0; c < children; c++)
        send_up(t, a->child[first_child + c], up + (size_t)c * count);
    top_two top = {-INFINITY, -INFINITY, 0};
    for (uint32_t m = 0; m < count; m++) { /* (7.2) */
        belief[m] = t->live.s[from + m] + t->alpha[t->entry_first[from + m]];
        for (uint32_t c = 0; c < children; c++)
            belief[m] += up[(size_t)c * count + m];
        top_two_add(&top, belief[m], m);
    }
    for (uint32_t m = 0; m < count; m++) { /* (7.4) */
        uint64_t e = t->entry_first[from + m];
        t->rho[e] = belief[m] - t->alpha[e] - best_without(t, &top, m);
    }
    choose_in_row(t, root, &top, root);
    for (uint32_t c = 0; c < children; c++) {
        for (uint32_t m = 0; m < count; m++) /* (7.3) */
            down[m] = belief[m] - up[(size_t)c * count + m];
        send_leaf(t, a->child[first_child + c], count, down, root);
    }
}

/* ----------------------------------------------------------- receiving -- */

static inline float damped(float before, float computed, float damping,
                           float limit)
{
    return damping * before + (1 - damping) * larger_float(computed, -limit);
}

static inline void damp_entry(const pl_joint *t, uint64_t entry, float computed)
{
    t->alpha[entry] = damped(t->alpha[entry], computed, t->damping, t->limit);
}

/* Sums what the column's roots and, per group, its leaves offer. */
static float sum_offers(const pl_joint *t, uint32_t j)
{
    uint32_t count = (uint32_t)(t->group_first[j + 1] - t->group_first[j]);
    float *company = t->company + t->group_first[j], roots = 0;
    const float *rho = t->rho;
    const uint32_t *group = t->group;
    for (uint32_t g = 0; g < count; g++)
        company[g] = 0;
    for (uint64_t c = t->column_first[j], end = t->column_first[j + 1]; c < end;
         c++) {
        offer o = offer_at(t, c);
        if (!o.leaf) {
            roots += positive_part(rho[o.from]);
            continue;
        }
        for (uint64_t e = o.from; e < o.to; e++)
            if (group[e] != PL_NONE)
                company[group[e]] += positive_part(rho[e]);
    }
    return roots;
}

/* open(m) for every group, and alpha to the column's own slot (7.6, 7.7).
 * Returns the value of opening without leaves, -INFINITY for a leaf. */
static float open_joint_column(pl_joint *t, uint32_t j, float roots)
{
    uint64_t groups = t->group_first[j], end = t->group_first[j + 1];
    uint64_t own = t->entry_first[t->live.first[j]];
    if (!is_leaf_slot(t, j)) {
        float most = 0;
        for (uint64_t g = groups; g < end; g++) {
            most = larger_float(most, t->company[g]);
            t->open[g] = t->rho[own] + roots + t->company[g];
        }
        damp_entry(t, own, roots + most);
        return t->rho[own] + roots;
    }
    for (uint64_t e = own; e < t->entry_first[t->live.first[j] + 1]; e++) {
        uint32_t g = t->group[e];
        if (g == PL_NONE) {
            damp_entry(t, e, -t->limit);
            continue;
        }
        float others = roots + t->company[groups + g];
        t->open[groups + g] = t->rho[e] + others;
        damp_entry(t, e, others);
    }
    return -INFINITY;
}

/* The best groups of column j, best opening first; returns how many. A leaf
 * has a say in as many groups as its parent has candidates, so one more than
 * the most of those is enough to find one that it has none in. */
static uint32_t rank_groups(const pl_joint *t, uint32_t j, uint32_t *order)
{
    const float *open = t->open + t->group_first[j];
    uint32_t count = (uint32_t)(t->group_first[j + 1] - t->group_first[j]);
    uint32_t ranked = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (ranked > t->most_live && open[k] <= open[order[ranked - 1]])
            continue;
        uint32_t at = ranked > t->most_live ? ranked - 1 : ranked++;
        for (; at > 0 && open[order[at - 1]] < open[k]; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    return ranked;
}

/* alpha(i,j,m) for a leaf i != j (7.8). `stamp` marks the groups that i has
 * a say in. */
static void answer_leaf(pl_joint *t, uint32_t j, offer o, const uint32_t *order,
                        uint32_t ranked, uint32_t *stamp, uint32_t mark)
{
    const float *open = t->open + t->group_first[j], *rho = t->rho;
    const uint32_t *group = t->group;
    float best = 0, damping = t->damping, limit = t->limit;
    float *alpha = t->alpha;
    for (uint64_t e = o.from; e < o.to; e++) {
        if (group[e] == PL_NONE)
            continue;
        stamp[group[e]] = mark;
        best = larger_float(best, open[group[e]] - positive_part(rho[e]));
    }
    uint32_t k = 0;
    while (k < ranked && stamp[order[k]] == mark)
        k++;
    if (k < ranked)
        best = larger_float(best, open[order[k]]);
    for (uint64_t e = o.from; e < o.to; e++) {
        float computed = group[e] == PL_NONE
                             ? -limit
                             : open[group[e]] - positive_part(rho[e]) - best;
        alpha[e] = damped(alpha[e], computed, damping, limit);
    }
}

/* All messages of one column to its rows, (7.6) to (7.9). Groups are ranked
 * once, so that the best without a given one is found without going through all
 * of them again. */
void pl_joint_receive(pl_joint *t, uint32_t j, float *scratch)
{
    uint32_t count = (uint32_t)(t->group_first[j + 1] - t->group_first[j]);
    uint32_t *order = (uint32_t *)(void *)scratch, *stamp = order + count;
    float roots = sum_offers(t, j);
    float open_without = open_joint_column(t, j, roots);
    uint32_t ranked = rank_groups(t, j, order);
    memset(stamp, 0, count * sizeof *stamp);
    float best = count > 0 ? larger_float(open_without,
                                          t->open[t->group_first[j] + order[0]])
                           : open_without;
    uint32_t mark = 0;
    for (uint64_t c = t->column_first[j]; c < t->column_first[j + 1]; c++) {
        offer o = offer_at(t, c);
        if (o.leaf)
            answer_leaf(t, j, o, order, ranked, stamp, ++mark);
        else /* (7.9) */
            damp_entry(t, o.from,
                       smaller_float(0, best - positive_part(t->rho[o.from])));
    }
}
