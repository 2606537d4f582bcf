/* name_paths.h: the names from the top down to a node, "A > B > C". */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NAME_PATHS_H
#define PL_NAME_PATHS_H

#include "taxonomy/placed_nodes.h"

/* Start from all zeros; free both lists. */
typedef struct pl_name_path {
    PL_LIST(char) text;
    PL_LIST(const char *) names; /* from below */
} pl_name_path;

/* Each returns a text that is valid until the next call; NULL: no memory. */
const char *pl_cluster_path(pl_name_path *path, const pleach_taxonomy *forest,
                            uint32_t cluster);
const char *pl_input_path(pl_name_path *path, const pl_placed_nodes *nodes,
                          uint32_t node);
void pl_name_path_free(pl_name_path *path);

#endif
