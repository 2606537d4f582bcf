/* consensus.h: clusters first, then their places, where most people win.
 *
 * A leaf whose parent lies elsewhere than its cluster's parent does not leave:
 * it is overruled (docs/method.md, 13). So which nodes are one and where they
 * hang are found one after the other, in time near linear in the pairs. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CONSENSUS_H
#define PL_CONSENSUS_H

#include "rap/best_answer.h"

/* Fills outcome->exemplar and, for exemplars, parent: the exemplar above, or
 * PL_NONE. */
PLEACH_CHECKED pleach_status pl_solve_consensus(pl_outcome *outcome,
                                                uint32_t *parent,
                                                const pleach_affinity *affinity,
                                                pleach_error *error);

/* The plainest answer there is, which others must beat: equal keys are one,
 * and most voices win. */
PLEACH_CHECKED pleach_status pl_solve_votes(pl_outcome *outcome,
                                            uint32_t *parent,
                                            const pleach_affinity *affinity,
                                            pleach_error *error);

/* Makes the answer of a solver that overrules nobody obey the decisions. Where
 * none touches it nothing changes; elsewhere most voices win. */
PLEACH_CHECKED pleach_status pl_obey_strictly(pl_outcome *outcome,
                                              uint32_t *parent,
                                              const pleach_affinity *affinity,
                                              pleach_error *error);

#endif
