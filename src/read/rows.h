/* rows.h: a table in memory, from whatever text or database it came. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ROWS_H
#define PL_ROWS_H

#include <string.h>

#include "read/reader.h"

typedef struct pl_cell {
    const char *text; /* never NULL, and trimmed */
    size_t length;
} pl_cell;

typedef struct pl_row {
    uint64_t line;
    size_t first, count; /* its cells */
    pl_span raw;         /* as it stands in the file; of length 0: unknown */
} pl_row;

/* All of it is in the reader's arena, which is asked for failure. */
typedef struct pl_rows {
    pl_reader *reader;
    PL_LIST(char) text;
    PL_LIST(char) raw;
    PL_LIST(pl_span) cells;
    PL_LIST(pl_row) rows;
    char delimiter; /* in raw */
    bool named;     /* the first row surely names the columns */
    bool linked;    /* they are records that say what is below them, by ids */
} pl_rows;

void pl_rows_open(pl_rows *rows, pl_reader *reader);
void pl_rows_clear(pl_rows *rows);

void pl_rows_begin(pl_rows *rows, uint64_t line);
void pl_rows_add(pl_rows *rows, const char *cell, size_t length);
/* The text of the last row in the file, for messages. */
void pl_rows_keep_raw(pl_rows *rows, const char *text, size_t length);

/* Of the first row. */
static inline size_t pl_rows_width(const pl_rows *rows)
{
    return rows->rows.count == 0 ? 0 : rows->rows.items[0].count;
}

/* Empty where the row has none. */
pl_cell pl_rows_cell(const pl_rows *rows, size_t row, size_t column);

static inline bool pl_cells_are_same(pl_cell a, pl_cell b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* PLEACH_BAD_DATA at a cell. */
pleach_status pl_rows_fail(const pl_rows *rows, size_t row, size_t column,
                           pleach_error *error, const char *sentence);

/* What the columns are, and the trees that the rows make. */
PLEACH_CHECKED pleach_status pl_rows_read(pl_rows *rows, pleach_error *error);

/* Whether the first row has names of columns that say how to read a table. */
bool pl_rows_know_header(const pl_rows *rows);

#endif
