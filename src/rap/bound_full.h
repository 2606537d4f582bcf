/* bound_full.h: the dual with F in it, started from node prices u. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_BOUND_FULL_H
#define PL_BOUND_FULL_H

#include "same/affinity.h"

PLEACH_CHECKED pleach_status pl_bound_full(double *bound,
                                           const pleach_affinity *affinity,
                                           const double *u, double reached,
                                           uint32_t rounds, double close_enough,
                                           const pleach_listener *listener,
                                           pleach_error *error);

#endif
