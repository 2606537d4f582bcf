/* candidates.h: few candidates for each node where a name has very many.
 *
 * In a crowd (the nodes of a name, when they are more than pairs can be had of)
 * each node chooses a bounded number of others. It is then compared with those
 * that it chose and those that chose it. Nodes that mean the same should choose
 * the same, and such that constraint F lets them merge: well-connected ones
 * (hubs.h), most of them from those that stand below the same parent name, or
 * for a root from the roots. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CANDIDATES_H
#define PL_CANDIDATES_H

#include "same/affinity.h"
#include "same/crowds.h"

typedef struct pl_candidates_question {
    const pleach_affinity *affinity; /* its corpus and selection; once it is
                                        spread, only crowds in blocks that are
                                        here are looked at */
    bool by_tags;                    /* nodes are near by tags in common ... */
    bool by_names;                   /* ... or by names in their saplings */
    uint32_t enough; /* more in common than so much says no more */
    bool anybody;    /* nothing in common will do: the name counts */
    const pl_crowds *crowds;
    uint32_t threads;
} pl_candidates_question;

/* Rows by node: row[n][0 .. degree[n]), other nodes, ascending; each is in
 * the other's row. Empty outside of crowds. */
typedef struct pl_candidates {
    pl_arena *arena;
    uint32_t **row;
    uint32_t *degree;
    uint32_t crowd_count;
    uint32_t **crowd_rows; /* what the rows lie in; ours */
} pl_candidates;

PLEACH_CHECKED pleach_status
pl_candidates_find(pl_candidates *candidates,
                   const pl_candidates_question *question, pleach_error *error);
void pl_candidates_free(pl_candidates *candidates);

#endif
