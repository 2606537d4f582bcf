/* bound.h: no answer can be better than this.
 *
 * Weak duality: every choice of prices gives a valid upper bound, so the
 * search for good prices may stop at any time. docs/method.md, 8, derives
 * both duals. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_BOUND_H
#define PL_BOUND_H

#include "same/affinity.h"

/* How near a bound comes at best: it stops this close, and is rounded
 * outwards. */
#define PL_BOUND_CLOSE 1e-6
#define PL_BOUND_OUTWARDS 1e-9

/* Whether a bound has met the value reached; never for NAN and INFINITY. */
static inline bool pl_bound_is_met(double bound, double reached)
{
    return bound <=
           reached + 2 * PL_BOUND_CLOSE + 2 * PL_BOUND_OUTWARDS * (1 + reached);
}

/* Triples (leaf, its exemplar, its parent's exemplar): the cost of one round
 * of the full dual, as that of the fast one is the number of pairs. */
uint64_t pl_bound_triples(const pleach_affinity *affinity);

typedef struct pl_bound_plan {
    /* FAST has one price per node: the problem without F and T; FULL one per
     * root, and per leaf and exemplar of its parent: all but loops of two and
     * more. */
    pleach_bound kind;
    uint32_t fast_rounds; /* of the fast dual, at most */
    uint32_t full_rounds; /* of the full one after it */
    uint32_t threads;     /* 0: as many as there are processors */
    const pleach_listener *listener;
} pl_bound_plan;

/* An upper bound on the net similarity of all valid assignments, rounded
 * outwards. `reached` is the value of a known one: the search ends when the
 * two meet, or after the rounds that are planned. */
PLEACH_CHECKED pleach_status pl_bound(double *bound,
                                      const pleach_affinity *affinity,
                                      const pl_bound_plan *plan, double reached,
                                      pleach_error *error);

#endif
