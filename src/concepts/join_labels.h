/* join_labels.h: groups of labels that mean the same. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JOIN_LABELS_H
#define PL_JOIN_LABELS_H

#include "concepts/label_evidence.h"

/* group[label] becomes the smallest label of its group; pairs come by falling
 * score, and are no longer so afterwards. False: no memory. */
PLEACH_CHECKED bool pl_join_labels(uint32_t *group, pl_arena *arena,
                                   const pl_label_view *view,
                                   pl_label_pairs *pairs);

/* Per label that is the first of its group: the group that most of its leaves
 * stand below, PL_NONE where it has none. False: no memory. */
PLEACH_CHECKED bool pl_main_parents(uint32_t *main, const pl_labels *labels,
                                    const uint32_t *group);

#endif
