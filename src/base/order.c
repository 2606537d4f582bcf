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

static void insert_uint64(uint64_t *items, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        uint64_t item = items[k];
        size_t at = k;
        for (; at > 0 && items[at - 1] > item; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* Sends each item straight to where those with its byte belong. */
static void sort_by_byte(uint64_t *items, size_t count, int shift)
{
    size_t next[256] = {0}, end[256], sum = 0;
    for (size_t k = 0; k < count; k++)
        next[items[k] >> shift & 255]++;
    for (int b = 0; b < 256; b++) {
        size_t many = next[b];
        next[b] = sum;
        end[b] = sum += many;
    }
    for (int b = 0; b < 256; b++)
        while (next[b] < end[b]) {
            uint64_t item = items[next[b]];
            uint64_t byte = item >> shift & 255;
            items[next[b]] = items[next[byte]];
            items[next[byte]++] = item;
        }
}

/* From the highest byte down: what is equal in higher bytes stands together.
 * Bytes that all items have in common are passed over. */
void pl_sort_uint64(uint64_t *items, size_t count)
{
    uint64_t differ = 0;
    for (size_t k = 1; k < count; k++)
        differ |= items[k] ^ items[0];
    for (int shift = 56; shift >= 0; shift -= 8) {
        uint64_t above = shift == 56 ? 0 : UINT64_MAX << (shift + 8);
        if ((differ >> shift & 255) == 0)
            continue;
        for (size_t from = 0, to; from < count; from = to) {
            for (to = from + 1;
                 to < count && ((items[to] ^ items[from]) & above) == 0;)
                to++;
            if (to - from > SHORT)
                sort_by_byte(items + from, to - from, shift);
            else
                insert_uint64(items + from, to - from);
        }
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
