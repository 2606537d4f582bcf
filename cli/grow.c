/* grow.c: "pleach grow", the main job from inputs to files. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <sys/resource.h>

#include "asking.h"
#include "commands.h"
#include "crew.h"
#include "errors.h"
#include "memory.h"
#include "outputs.h"
#include "pipeline.h"
#include "pleach.h"
#include "progress.h"
#include "signals.h"
#include "summary.h"
#include "terminal.h"
#include "warnings.h"

/* One run: what was asked, what was made so far. */
typedef struct cli_run {
    const cli_options *options;
    cli_warnings warnings;
    pleach_listener listener;
    pleach_affinity_options compare;
    pleach_clusters_options cluster;
    pleach_stage_times times;
    cli_outputs outputs;

    int ask_code; /* of a command that could not answer */
    pipeline_given given;
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    pleach_clusters *clusters;
    pleach_taxonomy *taxonomy;
} cli_run;

static void release_nouns(cli_run *run)
{
    pleach_taxonomy_free(run->taxonomy);
    pleach_clusters_free(run->clusters);
    pleach_affinity_free(run->affinity);
    pleach_corpus_free(run->corpus);
    run->taxonomy = NULL;
    run->clusters = NULL;
    run->affinity = NULL;
    run->corpus = NULL;
    pipeline_release_given(&run->given);
}

static void trace_iteration(void *context, const pleach_iteration *at)
{
    FILE *to = context;
    fprintf(to, "%" PRIu32 "\t%.9g\t%.9g\t%" PRIu64 "\t%" PRIu64 "\n",
            at->iteration, at->net_similarity, at->best, at->changed,
            at->flipped);
}

/* The solver shows as much of itself with a trace as without only if all of a
 * crew have one. */
static void ignore_iteration(void *context, const pleach_iteration *at)
{
    (void)context;
    (void)at;
}

/* The command line in the library's terms. */
static void translate_options(cli_run *run)
{
    run->listener = (pleach_listener){
        .progress = progress_show,
        .warn = warnings_add,
        .note = notes_add,
        .context = &run->warnings,
    };
    run->compare = pipeline_affinity_options(run->options);
    run->compare.seed = run->options->seed;
    run->compare.threads = run->options->threads;
    run->compare.listener = &run->listener;
    if (run->options->crew != NULL)
        run->compare.exchange = run->options->crew->exchange;
    run->cluster = run->options->cluster;
    run->cluster.threads = run->options->threads;
    run->cluster.listener = &run->listener;
    if (run->options->trace != NULL)
        run->cluster.trace = ignore_iteration;
}

/* Adds the seconds since *start to *stage, and starts the next one. */
static void clock_stage(double *start, double *stage)
{
    double now = clock_now();
    *stage += now - *start;
    *start = now;
}

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
    if (run->given.previous == NULL || run->given.decisions != NULL)
        return;
    uint64_t count = pleach_taxonomy_report(run->given.previous)->decisions;
    snprintf(warning.sentence, sizeof warning.sentence,
             "%.300s obeyed %" PRIu64 " decision%s, which bind%s nobody now: "
             "to keep %s, give the file by --decisions.",
             run->options->previous, count, count == 1 ? "" : "s",
             count == 1 ? "s" : "", count == 1 ? "it" : "them");
    if (count > 0)
        warnings_add(&run->warnings, &warning);
}

static void tell_what_was_read(cli_run *run)
{
    if (!run->options->quiet)
        warnings_print(&run->warnings, pleach_corpus_get_facts(run->corpus));
    warn_of_forgotten(run);
}

/* Has a command answer what is worth asking, before all is grown for good. */
static pleach_status ask_first(cli_run *run)
{
    asking a = {.options = run->options,
                .command = run->options->ask_with,
                .file = run->options->answers,
                .corpus = run->corpus,
                .compare = run->compare,
                .cluster = run->cluster,
                .answers = run->given.answers};
    a.cluster.trace = NULL;
    run->ask_code = asking_run(&a);
    return run->ask_code == EXIT_DONE ? PLEACH_OK : PLEACH_CANCELLED;
}

/* Stage by stage, each timed; processes of a crew agree after reading, so that
 * all go on or none does. */
static pleach_status make_taxonomy(cli_run *run, pleach_error *error)
{
    double start = clock_now();
    pleach_status status =
        pipeline_take_given(&run->given, &run->compare, run->options, error);
    if (status == PLEACH_OK)
        status =
            pipeline_read(&run->corpus, run->options, &run->listener, error);
    if (run->options->crew != NULL)
        status = run->options->crew->agree(status, error);
    clock_stage(&start, &run->times.read);
    if (status != PLEACH_OK)
        return status;
    tell_what_was_read(run);
    run->compare.max_memory = memory_left();
    if (run->options->ask_with != NULL && ask_first(run) != PLEACH_OK)
        return PLEACH_CANCELLED;
    status = pleach_affinity_compare(&run->affinity, run->corpus, &run->compare,
                                     error);
    clock_stage(&start, &run->times.compare);
    if (status != PLEACH_OK)
        return status;
    if (!run->options->quiet)
        warnings_print_new(&run->warnings);
    status = pleach_clusters_find(&run->clusters, run->affinity, &run->cluster,
                                  error);
    clock_stage(&start, &run->times.cluster);
    if (status != PLEACH_OK)
        return status;
    status = pleach_taxonomy_grow(&run->taxonomy, run->clusters, error);
    clock_stage(&start, &run->times.grow);
    return status;
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
    run->times.peak_bytes = peak_bytes();
    int code =
        outputs_write(&run->outputs, run->taxonomy, run->options, &run->times);
    if (code == EXIT_DONE && signals_interrupted())
        return EXIT_INTERRUPTED;
    progress_clear();
    return code != EXIT_DONE ? code
                             : outputs_commit(&run->outputs, run->taxonomy,
                                              run->options, &run->times);
}

/* Files get a summary; who prints the tree at a terminal gets what is left to
 * do; a pipe gets the price of a shape, and whoever wants it quiet only what
 * the shape could not do. */
static int finish(cli_run *run)
{
    const pleach_report *report = pleach_taxonomy_report(run->taxonomy);
    int code = write_outputs(run);
    if (code != EXIT_DONE)
        return code;
    bool quiet = run->options->quiet;
    if (!quiet && run->outputs.files)
        summary_print(report, run->options->operands.count, &run->outputs,
                      &run->times);
    else if (!quiet && terminal_can_redraw(stderr))
        summary_print_quality(report, &run->outputs);
    else
        summary_print_shape(report, quiet);
    if (!quiet && !run->outputs.files && !report->converged)
        summary_warn_not_converged(report);
    return run->options->strict && !report->converged ? EXIT_NOT_CONVERGED
                                                      : EXIT_DONE;
}

/* The trace is opened first, as it is filled while the solver works. */
static int work(cli_run *run)
{
    pleach_error error = {0};
    if (run->outputs.trace != NULL) {
        int code = outputs_open_trace(&run->outputs);
        if (code != EXIT_DONE)
            return code;
        run->cluster.trace = trace_iteration;
        run->cluster.trace_context = run->outputs.trace->stream;
        fputs("iteration\tnet_similarity\tbest\tchanged\tflipped\n",
              run->outputs.trace->stream);
    }
    progress_start(!run->options->quiet,
                   terminal_color(stderr, run->options->color));
    pleach_status status = make_taxonomy(run, &error);
    progress_clear();
    /* A read that a signal cut short may look like another failure. */
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    if (run->ask_code != EXIT_DONE)
        return run->ask_code;
    if (status != PLEACH_OK)
        return error_print(&error);
    return writes_itself(run->options) ? finish(run) : EXIT_DONE;
}

static int check_options(const cli_options *options)
{
    int code = pipeline_check_input(options, "grow");
    if (code != EXIT_DONE)
        return code;
    if (options->hops != NOT_GIVEN && options->seed == NULL)
        return error_say(EXIT_USAGE, "--hops counts from a seed; add --seed "
                                     "TERM.");
    return EXIT_DONE;
}

/* A crew settles on one exit code before the work: a mistake of one ends all.
 */
int grow_run(const cli_options *options)
{
    cli_run run = {.options = options};
    int code = check_options(options);
    if (code == EXIT_DONE && writes_itself(options))
        code = outputs_plan(&run.outputs, options);
    translate_options(&run);
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (options->crew != NULL)
        code = options->crew->settle(code);
    if (code == EXIT_DONE)
        code = work(&run);
    if (code == EXIT_INTERRUPTED && !options->quiet)
        error_say(code, "Interrupted; nothing was written.");
    release_nouns(&run);
    outputs_release(&run.outputs);
    return code;
}
