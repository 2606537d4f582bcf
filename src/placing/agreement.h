/* agreement.h: how much people agree with where clusters hang. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_AGREEMENT_H
#define PL_AGREEMENT_H

#include "placing/lineage.h"
#include "placing/titles.h"

/* The voices about a cluster that agree with where it hangs in a forest, by the
 * path above it, or because they call the same collection something else. */
uint32_t pl_agreeing_voices(const pl_titles *titles, const pl_lineage *forest,
                            uint32_t cluster);

/* Whether people hardly agree about anything. What they say of a taxonomy that
 * they share agrees in most cases with the forest; what each says of a
 * collection of their own hardly ever. */
bool pl_people_disagree(const pl_titles *titles, const pl_lineage *forest);

#endif
