/* crosswalk.c: "pleach crosswalk", from the nodes of one source to another. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "output_formats.h"
#include "outputs.h"
#include "pipeline.h"

/* More rows than anybody reads: hours of work and gigabytes. */
enum { MOST_ROWS = 10000000 };

/* One run, and where it goes. */
typedef struct cli_crossing {
    pipeline line;
    cli_outputs outputs;
} cli_crossing;

static pleach_status make_forest(void *context, pleach_error *error)
{
    pipeline *line = context;
    pleach_input input = {.name = line->options->operands.items[0]};
    if (pipeline_is_taxonomy(line->options))
        return pleach_taxonomy_load(&line->taxonomy, &input, error);
    pleach_status status = pipeline_read(line, error);
    return status == PLEACH_OK ? pipeline_grow(line, error) : status;
}

static const char *output_path(const cli_options *options)
{
    return options->outputs.count > 0 ? options->outputs.items[0] : "-";
}

/* By --format, or by the ending; false: that says nothing. */
static bool find_format(const cli_options *options, const char *path,
                        pleach_crosswalk_format *format)
{
    static const struct {
        const char *name, *ending;
    } known[] = {[PLEACH_CROSSWALK_CSV] = {"csv", ".csv"},
                 [PLEACH_CROSSWALK_SSSOM] = {"sssom", ".sssom.tsv"},
                 [PLEACH_CROSSWALK_ALIGNMENT] = {"alignment", ".rdf"}};
    *format = PLEACH_CROSSWALK_CSV;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (options->format != NULL
                ? strcmp(options->format, known[k].name) == 0
                : output_has_ending(path, known[k].ending)) {
            *format = (pleach_crosswalk_format)k;
            return true;
        }
    return strcmp(path, "-") == 0;
}

/* A table under an ending of another program's would not open there. */
static int check_ending(const cli_options *options, const char *path)
{
    pleach_crosswalk_format format;
    if (find_format(options, path, &format))
        return EXIT_DONE;
    return error_say(EXIT_USAGE,
                     "\"pleach crosswalk\" writes .csv, .sssom.tsv and .rdf, "
                     "and \"%s\" ends otherwise; call it so, or add --format "
                     "csv, --format sssom or --format alignment.",
                     path);
}

/* A file whose nodes name their owners may hold several sources; a grown result
 * as well. */
static int check_sources(const cli_options *options)
{
    if (options->operands.count == 0)
        return error_say(EXIT_USAGE, "\"pleach crosswalk\" wants the files of "
                                     "two sources, or a taxonomy.");
    if (options->to_result && options->to != NULL)
        return error_say(EXIT_USAGE, "--to-result leads to the result, and "
                                     "--to to a source; give one of them.");
    if (options->decisions != NULL && pipeline_is_taxonomy(options))
        return error_say(EXIT_USAGE,
                         "What is grown already obeys the decisions that it "
                         "was grown with; give --decisions to \"pleach "
                         "grow\", or the inputs to \"pleach crosswalk\".");
    return EXIT_DONE;
}

/* A row for each entry and each other source, unless one side is named. */
static int check_rows(const pipeline *line)
{
    const cli_options *options = line->options;
    const pleach_report *report = pleach_taxonomy_report(line->taxonomy);
    uint64_t rows = report->people < 2 || options->to_result ||
                            options->from != NULL || options->to != NULL
                        ? 0
                        : report->entries * (report->people - 1);
    if (rows <= MOST_ROWS)
        return EXIT_DONE;
    return error_say(EXIT_USAGE,
                     "This crosswalk would have %" PRIu64 " rows, one for "
                     "each node and each other source. Name the source whose "
                     "nodes you want by --from, or the one that they are to "
                     "be led to by --to.",
                     rows);
}

static int write_crossing(cli_crossing *run)
{
    const cli_options *options = run->line.options;
    const char *path = output_path(options);
    pleach_crosswalk_options how = {.from = options->from,
                                    .to = options->to,
                                    .base = options->base,
                                    .alternatives = options->alternatives,
                                    .one_to_one = options->one_to_one,
                                    .to_result = options->to_result};
    pleach_crosswalk_facts facts = {0};
    pleach_error error = {0};
    find_format(options, path, &how.format);
    int code = outputs_open_streams(&run->outputs);
    if (code != EXIT_DONE)
        return code;
    pleach_sink to = {.stream = outputs_stream(&run->outputs, path)};
    if (pleach_crosswalk(&facts, run->line.taxonomy, &to, &how, &error) !=
        PLEACH_OK)
        return outputs_say_failed(&run->outputs, &error);
    code = outputs_commit_streams(&run->outputs);
    if (code == EXIT_DONE && !options->quiet && run->outputs.files)
        fprintf(stderr,
                "Of %" PRIu64 " nodes %" PRIu64 " have their counterpart, "
                "%" PRIu64 " a broader, %" PRIu64 " a narrower and %" PRIu64
                " an overlapping one; %" PRIu64 " have candidates only.\n",
                facts.nodes, facts.exact, facts.broader, facts.narrower,
                facts.related,
                facts.nodes - facts.exact - facts.broader - facts.narrower -
                    facts.related);
    return code;
}

static int plan_crossing(cli_crossing *run)
{
    const cli_options *options = run->line.options;
    const char *path = output_path(options);
    int code = check_sources(options);
    if (code != EXIT_DONE)
        return code;
    if (options->outputs.count > 1)
        return error_say(EXIT_USAGE, "\"pleach crosswalk\" writes one table; "
                                     "give one --output.");
    code = check_ending(options, path);
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    return code != EXIT_DONE
               ? code
               : outputs_plan_streams(&run->outputs, &path, 1, options);
}

int crosswalk_run(const cli_options *options)
{
    cli_crossing run = {.outputs = {.count = 0}};
    pipeline_begin(&run.line, options);
    int code = plan_crossing(&run);
    if (code == EXIT_DONE)
        code = pipeline_work(options, make_forest, &run.line);
    if (code == EXIT_DONE)
        code = check_rows(&run.line);
    if (code == EXIT_DONE)
        code = write_crossing(&run);
    pipeline_end(&run.line);
    outputs_release(&run.outputs);
    return code;
}
