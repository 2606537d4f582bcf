/* one_to_one.h: each node at most one counterpart, so that as many as possible
 * are right. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ONE_TO_ONE_H
#define PL_ONE_TO_ONE_H

#include "cross/pairs.h"

/* Of all ways to give the nodes of the first source counterparts that no two
 * share, one of the largest sum of chances to be the same; PL_NONE: none. */
PLEACH_CHECKED pleach_status pl_match_one_to_one(uint32_t *matched,
                                                 const pl_cross_pairs *pairs,
                                                 pleach_error *error);

#endif
