/* rows.c: cells in flat arrays. */
/* SPDX-License-Identifier: MIT */
#include "read/rows.h"

#include "base/text.h"

void pl_rows_open(pl_rows *rows, pl_reader *reader)
{
    *rows = (pl_rows){.reader = reader,
                      .text = {.arena = reader->arena},
                      .raw = {.arena = reader->arena},
                      .cells = {.arena = reader->arena},
                      .rows = {.arena = reader->arena}};
}

void pl_rows_clear(pl_rows *rows)
{
    rows->rows.count = rows->cells.count = 0;
    rows->text.count = rows->raw.count = 0;
}

void pl_rows_begin(pl_rows *rows, uint64_t line)
{
    pl_row row = {.line = line, .first = rows->cells.count};
    pl_list_add(&rows->rows, row);
}

void pl_rows_add(pl_rows *rows, const char *cell, size_t length)
{
    pl_text_trim(&cell, &length);
    if (rows->rows.count == 0 || !pl_list_room(&rows->text, length + 1))
        return;
    pl_list_add(&rows->cells, ((pl_span){rows->text.count, length}));
    pl_list_add_all(&rows->text, cell, length);
    pl_row *last = &rows->rows.items[rows->rows.count - 1];
    last->count = rows->cells.count - last->first;
}

void pl_rows_keep_raw(pl_rows *rows, const char *text, size_t length)
{
    if (rows->rows.count == 0 || !pl_list_room(&rows->raw, length))
        return;
    rows->rows.items[rows->rows.count - 1].raw =
        (pl_span){rows->raw.count, length};
    pl_list_add_all(&rows->raw, text, length);
}

pl_cell pl_rows_cell(const pl_rows *rows, size_t row, size_t column)
{
    const pl_row *here = &rows->rows.items[row];
    if (column >= here->count)
        return (pl_cell){"", 0};
    pl_span span = rows->cells.items[here->first + column];
    return (pl_cell){span.length == 0 ? "" : rows->text.items + span.start,
                     span.length};
}

/* The column is found in the row as it stands in the file, quotes and all,
 * since that is what people look at. */
pleach_status pl_rows_fail(const pl_rows *rows, size_t row, size_t column,
                           pleach_error *error, const char *sentence)
{
    const pl_row *here = &rows->rows.items[row];
    size_t at = 0;
    bool quoted = false;
    if (here->raw.length == 0)
        return pl_reader_refuse(rows->reader, here->line, error, "%s",
                                sentence);
    pl_piece raw = {rows->raw.items + here->raw.start, here->raw.length,
                    here->line};
    for (size_t cell = 0; cell < column && at < raw.length; at++) {
        quoted ^= raw.bytes[at] == '"';
        if (!quoted && raw.bytes[at] == rows->delimiter)
            cell++;
    }
    if (at >= raw.length) /* the row has no such cell: blame its end */
        at = raw.length - 1;
    return pl_reader_fail(rows->reader, &raw, at, error, "%s", sentence);
}
