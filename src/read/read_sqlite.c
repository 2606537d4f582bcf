/* read_sqlite.c: what a query finds in a database, as a table. */
/* SPDX-License-Identifier: MIT */
#include "read/read.h"
#include "read/rows.h"

#if defined(PLEACH_HAS_SQLITE)
#include <sqlite3.h>
#include <string.h>

/* The file and the query of "sqlite:FILE?query=SELECT...", with %20 and the
 * like undone in the query. */
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

static void undo_escapes(place *where, const char *text)
{
    for (; *text != '\0'; text++) {
        char byte = *text;
        if (byte == '%' && digit(text[1]) >= 0 && digit(text[2]) >= 0) {
            byte = (char)(digit(text[1]) * 16 + digit(text[2]));
            text += 2;
        }
        pl_list_add(&where->query, byte);
    }
    pl_list_add(&where->query, '\0');
}

static void part(place *where, const char *name)
{
    static const char mark[] = "?query=";
    const char *query = strstr(name, mark);
    for (const char *at = name; at != query && *at != '\0'; at++)
        pl_list_add(&where->file, *at);
    pl_list_add(&where->file, '\0');
    undo_escapes(where, query == NULL ? "" : query + strlen(mark));
}

/* What the system does not give is no fault of the data's. */
static pleach_status blame(int code)
{
    switch (code & 0xff) { /* what follows says where */
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return PLEACH_IO;
    case SQLITE_NOMEM:
        return PLEACH_NO_MEMORY;
    default:
        return PLEACH_BAD_DATA;
    }
}

static pleach_status fail_database(const pl_reader *reader, sqlite3 *database,
                                   pleach_error *error)
{
    return pl_fail_at(error, blame(sqlite3_errcode(database)), reader->file, 0,
                      0, "The database says: %s.", sqlite3_errmsg(database));
}

/* Without a query: which tables there are. */
static pleach_status ask_for_query(const pl_reader *reader, sqlite3 *database,
                                   pleach_error *error)
{
    sqlite3_stmt *names = NULL;
    const char *list = "";
    if (sqlite3_prepare_v2(database,
                           "SELECT name FROM sqlite_master WHERE type IN "
                           "('table', 'view') ORDER BY name",
                           -1, &names, NULL) != SQLITE_OK)
        return fail_database(reader, database, error);
    while (sqlite3_step(names) == SQLITE_ROW && strlen(list) < 300)
        list = pl_arena_print(reader->arena, "%s%s%s", list,
                              *list == '\0' ? "" : ", ",
                              (const char *)sqlite3_column_text(names, 0));
    sqlite3_finalize(names);
    return pl_fail_at(
        error, PLEACH_BAD_USAGE, reader->file, 0, 0,
        "Which rows? Add a query, as in \"sqlite:FILE?query=SELECT id, name, "
        "parent_id FROM topics\". There are: %s.",
        list);
}

/* A query that is stepped through. */
typedef struct query {
    pl_rows *rows;
    sqlite3_stmt *found;
    uint64_t questions;  /* that may still be asked until it took too long */
    pleach_status asked; /* what the caller said while SQLite worked */
    pleach_error *error;
} query;

/* Row 0 is the names of the columns, so that a query is read like a table with
 * a header. Nobody proved before that a database holds text. */
static pleach_status keep_cell(query *q, int column, uint64_t line,
                               uint64_t *bytes)
{
    const char *text =
        line == 0 ? sqlite3_column_name(q->found, column)
                  : (const char *)sqlite3_column_text(q->found, column);
    size_t length = text == NULL ? 0
                    : line == 0
                        ? strlen(text)
                        : (size_t)sqlite3_column_bytes(q->found, column);
    pl_piece piece = {text == NULL ? "" : text, length, line};
    PL_TRY(pl_reader_check(q->rows->reader, &piece, q->error));
    *bytes += length;
    pl_rows_add(q->rows, piece.bytes, length);
    return PLEACH_OK;
}

static pleach_status keep_sqlite_row(query *q, uint64_t line)
{
    pl_read_progress *progress = q->rows->reader->progress;
    uint64_t most =
        progress->max_bytes == 0 ? PL_MOST_INPUT : progress->max_bytes;
    uint64_t bytes = 0;
    pl_rows_begin(q->rows, line);
    for (int k = 0; k < sqlite3_column_count(q->found); k++)
        PL_TRY(keep_cell(q, k, line, &bytes));
    PL_TRY(pl_read_progress_report(progress, bytes, 0, q->error));
    if (progress->bytes_made > most)
        return pl_reader_refuse(
            q->rows->reader, line, q->error,
            "The query finds more than the %llu bytes that may be read. Limit "
            "it, or raise the limit (--max-input).",
            (unsigned long long)most);
    return PLEACH_OK;
}

/* What a table is called may be a view that never ends, or sorts what it made
 * up. So steps are counted, and what is sorted is kept in memory, where it can
 * be measured. */
enum { STEPS_PER_QUESTION = 2000, LONGEST_CELL = 1 << 20 };
#define LEAST_QUESTIONS ((uint64_t)50000) /* a hundred million steps */
#define MOST_SORTED ((sqlite3_int64)1 << 30)

static uint64_t count_questions(sqlite3 *database)
{
    static const char text[] = "SELECT page_count * page_size FROM "
                               "pragma_page_count, pragma_page_size";
    sqlite3_stmt *asked = NULL;
    sqlite3_int64 bytes = 0;
    if (sqlite3_prepare_v2(database, text, -1, &asked, NULL) == SQLITE_OK &&
        sqlite3_step(asked) == SQLITE_ROW)
        bytes = sqlite3_column_int64(asked, 0);
    sqlite3_finalize(asked);
    /* A hundred steps for each byte. */
    return LEAST_QUESTIONS + (uint64_t)(bytes > 0 ? bytes : 0) / 20;
}

/* SQLite may work for long between two rows; it stops where this is not 0. */
static int ask_whether_to_stop(void *context)
{
    query *q = context;
    if (q->questions-- == 0 || sqlite3_memory_used() > MOST_SORTED)
        q->asked = pl_reader_refuse(
            q->rows->reader, 0, q->error,
            "The query takes too many steps or too much memory for what the "
            "database holds. Ask for a table, or put what it finds into one.");
    else if (q->questions % 50 == 0)
        q->asked = pl_read_progress_ask(q->rows->reader->progress, 0, q->error);
    return q->asked != PLEACH_OK;
}

/* Reading is all that a query may do: VACUUM INTO and ATTACH write files, also
 * where the database is only read. */
static int authorize(void *context, int action, const char *first,
                     const char *second, const char *database, const char *view)
{
    (void)context, (void)first, (void)second, (void)database, (void)view;
    return action == SQLITE_SELECT || action == SQLITE_READ ||
                   action == SQLITE_FUNCTION || action == SQLITE_RECURSIVE
               ? SQLITE_OK
               : SQLITE_DENY;
}

static void limit_database(sqlite3 *database)
{
    sqlite3_exec(database, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, LONGEST_CELL);
    sqlite3_set_authorizer(database, authorize, NULL);
}

/* Rows are copied while stepping, since SQLite takes its texts back. */
static pleach_status step_through(query *q, sqlite3 *database)
{
    int step = SQLITE_ROW;
    sqlite3_progress_handler(database, STEPS_PER_QUESTION, ask_whether_to_stop,
                             q);
    for (uint64_t line = 0; step == SQLITE_ROW; line++) {
        PL_TRY(keep_sqlite_row(q, line));
        step = sqlite3_step(q->found);
    }
    if (q->asked != PLEACH_OK)
        return q->asked;
    return step == SQLITE_DONE
               ? PLEACH_OK
               : fail_database(q->rows->reader, database, q->error);
}

static pleach_status take_query_rows(pl_rows *rows, sqlite3 *database,
                                     const char *text, pleach_error *error)
{
    query q = {rows, NULL, count_questions(database), PLEACH_OK, error};
    const char *rest = "";
    limit_database(database);
    if (sqlite3_prepare_v2(database, text, -1, &q.found, &rest) != SQLITE_OK ||
        q.found == NULL)
        return fail_database(rows->reader, database, error);
    bool one = rest[strspn(rest, "; \t\r\n")] == '\0';
    pleach_status status =
        one ? step_through(&q, database)
            : pl_fail_at(error, PLEACH_BAD_USAGE, rows->reader->file, 0, 0,
                         "There is more than one query. Name one alone.");
    sqlite3_finalize(q.found);
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
    place where = {.file = {.arena = reader->arena},
                   .query = {.arena = reader->arena}};
    pl_rows rows;
    pl_rows_open(&rows, reader);
    rows.named = true;
    part(&where, reader->file + strlen("sqlite:"));
    PL_TRY(pl_check_memory(reader->arena, error));
    PL_TRY(read_database(&rows, &where, error));
    return rows.rows.count > 1 ? pl_rows_read(&rows, error)
                               : pl_check_memory(reader->arena, error);
}

#else

pleach_status pl_read_sqlite(pl_reader *reader, pleach_error *error)
{
    return pl_reader_fail_unbuilt(reader, "SQLite", error);
}

#endif
