/* crowds.h: which names have too many nodes for all of their pairs. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CROWDS_H
#define PL_CROWDS_H

#include "affinity/affinity.h"
#include "similarity/links.h"

typedef struct pl_crowds {
    uint32_t keep;    /* candidates that each node of a crowd chooses */
    uint64_t limit;   /* nodes that are no crowd yet */
    uint32_t count;   /* of crowded names */
    uint8_t *crowded; /* by name */
    uint32_t *head;   /* by name: where its crowd gathers, the largest name
                         that links lead to; without any, itself */
} pl_crowds;

/* A name is crowded when it and the names linked with it (NULL: none are)
 * have more than a limit of nodes. The options give it, or the number of
 * candidates, or else it is what the number of pairs needs. From `arena`;
 * false: no memory. */
PLEACH_CHECKED bool pl_crowds_find(pl_crowds *crowds, pl_arena *arena,
                                   const pleach_affinity *affinity,
                                   const pl_neighbours *links,
                                   const pleach_affinity_options *options);

/* Notes in the affinity, once slots and blocks are numbered, how many blocks
 * hold a crowd. */
void pl_crowds_note(const pl_crowds *crowds, pleach_affinity *affinity);

#endif
