/* surroundings.h: what stands above, beside and below units.
 *
 * Items are concepts as far as they are known: each round of clustering sees
 * the surroundings in terms of the round before. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SURROUNDINGS_H
#define PL_SURROUNDINGS_H

#include "same/sets.h"
#include "same/units.h"

/* Each a set per unit; an item weighs how many nodes of the unit have it. */
typedef struct pl_surroundings {
    pl_sets parents, ancestors, siblings, children;
} pl_surroundings;

/* How alike two units' surroundings are: cosines. */
typedef struct pl_likeness {
    double parents, ancestors, siblings, children;
    bool one_above; /* just one of the two has something below it */
    bool apart;     /* both stand below something, nothing of it in common */
} pl_likeness;

/* Given what each unit means. From `arena`; for units that are `wanted` only.
 * False: no memory. */
PLEACH_CHECKED bool pl_surroundings_make(pl_surroundings *around,
                                         pl_arena *arena, const pl_units *units,
                                         const uint32_t *meaning,
                                         const uint8_t *wanted,
                                         uint32_t threads);

/* Compares two units, but without walking along ancestors and siblings, which
 * take longest: these are taken for as alike as they can be, and it is left
 * open whether the two stand apart. */
pl_likeness pl_surroundings_at_most(const pl_surroundings *around, uint32_t a,
                                    uint32_t b);

/* Compares the rest. */
void pl_surroundings_finish(pl_likeness *most, const pl_surroundings *around,
                            uint32_t a, uint32_t b);

#endif
