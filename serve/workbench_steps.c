/* workbench_steps.c: what people do to a project: try, keep, undo, import. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve/workbench.h"

enum { IMPORT_ATTEMPTS = 5 };

/* --------------------------------------------------------------- trying -- */

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The decisions that a sentence about a contradiction names: it calls them
 * "line 3 (same bird | Vögel)", by their place in the list. */
static json_t *named_lines(const char *sentence, const bytes *lines,
                           const project_ids *ids)
{
    json_t *named = json_array();
    const char *at = sentence;
    while ((at = strstr(at, "line ")) != NULL) {
        char *end;
        unsigned long number = strtoul(at + strlen("line "), &end, 10);
        at += strlen("line ");
        if (strncmp(end, " (", 2) != 0 || number == 0 || number > ids->count)
            continue;
        const char *line = lines->text;
        for (unsigned long k = 1; k < number && line != NULL; k++) {
            line = strchr(line, '\n');
            line = line == NULL ? NULL : line + 1;
        }
        if (line != NULL)
            json_array_append_new(
                named, json_pack("{sI sI so}", "line", (json_int_t)number, "id",
                                 (json_int_t)ids->items[number - 1], "text",
                                 json_stringn(line, strcspn(line, "\n"))));
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
                                        &planned->state.decisions));
        json_object_set_new(body, "error", json_string(error->sentence));
    }
    return answer_json(status, body);
}

/* What `diff --json` has, cut into figures and changes. */
static pleach_status find_preview_changes(json_t **changes,
                                          const pleach_taxonomy *was,
                                          const pleach_taxonomy *is,
                                          pleach_error *error)
{
    pleach_diff *diff = NULL;
    bytes *text = bytes_new();
    pleach_status status = pleach_diff_find(&diff, was, is, error);
    report_diff told = {was, is, diff};
    if (status == PLEACH_OK)
        status = bytes_add_report(text, report_diff_json, &told, error);
    if (status == PLEACH_OK)
        *changes = json_loadb(text->text, text->size, 0, NULL);
    pleach_diff_free(diff);
    bytes_release(text);
    return status;
}

/* The taxonomy is added as the text that it is. */
static answer show_preview(const preview *shown, json_t *summary,
                           json_t *warnings, double seconds)
{
    json_t *changes = json_incref(json_object_get(summary, "changes"));
    json_object_del(summary, "changes");
    json_t *head =
        json_pack("{ss sI sf sO so so}", "preview", shown->id, "revision",
                  (json_int_t)shown->revision, "seconds", seconds, "warnings",
                  warnings, "summary", summary, "changes", changes);
    char *text = head == NULL ? NULL : json_dumps(head, JSON_COMPACT);
    bytes *body = bytes_new();
    bool enough = text != NULL && bytes_add(body, text, strlen(text) - 1) &&
                  bytes_add_text(body, ",\"taxonomy\":") &&
                  bytes_add(body, shown->result.taxonomy->text,
                            shown->result.taxonomy->size) &&
                  bytes_add_text(body, "}");
    free(text);
    json_decref(head);
    if (enough)
        return answer_with(200, ANSWER_JSON, body);
    bytes_release(body);
    return answer_error(503, "There is not enough memory to answer.");
}

static answer keep_preview(workbench *on, preview *made, json_t *summary,
                           const grown *now, double seconds)
{
    pthread_mutex_lock(&on->showing);
    bool added = previews_add(&on->tried, made);
    answer given = added ? show_preview(made, summary, now->warnings, seconds)
                         : answer_error(503, "The system has no random "
                                             "numbers.");
    pthread_mutex_unlock(&on->showing);
    if (!added) {
        json_decref(summary);
        preview_release(made);
    }
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
        given = keep_preview(on, &made, summary, &now, now_seconds() - start);
    } else {
        given = blame_decisions(&error, planned);
        preview_release(&made);
    }
    grown_release(&now);
    return given;
}

static project_step decide_step(const posted *asked)
{
    return (project_step){.what = PROJECT_DECIDE,
                          .who = asked->who,
                          .decisions = asked->decisions,
                          .remove = asked->remove};
}

/* Nothing of it is in the file, whatever comes of it. */
answer workbench_try(workbench *on, const posted *asked)
{
    double start = now_seconds();
    plan planned;
    pleach_error error = {0};
    project_step step = decide_step(asked);
    if (asked->revision < 0 || (json_array_size(asked->decisions) == 0 &&
                                json_array_size(asked->remove) == 0))
        return answer_error(400, "Say what to try: a \"revision\", and "
                                 "\"decisions\" or \"remove\".");
    pleach_status status = plan_make(&planned, on, &step, &error);
    answer given;
    if (snapshot_revision(planned.present) != asked->revision)
        given = workbench_late(on);
    else if (status != PLEACH_OK)
        given = blame_decisions(&error, &planned);
    else if (planned.state.inputs.count == 0)
        given = answer_error(422, "There is nothing to decide about yet: "
                                  "bring an input first.");
    else
        given = try_planned(on, asked, &planned, start);
    plan_release(&planned);
    return given;
}

/* -------------------------------------------------------------- keeping -- */

answer workbench_drop(workbench *on, const posted *asked)
{
    preview dropped;
    if (asked->preview == NULL)
        return answer_error(400, "Say which \"preview\".");
    pthread_mutex_lock(&on->showing);
    if (previews_take(&dropped, &on->tried, asked->preview))
        preview_release(&dropped);
    pthread_mutex_unlock(&on->showing);
    return answer_json(200, json_object());
}

/* A preview is good for one time. */
answer workbench_keep(workbench *on, const posted *asked)
{
    preview kept;
    if (asked->preview == NULL)
        return answer_error(400, "Say which \"preview\".");
    pthread_mutex_lock(&on->showing);
    bool found = previews_take(&kept, &on->tried, asked->preview);
    pthread_mutex_unlock(&on->showing);
    if (!found)
        return answer_error(404, "This preview is gone; try it again.");
    project_step step = {
        .what = PROJECT_DECIDE,
        .who = asked->who,
        .decisions = json_object_get(kept.asked, "decisions"),
        .remove = json_object_get(kept.asked, "remove"),
    };
    answer given = workbench_commit(on, &step, kept.revision, &kept.result);
    preview_release(&kept);
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
    pleach_status status = plan_make(&planned, on, step, &error);
    int64_t now = snapshot_revision(planned.present);
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

answer workbench_turn(workbench *on, const posted *asked, bool undo)
{
    project_step step = {.what = undo ? PROJECT_UNDO : PROJECT_REDO,
                         .who = asked->who};
    if (asked->revision < 0)
        return answer_error(400, "Say on which \"revision\".");
    return take_at_once(on, &step, asked->revision);
}

answer workbench_remove(workbench *on, const posted *asked)
{
    project_step step = {
        .what = PROJECT_REMOVE, .who = asked->who, .input_id = asked->id};
    if (asked->id < 0 || asked->revision < 0)
        return answer_error(400, "Say which input's \"id\", and on which "
                                 "\"revision\".");
    return take_at_once(on, &step, asked->revision);
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
answer workbench_import(workbench *on, const char *name, const char *who,
                        bytes *content)
{
    pleach_error error = {0};
    project_input input = {.name = file_name(name), .content = content};
    project_step step = {.what = PROJECT_IMPORT, .who = who, .input = &input};
    answer given = {.status = 409};
    if (input.name == NULL)
        return answer_error(400, "Say what the file is called: "
                                 "\"inputs?name=FILE\".");
    if (!body_is_cell(who, BODY_WHO))
        return answer_error(400, "\"who\" must be a short text on one line.");
    if (solver_prove_input(&input.hierarchies, on->solver, input.name, content,
                           &error) != PLEACH_OK)
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
