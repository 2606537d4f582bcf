/* review.c: the queue of questions for people, and as JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "report/json.h"
#include "report/report.h"

static const char *const words[] = {
    [PLEACH_ASK_MERGED] = "merged",     [PLEACH_ASK_SENSES] = "senses",
    [PLEACH_ASK_SIBLINGS] = "siblings", [PLEACH_ASK_ALIKE] = "alike",
    [PLEACH_ASK_PLACE] = "place",       [PLEACH_ASK_TOP] = "top",
};

/* A line of decisions, whose cells are parted by tabs. */
static void put_answer_line(FILE *to, const char *title, const char *line)
{
    fprintf(to, "   %s ", title);
    for (; *line != '\0'; line++) {
        size_t length = strcspn(line, "\t");
        report_put_bytes(to, line, length);
        line += length;
        if (*line == '\0')
            break;
        fputs(" | ", to);
    }
    putc('\n', to);
}

static void put_text(const void *figures, FILE *to, bool color)
{
    size_t count;
    const pleach_question *q = pleach_review_questions(figures, &count);
    (void)color;
    if (count == 0)
        fputs("There is nothing to ask.\n", to);
    for (size_t k = 0; k < count; k++) {
        fprintf(to, "%zu. ", k + 1);
        report_put_text(to, q[k].text);
        fprintf(to, " [%" PRIu64 " %s]\n", q[k].nodes,
                q[k].nodes == 1 ? "node" : "nodes");
        put_answer_line(to, "yes:", q[k].yes);
        put_answer_line(to, "no: ", q[k].no);
    }
}

static void put_json(const void *figures, FILE *to, bool color)
{
    size_t count;
    const pleach_question *q = pleach_review_questions(figures, &count);
    report_json json = {.to = to};
    (void)color;
    report_json_open(&json, NULL, '[');
    for (size_t k = 0; k < count; k++) {
        report_json_line(&json);
        report_json_open(&json, NULL, '{');
        report_json_text(&json, "kind", words[q[k].kind]);
        report_json_text(&json, "question", q[k].text);
        report_json_count(&json, "nodes", q[k].nodes);
        report_json_real(&json, "doubt", q[k].doubt);
        report_json_text(&json, "yes", q[k].yes);
        report_json_text(&json, "no", q[k].no);
        report_json_close(&json, '}');
    }
    report_json_line(&json);
    report_json_close(&json, ']');
}

const report_format report_review_formats[] = {
    {"text", put_text}, {"json", put_json}, {NULL, NULL}};
