/* measure.h: the numbers that describe a forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MEASURE_H
#define PL_MEASURE_H

#include "taxonomy/taxonomy.h"

/* Fills in the report of a grown forest; false: no memory. */
PLEACH_CHECKED pleach_status pl_measure_forest(pleach_taxonomy *forest,
                                               pleach_error *error);

/* Only what clusters, levels and trees say, as for a loaded one. */
PLEACH_CHECKED pleach_status pl_measure_shape(pleach_taxonomy *forest,
                                              pleach_error *error);

#endif
