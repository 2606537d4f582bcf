/* propagate.h: affinity propagation until it settles, plain or relational. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PROPAGATE_H
#define PL_PROPAGATE_H

#include "rap/best_answer.h"

/* Runs AP, or RAP when `relational`. outcome->exemplar must have room for all
 * slots; kept conflicts come from `arena`. Options are complete (no zeros
 * that mean defaults). `believed`, when not NULL, has room for all pairs and
 * receives the final belief in each. */
PLEACH_CHECKED pleach_status pl_propagate(
    pl_outcome *outcome, pl_arena *arena, const pleach_affinity *affinity,
    bool relational, const pleach_clusters_options *options, float *believed,
    pleach_error *error);

#endif
