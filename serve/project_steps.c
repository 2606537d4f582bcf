/* project_steps.c: steps of a project, taken, undone and redone. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "serve/pack.h"
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

/* A step that is not possible is not the file's fault. */
static pleach_status fail_step(pleach_error *error, pleach_status status,
                               const char *sentence)
{
    *error = (pleach_error){.status = status};
    snprintf(error->sentence, sizeof error->sentence, "%s", sentence);
    return status;
}

static pleach_status fail_step_memory(pleach_error *error)
{
    return fail_step(error, PLEACH_NO_MEMORY,
                     "There is not enough memory for this step.");
}

/* ----------------------------------------------------------- describing -- */

enum { DESCRIBED = 5 };

/* "same bird | Vögel", as sentences about decisions have it. */
static bool describe_decision(bytes *to, const char *kind, const char *a,
                              const char *b)
{
    return bytes_add_text(to, kind) && bytes_add_text(to, " ") &&
           bytes_add_text(to, a) &&
           (b[0] == '\0' ||
            (bytes_add_text(to, " | ") && bytes_add_text(to, b)));
}

static const char *decision_cell(const json_t *decision, const char *key)
{
    const char *text = json_string_value(json_object_get(decision, key));
    return text == NULL ? "" : text;
}

/* The first few; history is for people. */
static bool describe_added(bytes *to, const json_t *decisions)
{
    size_t count = json_array_size(decisions);
    char more[32];
    for (size_t k = 0; k < count && k < DESCRIBED; k++) {
        const json_t *one = json_array_get(decisions, k);
        if ((k > 0 && !bytes_add_text(to, "; ")) ||
            !describe_decision(to, decision_cell(one, "kind"),
                               decision_cell(one, "a"),
                               decision_cell(one, "b")))
            return false;
    }
    snprintf(more, sizeof more, "; and %zu more", count - DESCRIBED);
    return count <= DESCRIBED || bytes_add_text(to, more);
}

/* History says what was taken out, which must be in force. */
static pleach_status describe_removed(bytes *to, project *in, int64_t id,
                                      pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found = false;
    pleach_status status = sql_ask(
        &row, sql, error,
        "SELECT kind, a, b FROM decision_in_force WHERE id = ?", "i", id);
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    if (status == PLEACH_OK && !found)
        status = fail_step(
            error, PLEACH_BAD_DATA,
            "A decision that is to be taken out is not there any more.");
    if (status == PLEACH_OK &&
        !((to->size == 0 || bytes_add_text(to, "; ")) &&
          bytes_add_text(to, "no longer ") &&
          describe_decision(to, sql_text(row, 0), sql_text(row, 1),
                            sql_text(row, 2))))
        status = fail_step_memory(error);
    sqlite3_finalize(row);
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

/* Lines that were imported keep who decided them, and when. */
static pleach_status add_decisions(project *in, const project_step *step,
                                   const char *now, pleach_error *error)
{
    const sql_file *sql = project_file(in);
    const json_t *decisions = step->decisions;
    pleach_status status = PLEACH_OK;
    for (size_t k = 0; k < json_array_size(decisions) && status == PLEACH_OK;
         k++) {
        const json_t *one = json_array_get(decisions, k);
        status = sql_do(sql, error,
                        "INSERT INTO decision(kind, a, b, who, at)"
                        " VALUES (?, ?, ?, ?, ?)",
                        "ttttt", decision_cell(one, "kind"),
                        decision_cell(one, "a"), decision_cell(one, "b"),
                        signed_cell(step, one, "who", step->who),
                        signed_cell(step, one, "when", now));
        if (status == PLEACH_OK)
            status = note_step_change(in, "decision",
                                      sqlite3_last_insert_rowid(sql->file),
                                      true, error);
    }
    return status;
}

static pleach_status remove_decisions(project *in, const json_t *ids,
                                      pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    for (size_t k = 0; k < json_array_size(ids) && status == PLEACH_OK; k++)
        status = note_step_change(in, "decision",
                                  json_integer_value(json_array_get(ids, k)),
                                  false, error);
    return status;
}

/* Contents are packed by us, whatever they are. */
pleach_status project_add_input(project *in, const project_input *input,
                                pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found;
    bytes *packed = pack_bytes(input->content->text, input->content->size);
    if (packed == NULL)
        return sql_fail(sql, error, PLEACH_NO_MEMORY,
                        "There is not enough memory to keep %s.", input->name);
    pleach_status status =
        sql_ask(&row, sql, error,
                "INSERT INTO input(name, size, hierarchies, packed)"
                " VALUES (?, ?, ?, ?)",
                "tii", input->name, (int64_t)input->content->size,
                (int64_t)input->hierarchies);
    if (status == PLEACH_OK &&
        sqlite3_bind_blob64(row, 4, packed->text, packed->size,
                            SQLITE_STATIC) != SQLITE_OK)
        status = sql_fail_here(sql, error);
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    sqlite3_finalize(row);
    bytes_release(packed);
    return status == PLEACH_OK
               ? note_step_change(in, "input",
                                  sqlite3_last_insert_rowid(sql->file), true,
                                  error)
               : status;
}

/* Takes out the input of this name, if there is one. */
static pleach_status replace_input(project *in, const char *name,
                                   pleach_error *error)
{
    return sql_do(project_file(in), error,
                  "INSERT INTO change(step, input, added) SELECT (SELECT"
                  " max(id) FROM step), id, 0 FROM input_in_force WHERE"
                  " name = ?",
                  "t", name);
}

/* The name of an input in force; it must be there. */
static pleach_status describe_input(bytes *to, project *in, int64_t id,
                                    pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found = false;
    pleach_status status =
        sql_ask(&row, sql, error,
                "SELECT name FROM input_in_force WHERE id = ?", "i", id);
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    if (status == PLEACH_OK && !found)
        status = fail_step(error, PLEACH_BAD_DATA,
                           "This input is not there any more.");
    if (status == PLEACH_OK && !bytes_add_text(to, sql_text(row, 0)))
        status = fail_step_memory(error);
    sqlite3_finalize(row);
    return status;
}

/* -------------------------------------------------------------- undoing -- */

/* Marks the last step in force as undone, or the first undone one as in force,
 * and copies what it was. */
static pleach_status turn_step(bytes *text, project *in, bool undo,
                               pleach_error *error)
{
    const sql_file *sql = project_file(in);
    sqlite3_stmt *row;
    bool found = false;
    int64_t id = 0;
    pleach_status status = sql_ask(
        &row, sql, error,
        undo ? "SELECT id, text FROM step WHERE undone = 0 AND what IN"
               " ('decide', 'import', 'remove') ORDER BY id DESC LIMIT 1"
             : "SELECT id, text FROM step WHERE undone = 1 ORDER BY id LIMIT 1",
        "");
    if (status == PLEACH_OK)
        status = sql_next(&found, row, sql, error);
    if (status == PLEACH_OK && !found)
        status = fail_step(error, PLEACH_BAD_DATA,
                           undo ? "There is nothing to undo."
                                : "There is nothing to redo.");
    if (status == PLEACH_OK) {
        id = sqlite3_column_int64(row, 0);
        if (!bytes_add_text(text, sql_text(row, 1)))
            status = fail_step_memory(error);
    }
    sqlite3_finalize(row);
    return status == PLEACH_OK
               ? sql_do(sql, error, "UPDATE step SET undone = ? WHERE id = ?",
                        "ii", (int64_t)undo, id)
               : status;
}

/* --------------------------------------------------------------- taking -- */

/* What history says of a step; it must be possible. */
static pleach_status describe_step(bytes *to, project *in,
                                   const project_step *step,
                                   pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    bool enough = to != NULL;
    if (enough && step->what == PROJECT_DECIDE)
        enough = describe_added(to, step->decisions);
    if (enough && step->what == PROJECT_IMPORT)
        enough = bytes_add_text(to, step->input->name);
    if (!enough)
        return fail_step_memory(error);
    for (size_t k = 0; k < json_array_size(step->remove) && status == PLEACH_OK;
         k++)
        status = describe_removed(
            to, in, json_integer_value(json_array_get(step->remove, k)), error);
    if (step->what == PROJECT_REMOVE)
        status = describe_input(to, in, step->input_id, error);
    if (step->what == PROJECT_UNDO || step->what == PROJECT_REDO)
        status = turn_step(to, in, step->what == PROJECT_UNDO, error);
    return status;
}

/* The step itself is in the file by now. */
static pleach_status change_by_step(project *in, const project_step *step,
                                    const char *now, pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    switch (step->what) {
    case PROJECT_DECIDE:
        status = add_decisions(in, step, now, error);
        return status == PLEACH_OK ? remove_decisions(in, step->remove, error)
                                   : status;
    case PROJECT_IMPORT:
        status = replace_input(in, step->input->name, error);
        return status == PLEACH_OK ? project_add_input(in, step->input, error)
                                   : status;
    case PROJECT_REMOVE:
        return note_step_change(in, "input", step->input_id, false, error);
    case PROJECT_START:
    case PROJECT_UNDO:
    case PROJECT_REDO:
        break;
    }
    return status;
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
