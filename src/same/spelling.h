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

/* Whether both have the same first character, of one byte or several. */
bool pl_word_begin_alike(pl_word a, pl_word b);

/* 1 for equal words; 1 - d/n for words of at least 7 characters, n in the
 * shorter one, that d = 1 edits (2 from 14 characters on) turn into each
 * other: a character more, less or other, or two neighbours swapped. 0
 * otherwise, and where a digit or a sign takes part: 2007 is not 2008, and
 * Canal+ is no Canal. */
double pl_word_likeness(pl_word a, pl_word b);

/* Whether one edit turns a word of 5 or 6 characters into the other, and both
 * begin alike: a slip, where hardly anybody writes it so. */
bool pl_word_is_short_slip(pl_word a, pl_word b);

/* Whether two words are so few edits apart that one may be taken for the
 * other, as a tablet for a table. */
bool pl_word_is_near(pl_word a, pl_word b);

/* How words of at least 7 characters are misspelt; what is sure in them is
 * likely in those of 6, and shorter ones have no slips. Letters that are
 * doubled, swapped or sound alike hardly ever make another word; a vowel that
 * is not the first one, or a consonant left out of a long word, seldom do. All
 * that is inside: first letters, first vowels and endings tell words apart. */
typedef enum pl_slip { PL_NO_SLIP, PL_LIKELY_SLIP, PL_SURE_SLIP } pl_slip;
pl_slip pl_word_slip(pl_word a, pl_word b);

/* Jaro's similarity with Winkler's bonus for a common beginning, in [0, 1].
 * Of long words the first PL_LONGEST_WORD characters count. */
double pl_word_jaro(pl_word a, pl_word b);

#endif
