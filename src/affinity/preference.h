/* preference.h: how much a node likes to stand for itself. */
#ifndef PL_PREFERENCE_H
#define PL_PREFERENCE_H

#include "affinity/affinity.h"

/* Sets affinity->preference from a number, "median", "qNN" (the NN-th
 * percentile of the stored similarities), or NULL or "auto" for 0.0001: any
 * similarity at all is better than standing alone. */
PLEACH_CHECKED pleach_status pl_preference_set(pleach_affinity *affinity,
                                               const char *spec,
                                               pleach_error *error);

#endif
