/* spellings.h: how one person happens to spell the name of a concept. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SPELLINGS_H
#define PL_SPELLINGS_H

#include "base/random.h"
#include "lab/gold.h"

/* Room for the longest name after every change it can go through. */
enum { PL_SURFACE_BYTES = 3 * PL_GOLD_TEXT_BYTES + 64 };

typedef struct pl_surface {
    size_t length;
    char bytes[PL_SURFACE_BYTES];
} pl_surface;

typedef struct pl_surface_odds {
    double synonym, variation, decor, typo;
} pl_surface_odds;

void pl_surface_draw(pl_surface *to, pl_random *random, const pl_gold *gold,
                     uint32_t concept, const pl_surface_odds *odds);

/* Both write at most PL_SURFACE_BYTES. */
void pl_surface_lower(pl_surface *to, const char *name);
/* English singular of a lower-case word, in place; returns its length. */
size_t pl_word_singular(char *word, size_t length);

#endif
