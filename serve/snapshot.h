/* snapshot.h: a result that is shown, and what is found out about it.
 *
 * Made whole and never changed; whoever answers from it holds it, while others
 * may already be shown the next one. What takes long is found out when somebody
 * asks for the first time. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SNAPSHOT_H
#define SERVE_SNAPSHOT_H

#include <jansson.h>

#include "serve/bytes.h"

typedef struct snapshot snapshot;

typedef struct snapshot_facts {
    int64_t revision;
    const char *label; /* what the page calls it */
    json_t *state;     /* for whoever asks for the state */
    bytes *taxonomy;   /* as "grow -o x.json" writes it */
    bytes *lines;      /* the decisions in force */
    bool empty;        /* there are no inputs */
} snapshot_facts;

/* Takes `state`, `taxonomy` and `lines` over; NULL: there is no memory. */
snapshot *snapshot_new(const snapshot_facts *facts);
snapshot *snapshot_hold(snapshot *held);
void snapshot_release(snapshot *held);

int64_t snapshot_revision(const snapshot *of);
bool snapshot_is_empty(const snapshot *of);
/* These are borrowed. */
bytes *snapshot_taxonomy(const snapshot *of);
bytes *snapshot_state(const snapshot *of);
bytes *snapshot_lines(const snapshot *of);

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
/* The page with this result in it, borrowed; NULL: there is no memory. */
bytes *snapshot_page(snapshot *of);

#endif
