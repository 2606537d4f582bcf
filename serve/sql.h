/* sql.h: asks SQLite and says in a sentence what it said. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SQL_H
#define SERVE_SQL_H

#include <sqlite3.h>

#include "pleach.h"

typedef struct sql_file {
    sqlite3 *file;
    const char *path;
} sql_file;

/* Fills in an error about the file and returns its status. */
pleach_status sql_fail(const sql_file *in, pleach_error *error,
                       pleach_status status, const char *sentence, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for what SQLite itself said last. */
pleach_status sql_fail_here(const sql_file *in, pleach_error *error);

/* A statement with its ? filled in: `kinds` has a letter for each, i for an
 * int64_t, t for a text (NULL is none). To be finalized, NULL or not. */
pleach_status sql_ask(sqlite3_stmt **asked, const sql_file *in,
                      pleach_error *error, const char *text, const char *kinds,
                      ...);
/* Goes to the next row; *found is false behind the last. */
pleach_status sql_next(bool *found, sqlite3_stmt *asked, const sql_file *in,
                       pleach_error *error);
/* Asks for nothing in return. */
pleach_status sql_do(const sql_file *in, pleach_error *error, const char *text,
                     const char *kinds, ...);
/* Asks for one whole number; `otherwise` where there is no row or a NULL. */
pleach_status sql_number(int64_t *number, const sql_file *in,
                         pleach_error *error, const char *text,
                         int64_t otherwise);

/* A cell of the present row, never NULL. */
const char *sql_text(sqlite3_stmt *row, int column);

#endif
