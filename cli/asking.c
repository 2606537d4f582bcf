/* asking.c: grows, chooses questions, has them answered, and grows again. */
/* SPDX-License-Identifier: MIT */
#include "asking.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "errors.h"
#include "progress.h"
#include "shell.h"
#include "signals.h"

/* Seconds for an answer, unless --timeout says otherwise. */
static const double USUAL_SECONDS = 120;
/* How many answers are awaited before they are written. */
enum { BATCH = 4 };

typedef struct round {
    asking *a;
    pleach_prompts *prompts;
    const pleach_sink *to; /* NULL: answers are kept nowhere else */
    size_t left;           /* of the budget */
    double seconds;
} asking_round;

/* ------------------------------------------------------------- answering -- */

static void stamp(char *to, size_t room)
{
    time_t seconds = time(NULL);
    struct tm day;
    *to = '\0';
    if (gmtime_r(&seconds, &day) != NULL)
        strftime(to, room, "%Y-%m-%dT%H:%M:%SZ", &day);
}

static pleach_status fail_asking(pleach_error *error, pleach_status status,
                                 const char *sentence, ...)
{
    va_list arguments;
    *error = (pleach_error){.status = status};
    va_start(arguments, sentence);
    vsnprintf(error->sentence, sizeof error->sentence, sentence, arguments);
    va_end(arguments);
    return status;
}

static pleach_status fail_command(const asking_round *r,
                                  const pleach_prompt *prompt,
                                  const shell_run *run, pleach_error *error)
{
    char what[160];
    if (run->end == SHELL_STOPPED)
        return fail_asking(error, PLEACH_CANCELLED, "It was stopped.");
    shell_tell(what, sizeof what, run, r->seconds);
    return fail_asking(error, PLEACH_IO,
                       "The command could not answer question %" PRIu64
                       " (%s): %s. %zu answers before it are kept; run again "
                       "to go on.",
                       prompt->id, prompt->kind, what,
                       pleach_answers_count(r->a->answers, NULL));
}

/* Takes one answer in; one that is malformed is asked for once more, and then
 * noted as missing. */
static pleach_status take_answer(asking_round *r, const pleach_prompt *prompt,
                                 shell_run *run, pleach_error *error)
{
    char when[32];
    const char *command = r->a->command;
    for (int again = 0;; again++) {
        stamp(when, sizeof when);
        if (run->end != SHELL_DONE && (again || run->end == SHELL_STOPPED))
            return fail_command(r, prompt, run, error);
        r->a->bytes += strlen(prompt->text) + run->length;
        pleach_status status =
            run->end != SHELL_DONE
                ? PLEACH_BAD_DATA
                : pleach_answers_add(r->a->answers, prompt,
                                     run->output == NULL ? "" : run->output,
                                     run->length, command, when, r->to, error);
        if (status != PLEACH_BAD_DATA)
            return status;
        if (again)
            break;
        free(run->output);
        *run = (shell_run){.input = prompt->text};
        shell_run_all(run, 1, command, 1, r->seconds, r->a->stop);
    }
    r->a->unanswered++;
    if (!r->a->options->quiet)
        warning_print(error);
    return pleach_answers_add(r->a->answers, prompt, NULL, 0, command, when,
                              r->to, error);
}

static pleach_status ask_batch(asking_round *r, const pleach_prompt *list,
                               size_t count, pleach_error *error)
{
    shell_run *runs = calloc(count, sizeof *runs);
    pleach_status status = PLEACH_OK;
    if (runs == NULL)
        return fail_asking(error, PLEACH_NO_MEMORY,
                           "There is not enough memory to ask.");
    for (size_t k = 0; k < count; k++)
        runs[k].input = list[k].text;
    shell_run_all(runs, count, r->a->command, r->a->options->jobs, r->seconds,
                  r->a->stop);
    for (size_t k = 0; k < count; k++) {
        if (status == PLEACH_OK)
            status = take_answer(r, &list[k], &runs[k], error);
        r->a->asked += status == PLEACH_OK;
        free(runs[k].output);
    }
    free(runs);
    return status;
}

static pleach_status ask_round(asking_round *r, pleach_error *error)
{
    asking *a = r->a;
    size_t count, jobs = a->options->jobs == 0 ? 1 : a->options->jobs;
    /* Somebody who looks on sees each answer when it is there. */
    size_t most = a->tell == NULL ? BATCH * jobs : jobs;
    const pleach_prompt *list = pleach_prompts_list(r->prompts, &count);
    pleach_status status = PLEACH_OK;
    for (size_t k = 0, size; status == PLEACH_OK && k < count; k += size) {
        size = count - k < most ? count - k : most;
        progress_show(NULL, &(pleach_progress){
                                .stage = "ask", .done = k, .total = count});
        if (a->tell != NULL)
            a->tell(a, k, count, r->left - k);
        status = ask_batch(r, list + k, size, error);
    }
    r->left -= count;
    if (a->tell != NULL)
        a->tell(a, count, count, r->left);
    return status;
}

/* -------------------------------------------------------------- choosing -- */

/* Grows with the answers so far, and chooses. */
static pleach_status choose(asking_round *r, pleach_error *error)
{
    asking *a = r->a;
    if (a->choose != NULL)
        return a->choose(&r->prompts, a, r->left, error);
    a->line->compare.answers = a->answers;
    pleach_status status = pipeline_grow(a->line, error);
    if (status == PLEACH_OK)
        status =
            pleach_prompts_choose(&r->prompts, a->line->taxonomy, a->answers,
                                  a->options->about, r->left, error);
    pipeline_drop_grown(a->line);
    return status;
}

/* What would be asked first, without asking. */
static void tell_round(const asking_round *r)
{
    size_t count, bytes = 0;
    const pleach_prompt *list = pleach_prompts_list(r->prompts, &count);
    for (size_t k = 0; k < count; k++) {
        bytes += strlen(list[k].text);
        printf("%s\n", list[k].text);
    }
    error_say(EXIT_DONE,
              "The first round has %zu question%s, about %zu tokens; %zu at "
              "most are asked in all.",
              count, count == 1 ? "" : "s", bytes / 4, r->left);
}

static pleach_status ask_in_rounds(asking_round *r, pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    for (size_t count = 1; status == PLEACH_OK && count > 0 && r->left > 0;) {
        status = choose(r, error);
        if (status != PLEACH_OK)
            return status;
        (void)pleach_prompts_list(r->prompts, &count);
        if (r->a->command == NULL)
            tell_round(r);
        else
            status = ask_round(r, error);
        pleach_prompts_free(r->prompts);
        if (r->a->command == NULL)
            break;
    }
    return status;
}

/* One for ten names, if nobody says otherwise. What was asked before counts. */
static size_t find_budget(const asking *a)
{
    uint64_t names = a->line == NULL
                         ? a->names
                         : pleach_corpus_get_facts(a->line->corpus)->names;
    size_t most = a->options->budget > 0 ? a->options->budget
                                         : (size_t)((names + 9) / 10);
    size_t asked = pleach_answers_count(a->answers, NULL);
    return asked < most ? most - asked : 0;
}

/* What was answered is on the disk; some files, such as pipes, have none. */
static bool close_answers(FILE *to)
{
    bool kept = fsync(fileno(to)) == 0 || errno == EINVAL || errno == EROFS;
    return fclose(to) == 0 && kept;
}

pleach_status asking_go(asking *a, const pleach_sink *to, pleach_error *error)
{
    asking_round r = {.a = a,
                      .to = to,
                      .left = find_budget(a),
                      .seconds = a->options->timeout > 0 ? a->options->timeout
                                                         : USUAL_SECONDS};
    return ask_in_rounds(&r, error);
}

int asking_run(asking *a)
{
    pleach_error error = {0};
    pleach_sink to = {.stream = NULL};
    a->stop = signals_interrupted;
    if (a->file != NULL && a->command != NULL) {
        to.stream = fopen(a->file, "a");
        if (to.stream == NULL)
            return error_say(EXIT_SYSTEM, "%s could not be written: %s.",
                             a->file, strerror(errno));
    }
    pleach_status status = asking_go(a, to.stream == NULL ? NULL : &to, &error);
    int code = status == PLEACH_OK     ? EXIT_DONE
               : signals_interrupted() ? EXIT_INTERRUPTED
                                       : error_print(&error);
    if (to.stream != NULL && !close_answers(to.stream) && code == EXIT_DONE)
        code = error_say(EXIT_SYSTEM, "%s could not be written: %s.", a->file,
                         strerror(errno));
    return code;
}
