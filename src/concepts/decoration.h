/* decoration.h: words that people add to names without meaning another thing.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DECORATION_H
#define PL_DECORATION_H

#include "concepts/label_sets.h"

/* Names that are others with one more word, and what they tell of the words:
 * where "birds 2008" and "cats 2008" stand where "birds" and "cats" do, 2008
 * says nothing of what things are; where people have "calendar" beside "heart
 * calendar", and "user" beside "heart user", heart does. */
typedef struct pl_decoration {
    double *testimony; /* per word: how alike names with and without it are,
                        * less how many people have both */
    double *labels;    /* per word: that have it beside other words */
    uint64_t *pair;    /* packed: a label with a word, and without it */
    size_t pairs;
} pl_decoration;

PLEACH_CHECKED bool pl_decoration_find(pl_decoration *decoration,
                                       pl_arena *arena, const pl_labels *labels,
                                       const pl_label_sets *sets,
                                       const pl_name_uses *apart);

/* Where one label is the other with more words: how much these are decoration,
 * as the other names tell that have them; from -1, people tell things apart by
 * them, to 1. */
double pl_decoration_worth(const pl_decoration *decoration,
                           const pl_label_sets *sets, const pl_name_uses *apart,
                           uint32_t a, uint32_t b);

#endif
