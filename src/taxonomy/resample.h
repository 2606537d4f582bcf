/* resample.h: a part of an affinity, such as what some of the people made. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_RESAMPLE_H
#define PL_RESAMPLE_H

#include "same/affinity.h"

typedef struct pl_resample {
    pleach_affinity *affinity; /* ours; it borrows the whole one's corpus */
    uint32_t *part_of; /* slot of the whole -> of the part, or PL_NONE */
} pl_resample;

/* Keeps the slots with kept[slot] set, and the pairs between them; as below. */
PLEACH_CHECKED pleach_status pl_part_make(pl_resample *part,
                                          const pleach_affinity *whole,
                                          const uint8_t *kept,
                                          pleach_error *error);

/* Keeps the slots of owners with kept[owner] set, and the pairs between them;
 * similarities are those of the whole. Free the affinity with its own
 * function; part_of lives in its arena. */
PLEACH_CHECKED pleach_status pl_resample_make(pl_resample *resample,
                                              const pleach_affinity *whole,
                                              const uint8_t *kept,
                                              pleach_error *error);

#endif
