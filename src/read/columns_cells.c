/* columns_cells.c: what cells of a table look like, and what they hold: tags
 * ("tag:count;tag"), further names, codes. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/text.h"
#include "read/columns.h"

#define LARGEST_COUNT 3.4e38

static bool has_byte(pl_cell cell, char sign)
{
    return cell.length > 0 && memchr(cell.text, sign, cell.length) != NULL;
}

pl_look pl_columns_look(const pl_rows *rows, size_t column)
{
    pl_look look = {0};
    double number;
    for (size_t k = 0; k < rows->rows.count; k++) {
        pl_cell cell = pl_rows_cell(rows, k, column);
        look.tagged |= has_byte(cell, ':') || has_byte(cell, ';');
        if (k == 0 || cell.length == 0)
            continue;
        const char *mark = memchr(cell.text, '>', cell.length);
        look.cells++;
        look.numbers += pl_text_number(cell.text, cell.length, &number);
        look.paths += mark != NULL && mark > cell.text &&
                      mark + 1 < cell.text + cell.length;
    }
    return look;
}

bool pl_columns_hold_numbers(const pl_rows *rows, size_t column)
{
    pl_look look = pl_columns_look(rows, column);
    return look.cells > 0 && look.numbers == look.cells;
}

bool pl_columns_hold_paths(const pl_rows *rows, size_t column)
{
    pl_look look = pl_columns_look(rows, column);
    return look.paths > 0 && 2 * look.paths >= look.cells;
}

uint32_t pl_columns_note(const pl_rows *rows, size_t row, size_t first,
                         size_t second, pl_strings *pairs)
{
    PL_LIST(char) key = {.arena = rows->reader->arena};
    for (size_t k = 0; k < 2; k++) {
        pl_cell cell = pl_rows_cell(rows, row, k == 0 ? first : second);
        if (cell.length > 3 && (cell.text[cell.length - 1] | 0x20) == 's')
            cell.length--;
        for (size_t b = 0; b < cell.length; b++) {
            bool upper = cell.text[b] >= 'A' && cell.text[b] <= 'Z';
            pl_list_add(&key,
                        upper ? (char)(cell.text[b] | 0x20) : cell.text[b]);
        }
        pl_list_add(&key, '\t');
    }
    uint32_t number = pl_reader_note(rows->reader, pairs, key.items, key.count);
    pl_list_free(&key);
    return number;
}

/* ------------------------------------------------------------- contents -- */

static bool is_not_finite(const char *text, size_t length)
{
    bool sign = length > 0 && (*text == '-' || *text == '+');
    return pl_text_is_word(text + sign, length - sign, "nan") ||
           pl_text_is_word(text + sign, length - sign, "inf") ||
           pl_text_is_word(text + sign, length - sign, "infinity");
}

/* "tag:count", where the count follows the last colon if it is a number.
 * Leaves the tag in text and length; false: the count is not right. */
static bool part_tag(const char **text, size_t *length, double *count)
{
    size_t name = *length;
    *count = 1;
    while (name > 0 && (*text)[name - 1] != ':')
        name--;
    if (name > 1) {
        const char *number = *text + name;
        size_t size = *length - name;
        pl_text_trim(&number, &size);
        bool counted = pl_text_number(number, size, count);
        if ((counted && !(*count <= LARGEST_COUNT && *count >= 0)) ||
            is_not_finite(number, size))
            return false;
        if (counted)
            *length = name - 1;
        else
            *count = 1;
    }
    pl_text_trim(text, length);
    return true;
}

/* From the last to the first, as a forest keeps them in that order. Without a
 * node they are only looked at: a bad row leaves no trace. */
pleach_status pl_columns_take_tags(const pl_columns *columns, size_t row,
                                   pl_forest *forest, uint32_t node,
                                   pleach_error *error)
{
    pl_cell cell = pl_columns_cell(columns, row, PL_COLUMN_TAGS);
    for (size_t end = cell.length, start; end > 0; end = start) {
        double count;
        for (start = end; start > 0 && cell.text[start - 1] != ';'; start--)
            continue;
        const char *tag = cell.text + start;
        size_t size = end - start;
        start -= start > 0;
        pl_text_trim(&tag, &size);
        if (!part_tag(&tag, &size, &count))
            return pl_rows_fail(columns->rows, row, columns->at[PL_COLUMN_TAGS],
                                error,
                                "A tag's count is negative or not finite.");
        if (node != PL_NONE)
            pl_forest_tag_node(forest, node, tag, size, count);
    }
    return PLEACH_OK;
}

/* A column without a name is called by its number. */
static void carry_cell(const pl_columns *columns, size_t row, size_t column,
                       pl_forest *forest, uint32_t node, uint32_t item)
{
    char name[200];
    pl_cell title = pl_rows_cell(columns->rows, 0, column);
    pl_cell cell = pl_rows_cell(columns->rows, row, column);
    if (columns->first == 0 || title.length == 0)
        snprintf(name, sizeof name, "column %zu", column + 1);
    else
        snprintf(name, sizeof name, "%.*s",
                 pl_text_cut(title.text, title.length, sizeof name - 1),
                 title.text);
    bool titled = item != 0 && column == columns->at[PL_COLUMN_CHILD];
    pl_forest_say(forest, node,
                  &(pl_saying){.property = titled ? "title" : name,
                               .text = cell.text,
                               .length = cell.length,
                               .item = item});
}

void pl_columns_describe(const pl_columns *columns, size_t row,
                         pl_forest *forest, uint32_t node)
{
    pl_cell cell = pl_columns_cell(columns, row, PL_COLUMN_ALTS);
    uint32_t number = columns->products ? pl_forest_item(forest) : 0;
    for (size_t at = 0; at < cell.length;) {
        size_t size = 0;
        while (at + size < cell.length &&
               strchr("\n;|", cell.text[at + size]) == NULL)
            size++;
        pl_forest_alt(forest, node, cell.text + at, size);
        at += size + 1;
    }
    cell = pl_columns_cell(columns, row, PL_COLUMN_DESCRIPTION);
    pl_forest_define(forest, node, cell.text, cell.length);
    for (size_t k = 0; k < columns->rows->rows.items[row].count; k++)
        if (k < columns->width && columns->carried[k])
            carry_cell(columns, row, k, forest, node, number);
}

bool pl_columns_no_parent(pl_cell cell)
{
    double number;
    return cell.length == 0 ||
           pl_text_is_word(cell.text, cell.length, "null") ||
           pl_text_is_word(cell.text, cell.length, "none") ||
           pl_text_is_word(cell.text, cell.length, "#") ||
           (pl_text_number(cell.text, cell.length, &number) && number <= 0);
}

/* Numbers between dots are whole: "1.10" is not below "1.1". */
size_t pl_columns_shorter_code(const char *code, size_t length)
{
    for (size_t k = length; k-- > 0;)
        if (strchr(".-/", code[k]) != NULL)
            return k;
    return length - 1;
}
