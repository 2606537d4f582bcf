/* tsv_rows.h: the rows of a tab-separated file, and its columns by name. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TSV_ROWS_H
#define PL_TSV_ROWS_H

#include "base/memory.h"
#include "read/input_bytes.h"

enum { PL_TSV_CELLS = 16 }; /* cells beyond these are of no interest */

typedef struct pl_tsv_cell {
    const char *bytes;
    size_t length;
} pl_tsv_cell;

/* A file in memory, and the row that was read last. */
typedef struct pl_tsv {
    const char *file; /* what messages call it */
    const char *bytes;
    size_t size;
    size_t at;
    uint64_t line;
    size_t count; /* cells of the present row */
    pl_tsv_cell cell[PL_TSV_CELLS];
} pl_tsv;

void pl_tsv_open(pl_tsv *tsv, const char *file, const char *bytes, size_t size);

/* The next row that is not empty; *ended at the end. NUL bytes and what is
 * not UTF-8 are PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_tsv_next(pl_tsv *tsv, bool *ended,
                                         pleach_error *error);

/* Which cell of the present row is this word, in any case; -1: none. */
int pl_tsv_find(const pl_tsv *tsv, const char *word);

/* Fails unless the present row has at least `count` cells. */
PLEACH_CHECKED pleach_status pl_tsv_need(const pl_tsv *tsv, size_t count,
                                         pleach_error *error);

/* PLEACH_BAD_DATA at the present row. */
#define pl_tsv_fail(tsv, error, ...)                                           \
    pl_fail_at((error), PLEACH_BAD_DATA, (tsv)->file, (tsv)->line, 0,          \
               __VA_ARGS__)

#endif
