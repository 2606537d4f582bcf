/* word_users.h: who uses which word in any of their names.
 *
 * Somebody who has the word "cat" in other names does not mean a cat's apparel
 * by "pet apparel": they could have said so. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WORD_USERS_H
#define PL_WORD_USERS_H

#include "same/label_words.h"
#include "same/name_uses.h"

typedef struct pl_word_users {
    const pl_label_words *words;
    const pl_uses *owners; /* of labels */
    uint64_t *uses;        /* owner << 32 | word, ascending, each once */
    size_t count;
} pl_word_users;

/* Takes its array from `arena`. False: no memory. */
PLEACH_CHECKED bool pl_word_users_make(pl_word_users *users, pl_arena *arena,
                                       const pl_label_words *words,
                                       const pl_uses *owners, uint32_t labels);

/* The share of b's owners who use, in other names, all words that only `a` has,
 * times the same the other way; 0 where one of them has no word of its own. */
double pl_words_known(const pl_word_users *users, uint32_t a, uint32_t b);

#endif
