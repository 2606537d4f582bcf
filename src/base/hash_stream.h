/* hash_stream.h: the hash of bytes that come piece by piece. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_HASH_STREAM_H
#define PL_HASH_STREAM_H

/* Its struct is known so only; the library keeps it as it is. */
#define XXH_STATIC_LINKING_ONLY
#include <stdint.h>
#include <xxhash.h>

/* XXH64, as `xxhsum` prints it. */
typedef struct pl_hash_stream {
    XXH64_state_t state;
} pl_hash_stream;

static inline void pl_hash_start(pl_hash_stream *stream)
{
    (void)XXH64_reset(&stream->state, 0);
}

static inline void pl_hash_add(pl_hash_stream *stream, const void *bytes,
                               size_t length)
{
    if (length > 0)
        (void)XXH64_update(&stream->state, bytes, length);
}

static inline uint64_t pl_hash_so_far(const pl_hash_stream *stream)
{
    return XXH64_digest(&stream->state);
}

#endif
