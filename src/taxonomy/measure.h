/* measure.h: fills the report of a grown forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MEASURE_H
#define PL_MEASURE_H

#include "taxonomy/taxonomy.h"

/* Fills forest->report from its clusters; false when there is no memory. */
bool pl_measure_forest(pleach_taxonomy *forest);

#endif
