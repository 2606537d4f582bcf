/* opposites.h: words by which names that are otherwise alike mean the contrary.
 *
 * Fiction and non-fiction, full-time and part-time work have most in common
 * that names can have, stand below the same parents, and nobody who has one of
 * them has a nearer name. They are two things all the same. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OPPOSITES_H
#define PL_OPPOSITES_H

#include "concepts/label_words.h"

/* What each of so many words does, for pl_are_opposites; NULL: no memory. */
uint8_t *pl_opposites_find(pl_arena *arena, const pl_strings *words);

/* Whether only one of two labels has a word that turns what follows it (non-)
 * or precedes it (-free), or each has one of two opposites. */
bool pl_are_opposites(const pl_label_words *words, uint32_t a, uint32_t b);

#endif
