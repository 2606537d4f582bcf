/* values_rows.c: maps and lists of a document as rows of a table. */
/* SPDX-License-Identifier: MIT */
#include "read/values_rows.h"

#include <string.h>

#include "read/columns.h"

/* Records of a list have the fields of the first one, whatever order they come
 * in: a list of maps is a table. */
static bool add_record(const pl_values *values, pl_rows *rows, uint32_t map)
{
    if (!pl_rows_begin(rows, pl_values_at(values, map)->line))
        return false;
    size_t names = rows->rows.items[0].count;
    bool header = rows->rows.count == 1;
    for (size_t k = 0; !header && k < names; k++) {
        size_t length;
        const char *name = pl_rows_cell(rows, 0, k, &length);
        pl_span text = {0, 0};
        for (uint32_t v = map + 1; v < pl_values_at(values, map)->end;
             v = pl_values_at(values, v)->end)
            if (pl_values_at(values, v)->key.length == length &&
                pl_values_is_text(values, v) &&
                memcmp(pl_values_text(values, pl_values_at(values, v)->key),
                       name, length) == 0)
                text = pl_values_at(values, v)->text;
        if (!pl_rows_add(rows, pl_values_text(values, text), text.length))
            return false;
    }
    for (uint32_t v = map + 1; header && v < pl_values_at(values, map)->end;
         v = pl_values_at(values, v)->end) {
        pl_span key = pl_values_at(values, v)->key;
        if (!pl_values_holds_more(values, v) &&
            !pl_rows_add(rows, pl_values_text(values, key), key.length))
            return false;
    }
    return true;
}

/* A list of texts as a row without a header. */
static bool add_texts(const pl_values *values, pl_rows *rows, uint32_t list)
{
    if (!pl_rows_begin(rows, pl_values_at(values, list)->line))
        return false;
    for (uint32_t v = list + 1; v < pl_values_at(values, list)->end;
         v = pl_values_at(values, v)->end) {
        pl_span text = pl_values_at(values, v)->text;
        if (!pl_rows_add(rows, pl_values_text(values, text), text.length))
            return false;
    }
    return true;
}

/* Texts most of which are paths: "A > B". */
static bool are_paths(const pl_values *values, uint32_t list)
{
    size_t texts = 0, paths = 0;
    if (pl_values_at(values, list)->kind != PL_VALUE_LIST)
        return false;
    for (uint32_t v = list + 1; v < pl_values_at(values, list)->end;
         v = pl_values_at(values, v)->end) {
        pl_span text = pl_values_at(values, v)->text;
        const char *bytes = pl_values_text(values, text);
        if (!pl_values_is_text(values, v))
            return false;
        texts++;
        for (size_t k = 1; k + 3 < text.length; k++)
            if (strncmp(bytes + k, " > ", 3) == 0) {
                paths++;
                break;
            }
    }
    return paths > 0 && 2 * paths >= texts;
}

/* A table with one column. */
static bool add_paths(const pl_values *values, uint32_t list, pl_rows *rows)
{
    if (!pl_rows_begin(rows, pl_values_at(values, list)->line) ||
        !pl_rows_add(rows, "path", 4))
        return false;
    for (uint32_t v = list + 1; v < pl_values_at(values, list)->end;
         v = pl_values_at(values, v)->end) {
        pl_span text = pl_values_at(values, v)->text;
        if (!pl_rows_begin(rows, pl_values_at(values, v)->line) ||
            !pl_rows_add(rows, pl_values_text(values, text), text.length))
            return false;
    }
    rows->named = true;
    return true;
}

/* Lists of two texts each are pairs. */
static bool are_pairs(const pl_values *values, uint32_t list)
{
    for (uint32_t v = list + 1; v < pl_values_at(values, list)->end;
         v = pl_values_at(values, v)->end)
        if (pl_values_at(values, v)->kind != PL_VALUE_LIST ||
            pl_values_at(values, v)->end != v + 3 ||
            !pl_values_is_text(values, v + 1) ||
            !pl_values_is_text(values, v + 2) || are_paths(values, v))
            return false;
    return true;
}

static void clear_rows(pl_rows *rows)
{
    rows->rows.count = rows->cells.count = rows->text.count = 0;
    rows->named = false;
}

static bool add_pairs(const pl_values *values, uint32_t list, pl_rows *rows)
{
    for (uint32_t v = list + 1; v < pl_values_at(values, list)->end;
         v = pl_values_at(values, v)->end)
        if (!add_texts(values, rows, v))
            return false;
    return true;
}

/* The first record is also the header: if its keys are none that we know, this
 * is no table and nothing is left of it. */
bool pl_values_list_rows(const pl_values *values, uint32_t list, pl_rows *rows)
{
    uint32_t first = list + 1, end = pl_values_at(values, list)->end;
    if (pl_values_at(values, list)->kind != PL_VALUE_LIST || first == end)
        return true;
    if (are_paths(values, list))
        return add_paths(values, list, rows);
    if (are_pairs(values, list))
        return add_pairs(values, list, rows);
    if (pl_values_at(values, first)->kind != PL_VALUE_MAP)
        return true;
    if (!add_record(values, rows, first))
        return false;
    rows->named = rows->rows.items[0].count > 0 && pl_rows_know_header(rows);
    if (!rows->named)
        clear_rows(rows);
    for (uint32_t v = first; rows->named && v < end;
         v = pl_values_at(values, v)->end)
        if (pl_values_at(values, v)->kind == PL_VALUE_MAP &&
            !add_record(values, rows, v))
            return false;
    return true;
}

static bool has_key(const pl_values *values, uint32_t map, const char *word)
{
    for (uint32_t v = map + 1; v < pl_values_at(values, map)->end;
         v = pl_values_at(values, v)->end)
        if (pl_values_key_is(values, v, word))
            return true;
    return false;
}

/* Records that link to each other stand side by side. If one lies inside of
 * another, the nesting is what counts. */
bool pl_values_linked_rows(const pl_values *values, pl_rows *rows)
{
    uint32_t end = 0; /* of the last record */
    for (uint32_t v = 0; v < values->values.count; v++) {
        if (pl_values_at(values, v)->kind != PL_VALUE_MAP ||
            !has_key(values, v, "parentid") || !has_key(values, v, "id"))
            continue;
        if (rows->rows.count == 0 && !add_record(values, rows, v))
            return false;
        if (v < end || !add_record(values, rows, v)) {
            clear_rows(rows);
            return v < end;
        }
        end = pl_values_at(values, v)->end;
    }
    rows->named = rows->rows.count > 2 && pl_rows_know_header(rows);
    if (!rows->named)
        clear_rows(rows);
    return true;
}
