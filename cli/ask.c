/* ask.c: "pleach ask", has a command answer what the letters cannot tell. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <sys/stat.h>

#include "asking.h"
#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "progress.h"
#include "terminal.h"

/* Answers of an earlier run, if there was one. */
static pleach_status read_earlier(asking *a, pleach_error *error)
{
    struct stat facts;
    pleach_input input = {.name = a->file};
    bool there =
        a->file != NULL && (stat(a->file, &facts) == 0 || errno != ENOENT);
    return pleach_answers_read(&a->answers, there ? &input : NULL, error);
}

static void tell_end(const asking *a)
{
    if (a->options->quiet || a->command == NULL)
        return;
    error_say(EXIT_DONE,
              "%zu question%s asked, %zu without a usable answer. To use what "
              "was answered: pleach grow ... --answers %s",
              a->asked, a->asked == 1 ? " was" : "s were", a->unanswered,
              a->file);
}

static int check_asking(const cli_options *options)
{
    if (options->dry_run)
        return EXIT_DONE;
    if (options->with == NULL)
        return error_say(EXIT_USAGE,
                         "Who answers? Add --with 'COMMAND', which gets a "
                         "question on its standard input and prints the "
                         "answer; or --dry-run.");
    if (options->outputs.count != 1)
        return error_say(EXIT_USAGE, "Answers go into one file: add -o "
                                     "answers.jsonl.");
    return EXIT_DONE;
}

int ask_run(const cli_options *options)
{
    pleach_error error = {0};
    pleach_corpus *corpus = NULL;
    pipeline_given given = {0};
    cli_warnings warnings = {.count = 0};
    pleach_listener listener = {.progress = progress_show,
                                .warn = warnings_add,
                                .note = notes_add,
                                .context = &warnings};
    asking a = {.options = options,
                .command = options->dry_run ? NULL : options->with,
                .file = options->outputs.count == 1 ? options->outputs.items[0]
                                                    : NULL};
    int code = pipeline_check_input(options, "ask");
    if (code == EXIT_DONE)
        code = check_asking(options);
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (code != EXIT_DONE)
        return code;
    progress_start(!options->quiet, terminal_color(stderr, options->color));
    a.compare = pipeline_affinity_options(options);
    a.compare.threads = options->threads;
    a.compare.listener = &listener;
    a.cluster = options->cluster;
    a.cluster.threads = options->threads;
    pleach_status status =
        pipeline_take_given(&given, &a.compare, options, &error);
    if (status == PLEACH_OK)
        status = pipeline_read_and_warn(&corpus, options, &listener, &warnings,
                                        &error);
    if (status == PLEACH_OK)
        status = read_earlier(&a, &error);
    a.corpus = corpus;
    code = status == PLEACH_OK ? asking_run(&a) : error_print(&error);
    progress_clear();
    if (code == EXIT_DONE)
        tell_end(&a);
    if (code == EXIT_DONE && a.asked > 0 && a.unanswered == a.asked)
        code = EXIT_BAD_DATA;
    pleach_answers_free(a.answers);
    pipeline_release_given(&given);
    pleach_corpus_free(corpus);
    return code;
}
