/* table.h: the rows of a table with quoted fields, through libcsv. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TABLE_H
#define PL_TABLE_H

#include <csv.h>

#include "read/reader.h"

typedef struct pl_table {
    pl_reader *reader;
    struct csv_parser csv;
    char delimiter;
    bool strict;
    PL_LIST(char) raw;  /* the row as it stands in the file */
    PL_LIST(char) text; /* its fields, unquoted */
    PL_LIST(pl_span) fields;
    uint64_t line; /* where the row begins */
    bool complete;
    bool no_memory;
} pl_table;

/* In strict tables a quote inside an unquoted field is an error. */
void pl_table_open(pl_table *table, pl_reader *reader, char delimiter,
                   bool strict);
void pl_table_close(pl_table *table);

/* The next row that is not blank; *ended at the end. After PLEACH_BAD_DATA
 * the next call goes on behind the bad row. */
PLEACH_CHECKED pleach_status pl_table_next(pl_table *table, bool *ended,
                                           pleach_error *error);

/* Field k of the present row; empty when the row has no such field. Borrowed
 * until the next row. */
const char *pl_table_field(const pl_table *table, size_t k, size_t *length);

#endif
