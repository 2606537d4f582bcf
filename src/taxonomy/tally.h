/* tally.h: counts how often small ids occur, and ranks them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TALLY_H
#define PL_TALLY_H

#include "base/memory.h"

typedef struct pl_tally_item {
    uint32_t id;
    uint32_t order; /* of arrival: equal ids are summed in one fixed order */
    double weight;
} pl_tally_item;

/* Start from all zeros; may be used again after pl_tally_clear. */
typedef PL_LIST(pl_tally_item) pl_tally;

/* False when there is no memory. */
bool pl_tally_add(pl_tally *tally, uint32_t id, double weight);

/* Merges equal ids and ranks them: heaviest first, then the smaller id. */
void pl_tally_rank(pl_tally *tally);

void pl_tally_clear(pl_tally *tally);
void pl_tally_free(pl_tally *tally);

#endif
