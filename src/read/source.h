/* source.h: the text of one input, line by line, decompressed on the way. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SOURCE_H
#define PL_SOURCE_H

#include "base/read_progress.h"

typedef struct pl_source pl_source;

/* No line may be longer. */
#define PL_LINE_BYTES ((size_t)64 << 20)

/* Opens a file, standard input or bytes in memory, plain or compressed by
 * gzip or zstd. Borrows the input and the progress. */
PLEACH_CHECKED pleach_status pl_source_open(pl_source **source,
                                            const pleach_input *input,
                                            pl_read_progress *progress,
                                            pleach_error *error);

/* The same for plain bytes out of another source's text, whose lines are
 * counted on from `line`. */
PLEACH_CHECKED pleach_status pl_source_open_inner(pl_source **source,
                                                  const pleach_input *input,
                                                  uint64_t line,
                                                  pl_read_progress *progress,
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

/* The same of what is no text: NULs stay, and nothing is added. */
PLEACH_CHECKED pleach_status pl_source_bytes(pl_source *source, pl_piece *rest,
                                             pleach_error *error);

/* The beginning of the unread text, without reading it: at least so many bytes,
 * or less when there is no more. */
#define PL_SEEN_BYTES ((size_t)65536)
PLEACH_CHECKED pleach_status pl_source_peek(pl_source *source, pl_piece *start,
                                            pleach_error *error);

/* Whether what the last call said was that the input is damaged. */
bool pl_source_told_damage(const pl_source *source);

/* Where text is wrong that came out of packed bytes: whether they are damaged,
 * which then is the error. Reads to the end. */
bool pl_source_find_damage(pl_source *source, pleach_error *error);

/* Whether bytes begin as spreadsheets do, old ones too. */
bool pl_source_is_workbook(const pl_piece *start);
/* The name of a sheet, behind that of its file: "a.xlsx#Sheet"; NULL: none. */
const char *pl_source_sheet(const char *name);

/* The size of an input in bytes as stored; 0: not known before reading. */
uint64_t pl_source_size(const pleach_input *input);

#endif
