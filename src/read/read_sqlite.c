/* read_sqlite.c: what a query finds in a database, as a table. */
/* SPDX-License-Identifier: MIT */
#include "read/columns.h"
#include "read/read.h"
#include "read/rows.h"

#if defined(PLEACH_HAS_SQLITE)
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

/* The file and the query of "sqlite:FILE?query=SELECT...", with %20 and + as
 * in addresses undone in the query. */
typedef struct place {
    PL_LIST(char) file, query;
} place;

static int digit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

static bool undo_escapes(place *where, const char *text)
{
    for (; *text != '\0'; text++) {
        char byte = *text;
        if (byte == '%' && digit(text[1]) >= 0 && digit(text[2]) >= 0) {
            byte = (char)(digit(text[1]) * 16 + digit(text[2]));
            text += 2;
        }
        if (!pl_list_push(&where->query, byte))
            return false;
    }
    return pl_list_push(&where->query, '\0');
}

static bool part(place *where, const char *name)
{
    static const char mark[] = "?query=";
    const char *query = strstr(name, mark);
    for (const char *at = name; at != query && *at != '\0'; at++)
        if (!pl_list_push(&where->file, *at))
            return false;
    return pl_list_push(&where->file, '\0') &&
           undo_escapes(where, query == NULL ? "" : query + strlen(mark));
}

static pleach_status fail_database(const pl_reader *reader, sqlite3 *database,
                                   pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 0, 0,
                      "The database says: %s.", sqlite3_errmsg(database));
}

/* Without a query: which tables there are. */
static pleach_status ask_for_query(const pl_reader *reader, sqlite3 *database,
                                   pleach_error *error)
{
    sqlite3_stmt *names = NULL;
    char list[300] = "";
    size_t used = 0;
    if (sqlite3_prepare_v2(database,
                           "SELECT name FROM sqlite_master WHERE type IN "
                           "('table', 'view') ORDER BY name",
                           -1, &names, NULL) != SQLITE_OK)
        return fail_database(reader, database, error);
    while (sqlite3_step(names) == SQLITE_ROW && used < sizeof list)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 used > 0 ? ", " : "",
                                 (const char *)sqlite3_column_text(names, 0));
    sqlite3_finalize(names);
    return pl_fail_at(error, PLEACH_BAD_USAGE, reader->file, 0, 0,
                      "Which rows? Add a query, as in \"sqlite:FILE?query="
                      "SELECT id, name, parent_id FROM topics\". There are: "
                      "%s.",
                      list);
}

/* Row 0 is the names of the columns, so that a query is read like a table with
 * a header. */
static bool keep_sqlite_row(pl_rows *rows, sqlite3_stmt *found, uint64_t line)
{
    if (!pl_rows_begin(rows, line))
        return false;
    for (int k = 0; k < sqlite3_column_count(found); k++) {
        const char *text = line == 0
                               ? sqlite3_column_name(found, k)
                               : (const char *)sqlite3_column_text(found, k);
        size_t length = text == NULL ? 0
                        : line == 0  ? strlen(text)
                                     : (size_t)sqlite3_column_bytes(found, k);
        if (!pl_rows_add(rows, text == NULL ? "" : text, length))
            return false;
    }
    return true;
}

/* Rows are copied while stepping, since SQLite takes its texts back. */
static pleach_status take_query_rows(pl_rows *rows, sqlite3 *database,
                                     const char *query, pleach_error *error)
{
    sqlite3_stmt *found = NULL;
    pleach_status status = PLEACH_OK;
    int step = SQLITE_DONE;
    if (sqlite3_prepare_v2(database, query, -1, &found, NULL) != SQLITE_OK ||
        found == NULL)
        return fail_database(rows->reader, database, error);
    bool enough = keep_sqlite_row(rows, found, 0);
    for (uint64_t line = 1;
         enough && (step = sqlite3_step(found)) == SQLITE_ROW; line++)
        enough = keep_sqlite_row(rows, found, line);
    if (!enough)
        status = pl_fail_memory(error);
    else if (step != SQLITE_DONE)
        status = fail_database(rows->reader, database, error);
    sqlite3_finalize(found);
    return status;
}

/* Read-only, whatever the query says. */
static pleach_status read_database(pl_rows *rows, const place *where,
                                   pleach_error *error)
{
    sqlite3 *database = NULL;
    pleach_status status;
    int opened =
        sqlite3_open_v2(where->file.items, &database,
                        SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (opened != SQLITE_OK)
        status = pl_fail_at(error, PLEACH_IO, rows->reader->file, 0, 0,
                            "The database could not be opened: %s.",
                            database == NULL ? "no memory"
                                             : sqlite3_errmsg(database));
    else if (where->query.items[0] == '\0')
        status = ask_for_query(rows->reader, database, error);
    else
        status = take_query_rows(rows, database, where->query.items, error);
    sqlite3_close(database);
    return status;
}

pleach_status pl_read_sqlite(pl_reader *reader, pleach_error *error)
{
    place where = {{NULL, 0, 0}, {NULL, 0, 0}};
    pl_rows rows = {.reader = reader, .named = true};
    pleach_status status = part(&where, reader->file + strlen("sqlite:"))
                               ? read_database(&rows, &where, error)
                               : pl_fail_memory(error);
    if (status == PLEACH_OK && rows.rows.count > 1)
        status = pl_rows_read(&rows, error);
    pl_rows_free(&rows);
    pl_list_free(&where.file);
    pl_list_free(&where.query);
    return status;
}

#else

pleach_status pl_read_sqlite(pl_reader *reader, pleach_error *error)
{
    return pl_reader_fail_unbuilt(reader, "SQLite", error);
}

#endif
