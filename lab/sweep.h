/* sweep.h: the rows of a sweep. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SWEEP_H
#define PL_SWEEP_H

#include "base/memory.h"
#include "pleach.h"

typedef struct pl_sweep_range {
    const char *what; /* "preference" or "damping" */
    double from, to;
    uint32_t steps;  /* both ends included */
    bool by_factors; /* values grow by equal factors, else by equal steps */
    int digits;      /* significant ones that tell all values apart */
} pl_sweep_range;

struct pleach_sweep {
    pl_arena *arena;
    pl_sweep_range range;
    pleach_sweep_row *rows; /* range.steps of them */
};

/* Reads "preference=0.001..0.5:12", or NULL, the usual one; PLEACH_BAD_USAGE
 * with what is wrong. */
PLEACH_CHECKED pleach_status pl_sweep_parse(pl_sweep_range *range,
                                            const char *text,
                                            pleach_error *error);

/* The value of a step. Those between the ends are rounded to range->digits,
 * so that what a table shows can be given again and gives the same. */
double pl_sweep_value(const pl_sweep_range *range, uint32_t step);

/* A value as tables show it, with a point whatever the locale. */
void pl_sweep_label(char *to, size_t room, const pl_sweep_range *range,
                    double value);

#endif
