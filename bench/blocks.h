/* blocks.h: affinities of any size with similarities of 0 or 1 in blocks. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_BLOCKS_H
#define BENCH_BLOCKS_H

#include "same/affinity.h"

typedef struct blocks_plan {
    uint32_t nodes;
    double degree; /* mean pairs of a node */
    double zipf;   /* exponent of the block sizes, up to 2 sqrt(nodes) */
    double roots;  /* share of the nodes; leaves hang on any root */
    uint64_t seed;
} blocks_plan;

/* The same plan gives the same affinity everywhere. NULL: no memory. To be
 * freed with pleach_affinity_free; it has no corpus. */
pleach_affinity *blocks_make(const blocks_plan *plan);

/* One block of roots with all pairs, similarity[i * nodes + j]. */
pleach_affinity *blocks_dense(const float *similarity, uint32_t nodes,
                              double preference);

#endif
