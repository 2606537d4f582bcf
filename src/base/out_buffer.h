/* out_buffer.h: a sink written to through one large buffer. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OUT_BUFFER_H
#define PL_OUT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pleach.h"

/* One piece is never longer than this. */
enum { PL_PIECE_BYTES = 1 << 16, PL_OUTFLOW_BYTES = 1 << 20 };

typedef struct pl_out_buffer {
    const pleach_sink *to; /* NULL: what is written goes nowhere */
    char *bytes;
    size_t used;
    int failure; /* errno of the first write that failed, or 0 */
} pl_out_buffer;

/* False when there is no memory. */
bool pl_out_buffer_open(pl_out_buffer *flow, const pleach_sink *to);
/* Hands the rest to the sink. */
void pl_out_buffer_flush(pl_out_buffer *flow);
void pl_out_buffer_free(pl_out_buffer *flow);

/* Where the next piece goes; pl_out_buffer_take says how long it became. */
static inline char *pl_out_buffer_room(pl_out_buffer *flow)
{
    if (flow->used > PL_OUTFLOW_BYTES - PL_PIECE_BYTES)
        pl_out_buffer_flush(flow);
    return flow->bytes + flow->used;
}

static inline void pl_out_buffer_take(pl_out_buffer *flow, const char *end)
{
    flow->used = (size_t)(end - flow->bytes);
}

static inline char *pl_append(char *to, const char *bytes, size_t length)
{
    memcpy(to, bytes, length);
    return to + length;
}

static inline char *pl_append_text(char *to, const char *text)
{
    return pl_append(to, text, strlen(text));
}

char *pl_append_number(char *to, uint64_t number);

/* As a JSON string with its quotes; the bytes are UTF-8 without control
 * characters. At most twice as long, and two. */
char *pl_append_json(char *to, const char *bytes, size_t length);

#endif
