/* table.h: rows of a TSV whose first row names its columns. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TABLE_H
#define PL_TABLE_H

#include "read/tsv_rows.h"

enum { PL_TABLE_COLUMNS = 6 };

/* What a kind of table has: those in front must be there. */
typedef struct pl_table_kind {
    const char *names[PL_TABLE_COLUMNS]; /* as messages have them, up to NULL */
    size_t must;
    const char *hint; /* "an alignment has ontologyA, ... and nameB" */
} pl_table_kind;

typedef struct pl_table {
    pl_tsv tsv;
    int at[PL_TABLE_COLUMNS]; /* -1: not there */
    size_t needed;            /* cells of a row */
} pl_table;

/* Reads the first row of bytes in memory. */
PLEACH_CHECKED pleach_status pl_table_open(pl_table *table, const char *file,
                                           const char *bytes, size_t size,
                                           pleach_error *error);
/* Finds the columns in the present row, which names them. */
void pl_table_find(pl_table *table, const pl_table_kind *kind);
/* Fails where one is not there that must be. */
PLEACH_CHECKED pleach_status pl_table_need(pl_table *table,
                                           const pl_table_kind *kind,
                                           pleach_error *error);
/* The next row, which has all cells; *ended behind the last. */
PLEACH_CHECKED pleach_status pl_table_next(pl_table *table, bool *ended,
                                           pleach_error *error);
/* Empty where there is no such column. */
pl_tsv_cell pl_table_cell(const pl_table *table, size_t column);

#endif
