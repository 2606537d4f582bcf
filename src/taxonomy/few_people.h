/* few_people.h: leaves out what too few people have. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_FEW_PEOPLE_H
#define PL_FEW_PEOPLE_H

#include "taxonomy/clusters.h"

/* Discards the nodes of all clusters that fewer than found->min_people have,
 * unless a decision names them, or something below them stays. The affinity is
 * then one of the clusters' own. PLEACH_BAD_USAGE where nothing would stay. */
PLEACH_CHECKED pleach_status pl_leave_out_few(pleach_clusters *found,
                                              pleach_error *error);

#endif
