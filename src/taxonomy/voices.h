/* voices.h: what people said about each edge of a grown forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAXONOMY_VOICES_H
#define PL_TAXONOMY_VOICES_H

#include "taxonomy/taxonomy.h"

/* Fills forest->statements, forest->voices and the report's counts. */
PLEACH_CHECKED bool pl_count_voices(pleach_taxonomy *forest);

/* What a statement that puts c below `parent` is to the forest as it is. */
typedef enum pl_stance {
    PL_STANCE_FOR,
    PL_STANCE_SKIPS, /* `parent` is higher up: a level was left out */
    PL_STANCE_AGAINST
} pl_stance;
pl_stance pl_stance_of(const pleach_taxonomy *forest, uint32_t c,
                       uint32_t parent);

#endif
