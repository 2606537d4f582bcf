/* check.c: "pleach check", the independent proof of a result. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "pleach.h"

static int print_json(json_t *object)
{
    bool fine = object != NULL &&
                json_dumpf(object, stdout, JSON_INDENT(2)) == 0 &&
                fputc('\n', stdout) != EOF;
    json_decref(object);
    return fine ? EXIT_DONE
                : error_say(EXIT_SYSTEM, "The answer could not be printed.");
}

static int print_broken_json(const pleach_error *error)
{
    char file[4 * sizeof error->file], sentence[4 * sizeof error->sentence];
    text_make_harmless(file, sizeof file, error->file);
    text_make_harmless(sentence, sizeof sentence, error->sentence);
    int code =
        print_json(json_pack("{s:b, s:s, s:I, s:I, s:s}", "ok", 0, "file", file,
                             "line", (json_int_t)error->line, "column",
                             (json_int_t)error->column, "sentence", sentence));
    return code == EXIT_DONE ? EXIT_BAD_DATA : code;
}

static int print_proved_json(const pleach_check_result *result)
{
    return print_json(json_pack(
        "{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:I}", "ok", 1, "clusters",
        (json_int_t)result->clusters, "trees", (json_int_t)result->trees,
        "edges", (json_int_t)result->edges, "more_edges",
        (json_int_t)result->more_edges, "members", (json_int_t)result->members,
        "discarded", (json_int_t)result->discarded, "inputs_compared",
        (int)result->inputs_compared, "input_nodes",
        (json_int_t)result->input_nodes));
}

static void print_proved(const pleach_check_result *result)
{
    printf("OK: %" PRIu64 " cluster%s in %" PRIu64 " tree%s: ",
           result->clusters, result->clusters == 1 ? "" : "s", result->trees,
           result->trees == 1 ? "" : "s");
    bool one_edge = result->edges == 1, one_node = result->input_nodes == 1;
    if (result->more_edges == 0)
        printf("single parents, no loops, %s%" PRIu64 " edge%s supported.\n",
               one_edge ? "its " : "each of ", result->edges,
               one_edge ? "" : "s");
    else
        printf("no loops, %s%" PRIu64 " edge%s and %" PRIu64
               " to further parents supported.\n",
               one_edge ? "its " : "each of ", result->edges,
               one_edge ? "" : "s", result->more_edges);
    if (result->inputs_compared)
        printf("OK: %s%" PRIu64 " input node%s there once: %" PRIu64
               " in clusters, %" PRIu64 " discarded with a reason.\n",
               one_node ? "the " : "all ", result->input_nodes,
               one_node ? " is" : "s are", result->members, result->discarded);
    else
        warning_say("The inputs were not found, so nobody looked whether a "
                    "node was lost or invented; name them after the "
                    "taxonomy.");
}

/* Whether branches that are kept are as they were before, too. */
static pleach_status check_since(const cli_options *options,
                                 const pleach_input *taxonomy,
                                 const pleach_decisions *decisions,
                                 pleach_error *error)
{
    pleach_status status = pleach_check_since(
        taxonomy, &(pleach_input){.name = options->previous}, decisions, error);
    if (status == PLEACH_OK && !options->json)
        printf("OK: what keep-branch keeps is as it was in %s.\n",
               options->previous);
    return status;
}

/* Whether the result obeys the decisions that are named. */
static pleach_status check_decisions(const cli_options *options,
                                     const pleach_input *taxonomy,
                                     pleach_error *error)
{
    pleach_decisions *decisions = NULL;
    pleach_status status = pleach_decisions_read(
        &decisions, &(pleach_input){.name = options->decisions}, error);
    if (status == PLEACH_OK)
        status = options->previous == NULL
                     ? pleach_check_decisions(taxonomy, decisions, error)
                     : check_since(options, taxonomy, decisions, error);
    if (status == PLEACH_OK && !options->json) {
        size_t count;
        pleach_decisions_list(decisions, &count);
        printf("OK: all %zu decisions of %s are obeyed.\n", count,
               options->decisions);
    }
    pleach_decisions_free(decisions);
    return status;
}

int check_run(const cli_options *options)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    const text_list *operands = &options->operands;
    if (operands->count == 0)
        return error_say(EXIT_USAGE,
                         "Which taxonomy? \"pleach check "
                         "TAXONOMY.json [INPUT...]\" wants a file.");
    size_t count = operands->count;
    pleach_input *inputs = pipeline_inputs(operands->items, count, &error);
    pleach_status status =
        inputs == NULL
            ? error.status
            : pleach_check(&result, inputs, count > 1 ? inputs + 1 : NULL,
                           count - 1, &error);
    if (status == PLEACH_OK && options->decisions != NULL)
        status = check_decisions(options, inputs, &error);
    else if (status == PLEACH_OK && options->previous != NULL)
        status = check_since(options, inputs, NULL, &error);
    free(inputs);
    if (status == PLEACH_BAD_DATA && options->json)
        return print_broken_json(&error);
    if (status != PLEACH_OK)
        return error_print(&error);
    if (options->json)
        return print_proved_json(&result);
    print_proved(&result);
    return EXIT_DONE;
}
