/* hash.c: XXH3 of libxxhash, whose values are fixed by its format. */
/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

/* Most of what is hashed are a few bytes: a call would cost as much. */
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t pl_hash_bytes(const void *bytes, size_t length, uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, length, seed);
}
