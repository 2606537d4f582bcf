/* merge.h: two clusters become one, and so do their children. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MERGE_H
#define PL_MERGE_H

#include "rap/move_parts.h"

/* A move like those of moves.h: two clusters become one, and so do their
 * children where that gains. */
bool pl_try_merge(pl_mover *mover, uint32_t cluster);

/* Whether two clusters may become one. */
bool pl_may_merge(const pl_forest *forest, uint32_t from, uint32_t into);
/* Merges two clusters, then what lies below them where that gains. */
void pl_merge_all(pl_mover *mover, uint32_t from, uint32_t into);
/* Merges the clusters of a root's children with others below the same one
 * that the children know; what grew is noted for pl_merge_further. */
void pl_merge_around(pl_mover *mover, uint32_t root);
void pl_merge_further(pl_mover *mover);

#endif
