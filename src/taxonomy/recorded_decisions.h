/* recorded_decisions.h: the decisions that a taxonomy file says it obeys. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RECORDED_DECISIONS_H
#define PL_RECORDED_DECISIONS_H

#include "decisions/decisions.h"
#include "taxonomy/taxonomy_file.h"

/* Those that the file records; NULL where there are none. For the caller to
 * free. */
PLEACH_CHECKED pleach_status pl_recorded_decisions(pleach_decisions **decisions,
                                                   const pl_parsed *root,
                                                   const char *path,
                                                   pleach_error *error);

#endif
