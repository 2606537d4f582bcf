/* preference.h: how much a node likes to stand for itself. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PREFERENCE_H
#define PL_PREFERENCE_H

#include "same/affinity.h"

/* Sets the preference that the options ask for: a number, 0 being 0.0001 (any
 * similarity at all is better than standing alone), or by a rule. "median" and
 * "qNN" are percentiles of the stored similarities. "popular:W" gives each slot
 * its own: with the share of people who use its name,
 *     0.0001 + min(1, W share) (median - 0.0001),
 * and 0.0001 to all where the median is not above it. */
PLEACH_CHECKED pleach_status
pl_preference_set(pleach_affinity *affinity,
                  const pleach_affinity_options *options, pleach_error *error);
/* Whether they can ask so; to be asked before. */
PLEACH_CHECKED pleach_status pl_preference_check(
    const pleach_affinity_options *options, pleach_error *error);

/* Gives each slot its node's own, by the nodes' numbers. */
PLEACH_CHECKED pleach_status pl_preference_set_each(pleach_affinity *affinity,
                                                    const double *by_node,
                                                    pleach_error *error);

/* Whether a number can be one. */
bool pl_preference_fits(double number);

#endif
