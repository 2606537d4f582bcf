/* gold.h: the taxonomy that is right: ids of concepts, and what is above each.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_GOLD_H
#define PL_GOLD_H

#include "base/memory.h"
#include "base/strings.h"
#include "pleach.h"

typedef struct pl_gold {
    pl_strings *ids;        /* of concepts, and of parents that have no row */
    uint32_t *parent;       /* per id; PL_NONE: a top concept, or no concept */
    uint8_t *is_concept;    /* per id: it has a row */
    uint64_t extra_parents; /* the first one counts */
} pl_gold;

/* Reads into an arena a TSV whose first row names the columns id, concept, gold
 * or child, and parent. Parents without a row are no concepts, and what is
 * below them is at the top. PLEACH_BAD_DATA where there is a loop. */
PLEACH_CHECKED pleach_status pl_gold_parse(pl_gold *gold, pl_arena *arena,
                                           const char *file, const char *bytes,
                                           size_t size, pleach_error *error);

#endif
