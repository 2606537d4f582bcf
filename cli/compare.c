/* compare.c: "pleach compare", several solvers side by side. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "hints.h"
#include "pipeline.h"
#include "report/report.h"

/* In the order of pleach_solver, from 1 on. */
static const char *const known_solvers[] = {PLEACH_SOLVER_WORDS};
enum { KNOWN_SOLVERS = sizeof known_solvers / sizeof *known_solvers };

/* One run: what was asked, what was made so far. */
typedef struct cli_comparing {
    pleach_solver solvers[KNOWN_SOLVERS];
    size_t solver_count;
    pipeline line;
    pleach_comparison *comparison;
} cli_comparing;

/* -------------------------------------------------------------- planning -- */

static int say_unknown_solver(const char *word)
{
    cli_hint hint = {.word = word};
    for (size_t k = 0; k < KNOWN_SOLVERS; k++)
        hint_offer(&hint, known_solvers[k]);
    const char *near = hint_get(&hint);
    return error_say(EXIT_USAGE,
                     "--solvers knows ap, rap, joint, consensus and votes%s, "
                     "not \"%s\"%s%s%s",
                     near == NULL ? ", separated by commas" : "", word,
                     near == NULL ? "" : "; did you mean ",
                     near == NULL ? "" : near, near == NULL ? "." : "?");
}

static int add_solver(cli_comparing *run, const char *word)
{
    uint32_t at = 0;
    while (at < KNOWN_SOLVERS && strcmp(known_solvers[at], word) != 0)
        at++;
    if (at == KNOWN_SOLVERS)
        return say_unknown_solver(word);
    for (size_t k = 0; k < run->solver_count; k++)
        if (run->solvers[k] == at + 1)
            return error_say(EXIT_USAGE, "--solvers names %s twice.", word);
    run->solvers[run->solver_count++] = (pleach_solver)(at + 1);
    return EXIT_DONE;
}

static int plan_solvers(cli_comparing *run)
{
    const char *list = run->line.options->solvers;
    int code = EXIT_DONE;
    while (list != NULL && code == EXIT_DONE) {
        char word[64];
        size_t length = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        list = list[length] == ',' ? list + length + 1 : NULL;
        code = add_solver(run, word);
    }
    return code;
}

/* All that may be wrong with the words is said before a file is read. */
static int plan_comparison(cli_comparing *run)
{
    const cli_options *options = run->line.options;
    int code = pipeline_check_input(options, "compare");
    if (code == EXIT_DONE)
        code = plan_solvers(run);
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (code == EXIT_DONE && options->hops != NOT_GIVEN &&
        options->seeds.count == 0)
        code = error_say(EXIT_USAGE, "--hops counts from a seed; add --seed "
                                     "TERM.");
    return code;
}

/* --------------------------------------------------------------- working -- */

static pleach_status compare(void *context, pleach_error *error)
{
    cli_comparing *run = context;
    pipeline *line = &run->line;
    pleach_status status = pipeline_read(line, error);
    pleach_comparison_options how = {
        .seeds = line->options->seeds.items,
        .seed_count = line->options->seeds.count,
        .solvers = run->solvers,
        .solver_count = run->solver_count,
        .affinity = line->compare,
        .clusters = line->cluster,
        .threads = line->options->threads,
        .listener = &line->listener,
    };
    return status == PLEACH_OK
               ? pleach_compare(&run->comparison, line->corpus, &how, error)
               : status;
}

static bool all_converged(const cli_comparing *run)
{
    size_t count;
    const pleach_comparison_row *rows =
        pleach_comparison_rows(run->comparison, &count);
    for (size_t k = 0; k < count; k++)
        if (!rows[k].report.converged)
            return false;
    return true;
}

static int print_comparison(const cli_comparing *run)
{
    const cli_options *options = run->line.options;
    size_t count;
    report_comparison figures = {
        .seed_count = options->seeds.count > 0 ? options->seeds.count : 1};
    figures.rows = pleach_comparison_rows(run->comparison, &count);
    figures.solver_count = count / figures.seed_count;
    (options->json ? report_comparison_json : report_comparison_text)(&figures,
                                                                      stdout);
    return options->strict && !all_converged(run) ? EXIT_NOT_CONVERGED
                                                  : EXIT_DONE;
}

int compare_run(const cli_options *options)
{
    cli_comparing run = {.solver_count = 0};
    pipeline_begin(&run.line, options);
    int code = plan_comparison(&run);
    if (code == EXIT_DONE)
        code = pipeline_work(options, compare, &run);
    if (code == EXIT_DONE)
        code = print_comparison(&run);
    pleach_comparison_free(run.comparison);
    pipeline_end(&run.line);
    return code;
}
