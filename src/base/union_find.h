/* union_find.h: disjoint sets of numbers, each a tree of links to its root. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_UNION_FIND_H
#define PL_UNION_FIND_H

#include <stdint.h>

/* Where the links from an item end: at one that links to itself. The way is
 * halved on each walk, as a hostile corpus could make it long. */
static inline uint32_t pl_union_find(uint32_t *link, uint32_t item)
{
    while (link[item] != item)
        item = link[item] = link[link[item]];
    return item;
}

#endif
