/* affinity_part.h: an affinity of some of the slots. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_AFFINITY_PART_H
#define PL_AFFINITY_PART_H

#include "same/affinity.h"

typedef struct pl_affinity_part {
    pleach_affinity *affinity; /* ours; it borrows the whole one's corpus */
    uint32_t *part_of; /* slot of the whole -> of the part, or PL_NONE */
} pl_affinity_part;

/* Keeps the slots with kept[slot] set, and the pairs between them;
 * similarities are those of the whole. Free the affinity with its own function;
 * part_of lives in its arena. */
PLEACH_CHECKED pleach_status pl_part_make(pl_affinity_part *part,
                                          const pleach_affinity *whole,
                                          const uint8_t *kept,
                                          pleach_error *error);

#endif
