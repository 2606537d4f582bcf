/* unpack.h: gzip and zstd, checked to the last byte. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_UNPACK_H
#define PL_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

/* What a step came to. */
typedef enum pl_unpacked {
    PL_UNPACK_MORE,    /* wants more packed bytes, or more room */
    PL_UNPACK_END,     /* a whole member ends here, and its sums are right */
    PL_UNPACK_DAMAGED, /* `why` says what the library found */
    PL_UNPACK_FOREIGN, /* the same, where a further member should begin */
    PL_UNPACK_NO_MEMORY,
} pl_unpacked;

/* Bytes that go in and come out; each step moves both on. */
typedef struct pl_unpack_bytes {
    const char *in;
    size_t in_left;
    char *out;
    size_t out_left;
} pl_unpack_bytes;

typedef struct pl_unpacker pl_unpacker;

/* So many bytes are enough to tell how a file is packed. */
enum { PL_UNPACK_MARK = 4 };

/* Whether packed bytes begin like that. */
bool pl_unpack_knows(const char *bytes, size_t length);

/* For the packing that the bytes begin with; NULL: no memory. */
pl_unpacker *pl_unpacker_new(const char *bytes, size_t length);
void pl_unpacker_free(pl_unpacker *unpacker);

/* Unpacks some more. What follows a member that ended is another one. */
pl_unpacked pl_unpacker_step(pl_unpacker *unpacker, pl_unpack_bytes *bytes,
                             const char **why);

#endif
