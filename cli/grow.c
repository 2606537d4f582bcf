/* grow.c: "pleach grow", the main job from inputs to files. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <sys/resource.h>

#include "commands.h"
#include "crew.h"
#include "errors.h"
#include "outputs.h"
#include "pipeline.h"
#include "progress.h"
#include "signals.h"
#include "summary.h"
#include "terminal.h"
#include "warnings.h"

/* One run, and where it goes. */
typedef struct cli_run {
    pipeline line;
    cli_outputs outputs;
} cli_run;

/* Whether the taxonomy is written here, and not by another of the crew. */
static bool writes_itself(const cli_options *options)
{
    return options->crew == NULL || options->crew->writes;
}

/* What was decided for the result before is not taken from it, as whoever takes
 * a line out of the file means it; who forgot the file should hear of it. */
static void warn_of_forgotten(cli_run *run)
{
    pleach_error warning = {0};
    if (run->line.previous == NULL || run->line.decisions != NULL)
        return;
    uint64_t count = pleach_taxonomy_report(run->line.previous)->decisions;
    snprintf(warning.sentence, sizeof warning.sentence,
             "%.300s obeyed %" PRIu64 " decision%s, which bind%s nobody now: "
             "to keep %s, give the file by --decisions.",
             run->line.options->previous, count, count == 1 ? "" : "s",
             count == 1 ? "s" : "", count == 1 ? "it" : "them");
    if (count > 0)
        warnings_add(&run->line.warnings, &warning);
}

static pleach_status make_taxonomy(void *context, pleach_error *error)
{
    cli_run *run = context;
    pleach_status status = pipeline_read(&run->line, error);
    if (status != PLEACH_OK)
        return status;
    warn_of_forgotten(run);
    return pipeline_grow(&run->line, error);
}

static uint64_t peak_bytes(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0
               ? (uint64_t)usage.ru_maxrss * 1024
               : 0;
}

/* All or nothing: what takes long is done before the first rename. */
static int write_outputs(cli_run *run)
{
    pipeline *line = &run->line;
    line->times.peak_bytes = peak_bytes();
    int code = outputs_write(&run->outputs, line->taxonomy, line->options,
                             &line->times);
    if (code == EXIT_DONE && signals_interrupted())
        return EXIT_INTERRUPTED;
    progress_clear();
    return code != EXIT_DONE ? code
                             : outputs_commit(&run->outputs, line->taxonomy,
                                              line->options, &line->times);
}

/* Files get a summary; who prints the tree at a terminal gets what is left to
 * do; a pipe gets the price of a shape, and whoever wants it quiet only what
 * the shape could not do. */
static int finish(cli_run *run)
{
    const cli_options *options = run->line.options;
    const pleach_report *report = pleach_taxonomy_report(run->line.taxonomy);
    int code = write_outputs(run);
    if (code != EXIT_DONE)
        return code;
    bool quiet = options->quiet;
    if (!quiet && run->outputs.files)
        summary_print(report, options->operands.count, &run->outputs,
                      &run->line.times);
    else if (!quiet && terminal_can_redraw(stderr))
        summary_print_quality(report, &run->outputs);
    else
        summary_print_shape(report, quiet);
    if (!quiet && !run->outputs.files && !report->converged)
        summary_warn_not_converged(report);
    return options->strict && !report->converged ? EXIT_NOT_CONVERGED
                                                 : EXIT_DONE;
}

static int check_options(const cli_options *options)
{
    int code = pipeline_check_input(options, "grow");
    if (code == EXIT_DONE && options->hops != NOT_GIVEN &&
        options->seed == NULL)
        code = error_say(EXIT_USAGE, "--hops counts from a seed; add --seed "
                                     "TERM.");
    return code;
}

/* A crew settles on one exit code before the work: a mistake of one ends all.
 */
int grow_run(const cli_options *options)
{
    cli_run run = {.outputs = {.count = 0}};
    int code = check_options(options);
    if (code == EXIT_DONE && writes_itself(options))
        code = outputs_plan(&run.outputs, options);
    pipeline_begin(&run.line, options);
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (options->crew != NULL)
        code = options->crew->settle(code);
    if (code == EXIT_DONE)
        code = pipeline_work(options, make_taxonomy, &run);
    if (code == EXIT_DONE && writes_itself(options))
        code = finish(&run);
    pipeline_end(&run.line);
    outputs_release(&run.outputs);
    return code;
}
