/* sets.h: many sparse vectors with weights that are not negative. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SETS_H
#define PL_SETS_H

#include "same/links.h"
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

/* Sets with item x: holder[first[x] .. first[x + 1]), ascending, and what x
 * weighs there, 1 where sets have no weights. */
typedef struct pl_postings {
    uint64_t *first;
    uint32_t *holder;
    float *weight;
} pl_postings;

PLEACH_CHECKED bool pl_postings_make(pl_postings *postings, pl_arena *arena,
                                     const pl_sets *sets, uint32_t count,
                                     uint32_t items);

/* Whether sets a < b are a pair, given the sum over the common items of the
 * product of their weights. */
typedef bool pl_meets(const void *context, uint32_t a, uint32_t b,
                      double product);

/* Every step-th set from `first` on: what one of several processes looks at.
 * Idle sets look for nobody, but are found by others. */
typedef struct pl_turns {
    uint32_t first, step;
    const uint8_t *idle; /* per set; NULL: none is */
} pl_turns;

/* Adds all pairs of sets with an item in common that `meets` wants, where it
 * is the turn of the smaller one, or of the only one that is not idle. Items of
 * more than `most` sets are passed over. Costs the square of the holders, over
 * all items. False: no memory. */
PLEACH_CHECKED bool pl_postings_pair(pl_pair_list *pairs,
                                     const pl_postings *postings,
                                     const pl_sets *sets, uint32_t count,
                                     uint64_t most, pl_turns turns,
                                     pl_meets *meets, const void *context);

#endif
