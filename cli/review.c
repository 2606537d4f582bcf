/* review.c: "pleach review", a queue of questions, listed or asked. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "errors.h"
#include "pipeline.h"
#include "report/report.h"

typedef struct cli_review {
    const cli_options *options;
    pleach_taxonomy *result;
    pleach_decisions *decisions;
    pleach_review *review;
} cli_review;

/* ---------------------------------------------------------------- asking -- */

/* Answers, each with how long the file was before it. */
typedef struct answers {
    FILE *to;
    const char *file, *who;
    char when[16];
    long *before; /* per question */
    size_t *asked;
    size_t count;
    size_t decided;
} answers;

static int fail_file(const answers *a)
{
    return error_say(EXIT_SYSTEM, "%s could not be written: %s.", a->file,
                     strerror(errno));
}

/* What was acknowledged is on the disk. */
static bool append_lines(answers *a, const char *lines, size_t size)
{
    bool enough = true;
    for (const char *end = lines + size; enough && lines < end;) {
        size_t left = (size_t)(end - lines), length = strcspn(lines, "\n");
        length = length < left ? length : left;
        enough = fprintf(a->to, "%.*s\t%s\t%s\n", (int)length, lines, a->who,
                         a->when) > 0;
        lines += length + 1;
    }
    return enough && fflush(a->to) == 0 && fsync(fileno(a->to)) == 0;
}

static bool take_back(const answers *a, long size)
{
    return fflush(a->to) == 0 && ftruncate(fileno(a->to), size) == 0 &&
           fseek(a->to, 0, SEEK_END) == 0;
}

static void put_question(const pleach_question *q, size_t number, size_t count)
{
    char text[8192];
    text_make_harmless(text, sizeof text, q->text);
    printf("%zu of %zu. %s [%s/n/s/u/q] ", number, count, text,
           q->choices == NULL ? "y" : "1..");
    (void)fflush(stdout);
}

/* The first letter of a line, however long; 'q' at the end of the input. */
static int read_letter(void)
{
    int answer = ' ', next = getchar();
    if (next == EOF)
        return 'q';
    for (; next != EOF && next != '\n'; next = getchar())
        if (answer == ' ' && next != '\t')
            answer = next;
    return answer;
}

/* The lines of an answer; NULL: it is none. Of several choices a digit takes
 * one. */
static const char *find_lines(const pleach_question *q, int answer,
                              size_t *length)
{
    const char *line = answer == 'n'   ? q->no
                       : answer == 'y' ? q->yes
                                       : q->choices;
    *length = line == NULL ? 0 : strlen(line);
    if (answer == 'y' || answer == 'n' || line == NULL)
        return answer == 'y' || answer == 'n' ? line : NULL;
    for (int k = '1'; line != NULL && k < answer; k++) {
        const char *end = strchr(line, '\n');
        line = end == NULL ? NULL : end + 1;
    }
    *length = line == NULL ? 0 : strcspn(line, "\n");
    return answer < '1' || answer > '9' ? NULL : line;
}

/* Does what was answered about question k, and returns the next one; count:
 * all are done. *code tells of a failure. */
static size_t act(answers *a, const pleach_question *list, size_t k, int answer,
                  size_t count, int *code)
{
    size_t length;
    const char *lines = find_lines(&list[k], answer, &length);
    if (lines != NULL) {
        a->before[a->count] = ftell(a->to);
        a->asked[a->count++] = k;
        a->decided++;
        if (append_lines(a, lines, length))
            return k + 1;
        *code = fail_file(a);
        return count;
    }
    if (answer == 's') {
        a->before[a->count] = -1;
        a->asked[a->count++] = k;
        return k + 1;
    }
    if (answer == 'u' && a->count > 0) {
        a->count--;
        a->decided -= a->before[a->count] >= 0;
        if (a->before[a->count] < 0 || take_back(a, a->before[a->count]))
            return a->asked[a->count];
        *code = fail_file(a);
        return count;
    }
    if (answer == 'q')
        return count;
    puts(list[k].choices == NULL
             ? "Answer y (yes), n (no), s (skip), u (undo the last) or q "
               "(quit)."
             : "Answer with a number, or n (none), s (skip), u (undo the "
               "last) or q (quit).");
    return k;
}

/* Who answers should know when to stop. */
static bool tell_not_worth(size_t left)
{
    printf("Nothing more is worth asking: %g of the %zu questions that are "
           "left would not save one correction. q ends here.\n",
           1 / PLEACH_QUESTION_COST, left);
    return true;
}

/* Questions come in the order of what they save; whoever comes to those that
 * save less than they cost is told so once. */
static int ask_all_questions(cli_review *run, answers *a)
{
    size_t count, k = 0, worth = report_count_worth(run->review);
    const pleach_question *list = pleach_review_questions(run->review, &count);
    bool told = false;
    int code = EXIT_DONE;
    if (count > 0)
        puts(
            "y: yes, n: no, s: skip, u: undo the last, q: quit. Each answer is "
            "kept at once.");
    a->before = calloc(count + 1, sizeof *a->before);
    a->asked = calloc(count + 1, sizeof *a->asked);
    if (a->before == NULL || a->asked == NULL)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    while (k < count) {
        if (k == worth && !told)
            told = tell_not_worth(count - worth);
        put_question(&list[k], k + 1, count);
        k = act(a, list, k, read_letter(), count, &code);
    }
    if (code == EXIT_DONE)
        printf("\n%zu %s added to %s. To use them: pleach grow ... --decisions "
               "%s\n",
               a->decided, a->decided == 1 ? "answer was" : "answers were",
               a->file, a->file);
    return code;
}

/* A line that somebody left without an end must not swallow ours. */
static bool end_last_line(FILE *file)
{
    if (fseek(file, -1, SEEK_END) != 0)
        return true; /* empty */
    int last = fgetc(file);
    return fseek(file, 0, SEEK_END) == 0 &&
           (last == '\n' || fputc('\n', file) != EOF);
}

/* Answers are added behind what is there; the day is the same on any machine.
 */
static int open_and_ask(cli_review *run)
{
    answers a = {.file = run->options->decisions,
                 .who = run->options->who == NULL ? "" : run->options->who};
    time_t now = time(NULL);
    struct tm day;
    if (strpbrk(a.who, "\t\r\n") != NULL)
        return error_say(EXIT_USAGE, "--who must be on one line, without "
                                     "tabs.");
    if (gmtime_r(&now, &day) != NULL)
        strftime(a.when, sizeof a.when, "%Y-%m-%d", &day);
    a.to = fopen(a.file, "a+");
    if (a.to == NULL || !end_last_line(a.to))
        return fail_file(&a);
    int code = ask_all_questions(run, &a);
    free(a.before);
    free(a.asked);
    if (fclose(a.to) != 0 && code == EXIT_DONE)
        code = fail_file(&a);
    return code;
}

/* --------------------------------------------------------------- listing -- */

/* Without answers so far there may be no file yet. */
static bool is_to_be_made(const cli_options *options)
{
    struct stat facts;
    return options->ask && stat(options->decisions, &facts) != 0 &&
           errno == ENOENT;
}

/* A file of decisions that is not there yet holds none. */
static pleach_status make_review(cli_review *run, pleach_error *error)
{
    const cli_options *options = run->options;
    pleach_status status = PLEACH_OK;
    if (options->decisions != NULL && !is_to_be_made(options))
        status = pleach_decisions_read(
            &run->decisions, &(pleach_input){.name = options->decisions},
            error);
    if (status == PLEACH_OK)
        status = pipeline_load(&run->result, options->operands.items[0], error);
    pleach_review_options how = {.about = options->about,
                                 .most = options->most,
                                 .decisions = run->decisions};
    if (status == PLEACH_OK)
        status = pleach_review_make(&run->review, run->result, &how, error);
    return status;
}

static int show_review(cli_review *run)
{
    pleach_error error = {0};
    pleach_status status = make_review(run, &error);
    if (status == PLEACH_OK && run->options->ask)
        return open_and_ask(run);
    if (status != PLEACH_OK)
        return error_print(&error);
    (run->options->json ? report_review_json : report_review_text)(run->review,
                                                                   stdout);
    if (!run->options->json && !run->options->quiet)
        fputs("To decide, put the lines that are right into a file, or answer "
              "one by one with\n--ask --decisions FILE; then: pleach grow ... "
              "--decisions FILE\n",
              stderr);
    return EXIT_DONE;
}

int review_run(const cli_options *options)
{
    cli_review run = {.options = options};
    if (options->operands.count != 1)
        return error_say(EXIT_USAGE, "Which result? \"pleach review "
                                     "RESULT.json\" wants a file.");
    if (options->ask && options->decisions == NULL)
        return error_say(EXIT_USAGE, "Answers go into a file of decisions: "
                                     "add --decisions FILE.");
    int code = show_review(&run);
    pleach_review_free(run.review);
    pleach_decisions_free(run.decisions);
    pleach_taxonomy_free(run.result);
    return code;
}
