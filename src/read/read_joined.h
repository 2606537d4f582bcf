/* read_joined.h: tables of one classification that is spread over several
 * inputs, as ESCO's: names in one, what is broader in another, joined by
 * addresses. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_JOINED_H
#define PL_READ_JOINED_H

#include "read/forest.h"

/* Start from all zeros; nothing is opened before the first row. */
typedef struct pl_joined {
    pl_forest forest;
    pl_reader reader; /* of all the tables together */
    size_t rows;
    pl_strings *codes;
    PL_LIST(uint32_t) coded; /* the node of each code */
} pl_joined;

void pl_joined_close(pl_joined *joined);

/* Adds the trees of all tables to the builder, if there are any. */
PLEACH_CHECKED pleach_status pl_joined_finish(pl_joined *joined,
                                              pleach_error *error);

#endif
