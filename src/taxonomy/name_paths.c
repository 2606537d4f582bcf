/* name_paths.c: joins the names above a node. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/name_paths.h"

#include <string.h>

#include "taxonomy/taxonomy.h"

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
