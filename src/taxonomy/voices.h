/* voices.h: what people said about each edge of a grown forest. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAXONOMY_VOICES_H
#define PL_TAXONOMY_VOICES_H

#include "taxonomy/taxonomy.h"

/* Fills forest->statements, forest->voices and the report's counts. */
PLEACH_CHECKED pleach_status pl_count_voices(pleach_taxonomy *forest,
                                             pleach_error *error);

/* A statement against where a cluster hangs. */
typedef struct pl_rival_parent {
    uint32_t parent; /* where they put it instead */
    uint32_t people;
} pl_rival_parent;

enum { PL_MOST_RIVALS = 5 };

/* Those against c's place, most people first; how many were listed. */
uint32_t pl_list_rival_parents(const pleach_taxonomy *forest, uint32_t c,
                               pl_rival_parent rivals[PL_MOST_RIVALS]);

/* Whether a single person put c where it hangs, and others disagree. */
bool pl_hangs_by_one_voice(const pleach_taxonomy *forest, uint32_t c);

/* What became of what a slot itself says about its cluster: "for", "also",
 * "skip", "against" or "top"; "" where it says nothing. */
const char *pl_stance_word(const pleach_taxonomy *forest, uint32_t slot);

#endif
