/* label_choices.h: the last piece of evidence, for which all pairs are known.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_CHOICES_H
#define PL_LABEL_CHOICES_H

#include "same/label_evidence.h"

/* Adds to each pair what its people chose. The pairs ascend by their labels,
 * which decides between equal odds. False: no memory. */
PLEACH_CHECKED bool pl_label_choices_add(pl_label_pairs *pairs,
                                         const pl_label_view *view);

#endif
