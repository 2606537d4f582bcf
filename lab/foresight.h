/* foresight.h: how a forest stands to what people say. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_FORESIGHT_H
#define PL_FORESIGHT_H

#include "place/majority.h"
#include "pleach_lab.h"

/* A forest, and where each name stands in it. */
typedef struct pl_named_places {
    uint32_t groups;
    const uint32_t *parent; /* per group; PL_NONE: the root of a tree */
    const uint32_t *place;  /* per key: its group */
} pl_named_places;

/* Judges a forest by statements about keys; NANs where there are none. False:
 * no memory. */
PLEACH_CHECKED bool pl_foresight_judge(pleach_foresight *foresight,
                                       const pl_named_places *forest,
                                       const pl_voice *statements,
                                       size_t count);

/* Mean and standard deviation of those that are numbers; NANs where there are
 * too few. `first` is the first of `count`, each `step` bytes after the one
 * before. */
void pl_foresight_summarise(pleach_foresight *mean, pleach_foresight *spread,
                            const pleach_foresight *first, size_t count,
                            size_t step);

#endif
