/* pairs.h: the nodes of two sources that may have to do with each other, and
 * what the chances are. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PAIRS_H
#define PL_PAIRS_H

#include "cross/relation.h"

typedef struct pl_cross_pair {
    uint32_t from, to; /* nodes */
    double common;     /* pl_facts_common */
    pl_chances chances;
} pl_cross_pair;

/* All pairs from one source to another, in order of `from`, then `to`. */
typedef struct pl_cross_pairs {
    const pl_cross_nodes *nodes;
    uint32_t from, to; /* sources */
    pl_arena *arena;
    PL_LIST(pl_cross_pair) list;
    uint32_t *first; /* per node of `from`, and one more */
    /* Per node of either source: the most it has in common with another, and
     * the next most. */
    double (*best_from)[2], (*best_to)[2];
} pl_cross_pairs;

/* Start from all zeros, and free it in any case. Finds those that share words,
 * or a concept, or have children that do; time for what they share. */
PLEACH_CHECKED pleach_status pl_cross_pairs_make(pl_cross_pairs *self,
                                                 const pl_cross_nodes *nodes,
                                                 uint32_t from, uint32_t to,
                                                 pleach_error *error);
void pl_cross_pairs_free(pl_cross_pairs *self);

/* NULL: it is none of them. */
const pl_cross_pair *pl_cross_pair_find(const pl_cross_pairs *self,
                                        uint32_t from, uint32_t to);

/* All facts about two nodes, whether they are a pair or not. */
void pl_cross_facts(pl_facts *facts, const pl_cross_pairs *self, uint32_t from,
                    uint32_t to);

#endif
