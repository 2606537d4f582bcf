/* project_answers.c: what a command answered and nobody has settled yet. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "serve/project.h"

pleach_status project_add_answer(int64_t *id, project *in, const char *line,
                                 pleach_error *error)
{
    const sql_file *sql = project_file(in);
    pleach_status status =
        sql_do(sql, error, "INSERT INTO answer(line) VALUES (?)", "t", line);
    if (status == PLEACH_OK)
        *id = sqlite3_last_insert_rowid(sql->file);
    return status;
}

/* The line as it is, but for the answer in it. */
static char *line_with(const char *line, const json_t *given)
{
    json_t *whole = json_loads(line, 0, NULL);
    char *text = NULL;
    if (json_is_object(whole) &&
        json_object_set(whole, "answer", (json_t *)given) == 0)
        text = json_dumps(whole, JSON_COMPACT);
    json_decref(whole);
    return text;
}

/* The rest of its line stays as it was filed. */
pleach_status project_change_answer(project *in, int64_t id,
                                    const json_t *given, pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found = false;
    char *text = NULL;
    pleach_status status = sql_ask(
        &row, sql, error, "SELECT line FROM answer WHERE id = ?", "i", id);
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    if (status == PLEACH_OK && found)
        text = line_with(sql_text(row, 0), given);
    sqlite3_finalize(row);
    if (status == PLEACH_OK)
        status =
            text == NULL
                ? sql_fail(sql, error, PLEACH_BAD_DATA,
                           "An answer of this project could not be changed.")
                : sql_do(sql, error,
                         "UPDATE answer SET line = ? || char(10) WHERE id = ?",
                         "ti", text, id);
    free(text);
    return status;
}
