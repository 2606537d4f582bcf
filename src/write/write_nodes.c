/* write_nodes.c: one row per node of the inputs, with its new path. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "write/node_table.h"
#include "write/plain_texts.h"
#include "write/write.h"

/* The row at hand, or the header. */
static void put_node_row(FILE *to, const pl_node_table *table, bool header)
{
    for (size_t k = 0; k < table->shown.count; k++) {
        uint32_t column = table->shown.items[k];
        if (k > 0)
            putc(',', to);
        pl_put_csv(to, header ? pl_strings_at(table->columns, column)
                              : pl_node_table_cell(table, column));
    }
    putc('\n', to);
}

/* One line per node of the input, in its order, so that it can be laid beside
 * the input. */
pleach_status pl_write_nodes(const pleach_taxonomy *forest, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    pl_node_table table;
    (void)options;
    pleach_status status = pl_node_table_make(&table, forest, error);
    if (status == PLEACH_OK)
        put_node_row(to, &table, true);
    for (uint32_t k = 0; status == PLEACH_OK && k < table.nodes.list.count;
         k++) {
        status = pl_node_table_row(&table, k, error);
        if (status == PLEACH_OK)
            put_node_row(to, &table, false);
    }
    pl_node_table_free(&table);
    return status;
}
