/* random.h: draws that are the same on every machine. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

/* xoshiro256** (Blackman and Vigna), its state filled by splitmix64. */
typedef struct pl_random {
    uint64_t state[4];
} pl_random;

/* splitmix64: spreads one word over the state, and never leaves it all zero */
static inline void pl_random_seed(pl_random *random, uint64_t seed)
{
    for (int k = 0; k < 4; k++) {
        seed += 0x9E3779B97F4A7C15u;
        uint64_t word = seed;
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
        word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
        random->state[k] = word ^ (word >> 31);
    }
}

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

#endif
