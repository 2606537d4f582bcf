/* alike.h: clusters that are apart and might be one. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ALIKE_H
#define PL_ALIKE_H

#include "curate/review_facts.h"

typedef struct pl_alike {
    uint32_t a, b;   /* clusters, a < b */
    bool same_name;  /* a name of one is a name of the other */
    bool siblings;   /* below one parent */
    bool only_near;  /* they have nothing in common but where they stand */
    double likeness; /* in (0, 1): how likely they are one */
} pl_alike;

typedef PL_LIST(pl_alike) pl_alike_list;

/* Pairs of clusters, in a large result those with a word in common or below one
 * parent; not those of which somebody has both, under different names.
 * different[c] counts the answers that part c from others; NULL: none. The list
 * is some arena's. */
PLEACH_CHECKED bool pl_find_alike(pl_alike_list *pairs,
                                  const pl_review_facts *facts,
                                  const uint32_t *different);

#endif
