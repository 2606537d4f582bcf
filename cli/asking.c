/* asking.c: grows, chooses questions, has them answered, and grows again. */
/* SPDX-License-Identifier: MIT */
#include "asking.h"

#include <errno.h>
#include <inttypes.h>
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
    FILE *to;
    size_t left; /* of the budget */
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

static int fail_command(const asking_round *r, const pleach_prompt *prompt,
                        const shell_run *run)
{
    char what[160];
    if (run->end == SHELL_STOPPED)
        return EXIT_INTERRUPTED;
    shell_tell(what, sizeof what, run, r->seconds);
    return error_say(EXIT_SYSTEM,
                     "The command could not answer question %" PRIu64
                     " (%s): %s. %zu answers before it are kept; run again to "
                     "go on.",
                     prompt->id, prompt->kind, what,
                     pleach_answers_count(r->a->answers, NULL));
}

/* Takes one answer in; one that is malformed is asked for once more, and then
 * noted as missing. */
static int take_answer(asking_round *r, const pleach_prompt *prompt,
                       shell_run *run)
{
    char when[32];
    pleach_error error = {0};
    pleach_sink to = {.stream = r->to};
    const char *command = r->a->command;
    for (int again = 0;; again++) {
        stamp(when, sizeof when);
        if (run->end != SHELL_DONE && (again || run->end == SHELL_STOPPED))
            return fail_command(r, prompt, run);
        pleach_status status =
            run->end != SHELL_DONE
                ? PLEACH_BAD_DATA
                : pleach_answers_add(r->a->answers, prompt,
                                     run->output == NULL ? "" : run->output,
                                     run->length, command, when,
                                     r->to == NULL ? NULL : &to, &error);
        if (status != PLEACH_BAD_DATA)
            return status == PLEACH_OK ? EXIT_DONE : error_print(&error);
        if (again)
            break;
        free(run->output);
        *run = (shell_run){.input = prompt->text};
        shell_run_all(run, 1, command, 1, r->seconds, signals_interrupted);
    }
    r->a->unanswered++;
    if (!r->a->options->quiet)
        warning_print(&error);
    return pleach_answers_add(r->a->answers, prompt, NULL, 0, command, when,
                              r->to == NULL ? NULL : &to, &error) == PLEACH_OK
               ? EXIT_DONE
               : error_print(&error);
}

static int ask_batch(asking_round *r, const pleach_prompt *list, size_t count)
{
    shell_run *runs = calloc(count, sizeof *runs);
    uint32_t jobs = r->a->options->jobs;
    int code = EXIT_DONE;
    if (runs == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to ask.");
    for (size_t k = 0; k < count; k++)
        runs[k].input = list[k].text;
    shell_run_all(runs, count, r->a->command, jobs, r->seconds,
                  signals_interrupted);
    for (size_t k = 0; k < count; k++) {
        if (code == EXIT_DONE)
            code = take_answer(r, &list[k], &runs[k]);
        r->a->asked += code == EXIT_DONE;
        free(runs[k].output);
    }
    free(runs);
    return code;
}

static int ask_round(asking_round *r)
{
    size_t count, jobs = r->a->options->jobs == 0 ? 1 : r->a->options->jobs;
    const pleach_prompt *list = pleach_prompts_list(r->prompts, &count);
    int code = EXIT_DONE;
    for (size_t k = 0, size; code == EXIT_DONE && k < count; k += size) {
        size = count - k < BATCH * jobs ? count - k : BATCH * jobs;
        progress_show(NULL, &(pleach_progress){
                                .stage = "ask", .done = k, .total = count});
        code = ask_batch(r, list + k, size);
    }
    r->left -= count;
    return code;
}

/* -------------------------------------------------------------- choosing -- */

/* Grows with the answers so far, and chooses. */
static pleach_status choose(asking_round *r, pleach_error *error)
{
    asking *a = r->a;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    a->compare.answers = a->answers;
    pleach_status status =
        pleach_affinity_compare(&affinity, a->corpus, &a->compare, error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&clusters, affinity, &a->cluster, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&taxonomy, clusters, error);
    if (status == PLEACH_OK)
        status = pleach_prompts_choose(&r->prompts, taxonomy, a->answers,
                                       r->left, error);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    return status;
}

/* What would be asked first, without asking. */
static int tell_round(const asking_round *r)
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
    return EXIT_DONE;
}

static int ask_in_rounds(asking_round *r)
{
    pleach_error error = {0};
    int code = EXIT_DONE;
    for (size_t count = 1; code == EXIT_DONE && count > 0 && r->left > 0;) {
        pleach_status status = choose(r, &error);
        if (status != PLEACH_OK)
            return signals_interrupted() ? EXIT_INTERRUPTED
                                         : error_print(&error);
        (void)pleach_prompts_list(r->prompts, &count);
        code = r->a->command == NULL ? tell_round(r) : ask_round(r);
        pleach_prompts_free(r->prompts);
        if (r->a->command == NULL)
            break;
    }
    return code;
}

/* One for ten names, if nobody says otherwise. What was asked before counts. */
static size_t find_budget(const asking *a)
{
    uint64_t names = pleach_corpus_get_facts(a->corpus)->names;
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

int asking_run(asking *a)
{
    const cli_options *options = a->options;
    asking_round r = {.a = a,
                      .left = find_budget(a),
                      .seconds = options->timeout > 0 ? options->timeout
                                                      : USUAL_SECONDS};
    if (a->file != NULL && a->command != NULL) {
        r.to = fopen(a->file, "a");
        if (r.to == NULL)
            return error_say(EXIT_SYSTEM, "%s could not be written: %s.",
                             a->file, strerror(errno));
    }
    int code = ask_in_rounds(&r);
    if (r.to != NULL && !close_answers(r.to) && code == EXIT_DONE)
        code = error_say(EXIT_SYSTEM, "%s could not be written: %s.", a->file,
                         strerror(errno));
    return code;
}
