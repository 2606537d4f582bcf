/* measure_file.c: the measures of a taxonomy file anew. */
/* SPDX-License-Identifier: MIT */
#include "check/measure_file.h"

#include "base/status.h"

/* The deepest level of a tree, and its clusters. */
typedef struct bottom {
    uint32_t depth, clusters;
} bottom;

static void count_levels(pl_file_measures *is, const pl_taxonomy_file *file)
{
    for (uint32_t c = 0; c < file->cluster_count; c++) {
        is->level_clusters[file->depth[c]]++;
        is->level_instances[file->depth[c]] +=
            file->first[c + 1] - file->first[c];
    }
    for (uint32_t k = 0; k < file->member_count; k++)
        is->net_similarity += file->member[k].similarity;
}

/* The bottom of each tree, at its root. Files need not list parents first, so
 * clusters are taken level by level: a bucket sort on depth. */
static void find_bottoms(const pl_file_measures *is,
                         const pl_taxonomy_file *file, uint64_t *start,
                         uint32_t *order, uint32_t *root, bottom *bottoms)
{
    uint32_t count = file->cluster_count;
    for (uint32_t level = 0; level < is->levels; level++)
        start[level + 1] = start[level] + is->level_clusters[level];
    for (uint32_t c = 0; c < count; c++)
        order[start[file->depth[c]]++] = c;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t c = order[k], up = file->parent[c];
        root[c] = up == PL_NONE ? c : root[up];
        bottom *deepest = &bottoms[root[c]];
        if (file->depth[c] > deepest->depth)
            *deepest = (bottom){.depth = file->depth[c]};
        deepest->clusters++;
    }
}

/* Levels are counted before trees, since trees are then found by sorting
 * clusters by level. */
pleach_status pl_measure_file(pl_file_measures *measures,
                              const pl_taxonomy_file *file, pleach_error *error)
{
    PL_SCRATCH(scratch);
    uint32_t count = file->cluster_count, levels = 0;
    for (uint32_t c = 0; c < count; c++)
        levels = file->depth[c] >= levels ? file->depth[c] + 1 : levels;
    uint32_t *root = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint32_t *order = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint64_t *start = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)levels + 1);
    bottom *bottoms = PL_ARENA_ARRAY(scratch, bottom, count);
    pl_file_measures is = {
        .levels = levels,
        .level_clusters = PL_ARENA_ARRAY(file->arena, uint64_t, levels),
        .level_instances = PL_ARENA_ARRAY(file->arena, uint64_t, levels),
        .aut = count,
    };
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(file->arena, error));
    count_levels(&is, file);
    find_bottoms(&is, file, start, order, root, bottoms);
    /* Trapezoids count each level once, the first and last only half. */
    for (uint32_t c = 0; c < count; c++) {
        if (file->parent[c] != PL_NONE)
            continue;
        is.trees++;
        is.aut -= 0.5 + 0.5 * bottoms[c].clusters;
    }
    *measures = is;
    return PLEACH_OK;
}
