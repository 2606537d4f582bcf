/* score_truth.h: a truth file, its rows laid beside a result. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SCORE_TRUTH_H
#define PL_SCORE_TRUTH_H

#include "lab/score.h"

typedef struct pl_truth_row {
    uint32_t gold, name, key; /* in the tables below */
    uint32_t place;           /* in the result; PL_NONE: it has no such node */
    uint32_t cluster;         /* of the result; a number of its own when the
                                 node is alone */
} pl_truth_row;

typedef struct pl_truth {
    pl_strings *golds, *names;
    pl_strings *keys;   /* names as the plainest baseline sees them */
    pl_strings *places; /* of rows seen */
    PL_LIST(pl_truth_row) rows;
    PL_LIST(char) key; /* scratch */
    uint32_t clusters; /* of the result: labels from here on are nodes alone */
    uint32_t labels;
    uint64_t missing; /* rows whose node the result does not have */
} pl_truth;

/* Reads rows of id, path, name and gold from the reference. */
PLEACH_CHECKED pleach_status pl_truth_take(pl_scoring *scoring,
                                           pleach_error *error);

/* The figures of PLEACH_TRUTH: who is together. */
PLEACH_CHECKED pleach_status pl_truth_compare(pleach_score_figures *figures,
                                              const pl_truth *truth,
                                              const pl_result *result,
                                              pleach_error *error);

/* A name as the plainest baseline sees it: lower case, letters and digits
 * only, without a final es or s where `left` of them stay. `to` must hold
 * 2 * length + 4 bytes, as some letters grow in lower case. Returns the key's
 * length. */
size_t pl_plain_key(char *to, const char *name, size_t length, size_t left);

#endif
