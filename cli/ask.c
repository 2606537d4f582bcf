/* ask.c: "pleach ask", has a command answer what the letters cannot tell. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <sys/stat.h>

#include "asking.h"
#include "commands.h"
#include "errors.h"
#include "progress.h"

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

/* What is asked, and what it is asked about. */
typedef struct ask_work {
    asking a;
    pipeline line;
} ask_work;

static pleach_status read_for_asking(void *context, pleach_error *error)
{
    ask_work *work = context;
    pleach_status status = pipeline_read(&work->line, error);
    return status == PLEACH_OK ? read_earlier(&work->a, error) : status;
}

int ask_run(const cli_options *options)
{
    ask_work work = {.a = {.options = options,
                           .command = options->dry_run ? NULL : options->with,
                           .file = options->outputs.count == 1
                                       ? options->outputs.items[0]
                                       : NULL,
                           .line = &work.line}};
    asking *a = &work.a;
    int code = pipeline_check_input(options, "ask");
    if (code == EXIT_DONE)
        code = check_asking(options);
    if (code == EXIT_DONE)
        code = pipeline_check(options);
    if (code != EXIT_DONE)
        return code;
    pipeline_begin(&work.line, options);
    code = pipeline_work(options, read_for_asking, &work);
    if (code == EXIT_DONE)
        code = asking_run(a);
    progress_clear();
    if (code == EXIT_DONE)
        tell_end(a);
    if (code == EXIT_DONE && a->asked > 0 && a->unanswered == a->asked)
        code = EXIT_BAD_DATA;
    pleach_answers_free(a->answers);
    pipeline_end(&work.line);
    return code;
}
