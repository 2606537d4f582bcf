/* weigh.h: runs the joint messages until they settle. */
#ifndef PL_WEIGH_H
#define PL_WEIGH_H

#include "clusters/joint.h"
#include "clusters/record.h"

/* Iterates the joint messages over the live candidates, decodes now and then
 * and keeps the best valid answer, as pl_propagate does. */
PLEACH_CHECKED pleach_status
pl_weigh(pl_outcome *outcome, pl_arena *arena, const pleach_affinity *affinity,
         const pl_live *live, const pleach_cluster_options *options,
         pleach_error *error);

#endif
