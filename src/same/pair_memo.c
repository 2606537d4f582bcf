/* pair_memo.c: one place per pair, by its hash; the newest pair has it. */
/* SPDX-License-Identifier: MIT */
#include "same/pair_memo.h"

#include <stdatomic.h>

#include "base/hash.h"

/* All pairs of 512 things; of more, those asked about last. */
enum { MOST_PLACES = 1 << 18, LEAST_PLACES = 16 };

/* While it is written, and so may have half of one pair and half of another,
 * the number of its changes is odd. An empty one has the pair 0 and 0, which is
 * none. */
typedef struct place {
    _Atomic uint32_t changes;
    _Atomic uint64_t pair;
    _Atomic double value;
} place;

struct pl_pair_memo {
    place *places;
    uint32_t count; /* a power of two */
};

pl_pair_memo *pl_pair_memo_make(pl_arena *arena, uint32_t things)
{
    pl_pair_memo *memo = PL_ARENA_ARRAY(arena, pl_pair_memo, 1);
    if (memo == NULL)
        return NULL;
    memo->count = LEAST_PLACES;
    while (memo->count < MOST_PLACES && memo->count < (uint64_t)things * things)
        memo->count *= 2;
    memo->places = PL_ARENA_ARRAY(arena, place, memo->count);
    return memo->places == NULL ? NULL : memo;
}

static place *place_of(const pl_pair_memo *memo, uint32_t a, uint32_t b)
{
    return &memo->places[pl_hash_pair(a, b) & (memo->count - 1)];
}

static uint64_t as_one(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

/* Nobody waits: a place that changes while it is read has nothing to say. */
bool pl_pair_memo_find(pl_pair_memo *memo, uint32_t a, uint32_t b,
                       double *value)
{
    place *at = place_of(memo, a, b);
    uint32_t changes = atomic_load(&at->changes);
    uint64_t pair = atomic_load(&at->pair);
    *value = atomic_load(&at->value);
    return pair == as_one(a, b) && changes % 2 == 0 &&
           atomic_load(&at->changes) == changes;
}

void pl_pair_memo_keep(pl_pair_memo *memo, uint32_t a, uint32_t b, double value)
{
    place *at = place_of(memo, a, b);
    uint32_t changes = atomic_load(&at->changes);
    if (changes % 2 != 0 ||
        !atomic_compare_exchange_strong(&at->changes, &changes, changes + 1))
        return;
    atomic_store(&at->pair, as_one(a, b));
    atomic_store(&at->value, value);
    atomic_store(&at->changes, changes + 2);
}
