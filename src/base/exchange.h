/* exchange.h: work that several processes share out (pleach_parallel.h).
 *
 * Every process has all of the data. What takes long is cut into pieces, each
 * process does some of them, and then all get what the others made. Without an
 * exchange, or alone, nothing here does anything: callers need not ask. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXCHANGE_H
#define PL_EXCHANGE_H

#include "base/memory.h"
#include "pleach_parallel.h"

/* A row of pieces, of which neighbouring ones are done by one process. */
typedef struct pl_shares {
    const pleach_exchange *exchange;
    uint32_t from, to; /* the pieces that are done here */
    uint32_t *first;   /* ranks + 1; NULL: this process does all */
} pl_shares;

typedef uint64_t pl_piece_work(const void *context, uint32_t piece);

/* Gives every rank about as much work. From `arena`; false: no memory. */
PLEACH_CHECKED bool pl_shares_make(pl_shares *shares, pl_arena *arena,
                                   const pleach_exchange *exchange,
                                   uint32_t pieces, pl_piece_work *work,
                                   const void *context);

static inline bool pl_shares_has(const pl_shares *shares, uint32_t piece)
{
    return shares->first == NULL ||
           (piece >= shares->from && piece < shares->to);
}

/* Piece k has filled items begin[k] .. begin[k + 1] of an array, or item k when
 * `begin` is NULL: everybody gets all of them. */
PLEACH_CHECKED pleach_status pl_shares_fill(const pl_shares *shares,
                                            void *items, const uint64_t *begin,
                                            size_t size, pleach_error *error);

/* Puts the lists of all ranks one after the other: everybody has all items. */
PLEACH_CHECKED pleach_status pl_exchange_join(const pleach_exchange *exchange,
                                              pl_arena *arena, void **items,
                                              size_t *count, size_t *room,
                                              size_t size, pleach_error *error);
#define pl_list_join(exchange, list, error)                                    \
    pl_exchange_join((exchange), (list)->arena, (void **)&(list)->items,       \
                     &(list)->count, &(list)->room, sizeof *(list)->items,     \
                     (error))

/* *number becomes the sum of all. */
PLEACH_CHECKED pleach_status pl_exchange_add(const pleach_exchange *exchange,
                                             uint64_t *number,
                                             pleach_error *error);

/* After what each does by itself: a failure of one is the failure of all, and
 * so is another digest of what was read. Everybody gets the error of the first
 * rank that has one; where it depends on the machine, with the place. */
PLEACH_CHECKED pleach_status pl_exchange_agree(const pleach_exchange *exchange,
                                               pleach_status status,
                                               const pleach_error *failure,
                                               uint64_t digest,
                                               pleach_error *error);

#endif
