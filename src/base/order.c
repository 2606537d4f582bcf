/* order.c: the comparisons that qsort wants, and sorting without it. */
/* SPDX-License-Identifier: MIT */
#include "base/order.h"

#include <stdlib.h>

/* Up to so many, putting each in its place is faster. */
enum { SHORT = 64 };

int pl_compare_uint32(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

int pl_compare_uint64(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

void pl_sort_uint32(uint32_t *items, size_t count)
{
    if (count > SHORT) {
        qsort(items, count, sizeof *items, pl_compare_uint32);
        return;
    }
    for (size_t k = 1; k < count; k++) {
        uint32_t item = items[k];
        size_t at = k;
        for (; at > 0 && items[at - 1] > item; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

void pl_sort_uint64(uint64_t *items, size_t count)
{
    if (count > SHORT) {
        qsort(items, count, sizeof *items, pl_compare_uint64);
        return;
    }
    for (size_t k = 1; k < count; k++) {
        uint64_t item = items[k];
        size_t at = k;
        for (; at > 0 && items[at - 1] > item; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

size_t pl_sort_distinct_uint32(uint32_t *items, size_t count)
{
    size_t kept = 0;
    pl_sort_uint32(items, count);
    for (size_t k = 0; k < count; k++)
        if (k == 0 || items[k] != items[kept - 1])
            items[kept++] = items[k];
    return kept;
}
