/* node_roll.h: all nodes of a result or of a corpus, by hierarchy, as hashes,
 * so that those of two can be held against each other. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NODE_ROLL_H
#define PL_NODE_ROLL_H

#include "corpus/select.h"

/* What is known of a node, and where it can be asked for more. */
typedef struct pl_roll_node {
    uint64_t place; /* hash of its path, role and name */
    uint32_t hierarchy;
    uint32_t path_length; /* in bytes; 0: it is a top */
    uint32_t cluster;     /* PL_NONE: it is of a corpus */
    uint32_t number;      /* in the cluster, or in the corpus */
} pl_roll_node;

typedef struct pl_roll_hierarchy {
    uint64_t owner;   /* hash of who */
    uint64_t content; /* sum of the hashes of its nodes */
    uint64_t top;     /* hash of its top's name; 0: it has none */
} pl_roll_hierarchy;

/* All nodes of a result, cluster by cluster, or of a corpus those that take
 * part, by number. */
typedef struct pl_node_roll {
    const pleach_corpus *corpus;     /* NULL: they are of the taxonomy */
    const pleach_taxonomy *taxonomy; /* borrowed both */
    pl_strings *ids;                 /* of hierarchies: owner and id */
    PL_LIST(pl_roll_hierarchy) hierarchy;
    PL_LIST(pl_roll_node) node;
    PL_LIST(char) key; /* scratch */
} pl_node_roll;

/* In the arena, which owns all of it. */
PLEACH_CHECKED pleach_status pl_roll_of_taxonomy(pl_node_roll *roll,
                                                 pl_arena *arena,
                                                 const pleach_taxonomy *from,
                                                 pleach_error *error);
/* What is discarded is in no result, so it is not in the roll either. */
PLEACH_CHECKED pleach_status pl_roll_of_corpus(pl_node_roll *roll,
                                               pl_arena *arena,
                                               const pl_selection *selection,
                                               const pleach_corpus *from,
                                               pleach_error *error);

/* Fills in one of its nodes again. */
PLEACH_CHECKED pleach_status pl_roll_describe(pleach_node *node,
                                              const pl_node_roll *roll,
                                              const pl_roll_node *of,
                                              pleach_error *error);

#endif
