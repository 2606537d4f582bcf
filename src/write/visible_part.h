/* visible_part.h: which clusters of a large forest are shown. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VISIBLE_PART_H
#define PL_VISIBLE_PART_H

#include "taxonomy/taxonomy.h"

typedef struct pl_view_limits {
    uint32_t max_depth;   /* edges below a tree's root; 0: no limit */
    uint32_t max_breadth; /* children per cluster, and trees; 0: no limit */
    bool fold_singles;    /* trees of one cluster, when there are others */
} pl_view_limits;

typedef struct pl_view {
    uint8_t *shown;        /* per cluster; a shown one's parent is shown */
    uint32_t *hidden;      /* per cluster: its children that are not shown */
    uint32_t hidden_trees; /* without the folded ones */
    uint32_t folded;       /* single trees left out, and not counted above */
} pl_view;

/* False when there is no memory. */
bool pl_view_make(pl_view *view, const pleach_taxonomy *forest,
                  const pl_view_limits *limits);
void pl_view_free(pl_view *view);

/* A tree of one cluster. */
static inline bool pl_is_single(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->parent[c] == PL_NONE && forest->subtree_end[c] == c + 1;
}

#endif
