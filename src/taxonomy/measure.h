/* measure.h: the numbers that describe a forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MEASURE_H
#define PL_MEASURE_H

#include "taxonomy/taxonomy.h"

/* Fills in the report of a grown forest; false: no memory. */
PLEACH_CHECKED bool pl_measure_forest(pleach_taxonomy *forest);

/* Only what clusters, levels and trees say, as for a loaded one. */
PLEACH_CHECKED bool pl_measure_shape(pleach_taxonomy *forest);

#endif
