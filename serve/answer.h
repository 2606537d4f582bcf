/* answer.h: what is said to a request: a status, and a text or JSON. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_H
#define SERVE_ANSWER_H

#include "serve/bytes.h"

typedef struct answer {
    unsigned status; /* of HTTP */
    const char *type;
    bytes *body;       /* NULL: there is none */
    char download[48]; /* the name of a file; empty: it is to be shown */
} answer;

#define ANSWER_JSON "application/json; charset=utf-8"

/* Takes `body` over, also where there is no memory, which is a 503. */
answer answer_with(unsigned status, const char *type, bytes *body);
answer answer_json(unsigned status, json_t *body);
/* {"error": sentence} */
answer answer_error(unsigned status, const char *sentence, ...)
    __attribute__((format(printf, 2, 3)));
/* 422 where the data is to blame, 503 where the machine is. */
answer answer_failure(const pleach_error *error);
/* The status and the JSON of such a failure, to be added to. */
json_t *answer_failure_json(unsigned *status, const pleach_error *error);
void answer_release(answer *given);

#endif
