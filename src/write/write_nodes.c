/* write_nodes.c: one row per node of the inputs, with its new path. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "base/status.h"
#include "taxonomy/name_paths.h"
#include "write/plain_texts.h"
#include "write/write.h"

/* A text that could not be made is not written. */
static bool put_node_text(FILE *to, const char *text, char before)
{
    if (before != 0)
        putc(before, to);
    if (text != NULL)
        pl_put_csv(to, text);
    return text != NULL;
}

static bool put_new_place(const pleach_taxonomy *forest, FILE *to, uint32_t c,
                          pl_name_path *path)
{
    pleach_cluster cluster;
    if (c == PL_NONE) {
        fputs(",,,", to);
        return true;
    }
    if (pleach_taxonomy_cluster(&cluster, forest, c, NULL) != PLEACH_OK)
        return false;
    fprintf(to, ",%" PRId64, cluster.id);
    return put_node_text(to, cluster.name, ',') &&
           put_node_text(to, pl_cluster_path(path, forest, c), ',');
}

/* One line per node of the input, in its order, so that it can be laid beside
 * the input. */
pleach_status pl_write_nodes(const pleach_taxonomy *forest, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    pl_placed_nodes nodes = {0};
    pl_name_path path = {0};
    bool enough = true;
    (void)options;
    pleach_status status = pl_place_nodes(&nodes, forest, error);
    fputs("owner,id,node,name,path,cluster,new_name,new_path\n", to);
    for (uint32_t k = 0; status == PLEACH_OK && enough && k < nodes.list.count;
         k++) {
        const pl_placed_node *node = &nodes.list.items[k];
        enough = put_node_text(to, node->owner, 0) &&
                 put_node_text(to, node->id, ',') &&
                 put_node_text(to, node->path, ',') &&
                 put_node_text(to, node->name, ',') &&
                 put_node_text(to, pl_input_path(&path, &nodes, k), ',') &&
                 put_new_place(forest, to, node->cluster, &path);
        putc('\n', to);
    }
    pl_name_path_free(&path);
    pl_placed_nodes_free(&nodes);
    return enough ? status : pl_fail_memory(error);
}
