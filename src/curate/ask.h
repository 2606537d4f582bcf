/* ask.h: which questions are worth asking next, and how they are put. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ASK_H
#define PL_ASK_H

#include "same/answered.h"
#include "taxonomy/taxonomy.h"

struct pleach_prompts {
    pl_arena *arena;
    size_t count;
    pleach_prompt *items;
    uint64_t names;
};

/* Names in a question of each kind at most. */
enum { PL_MOST_ASKED = 150, PL_MOST_PARENTS = 14 };

/* A question in numbers: uses, or clusters that may be a parent. */
typedef struct pl_asking {
    pl_ask_kind kind;
    double saves;
    uint32_t about; /* of a place or a name: the cluster; of a sense: a label */
    uint32_t count;
    uint32_t item[PL_MOST_ASKED];
} pl_asking;

typedef PL_LIST(pl_asking) pl_asking_list;

/* What is known of each use when questions are chosen. */
typedef struct pl_ask_facts {
    const pleach_taxonomy *forest;
    const pleach_answers *answers;
    pl_labels labels;
    pl_answered said;
    uint32_t *cluster; /* per use; PL_NONE: it takes no part */
    uint32_t *shown;   /* per cluster: the use that stands for it, or PL_NONE */
    double *doubt;     /* per use: that it is in the wrong cluster */
    double *unseen;    /* per use: that its like was not shown with it */
    uint32_t *asked;   /* per use: how often */
    uint32_t *rival;   /* per use: where an answer puts it; or PL_NONE */
    double trust;      /* in whoever answered, on average */
} pl_ask_facts;

PLEACH_CHECKED pleach_status pl_ask_facts_make(pl_ask_facts *facts,
                                               pl_arena *arena,
                                               const pleach_taxonomy *forest,
                                               const pleach_answers *answers,
                                               pleach_error *error);

/* Adds questions that are worth it, in any order. False: no memory. */
PLEACH_CHECKED bool pl_ask_same(pl_asking_list *to, const pl_ask_facts *facts);
PLEACH_CHECKED bool pl_ask_senses(pl_asking_list *to,
                                  const pl_ask_facts *facts);
PLEACH_CHECKED bool pl_ask_places(pl_asking_list *to,
                                  const pl_ask_facts *facts);
PLEACH_CHECKED bool pl_ask_names(pl_asking_list *to, const pl_ask_facts *facts);

PLEACH_CHECKED pleach_status pl_ask_which(pl_asking_list *to,
                                          const pl_ask_facts *facts,
                                          pleach_error *error);

/* Per cluster: whether a question of a kind was about it; to be released. NULL:
 * no memory. */
uint8_t *pl_ask_mark(const pl_ask_facts *facts, pl_ask_kind kind);

/* Makes the request and the text around it. False: no memory. */
PLEACH_CHECKED bool pl_ask_write(pleach_prompt *prompt, pl_arena *arena,
                                 const pl_ask_facts *facts,
                                 const pl_asking *asking, uint64_t id);

#endif
