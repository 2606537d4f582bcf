/* preference.h: how much a node likes to stand for itself. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PREFERENCE_H
#define PL_PREFERENCE_H

#include "same/affinity.h"

/* PLEACH_BAD_USAGE: no node can have the options' preference. */
PLEACH_CHECKED pleach_status pl_preference_check(
    const pleach_affinity_options *options, pleach_error *error);

/* Sets the options' number, 0 being 0.0001: any similarity at all is better
 * than standing alone. Or each slot gets what the program says of its node. */
PLEACH_CHECKED pleach_status
pl_preference_set(pleach_affinity *affinity,
                  const pleach_affinity_options *options, pleach_error *error);

#endif
