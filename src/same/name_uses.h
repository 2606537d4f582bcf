/* name_uses.h: which names people keep apart by using both. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NAME_USES_H
#define PL_NAME_USES_H

#include "same/scope.h"

/* Per name, the saplings and the owners that use it, ascending. */
typedef struct pl_uses {
    uint64_t *first;
    uint32_t *user;
} pl_uses;

/* `above`: saplings that hold an ancestor of a node of the name, in a deep
 * tree: what stands in them is above the node, or beside what is. */
typedef struct pl_name_uses {
    pl_uses saplings, above, owners;
} pl_name_uses;

/* Whether `user` is one of those who use a name. */
bool pl_uses_has(const pl_uses *uses, uint32_t name, uint32_t user);

/* Who uses which of `count` names, given each node's. From the whole corpus:
 * what people outside a selection do tells names apart as well. False: no
 * memory. */
PLEACH_CHECKED bool pl_name_uses_index(pl_name_uses *apart, pl_arena *arena,
                                       const pleach_corpus *corpus,
                                       const uint32_t *name_of_node,
                                       uint32_t count);

/* One person put both names into one sapling, or one above the other: they
 * mean two things. How often, as a share of the rarer name's saplings. */
double pl_share_apart(const pl_name_uses *apart, uint32_t a, uint32_t b);

#endif
