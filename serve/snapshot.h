/* snapshot.h: a result that is shown, and what is found out about it.
 *
 * Made whole and never changed; whoever answers from it holds it, while others
 * may already be shown the next one. What takes long is found out when somebody
 * asks for the first time. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SNAPSHOT_H
#define SERVE_SNAPSHOT_H

#include <jansson.h>
#include <pthread.h>

#include "serve/bytes.h"

enum { SNAPSHOT_ABOUTS = PLEACH_REVIEW_COUNTERPARTS + 1 };

typedef struct snapshot {
    int64_t revision;
    const char *label; /* what the page calls it */
    bool can_undo, can_redo;
    bool empty;      /* there are no inputs */
    bytes *state;    /* for whoever asks for the state */
    bytes *taxonomy; /* as "grow -o x.json" writes it */
    bytes *lines;    /* the decisions in force */

    /* What is found out once; none waits for another. */
    pthread_mutex_t loading, reviewing, paging;
    pleach_taxonomy *loaded;
    json_t *questions[SNAPSHOT_ABOUTS];
    bytes *page;
    atomic_size_t holders;
} snapshot;

/* A copy of these facts, whose bytes it takes over; NULL: there is no memory.
 */
snapshot *snapshot_new(const snapshot *facts);
snapshot *snapshot_hold(snapshot *held);
void snapshot_release(snapshot *held);

/* The taxonomy to be asked; not of an empty one. */
PLEACH_CHECKED pleach_status snapshot_load(const pleach_taxonomy **loaded,
                                           snapshot *of, pleach_error *error);
/* {"total", "questions"}: so many from `offset`. */
PLEACH_CHECKED pleach_status snapshot_review(json_t **review, snapshot *of,
                                             pleach_review_about about,
                                             size_t offset, size_t limit,
                                             pleach_error *error);
/* Why a cluster is as it is, as text. */
PLEACH_CHECKED pleach_status snapshot_explain(bytes *to, const snapshot *of,
                                              const char *cluster,
                                              pleach_error *error);
/* The page with this result in it, to be released. */
bytes *snapshot_page(snapshot *of);

#endif
