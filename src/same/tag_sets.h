/* tag_sets.h: the tags of nodes as weighted sets, rare tags weighing more. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAG_SETS_H
#define PL_TAG_SETS_H

#include "same/sets.h"
#include "same/term.h"

/* Per node, log(1 + count) * log(1 + N / n) for a tag that n of the N nodes
 * with tags have. `size` is the sum of the weights, or, for `lengths`, the
 * length of the vector. */
PLEACH_CHECKED pleach_status pl_tag_sets_make(pl_sets **sets,
                                              const pl_scope *scope,
                                              bool lengths,
                                              pleach_error *error);

#endif
