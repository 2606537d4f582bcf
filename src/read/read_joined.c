/* read_joined.c: puts the rows of several tables into one forest, by addresses.
 */
/* SPDX-License-Identifier: MIT */
#include "read/read_joined.h"

#include <string.h>

#include "base/text.h"
#include "read/columns.h"

void pl_joined_close(pl_joined *joined)
{
    if (joined->codes != NULL)
        pl_arena_free(joined->reader.arena);
}

/* All tables have one owner. Their lines are not kept, since nobody could say
 * of which table they are. */
static void open_joined(pl_joined *joined, const pl_reader *first)
{
    if (joined->codes != NULL)
        return;
    joined->reader = *first;
    joined->reader.owner = joined->reader.file = "ESCO";
    joined->reader.source = NULL;
    joined->reader.arena = pl_arena_new();
    joined->coded.arena = joined->reader.arena;
    pl_forest_open(&joined->forest, &joined->reader);
    joined->codes = pl_strings_in(joined->reader.arena);
    if (joined->codes == NULL)
        pl_arena_free(joined->reader.arena);
}

/* ------------------------------------------------------------------ rows -- */

/* The first table that names a node has its name; what others call it, perhaps
 * in another language, are further names. */
static void name_joined(pl_forest *forest, uint32_t node, pl_cell name)
{
    if (node == PL_NONE || name.length == 0)
        return;
    pl_span known = forest->nodes.items[node].name;
    if (known.length == 0)
        pl_forest_name(forest, node, name.text, name.length);
    else if (known.length != name.length ||
             memcmp(pl_forest_text(forest, known), name.text, known.length) !=
                 0)
        pl_forest_alt(forest, node, name.text, name.length);
}

/* One address, or several between bars. */
static void link_joined(pl_forest *forest, uint32_t node, pl_cell ids,
                        pl_cell name)
{
    bool one = memchr(ids.text, '|', ids.length) == NULL;
    for (size_t at = 0; at < ids.length;) {
        const char *id = ids.text + at, *bar = memchr(id, '|', ids.length - at);
        size_t size = bar == NULL ? ids.length - at : (size_t)(bar - id);
        at += size + 1;
        pl_text_trim(&id, &size);
        if (size == 0)
            continue;
        uint32_t parent = pl_forest_by_id(forest, PL_NONE, id, size);
        if (one)
            name_joined(forest, parent, name);
        if (parent != node)
            pl_forest_link_nodes(forest, node, parent);
    }
}

/* A row without an address says nothing: such tables have lines of remarks. */
static void take_concept_row(pl_joined *joined, const pl_columns *columns,
                             size_t row)
{
    pl_forest *forest = &joined->forest;
    pl_cell id = pl_columns_cell(columns, row, PL_COLUMN_ID);
    if (id.length == 0)
        return;
    uint32_t node = pl_forest_by_id(forest, PL_NONE, id.text, id.length);
    name_joined(forest, node, pl_columns_cell(columns, row, PL_COLUMN_CHILD));
    link_joined(forest, node,
                pl_columns_cell(columns, row, PL_COLUMN_PARENT_ID),
                pl_columns_cell(columns, row, PL_COLUMN_PARENT));
    pl_cell code = pl_rows_cell(columns->rows, row, columns->code);
    if (code.length > 0 &&
        pl_reader_note(&joined->reader, joined->codes, code.text,
                       code.length) == joined->coded.count)
        pl_list_add(&joined->coded, node);
    pl_columns_describe(columns, row, forest, node);
}

/* "Level 0 URI", "Level 0 preferred term", "Level 1 URI", ...: what the row
 * says besides is about its last level. */
static void take_level_row(pl_joined *joined, const pl_columns *columns,
                           size_t row)
{
    pl_forest *forest = &joined->forest;
    uint32_t above = PL_NONE;
    for (size_t k = 0; k < columns->levels; k++) {
        pl_cell id = pl_rows_cell(columns->rows, row, columns->level_id[k]);
        if (id.length == 0)
            break;
        uint32_t node = pl_forest_by_id(forest, PL_NONE, id.text, id.length);
        name_joined(forest, node,
                    pl_rows_cell(columns->rows, row, columns->level[k]));
        if (above != PL_NONE && above != node)
            pl_forest_link_nodes(forest, node, above);
        above = node;
    }
    pl_columns_describe(columns, row, forest, above);
}

pleach_status pl_joined_read(const pl_columns *columns, pleach_error *error)
{
    pl_joined *joined = columns->rows->reader->joined;
    open_joined(joined, columns->rows->reader);
    if (joined->codes == NULL)
        return pl_fail_memory(error);
    for (size_t row = columns->first; row < columns->rows->rows.count;
         row++, joined->rows++)
        if (columns->layout == PL_LAYOUT_LEVELS)
            take_level_row(joined, columns, row);
        else
            take_concept_row(joined, columns, row);
    return pl_check_memory(joined->reader.arena, error);
}

/* --------------------------------------------------------------- the end -- */

/* Where no table says what is above a node, its code does. */
static void link_joined_codes(pl_joined *joined)
{
    for (uint32_t k = 0; k < joined->coded.count; k++) {
        uint32_t node = joined->coded.items[k], above = PL_NONE;
        const char *code = pl_strings_at(joined->codes, k);
        size_t length = pl_strings_length(joined->codes, k);
        if (joined->forest.nodes.items[node].parent != PL_NONE)
            continue;
        while (above == PL_NONE && length > 0) {
            length = pl_columns_shorter_code(code, length);
            above = pl_strings_find(joined->codes, code, length);
        }
        if (above != PL_NONE && joined->coded.items[above] != node)
            pl_forest_link_nodes(&joined->forest, node,
                                 joined->coded.items[above]);
    }
}

/* Links may come before the concepts that they link, in another file, so names
 * are only missed when all files are read. */
pleach_status pl_joined_finish(pl_joined *joined, pleach_error *error)
{
    pl_forest *forest = &joined->forest;
    bool named = false;
    pleach_error failure;
    if (joined->rows == 0)
        return PLEACH_OK;
    for (size_t k = 0; k < forest->nodes.count; k++)
        named |= forest->nodes.items[k].name.length > 0;
    if (!named) {
        pleach_status status =
            pl_fail_at(&failure, PLEACH_BAD_DATA, joined->reader.file, 0, 0,
                       "These tables have addresses but no names. Read them "
                       "together with those that have them, such as "
                       "skills_en.csv or occupations_en.csv.");
        return pl_reader_settle(&joined->reader, status, &failure, error);
    }
    link_joined_codes(joined);
    pl_forest_drop_nameless(forest);
    forest->keys_are_ids = true;
    return pl_forest_finish(forest, error);
}
