/* warm_start.h: the previous answer as the start of a strict solver. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WARM_START_H
#define PL_WARM_START_H

#include "rap/best_answer.h"

/* Whether one process has all rows and at least half of the slots were in the
 * previous result. What was there stays together, whatever a solver finds
 * (rulings.h), so messages about it would be in vain. */
bool pl_can_start_warm(const pleach_affinity *affinity);

/* Old slots begin in their old clusters, new ones with the exemplar that is
 * most similar to them; that is made valid and polished. */
PLEACH_CHECKED pleach_status pl_solve_warm(pl_outcome *outcome, pl_arena *arena,
                                           const pleach_affinity *affinity,
                                           const pleach_listener *listener,
                                           pleach_error *error);

#endif
