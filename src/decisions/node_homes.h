/* node_homes.h: in which cluster of an earlier result each node lies.
 *
 * People move lines and sort lists, so a node is not known by its place alone.
 * Hierarchies are recognised first. They are the SAME where owner, id and
 * content (paths, roles and names) are equal. What is left has MOVED where
 * owner and content are, whatever the id, as that of a line that stands
 * elsewhere now. What is left then has CHANGED where owner and top's name are
 * equal, by preference with the same id, or else owner and id.
 *
 * In all of them a node is known by path, role and name; in changed ones what
 * is left is known by the names above it and its own: a list in another order.
 * Hierarchies that share owner and id count as one. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NODE_HOMES_H
#define PL_NODE_HOMES_H

#include "decisions/node_roll.h"

/* home[k] is the cluster of `before` that node k of `now` lies in, or PL_NONE:
 * it is new, or what it could be lies in several. */
PLEACH_CHECKED pleach_status pl_find_homes(uint32_t *home,
                                           const pl_node_roll *now,
                                           const pl_node_roll *before,
                                           pleach_error *error);

/* The same for all nodes of a corpus; PL_NONE for those that take no part. */
PLEACH_CHECKED pleach_status pl_match_previous(uint32_t *of_node,
                                               const pl_selection *selection,
                                               const pleach_corpus *corpus,
                                               const pleach_taxonomy *previous,
                                               pleach_error *error);

#endif
