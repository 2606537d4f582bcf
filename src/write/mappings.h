/* mappings.h: which nodes of a result are the same, and which only alike. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MAPPINGS_H
#define PL_MAPPINGS_H

#include "base/strings.h"
#include "corpus/names.h"
#include "taxonomy/placed_nodes.h"

/* Why a node is the concept that its cluster is, or is only like it. */
typedef enum pl_sameness {
    PL_ONLY_ALIKE,
    PL_SAME_BY_NAME, /* it has the name, or a further one of who has it */
    PL_SAME_STATED   /* a source says so of it and another one there */
} pl_sameness;

typedef struct pl_mappings {
    const pleach_taxonomy *taxonomy;
    pl_placed_nodes nodes;
    const pl_placed_node **object; /* per cluster: its exemplar, or the first
                                      node of one whose exemplar is elsewhere */
    pl_namer *namer;
    pl_strings *names, *addresses, *stated; /* of clusters, see mappings.c */
    PL_LIST(char) key;
} pl_mappings;

/* Start from all zeros, and free it in any case. */
PLEACH_CHECKED pleach_status pl_mappings_find(pl_mappings *mappings,
                                              const pleach_taxonomy *taxonomy,
                                              pleach_error *error);
void pl_mappings_free(pl_mappings *mappings);

/* Of a node that is in a cluster. The arena of the nodes knows whether there
 * was memory. */
pl_sameness pl_mapping_sameness(pl_mappings *mappings,
                                const pl_placed_node *node);

/* Whether two are called the same, whatever their cluster is called. */
bool pl_have_one_name(pl_mappings *mappings, const pl_placed_node *a,
                      const pl_placed_node *b);

#endif
