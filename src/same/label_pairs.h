/* label_pairs.h: which labels may mean the same, and how likely it is. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_PAIRS_H
#define PL_LABEL_PAIRS_H

#include "same/label_evidence.h"

/* Finds the pairs of labels that what stands around them could make one, and
 * those that somebody says are two, ascending. The caller frees the list
 * either way. */
PLEACH_CHECKED pleach_status pl_label_pairs_find(pl_label_pairs *pairs,
                                                 const pl_label_view *view,
                                                 pl_scope *scope,
                                                 pleach_error *error);

#endif
