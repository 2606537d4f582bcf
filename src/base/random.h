/* random.h: draws that are the same on every machine, and tables for them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RANDOM_H
#define PL_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"

/* xoshiro256** (Blackman and Vigna), its state filled by splitmix64. */
typedef struct pl_random {
    uint64_t state[4];
} pl_random;

void pl_random_seed(pl_random *random, uint64_t seed);

static inline uint64_t pl_rotate_left(uint64_t word, int by)
{
    return (word << by) | (word >> (64 - by));
}

static inline uint64_t pl_random_next(pl_random *random)
{
    uint64_t *s = random->state;
    uint64_t drawn = pl_rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = pl_rotate_left(s[3], 45);
    return drawn;
}

/* In [0, 1), a multiple of 2^-53. */
static inline double pl_random_unit(pl_random *random)
{
    return (double)(pl_random_next(random) >> 11) * 0x1p-53;
}

/* In [0, count); a count of 0 gives 0. */
static inline uint32_t pl_random_below(pl_random *random, uint32_t count)
{
    return (uint32_t)((pl_random_next(random) >> 32) * count >> 32);
}

static inline bool pl_random_chance(pl_random *random, double probability)
{
    return pl_random_unit(random) < probability;
}

void pl_random_shuffle(pl_random *random, uint32_t *items, uint32_t count);

/* Logarithm and exponential from additions, products and quotients alone, so
 * that no system's mathematics library decides about a byte of output. Good
 * to about 1e-15; `x` is positive and finite, or at most 700 in size. */
double pl_fixed_log(double x);
double pl_fixed_exp(double x);

/* A number from 1 to `most` that falls off geometrically. */
typedef struct pl_geometric {
    double log_miss; /* 0: always 1 */
    uint64_t most;
} pl_geometric;

/* `mean` is that of the uncut distribution, at least 1. */
pl_geometric pl_geometric_of(double mean, uint64_t most);
uint64_t pl_geometric_draw(pl_random *random, const pl_geometric *shape);

/* Walker's alias method: one word drawn, one look into the table. */
typedef struct pl_alias {
    uint32_t keep;  /* of 2^32: how often this item stays itself */
    uint32_t other; /* and what it is otherwise */
} pl_alias;

/* Fills table[0 .. count) so that an item is drawn in proportion to its
 * weight (at least one of them positive); false when there is no memory. */
bool pl_alias_fill(pl_alias *table, const double *weight, uint32_t count);

static inline uint32_t pl_alias_draw(pl_random *random, const pl_alias *table,
                                     uint32_t count)
{
    uint64_t word = pl_random_next(random);
    uint32_t at = (uint32_t)((word >> 32) * count >> 32);
    return (uint32_t)word < table[at].keep ? at : table[at].other;
}

/* Zipf's law over ranks 0 .. size-1, weight 1 / (rank + 1) ^ exponent: one
 * table for each size that was prepared. */
typedef struct pl_ranks {
    double exponent;
    PL_LIST(pl_alias *) tables; /* by size; NULL: not prepared */
} pl_ranks;

/* Makes the table for `size` unless it is there; false: no memory. */
bool pl_ranks_prepare(pl_ranks *ranks, uint32_t size);
void pl_ranks_free(pl_ranks *ranks);

static inline uint32_t pl_ranks_draw(pl_random *random, const pl_ranks *ranks,
                                     uint32_t size)
{
    return pl_alias_draw(random, ranks->tables.items[size], size);
}

#endif
