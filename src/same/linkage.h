/* linkage.h: clusters units by the log-odds that pairs of them mean the same.
 *
 * Average linkage: two groups are as likely one as their pairs are on average,
 * so that one strong pair does not chain two groups together. Nobody names one
 * thing twice in a hierarchy: groups that many hierarchies hold both of are
 * two things, whatever their names. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LINKAGE_H
#define PL_LINKAGE_H

#include "same/units.h"

/* Two units a < b, each pair once, and the logarithm of the odds that they
 * mean the same. */
typedef struct pl_link {
    uint32_t a, b;
    double odds;
} pl_link;

typedef PL_LIST(pl_link) pl_link_list;

/* group[u] becomes the smallest unit of u's group. Near-linear in links where
 * groups stay small. False: no memory. */
PLEACH_CHECKED bool pl_average_linkage(uint32_t *group, const pl_units *units,
                                       const pl_link_list *links);

/* The same for few things by a table of `n` times `n` likenesses, at most
 * PL_MOST_DENSE squared, which becomes sums over groups: joins the two groups
 * that are most alike on average while that is above `least`. */
enum { PL_MOST_DENSE = 400 };
void pl_dense_linkage(uint32_t *group, double *sum, uint32_t n, double least);

#endif
