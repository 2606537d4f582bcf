/* review_which.h: asks which of several nodes of another source is the same as
 * one of which a crosswalk is not sure. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_REVIEW_WHICH_H
#define PL_REVIEW_WHICH_H

#include "curate/decided_pairs.h"
#include "pleach_curate.h"

typedef PL_LIST(pleach_question) pl_question_list;

/* Adds a question for each such node; texts are taken from `arena`. What is
 * decided is not asked, nor offered. */
PLEACH_CHECKED pleach_status pl_ask_counterparts(
    pl_question_list *items, pl_arena *arena, const pl_review_facts *facts,
    const pl_decided_pairs *decided, pleach_error *error);

#endif
