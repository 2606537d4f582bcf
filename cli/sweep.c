/* sweep.c: "pleach grow --sweep", one option over a range of values. */
/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include <stddef.h>
#include <string.h>

#include "errors.h"
#include "pipeline.h"
#include "progress.h"
#include "signals.h"
#include "summary.h"
#include "tables.h"
#include "terminal.h"
#include "warnings.h"

/* One run: what was asked, what was made so far. */
typedef struct cli_sweeping {
    const cli_options *options;
    cli_tables tables;
    cli_warnings warnings;
    pleach_listener listener;
    pleach_sweep_options how;
    pleach_input truth;
    double start;

    pipeline_given given;
    pleach_corpus *corpus;
    pleach_sweep *sweep;
} cli_sweeping;

/* -------------------------------------------------------------- planning -- */

/* A sweep leaves figures behind, no taxonomy. */
static int check_options(const cli_options *options)
{
    const struct {
        const char *name;
        bool given;
    } others[] = {{"report", options->report != NULL},
                  {"assignments", options->assignments != NULL},
                  {"trace", options->trace != NULL},
                  {"support", options->support > 0},
                  {"depth", options->depth != NOT_GIVEN},
                  {"breadth", options->breadth != NOT_GIVEN}};
    static const char *const formats[] = {"dot", "html", "report",
                                          "assignments"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (others[k].given)
            return error_say(EXIT_USAGE,
                             "--%s is about one taxonomy, and --sweep makes "
                             "many; leave one of them out.",
                             others[k].name);
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (options->format != NULL && strcmp(options->format, formats[k]) == 0)
            return error_say(EXIT_USAGE,
                             "--sweep writes text, json and svg, and by the "
                             "ending of --output csv and md too, not %s.",
                             formats[k]);
    return EXIT_DONE;
}

static int plan(cli_sweeping *run)
{
    const cli_options *options = run->options;
    pleach_error error = {0};
    run->listener = (pleach_listener){.progress = progress_show,
                                      .warn = warnings_add,
                                      .note = notes_add,
                                      .context = &run->warnings};
    run->truth = (pleach_input){.name = options->truth};
    run->how = (pleach_sweep_options){
        .range = options->sweep,
        .truth = options->truth == NULL ? NULL : &run->truth,
        .affinity = pipeline_affinity_options(options),
        .clusters = options->cluster,
        .listener = &run->listener};
    run->how.affinity.seed = options->seed;
    run->how.affinity.threads = options->threads;
    run->how.clusters.threads = options->threads;
    int code = check_options(options);
    if (code == EXIT_DONE)
        code = tables_plan(&run->tables, options);
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (code == EXIT_DONE && pleach_sweep_check(&run->how, &error) != PLEACH_OK)
        code = error_print(&error);
    return code;
}

/* --------------------------------------------------------------- working -- */

static pleach_status sweep(cli_sweeping *run, pleach_error *error)
{
    pleach_status status = pipeline_take_given(&run->given, &run->how.affinity,
                                               run->options, error);
    if (status == PLEACH_OK)
        status = pipeline_read_and_warn(&run->corpus, run->options,
                                        &run->listener, &run->warnings, error);
    if (status != PLEACH_OK)
        return status;
    signals_be_hasty(); /* the truth may never come, and nothing is saved */
    return pleach_sweep_run(&run->sweep, run->corpus, &run->how, error);
}

static bool all_converged(const cli_sweeping *run)
{
    size_t count;
    const pleach_sweep_row *rows = pleach_sweep_rows(run->sweep, &count);
    for (size_t k = 0; k < count; k++)
        if (!rows[k].report.converged)
            return false;
    return true;
}

static int work(cli_sweeping *run)
{
    const cli_options *options = run->options;
    pleach_error error = {0};
    run->start = clock_now();
    progress_start(!options->quiet, terminal_color(stderr, options->color));
    pleach_status status = sweep(run, &error);
    progress_clear();
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    if (status != PLEACH_OK)
        return error_print(&error);
    report_sweep figures = report_sweep_of(run->sweep);
    int code =
        tables_write(&run->tables, options, report_sweep_formats, &figures);
    if (code != EXIT_DONE)
        return code;
    if (!options->quiet && run->tables.outputs.files)
        summary_print_sweep(figures.count, &run->tables.outputs,
                            clock_now() - run->start);
    return options->strict && !all_converged(run) ? EXIT_NOT_CONVERGED
                                                  : EXIT_DONE;
}

int sweep_run(const cli_options *options)
{
    cli_sweeping run = {.options = options};
    int code = plan(&run);
    if (code == EXIT_DONE)
        code = work(&run);
    if (code == EXIT_INTERRUPTED && !options->quiet)
        error_say(code, "Interrupted; nothing was written.");
    pleach_sweep_free(run.sweep);
    pleach_corpus_free(run.corpus);
    pipeline_release_given(&run.given);
    tables_release(&run.tables);
    return code;
}
