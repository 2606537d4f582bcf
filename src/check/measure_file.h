/* measure_file.h: the measures of a taxonomy file anew. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MEASURE_FILE_H
#define PL_MEASURE_FILE_H

#include "pleach_curate.h"
#include "taxonomy/taxonomy_file.h"

/* What it lists lies in the file's arena. */
PLEACH_CHECKED pleach_status pl_measure_file(pleach_measures *measures,
                                             const pl_taxonomy_file *file,
                                             pleach_error *error);

#endif
