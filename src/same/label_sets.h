/* label_sets.h: what labels have about them: tags, words, letters. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_SETS_H
#define PL_LABEL_SETS_H

#include "same/label_words.h"
#include "same/sets.h"

/* Each a set per label. Tags weigh
 *     (1 + log n) * log(1 + L / m)
 * for an item that n of the label's nodes have, and m of the L labels. Words
 * weigh log(1 + L / m) / p, p being in how many labels those who use the word
 * use it, on average: what somebody puts into many names says little there.
 * Grams, three bytes each, have no weights. */
typedef struct pl_label_sets {
    pl_sets tags, words, grams;
    uint32_t tag_count, word_count, gram_count;
} pl_label_sets;

PLEACH_CHECKED pleach_status pl_label_sets_make(pl_label_sets *sets,
                                                pl_arena *arena,
                                                const pl_labels *labels,
                                                const pl_label_words *words,
                                                pleach_error *error);

#endif
