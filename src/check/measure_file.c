/* measure_file.c: "pleach measure", the measures of a taxonomy file anew. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/status.h"
#include "taxonomy/taxonomy_file.h"
#include "write/terminal_text.h"
#include "write/write.h"

enum { TREES_SHOWN = 10 };

typedef struct tree {
    uint32_t root;    /* cluster index */
    uint64_t deepest; /* clusters on the deepest level */
    pleach_tree_measures is;
} tree;

typedef struct measured {
    const pl_taxonomy_file *filed;
    size_t tree_count, levels;
    tree *trees;
    uint64_t *level_clusters, *level_instances;
    double aut, net_similarity;
} measured;

/* The tree each cluster belongs to. Files need not list parents first, so
 * clusters are taken level by level: a bucket sort on depth. */
static bool find_trees(measured *all, pl_arena *arena, uint32_t *tree_of)
{
    const pl_taxonomy_file *filed = all->filed;
    uint32_t count = filed->cluster_count;
    uint64_t *start = PL_ARENA_ARRAY(arena, uint64_t, all->levels + 1);
    uint32_t *order = PL_ARENA_ARRAY(arena, uint32_t, count);
    if (start == NULL || order == NULL)
        return false;
    for (size_t level = 0; level < all->levels; level++)
        start[level + 1] = start[level] + all->level_clusters[level];
    for (uint32_t c = 0; c < count; c++)
        order[start[filed->depth[c]]++] = c;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t c = order[k], up = filed->parent[c];
        if (up != PL_NONE) {
            tree_of[c] = tree_of[up];
            continue;
        }
        tree_of[c] = (uint32_t)all->tree_count;
        all->trees[all->tree_count++].root = c;
    }
    return true;
}

static void add_cluster(tree *grown, const pl_taxonomy_file *filed, uint32_t c)
{
    uint32_t depth = filed->depth[c];
    if (depth > grown->is.depth)
        grown->deepest = 0;
    if (depth >= grown->is.depth) {
        grown->is.depth = depth;
        grown->deepest++;
    }
    grown->is.clusters++;
    for (uint32_t k = filed->first[c]; k < filed->first[c + 1]; k++)
        grown->is.net_similarity += filed->member[k].similarity;
}

static void sum_trees(measured *all, const uint32_t *tree_of)
{
    for (uint32_t c = 0; c < all->filed->cluster_count; c++)
        add_cluster(&all->trees[tree_of[c]], all->filed, c);
    for (size_t t = 0; t < all->tree_count; t++) {
        tree *grown = &all->trees[t];
        /* Trapezoids count each level once, the first and last only half. */
        grown->is.aut =
            (double)grown->is.clusters - 0.5 - 0.5 * (double)grown->deepest;
        all->aut += grown->is.aut;
        all->net_similarity += grown->is.net_similarity;
    }
}

static bool count_file_levels(measured *all, pl_arena *arena)
{
    const pl_taxonomy_file *filed = all->filed;
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (filed->depth[c] >= all->levels)
            all->levels = (size_t)filed->depth[c] + 1;
    all->level_clusters = PL_ARENA_ARRAY(arena, uint64_t, all->levels);
    all->level_instances = PL_ARENA_ARRAY(arena, uint64_t, all->levels);
    if (all->level_clusters == NULL || all->level_instances == NULL)
        return false;
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        all->level_clusters[filed->depth[c]]++;
        all->level_instances[filed->depth[c]] +=
            filed->first[c + 1] - filed->first[c];
    }
    return true;
}

static int compare_trees(const void *left, const void *right)
{
    const tree *a = left, *b = right;
    if (a->is.net_similarity != b->is.net_similarity)
        return a->is.net_similarity > b->is.net_similarity ? -1 : 1;
    return (a->root > b->root) - (a->root < b->root);
}

static bool measure_taxonomy_file(measured *all, pl_arena *arena)
{
    uint32_t count = all->filed->cluster_count;
    uint32_t *tree_of = PL_ARENA_ARRAY(arena, uint32_t, count);
    all->trees = PL_ARENA_ARRAY(arena, tree, count);
    if (tree_of == NULL || all->trees == NULL ||
        !count_file_levels(all, arena) || !find_trees(all, arena, tree_of))
        return false;
    sum_trees(all, tree_of);
    qsort(all->trees, all->tree_count, sizeof *all->trees, compare_trees);
    return true;
}

static size_t trees_shown(const measured *all)
{
    return all->tree_count < TREES_SHOWN ? all->tree_count : TREES_SHOWN;
}

static uint32_t depth_of(const measured *all)
{
    return all->levels == 0 ? 0 : (uint32_t)all->levels - 1;
}

/* --------------------------------------------------------------- JSON -- */

static void put_json_tree(pl_json *json, const measured *all, const tree *grown)
{
    pl_json_line(json);
    pl_json_open(json, '{');
    pl_json_key(json, "name");
    pl_json_text(json, all->filed->name[grown->root]);
    pl_json_put_double(json, "net_similarity", grown->is.net_similarity);
    pl_json_put_double(json, "aut", grown->is.aut);
    pl_json_put_integer(json, "clusters", grown->is.clusters);
    pl_json_put_integer(json, "depth", grown->is.depth);
    pl_json_close(json, '}');
}

static void put_measures_json(const measured *all, FILE *to)
{
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_json_line(&json);
    pl_json_put_integer(&json, "clusters", all->filed->cluster_count);
    pl_json_put_integer(&json, "trees", all->tree_count);
    pl_json_put_integer(&json, "depth", depth_of(all));
    pl_json_line(&json);
    pl_json_key(&json, "levels");
    pl_json_open(&json, '{');
    pl_json_put_integers(&json, "clusters", all->level_clusters, all->levels);
    pl_json_put_integers(&json, "instances", all->level_instances, all->levels);
    pl_json_close(&json, '}');
    pl_json_line(&json);
    pl_json_put_double(&json, "aut", all->aut);
    pl_json_put_double(&json, "net_similarity", all->net_similarity);
    pl_json_line(&json);
    pl_json_key(&json, "best_trees");
    pl_json_open(&json, '[');
    for (size_t t = 0; t < trees_shown(all); t++)
        put_json_tree(&json, all, &all->trees[t]);
    pl_json_close(&json, ']');
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}

/* -------------------------------------------------------------- table -- */

static void put_measure_row(FILE *to, const pleach_tree_measures *is,
                            const char *name)
{
    fprintf(to, "%14.4f %10.1f %9" PRIu64 " %6" PRIu32 "  ", is->net_similarity,
            is->aut, is->clusters, is->depth);
    pl_put_terminal_text(to, name, strlen(name));
    putc('\n', to);
}

static void put_measures_table(const measured *all, FILE *to)
{
    pleach_tree_measures whole = {.net_similarity = all->net_similarity,
                                  .aut = all->aut,
                                  .clusters = all->filed->cluster_count,
                                  .depth = depth_of(all)};
    char title[64];
    snprintf(title, sizeof title, "all %zu trees", all->tree_count);
    fputs("net similarity        aut  clusters  depth  tree\n", to);
    put_measure_row(to, &whole, title);
    for (size_t t = 0; t < trees_shown(all); t++)
        put_measure_row(to, &all->trees[t].is,
                        all->filed->name[all->trees[t].root]);
    if (all->tree_count > trees_shown(all))
        fprintf(to, "%44s... %zu more\n", "",
                all->tree_count - trees_shown(all));
    fputs("\n level  clusters  instances\n", to);
    for (size_t level = 0; level < all->levels; level++)
        fprintf(to, "%6zu %9" PRIu64 " %10" PRIu64 "\n", level,
                all->level_clusters[level], all->level_instances[level]);
}

pleach_status pleach_measure(const pleach_input *taxonomy,
                             const pleach_sink *to, bool json,
                             pleach_error *error)
{
    pl_taxonomy_file filed;
    pl_stream stream;
    measured all = {.filed = &filed};
    pleach_status status = pl_taxonomy_file_load(&filed, taxonomy, error);
    if (status == PLEACH_OK && !measure_taxonomy_file(&all, filed.arena))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = pl_stream_open(&stream, to, error);
    if (status == PLEACH_OK) {
        if (json)
            put_measures_json(&all, stream.to);
        else
            put_measures_table(&all, stream.to);
        status = pl_stream_close(&stream, PLEACH_OK, error);
    }
    pl_taxonomy_file_free(&filed);
    return status;
}
