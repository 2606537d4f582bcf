/* score_gold.h: two taxonomies by name, and what they say about each other. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SCORE_GOLD_H
#define PL_SCORE_GOLD_H

#include "lab/score.h"

/* A forest reduced to the keys of its names. Several nodes may have one key;
 * a node below one of its own key says nothing. */
typedef struct pl_named_forest {
    uint32_t count;
    const uint32_t *key;    /* per node, in the common table */
    const uint32_t *parent; /* PL_NONE: none */
    const char *const *name;
    uint32_t *weight; /* nodes at and below it */
    /* Sets of pairs, upper key << 32 | lower key, settled. */
    PL_LIST(uint64_t) edges;
    PL_LIST(uint64_t) ancestors;
} pl_named_forest;

typedef struct pl_gold_score {
    pl_strings *keys;
    uint8_t *in; /* per key: bits of IN_RESULT and IN_GOLD */
    pl_named_forest result, gold;
} pl_gold_score;

enum { PL_IN_RESULT = 1, PL_IN_GOLD = 2, PL_IN_BOTH = 3 };

PLEACH_CHECKED pleach_status pl_gold_mistakes(pl_scoring *scoring,
                                              const pl_gold_score *score,
                                              pleach_error *error);

#endif
