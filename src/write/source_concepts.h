/* source_concepts.h: which concepts of the sources a cluster is made of, where
 * these have addresses of their own. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SOURCE_CONCEPTS_H
#define PL_SOURCE_CONCEPTS_H

#include "write/outline.h"

/* Fills outline->concepts, for a taxonomy. Each stands once with its cluster.
 * It is exact where the result says that it is the same as the exemplar, unless
 * names say so of another one of its owner's: two concepts that one source
 * tells apart are not the same. One that several clusters have is exact in the
 * first. */
PLEACH_CHECKED pleach_status pl_outline_add_concepts(pl_outline *outline,
                                                     pleach_error *error);

#endif
