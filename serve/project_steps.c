/* project_steps.c: steps of a project, taken, undone and redone. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "serve/project.h"

static const char *const words[] = {
    [PROJECT_START] = "start",   [PROJECT_DECIDE] = "decide",
    [PROJECT_IMPORT] = "import", [PROJECT_REMOVE] = "remove",
    [PROJECT_UNDO] = "undo",     [PROJECT_REDO] = "redo",
};

static void format_now(char *to, size_t room)
{
    time_t now = time(NULL);
    struct tm parts;
    to[0] = '\0';
    if (gmtime_r(&now, &parts) != NULL)
        strftime(to, room, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* ----------------------------------------------------------- describing -- */

enum { DESCRIBED = 5 };

static const char *decision_cell(const json_t *decision, const char *key)
{
    const char *text = json_string_value(json_object_get(decision, key));
    return text == NULL ? "" : text;
}

/* "same bird | Vögel", as sentences about decisions have it. */
static void describe_decision(bytes *to, const char *before,
                              const json_t *decision)
{
    const char *b = decision_cell(decision, "b");
    bytes_add_text(to, to->size > 0 ? "; " : "");
    bytes_add_text(to, before);
    bytes_add_text(to, decision_cell(decision, "kind"));
    bytes_add_text(to, " ");
    bytes_add_text(to, decision_cell(decision, "a"));
    bytes_add_text(to, b[0] == '\0' ? "" : " | ");
    bytes_add_text(to, b);
}

/* The first few; history is for people. */
static void describe_added(bytes *to, const json_t *decisions)
{
    size_t count = json_array_size(decisions);
    char more[32];
    for (size_t k = 0; k < count && k < DESCRIBED; k++)
        describe_decision(to, "", json_array_get(decisions, k));
    snprintf(more, sizeof more, "; and %zu more", count - DESCRIBED);
    bytes_add_text(to, count > DESCRIBED ? more : "");
}

/* The one row that a statement gives; `otherwise` says that there is none,
 * which is not the file's fault. */
static pleach_status find_row(json_t **row, project *in, const char *text,
                              int64_t id, const char *otherwise,
                              pleach_error *error)
{
    json_t *rows = NULL;
    pleach_status status =
        sql_list(&rows, project_file(in), error, text, "i", id);
    *row = json_incref(json_array_get(rows, 0));
    json_decref(rows);
    return status == PLEACH_OK && *row == NULL
               ? serve_fail(error, PLEACH_BAD_DATA, otherwise)
               : status;
}

/* History says what was taken out, which must be in force. */
static pleach_status describe_removed(bytes *to, project *in, int64_t id,
                                      pleach_error *error)
{
    json_t *row = NULL;
    pleach_status status = find_row(
        &row, in, "SELECT kind, a, b FROM decision_in_force WHERE id = ?", id,
        "A decision that is to be taken out is not there any more.", error);
    if (status == PLEACH_OK)
        describe_decision(to, "no longer ", row);
    json_decref(row);
    return status;
}

/* The name of an input in force; it must be there. */
static pleach_status describe_input(bytes *to, project *in, int64_t id,
                                    pleach_error *error)
{
    json_t *row = NULL;
    pleach_status status =
        find_row(&row, in, "SELECT name FROM input_in_force WHERE id = ?", id,
                 "This input is not there any more.", error);
    if (status == PLEACH_OK)
        bytes_add_text(to, decision_cell(row, "name"));
    json_decref(row);
    return status;
}

/* Marks the last step in force as undone, or the first undone one as in force,
 * and copies what it was. */
static pleach_status turn_step(bytes *to, project *in, bool undo,
                               pleach_error *error)
{
    json_t *row = NULL;
    pleach_status status = find_row(
        &row, in,
        undo ? "SELECT id, text FROM step WHERE undone = ? AND what IN"
               " ('decide', 'import', 'remove') ORDER BY id DESC LIMIT 1"
             : "SELECT id, text FROM step WHERE undone = ? ORDER BY id LIMIT 1",
        !undo, undo ? "There is nothing to undo." : "There is nothing to redo.",
        error);
    if (status == PLEACH_OK) {
        bytes_add_text(to, decision_cell(row, "text"));
        status = sql_do(project_file(in), error,
                        "UPDATE step SET undone = ? WHERE id = ?", "ii",
                        (int64_t)undo,
                        json_integer_value(json_object_get(row, "id")));
    }
    json_decref(row);
    return status;
}

/* ------------------------------------------------------------- changing -- */

/* Says what the last step did to an input or a decision. */
static pleach_status note_step_change(project *in, const char *column,
                                      int64_t id, bool added,
                                      pleach_error *error)
{
    char text[160];
    snprintf(text, sizeof text,
             "INSERT INTO change(step, %s, added) VALUES"
             " ((SELECT max(id) FROM step), ?, ?)",
             column);
    return sql_do(project_file(in), error, text, "ii", id, (int64_t)added);
}

/* What a signed line says, else what the step does. */
static const char *signed_cell(const project_step *step, const json_t *decision,
                               const char *key, const char *otherwise)
{
    const char *own =
        step->signed_lines ? decision_cell(decision, key) : otherwise;
    return own[0] == '\0' ? otherwise : own;
}

/* Lines that were imported keep who decided them, and when. Then those that are
 * taken out. */
static pleach_status add_decisions(project *in, const project_step *step,
                                   const char *now, pleach_error *error)
{
    const sql_file *sql = project_file(in);
    const json_t *decisions = step->decisions;
    for (size_t k = 0; k < json_array_size(decisions); k++) {
        const json_t *one = json_array_get(decisions, k);
        SERVE_TRY(sql_do(sql, error,
                         "INSERT INTO decision(kind, a, b, who, at)"
                         " VALUES (?, ?, ?, ?, ?)",
                         "ttttt", decision_cell(one, "kind"),
                         decision_cell(one, "a"), decision_cell(one, "b"),
                         signed_cell(step, one, "who", step->who),
                         signed_cell(step, one, "when", now)));
        SERVE_TRY(note_step_change(
            in, "decision", sqlite3_last_insert_rowid(sql->file), true, error));
    }
    for (size_t k = 0; k < json_array_size(step->remove); k++)
        SERVE_TRY(note_step_change(
            in, "decision", json_integer_value(json_array_get(step->remove, k)),
            false, error));
    return PLEACH_OK;
}

/* Contents are packed by us, whatever they are. */
pleach_status project_add_input(project *in, const project_input *input,
                                pleach_error *error)
{
    const sql_file *sql = project_file(in);
    bytes *packed = bytes_pack(input->content);
    pleach_status status =
        packed->failed
            ? serve_fail_memory(error)
            : sql_do(sql, error,
                     "INSERT INTO input(name, size, hierarchies, packed)"
                     " VALUES (?, ?, ?, ?)",
                     "tiib", input->name, (int64_t)input->content->size,
                     (int64_t)input->hierarchies, packed);
    bytes_release(packed);
    return status == PLEACH_OK
               ? note_step_change(in, "input",
                                  sqlite3_last_insert_rowid(sql->file), true,
                                  error)
               : status;
}

/* Takes the place of the input of this name, if there is one. */
static pleach_status import_input(project *in, const project_input *input,
                                  pleach_error *error)
{
    SERVE_TRY(sql_do(project_file(in), error,
                     "INSERT INTO change(step, input, added) SELECT (SELECT"
                     " max(id) FROM step), id, 0 FROM input_in_force WHERE"
                     " name = ?",
                     "t", input->name));
    return project_add_input(in, input, error);
}

/* --------------------------------------------------------------- taking -- */

/* What history says of a step; it must be possible. */
static pleach_status describe_step(bytes *to, project *in,
                                   const project_step *step,
                                   pleach_error *error)
{
    switch (step->what) {
    case PROJECT_DECIDE:
        describe_added(to, step->decisions);
        for (size_t k = 0; k < json_array_size(step->remove); k++)
            SERVE_TRY(describe_removed(
                to, in, json_integer_value(json_array_get(step->remove, k)),
                error));
        return PLEACH_OK;
    case PROJECT_IMPORT:
        bytes_add_text(to, step->input->name);
        return PLEACH_OK;
    case PROJECT_REMOVE:
        return describe_input(to, in, step->input_id, error);
    case PROJECT_UNDO:
    case PROJECT_REDO:
        return turn_step(to, in, step->what == PROJECT_UNDO, error);
    case PROJECT_START:
        break;
    }
    return PLEACH_OK;
}

/* The step itself is in the file by now. */
static pleach_status change_by_step(project *in, const project_step *step,
                                    const char *now, pleach_error *error)
{
    if (step->what == PROJECT_DECIDE)
        return add_decisions(in, step, now, error);
    if (step->what == PROJECT_IMPORT)
        return import_input(in, step->input, error);
    if (step->what == PROJECT_REMOVE)
        return note_step_change(in, "input", step->input_id, false, error);
    return PLEACH_OK;
}

/* All of this is inside of one transaction of the caller's. */
pleach_status project_take_step(project *in, const project_step *step,
                                pleach_error *error)
{
    const sql_file *sql = project_file(in);
    bool turns = step->what == PROJECT_UNDO || step->what == PROJECT_REDO;
    char now[32];
    bytes *text = bytes_new();
    format_now(now, sizeof now);
    pleach_status status = describe_step(text, in, step, error);
    if (status == PLEACH_OK && text->failed)
        status = serve_fail_memory(error);
    /* What was undone before something else was done stays so. */
    if (status == PLEACH_OK && !turns)
        status = sql_do(sql, error,
                        "UPDATE step SET undone = 2 WHERE undone = 1", "");
    if (status == PLEACH_OK)
        status = sql_do(sql, error,
                        "INSERT INTO step(what, who, at, text)"
                        " VALUES (?, ?, ?, ?)",
                        "tttt", words[step->what], step->who, now, text->text);
    if (status == PLEACH_OK)
        status = change_by_step(in, step, now, error);
    bytes_release(text);
    return status;
}
