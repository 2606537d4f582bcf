/* placed_nodes.c: members of clusters, put back into their hierarchies. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/placed_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "taxonomy/taxonomy.h"

void pl_placed_nodes_free(pl_placed_nodes *nodes)
{
    pl_arena_free(nodes->arena);
}

static bool is_counted(const pleach_node *node)
{
    return strcmp(node->role, "leaf") == 0 || strcmp(node->path, ".") == 0;
}

/* Paths are copied: a member's lives in a struct that is filled in anew for the
 * next one. */
static void add_placed_node(pl_placed_nodes *nodes, const pleach_node *node,
                            uint32_t number, uint32_t cluster,
                            double similarity, bool entry)
{
    pl_placed_node placed = {
        .owner = node->owner,
        .id = node->id,
        .path = pl_arena_text(nodes->arena, node->path, strlen(node->path)),
        .name = node->name,
        .source_id = node->source_id,
        .carries = node->carries,
        .source = node->owner,
        .node = number,
        .parent = PL_NONE,
        .cluster = cluster,
        .similarity = similarity,
        .entry = entry};
    pl_list_add(&nodes->list, placed);
}

static uint32_t member_node(const pleach_taxonomy *taxonomy, uint32_t c,
                            uint32_t k)
{
    if (taxonomy->corpus == NULL)
        return PL_NONE;
    uint32_t slot = taxonomy->member[taxonomy->member_first[c] + k];
    return taxonomy->affinity->slot_node[slot];
}

/* Through the public interface, so that a file read back is placed like a
 * forest just grown. The exemplar is as similar to itself as can be, whatever
 * its preference. */
static pleach_status add_placed_cluster(pl_placed_nodes *nodes,
                                        const pleach_taxonomy *taxonomy,
                                        uint32_t c, pleach_error *error)
{
    pleach_cluster cluster;
    PL_TRY(pleach_taxonomy_cluster(&cluster, taxonomy, c, error));
    for (uint32_t k = 0; k < cluster.size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        bool exemplar = k == cluster.exemplar;
        if (is_counted(&member.node))
            add_placed_node(nodes, &member.node, member_node(taxonomy, c, k), c,
                            exemplar ? 1 : member.similarity,
                            member.shaped != NULL &&
                                strcmp(member.shaped, "entry") == 0);
    }
    return PLEACH_OK;
}

/* A loaded taxonomy does not tell them. */
static void add_discarded(pl_placed_nodes *nodes,
                          const pleach_taxonomy *taxonomy)
{
    const pleach_corpus *corpus = taxonomy->corpus;
    for (uint32_t n = 0; corpus != NULL && n < corpus->node_count; n++) {
        pleach_node node;
        if (taxonomy->affinity->selection.discard[n] == PL_KEPT)
            continue;
        pl_describe_node(&node, corpus, n);
        if (is_counted(&node))
            add_placed_node(nodes, &node, n, PL_NONE, 0, false);
    }
}

/* "0/2" before "0/10", and a node before those below it. */
static int compare_paths(const char *a, const char *b)
{
    bool top_a = *a == '.', top_b = *b == '.';
    while (!top_a && !top_b) {
        char *end_a, *end_b;
        unsigned long left = strtoul(a, &end_a, 10);
        unsigned long right = strtoul(b, &end_b, 10);
        if (left != right)
            return left < right ? -1 : 1;
        top_a = *end_a == '\0';
        top_b = *end_b == '\0';
        a = end_a + !top_a;
        b = end_b + !top_b;
    }
    return (int)top_b - (int)top_a;
}

static int compare_placed(const void *left, const void *right)
{
    const pl_placed_node *a = left, *b = right;
    int order = strcmp(a->owner, b->owner);
    if (order == 0)
        order = strcmp(a->id, b->id);
    if (order == 0)
        order = compare_paths(a->path, b->path);
    if (order == 0)
        order = strcmp(a->name, b->name);
    return order != 0 ? order
                      : (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

static bool is_above(const pl_placed_node *up, const pl_placed_node *node)
{
    size_t length = strlen(up->path);
    if (strcmp(up->id, node->id) != 0 || strcmp(up->owner, node->owner) != 0 ||
        strcmp(node->path, ".") == 0)
        return false;
    return strcmp(up->path, ".") == 0 ||
           (strncmp(up->path, node->path, length) == 0 &&
            node->path[length] == '/');
}

/* The nearest one before it that its path goes through. */
static void link_parents(pl_placed_nodes *nodes)
{
    pl_placed_node *list = nodes->list.items;
    for (size_t k = 1; k < nodes->list.count; k++) {
        uint32_t up = (uint32_t)k - 1;
        while (up != PL_NONE && !is_above(&list[up], &list[k]))
            up = list[up].parent;
        list[k].parent = up;
    }
}

static void name_sources(pl_placed_nodes *nodes)
{
    pl_placed_node *list = nodes->list.items;
    size_t count = nodes->list.count;
    /* They are in order: where the ends are of one owner, all are. */
    bool one = count > 0 && strcmp(list[0].owner, list[count - 1].owner) == 0;
    for (size_t k = 0; one && k < count; k++)
        list[k].source = list[k].id;
}

/* Of nodes with equal similarity the exemplar's own is found by its member. */
static pleach_status find_exemplars(pl_placed_nodes *nodes,
                                    const pleach_taxonomy *taxonomy,
                                    pleach_error *error)
{
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++) {
        pleach_cluster cluster;
        pleach_member member;
        PL_TRY(pleach_taxonomy_cluster(&cluster, taxonomy, c, error));
        if (cluster.size == 0)
            continue;
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, cluster.exemplar,
                                      error));
        pl_placed_node wanted = {.owner = member.node.owner,
                                 .id = member.node.id,
                                 .path = member.node.path,
                                 .name = member.node.name,
                                 .cluster = c};
        if (nodes->list.count > 0)
            nodes->exemplar[c] =
                bsearch(&wanted, nodes->list.items, nodes->list.count,
                        sizeof wanted, compare_placed);
    }
    return PLEACH_OK;
}

/* Sorted as their hierarchies have them, so that parents are found beside their
 * children. */
pleach_status pl_place_nodes(pl_placed_nodes *nodes,
                             const pleach_taxonomy *taxonomy,
                             pleach_error *error)
{
    uint32_t count = pleach_taxonomy_clusters(taxonomy);
    nodes->list.arena = nodes->arena = pl_arena_new();
    nodes->exemplar =
        PL_ARENA_ARRAY(nodes->arena, const pl_placed_node *, count);
    for (uint32_t c = 0; c < count; c++)
        PL_TRY(add_placed_cluster(nodes, taxonomy, c, error));
    add_discarded(nodes, taxonomy);
    PL_TRY(pl_check_memory(nodes->arena, error));
    if (nodes->list.count > 0)
        qsort(nodes->list.items, nodes->list.count, sizeof *nodes->list.items,
              compare_placed);
    link_parents(nodes);
    name_sources(nodes);
    return find_exemplars(nodes, taxonomy, error);
}

/* ----------------------------------------------------------------- paths -- */

void pl_name_path_free(pl_name_path *path)
{
    pl_list_free(&path->text);
    pl_list_free(&path->names);
}

static bool append_name(pl_name_path *path, const char *text)
{
    size_t length = strlen(text);
    if (!pl_list_room(&path->text, length + 1))
        return false;
    memcpy(path->text.items + path->text.count, text, length + 1);
    path->text.count += length;
    return true;
}

static const char *join_names(pl_name_path *path)
{
    path->text.count = 0;
    for (size_t k = path->names.count; k-- > 0;)
        if (!append_name(path, path->names.items[k]) ||
            (k > 0 && !append_name(path, " > ")))
            return NULL;
    return path->text.items;
}

const char *pl_cluster_path(pl_name_path *path, const pleach_taxonomy *forest,
                            uint32_t cluster)
{
    path->names.count = 0;
    for (uint32_t c = cluster; c != PL_NONE; c = forest->parent[c])
        if (!pl_list_push(&path->names, pl_cluster_name(forest, c)))
            return NULL;
    return join_names(path);
}

const char *pl_input_path(pl_name_path *path, const pl_placed_nodes *nodes,
                          uint32_t node)
{
    path->names.count = 0;
    for (uint32_t n = node; n != PL_NONE; n = nodes->list.items[n].parent)
        if (!pl_list_push(&path->names, nodes->list.items[n].name))
            return NULL;
    return join_names(path);
}
