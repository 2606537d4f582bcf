/* label_synonyms.h: which labels somebody says mean the same. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_SYNONYMS_H
#define PL_LABEL_SYNONYMS_H

#include "same/label_knowledge.h"

/* From the nodes' further names and the scope's files of synonyms: fills in
 * same, apart and thesaurus. */
PLEACH_CHECKED pleach_status pl_label_synonyms_read(
    pl_label_knowledge *knowledge, const pl_labels *labels,
    const pl_label_words *words, const pl_scope *scope, pleach_error *error);

#endif
