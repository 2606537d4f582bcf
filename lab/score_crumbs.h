/* score_crumbs.h: the concepts above each node, in a forest and in gold. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SCORE_CRUMBS_H
#define PL_SCORE_CRUMBS_H

#include "lab/gold.h"
#include "lab/score_truth.h"

/* Nodes of one concept in one group. */
typedef struct pl_crumb_cell {
    uint32_t label, concept, nodes;
} pl_crumb_cell;

/* Groups of nodes in a forest, and where the rows of the truth are in it. */
typedef struct pl_crumb_forest {
    uint32_t groups;
    uint32_t *parent; /* per group; PL_NONE: the root of a tree */
    uint32_t *label;  /* per row: its group; PL_NONE: in none */
    uint32_t *means;  /* per group: the concept that most of its nodes stand
                         for, in truth->golds; PL_NONE: no row is in it */
    PL_LIST(pl_crumb_cell) cells; /* by label, those of no group last */
} pl_crumb_forest;

typedef struct pl_crumbs {
    pl_arena *arena;
    const pl_truth *truth;
    const pl_gold *gold;
    uint32_t *gold_of; /* concept of the truth -> of gold, or PL_NONE */
    uint32_t *true_of; /* and back */
    pl_crumb_forest given;
} pl_crumbs;

/* Whether a concept of the truth (or PL_NONE) is in the gold taxonomy. */
static inline bool pl_crumbs_known(const pl_crumbs *crumbs, uint32_t concept)
{
    return concept != PL_NONE && crumbs->gold_of[concept] != PL_NONE;
}

/* The next concept above one, in gold, that some node stands for; PL_NONE:
 * there is none. Both are numbers of the truth. */
uint32_t pl_crumbs_above(const pl_crumbs *crumbs, uint32_t concept);

/* What anybody gets: nodes of one key, or of one true concept, in the forest
 * that most voices ask for; or each by itself, where its maker put it. */
typedef enum pl_yardstick_kind {
    PL_KEY_VOTES,
    PL_TRUTH_VOTES,
    PL_NO_TOOL,
} pl_yardstick_kind;

/* Fills in all but meanings and cells, from the arena of the crumbs. */
PLEACH_CHECKED pleach_status pl_yardstick(pl_crumb_forest *forest,
                                          const pl_crumbs *crumbs,
                                          pl_result *result,
                                          pl_yardstick_kind kind,
                                          pleach_error *error);

/* Counts what a person has to do until the forest is gold's, all but what is
 * saved; the forest has its meanings and cells. */
PLEACH_CHECKED pleach_status pl_count_mends(pleach_mends *mends,
                                            const pl_crumbs *crumbs,
                                            const pl_crumb_forest *forest,
                                            pleach_error *error);

#endif
