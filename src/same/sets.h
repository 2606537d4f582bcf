/* sets.h: many sparse vectors with weights that are not negative. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SETS_H
#define PL_SETS_H

#include <stdint.h>

/* Set x: items [first[x], first[x + 1]), ascending, each with its weight. */
typedef struct pl_sets {
    uint64_t *first;
    uint32_t *item;
    float *weight;
    double *size; /* per set: the sum of its weights, or its length */
} pl_sets;

/* The sum over common items of the product. Items are visited in ascending
 * order, so it is the same both ways. */
double pl_sets_product(const pl_sets *sets, uint32_t a, uint32_t b);

/* The cosine, with `size` the length of each vector; 0 if one has none. */
double pl_sets_cosine(const pl_sets *sets, uint32_t a, uint32_t b);

/* How much an item says that `holders` of `all` have: log(1 + all/holders). */
double pl_rarity(double all, double holders);

#endif
