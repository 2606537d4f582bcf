/* read_pipes.c: tables of Markdown, "| a | b |". */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/line_marks.h"
#include "read/read.h"
#include "read/rows.h"

/* A row without its outer bars; false: the line is none. */
static bool open_row(const char **text, size_t *length)
{
    pl_text_trim(text, length);
    if (*length < 3 || **text != '|' || (*text)[*length - 1] != '|')
        return false;
    ++*text;
    *length -= 2;
    return true;
}

/* "|---|:--:|" below the header. */
static bool is_rule_row(const char *text, size_t length)
{
    bool dashes = false;
    for (size_t k = 0; k < length; k++) {
        if (strchr("-: |", text[k]) == NULL)
            return false;
        dashes |= text[k] == '-';
    }
    return dashes;
}

/* A header with a rule below it, and more rows than other lines. */
bool pl_recognise_pipes(const pl_piece *start)
{
    size_t rows = 0, others = 0;
    bool ruled = false;
    pl_piece line;
    for (size_t at = 0; pl_piece_next(start, &at, &line);) {
        bool row = open_row(&line.bytes, &line.length);
        ruled |= row && rows == 1 && is_rule_row(line.bytes, line.length);
        rows += row;
        others += !row && line.length > 0;
    }
    return ruled && rows > others;
}

/* A sign behind a backslash belongs to the cell. */
static void add_pipe_row(pl_rows *rows, const char *text, size_t length,
                         uint64_t line)
{
    pl_rows_begin(rows, line);
    for (size_t at = 0; at <= length;) {
        const char *cell = text + at;
        size_t size = 0;
        while (at + size < length && cell[size] != '|')
            size += cell[size] == '\\' && at + size + 1 < length ? 2 : 1;
        at += size + 1;
        pl_mark_strip(&cell, &size);
        size_t before = rows->cells.count;
        pl_rows_add(rows, cell, size);
        if (rows->cells.count == before)
            return; /* no memory, as the end will tell */
        pl_span *added = &rows->cells.items[before];
        char *to = rows->text.items + added->start;
        added->length = pl_mark_unescape(to, to, added->length);
    }
}

/* Whether the last row says the same as the first. */
static bool repeats_header(const pl_rows *rows)
{
    size_t last = rows->rows.count - 1, count = pl_rows_width(rows);
    if (rows->rows.items[last].count != count)
        return false;
    for (size_t k = 0; k < count; k++)
        if (!pl_cells_are_same(pl_rows_cell(rows, 0, k),
                               pl_rows_cell(rows, last, k)))
            return false;
    return true;
}

/* A table behind the first may be about anything: it is read if its columns are
 * known. */
static pleach_status read_pipe_table(pl_rows *rows, bool first,
                                     pleach_error *error)
{
    if (first || pl_rows_know_header(rows))
        return pl_rows_read(rows, error);
    pl_reader_warn(
        rows->reader, PL_ODD_PASSED, rows->rows.items[0].line,
        "This table is left out, since what its columns are is not known.");
    return PLEACH_OK;
}

/* The last row of the rows stands above a rule: a table begins with it, unless
 * it only repeats the header. */
static pleach_status begin_pipe_table(pl_rows *rows, const char *header,
                                      size_t length, bool *first,
                                      pleach_error *error)
{
    uint64_t line = rows->rows.items[rows->rows.count - 1].line;
    bool again = repeats_header(rows);
    rows->rows.count--; /* its cells are nobody's */
    if (again)
        return PLEACH_OK;
    PL_TRY(read_pipe_table(rows, *first, error));
    *first = false;
    pl_rows_clear(rows);
    add_pipe_row(rows, header, length, line);
    return PLEACH_OK;
}

static pleach_status read_pipe_rows(pl_rows *rows, const pl_piece *text,
                                    pleach_error *error)
{
    pl_piece line, before = {.bytes = NULL}; /* the row on the line before */
    bool first = true;
    for (size_t at = 0; pl_piece_next(text, &at, &line);) {
        uint64_t number = line.line;
        bool open = open_row(&line.bytes, &line.length);
        bool rule = open && is_rule_row(line.bytes, line.length);
        if (rule && before.bytes != NULL && rows->rows.count > 1)
            PL_TRY(begin_pipe_table(rows, before.bytes, before.length, &first,
                                    error));
        if (open && !rule)
            add_pipe_row(rows, line.bytes, line.length, number);
        before = line;
        if (!open || rule)
            before.bytes = NULL;
    }
    return read_pipe_table(rows, first, error);
}

pleach_status pl_read_pipes(pl_reader *reader, pleach_error *error)
{
    pl_piece text;
    pl_rows rows;
    pl_rows_open(&rows, reader);
    rows.named = true;
    PL_TRY(pl_reader_rest(reader, &text, error));
    return read_pipe_rows(&rows, &text, error);
}
