/* review.c: the queue of questions for people, and as JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "report/report.h"

/* Of an answer. */
enum { SHOWN_LINES = 8 };

static const char *const words[] = {
    [PLEACH_ASK_MERGED] = "merged",     [PLEACH_ASK_SENSES] = "senses",
    [PLEACH_ASK_SIBLINGS] = "siblings", [PLEACH_ASK_ALIKE] = "alike",
    [PLEACH_ASK_PLACE] = "place",       [PLEACH_ASK_TOP] = "top",
    [PLEACH_ASK_WHICH] = "which",
};

static const char *const CHOICE_TITLES[] = {
    "", "1:", "2:", "3:", "4:", "5:", "6:", "7:", "8:", "9:"};

/* What comes after the first line; NULL: nothing. */
static const char *next_line(const char *lines)
{
    const char *end = strchr(lines, '\n');
    return end == NULL ? NULL : end + 1;
}

/* A line of decisions, whose cells are parted by tabs. */
static void put_line(FILE *to, const char *title, const char *line)
{
    size_t length = strcspn(line, "\t\n");
    fprintf(to, "   %s ", title);
    pl_put_terminal_bytes(to, line, length);
    while (line[length] == '\t') {
        line += length + 1;
        length = strcspn(line, "\t\n");
        fputs(" | ", to);
        pl_put_terminal_bytes(to, line, length);
    }
    putc('\n', to);
}

static void put_answer(FILE *to, const char *title, const char *lines)
{
    size_t count = 0;
    for (; lines != NULL; lines = next_line(lines))
        if (count++ < SHOWN_LINES)
            put_line(to, count == 1 ? title : "    ", lines);
    if (count > SHOWN_LINES)
        fprintf(to, "        and %zu more: --json and --ask have all lines\n",
                count - SHOWN_LINES);
}

size_t report_count_worth(const pleach_review *review)
{
    size_t count, worth = 0;
    const pleach_question *q = pleach_review_questions(review, &count);
    while (worth < count && q[worth].saves >= PLEACH_QUESTION_COST)
        worth++;
    return worth;
}

/* Where to stop: the queue is sorted by what a question saves. */
static void put_where_to_stop(FILE *to, size_t worth, size_t count)
{
    if (worth == count)
        return;
    if (worth == 0)
        fputs("\nNone of these is", to);
    else
        fprintf(to, "\nOnly the first %zu %s", worth,
                worth == 1 ? "is" : "are");
    fprintf(to, " worth asking: %g of %s would not save one correction.\n",
            1 / PLEACH_QUESTION_COST, worth == 0 ? "them" : "the others");
}

/* With the lines of either answer, ready for a file of decisions. */
void report_review_text(const void *figures, FILE *to)
{
    size_t count;
    const pleach_question *q = pleach_review_questions(figures, &count);
    if (count == 0)
        fputs("There is nothing to ask.\n", to);
    for (size_t k = 0; k < count; k++) {
        fprintf(to, "%zu. ", k + 1);
        pl_put_terminal_text(to, q[k].text);
        fprintf(to, " [%" PRIu64 " %s]\n", q[k].nodes,
                q[k].nodes == 1 ? "node" : "nodes");
        const char *choice = q[k].choices;
        for (size_t c = 1; choice != NULL; c++, choice = next_line(choice))
            put_line(to, CHOICE_TITLES[c % 10], choice);
        if (q[k].choices == NULL)
            put_answer(to, "yes:", q[k].yes);
        put_answer(to, "no: ", q[k].no);
    }
    put_where_to_stop(to, report_count_worth(figures), count);
}

/* All lines of the answers: programs write them down by themselves. */
void report_review_json(const void *figures, FILE *to)
{
    static const report_field fields[] = {
        {"question", REPORT_TEXT, offsetof(pleach_question, text)},
        {"nodes", REPORT_COUNT, offsetof(pleach_question, nodes)},
        {"doubt", REPORT_REAL, offsetof(pleach_question, doubt)},
        {"saves", REPORT_REAL, offsetof(pleach_question, saves)},
        {"yes", REPORT_TEXT, offsetof(pleach_question, yes)},
        {"no", REPORT_TEXT, offsetof(pleach_question, no)},
        {.key = NULL}};
    size_t count;
    const pleach_question *q = pleach_review_questions(figures, &count);
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '[');
    for (size_t k = 0; k < count; k++) {
        pl_json_line(&json);
        pl_json_open(&json, '{');
        pl_json_put_text(&json, "kind", words[q[k].kind]);
        report_fields(&json, fields, &q[k]);
        if (q[k].choices != NULL)
            pl_json_put_text(&json, "choices", q[k].choices);
        pl_json_close(&json, '}');
    }
    pl_json_line(&json);
    pl_json_close(&json, ']');
    putc('\n', to);
}
