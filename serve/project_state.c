/* project_state.c: what is in force in a project, and what came of it. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/pack.h"
#include "serve/project.h"

/* Results are kept so that undoing is quick; what is older is found anew. */
#define RESULTS_KEPT "50"

static pleach_status fail_state_memory(const project *in, pleach_error *error)
{
    return sql_fail(project_file(in), error, PLEACH_NO_MEMORY,
                    "There is not enough memory for this project.");
}

/* ------------------------------------------------------------------ ids -- */

static bool ids_add(project_ids *ids, int64_t id)
{
    if ((ids->count & (ids->count - 1)) == 0) {
        size_t room = ids->count == 0 ? 1 : 2 * ids->count;
        int64_t *larger = realloc(ids->items, room * sizeof *larger);
        if (larger == NULL)
            return false;
        ids->items = larger;
    }
    ids->items[ids->count++] = id;
    return true;
}

/* "3 5 9": equal texts are equal ids. */
static bytes *ids_text(const project_ids *ids)
{
    bytes *text = bytes_new();
    bool enough = text != NULL;
    char one[32];
    for (size_t k = 0; k < ids->count && enough; k++) {
        snprintf(one, sizeof one, "%s%" PRId64, k > 0 ? " " : "",
                 ids->items[k]);
        enough = bytes_add_text(text, one);
    }
    if (enough)
        return text;
    bytes_release(text);
    return NULL;
}

/* Whether all ids of such a text are among these. */
static bool ids_hold(const project_ids *ids, const char *text)
{
    size_t at = 0;
    while (*text != '\0') {
        char *end;
        int64_t id = strtoll(text, &end, 10);
        if (end == text)
            return false;
        while (at < ids->count && ids->items[at] < id)
            at++;
        if (at == ids->count || ids->items[at] != id)
            return false;
        text = end;
    }
    return true;
}

/* ---------------------------------------------------------------- state -- */

static bool add_line(bytes *lines, sqlite3_stmt *row)
{
    for (int column = 1; column <= 5; column++)
        if (!bytes_add_text(lines, sql_text(row, column)) ||
            !bytes_add_text(lines, column == 5 ? "\n" : "\t"))
            return false;
    return true;
}

/* Line k of the file of decisions is that of the k-th id. */
static pleach_status gather_in_force(project_state *state, project *in,
                                     bool decisions, pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found = true, enough = true;
    pleach_status status = sql_ask(
        &row, sql, error,
        decisions ? "SELECT id, kind, a, b, who, at FROM decision_in_force"
                    " ORDER BY id"
                  : "SELECT id FROM input_in_force ORDER BY id",
        "");
    while (status == PLEACH_OK && enough) {
        status = sql_next(&found, row, sql, error);
        if (status != PLEACH_OK || !found)
            break;
        int64_t id = sqlite3_column_int64(row, 0);
        enough = decisions ? ids_add(&state->decisions, id) &&
                                 add_line(state->lines, row)
                           : ids_add(&state->inputs, id);
    }
    sqlite3_finalize(row);
    return enough ? status : fail_state_memory(in, error);
}

/* What is in force after all that was undone. */
pleach_status project_get_state(project_state *state, project *in,
                                pleach_error *error)
{
    const sql_file *sql = project_file(in);
    int64_t undo = 0, redo = 0;
    *state = (project_state){.lines = bytes_new()};
    if (state->lines == NULL)
        return fail_state_memory(in, error);
    pleach_status status =
        sql_number(&state->revision, sql, error, "SELECT max(id) FROM step", 0);
    if (status == PLEACH_OK)
        status = sql_number(&undo, sql, error,
                            "SELECT EXISTS (SELECT 1 FROM step WHERE undone = 0"
                            " AND what IN ('decide', 'import', 'remove'))",
                            0);
    if (status == PLEACH_OK)
        status = sql_number(
            &redo, sql, error,
            "SELECT EXISTS (SELECT 1 FROM step WHERE undone = 1)", 0);
    state->can_undo = undo != 0;
    state->can_redo = redo != 0;
    if (status == PLEACH_OK)
        status = gather_in_force(state, in, false, error);
    return status == PLEACH_OK ? gather_in_force(state, in, true, error)
                               : status;
}

void project_state_release(project_state *state)
{
    free(state->inputs.items);
    free(state->decisions.items);
    bytes_release(state->lines);
    *state = (project_state){0};
}

/* --------------------------------------------------------------- packed -- */

/* What is packed in the last column, whose size is in the one before. */
static pleach_status unpack_row(bytes **content, project *in, sqlite3_stmt *row,
                                int column, pleach_error *error)
{
    const void *packed = sqlite3_column_blob(row, column);
    size_t size = (size_t)sqlite3_column_bytes(row, column);
    int64_t full = sqlite3_column_int64(row, column - 1);
    bytes *made = packed == NULL || full < 0
                      ? NULL
                      : unpack_bytes(packed, size, (size_t)full);
    if (made == NULL)
        return sql_fail(project_file(in), error, PLEACH_BAD_DATA,
                        "This project is damaged (an input or a result does "
                        "not have its sum); take a copy of it that is not.");
    *content = made;
    return PLEACH_OK;
}

/* The bytes as somebody brought them, packed or not by himself. */
pleach_status project_get_input(char **name, bytes **content, project *in,
                                int64_t id, pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found = false;
    char *copy = NULL;
    pleach_status status =
        sql_ask(&row, sql, error,
                "SELECT name, size, packed FROM input WHERE id = ?", "i", id);
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    if (status == PLEACH_OK && !found)
        status = sql_fail(sql, error, PLEACH_BAD_DATA,
                          "This project is damaged (an input is missing); take "
                          "a copy of it that is not.");
    if (status == PLEACH_OK) {
        copy = strdup(sql_text(row, 0));
        status = copy == NULL ? fail_state_memory(in, error)
                              : unpack_row(content, in, row, 2, error);
    }
    sqlite3_finalize(row);
    if (status == PLEACH_OK)
        *name = copy;
    else
        free(copy);
    return status;
}

/* -------------------------------------------------------------- results -- */

/* next_id never falls, so the newest row has the highest. */
static pleach_status insert_result(project *in, const project_state *state,
                                   const char *inputs, const char *decisions,
                                   const project_result *result,
                                   const bytes *packed, pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found;
    pleach_status status = sql_ask(
        &row, sql, error,
        "INSERT INTO result VALUES (?, ?, ?, ?, ?, max(?, coalesce((SELECT"
        " max(next_id) FROM result), 0)), ?, ?)",
        "ittiiii", state->revision, inputs, decisions, result->clusters,
        result->trees, result->next_id, (int64_t)result->taxonomy->size);
    if (status == PLEACH_OK &&
        sqlite3_bind_blob64(row, 8, packed->text, packed->size,
                            SQLITE_STATIC) != SQLITE_OK)
        status = sql_fail_here(sql, error);
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    sqlite3_finalize(row);
    return status == PLEACH_OK
               ? sql_do(
                     sql, error,
                     "DELETE FROM result WHERE revision <= ? - " RESULTS_KEPT,
                     "i", state->revision)
               : status;
}

/* Beside the result stand the inputs and decisions that it came from. */
pleach_status project_set_result(project *in, const project_state *state,
                                 const project_result *result,
                                 pleach_error *error)
{
    bytes *inputs = ids_text(&state->inputs);
    bytes *decisions = ids_text(&state->decisions);
    bytes *packed = pack_bytes(result->taxonomy->text, result->taxonomy->size);
    pleach_status status =
        inputs == NULL || decisions == NULL || packed == NULL
            ? fail_state_memory(in, error)
            : insert_result(in, state, inputs->text, decisions->text, result,
                            packed, error);
    bytes_release(inputs);
    bytes_release(decisions);
    bytes_release(packed);
    return status;
}

/* Undoing and redoing come back to a state that was solved already. */
pleach_status project_find_result(project_result *result, project *in,
                                  const project_state *state,
                                  pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row = NULL;
    bool found = false;
    bytes *inputs = ids_text(&state->inputs);
    bytes *decisions = ids_text(&state->decisions);
    *result = (project_result){0};
    pleach_status status =
        inputs == NULL || decisions == NULL
            ? fail_state_memory(in, error)
            : sql_ask(&row, sql, error,
                      "SELECT clusters, trees, size, packed FROM result WHERE"
                      " inputs = ? AND"
                      " decisions = ? ORDER BY revision DESC LIMIT 1",
                      "tt", inputs->text, decisions->text);
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    if (status == PLEACH_OK && found)
        status = unpack_row(&result->taxonomy, in, row, 3, error);
    if (status == PLEACH_OK && found) {
        result->clusters = sqlite3_column_int64(row, 0);
        result->trees = sqlite3_column_int64(row, 1);
    }
    sqlite3_finalize(row);
    bytes_release(inputs);
    bytes_release(decisions);
    return status;
}

pleach_status project_next_id(int64_t *next, project *in, pleach_error *error)
{
    return sql_number(next, project_file(in), error,
                      "SELECT max(next_id) FROM result", 0);
}

/* A result that obeys what is no longer decided would hand it on. */
pleach_status project_find_base(bytes **taxonomy, int64_t *at, int64_t known,
                                project *in, const project_state *state,
                                pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found = true;
    *taxonomy = NULL;
    *at = 0;
    pleach_status status = sql_ask(
        &row, sql, error,
        "SELECT revision, decisions, size, packed FROM result WHERE inputs <>"
        " '' ORDER BY revision DESC",
        "");
    while (status == PLEACH_OK && found && *at == 0) {
        status = sql_next(&found, row, sql, error);
        if (status != PLEACH_OK || !found ||
            !ids_hold(&state->decisions, sql_text(row, 1)))
            continue;
        *at = sqlite3_column_int64(row, 0);
        if (*at != known)
            status = unpack_row(taxonomy, in, row, 3, error);
    }
    sqlite3_finalize(row);
    return status;
}
