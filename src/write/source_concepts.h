/* source_concepts.h: which concepts of the sources a cluster is made of, where
 * these have addresses of their own. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SOURCE_CONCEPTS_H
#define PL_SOURCE_CONCEPTS_H

#include "corpus/names.h"
#include "write/outline.h"

/* The further names that a member's owner gave it, as numbers in the corpus's
 * alt_labels; 0 where they are not known. */
size_t pl_member_alts(const pleach_taxonomy *taxonomy, uint32_t cluster,
                      uint32_t member, const uint32_t **labels);

/* Appends the concepts of a cluster to outline->concepts, each once, by their
 * addresses. One is exact where a name of it is the cluster's, or a further one
 * of a node of that name, and no other of its owner's is: two concepts that one
 * source tells apart are not the same, whatever they were merged with. */
PLEACH_CHECKED pleach_status
pl_outline_add_concepts(pl_outline *outline, const pleach_taxonomy *taxonomy,
                        uint32_t cluster, pl_namer *namer, pleach_error *error);

/* When all clusters have theirs: a concept that several clusters have is exact
 * in the first of them only. */
PLEACH_CHECKED pleach_status pl_outline_part_concepts(pl_outline *outline,
                                                      pleach_error *error);

#endif
