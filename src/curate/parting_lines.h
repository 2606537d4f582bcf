/* parting_lines.h: the decisions by which two sides of a question are apart. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PARTING_LINES_H
#define PL_PARTING_LINES_H

#include "curate/decided_pairs.h"

/* Groups that follow one another, group[first] up to the end. */
typedef struct pl_group_range {
    uint32_t first, end;
} pl_group_range;

/* Lines of `different`, with newlines between them, that name all nodes of
 * both sides and no other: a no that spoke only of some would leave the rest
 * to be merged. Without those that are decided to be one; "": all are. NULL:
 * no memory. */
const char *pl_parting_lines(pl_arena *arena, const pl_review_facts *facts,
                             const pl_decided_pairs *decided,
                             pl_group_range one, pl_group_range other);

#endif
