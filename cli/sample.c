/* sample.c: "pleach sample", a corpus made from a taxonomy. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "outputs.h"
#include "pleach.h"
#include "progress.h"
#include "signals.h"
#include "terminal.h"

static int check_sampling(const cli_options *options)
{
    if (options->operands.count != 1)
        return error_say(EXIT_USAGE, "\"pleach sample TAXONOMY\" wants one "
                                     "file.");
    if (options->outputs.count > 1)
        return error_say(EXIT_USAGE, "\"pleach sample\" writes one corpus; "
                                     "give one --output.");
    if (options->users > 0 && options->saplings > 0)
        return error_say(EXIT_USAGE, "Give --users or --saplings, not both: "
                                     "one follows from the other.");
    return EXIT_DONE;
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* How much was made, and how far it is from the taxonomy. */
static void print_summary(const pleach_sample_facts *facts, double seconds)
{
    if (facts->extra_parents > 0)
        warning_say("%" PRIu64 " further parent%s of concepts in the taxonomy "
                    "%s left out: the first one counts.",
                    facts->extra_parents, plural(facts->extra_parents),
                    facts->extra_parents == 1 ? "was" : "were");
    fprintf(stderr,
            "%" PRIu64 " sapling%s with %" PRIu64 " node%s by %" PRIu64
            " user%s, from %" PRIu64 " concept%s (%.1f s).\n",
            facts->saplings, plural(facts->saplings), facts->nodes,
            plural(facts->nodes), facts->users, plural(facts->users),
            facts->concepts, plural(facts->concepts), seconds);
    fprintf(stderr,
            "Leaves: %" PRIu64 " ok, %" PRIu64 " shortcut%s, %" PRIu64
            " wrong, %" PRIu64 " inverted; %" PRIu64
            " name%s of several concepts.\n",
            facts->right, facts->shortcuts, plural(facts->shortcuts),
            facts->wrong, facts->inverted, facts->ambiguous_names,
            plural(facts->ambiguous_names));
}

/* Saplings, truth and concepts are written while they are made. */
static int sample_and_write(const cli_options *options, cli_outputs *outputs,
                            const char *saplings)
{
    pleach_listener listener = {.progress = progress_show};
    pleach_sample_options how = options->sample;
    pleach_sample_facts facts = {0};
    pleach_error error = {0};
    int code = outputs_open_streams(outputs);
    if (code != EXIT_DONE)
        return code;
    how.users = options->users;
    how.saplings = options->saplings;
    how.random_seed = options->random_seed;
    how.listener = &listener;
    double start = clock_now();
    progress_start(!options->quiet, terminal_color(stderr, options->color));
    pleach_input taxonomy = {.name = options->operands.items[0]};
    pleach_sink to = {.stream = outputs_stream(outputs, saplings)};
    pleach_sink truth = {.stream = outputs_stream(outputs, options->truth)};
    pleach_sink gold = {.stream = outputs_stream(outputs, options->gold)};
    pleach_status status =
        pleach_sample(&taxonomy, &to, truth.stream == NULL ? NULL : &truth,
                      gold.stream == NULL ? NULL : &gold, &how, &facts, &error);
    progress_clear();
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    if (status != PLEACH_OK)
        return error_print(&error);
    code = outputs_commit_streams(outputs);
    if (code == EXIT_DONE && !options->quiet && outputs->files)
        print_summary(&facts, clock_now() - start);
    return code;
}

/* All three files or none. */
int sample_run(const cli_options *options)
{
    cli_outputs outputs;
    int code = check_sampling(options);
    if (code != EXIT_DONE)
        return code;
    const char *saplings =
        options->outputs.count > 0 ? options->outputs.items[0] : "-";
    const char *const paths[] = {saplings, options->truth, options->gold};
    code = outputs_plan_streams(&outputs, paths, 3, options);
    if (code == EXIT_DONE)
        code = sample_and_write(options, &outputs, saplings);
    if (code == EXIT_INTERRUPTED && !options->quiet)
        error_say(code, "Interrupted; no file was written.");
    outputs_release(&outputs);
    return code;
}
