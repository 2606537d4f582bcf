/* joint_run.h: runs the joint messages until they settle. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JOINT_RUN_H
#define PL_JOINT_RUN_H

#include "rap/best_answer.h"
#include "rap/joint.h"

/* Iterates the joint messages over the live candidates, decodes now and then
 * and keeps the best valid answer, as pl_propagate does. */
PLEACH_CHECKED pleach_status
pl_joint_run(pl_outcome *outcome, pl_arena *arena,
             const pleach_affinity *affinity, const pl_live *live,
             const pleach_clusters_options *options, pleach_error *error);

#endif
