/* source_buffer.h: the sliding buffer between what fills it (source.c) and what
 * hands out its lines (source_lines.c). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SOURCE_BUFFER_H
#define PL_SOURCE_BUFFER_H

#include "base/memory.h"
#include "base/read_progress.h"
#include "read/unpack.h"

typedef struct pl_source pl_source;

struct pl_source {
    const pleach_input *input;
    pl_read_progress *progress;
    pl_unpacker *unpacker; /* NULL: the input is as it is */
    bool inner;            /* bytes of another source's text */
    int file;              /* -1: none to close */

    const char *raw; /* raw[raw_start .. raw_count) is not unpacked yet */
    size_t raw_start, raw_count;
    PL_LIST(char) block; /* what `raw` points to, unless it is the caller's */
    uint64_t raw_read;   /* bytes so far */
    bool raw_ended;
    uint64_t made; /* bytes of text so far */

    PL_LIST(char) text; /* text.items[start .. text.count) is unread */
    size_t start;
    uint64_t line; /* of the next unread byte */
    bool ended;    /* there is no more */
    bool passing;  /* what is left of this line is not wanted */
    bool damaged;  /* `damage` is to be told behind the last whole line */
    bool told;     /* ... and was, just now */
    pleach_error damage;
};

static inline size_t pl_source_unread(const pl_source *source)
{
    return source->text.count - source->start;
}

static inline const char *pl_source_unread_text(const pl_source *source)
{
    return source->text.items == NULL ? "" : source->text.items + source->start;
}

#endif
