/* order.h: ascending order of plain numbers. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ORDER_H
#define PL_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* For qsort. */
int pl_compare_uint32(const void *left, const void *right);
int pl_compare_uint64(const void *left, const void *right);

/* For lists that are mostly short: qsort calls for each comparison. */
void pl_sort_uint32(uint32_t *items, size_t count);
void pl_sort_uint64(uint64_t *items, size_t count);

#endif
