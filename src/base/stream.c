/* stream.c: prints into memory what a function of the caller's will get.
 *
 * The text waits in memory until it is whole. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fopencookie: open_memstream has memory of its own */
#include "base/stream.h"

#include <errno.h>
#include <string.h>

#include "base/status.h"

static pleach_status fail_output(const char *path, int reason,
                                 pleach_error *error)
{
    /* An earlier write may have left no reason behind. */
    return pl_fail_at(error, PLEACH_IO, path, 0, 0,
                      "The output could not be written: %s.",
                      reason != 0 ? strerror(reason) : "a write failed");
}

pleach_status pl_finish_stream(FILE *to, const char *path, pleach_error *error)
{
    bool failed = ferror(to) != 0;
    errno = 0;
    if (fflush(to) == 0 && !failed)
        return PLEACH_OK;
    return fail_output(path, errno, error);
}

static ssize_t keep_printed(void *printed, const char *bytes, size_t size)
{
    pl_printed *to = printed;
    if (!pl_list_room(to, size)) {
        errno = ENOMEM;
        return 0;
    }
    memcpy(to->items + to->count, bytes, size);
    to->count += size;
    return (ssize_t)size;
}

FILE *pl_print_to_memory(pl_printed *printed)
{
    return fopencookie(printed, "w",
                       (cookie_io_functions_t){.write = keep_printed});
}

pleach_status pl_stream_open(pl_stream *stream, const pleach_sink *sink,
                             pleach_error *error)
{
    *stream = (pl_stream){.sink = sink};
    if (sink == NULL || (sink->stream == NULL && sink->write == NULL))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The sink has neither a stream nor a function to "
                       "write to.");
    stream->to = sink->stream != NULL ? sink->stream
                                      : pl_print_to_memory(&stream->printed);
    return stream->to != NULL ? PLEACH_OK : pl_fail_memory(error);
}

pleach_status pl_sink_put(const pleach_sink *sink, const void *bytes,
                          size_t size, pleach_error *error)
{
    if (size == 0)
        return PLEACH_OK;
    errno = 0;
    bool taken = sink->stream != NULL
                     ? fwrite(bytes, 1, size, sink->stream) == size &&
                           fflush(sink->stream) == 0
                     : sink->write(sink->context, bytes, size);
    return taken ? PLEACH_OK : fail_output(NULL, errno, error);
}

/* What goes to a function is held until it is whole, so that a failure leaves
 * the sink untouched. */
pleach_status pl_stream_close(pl_stream *stream, pleach_status status,
                              pleach_error *error)
{
    if (stream->to == stream->sink->stream)
        return status == PLEACH_OK ? pl_finish_stream(stream->to, NULL, error)
                                   : status;
    /* All that can fail in memory is to get more of it. */
    bool whole = ferror(stream->to) == 0;
    whole = fclose(stream->to) == 0 && whole;
    if (status == PLEACH_OK && !whole)
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = pl_sink_put(stream->sink, stream->printed.items,
                             stream->printed.count, error);
    pl_list_free(&stream->printed);
    return status;
}
