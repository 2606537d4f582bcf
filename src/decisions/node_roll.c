/* node_roll.c: lists the nodes of a result or of a corpus by hierarchy. */
/* SPDX-License-Identifier: MIT */
#include "decisions/node_roll.h"

#include <string.h>

#include "base/hash.h"
#include "base/status.h"

/* The hierarchy's number, added when new; PL_NONE: there is no memory. Both
 * texts have the NULs at their ends, so that no two pairs run together to the
 * same bytes. */
static uint32_t find_hierarchy(pl_node_roll *roll, const pleach_node *node)
{
    size_t owner = strlen(node->owner) + 1, id = strlen(node->id) + 1;
    if (!pl_list_room(&roll->key, owner + id))
        return PL_NONE;
    memcpy(roll->key.items, node->owner, owner);
    memcpy(roll->key.items + owner, node->id, id);
    uint32_t at = pl_strings_add(roll->ids, roll->key.items, owner + id);
    if (at == roll->hierarchy.count)
        pl_list_add(&roll->hierarchy,
                    ((pl_roll_hierarchy){
                        .owner = pl_hash_bytes(node->owner, owner - 1, 0)}));
    return at < roll->hierarchy.count ? at : PL_NONE;
}

/* The content of a hierarchy is a sum of hashes: the order of nodes does not
 * matter. */
static void add_node(pl_node_roll *roll, const pleach_node *node,
                     uint32_t cluster, uint32_t number)
{
    size_t length = strlen(node->path);
    uint64_t where =
        pl_hash_bytes(node->path, length, (unsigned char)node->role[0]);
    pl_roll_node made = {
        .place = pl_hash_bytes(node->name, strlen(node->name), where),
        .hierarchy = find_hierarchy(roll, node),
        .path_length = strcmp(node->path, ".") == 0 ? 0 : (uint32_t)length,
        .cluster = cluster,
        .number = number};
    if (made.hierarchy == PL_NONE)
        return;
    pl_roll_hierarchy *of = &roll->hierarchy.items[made.hierarchy];
    of->content += pl_hash_pair(made.place, 1);
    if (made.path_length == 0)
        of->top = made.place;
    pl_list_add(&roll->node, made);
}

static void start_roll(pl_node_roll *roll, pl_arena *arena)
{
    *roll = (pl_node_roll){.ids = pl_strings_in(arena),
                           .hierarchy = {.arena = arena},
                           .node = {.arena = arena},
                           .key = {.arena = arena}};
}

/* Asks a result for its nodes through the public interface: grown ones and
 * loaded ones are alike there. */
pleach_status pl_roll_of_taxonomy(pl_node_roll *roll, pl_arena *arena,
                                  const pleach_taxonomy *from,
                                  pleach_error *error)
{
    start_roll(roll, arena);
    roll->taxonomy = from;
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(from); c++) {
        pleach_cluster cluster;
        pleach_member member;
        PL_TRY(pleach_taxonomy_cluster(&cluster, from, c, error));
        for (uint32_t k = 0; k < cluster.size; k++) {
            PL_TRY(pleach_taxonomy_member(&member, from, c, k, error));
            add_node(roll, &member.node, c, k);
        }
    }
    return pl_check_memory(arena, error);
}

/* Without those that take no part in the result. */
pleach_status pl_roll_of_corpus(pl_node_roll *roll, pl_arena *arena,
                                const pl_selection *selection,
                                const pleach_corpus *from, pleach_error *error)
{
    start_roll(roll, arena);
    roll->corpus = from;
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t n = 0; n < from->node_count; n++) {
        pleach_node node;
        if (selection->discard[n] != PL_KEPT)
            continue;
        pl_describe_node(&node, from, n);
        add_node(roll, &node, PL_NONE, n);
    }
    return pl_check_memory(arena, error);
}

pleach_status pl_roll_describe(pleach_node *node, const pl_node_roll *roll,
                               const pl_roll_node *of, pleach_error *error)
{
    pleach_member member;
    if (roll->corpus != NULL) {
        pl_describe_node(node, roll->corpus, of->number);
        return PLEACH_OK;
    }
    PL_TRY(pleach_taxonomy_member(&member, roll->taxonomy, of->cluster,
                                  of->number, error));
    *node = member.node;
    return PLEACH_OK;
}
