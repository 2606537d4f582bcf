/* crosswalk_rows.h: one row of a crosswalk, in each of its formats. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CROSSWALK_ROWS_H
#define PL_CROSSWALK_ROWS_H

#include <stdio.h>

#include "cross/answers.h"
#include "pleach_curate.h"
#include "taxonomy/name_paths.h"
#include "write/curies.h"

/* Below this an answer is one of several candidates, and more likely wrong. */
#define PL_HALF_SURE 0.5

typedef struct pl_row_writer {
    const pleach_crosswalk_options *options;
    const pl_cross_nodes *nodes;
    FILE *to;
    pl_curies curies;
    pl_name_path path;
} pl_row_writer;

typedef struct pl_row {
    uint32_t from;
    pl_answer answer;
    uint32_t rank; /* from 1 on */
    pl_facts facts;
} pl_row;

void pl_crosswalk_begin(pl_row_writer *self);
/* All rows from one source to another stand between these two. */
void pl_crosswalk_open(pl_row_writer *self, uint32_t from, uint32_t to);
void pl_crosswalk_close(pl_row_writer *self);
void pl_crosswalk_end(pl_row_writer *self);

/* False: no memory. Formats of mappings pass candidates over. */
PLEACH_CHECKED bool pl_crosswalk_put(pl_row_writer *self, const pl_row *row);

#endif
