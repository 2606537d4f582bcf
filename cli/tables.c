/* tables.c: plans and writes rows of figures, for those who make some. */
/* SPDX-License-Identifier: MIT */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "output_formats.h"
#include "terminal.h"

static const char *format_by_ending(const char *path)
{
    static const char *const endings[][2] = {
        {".json", "json"},
        {".csv", "csv"},
        {".md", "markdown"},
        {".txt", "text"},
    };
    const char *ending = strrchr(path, '.');
    for (size_t k = 0; ending != NULL && k < sizeof endings / sizeof *endings;
         k++)
        if (strcmp(ending, endings[k][0]) == 0)
            return endings[k][1];
    return NULL;
}

/* What --json, --csv and --markdown ask for; NULL: none of them. */
static const char *printed_format(const cli_options *options)
{
    return options->json       ? "json"
           : options->csv      ? "csv"
           : options->markdown ? "markdown"
                               : NULL;
}

static int add_table(cli_tables *tables, const char *path, const char *format)
{
    if (format == NULL)
        return error_say(EXIT_USAGE,
                         "The ending of \"%s\" names no format; use .json, "
                         ".csv, .md or .txt, or add --format.",
                         path);
    tables->paths[tables->count] = path;
    tables->formats[tables->count++] = format;
    return EXIT_DONE;
}

/* What is printed stands behind the files. */
static int plan_paths(cli_tables *tables, const cli_options *options)
{
    size_t given = options->outputs.count;
    const char *printed = printed_format(options);
    int code = EXIT_DONE;
    tables->paths = calloc(given + 1, sizeof *tables->paths);
    tables->formats = calloc(given + 1, sizeof *tables->formats);
    if (tables->paths == NULL || tables->formats == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    if (options->json + options->csv + options->markdown +
            (given == 0 && options->format != NULL) >
        1)
        return error_say(EXIT_USAGE, "--json, --csv, --markdown and --format "
                                     "each say what to print; give one of "
                                     "them.");
    code = output_formats_agree(&options->outputs, options->format,
                                format_by_ending);
    for (size_t k = 0; code == EXIT_DONE && k < given; k++) {
        const char *path = options->outputs.items[k];
        const char *format = options->format;
        if (format == NULL)
            format = strcmp(path, "-") == 0 ? "text" : format_by_ending(path);
        code = add_table(tables, path, format);
    }
    if (printed == NULL && given == 0)
        printed = options->format != NULL ? options->format : "text";
    if (code == EXIT_DONE && printed != NULL)
        code = add_table(tables, "-", printed);
    return code;
}

int tables_plan(cli_tables *tables, const cli_options *options)
{
    int code = plan_paths(tables, options);
    return code != EXIT_DONE
               ? code
               : outputs_plan_streams(&tables->outputs, tables->paths,
                                      tables->count, options);
}

void tables_release(cli_tables *tables)
{
    outputs_release(&tables->outputs);
    free(tables->paths);
    free(tables->formats);
}

/* Says which formats figures of this kind have. */
static int say_unknown_format(const report_format *formats, const char *name)
{
    char known[128] = "";
    for (const report_format *at = formats; at->name != NULL; at++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s",
                 at == formats ? "" : ", ", at->name);
    }
    return error_say(EXIT_USAGE,
                     "There is no format \"%.40s\" for these figures. Known "
                     "are: %s.",
                     name, known);
}

int tables_write(cli_tables *tables, const cli_options *options,
                 const report_format *formats, const void *figures)
{
    bool color = terminal_color(stdout, options->color);
    int code = outputs_open_streams(&tables->outputs);
    for (size_t k = 0; code == EXIT_DONE && k < tables->count; k++) {
        report_writer *write = report_find(formats, tables->formats[k]);
        FILE *to = outputs_stream(&tables->outputs, tables->paths[k]);
        if (write == NULL)
            code = say_unknown_format(formats, tables->formats[k]);
        else
            write(figures, to, color && to == stdout);
    }
    return code == EXIT_DONE ? outputs_commit_streams(&tables->outputs) : code;
}
