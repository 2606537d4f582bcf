/* pair_memo.h: remembers a number for pairs that were asked about lately.
 *
 * Threads may share one. Whoever asks must be able to work a number out again:
 * what is remembered makes room for what is newer. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PAIR_MEMO_H
#define PL_PAIR_MEMO_H

#include <stdbool.h>

#include "base/memory.h"
#include "pleach.h"

typedef struct pl_pair_memo pl_pair_memo;

/* With room for all pairs of so many things, or for many; NULL: there is no
 * memory. */
pl_pair_memo *pl_pair_memo_make(pl_arena *arena, uint32_t things);

/* What was remembered for a and b, which are two, in this order; false: nothing
 * was, and *value says nothing. */
PLEACH_CHECKED bool pl_pair_memo_find(pl_pair_memo *memo, uint32_t a,
                                      uint32_t b, double *value);
void pl_pair_memo_keep(pl_pair_memo *memo, uint32_t a, uint32_t b,
                       double value);

#endif
