/* node_table.h: the nodes of the inputs as rows: where each was, where it is
 * now, and all that it carries. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_NODE_TABLE_H
#define PL_NODE_TABLE_H

#include "base/strings.h"
#include "taxonomy/placed_nodes.h"

/* Columns that each row has; behind them one for each property that some node
 * carries, by language. */
enum {
    PL_NODE_OWNER,
    PL_NODE_ID,
    PL_NODE_PLACE,
    PL_NODE_NAME,
    PL_NODE_PATH,
    PL_NODE_CLUSTER,
    PL_NODE_NEW_NAME,
    PL_NODE_NEW_PATH,
    PL_NODE_SOURCE_ID,
    PL_NODE_ITEMS, /* links, feeds, files: one in a line */
    PL_NODE_COLUMNS
};

typedef struct pl_node_table {
    const pleach_taxonomy *forest;
    pl_arena *arena;
    pl_placed_nodes nodes;
    pl_strings *columns;        /* what they are called */
    PL_LIST(uint32_t) shown;    /* columns that are not empty, in order */
    struct pl_node_cell *cells; /* of the row at hand, per column */
    pl_name_path path;          /* scratch, as is the next */
    struct pl_node_cell *name;
} pl_node_table;

/* Free it in any case. */
PLEACH_CHECKED pleach_status pl_node_table_make(pl_node_table *table,
                                                const pleach_taxonomy *forest,
                                                pleach_error *error);
void pl_node_table_free(pl_node_table *table);

/* Fills in the row of a node. */
PLEACH_CHECKED pleach_status pl_node_table_row(pl_node_table *table,
                                               uint32_t node,
                                               pleach_error *error);
/* A text of the row, valid until the next one. Several values of one property
 * stand in a line each. */
const char *pl_node_table_cell(const pl_node_table *table, uint32_t column);

#endif
