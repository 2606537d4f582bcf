/* validate.c: "pleach validate", how right a forest is by hidden people. */
/* SPDX-License-Identifier: MIT */
#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "progress.h"
#include "report/report.h"
#include "signals.h"
#include "terminal.h"
#include "warnings.h"

/* One run: what was asked, what was made so far. */
typedef struct cli_validating {
    const cli_options *options;
    cli_warnings warnings;
    pleach_corpus *corpus;
    pleach_validation *validation;
} cli_validating;

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

static int validate_and_print(cli_validating *run)
{
    const cli_options *options = run->options;
    pleach_error error = {0};
    progress_start(!options->quiet, terminal_color(stderr, options->color));
    pleach_status status = validate(run, &error);
    progress_clear();
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    if (status != PLEACH_OK)
        return error_print(&error);
    (options->json ? report_validation_json : report_validation_text)(
        pleach_validation_get_figures(run->validation), stdout);
    return EXIT_DONE;
}

int validate_run(const cli_options *options)
{
    cli_validating run = {.options = options};
    int code = pipeline_check_input(options, "validate");
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (code == EXIT_DONE)
        code = validate_and_print(&run);
    if (code == EXIT_INTERRUPTED && !options->quiet)
        error_say(code, "Interrupted; nothing was printed.");
    pleach_validation_free(run.validation);
    pleach_corpus_free(run.corpus);
    return code;
}
