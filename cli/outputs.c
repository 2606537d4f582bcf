/* outputs.c: plans, writes beside the target, and renames into place. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "outputs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "errors.h"
#include "output_formats.h"
#include "progress.h"
#include "serve/project_mark.h"
#include "signals.h"
#include "terminal.h"

#define TERMINAL_DEPTH 6
#define TERMINAL_BREADTH 12

/* What a signal handler must remove; set while a run has outputs. */
static cli_outputs *volatile live;

void outputs_clean_up(void)
{
    cli_outputs *all = live;
    for (size_t k = 0; all != NULL && k < all->count; k++)
        if (all->items[k].temporary != NULL)
            unlink(all->items[k].temporary);
}

static bool is_stdout(const cli_output *output)
{
    return strcmp(output->path, "-") == 0;
}

static int say_no_memory(void)
{
    return error_say(EXIT_SYSTEM, "There is not enough memory.");
}

/* The folder of a path, in memory of the caller's. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* A name in the folder of a path, in memory of the caller's. */
static char *beside(const char *path, const char *name)
{
    char *folder = folder_of(path);
    size_t room = folder == NULL ? 0 : strlen(folder) + strlen(name) + 2;
    char *made = folder == NULL ? NULL : malloc(room);
    if (made != NULL)
        snprintf(made, room, "%s/%s", folder, name);
    free(folder);
    return made;
}

/* What cannot be written is said before the work, not after it. */
static int check_folder(const char *path)
{
    struct stat facts;
    char *folder = folder_of(path);
    int code = EXIT_DONE;
    if (folder == NULL)
        return say_no_memory();
    if (stat(folder, &facts) != 0)
        code = error_say(EXIT_SYSTEM,
                         errno == ENOENT
                             ? "The folder \"%s\" does not exist, so \"%s\" "
                               "cannot be written; create it first."
                             : "The folder \"%s\" cannot be reached, so \"%s\" "
                               "cannot be written.",
                         folder, path);
    else if (!S_ISDIR(facts.st_mode))
        code = error_say(EXIT_SYSTEM,
                         "\"%s\" is not a folder, so \"%s\" "
                         "cannot be written.",
                         folder, path);
    else if (access(folder, W_OK | X_OK) != 0)
        code = error_say(EXIT_SYSTEM,
                         "The folder \"%s\" may not be written "
                         "to, so \"%s\" cannot be made there.",
                         folder, path);
    free(folder);
    return code;
}

/* A project holds decisions that nobody could make again. */
static bool is_project(const char *path)
{
    unsigned char head[PROJECT_HEAD];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t length = fread(head, 1, sizeof head, file);
    (void)fclose(file);
    return is_project_head(head, length);
}

/* The name that a file gets which is made under this one, in memory of the
 * caller's: a link may lead to where there is none yet. */
static char *follow_links(const char *path)
{
    enum { MOST_LINKS = 40 }; /* the system's own limit */
    char to[PATH_MAX];
    char *at = strdup(path);
    for (int k = 0; at != NULL && k < MOST_LINKS; k++) {
        ssize_t length = readlink(at, to, sizeof to - 1);
        if (length < 0)
            break;
        to[length] = '\0';
        char *next = to[0] == '/' ? strdup(to) : beside(at, to);
        free(at);
        at = next;
    }
    return at;
}

/* The one name of a file that is not there yet, in memory of the caller's. */
static char *name_new_file(const char *path)
{
    char *end = follow_links(path);
    char *folder = end == NULL ? NULL : folder_of(end);
    char *real = folder == NULL ? NULL : realpath(folder, NULL);
    const char *slash = end == NULL ? NULL : strrchr(end, '/');
    char *name = NULL;
    size_t room = real == NULL ? 0 : strlen(real) + strlen(end) + 2;
    if (real != NULL && (name = malloc(room)) != NULL)
        snprintf(name, room, "%s/%s", real, slash == NULL ? end : slash + 1);
    free(end);
    free(folder);
    free(real);
    return name;
}

/* Finds the plain file behind the path, or leaves the target NULL for what
 * is written in place: a pipe, a device. */
static int plan_target(cli_output *output)
{
    struct stat facts;
    mode_t mask = umask(0);
    umask(mask);
    output->mode = 0666 & ~mask;
    if (stat(output->path, &facts) != 0) {
        char *end = follow_links(output->path);
        int code = end == NULL ? say_no_memory() : check_folder(end);
        free(end);
        if (code != EXIT_DONE)
            return code;
        output->target = name_new_file(output->path);
        return output->target == NULL ? say_no_memory() : EXIT_DONE;
    }
    if (S_ISDIR(facts.st_mode))
        return error_say(EXIT_SYSTEM, "\"%s\" is a folder; name a file in it.",
                         output->path);
    if (!S_ISREG(facts.st_mode))
        return EXIT_DONE;
    if (is_project(output->path))
        return error_say(EXIT_USAGE,
                         "\"%s\" is a project with its decisions, which this "
                         "would overwrite; name another file.",
                         output->path);
    output->mode = facts.st_mode & 0777;
    output->target = realpath(output->path, NULL);
    return output->target == NULL ? say_no_memory()
                                  : check_folder(output->target);
}

static bool same_file(const char *left, const char *right)
{
    struct stat a, b;
    if (strcmp(left, right) == 0)
        return true;
    return stat(left, &a) == 0 && stat(right, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Whether two outputs go to one file, under whatever names. */
static bool is_one_place(const cli_output *a, const cli_output *b)
{
    return strcmp(a->path, b->path) == 0 ||
           (a->target != NULL && b->target != NULL &&
            same_file(a->target, b->target));
}

/* A database is named together with the query. */
static bool is_output(const cli_output *output, const char *input)
{
    static const char database[] = "sqlite:";
    if (input == NULL || is_stdout(output))
        return false;
    if (strncmp(input, database, sizeof database - 1) != 0)
        return same_file(input, output->path);
    input += sizeof database - 1;
    char *path = strndup(input, strcspn(input, "?"));
    bool same = path != NULL && same_file(path, output->path);
    free(path);
    return same;
}

/* Files that options name, rather than operands. What replaces the result
 * before it (--previous) is meant. */
static bool is_side_input(const cli_output *output, const cli_options *options)
{
    for (size_t k = 0; k < options->synonyms.count; k++)
        if (is_output(output, options->synonyms.items[k]))
            return true;
    return is_output(output, options->vectors) ||
           is_output(output, options->decisions);
}

/* No output is another one or an input, under whatever name. */
static int check_apart(const cli_outputs *outputs, const cli_output *output,
                       const cli_options *options)
{
    const text_list *inputs = &options->operands;
    for (size_t k = 0; k < outputs->count; k++)
        if (&outputs->items[k] != output &&
            is_one_place(&outputs->items[k], output))
            return error_say(EXIT_USAGE,
                             "Two outputs would go to \"%s\"; give "
                             "each a place of its own.",
                             output->path);
    bool input = is_side_input(output, options);
    for (size_t k = 0; !input && k < inputs->count; k++)
        input = is_output(output, inputs->items[k]);
    if (!input)
        return EXIT_DONE;
    return error_say(EXIT_USAGE, "\"%s\" is an input; write to another file.",
                     output->path);
}

static int plan_one(cli_outputs *outputs, const char *path, const char *format,
                    const cli_options *options)
{
    cli_output *output = &outputs->items[outputs->count++];
    output->path = path;
    output->format = format;
    outputs->files |= !is_stdout(output);
    int code = is_stdout(output) ? EXIT_DONE : plan_target(output);
    return code == EXIT_DONE ? check_apart(outputs, output, options) : code;
}

/* The format is that of --format, else that of the ending. */
static int plan_outputs(cli_outputs *outputs, const cli_options *options)
{
    int code = options->format == NULL
                   ? EXIT_DONE
                   : output_format_check(options->format, NULL, false);
    if (code == EXIT_DONE)
        code = output_formats_agree(&options->outputs, options->format,
                                    output_format_of);
    for (size_t k = 0; code == EXIT_DONE && k < options->outputs.count; k++) {
        const char *path = options->outputs.items[k];
        const char *format = options->format;
        if (format == NULL)
            format = strcmp(path, "-") == 0 ? "text" : output_format_of(path);
        code = output_format_check(format, path, false);
        if (code == EXIT_DONE)
            code = plan_one(outputs, path, format, options);
    }
    return code;
}

static int plan_extras(cli_outputs *outputs, const cli_options *options)
{
    int code = EXIT_DONE;
    if (options->assignments != NULL)
        code = plan_one(outputs, options->assignments, "assignments", options);
    if (code == EXIT_DONE && options->report != NULL)
        code = plan_one(outputs, options->report, "report", options);
    return code;
}

/* Without --output the tree is printed, and --json prints beside any output. */
int outputs_plan(cli_outputs *outputs, const cli_options *options)
{
    memset(outputs, 0, sizeof *outputs);
    outputs->items = calloc(options->outputs.count + 4, sizeof *outputs->items);
    if (outputs->items == NULL)
        return say_no_memory();
    live = outputs;
    bool prints = options->json || options->outputs.count == 0;
    if (options->json && options->format != NULL && !options->outputs.count)
        return error_say(EXIT_USAGE, "--json and --format both say what to "
                                     "print; give one of them.");
    int code = plan_outputs(outputs, options);
    if (code == EXIT_DONE && prints)
        code = plan_one(outputs, "-",
                        options->json             ? "json"
                        : options->format != NULL ? options->format
                                                  : "text",
                        options);
    return code == EXIT_DONE ? plan_extras(outputs, options) : code;
}

void outputs_release(cli_outputs *outputs)
{
    outputs_clean_up();
    live = NULL;
    for (size_t k = 0; k < outputs->count; k++) {
        cli_output *output = &outputs->items[k];
        if (output->stream != NULL && output->stream != stdout)
            (void)fclose(output->stream);
        free(output->temporary);
        free(output->target);
    }
    free(outputs->items);
}

static int say_not_written(const cli_output *output)
{
    /* A write that failed long ago may have left no reason behind. */
    const char *reason =
        errno != 0 ? strerror(errno) : "a write failed; the disk may be full";
    if (is_stdout(output))
        return error_say(EXIT_SYSTEM,
                         "Standard output could not be written: "
                         "%s.",
                         reason);
    return error_say(EXIT_SYSTEM, "\"%s\" could not be written: %s.",
                     output->path, reason);
}

/* The library does not know what a stream leads to. */
static int say_failed(const cli_output *output, const pleach_error *error)
{
    return error->status == PLEACH_IO && ferror(output->stream)
               ? say_not_written(output)
               : error_print(error);
}

/* Beside the target, since a rename must not cross file systems. */
static int open_temporary(cli_output *output)
{
    char *name = beside(output->target, ".pleach-XXXXXX");
    if (name == NULL)
        return say_no_memory();
    int file = mkstemp(name);
    if (file < 0) {
        free(name);
        return say_not_written(output);
    }
    output->temporary = name;
    output->stream = fdopen(file, "w");
    if (output->stream == NULL)
        close(file);
    if (output->stream == NULL || fchmod(file, output->mode) != 0)
        return say_not_written(output);
    return EXIT_DONE;
}

static int open_output(cli_output *output)
{
    if (output->target != NULL)
        return open_temporary(output);
    output->stream = is_stdout(output) ? stdout : fopen(output->path, "w");
    return output->stream == NULL ? say_not_written(output) : EXIT_DONE;
}

/* A full disk may show up only here. */
static int close_output(cli_output *output)
{
    FILE *stream = output->stream;
    bool fine = fflush(stream) == 0 && !ferror(stream);
    if (output->temporary != NULL)
        fine = fine && fsync(fileno(stream)) == 0;
    int problem = errno;
    if (stream != stdout)
        fine = fclose(stream) == 0 && fine;
    output->stream = NULL;
    errno = problem;
    return fine ? EXIT_DONE : say_not_written(output);
}

/* Only a terminal is too small for the whole tree. */
static uint32_t limit_for(const cli_output *output, uint32_t given,
                          uint32_t on_terminal)
{
    if (given != NOT_GIVEN)
        return given;
    return is_stdout(output) && terminal_is(stdout) ? on_terminal : 0;
}

static void say_note(void *context, const pleach_error *note)
{
    (void)context;
    progress_clear();
    note_print(note);
}

/* On a terminal the tree is cut to what fits. */
static int write_output(cli_output *output, const pleach_taxonomy *taxonomy,
                        const cli_options *options, pleach_stage_times *times)
{
    pleach_listener listener = {.note = options->quiet ? NULL : say_note};
    pleach_write_options how = {
        .format = output->format,
        .color = is_stdout(output) && terminal_color(stdout, options->color),
        .max_depth = limit_for(output, options->depth, TERMINAL_DEPTH),
        .max_breadth = limit_for(output, options->breadth, TERMINAL_BREADTH),
        .times = times,
        .base = options->base,
        .label_language = options->label_language,
        .listener = &listener,
    };
    pleach_error error = {0};
    double start = clock_now();
    int code = open_output(output);
    if (code != EXIT_DONE)
        return code;
    pleach_sink to = {.stream = output->stream};
    if (pleach_taxonomy_write(taxonomy, &to, &how, &error) != PLEACH_OK)
        return say_failed(output, &error);
    code = close_output(output);
    times->write += clock_now() - start;
    return code;
}

int outputs_write(cli_outputs *outputs, const pleach_taxonomy *taxonomy,
                  const cli_options *options, pleach_stage_times *times)
{
    int code = EXIT_DONE;
    for (size_t k = 0; code == EXIT_DONE && k < outputs->count; k++)
        if (outputs->items[k].target != NULL &&
            outputs->items[k].format != NULL)
            code = write_output(&outputs->items[k], taxonomy, options, times);
    return code;
}

static int rename_output(cli_output *output)
{
    if (rename(output->temporary, output->target) != 0)
        return say_not_written(output);
    char *done = output->temporary;
    output->temporary = NULL;
    free(done);
    return EXIT_DONE;
}

int outputs_commit(cli_outputs *outputs, const pleach_taxonomy *taxonomy,
                   const cli_options *options, pleach_stage_times *times)
{
    int code = EXIT_DONE;
    signals_be_patient(); /* all of them, or none */
    for (size_t k = 0; code == EXIT_DONE && k < outputs->count; k++)
        if (outputs->items[k].temporary != NULL)
            code = rename_output(&outputs->items[k]);
    for (size_t k = 0; code == EXIT_DONE && k < outputs->count; k++)
        if (outputs->items[k].target == NULL &&
            outputs->items[k].format != NULL)
            code = write_output(&outputs->items[k], taxonomy, options, times);
    return code;
}

int outputs_plan_streams(cli_outputs *outputs, const char *const *paths,
                         size_t count, const cli_options *options)
{
    memset(outputs, 0, sizeof *outputs);
    outputs->items = calloc(count + 1, sizeof *outputs->items);
    if (outputs->items == NULL)
        return say_no_memory();
    live = outputs;
    int code = EXIT_DONE;
    for (size_t k = 0; code == EXIT_DONE && k < count; k++)
        if (paths[k] != NULL)
            code = plan_one(outputs, paths[k], NULL, options);
    return code;
}

int outputs_open_streams(cli_outputs *outputs)
{
    int code = EXIT_DONE;
    for (size_t k = 0; code == EXIT_DONE && k < outputs->count; k++)
        code = open_output(&outputs->items[k]);
    return code;
}

int outputs_commit_streams(cli_outputs *outputs)
{
    int code = EXIT_DONE;
    for (size_t k = 0; code == EXIT_DONE && k < outputs->count; k++)
        code = close_output(&outputs->items[k]);
    return code == EXIT_DONE ? outputs_commit(outputs, NULL, NULL, NULL) : code;
}

int outputs_say_failed(const cli_outputs *outputs, const pleach_error *error)
{
    for (size_t k = 0; k < outputs->count; k++)
        if (outputs->items[k].stream != NULL &&
            ferror(outputs->items[k].stream))
            return say_failed(&outputs->items[k], error);
    return error_print(error);
}

FILE *outputs_stream(const cli_outputs *outputs, const char *path)
{
    for (size_t k = 0; path != NULL && k < outputs->count; k++)
        if (outputs->items[k].path == path)
            return outputs->items[k].stream;
    return NULL;
}
