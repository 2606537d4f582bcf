/* uses.h: a name in one place: a label below the label of its parent.
 *
 * Whether a name means one thing in all its places is what people and models
 * can tell, so this is what they are shown and what they answer about. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_USES_H
#define PL_LABEL_USES_H

#include "same/answers.h"
#include "same/labels.h"

typedef struct pl_label_uses {
    const pl_labels *labels;
    uint32_t count;     /* numbered by label, then by the label above */
    uint32_t *of_node;  /* per corpus node; both roles of an inner node */
    uint32_t *label;    /* per use */
    uint32_t *above;    /* per use: the label above; PL_NONE: it is on top */
    uint32_t *place;    /* per use: the first node that is in it */
    uint32_t *people;   /* per use: who have it */
    uint32_t *of_label; /* uses of label x: of_label[x] .. of_label[x + 1] */
    uint32_t *spelled;  /* per spelling: its label; PL_NONE: nobody has it */
} pl_label_uses;

/* From `arena`. False: no memory. */
PLEACH_CHECKED bool pl_label_uses_make(pl_label_uses *uses, pl_arena *arena,
                                       const pl_labels *labels);

/* The uses that a name of an answer speaks of, by name and by what stands above
 * it: *first and *end span those of its label, and of these pl_is_spoken_of
 * tells. Nothing where the corpus has no such name any more. */
void pl_label_uses_find(const pl_label_uses *uses, const pl_asked_name *name,
                        uint32_t *first, uint32_t *end);
bool pl_is_spoken_of(const pl_label_uses *uses, const pleach_answers *answers,
                     const pl_asked_name *name, uint32_t use);

#endif
