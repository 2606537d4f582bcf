/* project_state.c: what is in force in a project, what came of it, and what
 * waits. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "serve/project.h"

/* Results are kept so that undoing is quick; what is older is found anew. */
#define RESULTS_KEPT "50"

/* Ids as they stand beside a result, "3 5 9": equal texts are equal ids. */
#define IDS(view)                                                              \
    "(SELECT coalesce(group_concat(id, ' '), '') FROM (SELECT id FROM " view   \
    " ORDER BY id))"

/* ---------------------------------------------------------------- state -- */

/* Line k of the file of decisions is that of the k-th one. */
static void write_lines(bytes *to, const json_t *decisions)
{
    static const char *const cells[] = {"kind", "a", "b", "who", "when"};
    for (size_t k = 0; k < json_array_size(decisions); k++)
        for (int c = 0; c < 5; c++) {
            bytes_add_text(to, json_string_value(json_object_get(
                                   json_array_get(decisions, k), cells[c])));
            bytes_add_text(to, c == 4 ? "\n" : "\t");
        }
}

/* What is in force after all that was undone. */
pleach_status project_get_state(project_state *state, project *in,
                                pleach_error *error)
{
    const sql_file *sql = project_file(in);
    int64_t undo = 0, redo = 0;
    *state = (project_state){.lines = bytes_new()};
    SERVE_TRY(
        sql_number(&state->revision, sql, error, "SELECT max(id) FROM step"));
    SERVE_TRY(sql_number(&undo, sql, error,
                         "SELECT count(*) FROM step WHERE undone = 0 AND"
                         " what IN ('decide', 'import', 'remove')"));
    SERVE_TRY(sql_number(&redo, sql, error,
                         "SELECT count(*) FROM step WHERE undone = 1"));
    SERVE_TRY(sql_list(&state->inputs, sql, error,
                       "SELECT id, name, size AS bytes, hierarchies FROM"
                       " input_in_force ORDER BY id",
                       ""));
    SERVE_TRY(sql_list(&state->decisions, sql, error,
                       "SELECT id, kind, a, b, who, at AS \"when\" FROM"
                       " decision_in_force ORDER BY id",
                       ""));
    state->can_undo = undo > 0;
    state->can_redo = redo > 0;
    write_lines(state->lines, state->decisions);
    return state->lines->failed ? serve_fail_memory(error) : PLEACH_OK;
}

void project_state_release(project_state *state)
{
    json_decref(state->inputs);
    json_decref(state->decisions);
    bytes_release(state->lines);
    *state = (project_state){0};
}

/* The bytes as somebody brought them, packed or not by himself. */
pleach_status project_get_input(bytes **content, project *in, int64_t id,
                                pleach_error *error)
{
    pleach_status status =
        sql_unpack(content, project_file(in), error,
                   "SELECT size, packed FROM input WHERE id = ?", "i", id);
    return status != PLEACH_OK || *content != NULL
               ? status
               : sql_fail(project_file(in), error, PLEACH_BAD_DATA,
                          "This project is damaged (an input is missing); take "
                          "a copy of it that is not.");
}

/* -------------------------------------------------------------- results -- */

/* Beside the result stand the inputs and decisions that it came from. next_id
 * never falls, so the newest row has the highest. */
pleach_status project_set_result(project *in, const project_result *result,
                                 pleach_error *error)
{
    const sql_file *sql = project_file(in);
    bytes *packed = bytes_pack(result->taxonomy);
    pleach_status status =
        packed->failed
            ? serve_fail_memory(error)
            : sql_do(sql, error,
                     "INSERT INTO result VALUES ((SELECT max(id) FROM step),"
                     " " IDS("input_in_force") "," IDS(
                         "decision_in_force") ", ?, ?, max(?, coalesce((SELECT "
                                              "max(next_id) FROM"
                                              " result), 0)), ?, ?)",
                     "iiiib", result->clusters, result->trees, result->next_id,
                     (int64_t)result->taxonomy->size, packed);
    bytes_release(packed);
    return status == PLEACH_OK
               ? sql_do(sql, error,
                        "DELETE FROM result WHERE revision <= (SELECT max(id)"
                        " FROM step) - " RESULTS_KEPT,
                        "")
               : status;
}

/* A column of a result of this revision. */
static pleach_status result_number(int64_t *to, project *in, const char *column,
                                   int64_t revision, pleach_error *error)
{
    char text[100];
    snprintf(text, sizeof text, "SELECT %s FROM result WHERE revision = %lld",
             column, (long long)revision);
    return sql_number(to, project_file(in), error, text);
}

static pleach_status result_bytes(bytes **to, project *in, int64_t revision,
                                  pleach_error *error)
{
    return sql_unpack(to, project_file(in), error,
                      "SELECT size, packed FROM result WHERE revision = ?", "i",
                      revision);
}

/* Undoing and redoing come back to a state that was solved already. */
pleach_status project_find_result(project_result *result, project *in,
                                  pleach_error *error)
{
    int64_t at = 0;
    *result = (project_result){0};
    SERVE_TRY(sql_number(
        &at, project_file(in), error,
        "SELECT max(revision) FROM result WHERE"
        " inputs = " IDS("input_in_force") " AND"
                                           " decisions = " IDS(
                                               "decision_in_force")));
    if (at > 0)
        SERVE_TRY(result_bytes(&result->taxonomy, in, at, error));
    SERVE_TRY(result_number(&result->clusters, in, "clusters", at, error));
    return result_number(&result->trees, in, "trees", at, error);
}

pleach_status project_next_id(int64_t *next, project *in, pleach_error *error)
{
    return sql_number(next, project_file(in), error,
                      "SELECT max(next_id) FROM result");
}

/* A result that obeys what is no longer decided would hand it on. Nearly always
 * it is the newest one, behind which nothing is looked at. */
pleach_status project_find_base(bytes **taxonomy, int64_t *at, int64_t known,
                                project *in, pleach_error *error)
{
    *taxonomy = NULL;
    pleach_status status = sql_number(
        at, project_file(in), error,
        "SELECT revision FROM result WHERE inputs <> '' AND NOT EXISTS"
        " (SELECT 1 FROM json_each('[' || replace(decisions, ' ', ',') || ']')"
        " WHERE value NOT IN (SELECT id FROM decision_in_force))"
        " ORDER BY revision DESC LIMIT 1");
    return status == PLEACH_OK && *at != 0 && *at != known
               ? result_bytes(taxonomy, in, *at, error)
               : status;
}

/* -------------------------------------------------------------- answers -- */

pleach_status project_add_answer(project *in, const char *line,
                                 pleach_error *error)
{
    return sql_do(project_file(in), error,
                  "INSERT INTO answer(line) VALUES (?)", "t", line);
}

/* The rest of its line stays as it was filed. */
pleach_status project_change_answer(project *in, int64_t id,
                                    const json_t *given, pleach_error *error)
{
    char *text = json_dumps(given, JSON_COMPACT);
    pleach_status status =
        text == NULL
            ? serve_fail_memory(error)
            : sql_do(project_file(in), error,
                     "UPDATE answer SET line = json_set(line, '$.answer',"
                     " json(?)) || char(10) WHERE id = ?",
                     "ti", text, id);
    free(text);
    return status;
}

pleach_status project_list_answers(json_t **list, project *in,
                                   pleach_error *error)
{
    return sql_list(list, project_file(in), error,
                    "SELECT id, line FROM answer ORDER BY id", "");
}

/* -------------------------------------------------------------- history -- */

pleach_status project_list_history(json_t **list, project *in, int64_t limit,
                                   pleach_error *error)
{
    pleach_status status =
        sql_list(list, project_file(in), error,
                 "SELECT id AS step, id AS revision, at AS \"when\", who, what,"
                 " text, undone FROM step ORDER BY id DESC LIMIT ?",
                 "i", limit);
    for (size_t k = 0; status == PLEACH_OK && k < json_array_size(*list); k++) {
        json_t *step = json_array_get(*list, k);
        bool undone = json_integer_value(json_object_get(step, "undone")) != 0;
        json_object_set_new(step, "undone", json_boolean(undone));
    }
    return status;
}
