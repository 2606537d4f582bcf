/* answers.h: what a model or a person answered, as read from their file.
 *
 * One line of JSON for each question (docs/llm.md): the question as it was put,
 * the answer, who gave it and when. Names stand in it as texts, so that it
 * outlives changes of the input; uses.h finds what they mean now. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ANSWERS_H
#define PL_ANSWERS_H

#include "base/memory.h"
#include "base/strings.h"
#include "pleach_curate.h"

typedef enum pl_ask_kind {
    PL_ASK_SAME,  /* which of these names mean the same? */
    PL_ASK_SENSE, /* the same of one name in several places */
    PL_ASK_PLACE, /* below which of these does it belong? */
    PL_ASK_NAME,  /* what is it to be called? */
    PL_ASK_KINDS,
} pl_ask_kind;

/* In the order of the kinds. */
extern const char *const pl_ask_word[PL_ASK_KINDS];

/* A name that a question shows, and where it was seen: paths such as "Support >
 * Billing", seen[first .. end). */
typedef struct pl_asked_name {
    const char *name;
    uint32_t seen_first, seen_end;
    uint32_t group; /* names of one group mean the same; PL_NONE: unsure */
} pl_asked_name;

/* A question and what became of it. */
typedef struct pl_reply {
    pl_ask_kind kind;
    bool answered;
    uint64_t id, hash;   /* of all that it shows */
    uint32_t first, end; /* its names; of a place, the thing itself first */
    uint32_t who;        /* answered it */
    uint32_t chosen;     /* of a place or a name: which of the names; of a place
                            also PL_TOP_PARENT; PL_NONE: none */
} pl_reply;

#define PL_TOP_PARENT (PL_NONE - 1)

struct pleach_answers {
    pl_arena *arena;
    PL_LIST(pl_reply) replies;
    PL_LIST(pl_asked_name) names;
    PL_LIST(const char *) seen;
    pl_strings *who;
    uint64_t next_id;
    uint64_t unanswered;
};

/* Whether a request was put before, with its names in the same order. False: no
 * memory. */
PLEACH_CHECKED bool pl_answers_know(const pleach_answers *answers,
                                    const char *request, bool *known);

/* The name above the last one in a path, "" where nothing is. */
void pl_seen_parent(const char *path, const char *name, const char **parent,
                    size_t *length);

#endif
