/* placed_nodes.h: the nodes of the inputs and the clusters they went to.
 *
 * Each node once, in the order of owners, ids and paths: one inside a deeper
 * hierarchy, which is a leaf and a root to the rest of the house, counts as
 * its leaf. Works for grown and for loaded taxonomies. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PLACED_NODES_H
#define PL_PLACED_NODES_H

#include "base/memory.h"
#include "pleach.h"

typedef struct pl_placed_node {
    const char *owner, *id, *path, *name;
    const char *source_id; /* what its source calls it by; NULL: nothing */
    const char *carries;   /* as corpus/payload.h has it; NULL: nothing */
    const char *source;    /* its owner, or its id where all are of one owner */
    uint32_t node;         /* of the corpus; PL_NONE: of a loaded taxonomy */
    uint32_t parent;   /* PL_NONE: it is a top, or what is above it is gone */
    uint32_t cluster;  /* PL_NONE: it was discarded */
    double similarity; /* to the exemplar; 1: it is the exemplar itself */
    bool entry;        /* a shape put it there: the cluster is broader */
} pl_placed_node;

typedef struct pl_placed_nodes {
    pl_arena *arena;
    PL_LIST(pl_placed_node) list;
    const pl_placed_node **exemplar; /* per cluster; NULL: a root, whose leaf
                                        is in another cluster */
} pl_placed_nodes;

/* Start from all zeros, and free it in any case. */
PLEACH_CHECKED pleach_status pl_place_nodes(pl_placed_nodes *nodes,
                                            const pleach_taxonomy *taxonomy,
                                            pleach_error *error);
void pl_placed_nodes_free(pl_placed_nodes *nodes);

/* The names from the top down to a node, "A > B > C". Start from all zeros;
 * free both lists. */
typedef struct pl_name_path {
    PL_LIST(char) text;
    PL_LIST(const char *) names; /* from below */
} pl_name_path;

/* Each returns a text that is valid until the next call; NULL: no memory. */
const char *pl_cluster_path(pl_name_path *path, const pleach_taxonomy *forest,
                            uint32_t cluster);
const char *pl_input_path(pl_name_path *path, const pl_placed_nodes *nodes,
                          uint32_t node);
void pl_name_path_free(pl_name_path *path);

#endif
