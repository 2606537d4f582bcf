/* source.h: the text of one input, line by line, decompressed on the way. */
#ifndef PL_SOURCE_H
#define PL_SOURCE_H

#include "corpus/listening.h"

typedef struct pl_source pl_source;

/* No line may be longer. */
#define PL_LINE_BYTES ((size_t)64 << 20)

/* Opens a file, standard input or bytes in memory, plain or compressed by
 * gzip, zstd, bzip2 or xz. Borrows the input and the listening. */
PLEACH_CHECKED pleach_status pl_source_open(pl_source **source,
                                            const pleach_input *input,
                                            pl_listening *listening,
                                            pleach_error *error);
void pl_source_close(pl_source *source);

/* A piece of the source's text, valid until the next call. */
typedef struct pl_piece {
    const char *bytes;
    size_t length;
    uint64_t line; /* its first line, from 1 */
} pl_piece;

/* The next line with its line feed (which the last one gets if it has none);
 * length 0 at the end. One that is too long is passed over and
 * PLEACH_BAD_DATA, and the next call goes on after it. */
PLEACH_CHECKED pleach_status pl_source_line(pl_source *source, pl_piece *line,
                                            pleach_error *error);

/* Everything that has not been read yet, ending in a line feed unless it is
 * empty. */
PLEACH_CHECKED pleach_status pl_source_rest(pl_source *source, pl_piece *rest,
                                            pleach_error *error);

/* The beginning of the unread text, without reading it: some KiB, or less
 * when there is no more. */
PLEACH_CHECKED pleach_status pl_source_peek(pl_source *source, pl_piece *start,
                                            pleach_error *error);

/* The size of an input in bytes as stored; 0: not known before reading. */
uint64_t pl_source_size(const pleach_input *input);

#endif
