/* stream.h: a caller's sink as a stream to print to. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STREAM_H
#define PL_STREAM_H

#include "base/memory.h"
#include "pleach.h"

typedef PL_LIST(char) pl_printed;

/* A stream that prints into memory, which is the caller's to free; NULL when
 * there is none. What could not be kept is an error of the stream. */
FILE *pl_print_to_memory(pl_printed *printed);

typedef struct pl_stream {
    FILE *to; /* what to print to */
    const pleach_sink *sink;
    pl_printed printed; /* for a sink that is a function */
} pl_stream;

/* Borrows the sink. One that says neither is PLEACH_BAD_USAGE. */
PLEACH_CHECKED pleach_status pl_stream_open(pl_stream *stream,
                                            const pleach_sink *sink,
                                            pleach_error *error);
/* After printing, which ended with `status`: hands everything over if that was
 * well, and returns what became of all. */
PLEACH_CHECKED pleach_status pl_stream_close(pl_stream *stream,
                                             pleach_status status,
                                             pleach_error *error);

/* Hands bytes to a sink at once; PLEACH_IO when it does not take them. */
PLEACH_CHECKED pleach_status pl_sink_put(const pleach_sink *sink,
                                         const void *bytes, size_t size,
                                         pleach_error *error);

/* Flushes; PLEACH_IO with the reason when anything could not be written.
 * `path` is what the message calls the stream; NULL: nothing. */
PLEACH_CHECKED pleach_status pl_finish_stream(FILE *to, const char *path,
                                              pleach_error *error);

#endif
