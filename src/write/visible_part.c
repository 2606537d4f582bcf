/* visible_part.c: applies the limits on depth, breadth and number. */
/* SPDX-License-Identifier: MIT */
#include "write/visible_part.h"

#include <stdlib.h>

static bool has_bigger_tree(const pleach_taxonomy *forest)
{
    return forest->report.depth > 0;
}

/* Breadth counts shown siblings in display order: `taken` per parent, with
 * the trees' roots counted at cluster_count. */
static void apply_shape(pl_view *view, const pleach_taxonomy *forest,
                        const pl_view_limits *limits, uint32_t *taken)
{
    bool fold = limits->fold_singles && has_bigger_tree(forest);
    uint32_t depth = limits->max_depth > 0 ? limits->max_depth : UINT32_MAX;
    uint32_t breadth =
        limits->max_breadth > 0 ? limits->max_breadth : UINT32_MAX;
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        uint32_t up = forest->parent[c];
        if (fold && pl_is_single(forest, c)) {
            view->folded++;
            continue;
        }
        if (forest->depth[c] > depth || (up != PL_NONE && !view->shown[up]))
            continue;
        uint32_t *used = &taken[up == PL_NONE ? forest->cluster_count : up];
        view->shown[c] = *used < breadth;
        *used += view->shown[c];
    }
}

typedef struct weighed {
    uint64_t instances; /* in the cluster and all below it */
    uint32_t cluster;
} weighed;

static int compare_cluster_sizes(const void *left, const void *right)
{
    const weighed *a = left, *b = right;
    if (a->instances != b->instances)
        return a->instances > b->instances ? -1 : 1;
    return (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

/* A parent has at least the instances of its child and a smaller number, so
 * the heaviest clusters are closed under parents. */
static bool apply_number(pl_view *view, const pleach_taxonomy *forest,
                         uint32_t max_clusters)
{
    uint32_t count = forest->cluster_count;
    weighed *heavy = pl_allocate(count, sizeof *heavy);
    if (heavy == NULL)
        return false;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t end = forest->subtree_end[c];
        heavy[c].cluster = c;
        heavy[c].instances =
            (uint64_t)forest->member_first[end] - forest->member_first[c];
    }
    qsort(heavy, count, sizeof *heavy, compare_cluster_sizes);
    uint32_t left = max_clusters;
    for (uint32_t k = 0; k < count; k++) {
        uint8_t *shown = &view->shown[heavy[k].cluster];
        if (*shown && left > 0)
            left--;
        else
            *shown = 0;
    }
    pl_release(heavy);
    return true;
}

static void count_hidden_clusters(pl_view *view, const pleach_taxonomy *forest)
{
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        uint32_t up = forest->parent[c];
        if (view->shown[c])
            continue;
        if (up == PL_NONE)
            view->hidden_trees++;
        else
            view->hidden[up]++;
    }
    view->hidden_trees -= view->folded;
}

/* Depth and breadth come first, and a number of clusters last: that cuts what
 * the shape has left. */
bool pl_view_make(pl_view *view, const pleach_taxonomy *forest,
                  const pl_view_limits *limits)
{
    size_t count = forest->cluster_count;
    uint32_t *taken = pl_allocate(count + 1, sizeof *taken);
    *view = (pl_view){
        .shown = pl_allocate(count, sizeof *view->shown),
        .hidden = pl_allocate(count, sizeof *view->hidden),
    };
    bool enough = taken && view->shown && view->hidden;
    if (enough)
        apply_shape(view, forest, limits, taken);
    if (enough && limits->max_clusters > 0 && count > limits->max_clusters)
        enough = apply_number(view, forest, limits->max_clusters);
    if (enough)
        count_hidden_clusters(view, forest);
    else
        pl_view_free(view);
    pl_release(taken);
    return enough;
}

void pl_view_free(pl_view *view)
{
    pl_release(view->shown);
    pl_release(view->hidden);
    *view = (pl_view){0};
}
