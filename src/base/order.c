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

/* Sorting by bytes, from the highest down: what is equal in higher bytes stands
 * together. Each item is sent straight to where those with its byte belong.
 * Bytes that all items have in common are passed over. */
#define DEFINE_SORT(type, insert_each, sort_by_byte, sort_all)                 \
    static void insert_each(type *items, size_t count)                         \
    {                                                                          \
        for (size_t k = 1; k < count; k++) {                                   \
            type item = items[k];                                              \
            size_t at = k;                                                     \
            for (; at > 0 && items[at - 1] > item; at--)                       \
                items[at] = items[at - 1];                                     \
            items[at] = item;                                                  \
        }                                                                      \
    }                                                                          \
    static void sort_by_byte(type *items, size_t count, unsigned shift)        \
    {                                                                          \
        size_t next[256] = {0}, end[256], sum = 0;                             \
        for (size_t k = 0; k < count; k++)                                     \
            next[items[k] >> shift & 255]++;                                   \
        for (int b = 0; b < 256; b++) {                                        \
            size_t many = next[b];                                             \
            next[b] = sum;                                                     \
            end[b] = sum += many;                                              \
        }                                                                      \
        for (int b = 0; b < 256; b++)                                          \
            while (next[b] < end[b]) {                                         \
                type item = items[next[b]];                                    \
                type byte = item >> shift & 255;                               \
                items[next[b]] = items[next[byte]];                            \
                items[next[byte]++] = item;                                    \
            }                                                                  \
    }                                                                          \
    void sort_all(type *items, size_t count)                                   \
    {                                                                          \
        type differ = 0, above = 0;                                            \
        if (count <= SHORT) {                                                  \
            insert_each(items, count);                                         \
            return;                                                            \
        }                                                                      \
        for (size_t k = 1; k < count; k++)                                     \
            differ |= items[k] ^ items[0];                                     \
        for (unsigned shift = 8 * sizeof(type); shift > 0;) {                  \
            shift -= 8;                                                        \
            if ((differ >> shift & 255) == 0)                                  \
                continue;                                                      \
            for (size_t from = 0, to; from < count; from = to) {               \
                for (to = from + 1;                                            \
                     to < count && ((items[to] ^ items[from]) & above) == 0;)  \
                    to++;                                                      \
                if (to - from > SHORT)                                         \
                    sort_by_byte(items + from, to - from, shift);              \
                else                                                           \
                    insert_each(items + from, to - from);                      \
            }                                                                  \
            above |= (type)255 << shift;                                       \
        }                                                                      \
    }
DEFINE_SORT(uint32_t, insert_each_32, sort_32_by_byte, pl_sort_uint32)
DEFINE_SORT(uint64_t, insert_each_64, sort_64_by_byte, pl_sort_uint64)

size_t pl_sort_distinct_uint32(uint32_t *items, size_t count)
{
    size_t kept = 0;
    pl_sort_uint32(items, count);
    for (size_t k = 0; k < count; k++)
        if (k == 0 || items[k] != items[kept - 1])
            items[kept++] = items[k];
    return kept;
}
