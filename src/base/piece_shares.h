/* piece_shares.h: which process does what of a row of pieces, before there are
 * blocks.
 *
 * Neighbouring pieces stay together, so what they make up is one stretch of an
 * array per rank. Blocks themselves are shared in same/partition.h. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PIECE_SHARES_H
#define PL_PIECE_SHARES_H

#include "base/exchange.h"

typedef struct pl_piece_shares {
    const pleach_exchange *exchange; /* NULL: this process does all */
    uint32_t from, to;               /* the pieces that are done here */
    uint32_t *first;                 /* ranks + 1: where each rank begins */
} pl_piece_shares;

typedef uint64_t pl_piece_work(const void *context, uint32_t piece);

/* Gives every rank about as much work. From `arena`; false: no memory. */
PLEACH_CHECKED bool pl_piece_shares_make(pl_piece_shares *sharing,
                                         pl_arena *arena,
                                         const pleach_exchange *exchange,
                                         uint32_t pieces, pl_piece_work *work,
                                         const void *context);

/* Who does a piece. */
uint32_t pl_piece_shares_rank(const pl_piece_shares *sharing, uint32_t piece);

/* Piece k has filled items begin[k] .. begin[k + 1] of an array: everybody
 * gets all of it. */
PLEACH_CHECKED pleach_status
pl_piece_shares_fill(const pl_piece_shares *sharing, void *items,
                     const uint64_t *begin, size_t size, pleach_error *error);

/* Each rank has set some flags, anywhere: everybody gets all of them. */
PLEACH_CHECKED pleach_status
pl_piece_shares_flags(const pl_piece_shares *sharing, uint8_t *flags,
                      uint64_t count, pleach_error *error);

#endif
