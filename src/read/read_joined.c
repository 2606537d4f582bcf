/* read_joined.c: puts the rows of several tables into one forest, by addresses.
 */
/* SPDX-License-Identifier: MIT */
#include "read/read_joined.h"

#include <string.h>

#include "base/text.h"
#include "read/columns.h"
#include "read/read.h"

void pl_joined_close(pl_joined *joined)
{
    pl_forest_close(&joined->forest);
    pl_strings_free(joined->codes);
    pl_list_free(&joined->coded);
}

/* All tables have one owner. Their lines are not kept, since nobody could say
 * of which table they are. */
static bool open_joined(pl_joined *joined, const pl_reader *first)
{
    if (joined->codes != NULL)
        return true;
    joined->reader = *first;
    joined->reader.owner = joined->reader.file = "ESCO";
    joined->reader.source = NULL;
    joined->codes = pl_strings_new();
    return pl_forest_open(&joined->forest, &joined->reader) &&
           joined->codes != NULL;
}

/* ------------------------------------------------------------------ rows -- */

/* The first table that names a node has its name; what others call it, perhaps
 * in another language, are further names. */
static bool name_joined(pl_forest *forest, uint32_t node, const char *name,
                        size_t length)
{
    pl_span known = forest->nodes.items[node].name;
    pl_text_trim(&name, &length);
    if (length == 0)
        return true;
    if (known.length == 0)
        return pl_forest_name(forest, node, name, length);
    if (known.length == length &&
        memcmp(pl_forest_text(forest, known), name, length) == 0)
        return true;
    return pl_forest_alt(forest, node, name, length);
}

/* One address, or several between bars. */
static bool link_joined(pl_forest *forest, uint32_t node, const char *text,
                        size_t length, const char *name, size_t name_length)
{
    bool one = length == 0 || memchr(text, '|', length) == NULL;
    for (size_t at = 0; at < length;) {
        const char *bar = memchr(text + at, '|', length - at);
        const char *id = text + at;
        size_t size = bar == NULL ? length - at : (size_t)(bar - id);
        at += size + 1;
        pl_text_trim(&id, &size);
        if (size == 0)
            continue;
        uint32_t parent = pl_forest_by_id(forest, PL_NONE, id, size);
        if (parent == PL_NONE ||
            (one && !name_joined(forest, parent, name, name_length)) ||
            (parent != node && !pl_forest_link_nodes(forest, node, parent)))
            return false;
    }
    return true;
}

static bool note_code(pl_joined *joined, uint32_t node, const char *code,
                      size_t length)
{
    uint32_t known = pl_strings_count(joined->codes);
    pl_text_trim(&code, &length);
    if (length == 0)
        return true;
    uint32_t number = pl_strings_add(joined->codes, code, length);
    if (number == PL_NONE)
        return false;
    return number < known || pl_list_push(&joined->coded, node);
}

static bool describe_joined(pl_forest *forest, const pl_columns *columns,
                            size_t row, uint32_t node)
{
    size_t length;
    const char *text = pl_columns_cell(columns, row, PL_COLUMN_ALTS, &length);
    if (!pl_columns_take_alts(forest, node, text, length))
        return false;
    text = pl_columns_cell(columns, row, PL_COLUMN_DESCRIPTION, &length);
    return length == 0 || pl_forest_tag_words(forest, node, text, length);
}

/* A row without an address says nothing: such tables have lines of remarks. */
static bool take_concept_row(pl_joined *joined, const pl_columns *columns,
                             size_t row)
{
    pl_forest *forest = &joined->forest;
    size_t length, name_length;
    const char *text = pl_columns_cell(columns, row, PL_COLUMN_ID, &length);
    pl_text_trim(&text, &length);
    if (length == 0)
        return true;
    uint32_t node = pl_forest_by_id(forest, PL_NONE, text, length);
    const char *name =
        pl_columns_cell(columns, row, PL_COLUMN_CHILD, &name_length);
    if (node == PL_NONE || !name_joined(forest, node, name, name_length))
        return false;
    text = pl_columns_cell(columns, row, PL_COLUMN_PARENT_ID, &length);
    name = pl_columns_cell(columns, row, PL_COLUMN_PARENT, &name_length);
    if (!link_joined(forest, node, text, length, name, name_length))
        return false;
    text = pl_rows_cell(columns->rows, row, columns->code, &length);
    return note_code(joined, node, text, length) &&
           describe_joined(forest, columns, row, node);
}

/* "Level 0 URI", "Level 0 preferred term", "Level 1 URI", ...: what the row
 * says besides is about its last level. */
static bool take_level_row(pl_joined *joined, const pl_columns *columns,
                           size_t row)
{
    pl_forest *forest = &joined->forest;
    uint32_t above = PL_NONE;
    for (size_t k = 0; k < columns->levels; k++) {
        size_t length, name_length;
        const char *id =
            pl_rows_cell(columns->rows, row, columns->level_id[k], &length);
        const char *name =
            pl_rows_cell(columns->rows, row, columns->level[k], &name_length);
        pl_text_trim(&id, &length);
        if (length == 0)
            break;
        uint32_t node = pl_forest_by_id(forest, PL_NONE, id, length);
        if (node == PL_NONE || !name_joined(forest, node, name, name_length) ||
            (above != PL_NONE && above != node &&
             !pl_forest_link_nodes(forest, node, above)))
            return false;
        above = node;
    }
    return above == PL_NONE || describe_joined(forest, columns, row, above);
}

pleach_status pl_joined_read(const pl_columns *columns, pleach_error *error)
{
    pl_joined *joined = columns->rows->reader->joined;
    bool enough = open_joined(joined, columns->rows->reader);
    for (size_t row = columns->first; enough && row < columns->rows->rows.count;
         row++, joined->rows++)
        enough = columns->layout == PL_LAYOUT_LEVELS
                     ? take_level_row(joined, columns, row)
                     : take_concept_row(joined, columns, row);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* --------------------------------------------------------------- the end -- */

/* Where no table says what is above a node, its code does. */
static bool link_joined_codes(pl_joined *joined)
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
        if (above != PL_NONE && joined->coded.items[above] != node &&
            !pl_forest_link_nodes(&joined->forest, node,
                                  joined->coded.items[above]))
            return false;
    }
    return true;
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
        pleach_status status = pl_fail_at(
            &failure, PLEACH_BAD_DATA, joined->reader.file, 0, 0,
            "These tables have addresses but no names. Read them together with "
            "those that have them, such as skills_en.csv or "
            "occupations_en.csv.");
        return pl_reader_settle(&joined->reader, status, &failure, error);
    }
    if (!link_joined_codes(joined))
        return pl_fail_memory(error);
    pl_forest_drop_nameless(forest);
    forest->keys_are_ids = true;
    return pl_forest_finish(forest, error);
}

bool pl_joined_recognise(const pl_piece *start)
{
    static const char *const signs[] = {"concepttype,concepturi,",
                                        "level 0 uri,level 0 preferred term,"};
    const char *text = start->bytes;
    size_t length = start->length;
    pl_text_trim(&text, &length);
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (length > strlen(signs[k]) &&
            pl_text_is_word(text, strlen(signs[k]), signs[k]))
            return true;
    return false;
}
