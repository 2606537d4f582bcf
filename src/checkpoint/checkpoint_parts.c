/* checkpoint_parts.c: sections from all processes into one file, and back.
 *
 * Rank 0 alone has the file. The others send their parts in turn, a piece at a
 * time, so that nobody needs room for an array of all. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "affinity/partition.h"
#include "base/status.h"
#include "checkpoint/checkpoint.h"

enum { PIECE = 1 << 18 };

/* Who has which bytes of a section, in the order of the file. */
typedef struct shares {
    const pleach_exchange *exchange; /* NULL: this process has all */
    uint32_t rank, ranks;
    uint64_t *first;    /* ranks + 1, bytes in the file */
    unsigned char *own; /* where this process's part begins */
    uint64_t total;     /* elements */
} shares;

/* How many elements of the section are a rank's part, and where they begin
 * among those that are here. Each knows its own part, and that of others
 * where it does not depend on what only they have. */
static uint64_t share_of(const pl_section *section, const pleach_affinity *a,
                         uint32_t rank, uint64_t *begins)
{
    const pl_partition *partition = a->partition;
    const uint64_t *slots = partition->slot_first + rank;
    *begins = 0;
    switch (section->reach) {
    case PL_SAME:
        return rank == 0 ? section->count : 0;
    case PL_BY_SLOT:
        *begins = slots[0];
        return slots[1] - slots[0];
    case PL_BY_BLOCK:
        *begins = partition->rank_first[rank];
        return partition->rank_first[rank + 1] - partition->rank_first[rank];
    case PL_BY_PAIR:
        *begins = a->pair_first[slots[0]];
        return a->pair_first[slots[1]] - a->pair_first[slots[0]];
    case PL_OWN:
        break;
    }
    return section->count;
}

static bool in_parts(const pl_section *section)
{
    return section->reach == PL_OWN || section->reach == PL_BY_PAIR;
}

/* Elements per rank, into first[rank + 1]. */
static pleach_status count_shares(shares *s, const pl_section *section,
                                  const pleach_affinity *affinity,
                                  pleach_error *error)
{
    uint64_t begins = 0, mine = share_of(section, affinity, s->rank, &begins);
    pleach_parcel *inbox = affinity->partition->inbox;
    if (s->own != NULL)
        s->own += begins * section->size;
    if (in_parts(section))
        PL_TRY(pl_exchange_share(
            s->exchange, (pleach_parcel){&mine, sizeof mine}, inbox, error));
    for (uint32_t r = 0; r < s->ranks; r++)
        if (in_parts(section))
            memcpy(&s->first[r + 1], inbox[r].bytes, sizeof mine);
        else
            s->first[r + 1] = share_of(section, affinity, r, &begins);
    return PLEACH_OK;
}

/* Parts lie in the file in the order of slots, whoever had them: so a run may
 * go on with another number of processes. */
static pleach_status shares_find(shares *s, const pl_section *section,
                                 const pleach_affinity *affinity,
                                 pleach_error *error)
{
    const pl_partition *partition = affinity->partition;
    *s = (shares){.ranks = 1, .own = section->bytes};
    if (partition != NULL) {
        s->exchange = partition->exchange;
        s->rank = s->exchange->rank;
        s->ranks = s->exchange->ranks;
    }
    s->first = pl_allocate((size_t)s->ranks + 1, sizeof *s->first);
    if (s->first == NULL)
        return pl_fail_memory(error);
    s->first[1] = section->count;
    if (partition != NULL)
        PL_TRY(count_shares(s, section, affinity, error));
    for (uint32_t r = 0; r < s->ranks; r++) {
        s->total += s->first[r + 1];
        s->first[r + 1] = s->total * section->size;
    }
    return PLEACH_OK;
}

/* Rank `from` has something for rank `to`; the others take part. */
static pleach_status pass(const shares *s, pleach_parcel *outbox,
                          pleach_parcel *inbox, uint32_t from, uint32_t to,
                          pleach_parcel what, pleach_error *error)
{
    memset(outbox, 0, s->ranks * sizeof *outbox);
    if (s->rank == from)
        outbox[to] = what;
    return pl_exchange_trade(s->exchange, outbox, inbox, error);
}

static uint64_t piece_at(const shares *s, uint32_t rank, uint64_t at)
{
    uint64_t left = s->first[rank + 1] - at;
    return left < PIECE ? left : PIECE;
}

/* -------------------------------------------------------------- saving -- */

static void put(pl_state_writer *writer, const void *bytes, size_t length,
                pleach_error *failure)
{
    if (writer == NULL || failure->status != PLEACH_OK)
        return;
    pleach_status status = pl_state_put(writer, bytes, length, failure);
    if (status != PLEACH_OK)
        failure->status = status;
}

static pleach_status gather_parts(const shares *s, pl_state_writer *writer,
                                  pleach_parcel *outbox, pleach_parcel *inbox,
                                  pleach_error *failure, pleach_error *error)
{
    for (uint32_t r = 1; r < s->ranks; r++)
        for (uint64_t at = s->first[r]; at < s->first[r + 1]; at += PIECE) {
            uint64_t length = piece_at(s, r, at);
            pleach_parcel what = {NULL, length};
            if (s->rank == r)
                what.bytes = s->own + (at - s->first[r]);
            PL_TRY(pass(s, outbox, inbox, r, 0, what, error));
            put(writer, inbox[r].bytes, length, failure);
        }
    return PLEACH_OK;
}

/* What goes wrong with the file is kept in `failure` while the exchange goes
 * on, since the others are waiting in it. */
static pleach_status save(const shares *s, const pl_section *section,
                          pl_state_writer *writer, pleach_error *failure,
                          pleach_error *error)
{
    if (writer != NULL && failure->status == PLEACH_OK)
        failure->status = pl_state_begin(writer, section->name, section->size,
                                         s->total, failure);
    put(writer, s->own, s->first[1], failure);
    if (s->ranks == 1)
        return PLEACH_OK;
    pleach_parcel *outbox = pl_allocate(2 * (size_t)s->ranks, sizeof *outbox);
    if (outbox == NULL)
        return pl_fail_memory(error);
    pleach_status status =
        gather_parts(s, writer, outbox, outbox + s->ranks, failure, error);
    pl_release(outbox);
    return status;
}

pleach_status pl_section_save(const pl_section *section,
                              const pleach_affinity *affinity,
                              pl_state_writer *writer, pleach_error *failure,
                              pleach_error *error)
{
    shares s;
    pleach_status status = shares_find(&s, section, affinity, error);
    if (status == PLEACH_OK)
        status = save(&s, section, writer, failure, error);
    pl_release(s.first);
    return status;
}

/* ------------------------------------------------------------- loading -- */

static pleach_status get(pl_state_reader *reader, const pl_state_section *found,
                         uint64_t first, void *bytes, size_t length,
                         pleach_error *error)
{
    return reader == NULL
               ? PLEACH_OK
               : pl_state_get(reader, found, first, bytes, length, error);
}

/* What all of them get whole. */
static pleach_status spread_whole(const shares *s, pl_state_reader *reader,
                                  const pl_state_section *found,
                                  unsigned char *bytes, pleach_error *error)
{
    uint64_t all = s->first[s->ranks];
    PL_TRY(get(reader, found, 0, bytes, all, error));
    for (uint64_t at = 0; s->exchange != NULL && at < all; at += PIECE)
        PL_TRY(pl_exchange_tell(s->exchange, 0, bytes + at,
                                all - at < PIECE ? all - at : PIECE, error));
    return PLEACH_OK;
}

/* Piece by piece, so that the process that reads never holds more than a piece
 * of what the others own. */
static pleach_status deal_out(const shares *s, pl_state_reader *reader,
                              const pl_state_section *found, void *piece,
                              pleach_parcel *outbox, pleach_parcel *inbox,
                              pleach_error *error)
{
    PL_TRY(get(reader, found, 0, s->own, s->first[1], error));
    for (uint32_t r = 1; r < s->ranks; r++)
        for (uint64_t at = s->first[r]; at < s->first[r + 1]; at += PIECE) {
            uint64_t length = piece_at(s, r, at);
            PL_TRY(get(reader, found, at, piece, length, error));
            PL_TRY(pass(s, outbox, inbox, 0, r, (pleach_parcel){piece, length},
                        error));
            if (s->rank == r)
                memcpy(s->own + (at - s->first[r]), inbox[0].bytes, length);
        }
    return PLEACH_OK;
}

/* What each needs of its own blocks only. */
static pleach_status spread_parts(const shares *s, pl_state_reader *reader,
                                  const pl_state_section *found,
                                  pleach_error *error)
{
    pleach_parcel *outbox = pl_allocate(2 * (size_t)s->ranks, sizeof *outbox);
    void *piece = pl_allocate(s->ranks > 1 ? PIECE : 0, 1);
    pleach_status status = outbox == NULL || piece == NULL
                               ? pl_fail_memory(error)
                               : deal_out(s, reader, found, piece, outbox,
                                          outbox + s->ranks, error);
    pl_release(outbox);
    pl_release(piece);
    return status;
}

/* Whether the file has it in the size that is wanted; all get to know. */
static pleach_status look(const shares *s, const pl_section *section,
                          pl_state_reader *reader,
                          const pl_state_section **found, pleach_error *error)
{
    uint8_t fits = 1;
    if (reader != NULL) {
        *found = pl_state_find(reader, section->name);
        fits = *found != NULL && (*found)->size == section->size &&
               (*found)->count == s->total;
    }
    if (s->exchange != NULL)
        PL_TRY(pl_exchange_tell(s->exchange, 0, &fits, sizeof fits, error));
    if (fits)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA,
                      reader == NULL ? NULL : pl_state_name(reader), 0, 0,
                      "The checkpoint does not fit: another pleach wrote it "
                      "(\"%s\"). Go on with that one, or remove the file to "
                      "start anew.",
                      section->name);
}

/* A section that grows has no room yet: it is taken here, when the file has
 * said how much. */
pleach_status pl_section_load(const pl_section *section,
                              const pleach_affinity *affinity,
                              pl_state_reader *reader, pleach_error *error)
{
    shares s;
    const pl_state_section *found = NULL;
    pl_section target = *section;
    pleach_status status = shares_find(&s, section, affinity, error);
    if (status == PLEACH_OK)
        status = look(&s, section, reader, &found, error);
    if (status == PLEACH_OK && section->grown != NULL && section->count > 0) {
        target.bytes = *section->grown =
            pl_arena_take(section->arena, section->count, section->size);
        if (target.bytes == NULL)
            status = pl_fail_memory(error);
    }
    if (status == PLEACH_OK)
        status = in_parts(section)
                     ? spread_parts(&s, reader, found, error)
                     : spread_whole(&s, reader, found, target.bytes, error);
    pl_release(s.first);
    return status;
}
