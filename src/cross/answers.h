/* answers.h: what each node of a source is led to in another: the likeliest
 * counterparts, or the nearest thing that there is. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CROSS_ANSWERS_H
#define PL_CROSS_ANSWERS_H

#include "cross/pairs.h"

/* An equal one is claimed from here on. Who misses a pair has lost as much as
 * who claims a wrong one, and then F1 is best where half of it is the least
 * chance that is claimed. */
#define PL_CLAIMED_EQUAL 0.35

/* Which of several it is, is not asked about who is so sure; what is less
 * likely is not offered. */
#define PL_WHICH_SURE 0.8
#define PL_WHICH_OFFERED 0.1
enum { PL_WHICH_CHOICES = 5 };

typedef struct pl_answers {
    pl_cross_pairs pairs;
    /* Per node of the first source: what is known since its parent has that,
     * or for want of anything else; `to` is PL_NONE where that adds nothing. */
    pl_cross_pair *further;
    uint32_t *matched; /* one to one: its counterpart, or PL_NONE; NULL: as
                          many as there are */
} pl_answers;

typedef struct pl_answer {
    uint32_t node;
    pl_relation relation;
    double confidence;
    double worth; /* what is told, times how sure that is */
} pl_answer;

/* Start from all zeros, and free it in any case. */
PLEACH_CHECKED pleach_status pl_answers_make(pl_answers *self,
                                             const pl_cross_nodes *nodes,
                                             uint32_t from, uint32_t to,
                                             bool one_to_one,
                                             pleach_error *error);
void pl_answers_free(pl_answers *self);

/* All facts about two nodes, whether they are a pair or not. */
void pl_answers_facts(pl_facts *facts, const pl_answers *self, uint32_t from,
                      uint32_t to);

/* What a relation of a pair tells of where its first node belongs, if it is
 * so: 1 for an equal one. */
double pl_answers_telling(const pl_answers *self, const pl_cross_pair *pair,
                          pl_relation relation);

/* The best answers about a node; at least one, at most `most`. The best is
 * first, the others are in order of confidence. An equal one that is claimed is
 * better than what only stands above the node, however sure that is. Returns
 * how many. */
uint32_t pl_answers_of(const pl_answers *self, uint32_t node, pl_answer *to,
                       uint32_t most);

#endif
