/* cover.h: greedy covers, where no parents and children have a say. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_COVER_H
#define PL_COVER_H

#include "rap/assignment.h"

/* Blocks of roots without children are problems of their own, with nothing
 * but I and E to hold. There messages may lose to the plainest of methods: who
 * gains most leads, until nobody gains; then who is not needed does not, and
 * one that makes two others superfluous takes their place. Puts that answer
 * into `exemplar`, which must be valid, for all such blocks where it is the
 * better one; with `all` for all blocks, F and T being somebody else's care.
 * Time in proportion to the pairs of those blocks. */
PLEACH_CHECKED pleach_status pl_cover(uint32_t *exemplar,
                                      const pleach_affinity *affinity, bool all,
                                      pleach_error *error);

#endif
