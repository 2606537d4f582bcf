/* polish.c: which moves are tried, and where, until nothing gains. */
#include "clusters/polish.h"

#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/threads.h"
#include "clusters/bound.h"
#include "clusters/moves.h"

/* Shakes come in spells, each of which starts from the best answer. */
enum { SPELL = 50 };
static const double MOST_ALLOWANCE = 2.0;

typedef struct polisher {
    pl_mover mover;
    uint8_t *dirty;   /* per block: something there or next to it changed */
    PL_LIST(uint32_t) queue; /* dirty blocks, first come first served */
    size_t queue_at;
    size_t seen;      /* journal entries already looked at */
    const pleach_listener *listener;
} polisher;

static void mark_block(polisher *p, uint32_t block)
{
    if (p->dirty[block])
        return;
    p->dirty[block] = 1;
    if (!pl_list_push(&p->queue, block))
        p->mover.weave.out_of_memory = true;
}

/* A slot's block, and those of its parent and children. */
static void mark_around(polisher *p, uint32_t slot)
{
    const pleach_affinity *a = p->mover.weave.affinity;
    mark_block(p, a->slot_block[slot]);
    if (a->slot_parent[slot] != PL_NONE)
        mark_block(p, a->slot_block[a->slot_parent[slot]]);
    for (uint32_t k = a->child_first[slot]; k < a->child_first[slot + 1]; k++)
        mark_block(p, a->slot_block[a->child[k]]);
}

/* Marks everything that the latest moves have touched. */
static void mark_changes(polisher *p)
{
    const pl_weave *w = &p->mover.weave;
    for (; p->seen < w->journal.count; p->seen++) {
        pl_change change = w->journal.items[p->seen];
        mark_around(p, change.what == PL_CHANGE_MEMBER
                           ? change.who
                           : w->leader[change.who]);
    }
}

static void polish_slots(polisher *p, uint32_t first, uint32_t last)
{
    pl_mover *v = &p->mover;
    for (uint32_t i = first; i < last && !v->weave.out_of_memory; i++) {
        bool gained;
        if (pl_is_leaf_slot(v->weave.affinity, i))
            gained = pl_try_leaf(v, i) || pl_try_reroute(v, i);
        else
            gained = pl_try_root(v, i);
        if (gained)
            mark_changes(p);
    }
}

static void polish_clusters(polisher *p, uint32_t first, uint32_t last)
{
    pl_mover *v = &p->mover;
    pl_weave *w = &v->weave;
    for (uint32_t i = first; i < last && !w->out_of_memory; i++) {
        if (!pl_weave_leads(w, i))
            continue;
        uint32_t cluster = w->cluster[i];
        if (pl_try_leader(v, cluster) || pl_try_merge(v, cluster) ||
            pl_try_split(v, cluster))
            mark_changes(p);
    }
}

/* Until no block is dirty. */
static pleach_status settle(polisher *p, pleach_error *error)
{
    const pleach_affinity *a = p->mover.weave.affinity;
    while (p->queue_at < p->queue.count && !p->mover.weave.out_of_memory) {
        uint32_t block = p->queue.items[p->queue_at++];
        uint32_t first = a->block_first[block], last = a->block_first[block + 1];
        p->dirty[block] = 0;
        if (last - first > 1) {
            polish_slots(p, first, last);
            polish_clusters(p, first, last);
        }
        pleach_progress progress = {"polish", p->queue_at, p->queue.count, 0,
                                    p->mover.weave.net};
        if (p->queue_at % 64 == 0)
            PL_TRY(pl_report(p->listener, &progress, error));
    }
    p->queue.count = p->queue_at = 0;
    return p->mover.weave.out_of_memory ? pl_fail_memory(error) : PLEACH_OK;
}

/* How much worse than the best an answer may be for shaking to go on from
 * there: generous first, nothing at the end of each spell. */
static double allowance(uint32_t k)
{
    return MOST_ALLOWANCE * (SPELL - k % SPELL) / SPELL;
}

/* Shakes one place after another, in an order fixed by hash. What comes out
 * may be a little worse for a while; the journal since the best answer leads
 * back to it. */
static pleach_status shake(polisher *p, uint64_t budget, double target,
                           pleach_error *error)
{
    pl_weave *w = &p->mover.weave;
    const pleach_affinity *a = w->affinity;
    double best = w->net;
    w->journal.count = p->seen = 0;
    uint64_t limit = w->steps + budget;
    for (uint32_t k = 0; w->steps < limit && !pl_bound_is_met(target, best);
         k++) {
        pleach_progress progress = {"polish", w->steps + budget - limit, budget,
                                    0, best};
        if (k % SPELL == 0)
            PL_TRY(pl_report(p->listener, &progress, error));
        w->steps++; /* so that it ends where there is nothing to shake */
        uint64_t chance = pl_hash_pair(k, a->slot_count);
        uint32_t slot = (uint32_t)(chance % a->slot_count);
        size_t mark = k % SPELL == 0 ? 0 : pl_weave_mark(w);
        pl_weave_undo(w, mark);
        p->seen = mark;
        if (a->pair_first[slot] == a->pair_first[slot + 1])
            continue;
        pl_shake(&p->mover, slot, chance >> 32);
        mark_changes(p);
        PL_TRY(settle(p, error));
        if (w->net > best + PL_LEAST_GAIN) {
            best = w->net;
            w->journal.count = p->seen = 0;
        } else if (w->net < best - allowance(k) - PL_LEAST_GAIN) {
            pl_weave_undo(w, mark);
            p->seen = mark;
        }
    }
    pl_weave_undo(w, 0);
    return PLEACH_OK;
}

static pleach_status polish(polisher *p, pl_arena *arena,
                            const pleach_affinity *affinity,
                            uint32_t *exemplar, uint64_t budget, double target,
                            pleach_error *error)
{
    PL_TRY(pl_mover_start(&p->mover, arena, affinity, exemplar, error));
    p->dirty = PL_ARENA_ARRAY(arena, uint8_t, affinity->block_count);
    if (p->dirty == NULL)
        return pl_fail_memory(error);
    for (uint32_t block = 0; block < affinity->block_count; block++)
        mark_block(p, block);
    PL_TRY(settle(p, error));
    if (budget == 0 || affinity->slot_count == 0)
        return PLEACH_OK;
    return shake(p, budget, target, error);
}

pleach_status pl_polish(uint32_t *exemplar, double *net,
                        const pleach_affinity *affinity, uint64_t budget,
                        double target, const pleach_listener *listener,
                        pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    if (arena == NULL)
        return pl_fail_memory(error);
    polisher p = {.listener = listener};
    pleach_status status =
        polish(&p, arena, affinity, exemplar, budget, target, error);
    if (status == PLEACH_OK) {
        pl_weave_read(&p.mover.weave, exemplar);
        *net = pl_net_similarity(affinity, exemplar);
    }
    pl_mover_end(&p.mover);
    pl_list_free(&p.queue);
    pl_arena_free(arena);
    return status;
}
