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
