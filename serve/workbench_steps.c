/* workbench_steps.c: what people do to a project: try, keep, undo, import. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/guard.h"
#include "serve/workbench.h"

enum { IMPORT_ATTEMPTS = 5 };

/* ------------------------------------------------------------- previews -- */

/* An id of another run must not fit, as a page may outlive the server. */
static bool draw_id(char id[PREVIEW_ID + 1])
{
    guard drawn;
    if (!guard_draw_token(&drawn))
        return false;
    snprintf(id, PREVIEW_ID + 1, "%.*s", PREVIEW_ID, drawn.token);
    return true;
}

static void release_preview(preview *released)
{
    json_decref(released->asked);
    bytes_release(released->result.taxonomy);
    *released = (preview){0};
}

void workbench_forget_tries(workbench *on)
{
    for (size_t k = 0; k < PREVIEWS; k++)
        release_preview(&on->tried[k]);
}

/* Takes one out for the caller to release; empty: it is gone. */
static preview take_preview(workbench *on, const char *id)
{
    preview taken = {0};
    pthread_mutex_lock(&on->showing);
    for (size_t k = 0; k < PREVIEWS; k++)
        if (strcmp(on->tried[k].id, id) == 0) {
            taken = on->tried[k];
            on->tried[k] = (preview){0};
        }
    pthread_mutex_unlock(&on->showing);
    return taken;
}

/* --------------------------------------------------------------- trying -- */

/* The decisions that a sentence about a contradiction names: it calls them
 * "line 3 (same bird | Vögel)", by their place in the list. */
static json_t *named_lines(const char *sentence, const bytes *lines,
                           const json_t *decisions)
{
    json_t *named = json_array();
    const char *at = sentence;
    while ((at = strstr(at, "line ")) != NULL) {
        char *end;
        unsigned long number = strtoul(at + strlen("line "), &end, 10);
        at += strlen("line ");
        if (strncmp(end, " (", 2) != 0 || number == 0 ||
            number > json_array_size(decisions))
            continue;
        const char *line = lines->text;
        for (unsigned long k = 1; k < number && line != NULL; k++) {
            line = strchr(line, '\n');
            line = line == NULL ? NULL : line + 1;
        }
        if (line != NULL)
            json_array_append_new(
                named,
                json_pack("{sI sO so}", "line", (json_int_t)number, "id",
                          json_object_get(json_array_get(decisions, number - 1),
                                          "id"),
                          "text", json_stringn(line, strcspn(line, "\n"))));
    }
    return named;
}

/* Why nothing is solved, and which decisions are to blame. */
static answer blame_decisions(const pleach_error *error, const plan *planned)
{
    unsigned status;
    json_t *body = answer_failure_json(&status, error);
    if (status == 422 && strcmp(error->file, "decisions") == 0 &&
        planned->state.lines != NULL) {
        json_object_set_new(body, "lines",
                            named_lines(error->sentence, planned->state.lines,
                                        planned->state.decisions));
        json_object_set_new(body, "error", json_string(error->sentence));
    }
    return answer_json(status, body);
}

static pleach_status find_preview_changes(json_t **changes,
                                          const pleach_taxonomy *was,
                                          const pleach_taxonomy *is,
                                          pleach_error *error)
{
    pleach_diff *diff = NULL;
    pleach_status status = pleach_diff_find(&diff, was, is, error);
    report_diff told = {was, is, diff};
    if (status == PLEACH_OK)
        status = bytes_read_report(changes, report_diff_json, &told, error);
    pleach_diff_free(diff);
    return status;
}

/* What `diff --json` has, cut into figures and changes; the taxonomy is added
 * as the text that it is. */
static answer show_preview(const preview *shown, json_t *summary,
                           json_t *warnings, double seconds)
{
    json_t *changes = json_incref(json_object_get(summary, "changes"));
    json_object_del(summary, "changes");
    bytes *body = bytes_json(
        json_pack("{ss sI sf sO so so}", "preview", shown->id, "revision",
                  (json_int_t)shown->revision, "seconds", seconds, "warnings",
                  warnings, "summary", summary, "changes", changes));
    if (!body->failed)
        body->size--; /* the brace that ends it */
    bytes_add_text(body, ",\"taxonomy\":");
    bytes_add(body, shown->result.taxonomy->text, shown->result.taxonomy->size);
    bytes_add_text(body, "}");
    return answer_with(200, ANSWER_JSON, body);
}

/* Shows it before anybody can keep it, which lets it go. */
static answer keep_preview(workbench *on, preview *made, json_t *summary,
                           const grown *now, double seconds)
{
    if (!draw_id(made->id)) {
        json_decref(summary);
        release_preview(made);
        return answer_error(503, "The system has no random numbers.");
    }
    answer given = show_preview(made, summary, now->warnings, seconds);
    pthread_mutex_lock(&on->showing);
    preview *place = &on->tried[on->tries++ % PREVIEWS];
    release_preview(place);
    *place = *made;
    pthread_mutex_unlock(&on->showing);
    return given;
}

static pleach_status solve_preview(preview *made, json_t **summary, grown *now,
                                   plan *planned, pleach_error *error)
{
    const pleach_taxonomy *before;
    pleach_status status = snapshot_load(&before, planned->present, error);
    if (status == PLEACH_OK)
        status = plan_grow(now, planned, error);
    if (status == PLEACH_OK)
        status = plan_write(&made->result, now, error);
    return status == PLEACH_OK
               ? find_preview_changes(summary, before, now->taxonomy, error)
               : status;
}

/* What was asked is kept with the result, to be filed when it is kept. */
static answer try_planned(workbench *on, const posted *asked, plan *planned,
                          double start)
{
    grown now = {0};
    json_t *summary = NULL;
    pleach_error error = {0};
    preview made = {.revision = asked->revision};
    answer given;
    if (solve_preview(&made, &summary, &now, planned, &error) == PLEACH_OK) {
        made.asked = json_incref(asked->root);
        given = keep_preview(on, &made, summary, &now, serve_seconds() - start);
    } else {
        given = blame_decisions(&error, planned);
        release_preview(&made);
    }
    grown_release(&now);
    return given;
}

/* Nothing of it is in the file, whatever comes of it. */
answer workbench_try(workbench *on, const request *asked)
{
    double start = serve_seconds();
    const posted *said = &asked->said;
    plan planned;
    pleach_error error = {0};
    project_step step = {.what = PROJECT_DECIDE,
                         .who = said->who,
                         .decisions = said->decisions,
                         .remove = said->remove};
    if (said->revision < 0 || (json_array_size(said->decisions) == 0 &&
                               json_array_size(said->remove) == 0))
        return answer_error(400, "Say what to try: a \"revision\", and "
                                 "\"decisions\" or \"remove\".");
    pleach_status status = plan_make(&planned, on, on->solver, &step, &error);
    answer given;
    if (planned.present->revision != said->revision)
        given = workbench_late(on);
    else if (status != PLEACH_OK)
        given = blame_decisions(&error, &planned);
    else if (json_array_size(planned.state.inputs) == 0)
        given = answer_error(422, "There is nothing to decide about yet: "
                                  "bring an input first.");
    else
        given = try_planned(on, said, &planned, start);
    plan_release(&planned);
    return given;
}

/* -------------------------------------------------------------- keeping -- */

answer workbench_drop(workbench *on, const request *asked)
{
    if (asked->said.preview == NULL)
        return answer_error(400, "Say which \"preview\".");
    preview dropped = take_preview(on, asked->said.preview);
    release_preview(&dropped);
    return answer_json(200, json_object());
}

/* A preview is good for one time. */
answer workbench_keep(workbench *on, const request *asked)
{
    if (asked->said.preview == NULL)
        return answer_error(400, "Say which \"preview\".");
    preview kept = take_preview(on, asked->said.preview);
    if (kept.asked == NULL)
        return answer_error(404, "This preview is gone; try it again.");
    project_step step = {
        .what = PROJECT_DECIDE,
        .who = asked->said.who,
        .decisions = json_object_get(kept.asked, "decisions"),
        .remove = json_object_get(kept.asked, "remove"),
    };
    answer given = workbench_commit(on, &step, kept.revision, &kept.result);
    release_preview(&kept);
    return given;
}

/* ------------------------------------------------------ steps at one go -- */

/* Plans, solves and commits a step; `revision` -1: whatever is shown. */
static answer take_at_once(workbench *on, const project_step *step,
                           int64_t revision)
{
    plan planned;
    project_result result = {0};
    pleach_error error = {0};
    answer given;
    pleach_status status = plan_make(&planned, on, on->solver, step, &error);
    int64_t now = planned.present->revision;
    if (revision >= 0 && revision != now) {
        plan_release(&planned);
        return workbench_late(on);
    }
    if (status == PLEACH_OK)
        status = plan_settle(&result, &planned, &error);
    given = status == PLEACH_OK ? workbench_commit(on, step, now, &result)
                                : blame_decisions(&error, &planned);
    bytes_release(result.taxonomy);
    plan_release(&planned);
    return given;
}

static answer turn(workbench *on, const posted *said, project_doing what)
{
    project_step step = {.what = what, .who = said->who};
    if (said->revision < 0)
        return answer_error(400, "Say on which \"revision\".");
    return take_at_once(on, &step, said->revision);
}

answer workbench_undo(workbench *on, const request *asked)
{
    return turn(on, &asked->said, PROJECT_UNDO);
}

answer workbench_redo(workbench *on, const request *asked)
{
    return turn(on, &asked->said, PROJECT_REDO);
}

answer workbench_remove(workbench *on, const request *asked)
{
    const posted *said = &asked->said;
    project_step step = {
        .what = PROJECT_REMOVE, .who = said->who, .input_id = said->id};
    if (said->id < 0 || said->revision < 0)
        return answer_error(400, "Say which input's \"id\", and on which "
                                 "\"revision\".");
    return take_at_once(on, &step, said->revision);
}

/* The name without folders; NULL: that is none. */
static const char *file_name(const char *name)
{
    const char *last = name;
    if (name == NULL || !body_is_cell(name, 1024))
        return NULL;
    for (const char *at = name; *at != '\0'; at++)
        if (*at == '/' || *at == '\\')
            last = at + 1;
    return last[0] == '\0' || last[0] == '-' || strlen(last) > 200 ? NULL
                                                                   : last;
}

/* The file is read alone first, so that it alone is blamed. */
answer workbench_import(workbench *on, const request *asked)
{
    pleach_error error = {0};
    const char *who = request_text(asked, "who", "");
    project_input input = {.name = file_name(request_text(asked, "name", NULL)),
                           .content = asked->body};
    project_step step = {.what = PROJECT_IMPORT, .who = who, .input = &input};
    answer given = {.status = 409};
    if (asked->body == NULL || asked->body->size == 0)
        return answer_error(422, "This file is empty.");
    if (input.name == NULL)
        return answer_error(400, "Say what the file is called: "
                                 "\"inputs?name=FILE\".");
    if (!body_is_cell(who, BODY_WHO))
        return answer_error(400, "\"who\" must be a short text on one line.");
    if (solver_prove_input(&input.hierarchies, on->solver, input.name,
                           asked->body, &error) != PLEACH_OK)
        return answer_failure(&error);
    /* Others may be faster; that is no reason to ask again. */
    for (int k = 0; k < IMPORT_ATTEMPTS && given.status == 409; k++) {
        answer_release(&given);
        given = take_at_once(on, &step, -1);
        if (given.status != 200)
            solver_forget(on->solver);
    }
    return given;
}
