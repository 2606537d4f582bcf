/* sql.c: asks SQLite and says in a sentence what it said. */
/* SPDX-License-Identifier: MIT */
#include "serve/sql.h"

#include <stdarg.h>
#include <stdio.h>

pleach_status sql_fail(const sql_file *in, pleach_error *error,
                       pleach_status status, const char *sentence, ...)
{
    va_list arguments;
    *error = (pleach_error){.status = status};
    snprintf(error->file, sizeof error->file, "%s", in->path);
    va_start(arguments, sentence);
    vsnprintf(error->sentence, sizeof error->sentence, sentence, arguments);
    va_end(arguments);
    return status;
}

/* Three things go wrong for reasons of their own; the rest SQLite names. */
pleach_status sql_fail_here(const sql_file *in, pleach_error *error)
{
    int code = sqlite3_errcode(in->file) & 0xFF;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return sql_fail(in, error, PLEACH_BAD_DATA,
                        "This project is damaged (%s); take a copy of it that "
                        "is not.",
                        sqlite3_errmsg(in->file));
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return sql_fail(in, error, PLEACH_IO,
                        "This project is open already; end the other \"pleach "
                        "serve\" first.");
    return sql_fail(in, error,
                    code == SQLITE_NOMEM ? PLEACH_NO_MEMORY : PLEACH_IO,
                    "The project could not be read or written: %s.",
                    sqlite3_errmsg(in->file));
}

static int bind_value(sqlite3_stmt *asked, int at, char kind, va_list *values)
{
    if (kind == 'i')
        return sqlite3_bind_int64(asked, at, va_arg(*values, int64_t));
    return sqlite3_bind_text(asked, at, va_arg(*values, const char *), -1,
                             SQLITE_TRANSIENT);
}

static pleach_status prepare(sqlite3_stmt **asked, const sql_file *in,
                             pleach_error *error, const char *text,
                             const char *kinds, va_list *values)
{
    int code = sqlite3_prepare_v2(in->file, text, -1, asked, NULL);
    for (int k = 0; code == SQLITE_OK && kinds[k] != '\0'; k++)
        code = bind_value(*asked, k + 1, kinds[k], values);
    return code == SQLITE_OK ? PLEACH_OK : sql_fail_here(in, error);
}

pleach_status sql_ask(sqlite3_stmt **asked, const sql_file *in,
                      pleach_error *error, const char *text, const char *kinds,
                      ...)
{
    va_list values;
    *asked = NULL;
    va_start(values, kinds);
    pleach_status status = prepare(asked, in, error, text, kinds, &values);
    va_end(values);
    return status;
}

pleach_status sql_next(bool *found, sqlite3_stmt *asked, const sql_file *in,
                       pleach_error *error)
{
    int code = sqlite3_step(asked);
    *found = code == SQLITE_ROW;
    return *found || code == SQLITE_DONE ? PLEACH_OK : sql_fail_here(in, error);
}

pleach_status sql_do(const sql_file *in, pleach_error *error, const char *text,
                     const char *kinds, ...)
{
    sqlite3_stmt *asked = NULL;
    va_list values;
    bool found = true;
    va_start(values, kinds);
    pleach_status status = prepare(&asked, in, error, text, kinds, &values);
    va_end(values);
    while (status == PLEACH_OK && found)
        status = sql_next(&found, asked, in, error);
    sqlite3_finalize(asked);
    return status;
}

/* No row and NULL are both `otherwise`. */
pleach_status sql_number(int64_t *number, const sql_file *in,
                         pleach_error *error, const char *text,
                         int64_t otherwise)
{
    sqlite3_stmt *asked;
    bool found = false;
    pleach_status status = sql_ask(&asked, in, error, text, "");
    if (status == PLEACH_OK)
        status = sql_next(&found, asked, in, error);
    if (status == PLEACH_OK)
        *number = found && sqlite3_column_type(asked, 0) != SQLITE_NULL
                      ? sqlite3_column_int64(asked, 0)
                      : otherwise;
    sqlite3_finalize(asked);
    return status;
}

const char *sql_text(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? "" : text;
}
