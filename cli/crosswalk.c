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
#include "progress.h"
#include "signals.h"
#include "terminal.h"
#include "warnings.h"

/* More rows than anybody reads: hours of work and gigabytes. */
enum { MOST_ROWS = 10000000 };

/* One run: what was asked, what was made so far. */
typedef struct cli_crossing {
    const cli_options *options;
    cli_warnings warnings;
    pleach_listener listener;
    cli_outputs outputs;

    pipeline_grown grown;
} cli_crossing;

static pleach_status make_forest(cli_crossing *run, pleach_error *error)
{
    pleach_input input = {.name = run->options->operands.items[0]};
    return pipeline_is_taxonomy(run->options)
               ? pleach_taxonomy_load(&run->grown.taxonomy, &input, error)
               : pipeline_grow(&run->grown, run->options, &run->listener,
                               &run->warnings, error);
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

static int compare_owners(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return strcmp(*a, *b);
}

static size_t count_members(const pleach_taxonomy *taxonomy)
{
    size_t count = 0;
    pleach_cluster cluster;
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++)
        if (pleach_taxonomy_cluster(&cluster, taxonomy, c, NULL) == PLEACH_OK)
            count += cluster.size;
    return count;
}

/* The owners of all nodes; the leaf of an inner node is its root once more. */
static size_t list_owners(const char **owners, const pleach_taxonomy *taxonomy)
{
    size_t used = 0;
    pleach_cluster cluster;
    pleach_member member;
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++)
        if (pleach_taxonomy_cluster(&cluster, taxonomy, c, NULL) == PLEACH_OK)
            for (uint32_t k = 0; k < cluster.size; k++)
                if (pleach_taxonomy_member(&member, taxonomy, c, k, NULL) ==
                        PLEACH_OK &&
                    (strcmp(member.node.role, "leaf") == 0 ||
                     strcmp(member.node.path, ".") == 0))
                    owners[used++] = member.node.owner;
    qsort(owners, used, sizeof *owners, compare_owners);
    return used;
}

/* A row for each node of a source and each other source. */
static uint64_t count_rows(const char *const *owners, size_t count,
                           const cli_options *options)
{
    uint64_t sources = 0, from = 0;
    for (size_t k = 0; k < count; k++) {
        sources += k == 0 || strcmp(owners[k], owners[k - 1]) != 0;
        from += options->from == NULL || strcmp(owners[k], options->from) == 0;
    }
    return sources < 2 || options->to_result
               ? 0
               : from * (options->to == NULL ? sources - 1 : 1);
}

static int check_rows(const cli_crossing *run)
{
    const char **owners =
        calloc(count_members(run->grown.taxonomy) + 1, sizeof *owners);
    if (owners == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory.");
    uint64_t rows = count_rows(owners, list_owners(owners, run->grown.taxonomy),
                               run->options);
    free(owners);
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
    const cli_options *options = run->options;
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
    if (pleach_crosswalk(&facts, run->grown.taxonomy, &to, &how, &error) !=
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

static int cross(cli_crossing *run)
{
    const cli_options *options = run->options;
    pleach_error error = {0};
    progress_start(!options->quiet, terminal_color(stderr, options->color));
    pleach_status status = make_forest(run, &error);
    progress_clear();
    if (signals_interrupted())
        return EXIT_INTERRUPTED;
    if (status != PLEACH_OK)
        return error_print(&error);
    int code = check_rows(run);
    return code == EXIT_DONE ? write_crossing(run) : code;
}

static int plan_crossing(cli_crossing *run)
{
    const cli_options *options = run->options;
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
    cli_crossing run = {.options = options};
    run.listener = (pleach_listener){.progress = progress_show,
                                     .warn = warnings_add,
                                     .note = notes_add,
                                     .context = &run.warnings};
    int code = plan_crossing(&run);
    if (code == EXIT_DONE)
        code = cross(&run);
    if (code == EXIT_INTERRUPTED && !options->quiet)
        error_say(code, "Interrupted; nothing was written.");
    pipeline_release(&run.grown);
    outputs_release(&run.outputs);
    return code;
}
