/* exchange.c: what is built from the one call of an exchange. */
/* SPDX-License-Identifier: MIT */
#include "base/exchange.h"

#include <stdio.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"

static bool is_alone(const pleach_exchange *exchange)
{
    return exchange == NULL || exchange->ranks == 1;
}

/* ------------------------------------------------------------ by pieces -- */

/* By work and not by number: a few pieces have most of it. */
bool pl_shares_make(pl_shares *shares, pl_arena *arena,
                    const pleach_exchange *exchange, uint32_t pieces,
                    pl_piece_work *work, const void *context)
{
    uint64_t total = 0, passed = 0;
    uint32_t r = 0;
    *shares = (pl_shares){.to = pieces};
    if (is_alone(exchange))
        return true;
    shares->exchange = exchange;
    shares->first = PL_ARENA_ARRAY(arena, uint32_t, exchange->ranks + 1u);
    if (shares->first == NULL)
        return false;
    for (uint32_t k = 0; k < pieces; k++)
        total += work(context, k);
    for (uint32_t k = 0; k < pieces; k++) {
        while (r + 1 < exchange->ranks &&
               passed >= total / exchange->ranks * (r + 1))
            shares->first[++r] = k;
        passed += work(context, k);
    }
    while (r < exchange->ranks)
        shares->first[++r] = pieces;
    shares->from = shares->first[exchange->rank];
    shares->to = shares->first[exchange->rank + 1];
    assert(shares->first[0] == 0 && shares->from <= shares->to);
    return true;
}

pleach_status pl_shares_fill(const pl_shares *shares, void *items,
                             const uint64_t *begin, size_t size,
                             pleach_error *error)
{
    const pleach_exchange *exchange = shares->exchange;
    if (shares->first == NULL)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    uint64_t *first = PL_ARENA_ARRAY(scratch, uint64_t, exchange->ranks + 1u);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t r = 0; r <= exchange->ranks; r++)
        first[r] = begin == NULL ? shares->first[r] : begin[shares->first[r]];
    return exchange->fill(exchange->context, items, first, size, error);
}

/* -------------------------------------------------------------- by rank -- */

/* One item of each rank: `items` has room for all, the own one is filled in. */
static pleach_status fill_ranks(const pleach_exchange *exchange, void *items,
                                size_t size, pleach_error *error)
{
    PL_SCRATCH(scratch);
    uint64_t *first = PL_ARENA_ARRAY(scratch, uint64_t, exchange->ranks + 1u);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t r = 0; r <= exchange->ranks; r++)
        first[r] = r;
    return exchange->fill(exchange->context, items, first, size, error);
}

/* first[r]: what the ranks before r have of something; first[ranks]: all. */
static pleach_status add_up(const pleach_exchange *exchange, uint64_t mine,
                            uint64_t *first, pleach_error *error)
{
    first[exchange->rank + 1] = mine;
    PL_TRY(fill_ranks(exchange, first + 1, sizeof *first, error));
    for (uint32_t r = 0; r < exchange->ranks; r++)
        first[r + 1] += first[r];
    return PLEACH_OK;
}

pleach_status pl_exchange_add(const pleach_exchange *exchange, uint64_t *number,
                              pleach_error *error)
{
    if (is_alone(exchange))
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    uint64_t *first = PL_ARENA_ARRAY(scratch, uint64_t, exchange->ranks + 1u);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(add_up(exchange, *number, first, error));
    *number = first[exchange->ranks];
    return PLEACH_OK;
}

static pleach_status join(const pleach_exchange *exchange, pl_arena *arena,
                          void **items, size_t *count, size_t *room,
                          size_t size, uint64_t *first, pleach_error *error)
{
    PL_TRY(add_up(exchange, *count, first, error));
    size_t total = (size_t)first[exchange->ranks];
    /* One more, so that even an empty list has an address. */
    if (!pl_list_grow_(arena, items, room, *count, total - *count + 1, size))
        return pl_fail_memory(error);
    unsigned char *all = *items;
    if (*count > 0)
        memmove(all + first[exchange->rank] * size, all, *count * size);
    *count = total;
    return exchange->fill(exchange->context, all, first, size, error);
}

pleach_status pl_exchange_join(const pleach_exchange *exchange, pl_arena *arena,
                               void **items, size_t *count, size_t *room,
                               size_t size, pleach_error *error)
{
    if (is_alone(exchange))
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    uint64_t *first = PL_ARENA_ARRAY(scratch, uint64_t, exchange->ranks + 1u);
    PL_TRY(pl_check_memory(scratch, error));
    return join(exchange, arena, items, count, room, size, first, error);
}

/* ------------------------------------------------------------- agreeing -- */

/* What a process has to say about its own work. */
typedef struct verdict {
    pleach_status status;
    uint64_t digest;
    pleach_error failure;
} verdict;

static void name_place(pleach_error *failure, const char *place)
{
    bool local =
        failure->status == PLEACH_IO || failure->status == PLEACH_NO_MEMORY;
    size_t used = strlen(failure->sentence);
    if (local && place != NULL)
        snprintf(failure->sentence + used, sizeof failure->sentence - used,
                 " (%s.)", place);
}

/* Of several failures that of the lowest rank is told, so that the same one
 * comes out each time. */
static pleach_status conclude(const verdict *all, uint32_t ranks,
                              pleach_error *error)
{
    for (uint32_t r = 0; r < ranks; r++)
        if (all[r].status != PLEACH_OK) {
            if (error != NULL)
                *error = all[r].failure;
            return all[r].status;
        }
    for (uint32_t r = 1; r < ranks; r++)
        if (all[r].digest != all[0].digest)
            return pl_fail(error, PLEACH_BAD_DATA,
                           "Rank %u of %u read other inputs than the first "
                           "one. Give every process the same files.",
                           r, ranks);
    return PLEACH_OK;
}

/* If one failed all must fail, or the others would wait for it at the next
 * exchange. */
pleach_status pl_exchange_agree(const pleach_exchange *exchange,
                                pleach_status status,
                                const pleach_error *failure, uint64_t digest,
                                pleach_error *error)
{
    verdict mine = {.status = status, .digest = digest};
    if (status != PLEACH_OK)
        mine.failure = *failure;
    if (is_alone(exchange))
        return conclude(&mine, 1, error);
    if (status != PLEACH_OK)
        name_place(&mine.failure, exchange->place);
    PL_SCRATCH(scratch);
    verdict *all = PL_ARENA_ARRAY(scratch, verdict, exchange->ranks);
    PL_TRY(pl_check_memory(scratch, error));
    all[exchange->rank] = mine;
    PL_TRY(fill_ranks(exchange, all, sizeof *all, error));
    return conclude(all, exchange->ranks, error);
}
