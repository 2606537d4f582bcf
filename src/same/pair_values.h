/* pair_values.h: similarities that are given pair by pair. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PAIR_VALUES_H
#define PL_PAIR_VALUES_H

#include "same/links.h"

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
