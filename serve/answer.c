/* answer.c: what is said to a request: a status, and a text or JSON. */
/* SPDX-License-Identifier: MIT */
#include "serve/answer.h"

#include <stdarg.h>
#include <stdio.h>

answer answer_with(unsigned status, const char *type, bytes *body)
{
    if (!body->failed)
        return (answer){.status = status, .type = type, .body = body};
    bytes_release(body);
    return (answer){.status = 503, .type = ANSWER_JSON};
}

answer answer_json(unsigned status, json_t *body)
{
    return answer_with(status, ANSWER_JSON, bytes_json(body));
}

/* Sentences quote what others wrote, which may be cut inside a character. */
static json_t *sentence_json(const char *sentence)
{
    json_t *text = json_string(sentence);
    return text != NULL ? text
                        : json_string("What was given is not text in UTF-8.");
}

answer answer_error(unsigned status, const char *sentence, ...)
{
    char text[640];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    return answer_json(status, json_pack("{so}", "error", sentence_json(text)));
}

/* A sentence with its place, as the terminal would show it. */
static void place_sentence(char *to, size_t room, const pleach_error *error)
{
    if (error->file[0] == '\0')
        snprintf(to, room, "%s", error->sentence);
    else if (error->line == 0)
        snprintf(to, room, "%s: %s", error->file, error->sentence);
    else
        snprintf(to, room, "%s, line %llu: %s", error->file,
                 (unsigned long long)error->line, error->sentence);
}

json_t *answer_failure_json(unsigned *status, const pleach_error *error)
{
    char text[sizeof error->file + sizeof error->sentence + 32];
    bool data =
        error->status == PLEACH_BAD_DATA || error->status == PLEACH_BAD_USAGE;
    place_sentence(text, sizeof text, error);
    *status = data ? 422 : 503;
    if (error->status == PLEACH_CANCELLED)
        snprintf(text, sizeof text, "The server is ending.");
    return json_pack("{so}", "error", sentence_json(text));
}

answer answer_failure(const pleach_error *error)
{
    unsigned status;
    json_t *body = answer_failure_json(&status, error);
    return answer_json(status, body);
}

void answer_release(answer *given)
{
    bytes_release(given->body);
    given->body = NULL;
}
