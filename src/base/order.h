/* order.h: ascending order of plain numbers, and places in it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ORDER_H
#define PL_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For qsort. */
int pl_compare_uint32(const void *left, const void *right);
int pl_compare_uint64(const void *left, const void *right);

/* For lists that are mostly short: qsort calls for each comparison. */
void pl_sort_uint32(uint32_t *items, size_t count);
void pl_sort_uint64(uint64_t *items, size_t count);
/* Keeps each once, and returns how many there are; NULL is no items. */
size_t pl_sort_distinct_uint32(uint32_t *items, size_t count);

/* How many of some ascending numbers are below `item`: where it is, if it is
 * there, and where it would be. Here, since it is asked in inner loops. */
static inline size_t pl_lower_bound_uint32(const uint32_t *items, size_t count,
                                           uint32_t item)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (items[middle] < item)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline size_t pl_lower_bound_uint64(const uint64_t *items, size_t count,
                                           uint64_t item)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (items[middle] < item)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many numbers rows a and b of a table have in common; row x is
 * items [first[x], first[x + 1]), ascending. `enough` or more may be less. */
static inline uint32_t pl_count_common(const uint64_t *first,
                                       const uint32_t *item, uint32_t a,
                                       uint32_t b, double enough)
{
    uint64_t i = first[a], j = first[b];
    uint64_t i_end = first[a + 1], j_end = first[b + 1];
    uint32_t common = 0;
    while (i < i_end && j < j_end && common < enough) {
        uint32_t left = item[i], right = item[j];
        common += left == right;
        i += left <= right;
        j += right <= left;
    }
    return common;
}

static inline bool pl_has_uint64(const uint64_t *items, size_t count,
                                 uint64_t item)
{
    size_t at = pl_lower_bound_uint64(items, count, item);
    return at < count && items[at] == item;
}

#endif
