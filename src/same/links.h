/* links.h: pairs of numbers, and who is next to whom by them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LINKS_H
#define PL_LINKS_H

#include "base/memory.h"
#include "pleach.h"

typedef PL_LIST(uint64_t) pl_pair_list;

/* Two numbers as one, the smaller in front. */
static inline uint64_t pl_pair_pack(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* Sorts a list and drops repeats. */
void pl_pairs_settle(pl_pair_list *pairs);

/* Neighbours of x: to[first[x] .. first[x + 1]), ascending. */
typedef struct pl_neighbours {
    uint64_t *first;
    uint32_t *to;
} pl_neighbours;

/* Both ways, from a settled list of pairs below `count`. */
PLEACH_CHECKED bool pl_neighbours_make(pl_neighbours *neighbours,
                                       pl_arena *arena,
                                       const pl_pair_list *pairs,
                                       uint32_t count);

/* The position of a pair in a settled list; its count: not there. */
size_t pl_pairs_find(const pl_pair_list *pairs, uint32_t a, uint32_t b);

/* ----------------------------------------------------- pairs with values -- */

typedef struct pl_pair_value {
    uint64_t pair; /* as of pl_pair_pack */
    float value;
} pl_pair_value;

typedef PL_LIST(pl_pair_value) pl_pair_values;

/* Sorts the pairs and keeps the highest value of each; returns how many values
 * stood beside another of their pair. */
size_t pl_pair_values_settle(pl_pair_values *pairs);

/* The value of a settled pair; 0: it is not there. */
double pl_pair_values_find(const pl_pair_values *pairs, uint32_t a, uint32_t b);

#endif
