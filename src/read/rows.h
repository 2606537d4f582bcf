/* rows.h: a table in memory, from whatever text or database it came. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ROWS_H
#define PL_ROWS_H

#include "read/reader.h"

typedef struct pl_row {
    uint64_t line;
    size_t first, count; /* its cells */
    pl_span raw;         /* as it stands in the file; of length 0: unknown */
} pl_row;

/* Start from all zeros but the reader. */
typedef struct pl_rows {
    pl_reader *reader;
    PL_LIST(char) text;
    PL_LIST(char) raw;
    PL_LIST(pl_span) cells;
    PL_LIST(pl_row) rows;
    char delimiter; /* in raw */
    bool named;     /* the first row surely names the columns */
} pl_rows;

void pl_rows_free(pl_rows *rows);

/* These are false when there is no memory. */
PLEACH_CHECKED bool pl_rows_begin(pl_rows *rows, uint64_t line);
PLEACH_CHECKED bool pl_rows_add(pl_rows *rows, const char *cell, size_t length);
/* The text of the last row in the file, for messages. */
PLEACH_CHECKED bool pl_rows_keep_raw(pl_rows *rows, const char *text,
                                     size_t length);

/* A cell, trimmed; empty where the row has none. */
const char *pl_rows_cell(const pl_rows *rows, size_t row, size_t column,
                         size_t *length);

/* PLEACH_BAD_DATA at a cell. */
pleach_status pl_rows_fail(const pl_rows *rows, size_t row, size_t column,
                           pleach_error *error, const char *sentence);

#endif
