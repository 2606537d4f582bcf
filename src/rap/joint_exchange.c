/* joint_exchange.c: rows of leaves that have their parent in another process.
 */
/* SPDX-License-Identifier: MIT */
#include "rap/joint_exchange.h"

#include <string.h>

#include "base/status.h"
#include "same/partition.h"

typedef PL_LIST(uint32_t) words;

/* Some leaves with a row each, row k from first[k] on. */
typedef struct fringe {
    uint32_t count;
    uint32_t *leaf;  /* ascending */
    uint32_t *rank;  /* where the rows go */
    uint64_t *first; /* count + 1 */
    float *out;      /* what is to be sent ... */
    float *sent;     /* ... what has been ... */
    float *in;       /* ... and what came back */
} fringe;

struct pl_joint_exchange {
    fringe here;  /* leaves here, their parents elsewhere: up goes out */
    fringe there; /* leaves elsewhere, their parents here: down goes out */
};

static const pleach_exchange *exchange_of(const pl_joint *t)
{
    return t->affinity->partition->exchange;
}

/* ------------------------------------------------------------- making -- */

static bool crosses(const pl_joint *t, uint32_t leaf, bool leaf_is_here)
{
    uint32_t parent = t->affinity->slot_parent[leaf];
    return parent != PL_NONE && pl_joint_is_here(t, leaf) == leaf_is_here &&
           pl_joint_is_here(t, parent) != leaf_is_here;
}

static uint32_t rank_of(const pl_joint *t, uint32_t slot)
{
    return pl_block_rank(t->affinity, t->affinity->slot_block[slot]);
}

/* Saplings cross processes where a leaf's block is elsewhere than its root's.
 * Only the rows of these leaves ever travel. */
static bool make_fringe(fringe *f, const pl_joint *t, pl_arena *arena,
                        bool leaf_is_here)
{
    uint32_t slots = t->affinity->slot_count;
    for (uint32_t i = 0; i < slots; i++)
        f->count += crosses(t, i, leaf_is_here);
    f->leaf = PL_ARENA_ARRAY(arena, uint32_t, f->count);
    f->rank = PL_ARENA_ARRAY(arena, uint32_t, f->count);
    f->first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)f->count + 1);
    if (!f->leaf || !f->rank || !f->first)
        return false;
    uint32_t k = 0;
    for (uint32_t i = 0; i < slots; i++) {
        if (!crosses(t, i, leaf_is_here))
            continue;
        uint32_t parent = t->affinity->slot_parent[i];
        f->leaf[k] = i;
        f->rank[k] = rank_of(t, leaf_is_here ? parent : i);
        f->first[k + 1] = f->first[k] + pl_joint_live_count(t, parent);
        k++;
    }
    f->out = PL_ARENA_ARRAY(arena, float, f->first[f->count]);
    f->sent = PL_ARENA_ARRAY(arena, float, f->first[f->count]);
    f->in = PL_ARENA_ARRAY(arena, float, f->first[f->count]);
    return f->out && f->sent && f->in;
}

static uint32_t find_fringe_leaf(const fringe *f, uint32_t leaf)
{
    uint32_t low = 0, high = f->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->leaf[middle] < leaf)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const float *row_from(const pl_joint *t, uint32_t leaf)
{
    const fringe *f = &t->exchange->there;
    return f->in + f->first[find_fringe_leaf(f, leaf)];
}

static float *row_to(const pl_joint *t, uint32_t leaf)
{
    const fringe *f = &t->exchange->there;
    return f->out + f->first[find_fringe_leaf(f, leaf)];
}

pleach_status pl_joint_exchange_make(pl_joint *t, pl_arena *arena,
                                     pleach_error *error)
{
    if (t->affinity->partition == NULL)
        return PLEACH_OK;
    t->exchange = PL_ARENA_ARRAY(arena, struct pl_joint_exchange, 1);
    t->row_from = row_from;
    t->row_to = row_to;
    if (t->exchange == NULL ||
        !make_fringe(&t->exchange->here, t, arena, true) ||
        !make_fringe(&t->exchange->there, t, arena, false))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* ------------------------------------------------------------- trading -- */

/* Rows that have changed since they were last sent, by receiver: the leaf,
 * then its row. */
static bool pack(fringe *f, words *to)
{
    for (uint32_t k = 0; k < f->count; k++) {
        const float *row = f->out + f->first[k];
        float *sent = f->sent + f->first[k];
        size_t count = f->first[k + 1] - f->first[k];
        words *list = &to[f->rank[k]];
        if (memcmp(row, sent, count * sizeof *row) == 0)
            continue;
        if (!pl_list_room(list, count + 1))
            return false;
        list->items[list->count] = f->leaf[k];
        memcpy(list->items + list->count + 1, row, count * sizeof *row);
        list->count += count + 1;
        memcpy(sent, row, count * sizeof *row);
    }
    return true;
}

static void unpack(fringe *f, pleach_parcel from)
{
    const uint32_t *at = from.bytes;
    const uint32_t *end = at + from.length / sizeof *at;
    while (at < end) {
        uint32_t k = find_fringe_leaf(f, *at++);
        size_t count = f->first[k + 1] - f->first[k];
        memcpy(f->in + f->first[k], at, count * sizeof *f->in);
        at += count;
    }
}

/* Rows that did not change since they were last sent are left out (`pack`):
 * late in a run that is nearly all of them. */
static pleach_status trade_rows(const pl_joint *t, fringe *out, fringe *in,
                                words *to, pleach_parcel *outbox,
                                pleach_error *error)
{
    const pleach_exchange *exchange = exchange_of(t);
    pleach_parcel *inbox = t->affinity->partition->inbox;
    if (!pack(out, to))
        return pl_fail_memory(error);
    for (uint32_t r = 0; r < exchange->ranks; r++)
        outbox[r] =
            (pleach_parcel){to[r].items, to[r].count * sizeof *to[r].items};
    PL_TRY(pl_exchange_trade(exchange, outbox, inbox, error));
    for (uint32_t r = 0; r < exchange->ranks; r++)
        unpack(in, inbox[r]);
    return PLEACH_OK;
}

static pleach_status trade(const pl_joint *t, fringe *out, fringe *in,
                           pleach_error *error)
{
    uint32_t ranks = exchange_of(t)->ranks;
    words *to = pl_allocate(ranks, sizeof *to);
    pleach_parcel *outbox = pl_allocate(ranks, sizeof *outbox);
    pleach_status status = to == NULL || outbox == NULL
                               ? pl_fail_memory(error)
                               : trade_rows(t, out, in, to, outbox, error);
    for (uint32_t r = 0; to != NULL && r < ranks; r++)
        pl_list_free(&to[r]);
    pl_release(to);
    pl_release(outbox);
    return status;
}

pleach_status pl_joint_exchange_before(pl_joint *t, pleach_error *error)
{
    if (t->exchange == NULL)
        return PLEACH_OK;
    fringe *here = &t->exchange->here;
    for (uint32_t k = 0; k < here->count; k++)
        pl_joint_send_up(t, here->leaf[k], here->out + here->first[k]);
    return trade(t, here, &t->exchange->there, error);
}

pleach_status pl_joint_exchange_after(pl_joint *t, pleach_error *error)
{
    if (t->exchange == NULL)
        return PLEACH_OK;
    fringe *here = &t->exchange->here;
    PL_TRY(trade(t, &t->exchange->there, here, error));
    for (uint32_t k = 0; k < here->count; k++)
        pl_joint_send_leaf(t, here->leaf[k], here->in + here->first[k]);
    return PLEACH_OK;
}

/* Every process has to see the same counts, or some would stop while others
 * iterate on. */
pleach_status pl_joint_exchange_add_up(const pl_joint *t,
                                       pl_iteration_counts *happened,
                                       pleach_error *error)
{
    if (t->exchange == NULL)
        return PLEACH_OK;
    pleach_parcel *inbox = t->affinity->partition->inbox,
                  mine = {happened, sizeof *happened};
    pl_iteration_counts all = {0}, there;
    PL_TRY(pl_exchange_share(exchange_of(t), mine, inbox, error));
    for (uint32_t r = 0; r < exchange_of(t)->ranks; r++) {
        memcpy(&there, inbox[r].bytes, sizeof there);
        all.changed += there.changed;
        all.flipped += there.flipped;
    }
    *happened = all;
    return PLEACH_OK;
}

pleach_status pl_joint_exchange_fill(const pl_joint *t, void *items,
                                     pleach_error *error)
{
    if (t->exchange == NULL)
        return PLEACH_OK;
    const pleach_exchange *exchange = exchange_of(t);
    return exchange->fill(exchange->context, items,
                          t->affinity->partition->slot_first, sizeof(uint32_t),
                          error);
}
