/* sweep.c: the same affinity clustered again and again, with one option
 * changed each time. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "lab/report_copy.h"
#include "lab/score_truth.h"
#include "lab/sweep.h"
#include "same/affinity.h"
#include "taxonomy/taxonomy.h"

typedef struct sweeping {
    const pleach_sweep_options *options;
    pleach_sweep *made;
    const pleach_affinity *affinity;
    pl_byte_list truth;
    uint32_t step;
} sweeping;

/* ----------------------------------------------------------- progress -- */

/* How far all of it is; the stages of one value say little. */
static bool hear_sweep(void *context, const pleach_progress *progress)
{
    const sweeping *all = context;
    const pleach_listener *listener = all->options->listener;
    pleach_progress whole = {.stage = "sweep",
                             .done = all->step,
                             .total = all->made->range.steps,
                             .iteration = progress->iteration,
                             .net_similarity = progress->net_similarity};
    return listener == NULL || listener->progress == NULL ||
           listener->progress(listener->context, &whole);
}

/* ------------------------------------------------------------- scoring -- */

static bool keep_bytes(void *context, const void *bytes, size_t size)
{
    pl_byte_list *list = context;
    if (!pl_list_room(list, size))
        return false;
    memcpy(list->items + list->count, bytes, size);
    list->count += size;
    return true;
}

/* The assignments as bytes; free them also after a failure. */
static pleach_status put_assignments(pl_byte_list *text,
                                     const pleach_taxonomy *forest,
                                     pleach_error *error)
{
    pleach_write_options how = {.format = "assignments"};
    pleach_sink to = {.write = keep_bytes, .context = text};
    pleach_status status = pleach_taxonomy_write(forest, &to, &how, error);
    return status == PLEACH_IO ? pl_fail_memory(error) : status;
}

/* Through the text of the assignments, as pleach_score would read them: so a
 * row's score is what scoring the file gives. */
static pleach_status score_row(sweeping *all, pleach_sweep_row *row,
                               const pleach_taxonomy *forest,
                               pleach_error *error)
{
    pleach_score_figures figures = {0};
    pl_result result = {0};
    pl_truth truth = {0};
    pl_byte_list text = {0};
    pleach_status status = put_assignments(&text, forest, error);
    if (status == PLEACH_OK)
        status = pl_result_parse(&result, "the sweep", text.items, text.count,
                                 true, error);
    if (status == PLEACH_OK)
        status =
            pl_truth_parse(&truth, &result, pl_input_label(all->options->truth),
                           all->truth.items, all->truth.count, error);
    if (status == PLEACH_OK)
        status = pl_truth_compare(&figures, &truth, &result, error);
    pl_truth_free(&truth);
    pl_result_free(&result);
    pl_list_free(&text);
    row->scored = true;
    row->score = figures.given;
    return status;
}

/* --------------------------------------------------------------- a row -- */

static pleach_status grow_row(sweeping *all, pleach_sweep_row *row,
                              const pleach_clusters *found, pleach_error *error)
{
    pleach_taxonomy *forest = NULL;
    PL_TRY(pleach_taxonomy_grow(&forest, found, error));
    pleach_status status = PLEACH_OK;
    row->report = forest->report;
    if (!pl_report_copy(&row->report, all->made->arena))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK && all->options->truth != NULL)
        status = score_row(all, row, forest, error);
    pleach_taxonomy_free(forest);
    return status;
}

/* The affinity is copied for its one number. Its arrays are borrowed, as
 * similarities do not depend on what is swept. */
static pleach_status run_step(sweeping *all, const pleach_listener *listener,
                              pleach_error *error)
{
    const pl_sweep_range *range = &all->made->range;
    pleach_sweep_row *row = &all->made->rows[all->step];
    pleach_clusters_options options = all->options->clusters;
    pleach_affinity affinity = *all->affinity;
    pleach_clusters *found = NULL;
    char label[64];
    row->value = pl_sweep_value(range, all->step);
    pl_sweep_label(label, sizeof label, range, row->value);
    row->label = pl_text_copy(all->made->arena, label);
    if (row->label == NULL)
        return pl_fail_memory(error);
    if (strcmp(range->what, "preference") == 0)
        affinity.preference = row->value;
    else
        options.damping = row->value;
    options.listener = listener;
    options.trace = NULL;
    PL_TRY(pleach_clusters_find(&found, &affinity, &options, error));
    pleach_status status = grow_row(all, row, found, error);
    pleach_clusters_free(found);
    return status;
}

/* ----------------------------------------------------------- the whole -- */

/* Nodes are compared once for all values, which is most of the work. */
static pleach_status run_steps(sweeping *all, const pleach_corpus *corpus,
                               pleach_error *error)
{
    pleach_affinity_options compare = all->options->affinity;
    pleach_listener listener = {.progress = hear_sweep, .context = all};
    pleach_affinity *affinity = NULL;
    compare.listener = all->options->listener;
    if (all->options->truth != NULL)
        PL_TRY(pl_load_bytes(&all->truth, all->options->truth, error));
    PL_TRY(pleach_affinity_compare(&affinity, corpus, &compare, error));
    pleach_status status = PLEACH_OK;
    all->affinity = affinity;
    for (; status == PLEACH_OK && all->step < all->made->range.steps;
         all->step++)
        status = run_step(all, &listener, error);
    pleach_affinity_free(affinity);
    return status;
}

/* What is swept cannot be set as well. */
pleach_status pleach_sweep_check(const pleach_sweep_options *options,
                                 pleach_error *error)
{
    pl_sweep_range range;
    PL_TRY(pl_sweep_parse(&range, options->range, error));
    bool preference = strcmp(range.what, "preference") == 0;
    if (preference ? options->affinity.preference != 0 ||
                         options->affinity.preference_rule != NULL
                   : options->clusters.damping > 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The sweep sets the %s; leave it out elsewhere.",
                       range.what);
    return pleach_options_check(NULL, &options->affinity, &options->clusters,
                                error);
}

/* All rows at once: how many there are is known from the range. */
static pleach_status sweep_new(pleach_sweep **sweep,
                               const pl_sweep_range *range, pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    pleach_sweep *made =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pleach_sweep, 1);
    pleach_sweep_row *rows =
        made == NULL ? NULL
                     : PL_ARENA_ARRAY(arena, pleach_sweep_row, range->steps);
    if (rows == NULL) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    *made = (pleach_sweep){.arena = arena, .range = *range, .rows = rows};
    *sweep = made;
    return PLEACH_OK;
}

/* The range is read before anything else, so that a wrong one costs nothing. */
pleach_status pleach_sweep_run(pleach_sweep **sweep,
                               const pleach_corpus *corpus,
                               const pleach_sweep_options *options,
                               pleach_error *error)
{
    static const pleach_sweep_options usual;
    pl_sweep_range range;
    if (options == NULL)
        options = &usual;
    sweeping all = {.options = options};
    PL_TRY(pleach_sweep_check(options, error));
    PL_TRY(pl_sweep_parse(&range, options->range, error));
    PL_TRY(sweep_new(&all.made, &range, error));
    pleach_status status = run_steps(&all, corpus, error);
    pl_list_free(&all.truth);
    if (status == PLEACH_OK)
        *sweep = all.made;
    else
        pleach_sweep_free(all.made);
    return status;
}

const pleach_sweep_row *pleach_sweep_rows(const pleach_sweep *sweep,
                                          size_t *count)
{
    *count = sweep->range.steps;
    return sweep->rows;
}

const char *pleach_sweep_option(const pleach_sweep *sweep)
{
    return sweep->range.what;
}

void pleach_sweep_free(pleach_sweep *sweep)
{
    if (sweep != NULL)
        pl_arena_free(sweep->arena);
}
