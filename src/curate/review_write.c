/* review_write.c: the queue for people, and as JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/json_write.h"
#include "base/status.h"
#include "base/stream.h"
#include "curate/review.h"
#include "write/terminal_text.h"

static const char *const words[] = {
    [PLEACH_ASK_MERGED] = "merged",     [PLEACH_ASK_SENSES] = "senses",
    [PLEACH_ASK_SIBLINGS] = "siblings", [PLEACH_ASK_ALIKE] = "alike",
    [PLEACH_ASK_PLACE] = "place",       [PLEACH_ASK_TOP] = "top",
};

static void put_answer_line(FILE *to, const char *title, const char *line)
{
    fprintf(to, "   %s ", title);
    for (; *line != '\0'; line++) {
        size_t length = strcspn(line, "\t");
        pl_put_terminal_text(to, line, length);
        line += length;
        if (*line == '\0')
            break;
        fputs(" | ", to);
    }
    putc('\n', to);
}

static void put_review_text(const pleach_review *review, FILE *to)
{
    if (review->count == 0)
        fputs("There is nothing to ask.\n", to);
    for (size_t k = 0; k < review->count; k++) {
        const pleach_question *q = &review->items[k];
        fprintf(to, "%zu. ", k + 1);
        pl_put_terminal_text(to, q->text, strlen(q->text));
        fprintf(to, " [%" PRIu64 " %s]\n", q->nodes,
                q->nodes == 1 ? "node" : "nodes");
        put_answer_line(to, "yes:", q->yes);
        put_answer_line(to, "no: ", q->no);
    }
}

static void put_review_json(const pleach_review *review, FILE *to)
{
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '[');
    for (size_t k = 0; k < review->count; k++) {
        const pleach_question *q = &review->items[k];
        pl_json_line(&json);
        pl_json_open(&json, '{');
        pl_json_put_text(&json, "kind", words[q->kind]);
        pl_json_put_text(&json, "question", q->text);
        pl_json_put_integer(&json, "nodes", q->nodes);
        pl_json_put_double(&json, "doubt", q->doubt);
        pl_json_put_text(&json, "yes", q->yes);
        pl_json_put_text(&json, "no", q->no);
        pl_json_close(&json, '}');
    }
    pl_json_line(&json);
    pl_json_close(&json, ']');
    putc('\n', to);
}

pleach_status pleach_review_write(const pleach_review *review,
                                  const pleach_sink *to, bool json,
                                  pleach_error *error)
{
    pl_stream stream;
    PL_TRY(pl_stream_open(&stream, to, error));
    if (json)
        put_review_json(review, stream.to);
    else
        put_review_text(review, stream.to);
    return pl_stream_close(&stream, PLEACH_OK, error);
}
