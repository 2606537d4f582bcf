/* measure_file.c: the measures of a taxonomy file anew. */
/* SPDX-License-Identifier: MIT */
#include "check/measure_file.h"

#include <stdlib.h>

#include "base/checks.h"
#include "base/status.h"

typedef struct tree {
    uint32_t root;    /* cluster index */
    uint64_t deepest; /* clusters on the deepest level */
    pleach_tree_measures is;
} tree;

typedef struct measuring {
    pleach_measures measures;
    const pl_taxonomy_file *file; /* its arena holds all of it */
    tree *trees;
    uint64_t *level_clusters, *level_instances;
} measuring;

/* `measures` comes first: who frees them gives its address. */
typedef struct measured {
    pleach_measures measures;
    pl_taxonomy_file file;
} measured;

static void count_file_levels(measuring *all)
{
    const pl_taxonomy_file *file = all->file;
    for (uint32_t c = 0; c < file->cluster_count; c++) {
        all->level_clusters[file->depth[c]]++;
        all->level_instances[file->depth[c]] +=
            file->first[c + 1] - file->first[c];
    }
}

/* The tree each cluster belongs to. Files need not list parents first, so
 * clusters are taken level by level: a bucket sort on depth. */
static void find_trees(measuring *all, uint64_t *start, uint32_t *order,
                       uint32_t *tree_of)
{
    const pl_taxonomy_file *file = all->file;
    uint32_t count = file->cluster_count, levels = all->measures.levels;
    for (uint32_t level = 0; level < levels; level++)
        start[level + 1] = start[level] + all->level_clusters[level];
    for (uint32_t c = 0; c < count; c++)
        order[start[file->depth[c]]++] = c;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t c = order[k], up = file->parent[c];
        if (up != PL_NONE) {
            tree_of[c] = tree_of[up];
            continue;
        }
        tree_of[c] = (uint32_t)all->measures.tree_count;
        all->trees[all->measures.tree_count++].root = c;
    }
}

static void add_cluster(tree *grown, const pl_taxonomy_file *file, uint32_t c)
{
    uint32_t depth = file->depth[c];
    if (depth > grown->is.depth)
        grown->deepest = 0;
    if (depth >= grown->is.depth) {
        grown->is.depth = depth;
        grown->deepest++;
    }
    grown->is.clusters++;
    for (uint32_t k = file->first[c]; k < file->first[c + 1]; k++)
        grown->is.net_similarity += file->member[k].similarity;
}

static void sum_trees(measuring *all, const uint32_t *tree_of)
{
    pleach_tree_measures *sum = &all->measures.all;
    for (uint32_t c = 0; c < all->file->cluster_count; c++)
        add_cluster(&all->trees[tree_of[c]], all->file, c);
    sum->clusters = all->file->cluster_count;
    for (size_t t = 0; t < all->measures.tree_count; t++) {
        pleach_tree_measures *is = &all->trees[t].is;
        /* Trapezoids count each level once, the first and last only half. */
        is->aut =
            (double)is->clusters - 0.5 - 0.5 * (double)all->trees[t].deepest;
        sum->aut += is->aut;
        sum->net_similarity += is->net_similarity;
    }
}

static int compare_trees(const void *left, const void *right)
{
    const tree *a = left, *b = right;
    if (a->is.net_similarity != b->is.net_similarity)
        return a->is.net_similarity > b->is.net_similarity ? -1 : 1;
    return (a->root > b->root) - (a->root < b->root);
}

/* What is handed out has names in it, and nothing that only this file needs. */
static void list_trees(measuring *all, pleach_measured_tree *list)
{
    size_t count = all->measures.tree_count;
    assert(count <= all->file->cluster_count);
    qsort(all->trees, count, sizeof *all->trees, compare_trees);
    for (size_t t = 0; t < count; t++)
        list[t] = (pleach_measured_tree){all->file->name[all->trees[t].root],
                                         all->trees[t].is};
    all->measures.trees = list;
    all->measures.level_clusters = all->level_clusters;
    all->measures.level_instances = all->level_instances;
}

static uint32_t level_count(const pl_taxonomy_file *file)
{
    uint32_t levels = 0;
    for (uint32_t c = 0; c < file->cluster_count; c++)
        if (file->depth[c] >= levels)
            levels = file->depth[c] + 1;
    return levels;
}

/* Levels are counted before trees, since trees are then found by sorting
 * clusters by level. */
pleach_status pl_measure_file(pleach_measures *measures,
                              const pl_taxonomy_file *file, pleach_error *error)
{
    pl_arena *arena = file->arena;
    uint32_t count = file->cluster_count, levels = level_count(file);
    uint32_t *tree_of = PL_ARENA_ARRAY(arena, uint32_t, count);
    uint32_t *order = PL_ARENA_ARRAY(arena, uint32_t, count);
    uint64_t *start = PL_ARENA_ARRAY(arena, uint64_t, (size_t)levels + 1);
    pleach_measured_tree *list =
        PL_ARENA_ARRAY(arena, pleach_measured_tree, count);
    measuring all = {
        .file = file,
        .trees = PL_ARENA_ARRAY(arena, tree, count),
        .level_clusters = PL_ARENA_ARRAY(arena, uint64_t, levels),
        .level_instances = PL_ARENA_ARRAY(arena, uint64_t, levels),
        .measures = {.levels = levels,
                     .all = {.depth = levels == 0 ? 0 : levels - 1}}};
    PL_TRY(pl_check_memory(arena, error));
    count_file_levels(&all);
    find_trees(&all, start, order, tree_of);
    sum_trees(&all, tree_of);
    list_trees(&all, list);
    *measures = all.measures;
    return PLEACH_OK;
}

void pleach_measures_free(pleach_measures *measures)
{
    measured *all = (measured *)(void *)measures;
    if (all == NULL)
        return;
    pl_taxonomy_file_free(&all->file);
    pl_release(all);
}

pleach_status pleach_measure(pleach_measures **measures,
                             const pleach_input *taxonomy, pleach_error *error)
{
    measured *all = pl_allocate(1, sizeof *all);
    if (all == NULL)
        return pl_fail_memory(error);
    pleach_status status = pl_taxonomy_file_load(&all->file, taxonomy, error);
    if (status == PLEACH_OK)
        status = pl_measure_file(&all->measures, &all->file, error);
    if (status == PLEACH_OK)
        *measures = &all->measures;
    else
        pleach_measures_free(&all->measures);
    return status;
}
