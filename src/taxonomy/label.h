/* label.h: what each cluster is called.
 *
 * What most of its people call it: spellings that differ only in case,
 * numbering ("2. Billing"), emoji, underscores and the marks of Markdown are
 * one name. Of these the one without such ornaments is shown, where somebody
 * wrote it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_H
#define PL_LABEL_H

#include "same/affinity.h"

/* Clusters before they are ordered: the slots of cluster d are
 * member[first[d] .. first[d + 1]). */
typedef struct pl_unlabelled {
    uint32_t count;
    const uint32_t *first, *member;
    const uint32_t *exemplar; /* per cluster: a slot */
    const uint32_t *parent;   /* per cluster; PL_NONE: on top */
} pl_unlabelled;

/* Fills name[d] with an id of corpus->spellings. Of siblings with one name all
 * but the largest get their next one, where they have another that is free.
 * The same for any order of the input. */
PLEACH_CHECKED pleach_status pl_choose_labels(uint32_t *name,
                                              const pl_unlabelled *clusters,
                                              const pleach_affinity *affinity,
                                              pleach_error *error);

#endif
