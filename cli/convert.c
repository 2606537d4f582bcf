/* convert.c: "pleach convert", from one format to another, nothing merged. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "output_formats.h"
#include "outputs.h"
#include "pipeline.h"
#include "progress.h"
#include "summary.h"

/* One run: what was asked, what was made so far. */
typedef struct cli_converting {
    pipeline line; /* which has the taxonomy, if that is converted */
    cli_outputs outputs;
    const char *const *paths; /* of all outputs ... */
    size_t count;
    const char **formats; /* ... and what goes there */

    pleach_trees *trees; /* of inputs */
} cli_converting;

/* Trees are nested JSON, and not the JSON of a taxonomy. */
static const char *as_trees(const char *format)
{
    return format != NULL && strcmp(format, "json") == 0 ? "nested" : format;
}

static const char *trees_format_of(const char *path)
{
    return as_trees(output_format_of(path));
}

static const char *choose_format(const cli_options *options, const char *path)
{
    return options->format != NULL  ? as_trees(options->format)
           : strcmp(path, "-") == 0 ? "jsonl"
                                    : trees_format_of(path);
}

/* Without an output, JSON Lines go to standard output. */
static int plan_conversion(cli_converting *run)
{
    static const char *const standard_output[] = {"-"};
    const cli_options *options = run->line.options;
    int code = pipeline_check_input(options, "convert");
    if (code == EXIT_DONE && options->cluster.shape != NULL)
        code = pipeline_is_taxonomy(options)
                   ? error_say(EXIT_USAGE,
                               "A result is made to measure where it is "
                               "grown: \"pleach grow --shape\".")
                   : pipeline_check(options);
    run->count = options->outputs.count;
    run->paths = options->outputs.items;
    if (run->count == 0) {
        run->paths = standard_output;
        run->count = 1;
    }
    run->formats = calloc(run->count, sizeof *run->formats);
    if (run->formats == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory.");
    for (size_t k = 0; code == EXIT_DONE && k < run->count; k++) {
        run->formats[k] = choose_format(options, run->paths[k]);
        code = output_format_check(run->formats[k], run->paths[k], true);
        if (code == EXIT_DONE && strcmp(run->formats[k], "html") == 0 &&
            pipeline_is_taxonomy(options))
            code = error_say(EXIT_USAGE,
                             "\"pleach view %s -o %s\" makes a page of a "
                             "result.",
                             options->operands.items[0], run->paths[k]);
    }
    if (code == EXIT_DONE)
        code = output_formats_agree(&options->outputs,
                                    as_trees(options->format), trees_format_of);
    if (code != EXIT_DONE)
        return code;
    return outputs_plan_streams(&run->outputs, run->paths, run->count, options);
}

/* One person's trees, which nobody else's are merged with. */
static pleach_status shape_trees(pipeline *line, pleach_error *error)
{
    pleach_status status = pipeline_read(line, error);
    if (status == PLEACH_OK)
        status = pipeline_grow(line, error);
    if (status != PLEACH_OK ||
        pleach_corpus_get_facts(line->corpus)->owners < 2)
        return status;
    error->status = PLEACH_BAD_USAGE;
    snprintf(error->sentence, sizeof error->sentence,
             "These are trees of several people, and \"pleach convert\" merges "
             "none: \"pleach grow --shape\" does.");
    return error->status;
}

static pleach_status read_conversion(void *context, pleach_error *error)
{
    cli_converting *run = context;
    const cli_options *options = run->line.options;
    if (pipeline_is_taxonomy(options)) {
        pleach_input input = {.name = options->operands.items[0]};
        return pleach_taxonomy_load(&run->line.taxonomy, &input, error);
    }
    if (options->cluster.shape != NULL)
        return shape_trees(&run->line, error);
    pleach_status status = pipeline_read_operands(NULL, &run->trees, options,
                                                  &run->line.listener, error);
    progress_clear();
    if (status == PLEACH_OK && !options->quiet)
        warnings_print(&run->line.warnings, pleach_trees_get_facts(run->trees));
    return status;
}

/* One after the other from the same trees, which are read once. */
static pleach_status write_conversions(cli_converting *run, pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    for (size_t k = 0; status == PLEACH_OK && k < run->count; k++) {
        pleach_write_options how = {
            .format = run->formats[k],
            .base = run->line.options->base,
            .label_language = run->line.options->label_language,
            .listener = &run->line.listener,
        };
        pleach_sink to = {.stream =
                              outputs_stream(&run->outputs, run->paths[k])};
        status =
            run->trees != NULL
                ? pleach_trees_write(run->trees, &to, &how, error)
                : pleach_taxonomy_write(run->line.taxonomy, &to, &how, error);
    }
    return status;
}

/* What a format has no place for is told after all is written. */
static int write_all(cli_converting *run)
{
    pleach_error error = {0};
    int code = outputs_open_streams(&run->outputs);
    if (code != EXIT_DONE)
        return code;
    if (write_conversions(run, &error) != PLEACH_OK)
        return outputs_say_failed(&run->outputs, &error);
    code = outputs_commit_streams(&run->outputs);
    if (code == EXIT_DONE && !run->line.options->quiet)
        warnings_print_new(&run->line.warnings);
    if (code == EXIT_DONE && run->line.options->cluster.shape != NULL)
        summary_print_shape(pleach_taxonomy_report(run->line.taxonomy),
                            run->line.options->quiet);
    return code;
}

/* Releases what was made, however far it came. */
int convert_run(const cli_options *options)
{
    cli_converting run = {.trees = NULL};
    pipeline_begin(&run.line, options);
    int code = plan_conversion(&run);
    if (code == EXIT_DONE)
        code = pipeline_work(options, read_conversion, &run);
    if (code == EXIT_DONE)
        code = write_all(&run);
    pleach_trees_free(run.trees);
    pipeline_end(&run.line);
    outputs_release(&run.outputs);
    free(run.formats);
    return code;
}
