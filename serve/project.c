/* project.c: opens, makes and proves a project file. */
/* SPDX-License-Identifier: MIT */
#include "serve/project.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/project_mark.h"

/* Of the tables below. */
#define PROJECT_VERSION 2
#define AS_TEXT(number) #number
#define AS_LITERAL(number) AS_TEXT(number)

struct project {
    sql_file sql;
    char *path;
    bool made; /* there was no file before */
};

/* New in version 2: lines that a command answered. */
#define ANSWER_TABLE                                                           \
    "CREATE TABLE answer(id INTEGER PRIMARY KEY, line TEXT NOT NULL);"

static const char tables[] =
    "CREATE TABLE option(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
    /* undone: 0 in force, 1 can be redone, 2 something else was done since */
    "CREATE TABLE step(id INTEGER PRIMARY KEY, what TEXT NOT NULL,"
    " who TEXT NOT NULL, at TEXT NOT NULL, text TEXT NOT NULL,"
    " undone INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE input(id INTEGER PRIMARY KEY, name TEXT NOT NULL,"
    " size INTEGER NOT NULL, hierarchies INTEGER NOT NULL,"
    " packed BLOB NOT NULL);"
    "CREATE TABLE decision(id INTEGER PRIMARY KEY, kind TEXT NOT NULL,"
    " a TEXT NOT NULL, b TEXT NOT NULL, who TEXT NOT NULL, at TEXT NOT NULL);"
    "CREATE TABLE change(step INTEGER NOT NULL REFERENCES step,"
    " input INTEGER REFERENCES input, decision INTEGER REFERENCES decision,"
    " added INTEGER NOT NULL);"
    "CREATE INDEX change_input ON change(input);"
    "CREATE INDEX change_decision ON change(decision);"
    "CREATE TABLE result(revision INTEGER PRIMARY KEY, inputs TEXT NOT NULL,"
    " decisions TEXT NOT NULL, clusters INTEGER NOT NULL,"
    " trees INTEGER NOT NULL, next_id INTEGER NOT NULL, size INTEGER NOT NULL,"
    " packed BLOB NOT NULL);" ANSWER_TABLE
    /* The last change that was not undone says whether it is in force. */
    "CREATE VIEW input_in_force AS SELECT * FROM input WHERE (SELECT added"
    " FROM change JOIN step ON step.id = change.step WHERE input = input.id"
    " AND undone = 0 ORDER BY step.id DESC LIMIT 1) = 1;"
    "CREATE VIEW decision_in_force AS SELECT * FROM decision WHERE (SELECT"
    " added FROM change JOIN step ON step.id = change.step WHERE"
    " decision = decision.id AND undone = 0 ORDER BY step.id DESC LIMIT 1) = 1;"
    "PRAGMA application_id = " AS_LITERAL(
        PROJECT_MARK) ";"
                      "PRAGMA user_version = " AS_LITERAL(PROJECT_VERSION) ";";

/* Looks at the first bytes before SQLite gets to see the file, as it might
 * change what is not ours. */
static pleach_status prove_head(const sql_file *sql, FILE *file,
                                pleach_error *error)
{
    unsigned char head[PROJECT_HEAD];
    size_t got = fread(head, 1, sizeof head, file);
    if (ferror(file))
        return sql_fail(sql, error, PLEACH_IO, "This could not be read: %s.",
                        strerror(errno));
    if (got == 0)
        return PLEACH_OK;
    if (!is_project_head(head, got))
        return sql_fail(sql, error, PLEACH_BAD_DATA,
                        "This is not a project of pleach; name a file that is, "
                        "or one that is not there yet.");
    if (project_head_word(head + PROJECT_VERSION_AT) > PROJECT_VERSION)
        return sql_fail(sql, error, PLEACH_BAD_DATA,
                        "This project has version %u; this program knows "
                        "version %d. Use a newer pleach.",
                        project_head_word(head + PROJECT_VERSION_AT),
                        PROJECT_VERSION);
    return PLEACH_OK;
}

static pleach_status prove_project_file(project *opening, pleach_error *error)
{
    FILE *file = fopen(opening->path, "rb");
    opening->made = file == NULL && errno == ENOENT;
    if (file == NULL)
        return opening->made
                   ? PLEACH_OK
                   : sql_fail(&opening->sql, error, PLEACH_IO,
                              "This could not be opened: %s.", strerror(errno));
    pleach_status status = prove_head(&opening->sql, file, error);
    (void)fclose(file);
    return status;
}

/* Nobody else opens it, and what is committed is on the disk. */
static pleach_status settle_database(const sql_file *sql, pleach_error *error)
{
    static const char *const words[] = {
        "PRAGMA locking_mode = EXCLUSIVE",
        "PRAGMA synchronous = EXTRA",
        "PRAGMA trusted_schema = OFF",
        "PRAGMA cell_size_check = ON",
        "BEGIN EXCLUSIVE",
        "COMMIT",
    };
    pleach_status status = PLEACH_OK;
    for (size_t k = 0; k < sizeof words / sizeof *words && status == PLEACH_OK;
         k++)
        status = sql_do(sql, error, words[k], "");
    return status;
}

/* Whether a page could not be read, which is no damage; one that is not there
 * is. SQLite says it by a number in its text. */
static bool tells_of_reading(const char *text)
{
    static const char before[] = "error code=";
    const char *found = strstr(text, before);
    long code = found == NULL ? 0 : strtol(found + strlen(before), NULL, 10);
    return (code & 0xff) == SQLITE_IOERR && code != SQLITE_IOERR_SHORT_READ;
}

/* Damage is found now, not when half of a project was shown. */
static pleach_status prove_pages(const sql_file *sql, pleach_error *error)
{
    json_t *rows = NULL;
    pleach_status status =
        sql_list(&rows, sql, error, "PRAGMA quick_check(1)", "");
    if (status != PLEACH_OK)
        return status;
    const char *told = json_string_value(
        json_object_get(json_array_get(rows, 0), "quick_check"));
    if (told == NULL || strcmp(told, "ok") != 0)
        status = told != NULL && tells_of_reading(told)
                     ? sql_fail(sql, error, PLEACH_IO,
                                "This project could not be read (%s).", told)
                     : sql_fail(sql, error, PLEACH_BAD_DATA,
                                "This project is damaged (%s); take a copy of "
                                "it that is not.",
                                told == NULL ? "nothing is said of it" : told);
    json_decref(rows);
    return status;
}

/* A file that was killed while it was made is empty, as is a new one; one of
 * the version before gets what it lacks. Its tables are proved afterwards. */
static pleach_status make_project_tables(project *opening, pleach_error *error)
{
    int64_t version = 0;
    pleach_status status =
        sql_number(&version, &opening->sql, error, "PRAGMA user_version");
    if (status != PLEACH_OK || version >= PROJECT_VERSION)
        return status;
    status = project_begin(opening, error);
    if (status != PLEACH_OK)
        return status;
    const char *wanted =
        version == 0 ? tables
                     : ANSWER_TABLE
            "PRAGMA user_version = " AS_LITERAL(PROJECT_VERSION) ";";
    if (sqlite3_exec(opening->sql.file, wanted, NULL, NULL, NULL) != SQLITE_OK)
        status = sql_fail_here(&opening->sql, error);
    return project_end(opening, status, error);
}

/* How many things `tables` makes. */
static size_t count_made(void)
{
    size_t count = 0;
    for (const char *at = tables; (at = strstr(at, "CREATE ")) != NULL; at++)
        count++;
    return count;
}

/* The tables and views are ours to the letter, and there is nothing else: a
 * forged view could be asked for ever, a trigger could delete. */
static pleach_status prove_tables(const sql_file *sql, pleach_error *error)
{
    json_t *rows = NULL, *row;
    size_t k;
    pleach_status status =
        sql_list(&rows, sql, error,
                 "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", "");
    if (status != PLEACH_OK)
        return status;
    bool ours = json_array_size(rows) == count_made();
    json_array_foreach(rows, k, row)
    {
        const char *made = json_string_value(json_object_get(row, "sql"));
        const char *at = made == NULL ? NULL : strstr(tables, made);
        ours = ours && at != NULL && at[strlen(made)] == ';';
    }
    json_decref(rows);
    return ours ? PLEACH_OK
                : sql_fail(sql, error, PLEACH_BAD_DATA,
                           "This project has other tables than pleach makes; "
                           "take a copy of it that was not changed.");
}

/* Nothing is written before everything about the file is proved. */
static pleach_status open_database(project *opening, pleach_error *error)
{
    SERVE_TRY(prove_project_file(opening, error));
    if (sqlite3_open_v2(opening->path, &opening->sql.file,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                            SQLITE_OPEN_FULLMUTEX,
                        NULL) != SQLITE_OK)
        return sql_fail_here(&opening->sql, error);
    sqlite3_extended_result_codes(opening->sql.file, 1);
    SERVE_TRY(settle_database(&opening->sql, error));
    SERVE_TRY(prove_pages(&opening->sql, error));
    SERVE_TRY(make_project_tables(opening, error));
    return prove_tables(&opening->sql, error);
}

/* A file that was made for nothing is removed again. */
pleach_status project_open(project **opened, const char *path,
                           pleach_error *error)
{
    project *made = calloc(1, sizeof *made);
    char *copy = strdup(path);
    const sql_file blamed = {.path = path};
    if (made == NULL || copy == NULL) {
        free(made);
        free(copy);
        return sql_fail(&blamed, error, PLEACH_NO_MEMORY,
                        "There is not enough memory to open this.");
    }
    made->path = copy;
    made->sql.path = copy;
    pleach_status status = open_database(made, error);
    if (status == PLEACH_OK)
        *opened = made;
    else
        project_discard(made);
    return status;
}

void project_close(project *closed)
{
    if (closed == NULL)
        return;
    sqlite3_close(closed->sql.file);
    free(closed->path);
    free(closed);
}

void project_discard(project *dropped)
{
    if (dropped == NULL)
        return;
    sqlite3_close(dropped->sql.file);
    dropped->sql.file = NULL;
    if (dropped->made)
        unlink(dropped->path);
    project_close(dropped);
}

const sql_file *project_file(const project *in)
{
    return &in->sql;
}

pleach_status project_begin(project *in, pleach_error *error)
{
    return sql_do(&in->sql, error, "BEGIN IMMEDIATE", "");
}

/* Whether the file is still the one at its path: else what is written to it is
 * seen by nobody, and gone when it is closed. */
static pleach_status prove_place(const project *in, pleach_error *error)
{
    int moved = 0;
    sqlite3_file_control(in->sql.file, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved == 0 ? PLEACH_OK
                      : sql_fail(&in->sql, error, PLEACH_IO,
                                 "This project was moved, deleted or replaced "
                                 "while it was open, so that nothing can be "
                                 "kept. End the server, and put it back.");
}

void project_abandon(project *in)
{
    if (!sqlite3_get_autocommit(in->sql.file))
        sqlite3_exec(in->sql.file, "ROLLBACK", NULL, NULL, NULL);
}

pleach_status project_end(project *in, pleach_status status,
                          pleach_error *error)
{
    if (status == PLEACH_OK)
        status = prove_place(in, error);
    if (status == PLEACH_OK)
        status = sql_do(&in->sql, error, "COMMIT", "");
    if (status != PLEACH_OK)
        project_abandon(in);
    return status;
}

pleach_status project_set_option(project *in, const char *name,
                                 const char *value, pleach_error *error)
{
    return sql_do(&in->sql, error,
                  "INSERT OR REPLACE INTO option VALUES (?, ?)", "tt", name,
                  value);
}

/* By name, so that the same project gives the same command line. */
pleach_status project_options(json_t **options, project *in,
                              pleach_error *error)
{
    json_t *rows = NULL, *row;
    size_t k;
    pleach_status status =
        sql_list(&rows, &in->sql, error,
                 "SELECT name, value FROM option ORDER BY 1", "");
    if (status != PLEACH_OK)
        return status;
    *options = json_object();
    json_array_foreach(rows, k, row)
    {
        json_object_set(*options,
                        json_string_value(json_object_get(row, "name")),
                        json_object_get(row, "value"));
    }
    json_decref(rows);
    return PLEACH_OK;
}
