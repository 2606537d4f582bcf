/* node_homes.h: in which cluster of a result a node lies.
 *
 * A node is known by who, which, where, as what and by its name, so that the
 * nodes of two results, or of a result and a corpus, can be held against each
 * other. Where alone would not do: who puts something in front of a list moves
 * all that follows. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NODE_HOMES_H
#define PL_NODE_HOMES_H

#include "corpus/corpus.h"

typedef struct pl_node_homes {
    pl_strings *known;
    PL_LIST(uint32_t) home; /* per string of `known`: the cluster's number */
    PL_LIST(char) key;      /* scratch */
} pl_node_homes;

/* Lists all members of a taxonomy. Of nodes that share owner, id, path,
 * role and name the first counts. Free it also after a failure. */
PLEACH_CHECKED pleach_status pl_node_homes_list(pl_node_homes *homes,
                                                const pleach_taxonomy *from,
                                                pleach_error *error);
/* *home: the cluster, or PL_NONE. False: there is no memory. */
PLEACH_CHECKED bool pl_node_homes_find(uint32_t *home, pl_node_homes *homes,
                                       const pleach_node *node);
void pl_node_homes_free(pl_node_homes *homes);

/* Fills of_node, one per corpus node. */
PLEACH_CHECKED pleach_status pl_match_previous(uint32_t *of_node,
                                               const pleach_corpus *corpus,
                                               const pleach_taxonomy *previous,
                                               pleach_error *error);

#endif
