/* write_dot.h: DOT for the parts of a forest that are shown. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WRITE_DOT_H
#define PL_WRITE_DOT_H

#include "write/visible_part.h"
#include "write/write.h"

/* A Graphviz digraph of the shown clusters and notes on the hidden ones.
 * False when there is no memory. */
bool pl_put_dot(const pleach_taxonomy *forest, FILE *to,
                const pl_view_limits *limits);

#endif
