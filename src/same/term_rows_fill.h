/* term_rows_fill.h: rows that were compared by name, laid out by block. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TERM_ROWS_FILL_H
#define PL_TERM_ROWS_FILL_H

#include "same/candidates.h"
#include "same/similarity.h"

/* What comparing leaves for laying out. */
typedef struct pl_term_rows {
    pl_scope scope; /* with the arena that everything here lies in */
    const pleach_affinity *affinity;
    const pleach_affinity_options *options;
    pl_similarity *similarity;
    uint32_t threads;
    /* Kept nodes by name: node[first[name] .. first[name + 1]). */
    uint64_t *first;
    uint32_t *node;
    double same_name; /* what equal names are worth */
    pl_neighbours names, nodes;
    pl_crowds crowds;
    pl_candidates candidates;         /* where names are crowded */
    uint8_t *name_alive, *node_alive; /* per neighbour: something is similar */
    uint64_t *degree;                 /* similar nodes, by node */
    uint64_t **found;                 /* by name: its nodes' rows; ours */
    uint32_t *group;
} pl_term_rows;

/* Once slots, blocks and parents are there: fills pair_first, pair_slot and
 * pair_similarity. */
PLEACH_CHECKED pleach_status pl_term_rows_fill(const pl_term_rows *terms,
                                               pleach_affinity *affinity,
                                               pleach_error *error);

#endif
