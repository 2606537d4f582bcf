/* compare.h: the rows of a comparison, and what their writers share. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_COMPARE_H
#define PL_COMPARE_H

#include "base/memory.h"
#include "experiment/report_copy.h"
#include "experiment/text_table.h"
#include "pleach.h"

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

typedef void pl_comparison_writer(const pleach_comparison *comparison, FILE *to,
                                  bool color);
pl_comparison_writer pl_compare_text;
pl_comparison_writer pl_compare_markdown;
pl_comparison_writer pl_compare_csv;
pl_comparison_writer pl_compare_json;
pl_comparison_writer pl_compare_svg;

#endif
