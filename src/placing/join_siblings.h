/* join_siblings.h: clusters below one parent that are one by their names.
 *
 * Whether two names mean the same is asked before anything has a place. Where
 * two clusters have come to hang below one parent, less is needed: the same
 * name, or one that only adds a year, a word of the parent's name (Cat
 * Accessories, below Cats), or a last word that other siblings have, too, and
 * that is no name itself (Western Province). Several become one in this way,
 * one after the other by name, as long as nobody has two of them. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JOIN_SIBLINGS_H
#define PL_JOIN_SIBLINGS_H

#include "placing/obey.h"

/* Changes cluster[slot] of the slots whose cluster is joined with another;
 * numbers that nobody has any more are left over, and *joined counts them.
 * `parent` is the forest of the clusters as they are; what `orders` (NULL:
 * none) are about stays as it is. */
PLEACH_CHECKED pleach_status pl_join_siblings(uint32_t *cluster,
                                              uint32_t *joined, uint32_t count,
                                              const uint32_t *parent,
                                              const pl_orders *orders,
                                              const pleach_affinity *affinity,
                                              pleach_error *error);

#endif
