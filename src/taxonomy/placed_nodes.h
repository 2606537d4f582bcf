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

#endif
