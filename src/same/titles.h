/* titles.h: what people call the whole of what they have.
 *
 * Everybody has a word of their own for one field: Hardware store, DIY, Home
 * improvement. The TITLE of somebody is the top of their only hierarchy. Where
 * people speak of one field, they have much in common below their titles, and
 * these mean the same. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TITLES_H
#define PL_TITLES_H

#include "same/linkage.h"

typedef struct pl_titles {
    uint32_t *unit; /* that are mostly titles, ascending */
    uint32_t count;
} pl_titles;

/* From `arena`. False: no memory. */
PLEACH_CHECKED bool pl_titles_list(pl_titles *titles, pl_arena *arena,
                                   const pl_units *units);

/* Adds a link, without odds, for each pair of titles of one field, given what
 * each unit means. False: no memory. */
PLEACH_CHECKED bool pl_titles_link(pl_link_list *links, const pl_titles *titles,
                                   const pl_units *units,
                                   const uint32_t *meaning);

#endif
