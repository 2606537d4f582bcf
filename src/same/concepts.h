/* concepts.h: which nodes mean the same, wherever they stand.
 *
 * Names are folded into labels (labels.h), and labels parted into units where
 * people use a name for several things (units.h). Pairs of units that may mean
 * the same (label_pairs.h) are weighed by their names and by what stands
 * around them (surroundings.h), and clustered (linkage.h); then tags part what
 * one name hides (senses.h). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CONCEPTS_H
#define PL_CONCEPTS_H

#include "same/group_units.h"
#include "same/scope.h"

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

/* Why two nodes mean the same, or not. */
typedef struct pl_label_story {
    bool same_unit;  /* nothing was weighed: nobody told the two apart */
    bool told_apart; /* most hierarchies that have one have both */
    double worth[PL_FEATURES]; /* weight times measure, above 0: for it */
} pl_label_story;

PLEACH_CHECKED pleach_status
pl_concepts_tell(pl_label_story *story, const pleach_corpus *corpus,
                 const struct pl_known_files *known, uint32_t a, uint32_t b,
                 pleach_error *error);

#endif
