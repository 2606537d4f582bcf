/* bodies.h: what requests bring, read and proved. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_BODIES_H
#define SERVE_BODIES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "serve/bytes.h"

enum {
    BODY_DECISIONS = 1000, /* in one request */
    BODY_TEXT = 4096,      /* bytes of a name or a node */
    BODY_WHO = 120,
    BODY_SENTENCE = 200,
};

/* What a request may say; what it did not is -1, NULL or empty. */
typedef struct posted {
    json_t *root; /* holds all of it */
    int64_t revision, id, group;
    const char *preview, *who; /* who: never NULL */
    json_t *decisions;         /* a list of {"kind", "a", "b"} */
    json_t *remove;            /* a list of whole numbers */
} posted;

/* Reads an object; fields that it does not know are passed over. False with a
 * sentence: it is not what it should be. body_release is due either way. */
bool body_read(posted *read, const char *text, size_t size,
               char sentence[BODY_SENTENCE]);
void body_release(posted *read);

/* Whether a text is on one line, without tabs, and not too long: it may become
 * a cell of a file of decisions. */
bool body_is_cell(const char *text, size_t most);

/* One request: what its address and its body say. */
typedef struct request {
    json_t *query; /* an object of texts */
    bytes *body;   /* NULL: there is none */
    posted said;   /* by a body of JSON */
} request;

/* What the address says; `otherwise` where it does not. */
const char *request_text(const request *asked, const char *key,
                         const char *otherwise);
/* A whole number up to `most`; -1: it is something else. */
int64_t request_number(const request *asked, const char *key, int64_t otherwise,
                       int64_t most);

#endif
