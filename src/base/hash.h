/* hash.h: fixed hashes, the same on every machine and in every run. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_HASH_H
#define PL_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A 64-bit hash of some bytes; `seed` chains several together. */
uint64_t pl_hash_bytes(const void *bytes, size_t length, uint64_t seed);

/* Mixes two words into one; the order matters. */
static inline uint64_t pl_hash_pair(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9E3779B97F4A7C15u + (b ^ (b >> 29));
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* The hash as a number in [0, 1). */
static inline double pl_hash_unit(uint64_t hash)
{
    return (double)(hash >> 11) * 0x1p-53;
}

#endif
