/* counterparts.h: for each node of one source its counterpart in another.
 *
 * That is a node of the same cluster, else one of another cluster of the same
 * concept, else the nearest above it, in the forest or in its own source. Nodes
 * whose names only share words are counterparts where what is above them
 * corresponds. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_COUNTERPARTS_H
#define PL_COUNTERPARTS_H

#include "base/strings.h"
#include "corpus/names.h"
#include "taxonomy/placed_nodes.h"

typedef struct pl_counterparts {
    const pleach_taxonomy *forest;
    pl_placed_nodes nodes;
    pl_arena *arena;
    PL_LIST(const char *) sources;
    uint32_t *source; /* per node */
    pl_strings *keys; /* of names */
    uint32_t *key;    /* per node */
    /* Nodes of cluster c: node[first[c]] up to node[first[c + 1]], in order
     * of their sources. */
    uint32_t *first, *node;
    uint32_t *next_place; /* per cluster: another one of the same concept */
    pleach_cluster *cluster;
    uint32_t cluster_count;
} pl_counterparts;

/* What a node is led to, and how. */
typedef struct pl_counterpart {
    uint32_t node; /* PL_NONE: there is none */
    uint32_t steps;
    bool elsewhere; /* the same concept in another place */
    double confidence;
} pl_counterpart;

/* Start from all zeros, and free it in any case. */
PLEACH_CHECKED pleach_status pl_counterparts_open(pl_counterparts *self,
                                                  const pleach_taxonomy *forest,
                                                  pl_namer *namer,
                                                  pleach_error *error);
void pl_counterparts_free(pl_counterparts *self);

/* Costs the places of its concept and the levels above it. */
pl_counterpart pl_counterpart_of(const pl_counterparts *self, uint32_t node,
                                 uint32_t source);

/* Whether the counterpart is the same concept, and not a broader one. */
static inline bool pl_counterpart_is_exact(const pl_counterpart *found)
{
    return found->node != PL_NONE && found->steps == 0;
}

#endif
