/* mcp_tools.c: arguments of tools as those of the command, which runs apart.
 *
 * A tool is "pleach COMMAND" in a process of its own: what it prints is the
 * result, and a failure ends nothing but itself. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* realpath */
#include "mcp_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pleach_curate.h"
#include "shell.h"

/* Seconds for one call, and arguments at most. */
static const double MOST_SECONDS = 600;
enum { MOST_ARGUMENTS = 1000 };

typedef enum kind { TEXT, TEXTS, NUMBER } kind;

/* An argument of a tool; without `option` it is an operand. */
typedef struct parameter {
    const char *name;
    kind kind;
    const char *option;
    bool needed;
    const char *what;
} parameter;

typedef struct tool {
    const char *name, *what;
    const char *fixed[4]; /* behind "pleach", up to a NULL */
    parameter parameters[8];
} tool;

#define INPUTS                                                                 \
    {                                                                          \
        "inputs", TEXTS, NULL, true,                                           \
            "files with hierarchies: JSON, Markdown, CSV, YAML, SKOS, ..."     \
    }
#define RESULT                                                                 \
    {                                                                          \
        "result", TEXT, NULL, true, "a taxonomy that grow wrote as JSON"       \
    }

static const tool tools[] = {
    {"grow",
     "Merge many hierarchies into one consistent taxonomy. Prints the tree, or "
     "writes it to a file.",
     {"grow", "--quiet"},
     {INPUTS,
      {"output", TEXT, "--output", false,
       "file to write instead; JSON for the other tools, or .md, .csv, .html"},
      {"decisions", TEXT, "--decisions", false, "decisions to obey (TSV)"},
      {"answers", TEXT, "--answers", false, "answers to \"pleach ask\""},
      {"synonyms", TEXT, "--synonyms", false, "groups of names that are one"},
      {"previous", TEXT, "--previous", false, "the result before this one"},
      {"root", TEXT, "--root", false, "put everything below this name"}}},
    {"review",
     "List what is most in doubt in a result, as questions with the decision "
     "for either answer.",
     {"review", "--json"},
     {RESULT,
      {"most", NUMBER, "--most", false, "so many questions"},
      {"decisions", TEXT, "--decisions", false, "what is decided already"}}},
    {"explain",
     "Tell why a concept is what and where it is, or why two things are one "
     "or two.",
     {"explain"},
     {RESULT,
      {"a", TEXT, NULL, true, "a concept's name or number, or a node"},
      {"b", TEXT, NULL, false, "another one"}}},
    {"crosswalk",
     "Find each node's counterpart in the other sources, as CSV.",
     {"crosswalk", "--quiet"},
     {INPUTS,
      {"output", TEXT, "--output", false,
       "file to write: .csv, .sssom.tsv, .rdf"},
      {"from", TEXT, "--from", false, "only nodes of this source"},
      {"to", TEXT, "--to", false, "only counterparts in this source"}}},
    {"convert",
     "Write hierarchies in another format, without merging them.",
     {"convert", "--quiet"},
     {INPUTS,
      {"output", TEXT, "--output", false, "file to write, by its ending"},
      {"format", TEXT, "--format", false, "format, such as markdown or skos"}}},
    {"decide",
     "Add decisions to a file that grow obeys from then on.",
     {NULL},
     {{"file", TEXT, NULL, true, "the file of decisions (TSV)"},
      {"lines", TEXTS, NULL, true,
       "decisions such as \"same\\tBirds\\tFowl\", as review gives them"}}},
};
enum { TOOLS = sizeof tools / sizeof *tools };

/* --------------------------------------------------------------- listing -- */

static json_t *describe_parameter(const parameter *p)
{
    json_t *one = json_pack("{s:s, s:s}", "type",
                            p->kind == NUMBER ? "integer" : "string",
                            "description", p->what);
    if (p->kind != TEXTS)
        return one;
    return json_pack("{s:s, s:s, s:{s:s}}", "type", "array", "description",
                     p->what, "items", "type", "string");
}

static json_t *describe_tool(const tool *t)
{
    json_t *properties = json_object(), *required = json_array();
    for (const parameter *p = t->parameters; p->name != NULL; p++) {
        json_object_set_new(properties, p->name, describe_parameter(p));
        if (p->needed)
            json_array_append_new(required, json_string(p->name));
    }
    return json_pack("{s:s, s:s, s:{s:s, s:o, s:o}}", "name", t->name,
                     "description", t->what, "inputSchema", "type", "object",
                     "properties", properties, "required", required);
}

json_t *mcp_tools_list(void)
{
    json_t *list = json_array();
    for (int k = 0; k < TOOLS; k++)
        json_array_append_new(list, describe_tool(&tools[k]));
    return list;
}

/* --------------------------------------------------------------- calling -- */

json_t *mcp_text(const char *text, size_t length, bool wrong)
{
    json_t *shown = json_stringn(text, length);
    if (shown == NULL) /* not UTF-8 */
        shown = json_string("The output is no text.");
    json_t *result =
        json_pack("{s:[{s:s, s:o}]}", "content", "type", "text", "text", shown);
    if (wrong)
        json_object_set_new(result, "isError", json_true());
    return result;
}

static json_t *refuse(const char *format, const char *name)
{
    char text[512];
    int length = snprintf(text, sizeof text, format, name);
    return mcp_text(text,
                    length < 0                         ? 0
                    : (size_t)length < sizeof text - 1 ? (size_t)length
                                                       : sizeof text - 1,
                    true);
}

/* The command that is being put together; texts are borrowed. */
typedef struct line {
    const char *word[MOST_ARGUMENTS + 16];
    size_t count;
    char number[8][24];
    size_t numbers;
} line;

/* A text that begins with a dash is no file here. */
static bool add_word(line *l, const json_t *value, const char *option)
{
    const char *text = json_string_value(value);
    if (json_is_integer(value) && l->numbers < 8) {
        snprintf(l->number[l->numbers], sizeof l->number[0],
                 "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        text = l->number[l->numbers++];
    }
    if (text == NULL || l->count >= MOST_ARGUMENTS ||
        (option == NULL && *text == '-'))
        return false;
    if (option != NULL)
        l->word[l->count++] = option;
    l->word[l->count++] = text;
    return true;
}

/* Whether a value is what the parameter asks for, and is added then. */
static bool add_parameter(line *l, const parameter *p, const json_t *value)
{
    size_t k;
    json_t *one;
    if (p->kind != TEXTS)
        return json_is_integer(value) == (p->kind == NUMBER) &&
               add_word(l, value, p->option);
    if (!json_is_array(value) || json_array_size(value) == 0)
        return false;
    json_array_foreach(value, k, one)
    {
        if (!json_is_string(one) || !add_word(l, one, p->option))
            return false;
    }
    return true;
}

/* NULL, or what is wrong with the arguments. */
static json_t *add_parameters(line *l, const tool *t, const json_t *arguments)
{
    const char *key;
    json_t *value;
    for (const parameter *p = t->parameters; p->name != NULL; p++) {
        value = json_object_get(arguments, p->name);
        if (value == NULL && p->needed)
            return refuse("The argument \"%s\" is missing.", p->name);
        if (value != NULL && !add_parameter(l, p, value))
            return refuse("The argument \"%s\" is not what the tool takes.",
                          p->name);
    }
    json_object_foreach((json_t *)arguments, key, value)
    {
        const parameter *p = t->parameters;
        while (p->name != NULL && strcmp(p->name, key) != 0)
            p++;
        if (p->name == NULL)
            return refuse("The tool has no argument \"%.100s\".", key);
    }
    return NULL;
}

/* What the command printed is the answer, also where it failed and says why. */
static json_t *run_line(const line *l)
{
    shell_run run = {.input = "", .arguments = l->word};
    char what[160];
    shell_run_all(&run, 1, NULL, 1, MOST_SECONDS, NULL);
    json_t *result;
    if (run.end == SHELL_DONE || (run.end == SHELL_FAILED && run.length > 0)) {
        result = mcp_text(run.output == NULL ? "" : run.output, run.length,
                          run.end != SHELL_DONE);
    } else {
        shell_tell(what, sizeof what, &run, MOST_SECONDS);
        result = refuse("The tool gave no result: %s. Large results go to a "
                        "file (\"output\").",
                        what);
    }
    free(run.output);
    return result;
}

/* The texts of a list, a line each; NULL: no memory. */
static char *join_lines(const json_t *lines, size_t *size)
{
    size_t k;
    json_t *one;
    json_array_foreach(lines, k, one)
    {
        *size += json_string_length(one) + 1;
    }
    char *text = malloc(*size + 1), *to = text;
    if (text == NULL)
        return NULL;
    json_array_foreach(lines, k, one)
    {
        memcpy(to, json_string_value(one), json_string_length(one));
        to += json_string_length(one);
        *to++ = '\n';
    }
    *to = '\0';
    return text;
}

/* Lines are decisions, or none of them is added. */
static json_t *decide(const json_t *arguments)
{
    const char *file = json_string_value(json_object_get(arguments, "file"));
    const json_t *lines = json_object_get(arguments, "lines");
    size_t size = 0;
    pleach_error error = {0};
    pleach_decisions *decisions = NULL;
    char *text = join_lines(lines, &size);
    if (text == NULL)
        return refuse("There is not enough %s.", "memory");
    bool done = true;
    pleach_status status = pleach_decisions_read(
        &decisions, &(pleach_input){"lines", text, size}, &error);
    pleach_decisions_free(decisions);
    FILE *to = status == PLEACH_OK ? fopen(file, "a") : NULL;
    if (to != NULL) {
        done = fwrite(text, 1, size, to) == size;
        done = fclose(to) == 0 && done;
    }
    free(text);
    if (status != PLEACH_OK)
        return refuse("%s", error.sentence);
    return to == NULL || !done ? refuse("%s could not be written.", file)
                               : mcp_text("Added.", strlen("Added."), false);
}

void mcp_add_file(json_t *files, const char *path)
{
    char *whole = realpath(path, NULL);
    if (whole != NULL)
        json_object_set_new(files, whole, json_true());
    free(whole);
}

/* NULL: there is no such tool. What a tool writes can be read as a resource. */
json_t *mcp_tools_call(const char *name, const json_t *arguments, json_t *files)
{
    const tool *t = tools;
    line l = {.word = {"/proc/self/exe"}, .count = 1};
    while (t < tools + TOOLS && strcmp(t->name, name) != 0)
        t++;
    if (t == tools + TOOLS)
        return NULL;
    for (int k = 0; k < 4 && t->fixed[k] != NULL; k++)
        l.word[l.count++] = t->fixed[k];
    json_t *result = add_parameters(&l, t, arguments);
    if (result != NULL)
        return result;
    if (t->fixed[0] == NULL)
        return decide(arguments);
    result = run_line(&l);
    json_t *output = json_object_get(arguments, "output");
    if (output != NULL && json_object_get(result, "isError") == NULL)
        mcp_add_file(files, json_string_value(output));
    return result;
}
