/* concepts.h: which nodes mean the same, wherever they stand.
 *
 * Names are folded into labels (labels.h); labels that mean the same are
 * joined (label_pairs.h); nodes of one name that mean different things are
 * parted (senses.h). Where a concept stands is left to the clusters: leaves
 * of one concept under different parents are one concept in two places. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CONCEPTS_H
#define PL_CONCEPTS_H

#include "concepts/label_pairs.h"
#include "similarity/term.h"

typedef struct pl_concepts {
    uint32_t count;    /* numbered by their first node */
    uint32_t *of_node; /* per corpus node; both roles of an inner node agree */
} pl_concepts;

/* Of the whole corpus; from `arena`. Near-linear in nodes and tags. */
PLEACH_CHECKED pleach_status pl_concepts_find(pl_concepts *concepts,
                                              pl_arena *arena,
                                              const pl_scope *scope,
                                              uint32_t threads,
                                              pleach_error *error);

/* Why the names of two nodes mean the same, or not. */
typedef struct pl_label_story {
    bool same_label; /* then nothing else is said */
    bool told_apart; /* their people keep them apart: then nothing counts */
    bool beside;     /* below one parent, and weighed as such */
    double worth[PL_PIECES]; /* weight times measure, above 0: for it */
} pl_label_story;

PLEACH_CHECKED pleach_status
pl_concepts_tell(pl_label_story *story, const pleach_corpus *corpus,
                 const struct pl_known_files *known, uint32_t a, uint32_t b,
                 pleach_error *error);

#endif
