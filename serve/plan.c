/* plan.c: what is needed to solve a state again, and what comes of it. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "serve/workbench.h"

/* What there is before anybody brought something. */
static const char nothing[] =
    "{\"format\": \"pleach-taxonomy/1\", \"inputs\": [], \"report\": "
    "{\"saplings\": 0, \"nodes\": 0, \"names\": 0, \"pairs\": 0, "
    "\"discarded\": 0, \"skipped\": 0, \"solver\": \"consensus\", "
    "\"similarity\": \"auto\", \"language\": \"english\", \"converged\": true, "
    "\"net_similarity\": 0, \"upper_bound\": null, \"clusters\": 0, \"trees\": "
    "0, \"depth\": 0, \"levels\": {\"clusters\": [], \"instances\": []}, "
    "\"aut\": 0, \"seed\": null}, \"clusters\": [], \"discarded\": [], "
    "\"conflicts\": []}\n";

static pleach_status fetch_inputs(plan *made, workbench *on,
                                  pleach_error *error)
{
    size_t count = json_array_size(made->state.inputs);
    pleach_status status = PLEACH_OK;
    made->contents = calloc(count, sizeof *made->contents);
    if (made->contents == NULL)
        return serve_fail_memory(error);
    for (size_t k = 0; k < count && status == PLEACH_OK; k++)
        status =
            project_get_input(&made->contents[k], on->file,
                              json_integer_value(json_object_get(
                                  json_array_get(made->state.inputs, k), "id")),
                              error);
    return status;
}

/* Inputs are fetched only if the solver does not have them already. */
pleach_status plan_fill(plan *made, workbench *on, pleach_error *error)
{
    /* What is shown need not be unpacked again. */
    int64_t shown = made->present == NULL ? -1 : made->present->revision;
    SERVE_TRY(project_get_state(&made->state, on->file, error));
    if (made->state.revision != shown)
        SERVE_TRY(project_find_result(&made->known, on->file, error));
    SERVE_TRY(project_find_base(&made->base, &made->base_revision, shown,
                                on->file, error));
    SERVE_TRY(project_next_id(&made->next_id, on->file, error));
    if (json_array_size(made->state.inputs) > 0 &&
        !solver_has(made->by, made->state.inputs))
        SERVE_TRY(fetch_inputs(made, on, error));
    return PLEACH_OK;
}

pleach_status plan_make(plan *made, workbench *on, solver *by,
                        const project_step *step, pleach_error *error)
{
    *made = (plan){.by = by};
    pthread_mutex_lock(&on->filing);
    made->present = workbench_present(on);
    pleach_status status = project_begin(on->file, error);
    if (status == PLEACH_OK && step != NULL)
        status = project_take_step(on->file, step, error);
    if (status == PLEACH_OK)
        status = plan_fill(made, on, error);
    project_abandon(on->file);
    pthread_mutex_unlock(&on->filing);
    return status;
}

/* May be half made. */
void plan_release(plan *released)
{
    size_t count = json_array_size(released->state.inputs);
    for (size_t k = 0; released->contents != NULL && k < count; k++)
        bytes_release(released->contents[k]);
    free(released->contents);
    bytes_release(released->base);
    bytes_release(released->known.taxonomy);
    pleach_taxonomy_free(released->loaded);
    snapshot_release(released->present);
    project_state_release(&released->state);
}

/* The result to go on from; NULL: there is none. */
static pleach_status find_previous(const pleach_taxonomy **previous, plan *from,
                                   pleach_error *error)
{
    *previous = NULL;
    if (from->base_revision == 0)
        return PLEACH_OK;
    if (from->present != NULL && from->present->revision == from->base_revision)
        return snapshot_load(previous, from->present, error);
    pleach_input input = {"result", from->base->text, from->base->size};
    SERVE_TRY(pleach_taxonomy_load(&from->loaded, &input, error));
    *previous = from->loaded;
    return PLEACH_OK;
}

pleach_status plan_read(plan *from, pleach_error *error)
{
    return from->contents == NULL ? PLEACH_OK
                                  : solver_read(from->by, from->state.inputs,
                                                from->contents, error);
}

pleach_status plan_grow(grown *to, plan *from, pleach_error *error)
{
    const pleach_taxonomy *previous;
    SERVE_TRY(find_previous(&previous, from, error));
    SERVE_TRY(plan_read(from, error));
    return solver_grow(to, from->by, from->state.lines, previous,
                       (uint64_t)from->next_id, error);
}

/* What is kept of a grown taxonomy outlives all that it borrows. */
pleach_status plan_write(project_result *result, const grown *from,
                         pleach_error *error)
{
    const pleach_report *report = pleach_taxonomy_report(from->taxonomy);
    bytes *text = bytes_new();
    pleach_sink sink = bytes_sink(text);
    pleach_status status =
        pleach_taxonomy_write(from->taxonomy, &sink,
                              &(pleach_write_options){.format = "json"}, error);
    if (status == PLEACH_OK)
        *result =
            (project_result){text, (int64_t)report->clusters,
                             (int64_t)report->trees, (int64_t)report->next_id};
    else
        bytes_release(text);
    return status;
}

/* Whoever undoes gets the very result that was there before. */
pleach_status plan_settle(project_result *result, plan *from,
                          pleach_error *error)
{
    grown now = {0};
    *result = (project_result){0};
    if (json_array_size(from->state.inputs) == 0) {
        result->taxonomy = bytes_new();
        bytes_add_text(result->taxonomy, nothing);
        return PLEACH_OK;
    }
    if (from->known.taxonomy != NULL) {
        *result = from->known;
        bytes_hold(result->taxonomy);
        return PLEACH_OK;
    }
    pleach_status status = plan_grow(&now, from, error);
    if (status == PLEACH_OK)
        status = plan_write(result, &now, error);
    grown_release(&now);
    return status;
}
