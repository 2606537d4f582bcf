/* sql.h: asks SQLite and says in a sentence what it said. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SQL_H
#define SERVE_SQL_H

#include <jansson.h>
#include <sqlite3.h>

#include "serve/bytes.h"

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

/* All of these take a statement and what its ? are: `kinds` has a letter for
 * each, i for an int64_t, t for a text, b for bytes. */

/* Asks for nothing in return. */
PLEACH_CHECKED pleach_status sql_do(const sql_file *in, pleach_error *error,
                                    const char *text, const char *kinds, ...);
/* An object for each row, whose columns are named as its fields; a number, or
 * else a text. */
PLEACH_CHECKED pleach_status sql_list(json_t **rows, const sql_file *in,
                                      pleach_error *error, const char *text,
                                      const char *kinds, ...);
/* What the columns `size` and `packed` of the first row hold, unpacked; NULL:
 * there is no row. */
PLEACH_CHECKED pleach_status sql_unpack(bytes **content, const sql_file *in,
                                        pleach_error *error, const char *text,
                                        const char *kinds, ...);
/* A whole number; 0 where there is no row or a NULL. */
PLEACH_CHECKED pleach_status sql_number(int64_t *number, const sql_file *in,
                                        pleach_error *error, const char *text);

#endif
