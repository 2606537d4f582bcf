/* spelling.h: how alike two words or names are as strings. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SPELLING_H
#define PL_SPELLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer words are only compared for equality. */
enum { PL_LONGEST_WORD = 64 };

/* Some bytes of UTF-8. */
typedef struct pl_word {
    const char *bytes;
    size_t length;
} pl_word;

bool pl_word_equal(pl_word a, pl_word b);

/* The order of their bytes, as of memcmp; what is begun comes before. */
int pl_word_compare(pl_word a, pl_word b);

/* Jaro's similarity with Winkler's bonus for a common beginning, in [0, 1].
 * Of long words the first PL_LONGEST_WORD characters count. */
double pl_word_jaro(pl_word a, pl_word b);

#endif
