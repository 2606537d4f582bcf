/* unit_vectors.h: many vectors of one size. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_UNIT_VECTORS_H
#define PL_UNIT_VECTORS_H

#include <stdint.h>

/* `count` vectors of length 1, one after the other, `size` numbers each. */
typedef struct pl_unit_vectors {
    const float *numbers;
    uint32_t count, size;
} pl_unit_vectors;

#endif
