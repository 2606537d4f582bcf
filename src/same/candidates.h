/* candidates.h: few candidates for each node where a name has very many.
 *
 * In a crowd (the nodes of a name, when they are more than pairs can be had of)
 * each node chooses a bounded number of others. It is then compared with those
 * that it chose and those that chose it. Nodes that mean the same should choose
 * the same, and such that constraint F lets them merge: HUBS, whose tags or
 * names around many in the crowd have, most of them from those that stand below
 * the same parent name, or for a root from the roots. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CANDIDATES_H
#define PL_CANDIDATES_H

#include "same/crowds.h"

typedef struct pl_candidates_question {
    const pleach_affinity *affinity; /* its corpus and selection; once it is
                                        spread, only crowds in blocks that are
                                        here are looked at */
    bool by_tags;                    /* hubs have tags that many have ... */
    bool by_names;                   /* ... or names in their saplings */
    bool anybody;                    /* else a tag must be in common */
    const pl_crowds *crowds;
} pl_candidates_question;

/* Rows by node: row[n][0 .. degree[n]), other nodes, ascending; each is in
 * the other's row. Empty outside of crowds. */
typedef struct pl_candidates {
    pl_arena *arena;
    uint32_t **row;
    uint32_t *degree;
    bool failed; /* no memory */
} pl_candidates;

PLEACH_CHECKED pleach_status
pl_candidates_find(pl_candidates *candidates, pl_arena *arena,
                   const pl_candidates_question *question, pleach_error *error);

#endif
