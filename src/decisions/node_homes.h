/* node_homes.h: in which cluster of an earlier result each node lies.
 *
 * People move lines and sort lists, so a node is not known by its place alone.
 * Hierarchies are recognised first, by owner and whatever comes first of: id
 * and content (paths, roles and names); content, whatever the id, as that of a
 * line that stands elsewhere now; id and the top's name; the top's name; id.
 *
 * In all of them a node is known by path, role and name. In those whose content
 * changed, what is left is known by the names above it and its own: a list in
 * another order. Hierarchies that share owner and id count as one. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NODE_HOMES_H
#define PL_NODE_HOMES_H

#include "corpus/select.h"

/* What is known of a node, and where it can be asked for more. */
typedef struct pl_roll_node {
    uint64_t place; /* hash of its path, role and name */
    uint32_t hierarchy;
    uint32_t path_length; /* in bytes; 0: it is a top */
    uint32_t cluster;     /* PL_NONE: it is of a corpus */
    uint32_t number;      /* in the cluster, or in the corpus */
} pl_roll_node;

/* As hashes. */
typedef struct pl_roll_hierarchy {
    uint64_t owner, id; /* the id with the owner */
    uint64_t content;   /* sum over its nodes */
    uint64_t top;       /* its top's name; 0: it has none */
} pl_roll_hierarchy;

/* All nodes of a result, cluster by cluster, or of a corpus those that take
 * part, by number; and their hierarchies. */
typedef struct pl_node_roll {
    const pleach_corpus *corpus;     /* NULL: they are of the taxonomy */
    const pleach_taxonomy *taxonomy; /* borrowed both */
    pl_strings *ids;                 /* per hierarchy: its id's hash */
    PL_LIST(pl_roll_hierarchy) hierarchy;
    PL_LIST(pl_roll_node) node;
} pl_node_roll;

/* Of a result; in the arena, which owns all of it. */
PLEACH_CHECKED pleach_status pl_roll_of_taxonomy(pl_node_roll *roll,
                                                 pl_arena *arena,
                                                 const pleach_taxonomy *from,
                                                 pleach_error *error);

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
