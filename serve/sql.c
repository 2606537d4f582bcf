/* sql.c: asks SQLite and says in a sentence what it said. */
/* SPDX-License-Identifier: MIT */
#include "serve/sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

/* --------------------------------------------------------------- asking -- */

static int bind_value(sqlite3_stmt *asked, int at, char kind, va_list *values)
{
    if (kind == 'i')
        return sqlite3_bind_int64(asked, at, va_arg(*values, int64_t));
    if (kind == 't')
        return sqlite3_bind_text(asked, at, va_arg(*values, const char *), -1,
                                 SQLITE_TRANSIENT);
    const bytes *held = va_arg(*values, const bytes *);
    return sqlite3_bind_blob64(asked, at, held->text, held->size,
                               SQLITE_STATIC);
}

/* Takes a row in; false: no more of them are wanted. */
typedef bool take_row(void *context, sqlite3_stmt *row);

/* The only place where statements are made, walked and ended. */
static pleach_status walk_rows(const sql_file *in, pleach_error *error,
                               take_row *take, void *context, const char *text,
                               const char *kinds, va_list *values)
{
    sqlite3_stmt *asked = NULL;
    int code = sqlite3_prepare_v2(in->file, text, -1, &asked, NULL);
    for (int k = 0; code == SQLITE_OK && kinds[k] != '\0'; k++)
        code = bind_value(asked, k + 1, kinds[k], values);
    if (code == SQLITE_OK)
        code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(asked);
        if (code == SQLITE_ROW && take != NULL && !take(context, asked))
            code = SQLITE_DONE;
    }
    pleach_status status =
        code == SQLITE_DONE ? PLEACH_OK : sql_fail_here(in, error);
    sqlite3_finalize(asked);
    return status;
}

pleach_status sql_do(const sql_file *in, pleach_error *error, const char *text,
                     const char *kinds, ...)
{
    va_list values;
    va_start(values, kinds);
    pleach_status status =
        walk_rows(in, error, NULL, NULL, text, kinds, &values);
    va_end(values);
    return status;
}

/* Texts of a project are UTF-8, as only such are taken; of another one nothing
 * is told. */
static json_t *column_json(sqlite3_stmt *row, int column)
{
    if (sqlite3_column_type(row, column) == SQLITE_INTEGER)
        return json_integer(sqlite3_column_int64(row, column));
    const char *text = (const char *)sqlite3_column_text(row, column);
    json_t *told = json_string(text == NULL ? "" : text);
    return told != NULL ? told : json_string("");
}

typedef struct listing {
    json_t *rows;
    bool failed; /* there is no memory */
} listing;

static bool list_row(void *context, sqlite3_stmt *row)
{
    listing *to = context;
    json_t *object = json_object();
    for (int k = 0; k < sqlite3_column_count(row); k++)
        to->failed |= json_object_set_new(object, sqlite3_column_name(row, k),
                                          column_json(row, k)) != 0;
    to->failed |= json_array_append_new(to->rows, object) != 0;
    return !to->failed;
}

pleach_status sql_list(json_t **rows, const sql_file *in, pleach_error *error,
                       const char *text, const char *kinds, ...)
{
    va_list values;
    listing to = {.rows = json_array()};
    va_start(values, kinds);
    pleach_status status =
        walk_rows(in, error, list_row, &to, text, kinds, &values);
    va_end(values);
    if (status == PLEACH_OK && (to.failed || to.rows == NULL))
        status = serve_fail_memory(error);
    if (status == PLEACH_OK)
        *rows = to.rows;
    else
        json_decref(to.rows);
    return status;
}

typedef struct unpacking {
    bytes *content;
    bool found;
} unpacking;

static bool unpack_row(void *context, sqlite3_stmt *row)
{
    unpacking *to = context;
    int64_t size = sqlite3_column_int64(row, 0);
    const void *packed = sqlite3_column_blob(row, 1);
    to->found = true;
    if (packed != NULL && size >= 0)
        to->content = bytes_unpack(packed, (size_t)sqlite3_column_bytes(row, 1),
                                   (size_t)size);
    return false;
}

pleach_status sql_unpack(bytes **content, const sql_file *in,
                         pleach_error *error, const char *text,
                         const char *kinds, ...)
{
    unpacking to = {0};
    va_list values;
    va_start(values, kinds);
    pleach_status status =
        walk_rows(in, error, unpack_row, &to, text, kinds, &values);
    va_end(values);
    if (status == PLEACH_OK && to.found && to.content == NULL)
        status = sql_fail(in, error, PLEACH_BAD_DATA,
                          "This project is damaged (an input or a result does "
                          "not have its sum); take a copy of it that is not.");
    *content = to.content;
    return status;
}

static int take_number(void *to, int columns, char **cells, char **names)
{
    (void)columns, (void)names;
    *(int64_t *)to = cells[0] == NULL ? 0 : strtoll(cells[0], NULL, 10);
    return 0;
}

pleach_status sql_number(int64_t *number, const sql_file *in,
                         pleach_error *error, const char *text)
{
    *number = 0;
    return sqlite3_exec(in->file, text, take_number, number, NULL) == SQLITE_OK
               ? PLEACH_OK
               : sql_fail_here(in, error);
}
