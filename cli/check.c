/* check.c: "pleach check", the independent proof of a result. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
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

/* What is not proved, as a list of fields: all choices, or all else. */
static json_t *list_fields(const pleach_check_result *result, bool choices)
{
    json_t *list = json_array();
    char name[80];
    bool possible;
    for (size_t k = 0;
         pleach_not_proved(result, k, &possible, name, sizeof name) > 0; k++)
        if (possible == choices)
            json_array_append_new(list, json_string(name));
    return list;
}

static int print_proved_json(const pleach_check_result *result)
{
    return print_json(json_pack(
        "{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:I, s:I, s:I, s:o, s:o}",
        "ok", 1, "clusters", (json_int_t)result->clusters, "trees",
        (json_int_t)result->trees, "edges", (json_int_t)result->edges,
        "more_edges", (json_int_t)result->more_edges, "members",
        (json_int_t)result->members, "discarded", (json_int_t)result->discarded,
        "inputs_compared", (int)result->inputs_compared, "input_nodes",
        (json_int_t)result->input_nodes, "matches", (json_int_t)result->matches,
        "matches_parted", (json_int_t)result->matches_parted, "possible",
        list_fields(result, true), "not_proved", list_fields(result, false)));
}

/* The fields of each object after its name. */
static void print_fields(const pleach_check_result *result, bool choices,
                         const char *heading)
{
    char name[80], object[80] = "?";
    bool possible;
    for (size_t k = 0;
         pleach_not_proved(result, k, &possible, name, sizeof name) > 0; k++) {
        char *field = strrchr(name, '.');
        if (possible != choices)
            continue;
        if (field != NULL)
            *field++ = '\0';
        const char *in = field == NULL ? "" : name;
        if (strcmp(object, "?") == 0)
            printf("%s ", heading);
        else
            printf("%s", strcmp(object, in) == 0 ? ", " : "; ");
        if (strcmp(object, in) != 0 && *in != '\0')
            printf("%s: ", in);
        printf("%s", field == NULL ? name : field);
        snprintf(object, sizeof object, "%s", in);
    }
    if (strcmp(object, "?") != 0)
        printf(".\n");
}

/* What is proved comes first, and what cannot be proved is said as well. */
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
    if (result->matches > 0 && result->matches_parted == 0)
        printf("OK: all %" PRIu64 " stated matches are obeyed.\n",
               result->matches);
    else if (result->matches > 0)
        printf("Not proved: %" PRIu64 " of %" PRIu64
               " stated matches, which decisions may part.\n",
               result->matches_parted, result->matches);
    print_fields(result, true, "Possible, but others are too:");
    print_fields(result, false, "Not proved:");
}

/* A file that is right in itself may still tell of people who never were. */
static int say_not_compared(const cli_options *options)
{
    pleach_error error = {.status = PLEACH_BAD_DATA};
    snprintf(error.file, sizeof error.file, "%s", options->operands.items[0]);
    snprintf(error.sentence, sizeof error.sentence,
             "The inputs that it names are not all there, so nobody looked "
             "whether a node was lost, invented or renamed. Name them after "
             "the taxonomy.");
    return options->json ? print_broken_json(&error) : error_print(&error);
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
        status = pleach_check_decisions(taxonomy, decisions, error);
    if (status == PLEACH_OK && !options->json) {
        size_t count, kept = 0;
        const pleach_decision *list = pleach_decisions_list(decisions, &count);
        for (size_t k = 0; k < count; k++)
            kept += list[k].kind == PLEACH_KEEP_BRANCH;
        printf("OK: all %zu decisions of %s are obeyed.\n", count - kept,
               options->decisions);
        if (kept > 0)
            printf("Not proved: what %zu keep-branch keep%s.\n", kept,
                   kept == 1 ? "s" : "");
    }
    pleach_decisions_free(decisions);
    return status;
}

/* The taxonomy is the first operand; inputs behind it are compared instead of
 * those it names. */
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
    free(inputs);
    if (status == PLEACH_BAD_DATA && options->json)
        return print_broken_json(&error);
    if (status != PLEACH_OK)
        return error_print(&error);
    if (!result.inputs_compared)
        return say_not_compared(options);
    if (options->json)
        return print_proved_json(&result);
    print_proved(&result);
    return EXIT_DONE;
}
