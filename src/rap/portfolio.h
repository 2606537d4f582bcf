/* portfolio.h: the solver called joint, from start to polish and proof. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PORTFOLIO_H
#define PL_PORTFOLIO_H

#include "rap/best_answer.h"
#include "rap/bound.h"

/* Runs AP and RAP, then the joint messages on the candidates that those hold
 * live, and polishes all three answers; the best one comes out, so it is
 * never below AP or RAP on the same input. (On more than two million pairs
 * these do not run to their ends, and on more than 2^24 there is no RAP; see
 * portfolio.c.) Iterations and convergence are those of the joint messages.
 * The upper bound is NAN when none is wished. */
PLEACH_CHECKED pleach_status
pl_solve_joint(pl_outcome *outcome, double *upper_bound, pl_arena *arena,
               const pleach_affinity *affinity, pleach_bound wish,
               const pleach_clusters_options *options, pleach_error *error);

/* Bounds the answer of any solver. `spent` is the work its messages took, in
 * pairs times iterations, beside which the bound should stay small. */
PLEACH_CHECKED pleach_status
pl_bound_by_wish(double *upper_bound, const pleach_affinity *affinity,
                 pleach_bound wish, double reached, uint64_t spent,
                 const pleach_clusters_options *options, pleach_error *error);

#endif
