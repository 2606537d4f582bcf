/* partition.h: which process fills which rows of an affinity.
 *
 * Every process has all rows in the end. Each fills those of its own blocks,
 * which are neighbours, so an array over slots or pairs is one piece per
 * process. How many there are does not show in any number or order. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PARTITION_H
#define PL_PARTITION_H

#include "same/affinity.h"

/* pair_first holds about how many pairs each row has: shares out the blocks, so
 * that every process has about as many. */
PLEACH_CHECKED pleach_status pl_partition_blocks(pleach_affinity *affinity,
                                                 pleach_error *error);

/* pair_first holds how many pairs each row has: turns the numbers into where
 * rows begin, and takes the arrays of pairs. */
PLEACH_CHECKED pleach_status pl_partition_pairs(pleach_affinity *affinity,
                                                pleach_error *error);

/* Gets the rows that others have filled. */
PLEACH_CHECKED pleach_status
pl_partition_complete(const pleach_affinity *affinity, pleach_error *error);

#endif
