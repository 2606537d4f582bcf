/* outline_above.h: whether one concept of a graph is above another.
 *
 * The graph has no circles. Two walks through it, each from parents to
 * children, number all concepts; what the numbers do not answer is looked up,
 * among those above only that may be below the one in question. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OUTLINE_ABOVE_H
#define PL_OUTLINE_ABOVE_H

#include <stdbool.h>

#include "base/memory.h"

typedef struct pl_above pl_above;

/* Parents of c: parent[first[c]] up to end[c]; all three stay the caller's and
 * have to stay as they are. NULL: there is no memory. */
pl_above *pl_above_make(pl_arena *arena, uint32_t count, const uint32_t *first,
                        const uint32_t *end, const uint32_t *parent);

/* Marks those of a concept's parents that another of them is below, implied[k]
 * for parent[k]. Graphs that would take their square are not looked through:
 * of these some parents stay unmarked. */
void pl_above_mark_implied(pl_above *above, uint32_t concept, uint8_t *implied);

#endif
