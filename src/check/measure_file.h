/* measure_file.h: the measures of a taxonomy file anew. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MEASURE_FILE_H
#define PL_MEASURE_FILE_H

#include "taxonomy/taxonomy_file.h"

typedef struct pl_file_measures {
    uint32_t trees, levels;
    uint64_t *level_clusters, *level_instances;
    double net_similarity, aut;
} pl_file_measures;

/* From its clusters and members alone: its report is not looked at. */
PLEACH_CHECKED pleach_status pl_measure_file(pl_file_measures *measures,
                                             const pl_taxonomy_file *file,
                                             pleach_error *error);

#endif
