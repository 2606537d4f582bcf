/* piece_shares.c: cuts a row of pieces where each process has as much work. */
/* SPDX-License-Identifier: MIT */
#include "base/piece_shares.h"

#include "base/checks.h"
#include "base/status.h"

static void cut_by_work(pl_piece_shares *sharing, uint32_t pieces,
                        pl_piece_work *work, const void *context)
{
    uint32_t ranks = sharing->exchange->ranks, r = 0;
    uint64_t total = 0, passed = 0;
    for (uint32_t k = 0; k < pieces; k++)
        total += work(context, k);
    for (uint32_t k = 0; k < pieces; k++) {
        while (r + 1 < ranks && passed >= total / ranks * (r + 1))
            sharing->first[++r] = k;
        passed += work(context, k);
    }
    while (r < ranks)
        sharing->first[++r] = pieces;
}

/* Ranges by work and not by number: a few names have most of the pairs. */
bool pl_piece_shares_make(pl_piece_shares *sharing, pl_arena *arena,
                          const pleach_exchange *exchange, uint32_t pieces,
                          pl_piece_work *work, const void *context)
{
    *sharing = (pl_piece_shares){.to = pieces};
    if (exchange == NULL || exchange->ranks == 1)
        return true;
    sharing->exchange = exchange;
    sharing->first = PL_ARENA_ARRAY(arena, uint32_t, exchange->ranks + 1u);
    if (sharing->first == NULL)
        return false;
    cut_by_work(sharing, pieces, work, context);
    sharing->from = sharing->first[exchange->rank];
    sharing->to = sharing->first[exchange->rank + 1];
    assert(sharing->first[0] == 0 && sharing->first[exchange->ranks] == pieces);
    assert(sharing->from <= sharing->to);
    return true;
}

uint32_t pl_piece_shares_rank(const pl_piece_shares *sharing, uint32_t piece)
{
    return pl_exchange_owner(sharing->exchange, sharing->first, piece);
}

pleach_status pl_piece_shares_fill(const pl_piece_shares *sharing, void *items,
                                   const uint64_t *begin, size_t size,
                                   pleach_error *error)
{
    const pleach_exchange *exchange = sharing->exchange;
    uint64_t *first = pl_allocate((size_t)exchange->ranks + 1, sizeof *first);
    if (first == NULL)
        return pl_fail_memory(error);
    for (uint32_t r = 0; r <= exchange->ranks; r++)
        first[r] = begin[sharing->first[r]];
    pleach_status status =
        exchange->fill(exchange->context, items, first, size, error);
    pl_release(first);
    return status;
}

/* Few are set, so their numbers travel and not the flags. */
pleach_status pl_piece_shares_flags(const pl_piece_shares *sharing,
                                    uint8_t *flags, uint64_t count,
                                    pleach_error *error)
{
    PL_LIST(uint64_t) set = {0};
    const pleach_exchange *exchange = sharing->exchange;
    uint64_t *first = pl_allocate((size_t)exchange->ranks + 1, sizeof *first);
    bool enough = first != NULL;
    for (uint64_t k = 0; enough && k < count; k++)
        enough = !flags[k] || pl_list_push(&set, k);
    pleach_status status = enough ? pl_list_join(exchange, &set, first, error)
                                  : pl_fail_memory(error);
    for (size_t k = 0; status == PLEACH_OK && k < set.count; k++)
        flags[set.items[k]] = 1;
    pl_list_free(&set);
    pl_release(first);
    return status;
}
