/* node_table.c: names the columns, and fills in one row at a time. */
/* SPDX-License-Identifier: MIT */
#include "write/node_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "corpus/payload.h"

/* A text that grows. */
typedef struct pl_node_cell {
    PL_LIST(char) text;
} cell;

static void append(cell *to, const char *words)
{
    pl_list_add_all(&to->text, words, strlen(words));
}

/* --------------------------------------------------------------- columns -- */

/* A property is called by its name, with its language behind it. One that is
 * called like a column of ours is told apart. */
static uint32_t property_column(const pl_node_table *table,
                                const pl_carried *value)
{
    cell *name = table->name;
    name->text.count = 0;
    append(name, value->property);
    if (*value->language != '\0') {
        append(name, "@");
        append(name, value->language);
    }
    if (pl_strings_find(table->columns, name->text.items, name->text.count) <
        PL_NODE_COLUMNS)
        append(name, " (input)");
    return pl_strings_add(table->columns, name->text.items, name->text.count);
}

/* Notes what a node carries, for the columns that come of it. */
static pleach_status note_columns(pl_node_table *table, const char *carries,
                                  bool *items, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_carried_list list = {.arena = scratch};
    PL_TRY(pl_payload_list(&list, scratch, carries, error));
    for (size_t k = 0; k < list.count; k++) {
        *items |= list.items[k].item != 0;
        if (list.items[k].item == 0)
            property_column(table, &list.items[k]);
    }
    return PLEACH_OK;
}

static void show_columns(pl_node_table *table, bool source_ids, bool items)
{
    for (uint32_t c = 0; c < PL_NODE_SOURCE_ID; c++)
        pl_list_add(&table->shown, c);
    if (source_ids)
        pl_list_add(&table->shown, PL_NODE_SOURCE_ID);
    for (uint32_t c = PL_NODE_COLUMNS; c < pl_strings_count(table->columns);
         c++)
        pl_list_add(&table->shown, c);
    if (items)
        pl_list_add(&table->shown, PL_NODE_ITEMS);
}

static void make_cells(pl_node_table *table)
{
    uint32_t count = pl_strings_count(table->columns);
    table->cells = PL_ARENA_ARRAY(table->arena, cell, count);
    for (uint32_t c = 0; table->cells != NULL && c < count; c++)
        table->cells[c].text.arena = table->arena;
}

/* Our own columns have the first numbers, so that others can be told apart. */
static void start_table(pl_node_table *table, const pleach_taxonomy *forest)
{
    static const char *const names[] = {
        "owner",   "id",       "node",     "name",      "path",
        "cluster", "new_name", "new_path", "source_id", "items"};
    pl_arena *arena = pl_arena_new();
    *table = (pl_node_table){
        .forest = forest,
        .arena = arena,
        .columns = pl_strings_in(arena),
        .shown = {.arena = arena},
        .path = {.text = {.arena = arena}, .names = {.arena = arena}},
        .name = PL_ARENA_ARRAY(arena, cell, 1)};
    if (pl_arena_failed(arena))
        return;
    table->name->text.arena = arena;
    for (size_t k = 0; k < PL_NODE_COLUMNS; k++)
        pl_strings_add(table->columns, names[k], strlen(names[k]));
}

/* Columns come in the order of the nodes, which no order of inputs changes. */
pleach_status pl_node_table_make(pl_node_table *table,
                                 const pleach_taxonomy *forest,
                                 pleach_error *error)
{
    bool source_ids = false, items = false;
    start_table(table, forest);
    PL_TRY(pl_check_memory(table->arena, error));
    PL_TRY(pl_place_nodes(&table->nodes, forest, error));
    for (size_t k = 0; k < table->nodes.list.count; k++) {
        const pl_placed_node *node = &table->nodes.list.items[k];
        source_ids |= node->source_id != NULL;
        if (node->carries != NULL)
            PL_TRY(note_columns(table, node->carries, &items, error));
    }
    show_columns(table, source_ids, items);
    make_cells(table);
    return pl_check_memory(table->arena, error);
}

void pl_node_table_free(pl_node_table *table)
{
    pl_placed_nodes_free(&table->nodes);
    pl_arena_free(table->arena);
}

/* ------------------------------------------------------------------ rows -- */

static const char *thing_field(const pl_carried *list, size_t first, size_t end,
                               const char *name)
{
    for (size_t k = first; k < end; k++)
        if (strcmp(list[k].property, name) == 0)
            return list[k].text;
    return NULL;
}

/* "Title <address> (add_date: 1, tags: a,b)" */
static void append_thing(cell *to, const pl_carried *list, size_t first,
                         size_t end)
{
    const char *title = thing_field(list, first, end, "title");
    const char *address = thing_field(list, first, end, "address");
    size_t start = to->text.count, others = 0;
    append(to, title == NULL ? "" : title);
    if (address != NULL) {
        append(to, to->text.count > start ? " <" : "<");
        append(to, address);
        append(to, ">");
    }
    for (size_t k = first; k < end; k++) {
        if (list[k].text == title || list[k].text == address)
            continue;
        append(to, others++ > 0 ? ", " : to->text.count > start ? " (" : "(");
        append(to, list[k].property);
        append(to, ": ");
        append(to, list[k].text);
    }
    append(to, others > 0 ? ")" : "");
}

/* Values go each into their column, items all into one. */
static pleach_status fill_carried(pl_node_table *table, const char *carries,
                                  pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_carried_list list = {.arena = scratch};
    PL_TRY(pl_payload_list(&list, scratch, carries, error));
    for (size_t k = 0, end; k < list.count; k = end) {
        const pl_carried *value = &list.items[k];
        uint32_t column =
            value->item == 0 ? property_column(table, value) : PL_NODE_ITEMS;
        PL_TRY(pl_check_memory(table->arena, error));
        cell *to = &table->cells[column];
        append(to, to->text.count > 0 ? "\n" : "");
        for (end = k + 1; value->item != 0 && end < list.count &&
                          list.items[end].item == value->item;)
            end++;
        if (value->item == 0)
            append(to, value->text);
        else
            append_thing(to, list.items, k, end);
    }
    return PLEACH_OK;
}

/* A path is NULL where there was no memory, which its arena remembers. */
static void fill_cell(pl_node_table *table, uint32_t column, const char *text)
{
    if (text != NULL)
        append(&table->cells[column], text);
}

static pleach_status fill_new_place(pl_node_table *table, uint32_t c,
                                    pleach_error *error)
{
    pleach_cluster cluster;
    char number[24];
    PL_TRY(pleach_taxonomy_cluster(&cluster, table->forest, c, error));
    snprintf(number, sizeof number, "%" PRId64, cluster.id);
    fill_cell(table, PL_NODE_CLUSTER, number);
    fill_cell(table, PL_NODE_NEW_NAME, cluster.name);
    fill_cell(table, PL_NODE_NEW_PATH,
              pl_cluster_path(&table->path, table->forest, c));
    return PLEACH_OK;
}

/* Cells are emptied and not freed: most rows need as much as the last. */
pleach_status pl_node_table_row(pl_node_table *table, uint32_t node,
                                pleach_error *error)
{
    const pl_placed_node *at = &table->nodes.list.items[node];
    uint32_t columns = pl_strings_count(table->columns);
    for (uint32_t c = 0; c < columns; c++)
        table->cells[c].text.count = 0;
    fill_cell(table, PL_NODE_OWNER, at->owner);
    fill_cell(table, PL_NODE_ID, at->id);
    fill_cell(table, PL_NODE_PLACE, at->path);
    fill_cell(table, PL_NODE_NAME, at->name);
    fill_cell(table, PL_NODE_PATH,
              pl_input_path(&table->path, &table->nodes, node));
    fill_cell(table, PL_NODE_SOURCE_ID, at->source_id);
    if (at->cluster != PL_NONE)
        PL_TRY(fill_new_place(table, at->cluster, error));
    if (at->carries != NULL)
        PL_TRY(fill_carried(table, at->carries, error));
    for (uint32_t c = 0; c < columns; c++)
        pl_list_add(&table->cells[c].text, '\0');
    return pl_check_memory(table->arena, error);
}

const char *pl_node_table_cell(const pl_node_table *table, uint32_t column)
{
    return table->cells[column].text.items;
}
