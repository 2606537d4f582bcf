/* relation.h: how two nodes of different sources stand to each other, and how
 * sure that is.
 *
 * One logistic model gives the chances of five answers: the same, narrower,
 * broader, overlapping, or nothing of these. Its weights are fitted on sets
 * whose truth is known (scripts/fit-crosswalk). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RELATION_H
#define PL_RELATION_H

#include "cross/cross_nodes.h"

typedef enum pl_relation {
    PL_EQUAL,
    PL_NARROWER, /* the first is narrower than the second: < */
    PL_BROADER,
    PL_OVERLAP,
    PL_RELATIONS
} pl_relation;

/* What is said of one node beside the other. */
enum {
    PL_OWN,    /* words of its name that are in the other's */
    PL_PATH,   /* ... that are only in what is above the other */
    PL_HEAD,   /* words that say what it is, which the other is as well */
    PL_DETAIL, /* ... which only tell something of the other */
    PL_ABOVE,  /* words of what is above it that are in the other's path */
    PL_ON_TOP, /* nothing is above it */
    PL_KIDS,   /* names right below it that are right below the other */
    PL_LEAF,   /* nothing is below it */
    PL_LARGER, /* how often more is below it than below the other, in powers */
    PL_UP,     /* how much speaks for the other being, or being above, its
                  parent (pl_chance_speaks) */
    PL_UNDER,  /* the other's concept is above its own in the forest */
    PL_RIVAL,  /* how much more another candidate has in common with it */
    PL_LEAD,   /* how much less all others have */
    PL_SIDED
};

/* What is said of both. */
enum {
    PL_ALWAYS,
    PL_NAME,    /* one name, but for order, plural and the like */
    PL_WHOLE,   /* how much of each name the other's path has, multiplied */
    PL_CONCEPT, /* one concept of the forest */
    PL_SURE,    /* how similar they are to what is in the middle of it */
    PL_PARENTS, /* the same for their parents being one */
    PL_SHARED,  /* something above both is one concept */
    PL_APART,  /* one name, and nothing above them tells that it is one thing */
    PL_STRAY,  /* the same of names that share words only */
    PL_FORCED, /* ... though the forest has them as one concept */
    PL_MUTUAL
};

enum { PL_FACTS = PL_MUTUAL + 2 * PL_SIDED };

typedef struct pl_facts {
    double both[PL_MUTUAL];
    double of[2][PL_SIDED];
    double up[2]; /* the chance that PL_UP is told */
    double over;  /* words that both have above them, of all there */
} pl_facts;

typedef struct pl_chances {
    double of[PL_RELATIONS];
} pl_chances;

/* By = , < and ~: those of both, of the first, and of the second. What < is
 * worth the other way round, > is. */
extern const double pl_relation_weights[3][PL_FACTS];

/* All facts but the chances of others and rivals. */
void pl_facts_find(pl_facts *facts, const pl_cross_nodes *nodes, uint32_t a,
                   uint32_t b);

/* What two nodes have in common, before anything is weighed: which of two
 * candidates is nearer. */
double pl_facts_common(const pl_facts *facts);

/* A chance as a fact about others: its log odds, within bounds and from 0 on.
 */
double pl_chance_speaks(double chance);

/* Notes the chance that the parent of one side is the other, or below it. */
void pl_facts_inherit(pl_facts *facts, int side, double chance);

/* Whether the first is taken for narrower since its parent is, or since the
 * forest has it so, and not by its name. */
static inline bool pl_is_inherited(const pl_facts *facts)
{
    return facts->both[PL_NAME] == 0 && facts->of[1][PL_OWN] < 1 &&
           (facts->of[0][PL_UP] > 0 || facts->of[0][PL_UNDER] > 0);
}

pl_chances pl_chances_of(const pl_facts *facts);

/* What was answered of the names of two nodes where they stand, in log odds. */
double pl_odds_answered(const pl_cross_nodes *nodes, uint32_t a, uint32_t b);

/* What people decided is so, and what they ruled out is not. */
void pl_chances_obey(pl_chances *chances, const pl_cross_nodes *nodes,
                     uint32_t a, uint32_t b);

#endif
