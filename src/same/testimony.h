/* testimony.h: who uses one name for several things.
 *
 * Whether a name means one thing is told by its own people: somebody who has
 * it under two parents, with other tags and other children, means two things
 * by it, unless their source calls both by one id. Where everybody has it once,
 * nothing says that it means several. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TESTIMONY_H
#define PL_TESTIMONY_H

#include "same/units.h"

typedef struct pl_testimony {
    const pl_units *units;
    const uint32_t *group; /* per unit: what it was joined to */
    const float *rarity;   /* per tag */
} pl_testimony;

/* Of the people behind some nodes of one group, ascending, the share who mean
 * several things. */
double pl_testimony_share(const pl_testimony *testimony, const uint32_t *node,
                          uint64_t count);

#endif
