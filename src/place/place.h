/* place.h: which cluster lies below which: the forest that most people want.
 *
 * Each statement that somebody made is an edge that may be taken. The heaviest
 * comes first (weights.h); one that would close a loop is passed over. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PLACE_H
#define PL_PLACE_H

#include "place/advice.h"
#include "place/obey.h"
#include "place/statements.h"

/* Fills parent[c], PL_NONE for a tree's root; there are no loops. *closing
 * counts the statements that would have closed one. `people` is how many there
 * are; `orders` what is decided and `advice` what was answered (NULL: nothing).
 * The same for any order of the input. */
PLEACH_CHECKED pleach_status pl_place(uint32_t *parent, uint64_t *closing,
                                      const pl_statements *statements,
                                      uint32_t people, const pl_orders *orders,
                                      const pl_advice *advice,
                                      pleach_error *error);

/* The same by the number of voices alone. */
PLEACH_CHECKED pleach_status pl_place_by_count(uint32_t *parent,
                                               uint64_t *closing,
                                               const pl_statements *statements,
                                               const pl_orders *orders,
                                               pleach_error *error);

#endif
