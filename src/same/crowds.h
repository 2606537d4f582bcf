/* crowds.h: which names have too many nodes for all of their pairs. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CROWDS_H
#define PL_CROWDS_H

#include "same/affinity.h"

typedef struct pl_crowds {
    uint32_t keep;    /* candidates that each node of a crowd chooses */
    uint64_t limit;   /* nodes that are no crowd yet */
    uint32_t count;   /* of crowded names */
    uint64_t pairs;   /* about so many will be stored */
    uint64_t refused; /* bytes that would let more pairs be compared; 0: it is
                         not for want of memory that nodes choose */
    uint8_t *crowded; /* by name */
} pl_crowds;

/* A name is crowded when it has more than a limit of nodes. The options give
 * it, or the number of candidates, or else it is what the number of pairs
 * needs. From `arena`; false: no memory. */
PLEACH_CHECKED bool pl_crowds_find(pl_crowds *crowds, pl_arena *arena,
                                   const pleach_affinity *affinity,
                                   const pleach_affinity_options *options);

/* PLEACH_NO_MEMORY, with what is needed, when its pairs take more than the
 * options allow. Warns where nodes choose candidates to stay within that. */
PLEACH_CHECKED pleach_status
pl_crowds_afford(const pl_crowds *crowds,
                 const pleach_affinity_options *options, pleach_error *error);

/* Notes in the affinity, once slots and blocks are numbered, how many blocks
 * hold a crowd. */
void pl_crowds_note(const pl_crowds *crowds, pleach_affinity *affinity);

#endif
