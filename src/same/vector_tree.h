/* vector_tree.h: puts vectors into small groups of near ones. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VECTOR_TREE_H
#define PL_VECTOR_TREE_H

#include "base/memory.h"
#include "pleach.h"
#include "same/unit_vectors.h"

/* A group has no more members, and mostly more than a tenth of it. */
enum { PL_MOST_GROUPED = 128 };

/* Group g: member[first[g] .. first[g + 1]). */
typedef struct pl_vector_tree {
    uint32_t *member; /* all vectors */
    uint32_t *first;
    uint32_t groups;
} pl_vector_tree;

/* Memory for a tree of so many vectors. */
void pl_vector_tree_start(pl_vector_tree *tree, pl_arena *arena,
                          uint32_t count);

/* Halves all vectors again and again, each time by which of two of them a
 * vector is nearer to; another seed draws others. Time grows with n log n. */
void pl_vector_tree_grow(pl_vector_tree *tree, const pl_unit_vectors *vectors,
                         uint32_t seed);

#endif
