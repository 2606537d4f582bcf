/* order.h: ascending order of plain numbers, for qsort. */
#ifndef PL_ORDER_H
#define PL_ORDER_H

int pl_compare_uint32(const void *left, const void *right);
int pl_compare_uint64(const void *left, const void *right);

#endif
