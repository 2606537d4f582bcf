/* review.h: a queue of questions about a result. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_REVIEW_H
#define PL_REVIEW_H

#include "base/memory.h"
#include "pleach_curate.h"

struct pleach_review {
    pl_arena *arena;
    size_t count;
    pleach_question *items;
};

#endif
