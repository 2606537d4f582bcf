/* workbench.c: opens a project, and shows the result of each step. */
/* SPDX-License-Identifier: MIT */
#include "serve/workbench.h"

/* -------------------------------------------------------------- showing -- */

snapshot *workbench_present(workbench *on)
{
    pthread_mutex_lock(&on->showing);
    snapshot *held = snapshot_hold(on->present);
    pthread_mutex_unlock(&on->showing);
    return held;
}

/* What the page and programs are told of a state. */
static json_t *state_json(workbench *on, const project_state *state,
                          const project_result *result)
{
    return json_pack("{sI sb sb sO sI sI sI sO}", "revision",
                     (json_int_t)state->revision, "can_undo", state->can_undo,
                     "can_redo", state->can_redo, "inputs", state->inputs,
                     "decisions", (json_int_t)json_array_size(state->decisions),
                     "clusters", (json_int_t)result->clusters, "trees",
                     (json_int_t)result->trees, "options", on->options);
}

/* With `filing` locked. */
static pleach_status show_result(workbench *on, const project_state *state,
                                 const project_result *result,
                                 pleach_error *error)
{
    snapshot facts = {
        .revision = state->revision,
        .label = on->label,
        .can_undo = state->can_undo,
        .can_redo = state->can_redo,
        .empty = json_array_size(state->inputs) == 0,
        .state = bytes_json(state_json(on, state, result)),
        .taxonomy = bytes_hold(result->taxonomy),
        .lines = bytes_hold(state->lines),
    };
    snapshot *next = snapshot_new(&facts);
    if (next == NULL)
        return serve_fail_memory(error);
    pthread_mutex_lock(&on->showing);
    snapshot *before = on->present;
    on->present = next;
    pthread_mutex_unlock(&on->showing);
    snapshot_release(before);
    if (on->shown != NULL)
        on->shown(on->context);
    return PLEACH_OK;
}

/* ----------------------------------------------------------- committing -- */

answer workbench_late(workbench *on)
{
    snapshot *present = workbench_present(on);
    json_int_t revision = present->revision;
    snapshot_release(present);
    return answer_json(409, json_pack("{ss sI}", "error",
                                      "Somebody else was faster: look at what "
                                      "changed and do it again.",
                                      "revision", revision));
}

/* With `filing` locked and inside begin. */
static pleach_status file_step(workbench *on, const project_step *step,
                               project_state *state,
                               const project_result *result,
                               pleach_error *error)
{
    SERVE_TRY(project_take_step(on->file, step, error));
    SERVE_TRY(project_get_state(state, on->file, error));
    return project_set_result(on->file, result, error);
}

/* With `filing` locked: it is on the disk before anybody sees it. */
static pleach_status commit_step(workbench *on, const project_step *step,
                                 const project_result *result,
                                 pleach_error *error)
{
    project_state state = {0};
    pleach_status status = project_begin(on->file, error);
    if (status == PLEACH_OK)
        status = file_step(on, step, &state, result, error);
    status = project_end(on->file, status, error);
    if (status == PLEACH_OK)
        status = show_result(on, &state, result, error);
    project_state_release(&state);
    return status;
}

/* Of two who decide on the same revision one comes first. */
answer workbench_commit(workbench *on, const project_step *step,
                        int64_t revision, const project_result *result)
{
    pleach_error error = {0};
    pthread_mutex_lock(&on->filing);
    /* Only who has `filing` changes what is shown. */
    bool late = on->present->revision != revision;
    pleach_status status =
        late ? PLEACH_OK : commit_step(on, step, result, &error);
    bytes *state =
        late || status != PLEACH_OK ? NULL : bytes_hold(on->present->state);
    pthread_mutex_unlock(&on->filing);
    if (late)
        return workbench_late(on);
    return status == PLEACH_OK ? answer_with(200, ANSWER_JSON, state)
                               : answer_failure(&error);
}

/* -------------------------------------------------------------- opening -- */

static pleach_status set_up_bench(workbench *opened, project *file,
                                  const char *label, solver *by,
                                  pleach_error *error)
{
    *opened = (workbench){.label = label, .file = file, .solver = by};
    pthread_mutex_init(&opened->filing, NULL);
    pthread_mutex_init(&opened->showing, NULL);
    return project_options(&opened->options, file, error);
}

/* The first step of a new project, inside begin. */
static pleach_status start_project(workbench *on, const workbench_start *with,
                                   pleach_error *error)
{
    project_step step = {.what = PROJECT_START, .who = ""};
    project_step decide = {.what = PROJECT_DECIDE,
                           .who = "",
                           .decisions = with->decisions,
                           .signed_lines = true};
    SERVE_TRY(project_take_step(on->file, &step, error));
    for (size_t k = 0; k < with->count; k++)
        SERVE_TRY(project_add_input(on->file, &with->inputs[k], error));
    return json_array_size(with->decisions) > 0
               ? project_take_step(on->file, &decide, error)
               : PLEACH_OK;
}

/* Inside begin; the result of a new project is kept with it. */
static pleach_status open_inside(workbench *on, const workbench_start *with,
                                 plan *planned, project_result *result,
                                 pleach_error *error)
{
    int64_t revision = 0;
    planned->by = on->solver;
    SERVE_TRY(sql_number(&revision, project_file(on->file), error,
                         "SELECT max(id) FROM step"));
    if (revision == 0)
        SERVE_TRY(start_project(on, with, error));
    SERVE_TRY(plan_fill(planned, on, error));
    SERVE_TRY(plan_settle(result, planned, error));
    return revision == 0 ? project_set_result(on->file, result, error)
                         : PLEACH_OK;
}

/* A new project is solved before its first step is on the disk. */
pleach_status workbench_open(workbench *opened, project *file,
                             const char *label, solver *by,
                             const workbench_start *with, pleach_error *error)
{
    plan planned = {0};
    project_result result = {0};
    pleach_status status = set_up_bench(opened, file, label, by, error);
    if (status == PLEACH_OK)
        status = project_begin(file, error);
    if (status == PLEACH_OK)
        status = open_inside(opened, with, &planned, &result, error);
    status = project_end(file, status, error);
    if (status == PLEACH_OK)
        status = show_result(opened, &planned.state, &result, error);
    plan_release(&planned);
    bytes_release(result.taxonomy);
    return status;
}

void workbench_release(workbench *released)
{
    workbench_forget_tries(released);
    snapshot_release(released->present);
    json_decref(released->options);
    pthread_mutex_destroy(&released->filing);
    pthread_mutex_destroy(&released->showing);
}
