/* expected.h: how many corrections a result will need. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXPECTED_H
#define PL_EXPECTED_H

#include "taxonomy/taxonomy.h"

/* Fills the report's expected merges, splits and moves from the people and the
 * voices of each cluster. */
void pl_expect_corrections(pleach_taxonomy *forest);

#endif
