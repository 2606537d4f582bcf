/* groups.h: which leaves have parents in one cluster, as of now. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_GROUPS_H
#define PL_GROUPS_H

#include "rap/messages.h"

/* Between iterations, once all blocks are done: leaves take over their
 * parents' choices. The blocks of those that changed wake up. */
void pl_messages_regroup(pl_messages *messages);

/* Sorts the leaves of a block into groups, when some may have moved; `moved`
 * is room for as many as the block has. */
void pl_messages_sort_groups(pl_messages *messages, uint32_t block,
                             uint64_t *moved);

#endif
