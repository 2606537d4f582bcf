/* name_likeness.h: how alike names are, by what few names have in common. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NAME_LIKENESS_H
#define PL_NAME_LIKENESS_H

#include "base/memory.h"
#include "base/strings.h"
#include "pleach.h"

/* Words or trigrams of names; a rare token weighs more (its IDF). */
typedef struct pl_name_tokens {
    uint32_t *first; /* names + 1: tokens of a name, ascending, each once */
    uint32_t *token;
    double *weight; /* per token */
    double *total;  /* per name */
} pl_name_tokens;

typedef struct pl_name_likeness {
    pl_name_tokens words, trigrams;
} pl_name_likeness;

/* Cuts up names that are normalised. */
void pl_name_likeness_make(pl_name_likeness *likeness, pl_arena *arena,
                           const pl_strings *names);

/* In [0, 1]: the share of words, or of trigrams if that is more, that two names
 * have in common; 1 for a name and itself. */
double pl_name_likeness_of(const pl_name_likeness *likeness, uint32_t one,
                           uint32_t other);

#endif
