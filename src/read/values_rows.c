/* values_rows.c: maps and lists of a document as rows of a table. */
/* SPDX-License-Identifier: MIT */
#include "read/values_rows.h"

#include <string.h>

#include "read/nested_words.h"
#include "read/values_records.h"

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

static bool add_pairs(const pl_values *values, uint32_t list, pl_rows *rows)
{
    for (uint32_t v = list + 1; v < pl_values_at(values, list)->end;
         v = pl_values_at(values, v)->end)
        if (!add_texts(values, rows, v))
            return false;
    return true;
}

/* Whether something below a record has fields of its own: then the nesting is
 * what counts. */
static bool has_nodes_below(const pl_values *values, uint32_t map)
{
    for (uint32_t v = map + 1; v < pl_values_at(values, map)->end;
         v = pl_values_at(values, v)->end)
        if (pl_values_holds_more(values, v) &&
            v + 1 < pl_values_at(values, v)->end &&
            (pl_values_at(values, v)->kind == PL_VALUE_MAP ||
             pl_values_holds_more(values, v + 1)) &&
            pl_nested_word(values, v, pl_nested_children) >= 0)
            return true;
    return false;
}

static bool add_records(const pl_values *values, uint32_t list, pl_rows *rows,
                        pl_unread *unread)
{
    pl_records_maps maps = {0};
    bool nested = false, enough = true;
    for (uint32_t v = list + 1; enough && v < pl_values_at(values, list)->end;
         v = pl_values_at(values, v)->end) {
        if (pl_values_at(values, v)->kind != PL_VALUE_MAP)
            continue;
        nested |= has_nodes_below(values, v);
        enough = pl_list_push(&maps, v);
    }
    if (enough && !nested)
        enough = pl_records_fill(values, &maps, rows, unread);
    pl_list_free(&maps);
    return enough;
}

bool pl_values_list_rows(const pl_values *values, uint32_t list, pl_rows *rows,
                         pl_unread *unread)
{
    uint32_t first = list + 1, end = pl_values_at(values, list)->end;
    if (pl_values_at(values, list)->kind != PL_VALUE_LIST || first == end)
        return true;
    if (are_paths(values, list))
        return add_paths(values, list, rows);
    if (are_pairs(values, list))
        return add_pairs(values, list, rows);
    return pl_values_at(values, first)->kind != PL_VALUE_MAP ||
           add_records(values, list, rows, unread);
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
bool pl_values_linked_rows(const pl_values *values, pl_rows *rows,
                           pl_unread *unread)
{
    pl_records_maps maps = {0};
    uint32_t end = 0; /* of the last record */
    bool nested = false, enough = true;
    for (uint32_t v = 0; enough && !nested && v < values->values.count; v++) {
        if (pl_values_at(values, v)->kind != PL_VALUE_MAP ||
            !has_key(values, v, "parentid") || !has_key(values, v, "id"))
            continue;
        nested = v < end;
        end = pl_values_at(values, v)->end;
        enough = pl_list_push(&maps, v);
    }
    if (enough && !nested && maps.count > 1)
        enough = pl_records_fill(values, &maps, rows, unread);
    pl_list_free(&maps);
    return enough;
}
