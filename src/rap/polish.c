/* polish.c: which moves are tried, and where, until nothing gains. */
/* SPDX-License-Identifier: MIT */
#include "rap/polish.h"

#include <string.h>

#include "base/checks.h"
#include "base/hash.h"
#include "base/status.h"
#include "base/threads.h"
#include "rap/bound.h"
#include "rap/merge.h"
#include "rap/moves.h"

/* Settling ends by itself, but nobody knows when: each change calls for another
 * look at three blocks. So a block gets a fixed amount of steps and some for
 * each slot and pair. A precaution: on a million sampled saplings the block in
 * most need takes 100 steps for each, on 100,000 180. */
static const uint64_t SETTLE_STEPS = 2000000, SETTLE_SHARE = 512;
/* A member that changes costs as much as so many pairs looked at. */
enum { STEPS_PER_CHANGE = 8 };
/* Shakes come in spells, each of which starts from the best answer. */
enum { SPELL = 50 };
static const double MOST_ALLOWANCE = 2.0;

typedef struct polisher {
    pl_mover mover;
    /* Blocks where something, or next to which something, changed since they
     * were last gone through; first come first served. */
    uint8_t *stale;
    uint64_t *spent; /* steps, per block */
    PL_LIST(uint32_t) blocks;
    size_t blocks_at;
    /* Slots that a change may have given a chance. */
    uint8_t *near;
    PL_LIST(uint32_t) slots;
    size_t slots_at;
    size_t seen; /* journal entries already looked at */
    const pleach_listener *listener;
} polisher;

/* -------------------------------------------------------------- marking -- */

static void mark_block(polisher *p, uint32_t block)
{
    if (p->stale[block])
        return;
    p->stale[block] = 1;
    pl_list_add(&p->blocks, block);
}

static void mark_slot(polisher *p, uint32_t slot)
{
    if (p->near[slot])
        return;
    p->near[slot] = 1;
    pl_list_add(&p->slots, slot);
}

/* A slot, and the one that leads it. */
static void mark_member(polisher *p, uint32_t slot)
{
    const pl_forest *w = &p->mover.forest;
    mark_slot(p, slot);
    mark_slot(p, w->exemplar[w->cluster[slot]]);
}

/* A slot that moved, its parent and its children. */
static void mark_moved(polisher *p, uint32_t slot)
{
    const pleach_affinity *a = p->mover.forest.affinity;
    mark_member(p, slot);
    if (a->slot_parent[slot] != PL_NONE)
        mark_member(p, a->slot_parent[slot]);
    for (uint32_t k = a->child_first[slot]; k < a->child_first[slot + 1]; k++)
        mark_member(p, a->child[k]);
}

/* The members of a cluster that changed, and whoever would rather be one. */
static void mark_cluster(polisher *p, uint32_t cluster)
{
    pl_forest *w = &p->mover.forest;
    const pleach_affinity *a = w->affinity;
    uint32_t exemplar = w->exemplar[cluster];
    if (w->size[cluster] == 0)
        return;
    for (uint32_t i = w->head[cluster]; i != PL_NONE; i = w->next[i])
        mark_slot(p, i);
    w->steps += a->pair_first[exemplar + 1] - a->pair_first[exemplar];
    for (uint64_t q = a->pair_first[exemplar]; q < a->pair_first[exemplar + 1];
         q++)
        if (a->pair_similarity[q] > w->worth[a->pair_slot[q]] + PL_LEAST_GAIN)
            mark_slot(p, a->pair_slot[q]);
}

/* The blocks of a slot, of its parent and of its children. */
static void mark_blocks(polisher *p, uint32_t slot)
{
    const pleach_affinity *a = p->mover.forest.affinity;
    mark_block(p, a->slot_block[slot]);
    if (a->slot_parent[slot] != PL_NONE)
        mark_block(p, a->slot_block[a->slot_parent[slot]]);
    for (uint32_t k = a->child_first[slot]; k < a->child_first[slot + 1]; k++)
        mark_block(p, a->slot_block[a->child[k]]);
}

/* Marks everything that the latest moves have touched. */
static void mark_changes(polisher *p)
{
    const pl_forest *w = &p->mover.forest;
    for (; p->seen < w->journal.count; p->seen++) {
        pl_change change = w->journal.items[p->seen];
        if (change.what != PL_CHANGE_MEMBER) {
            mark_cluster(p, change.who);
            continue;
        }
        mark_moved(p, change.who);
        if (w->size[change.was] > 0)
            mark_slot(p, w->exemplar[change.was]);
    }
}

/* The same for blocks, for all that the journal holds. */
static void mark_stale(polisher *p)
{
    const pl_forest *w = &p->mover.forest;
    for (size_t k = 0; k < w->journal.count; k++) {
        pl_change change = w->journal.items[k];
        mark_blocks(p, change.what == PL_CHANGE_MEMBER
                           ? change.who
                           : w->exemplar[change.who]);
    }
}

/* ------------------------------------------------------------- settling -- */

static bool polish_slot(pl_mover *v, uint32_t slot)
{
    if (pl_is_leaf_slot(v->forest.affinity, slot))
        return pl_try_leaf(v, slot) || pl_try_reroute(v, slot);
    return pl_try_root(v, slot);
}

static bool polish_cluster(pl_mover *v, uint32_t exemplar)
{
    uint32_t cluster = v->forest.cluster[exemplar];
    return pl_forest_is_exemplar(&v->forest, exemplar) &&
           (pl_try_exemplar(v, cluster) || pl_try_merge(v, cluster) ||
            pl_try_split(v, cluster));
}

static pleach_status tell_polish(polisher *p, uint64_t done, uint64_t total,
                                 pleach_error *error)
{
    pleach_progress progress = {"polish", done, total, 0, p->mover.forest.net};
    return pl_report(p->listener, &progress, error);
}

static uint64_t steps_of(const pl_forest *w)
{
    return w->steps + STEPS_PER_CHANGE * w->changes;
}

/* The steps that a block may still spend. */
static uint64_t allowed_steps(const polisher *p, uint32_t block)
{
    const pleach_affinity *a = p->mover.forest.affinity;
    uint32_t first = a->block_first[block], last = a->block_first[block + 1];
    uint64_t size = last - first + a->pair_first[last] - a->pair_first[first];
    uint64_t limit = SETTLE_STEPS + SETTLE_SHARE * size;
    return p->spent[block] < limit ? limit - p->spent[block] : 0;
}

/* Nodes before clusters: moves of single nodes are cheap, and settle much of
 * what larger ones would have to look at. Steps are limited per block, so that
 * one huge block cannot use up all. */
static void polish_block(polisher *p, uint32_t block)
{
    pl_mover *v = &p->mover;
    const pl_forest *w = &v->forest;
    uint32_t first = w->affinity->block_first[block];
    uint32_t last = w->affinity->block_first[block + 1];
    uint64_t start = steps_of(w), end = start + allowed_steps(p, block);
    if (last - first < 2)
        return;
    for (uint32_t i = first;
         i < last && !pl_arena_failed(w->arena) && steps_of(w) < end; i++)
        polish_slot(v, i);
    for (uint32_t i = first;
         i < last && !pl_arena_failed(w->arena) && steps_of(w) < end; i++)
        polish_cluster(v, i);
    p->spent[block] += steps_of(w) - start;
}

/* Until no block is stale or has steps left. There is no way back from here:
 * the journal is not kept. */
static pleach_status settle_blocks(polisher *p, pleach_error *error)
{
    pl_forest *w = &p->mover.forest;
    while (p->blocks_at < p->blocks.count && !pl_arena_failed(w->arena)) {
        uint32_t block = p->blocks.items[p->blocks_at++];
        p->stale[block] = 0;
        w->journal.count = 0;
        polish_block(p, block);
        mark_stale(p);
        if (p->blocks_at % 64 == 0)
            PL_TRY(tell_polish(p, p->blocks_at, p->blocks.count, error));
    }
    p->blocks.count = p->blocks_at = 0;
    w->journal.count = p->seen = 0;
    return pl_check_memory(w->arena, error);
}

/* Until none of the marked slots gains. */
static pleach_status settle_near(polisher *p, pleach_error *error)
{
    pl_mover *v = &p->mover;
    while (p->slots_at < p->slots.count && !pl_arena_failed(v->forest.arena)) {
        uint32_t slot = p->slots.items[p->slots_at++];
        p->near[slot] = 0;
        bool gained = polish_slot(v, slot);
        if (v->forest.size[v->forest.cluster[slot]] <= PL_LARGEST_SHAKEN)
            gained |= polish_cluster(v, slot);
        if (gained)
            mark_changes(p);
    }
    p->slots.count = p->slots_at = 0;
    return pl_check_memory(v->forest.arena, error);
}

/* -------------------------------------------------------------- shaking -- */

/* How much worse than the best an answer may be for shaking to go on from
 * there: generous first, nothing at the end of each spell. */
static double allowance(uint32_t k)
{
    return MOST_ALLOWANCE * (SPELL - k % SPELL) / SPELL;
}

/* The next place to shake: anywhere when a spell begins, then nearby, so that
 * what one shake breaks another can make good. */
static uint32_t next_place(const pleach_affinity *a, uint32_t slot, uint32_t k)
{
    uint64_t chance = pl_hash_pair(k, a->slot_count);
    if (k % SPELL == 0)
        return (uint32_t)(chance % a->slot_count);
    uint64_t other = pl_hash_pair(chance, k);
    uint32_t parent = a->slot_parent[slot];
    uint32_t children = a->child_first[slot + 1] - a->child_first[slot];
    if (parent != PL_NONE && other % 2 == 0)
        slot = parent;
    else if (children > 0 && other % 2 == 0)
        slot = a->child[a->child_first[slot] + (other >> 8) % children];
    uint64_t pairs = a->pair_first[slot + 1] - a->pair_first[slot];
    if (pairs > 0 && other / 2 % 4 != 0)
        slot = a->pair_slot[a->pair_first[slot] + (other >> 32) % pairs];
    return slot;
}

/* Shakes one place after another, in an order fixed by hash. What comes out
 * may be a little worse for a while; the journal since the best answer leads
 * back to it. */
static pleach_status shake_forest(polisher *p, uint64_t budget, double target,
                                  pleach_error *error)
{
    pl_forest *w = &p->mover.forest;
    const pleach_affinity *a = w->affinity;
    double best = w->net;
    uint32_t slot = 0;
    w->journal.count = p->seen = 0;
    uint64_t limit = w->steps + budget;
    for (uint32_t k = 0; w->steps < limit && !pl_bound_is_met(target, best);
         k++) {
        if (k % SPELL == 0)
            PL_TRY(tell_polish(p, w->steps + budget - limit, budget, error));
        w->steps++; /* so that it ends where there is nothing to shake */
        size_t mark = k % SPELL == 0 ? 0 : pl_forest_mark(w);
        pl_forest_undo(w, mark);
        p->seen = mark;
        slot = next_place(a, slot, k);
        if (a->pair_first[slot] == a->pair_first[slot + 1])
            continue;
        pl_shake(&p->mover, slot, pl_hash_pair(k, a->slot_count) >> 32);
        mark_changes(p);
        PL_TRY(settle_near(p, error));
        if (w->net > best + PL_LEAST_GAIN) {
            best = w->net;
            mark_stale(p);
            w->journal.count = p->seen = 0;
        } else if (w->net < best - allowance(k) - PL_LEAST_GAIN) {
            pl_forest_undo(w, mark);
            p->seen = mark;
        }
    }
    pl_forest_undo(w, 0);
    return settle_blocks(p, error);
}

/* Only what is new, and what that gives a chance. */
static pleach_status settle_fresh(polisher *p, const uint8_t *fresh,
                                  pleach_error *error)
{
    const pleach_affinity *a = p->mover.forest.affinity;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (fresh[i])
            mark_slot(p, i);
    PL_TRY(settle_near(p, error));
    p->mover.forest.journal.count = p->seen = 0;
    return PLEACH_OK;
}

/* Climbs until nothing gains before anything is shaken; a shake is judged by
 * where climbing from it leads. */
static pleach_status polish_forest(polisher *p, pl_arena *arena,
                                   const pleach_affinity *affinity,
                                   const uint32_t *exemplar,
                                   const pl_polish_plan *plan,
                                   pleach_error *error)
{
    PL_TRY(pl_mover_start(&p->mover, arena, affinity, exemplar, error));
    p->stale = PL_ARENA_ARRAY(arena, uint8_t, affinity->block_count);
    p->spent = PL_ARENA_ARRAY(arena, uint64_t, affinity->block_count);
    p->near = PL_ARENA_ARRAY(arena, uint8_t, affinity->slot_count);
    PL_TRY(pl_check_memory(arena, error));
    if (plan->fresh != NULL)
        PL_TRY(settle_fresh(p, plan->fresh, error));
    bool all = plan->fresh == NULL && !plan->settled;
    for (uint32_t b = 0; b < affinity->block_count && all; b++)
        mark_block(p, b);
    PL_TRY(settle_blocks(p, error));
    if (plan->budget == 0 || affinity->slot_count == 0)
        return PLEACH_OK;
    return shake_forest(p, plan->budget, plan->target, error);
}

/* The sum is computed anew at the end. The one that moves kept has the rounding
 * of each of them in it. */
pleach_status pl_polish(uint32_t *exemplar, double *net,
                        const pleach_affinity *affinity,
                        const pl_polish_plan *plan, pleach_error *error)
{
    PL_SCRATCH(arena);
    polisher p = {.listener = plan->listener,
                  .blocks = {.arena = arena},
                  .slots = {.arena = arena}};
    PL_TRY(polish_forest(&p, arena, affinity, exemplar, plan, error));
    pl_forest_read(&p.mover.forest, exemplar);
    *net = pl_net_similarity(affinity, exemplar);
    assert(*net > 0 || affinity->slot_count == 0);
    return PLEACH_OK;
}
