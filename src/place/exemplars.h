/* exemplars.h: who stands for a cluster that is given. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXEMPLARS_H
#define PL_EXEMPLARS_H

#include "same/affinity.h"

/* best[cluster]: the slot that all of the cluster are worth most with as their
 * exemplar, of equals the one with the least identity. Clusters are numbered
 * below `count`; one without slots gets PL_NONE. False: no memory. */
PLEACH_CHECKED bool pl_choose_exemplars(uint32_t *best, pl_arena *scratch,
                                        const pleach_affinity *affinity,
                                        const uint32_t *cluster,
                                        uint32_t count);

#endif
