/* read_knowledge.h: reads all that people know of labels. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_KNOWLEDGE_H
#define PL_READ_KNOWLEDGE_H

#include "same/label_knowledge.h"

/* From the nodes and from the scope's files. pl_label_knowledge_free is due
 * either way; start from all zeros. */
PLEACH_CHECKED pleach_status pl_read_knowledge(
    pl_label_knowledge *knowledge, pl_arena *arena, const pl_labels *labels,
    const pl_label_words *words, const pl_scope *scope, pleach_error *error);

#endif
