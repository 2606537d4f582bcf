/* label_words.h: the words of labels, as far as they matter (name_reader.h).
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_WORDS_H
#define PL_LABEL_WORDS_H

#include "base/order.h"
#include "same/labels.h"

/* Words (stems) of label x: word[first[x] .. first[x + 1]), in their order, and
 * the same ascending in `ascending`. Beside them, not stemmed but in the
 * singular: all in one, and sorted. Numbers of `texts`, by label. */
typedef struct pl_label_words {
    pl_strings *words, *texts;
    uint64_t *first;
    uint32_t *word, *ascending;
    uint32_t *squashed, *sorted;
} pl_label_words;

/* In the arena. */
PLEACH_CHECKED pleach_status pl_label_words_make(pl_label_words *words,
                                                 pl_arena *arena,
                                                 const pl_labels *labels,
                                                 pleach_error *error);

/* Whether two labels differ in order, plural and the like only. */
static inline bool pl_same_words(const pl_label_words *words, uint32_t a,
                                 uint32_t b)
{
    return words->squashed[a] == words->squashed[b] ||
           words->sorted[a] == words->sorted[b];
}

/* Whether a word is one of a label's. */
static inline bool pl_label_has_word(const pl_label_words *words,
                                     uint32_t label, uint32_t word)
{
    uint64_t first = words->first[label], end = words->first[label + 1];
    size_t below =
        pl_lower_bound_uint32(words->ascending + first, end - first, word);
    return first + below < end && words->ascending[first + below] == word;
}

#endif
