/* pair_values.c: a sorted list of pairs, and finding one in it. */
/* SPDX-License-Identifier: MIT */
#include "same/pair_values.h"

#include <stdlib.h>

/* By pair, the highest value first. */
static int compare_pair_values(const void *left, const void *right)
{
    const pl_pair_value *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return (a->value < b->value) - (a->value > b->value);
}

size_t pl_pair_values_settle(pl_pair_values *pairs)
{
    size_t kept = 0, before = pairs->count;
    pl_pair_value *all = pairs->items;
    if (pairs->count > 1)
        qsort(all, pairs->count, sizeof *all, compare_pair_values);
    for (size_t k = 0; k < pairs->count; k++)
        if (k == 0 || all[k].pair != all[kept - 1].pair)
            all[kept++] = all[k];
    pairs->count = kept;
    return before - kept;
}

double pl_pair_values_find(const pl_pair_values *pairs, uint32_t a, uint32_t b)
{
    uint64_t wanted = pl_pair_pack(a, b);
    size_t low = 0, high = pairs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs->items[middle].pair < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < pairs->count && pairs->items[low].pair == wanted
               ? (double)pairs->items[low].value
               : 0;
}
