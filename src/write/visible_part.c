/* visible_part.c: applies the limits on depth and breadth. */
/* SPDX-License-Identifier: MIT */
#include "write/visible_part.h"

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
    if (enough) {
        apply_shape(view, forest, limits, taken);
        count_hidden_clusters(view, forest);
    } else {
        pl_view_free(view);
    }
    pl_release(taken);
    return enough;
}

void pl_view_free(pl_view *view)
{
    pl_release(view->shown);
    pl_release(view->hidden);
    *view = (pl_view){0};
}
