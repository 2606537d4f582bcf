/* links.c: sorted lists of pairs, and who is next to whom. */
/* SPDX-License-Identifier: MIT */
#include "same/links.h"

#include <stdlib.h>

#include "base/order.h"

void pl_pairs_settle(pl_pair_list *pairs)
{
    size_t kept = 0;
    pl_sort_uint64(pairs->items, pairs->count);
    for (size_t k = 0; k < pairs->count; k++)
        if (k == 0 || pairs->items[k] != pairs->items[kept - 1])
            pairs->items[kept++] = pairs->items[k];
    pairs->count = kept;
}

/* Both directions, each row ascending: pairs are stored once, and asked for
 * from either end. */
bool pl_neighbours_make(pl_neighbours *neighbours, pl_arena *arena,
                        const pl_pair_list *pairs, uint32_t count)
{
    uint64_t *first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)count + 2);
    uint32_t *to = PL_ARENA_ARRAY(arena, uint32_t, 2 * pairs->count);
    if (first == NULL || to == NULL)
        return false;
    /* Counted two places on, so that filling leaves the starts behind. */
    for (size_t k = 0; k < pairs->count; k++) {
        first[(pairs->items[k] >> 32) + 2]++;
        first[(uint32_t)pairs->items[k] + 2]++;
    }
    for (uint32_t x = 0; x < count; x++)
        first[x + 2] += first[x + 1];
    /* Pairs ascend by (a, b), so every b gets its smaller neighbours in
     * order; a second sweep adds the greater ones. */
    for (size_t k = 0; k < pairs->count; k++)
        to[first[(uint32_t)pairs->items[k] + 1]++] =
            (uint32_t)(pairs->items[k] >> 32);
    for (size_t k = 0; k < pairs->count; k++)
        to[first[(pairs->items[k] >> 32) + 1]++] = (uint32_t)pairs->items[k];
    *neighbours = (pl_neighbours){first, to};
    return true;
}

size_t pl_pairs_find(const pl_pair_list *pairs, uint32_t a, uint32_t b)
{
    uint64_t wanted = pl_pair_pack(a, b);
    size_t at = pl_lower_bound_uint64(pairs->items, pairs->count, wanted);
    return at < pairs->count && pairs->items[at] == wanted ? at : pairs->count;
}

/* ----------------------------------------------------- pairs with values -- */

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
