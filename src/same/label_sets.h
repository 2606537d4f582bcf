/* label_sets.h: what labels have about them: tags, parents, children, words.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_SETS_H
#define PL_LABEL_SETS_H

#include "same/label_words.h"
#include "same/name_uses.h"
#include "same/sets.h"

/* Each a set per label. Tags, parents' and children's names are weighed
 *     (1 + log n) * log(1 + L / m)
 * for an item that n of the label's nodes have, and m of the L labels. Words
 * weigh log(1 + L / m) / p, p being in how many labels those who use the word
 * use it, on average: what somebody puts into many names says little there.
 * Around labels stand the words of parents and the names of siblings, weighed
 * as tags are. Grams, three bytes each, and acronyms have no weights. */
typedef struct pl_label_sets {
    pl_sets tags, parents, around, children, words, grams, acronyms;
    uint32_t *shortened; /* per text: labels of several words that it is the
                          * first letters of */
    uint32_t tag_count, key_count, word_count, gram_count, text_count;
} pl_label_sets;

PLEACH_CHECKED pleach_status pl_label_sets_make(pl_label_sets *sets,
                                                pl_arena *arena,
                                                const pl_labels *labels,
                                                const pl_label_words *words,
                                                const pl_name_uses *apart,
                                                pleach_error *error);

#endif
