/* label_pairs.h: which labels may mean the same, and how likely it is. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_PAIRS_H
#define PL_LABEL_PAIRS_H

#include "concepts/label_sets.h"
#include "similarity/name_uses.h"

/* Above 0: more likely the same than not. */
typedef struct pl_label_pair {
    uint32_t a, b; /* a < b */
    double score;
} pl_label_pair;

typedef PL_LIST(pl_label_pair) pl_label_pairs;

typedef struct pl_label_view {
    const pl_labels *labels;
    const pl_wording *wording;
    const pl_label_sets *sets;
    const pl_name_uses *apart; /* by label */
} pl_label_view;

/* Finds the pairs with a score above 0, by falling score. The caller frees
 * the list either way. */
PLEACH_CHECKED pleach_status pl_label_pairs_find(pl_label_pairs *pairs,
                                                 const pl_label_view *view,
                                                 pl_scope *scope,
                                                 pleach_error *error);

#endif
