/* write_shared.h: a list of clusters, formatted by all processes, written by
 * one.
 *
 * Clusters are dealt out in pieces, one to each rank at a time. All format
 * theirs, with tags that they get for it, and rank 0 writes the texts in
 * order: nobody has more than a round of them at once. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WRITE_SHARED_H
#define PL_WRITE_SHARED_H

#include "corpus/tag_exchange.h"
#include "taxonomy/taxonomy.h"
#include "write/write.h"

/* Clusters [first, end), and the tags of their members. */
typedef struct pl_cluster_piece {
    uint32_t first, end;
    pl_tags tags; /* by member, from that of the first cluster on, ... */
    bool by_node; /* ... or by node, where the corpus has all */
} pl_cluster_piece;

/* In write_json.c. */
PLEACH_CHECKED pleach_status pl_put_piece(const pleach_taxonomy *forest,
                                          FILE *to,
                                          const pl_cluster_piece *piece,
                                          pleach_error *error);

/* Whether there are others who wait for this (pleach_taxonomy_attend). */
bool pl_write_is_shared(const pleach_taxonomy *forest);

/* For rank 0: writes all clusters. */
PLEACH_CHECKED pleach_status pl_write_shared(const pleach_taxonomy *forest,
                                             FILE *to, pleach_error *error);

#endif
