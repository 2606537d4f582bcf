/* node_homes.c: finds the nodes of a result by who, which, where and name. */
/* SPDX-License-Identifier: MIT */
#include "decisions/node_homes.h"

#include <string.h>

#include "base/status.h"

static bool write_key(pl_node_homes *homes, const pleach_node *node)
{
    const char *const parts[] = {node->owner, node->id, node->path, node->role,
                                 node->name};
    homes->key.count = 0;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        size_t length = strlen(parts[k]) + 1;
        if (!pl_list_room(&homes->key, length))
            return false;
        memcpy(homes->key.items + homes->key.count, parts[k], length);
        homes->key.count += length;
    }
    return true;
}

/* Hierarchies that share owner and id cannot be told apart: what they have in
 * several clusters has no home. */
static bool add_member(pl_node_homes *homes, const pleach_node *node,
                       uint32_t cluster)
{
    uint32_t before = pl_strings_count(homes->known);
    if (!write_key(homes, node))
        return false;
    uint32_t at =
        pl_strings_add(homes->known, homes->key.items, homes->key.count);
    if (at == PL_NONE)
        return false;
    if (pl_strings_count(homes->known) > before)
        return pl_list_push(&homes->home, cluster);
    if (homes->home.items[at] != cluster)
        homes->home.items[at] = PL_NONE;
    return true;
}

/* Asks a result for its nodes through the public interface: grown ones and
 * loaded ones are alike there. */
pleach_status pl_node_homes_list(pl_node_homes *homes,
                                 const pleach_taxonomy *from,
                                 pleach_error *error)
{
    *homes = (pl_node_homes){.known = pl_strings_new()};
    if (homes->known == NULL)
        return pl_fail_memory(error);
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(from); c++) {
        pleach_cluster cluster;
        pleach_member member;
        PL_TRY(pleach_taxonomy_cluster(&cluster, from, c, error));
        for (uint32_t k = 0; k < cluster.size; k++) {
            PL_TRY(pleach_taxonomy_member(&member, from, c, k, error));
            if (!add_member(homes, &member.node, c))
                return pl_fail_memory(error);
        }
    }
    return PLEACH_OK;
}

bool pl_node_homes_find(uint32_t *home, pl_node_homes *homes,
                        const pleach_node *node)
{
    if (!write_key(homes, node))
        return false;
    uint32_t at =
        pl_strings_find(homes->known, homes->key.items, homes->key.count);
    *home = at == PL_NONE ? PL_NONE : homes->home.items[at];
    return true;
}

void pl_node_homes_free(pl_node_homes *homes)
{
    pl_strings_free(homes->known);
    pl_list_free(&homes->home);
    pl_list_free(&homes->key);
}

pleach_status pl_match_previous(uint32_t *of_node, const pleach_corpus *corpus,
                                const pleach_taxonomy *previous,
                                pleach_error *error)
{
    pl_node_homes homes;
    pleach_node node;
    pleach_status status = pl_node_homes_list(&homes, previous, error);
    for (uint32_t n = 0; status == PLEACH_OK && n < corpus->node_count; n++) {
        pl_describe_node(&node, corpus, n);
        if (!pl_node_homes_find(&of_node[n], &homes, &node))
            status = pl_fail_memory(error);
    }
    pl_node_homes_free(&homes);
    return status;
}
