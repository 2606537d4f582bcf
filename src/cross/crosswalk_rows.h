/* crosswalk_rows.h: one row of a crosswalk, in each of its formats. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CROSSWALK_ROWS_H
#define PL_CROSSWALK_ROWS_H

#include <stdio.h>

#include "cross/answers.h"
#include "pleach_curate.h"
#include "taxonomy/placed_nodes.h"
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
    bool placed;   /* not a guess: this is where it went */
    bool there;    /* the other source has the same, wherever */
    pl_facts facts;
} pl_row;

/* Whether the first answer about a node is told as what it is. */
static inline bool pl_is_claimed(const pl_answer *best)
{
    return best->confidence >=
           (best->relation == PL_EQUAL ? PL_CLAIMED_EQUAL : PL_HALF_SURE);
}

void pl_crosswalk_begin(pl_row_writer *self);
/* All rows from one source to another stand between these two. */
void pl_crosswalk_open(pl_row_writer *self, uint32_t from, uint32_t to);
void pl_crosswalk_close(pl_row_writer *self);
void pl_crosswalk_end(pl_row_writer *self);

/* False: no memory. Formats of mappings pass candidates over. */
PLEACH_CHECKED bool pl_crosswalk_put(pl_row_writer *self, const pl_row *row);

#endif
