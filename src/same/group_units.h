/* group_units.h: which units mean the same, by rounds of clustering. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_GROUP_UNITS_H
#define PL_GROUP_UNITS_H

#include "same/label_pairs.h"
#include "same/units.h"

/* Hears of all pairs of units that are weighed last, and what was measured. */
typedef struct pl_watch {
    void (*tell)(void *context, const pl_units *units, uint32_t a, uint32_t b,
                 const double feature[PL_FEATURES]);
    void *context;
} pl_watch;

/* group[u] becomes the first of the units that mean what u does, given the
 * pairs of labels that may mean the same. Uses the scope's arena. False: no
 * memory. */
PLEACH_CHECKED bool pl_group_units(uint32_t *group, const pl_units *units,
                                   const pl_label_view *view,
                                   const pl_label_pairs *pairs,
                                   const pl_scope *scope);

#endif
