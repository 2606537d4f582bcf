/* out_buffer.c: flushing, numbers, quoting. */
/* SPDX-License-Identifier: MIT */
#include "base/out_buffer.h"

#include <errno.h>

#include "base/memory.h"
#include "base/stream.h"

bool pl_out_buffer_open(pl_out_buffer *flow, const pleach_sink *to)
{
    *flow = (pl_out_buffer){.to = to};
    flow->bytes = pl_allocate(PL_OUTFLOW_BYTES, 1);
    return flow->bytes != NULL;
}

void pl_out_buffer_flush(pl_out_buffer *flow)
{
    if (flow->to != NULL && flow->failure == 0 &&
        pl_sink_put(flow->to, flow->bytes, flow->used, NULL) != PLEACH_OK)
        flow->failure = errno != 0 ? errno : EIO;
    flow->used = 0;
}

void pl_out_buffer_free(pl_out_buffer *flow)
{
    pl_release(flow->bytes);
}

char *pl_append_number(char *to, uint64_t number)
{
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

char *pl_append_json(char *to, const char *bytes, size_t length)
{
    *to++ = '"';
    for (size_t k = 0; k < length; k++) {
        if (bytes[k] == '"' || bytes[k] == '\\')
            *to++ = '\\';
        *to++ = bytes[k];
    }
    *to++ = '"';
    return to;
}
