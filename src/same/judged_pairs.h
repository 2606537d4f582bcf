/* judged_pairs.h: which pairs of labels an update has to look at again.
 *
 * Two labels of the result before were judged then. OPEN are only pairs that
 * have a new label, or that came out as one. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JUDGED_PAIRS_H
#define PL_JUDGED_PAIRS_H

#include "same/labels.h"
#include "same/links.h"

/* Keeps the open pairs of `found`. `earlier` is what each node meant in the
 * result before, PL_NONE for a new one; NULL: there is no such result, and all
 * pairs are kept. False: no memory. */
PLEACH_CHECKED bool pl_judged_drop(pl_pair_list *found, const pl_labels *labels,
                                   const uint32_t *earlier);

#endif
