/* partition.h: which blocks of an affinity lie in which process.
 *
 * Every rank knows all slots and blocks, but has the rows of its own blocks
 * only: those between rank_first[rank] and rank_first[rank + 1]. Neighbouring
 * blocks stay together, so an array over slots is one piece per rank. How many
 * ranks there are does not show in any number or order. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PARTITION_H
#define PL_PARTITION_H

#include "base/exchange.h"
#include "same/affinity.h"

/* pair_first holds about how many pairs each row has: shares out the blocks, so
 * that every rank has about as many. */
PLEACH_CHECKED pleach_status pl_partition_blocks(pleach_affinity *affinity,
                                                 pleach_error *error);

/* pair_first holds how many pairs each row has, of the blocks that are here if
 * they have been shared out; else it does that. Turns the numbers into where
 * rows begin, and takes the arrays of pairs. */
PLEACH_CHECKED pleach_status pl_partition_pairs(pleach_affinity *affinity,
                                                pleach_error *error);

/* Once the rows of all blocks that are here have been filled: gets the others,
 * where everybody needs all. */
PLEACH_CHECKED pleach_status
pl_partition_complete(const pleach_affinity *affinity, pleach_error *error);

/* The rank that has a block. */
uint32_t pl_block_rank(const pleach_affinity *affinity, uint32_t block);

/* Tells everybody how similar each slot is to its exemplar, so that
 * pl_similarity_of knows it everywhere. All ranks pass the same exemplars. */
PLEACH_CHECKED pleach_status pl_partition_worth(const pleach_affinity *affinity,
                                                const uint32_t *exemplar,
                                                pleach_error *error);

#endif
