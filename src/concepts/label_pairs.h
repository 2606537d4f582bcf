/* label_pairs.h: which labels may mean the same, and how likely it is. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_PAIRS_H
#define PL_LABEL_PAIRS_H

#include "concepts/label_evidence.h"

/* Finds the pairs with a score above view->least, and those that would be
 * likely below one parent, by falling score. The caller frees the list either
 * way. */
PLEACH_CHECKED pleach_status pl_label_pairs_find(pl_label_pairs *pairs,
                                                 const pl_label_view *view,
                                                 pl_scope *scope,
                                                 pleach_error *error);

#endif
