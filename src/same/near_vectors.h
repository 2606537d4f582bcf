/* near_vectors.h: which of many vectors point nearly the same way. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NEAR_VECTORS_H
#define PL_NEAR_VECTORS_H

#include "same/links.h"

/* `count` vectors of length 1, one after the other, `size` numbers each. */
typedef struct pl_unit_vectors {
    const float *numbers;
    uint32_t count, size;
} pl_unit_vectors;

double pl_unit_cosine(const pl_unit_vectors *vectors, uint32_t a, uint32_t b);

/* Up to so many all pairs are looked at. */
enum { PL_FEW_VECTORS = 4096, PL_MOST_NEAR = 16 };

/* Adds each vector's nearest others, PL_MOST_NEAR at most, from a cosine of
 * `least` on. Of many vectors nearly all of these are found. The same for any
 * number of threads. Progress goes to the listener, NULL: nobody. */
PLEACH_CHECKED pleach_status pl_near_vectors_find(
    pl_pair_list *pairs, const pl_unit_vectors *vectors, double least,
    uint32_t threads, const pleach_listener *listener, pleach_error *error);

#endif
