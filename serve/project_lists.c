/* project_lists.c: what is in a project, as JSON for whoever asks. */
/* SPDX-License-Identifier: MIT */
#include "serve/project.h"

/* Texts of a project are UTF-8, as only such are taken. */
static json_t *column_json(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_INTEGER
               ? json_integer(sqlite3_column_int64(row, column))
               : json_string(sql_text(row, column));
}

/* An object for each row, whose columns are named as its fields. */
static pleach_status list_rows(json_t **list, project *in, sqlite3_stmt *row,
                               pleach_error *error)
{
    bool found = true;
    pleach_status status = PLEACH_OK;
    json_t *made = json_array();
    while (status == PLEACH_OK) {
        status = sql_next(&found, row, project_file(in), error);
        if (status != PLEACH_OK || !found)
            break;
        json_t *object = json_object();
        for (int k = 0; k < sqlite3_column_count(row); k++)
            json_object_set_new(object, sqlite3_column_name(row, k),
                                column_json(row, k));
        json_array_append_new(made, object);
    }
    if (status == PLEACH_OK)
        *list = made;
    else
        json_decref(made);
    return status;
}

static pleach_status list_query(json_t **to, project *in, const char *text,
                                const char *kinds, int64_t value,
                                pleach_error *error)
{
    sqlite3_stmt *row;
    pleach_status status =
        sql_ask(&row, project_file(in), error, text, kinds, value);
    if (status == PLEACH_OK)
        status = list_rows(to, in, row, error);
    sqlite3_finalize(row);
    return status;
}

pleach_status project_list_inputs(json_t **to, project *in, pleach_error *error)
{
    return list_query(to, in,
                      "SELECT id, name, size AS bytes, hierarchies FROM"
                      " input_in_force ORDER BY id",
                      "", 0, error);
}

pleach_status project_list_decisions(json_t **to, project *in,
                                     pleach_error *error)
{
    return list_query(to, in,
                      "SELECT id, kind, a, b, who, at AS \"when\" FROM"
                      " decision_in_force ORDER BY id",
                      "", 0, error);
}

pleach_status project_list_answers(json_t **to, project *in,
                                   pleach_error *error)
{
    return list_query(to, in, "SELECT id, line FROM answer ORDER BY id", "", 0,
                      error);
}

pleach_status project_list_history(json_t **to, project *in, int64_t limit,
                                   pleach_error *error)
{
    pleach_status status = list_query(
        to, in,
        "SELECT id AS step, id AS revision, at AS \"when\", who, what,"
        " text, undone FROM step ORDER BY id DESC LIMIT ?",
        "i", limit, error);
    for (size_t k = 0; status == PLEACH_OK && k < json_array_size(*to); k++) {
        json_t *step = json_array_get(*to, k);
        bool undone = json_integer_value(json_object_get(step, "undone")) != 0;
        json_object_set_new(step, "undone", json_boolean(undone));
    }
    return status;
}
