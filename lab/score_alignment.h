/* score_alignment.h: names of two sources that mean the same: said, found. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SCORE_ALIGNMENT_H
#define PL_SCORE_ALIGNMENT_H

#include "lab/score.h"

typedef PL_LIST(uint64_t) pl_word_list;

/* Entities are names of a source. A correspondence is a word: the smaller
 * entity << 32 | the larger one. */
typedef struct pl_alignment {
    pl_strings *sources;
    pl_strings *entities;        /* the source in 4 bytes, then the name */
    PL_LIST(uint32_t) source_of; /* per entity */
    PL_LIST(uint32_t)
    cluster_of; /* per entity: one cluster that has it;
                   PL_NONE: the result does not have it */
    PL_LIST(char) scratch;
    pl_word_list couples; /* of sources that the reference compares */
    pl_word_list wanted;
    pl_word_list unsure;  /* neither right nor wrong: not of the relation = */
    pl_word_list claimed; /* by the result, without the unsure ones */
    pl_word_list easy;    /* the same from names alone */
    /* Of other relations, wanted and claimed: the narrower entity << 32 | the
     * broader one, and couples that overlap. */
    pl_word_list narrower[2], overlap[2];
} pl_alignment;

/* The entity of a name, added when new. */
uint32_t pl_alignment_entity(pl_alignment *alignment, uint32_t source,
                             const char *name, size_t length);

/* Fills `claimed`, `easy` and `cluster_of` from the result. */
PLEACH_CHECKED pleach_status pl_alignment_claim(pl_alignment *alignment,
                                                const pl_result *result,
                                                pleach_error *error);

/* Notes what stands between two entities; false: not a relation we know. */
bool pl_alignment_relate(pl_alignment *alignment, bool claimed, char relation,
                         uint32_t a, uint32_t b);

static inline uint64_t pl_couple(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* Counts of one couple of sources, or of all. */
typedef struct pl_couple_counts {
    uint64_t wanted, claimed, right, easy, easy_right;
} pl_couple_counts;

#endif
