/* assignment.h: an assignment of exemplars, its worth, and making it valid. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ASSIGNMENT_H
#define PL_ASSIGNMENT_H

#include "same/affinity.h"

/* A leaf that had to leave the cluster it was decoded into. */
typedef struct pl_conflict {
    uint32_t slot;   /* the leaf */
    uint32_t wanted; /* the exemplar it had */
    float cost;      /* similarity lost */
} pl_conflict;

/* What the repair of one assignment did. */
typedef struct pl_repairs {
    uint64_t cycles_broken;
    PL_LIST(pl_conflict) conflicts; /* leaves split off for F */
} pl_repairs;

/* Room to repair assignments of one affinity, used again and again. */
typedef struct pl_repair_scratch {
    const pleach_affinity *affinity;
    uint32_t *cluster_parent; /* per exemplar: the parent cluster's exemplar */
    uint32_t *mark;           /* per slot scratch */
    uint32_t *member_first;   /* per exemplar + 1, for member lists */
    uint32_t *member;
    pl_repairs repairs; /* of the last repair */
} pl_repair_scratch;

PLEACH_CHECKED pleach_status
pl_repair_scratch_start(pl_repair_scratch *scratch, pl_arena *arena,
                        const pleach_affinity *affinity, pleach_error *error);

/* The objective: sum of S(i, exemplar(i)), without any tie breaking. Every
 * pair used must be stored. */
double pl_net_similarity(const pleach_affinity *affinity,
                         const uint32_t *exemplar);

/* Makes an assignment that satisfies I and E satisfy F and T as well, by
 * splitting off leaves (docs/method.md, 5). confidence[i], how sure i is of
 * its exemplar, decides which parent a root-led cluster keeps. */
PLEACH_CHECKED pleach_status pl_repair(pl_repair_scratch *scratch,
                                       uint32_t *exemplar,
                                       const float *confidence,
                                       pleach_error *error);

#endif
