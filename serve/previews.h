/* previews.h: results that were tried and are not kept yet. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_PREVIEWS_H
#define SERVE_PREVIEWS_H

#include "serve/project.h"

enum { PREVIEWS = 8, PREVIEW_ID = 16 };

typedef struct preview {
    char id[PREVIEW_ID + 1]; /* empty: there is none */
    int64_t revision;        /* that it was tried on */
    uint64_t age;
    json_t *asked; /* what was asked, with its decisions */
    project_result result;
} preview;

/* The last few; for one thread at a time. */
typedef struct previews {
    preview items[PREVIEWS];
    uint64_t made;
} previews;

/* Takes a preview over and gives it an id, in place of the oldest; false: the
 * system has no random bytes. */
bool previews_add(previews *in, preview *added);
/* Takes it out for the caller to release; false: it is not there. */
bool previews_take(preview *taken, previews *in, const char *id);
void preview_release(preview *released);
void previews_release(previews *released);

#endif
