/* sets.c: compares sparse vectors by walking along both. */
/* SPDX-License-Identifier: MIT */
#include "same/sets.h"

#include <math.h>

double pl_rarity(double all, double holders)
{
    return log(1 + all / holders);
}

double pl_sets_product(const pl_sets *sets, uint32_t a, uint32_t b)
{
    double sum = 0;
    uint64_t i = sets->first[a], j = sets->first[b];
    uint64_t i_end = sets->first[a + 1], j_end = sets->first[b + 1];
    while (i < i_end && j < j_end) {
        uint32_t left = sets->item[i], right = sets->item[j];
        if (left == right)
            sum += (double)sets->weight[i] * (double)sets->weight[j];
        i += left <= right;
        j += right <= left;
    }
    return sum;
}

double pl_sets_cosine(const pl_sets *sets, uint32_t a, uint32_t b)
{
    double lengths = sets->size[a] * sets->size[b];
    if (!(lengths > 0))
        return 0;
    double cosine = pl_sets_product(sets, a, b) / lengths;
    return cosine < 1 ? cosine : 1;
}
