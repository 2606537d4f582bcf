/* wording.h: names as words, and how alike two names are. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WORDING_H
#define PL_WORDING_H

#include "same/spelling.h"
#include "same/term.h"

/* Words of name x: word[first[x] .. first[x + 1]), in their order. */
typedef struct pl_wording {
    const pleach_corpus *corpus;
    pl_strings *words;
    uint64_t *first;
    uint32_t *word;
    double *rarity; /* by word: log(1 + names / names with it) */
    /* Names by word: holder[holder_first[w] .. holder_first[w + 1]). */
    uint64_t *holder_first;
    uint32_t *holder;
    /* Names without their spaces; squashed[x] is the number of such. */
    pl_strings *squashes;
    uint32_t *squashed;
} pl_wording;

/* pl_wording_free is due either way; start from all zeros. */
PLEACH_CHECKED pleach_status pl_wording_make(pl_wording *wording,
                                             const pl_scope *scope,
                                             pleach_error *error);
void pl_wording_free(pl_wording *wording);

/* In [0, 1], the same both ways; see term_fuzzy.c. */
double pl_wording_compare(const pl_wording *wording, uint32_t a, uint32_t b);

#endif
