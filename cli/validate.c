/* validate.c: "pleach validate", how right a forest is by hidden people. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "progress.h"
#include "signals.h"
#include "summary.h"
#include "tables.h"
#include "terminal.h"
#include "warnings.h"

/* One run: what was asked, what was made so far. */
typedef struct cli_validating {
    const cli_options *options;
    cli_tables tables;
    cli_warnings warnings;
    double start;

    pleach_corpus *corpus;
    pleach_validation *validation;
} cli_validating;

static int plan_validation(cli_validating *run)
{
    const cli_options *options = run->options;
    int code = pipeline_check_input(options, "validate");
    if (code == EXIT_DONE)
        code = tables_plan(&run->tables, options);
    return code == EXIT_DONE ? pipeline_check(options) : code;
}

/* The command line in the library's terms, then the work itself. */
static pleach_status validate(cli_validating *run, pleach_error *error)
{
    const cli_options *options = run->options;
    pleach_listener listener = {.progress = progress_show,
                                .warn = warnings_add,
                                .note = notes_add,
                                .context = &run->warnings};
    pleach_validation_options how = {
        .hide = options->hide,
        .folds = options->folds,
        .affinity = pipeline_affinity_options(options),
        .clusters = options->cluster,
        .listener = &listener,
    };
    how.affinity.threads = how.clusters.threads = options->threads;
    pleach_status status = pipeline_read_and_warn(
        &run->corpus, options, &listener, &run->warnings, error);
    if (status != PLEACH_OK)
        return status;
    return pleach_validate(&run->validation, run->corpus, &how, error);
}

/* Tables are written together at the end, or none of them. */
static int validate_and_write(cli_validating *run)
{
    const cli_options *options = run->options;
    pleach_error error = {0};
    run->start = clock_now();
    progress_start(!options->quiet, terminal_color(stderr, options->color));
    pleach_status status = validate(run, &error);
    progress_clear();
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    if (status != PLEACH_OK)
        return error_print(&error);
    const pleach_validation_figures *figures =
        pleach_validation_get_figures(run->validation);
    int code =
        tables_write(&run->tables, options, report_validation_formats, figures);
    if (code == EXIT_DONE && !options->quiet && run->tables.outputs.files)
        summary_print_validation(figures->folds, &run->tables.outputs,
                                 clock_now() - run->start);
    return code;
}

int validate_run(const cli_options *options)
{
    cli_validating run = {.options = options};
    int code = plan_validation(&run);
    if (code == EXIT_DONE)
        code = validate_and_write(&run);
    if (code == EXIT_INTERRUPTED && !options->quiet)
        error_say(code, "Interrupted; nothing was written.");
    pleach_validation_free(run.validation);
    pleach_corpus_free(run.corpus);
    tables_release(&run.tables);
    return code;
}
