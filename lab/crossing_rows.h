/* crossing_rows.h: the rows of a crosswalk, as "pleach crosswalk" writes them
 * as CSV. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CROSSING_ROWS_H
#define PL_CROSSING_ROWS_H

#include "read/tsv_rows.h"

enum { PL_CROSSING_CELLS = 17 };

/* Where reading is, and the cells of the present row. */
typedef struct pl_crossing_rows {
    const char *path, *at, *end;
    uint64_t line;
    PL_LIST(char) text;
    size_t start[PL_CROSSING_CELLS + 1]; /* in `text` */
    size_t count;
} pl_crossing_rows;

/* What a row says; good until the next one is read. */
typedef struct pl_crossing_row {
    pl_tsv_cell from, name, to, to_name;
    pl_tsv_cell address, to_address; /* empty: it has none */
    char relation;                   /* = < > ~ */
    bool candidate;                  /* it claims nothing */
} pl_crossing_row;

/* Reads the header; PLEACH_BAD_DATA where this is no crosswalk. */
PLEACH_CHECKED pleach_status pl_crossing_open(pl_crossing_rows *rows,
                                              pl_arena *arena, const char *path,
                                              const char *bytes, size_t size,
                                              pleach_error *error);
PLEACH_CHECKED pleach_status pl_crossing_next(pl_crossing_rows *rows,
                                              pl_crossing_row *row, bool *ended,
                                              pleach_error *error);

#endif
