/* portfolio.h: the solver called joint, from start to polish. */
#ifndef PL_PORTFOLIO_H
#define PL_PORTFOLIO_H

#include "clusters/record.h"

/* Runs AP and RAP, then the joint messages on the candidates that those hold
 * live, takes the best valid answer of the three and polishes it. So it is
 * never below AP or RAP on the same input. Iterations and convergence are
 * those of the joint messages. */
PLEACH_CHECKED pleach_status
pl_solve_joint(pl_outcome *outcome, pl_arena *arena,
               const pleach_affinity *affinity,
               const pleach_cluster_options *options, pleach_error *error);

#endif
