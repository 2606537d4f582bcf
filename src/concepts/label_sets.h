/* label_sets.h: what labels have about them: tags, parents, children, words.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_SETS_H
#define PL_LABEL_SETS_H

#include "concepts/labels.h"
#include "similarity/sets.h"
#include "similarity/wording.h"

/* Each a set per label. Tags, parents and children are weighed
 *     (1 + log n) * log(1 + L / m)
 * for an item that n of the label's nodes have, and m of the L labels. Words
 * (stems) weigh log(1 + L / m); grams, three bytes each, do not. */
typedef struct pl_label_sets {
    pl_sets tags, parents, children, words, grams;
    uint32_t tag_count, word_count, gram_count;
} pl_label_sets;

/* With an exchange, of the tags of all ranks. */
PLEACH_CHECKED pleach_status pl_label_sets_make(pl_label_sets *sets,
                                                pl_arena *arena,
                                                const pl_labels *labels,
                                                const pl_wording *wording,
                                                const pleach_exchange *exchange,
                                                pleach_error *error);

#endif
