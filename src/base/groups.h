/* groups.h: disjoint groups of numbers, each led to by links. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_GROUPS_H
#define PL_GROUPS_H

#include <stdint.h>

/* Where the links from an item end: at one that links to itself. The way is
 * halved on each walk, as a hostile corpus could make it long. */
static inline uint32_t pl_group_head(uint32_t *link, uint32_t item)
{
    while (link[item] != item)
        item = link[item] = link[link[item]];
    return item;
}

#endif
