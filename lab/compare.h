/* compare.h: the rows of a comparison. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_COMPARE_H
#define PL_COMPARE_H

#include "base/memory.h"
#include "pleach_lab.h"

/* Rows of one seed are neighbours: row (seed, solver) is
 * rows[seed * solver_count + solver]. */
struct pleach_comparison {
    pl_arena *arena;
    size_t seed_count; /* 1 for the whole corpus */
    size_t solver_count;
    pleach_comparison_row *rows;
};

static inline size_t pl_row_count(const pleach_comparison *comparison)
{
    return comparison->seed_count * comparison->solver_count;
}

#endif
