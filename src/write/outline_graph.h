/* outline_graph.h: the concepts of an outline, and all that is above each.
 *
 * In a tree a concept with several parents stands several times, by one id; in
 * a graph it stands once. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OUTLINE_GRAPH_H
#define PL_OUTLINE_GRAPH_H

#include "write/outline.h"

/* Concepts are numbered as the first of their nodes; the others have none of
 * these. Parents of c: parent[first[c]] up to first[c + 1], the one in the tree
 * first, and none that another one implies. */
typedef struct pl_outline_graph {
    uint32_t *first; /* outline->count + 1 */
    uint32_t *parent;
    uint64_t implied;  /* parents that were left out for that, ... */
    uint64_t circular; /* ... and those that led in a circle */
} pl_outline_graph;

/* Behind pl_outline_identify. Lives as long as the outline. */
PLEACH_CHECKED pleach_status pl_outline_link(pl_outline_graph *graph,
                                             pl_outline *outline,
                                             pleach_error *error);

#endif
