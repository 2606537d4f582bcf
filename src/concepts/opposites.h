/* opposites.h: words by which names that are otherwise alike mean the contrary.
 *
 * Fiction and non-fiction, full-time and part-time work have most in common
 * that names can have, stand below the same parents, and nobody who has one of
 * them has a nearer name. They are two things all the same. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OPPOSITES_H
#define PL_OPPOSITES_H

#include <stdbool.h>

#include "base/memory.h"
#include "base/strings.h"

/* What each of some words does, for pl_are_opposites; NULL: no memory. */
uint8_t *pl_opposites_find(pl_arena *arena, const pl_strings *words);

/* The words of a name in their order, none twice. */
typedef struct pl_name_words {
    const uint32_t *word;
    size_t count;
} pl_name_words;

/* Whether only one of two names has a word that turns what follows it (non-) or
 * precedes it (-free), or each has one of two opposites. Time linear in the
 * words. */
bool pl_are_opposites(const uint8_t *does, pl_name_words a, pl_name_words b);

#endif
