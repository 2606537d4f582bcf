/* choice_exchange.c: packs what changed here, and takes in what changed
 * elsewhere. */
/* SPDX-License-Identifier: MIT */
#include "rap/choice_exchange.h"

#include <assert.h>
#include <string.h>

#include "base/status.h"
#include "rap/groups.h"
#include "same/partition.h"

/* Parcels are words of 32 bits. */
typedef PL_LIST(uint32_t) words;

static pleach_parcel parcel_of(const words *list)
{
    return (pleach_parcel){list->items, list->count * sizeof *list->items};
}

static uint32_t bits_of_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static float number_of(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* What came from a rank: words that are read from left to right. */
typedef struct letter {
    const uint32_t *at, *end;
} letter;

static letter letter_of(pleach_parcel parcel)
{
    const uint32_t *first = parcel.bytes;
    return (letter){first, first + parcel.length / sizeof *first};
}

/* ------------------------------------------------------------- choices -- */

/* A root's choice goes to every rank that has one of its children. */
static bool address(const pleach_affinity *a, uint32_t root, uint32_t choice,
                    words *to)
{
    uint32_t self = a->partition->exchange->rank;
    for (uint32_t k = a->child_first[root]; k < a->child_first[root + 1]; k++) {
        uint32_t rank = pl_block_rank(a, a->slot_block[a->child[k]]);
        words *list = &to[rank];
        /* Told already, by another child: it is the latest thing there. */
        bool told = list->count > 0 && list->items[list->count - 2] == root;
        if (rank == self || told)
            continue;
        if (!pl_list_push(list, root) || !pl_list_push(list, choice))
            return false;
    }
    return true;
}

/* Lists what changed here by receiver, and counts the leaves it concerns. */
static bool list_changed_choices(const pl_messages *m, uint64_t *flipped,
                                 words *to)
{
    const pleach_affinity *a = m->affinity;
    const pl_partition *s = a->partition;
    uint32_t rank = s->exchange->rank;
    *flipped = 0;
    for (uint32_t b = s->rank_first[rank]; b < s->rank_first[rank + 1]; b++) {
        if (m->changed[b] == 0)
            continue;
        for (uint32_t i = a->block_first[b]; i < a->block_first[b + 1]; i++) {
            if (!pl_root_slot(m, i) || m->shown[i] == m->choice[i])
                continue;
            *flipped += a->child_first[i + 1] - a->child_first[i];
            if (m->relational && !address(a, i, m->choice[i], to))
                return false;
        }
    }
    return true;
}

/* Every parcel ends with what happened at its sender. */
static bool close_parcels(const pleach_exchange *exchange, words *to,
                          const pl_iteration_counts *happened,
                          pleach_parcel *outbox)
{
    size_t size = sizeof *happened / sizeof(uint32_t);
    for (uint32_t r = 0; r < exchange->ranks; r++) {
        if (!pl_list_room(&to[r], size))
            return false;
        memcpy(to[r].items + to[r].count, happened, sizeof *happened);
        to[r].count += size;
        outbox[r] = parcel_of(&to[r]);
    }
    return true;
}

static void add_up(pl_iteration_counts *all, letter *from)
{
    pl_iteration_counts there;
    from->end -= sizeof there / sizeof *from->end;
    memcpy(&there, from->end, sizeof there);
    all->changed += there.changed;
    all->flipped += there.flipped;
    all->undecided += there.undecided;
    if (there.latest > all->latest)
        all->latest = there.latest;
}

/* Takes over the choices of roots elsewhere: while their blocks count as
 * changed, regrouping looks at them too. */
static void take_choices(pl_messages *m, letter from, uint32_t mark)
{
    const uint32_t *slot_block = m->affinity->slot_block;
    for (; from.at < from.end; from.at += 2) {
        m->choice[from.at[0]] = from.at[1];
        m->changed[slot_block[from.at[0]]] = mark;
    }
}

/* Blocks of roots elsewhere count as changed for as long as leaves regroup,
 * since regrouping passes over blocks that have not, and are unmarked in a
 * second pass: here nothing of theirs did. */
static pleach_status trade_choices(pl_messages *m,
                                   pl_iteration_counts *happened, bool regroup,
                                   words *to, pleach_parcel *outbox,
                                   pleach_error *error)
{
    const pl_partition *s = m->affinity->partition;
    const pleach_exchange *exchange = s->exchange;
    if ((regroup && happened->changed > 0 &&
         !list_changed_choices(m, &happened->flipped, to)) ||
        !close_parcels(exchange, to, happened, outbox))
        return pl_fail_memory(error);
    PL_TRY(pl_exchange_trade(exchange, outbox, s->inbox, error));
    *happened = (pl_iteration_counts){0};
    for (uint32_t mark = 2; mark-- > 0;) {
        for (uint32_t r = 0; r < exchange->ranks; r++) {
            letter from = letter_of(s->inbox[r]);
            pl_iteration_counts ignored = {0};
            add_up(mark == 1 ? happened : &ignored, &from);
            take_choices(m, from, mark);
        }
        if (mark == 1 && regroup && happened->changed > 0)
            pl_messages_regroup(m);
    }
    return PLEACH_OK;
}

/* In one process, choices are where they are needed already, and only the
 * leaves have to follow. */
pleach_status pl_choice_exchange_roots(pl_messages *m,
                                       pl_iteration_counts *happened,
                                       bool regroup, pleach_error *error)
{
    const pl_partition *s = m->affinity->partition;
    if (s == NULL) {
        if (regroup && happened->changed > 0)
            happened->flipped = pl_messages_regroup(m);
        return PLEACH_OK;
    }
    uint32_t ranks = s->exchange->ranks;
    words *to = pl_allocate(ranks, sizeof *to);
    pleach_parcel *outbox = pl_allocate(ranks, sizeof *outbox);
    pleach_status status =
        to == NULL || outbox == NULL
            ? pl_fail_memory(error)
            : trade_choices(m, happened, regroup, to, outbox, error);
    for (uint32_t r = 0; to != NULL && r < ranks; r++)
        pl_list_free(&to[r]);
    pl_release(to);
    pl_release(outbox);
    return status;
}

/* ------------------------------------------------------------- answers -- */

/* Where rows lie elsewhere, their similarities are told along. */
static uint32_t worth_bits(const pleach_affinity *a, uint32_t slot,
                           uint32_t exemplar)
{
    return bits_of_float((float)pl_similarity_of(a, slot, exemplar));
}

static void know(const pleach_affinity *a, uint32_t slot, uint32_t exemplar,
                 uint32_t worth)
{
    if (a->partition->known == NULL)
        return;
    a->partition->known[slot] = exemplar;
    a->partition->worth[slot] = number_of(worth);
}

static pleach_status share(const pleach_affinity *a, words *mine, bool enough,
                           pleach_error *error)
{
    if (!enough)
        return pl_fail_memory(error);
    return pl_exchange_share(a->partition->exchange, parcel_of(mine),
                             a->partition->inbox, error);
}

static bool pack_block(const pleach_affinity *a, uint32_t block,
                       const uint32_t *exemplar, const float *confidence,
                       words *to)
{
    uint32_t first = a->block_first[block], last = a->block_first[block + 1];
    if (!pl_list_room(to, 1 + 3 * (size_t)(last - first)))
        return false;
    assert(to->items != NULL);
    to->items[to->count++] = block;
    for (uint32_t i = first; i < last; i++) {
        to->items[to->count++] = exemplar[i];
        to->items[to->count++] = bits_of_float(confidence[i]);
        to->items[to->count++] = worth_bits(a, i, exemplar[i]);
    }
    return true;
}

static void unpack_blocks(const pleach_affinity *a, letter from,
                          uint32_t *exemplar, float *confidence)
{
    while (from.at < from.end) {
        uint32_t block = *from.at++;
        for (uint32_t i = a->block_first[block]; i < a->block_first[block + 1];
             i++, from.at += 3) {
            exemplar[i] = from.at[0];
            confidence[i] = number_of(from.at[1]);
            know(a, i, from.at[0], from.at[2]);
        }
    }
}

/* Repairing needs everybody's choices with how sure they are. Only blocks that
 * changed travel, since most have settled long before the last one does. */
pleach_status pl_choice_exchange_blocks(const pleach_affinity *a,
                                        const uint32_t *blocks, uint32_t count,
                                        uint32_t *exemplar, float *confidence,
                                        pleach_error *error)
{
    words mine = {0};
    bool enough = true;
    if (a->partition == NULL)
        return PLEACH_OK;
    for (uint32_t k = 0; k < count && enough; k++)
        enough = pack_block(a, blocks[k], exemplar, confidence, &mine);
    pleach_status status = share(a, &mine, enough, error);
    uint32_t ranks = a->partition->exchange->ranks;
    for (uint32_t r = 0; status == PLEACH_OK && r < ranks; r++)
        unpack_blocks(a, letter_of(a->partition->inbox[r]), exemplar,
                      confidence);
    pl_list_free(&mine);
    return status;
}

/* After a repair only a few slots differ. Their worth goes along, as the row
 * that knows it may be elsewhere. */
pleach_status pl_choice_exchange_slots(const pleach_affinity *a,
                                       const uint32_t *slots, size_t count,
                                       uint32_t *exemplar, pleach_error *error)
{
    words mine = {0};
    bool enough = true;
    if (a->partition == NULL || a->partition->complete)
        return PLEACH_OK;
    for (size_t k = 0; k < count && enough; k++) {
        uint32_t i = slots[k];
        if (pl_row_is_here(a, i))
            enough = pl_list_push(&mine, i) &&
                     pl_list_push(&mine, exemplar[i]) &&
                     pl_list_push(&mine, worth_bits(a, i, exemplar[i]));
    }
    pleach_status status = share(a, &mine, enough, error);
    uint32_t ranks = a->partition->exchange->ranks;
    for (uint32_t r = 0; status == PLEACH_OK && r < ranks; r++) {
        letter from = letter_of(a->partition->inbox[r]);
        for (; from.at < from.end; from.at += 3) {
            exemplar[from.at[0]] = from.at[1];
            know(a, from.at[0], from.at[1], from.at[2]);
        }
    }
    pl_list_free(&mine);
    return status;
}
