/* label_vectors.h: the vectors of labels, from a file with those of names. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_VECTORS_H
#define PL_LABEL_VECTORS_H

#include "same/label_knowledge.h"

/* A label's vector is that of its name or, where the file does not know the
 * name, the sum of its words', the rarer the more. Both are looked up as they
 * are written, then without regard to case, then in the singular, and words
 * last by their stems. Only what labels need is
 * kept. */
PLEACH_CHECKED pleach_status pl_label_vectors_read(
    pl_label_knowledge *knowledge, pl_arena *arena, const pl_labels *labels,
    const pl_label_words *words, const pl_scope *scope, const char *path,
    pleach_error *error);

#endif
