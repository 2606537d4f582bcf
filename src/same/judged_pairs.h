/* judged_pairs.h: which pairs of labels an update has to look at again.
 *
 * Two labels of the result before were judged then. OPEN are only pairs that
 * have a new label, or that came out as one. What people chose between counts
 * for new labels as it does when growing anew, so other pairs of the labels
 * they meet are scored with them, and dropped afterwards. Pairs that came out
 * as one may seem more chosen than they are, which keeps them what they were.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JUDGED_PAIRS_H
#define PL_JUDGED_PAIRS_H

#include "same/label_evidence.h"
#include "same/links.h"

typedef struct pl_judged {
    /* Per label: what it meant before; PL_NONE: it is new. NULL: there is no
     * result before, and nothing is dropped. */
    uint32_t *meant;
    uint8_t *asked; /* per label: it is new, or met one that is */
    uint32_t labels;
} pl_judged;

/* `earlier` is per node, or NULL. False: no memory. End it in any case. */
PLEACH_CHECKED bool pl_judged_start(pl_judged *judged, const pl_labels *labels,
                                    const uint32_t *earlier);
void pl_judged_end(pl_judged *judged);

/* Keeps the open pairs and those that what was chosen depends on: of all that
 * were found, if they are all here, or of all that were scored. */
void pl_judged_leave_found(pl_judged *judged, pl_pair_list *found);
void pl_judged_leave_scored(pl_judged *judged, pl_label_pairs *pairs);

/* Keeps the open pairs. */
void pl_judged_drop(const pl_judged *judged, pl_label_pairs *pairs);

#endif
