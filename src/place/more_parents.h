/* more_parents.h: further parents of clusters, where enough people say so.
 *
 * A forest gives each cluster one parent. Where a share of its people put it
 * below something else, it may hang there too: what comes of it has no loops,
 * but is no longer a forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MORE_PARENTS_H
#define PL_MORE_PARENTS_H

#include "place/statements.h"

/* Those of cluster c are first[c] .. first[c + 1], the largest share first. */
typedef struct pl_more_parents {
    uint32_t *first; /* per cluster, and one more */
    uint32_t *parent;
    uint32_t *voices;
} pl_more_parents;

/* At most `most` for each cluster that has a parent in the forest `parent`,
 * none for those that are `fixed` (NULL: none is). Takes arrays from `arena`.
 * False: no memory. */
PLEACH_CHECKED bool pl_find_more_parents(pl_more_parents *more, pl_arena *arena,
                                         const pl_statements *statements,
                                         const uint32_t *parent,
                                         const uint8_t *fixed, uint32_t most);

#endif
