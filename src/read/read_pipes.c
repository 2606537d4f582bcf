/* read_pipes.c: tables of Markdown, "| a | b |". */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/columns.h"
#include "read/line_marks.h"
#include "read/read.h"

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

static size_t next_text_line(const pl_piece *text, size_t at)
{
    const char *feed = memchr(text->bytes + at, '\n', text->length - at);
    return feed == NULL ? text->length : (size_t)(feed - text->bytes) + 1;
}

/* A header with a rule below it, and more rows than other lines. */
bool pl_recognise_pipes(const pl_piece *start)
{
    size_t rows = 0, others = 0;
    bool ruled = false;
    for (size_t at = 0, end; at < start->length; at = end) {
        const char *text = start->bytes + at;
        end = next_text_line(start, at);
        size_t length = end - at;
        bool row = open_row(&text, &length);
        ruled |= row && rows == 1 && is_rule_row(text, length);
        rows += row;
        others += !row && length > 0;
    }
    return ruled && rows > others;
}

/* A bar behind a backslash belongs to the cell. */
static bool add_pipe_row(pl_rows *rows, const char *text, size_t length,
                         uint64_t line)
{
    if (!pl_rows_begin(rows, line))
        return false;
    for (size_t at = 0; at <= length;) {
        const char *cell = text + at;
        size_t size = 0;
        while (at + size < length &&
               (cell[size] != '|' || (size > 0 && cell[size - 1] == '\\')))
            size++;
        at += size + 1;
        pl_mark_strip(&cell, &size);
        if (!pl_rows_add(rows, cell, size))
            return false;
    }
    return true;
}

static pleach_status read_pipe_rows(pl_rows *rows, const pl_piece *text,
                                    pleach_error *error)
{
    uint64_t line = text->line;
    PL_TRY(pl_reader_check(rows->reader, text, error));
    for (size_t at = 0, end; at < text->length; at = end, line++) {
        const char *row = text->bytes + at;
        end = next_text_line(text, at);
        size_t length = end - at;
        if (open_row(&row, &length) && !is_rule_row(row, length) &&
            !add_pipe_row(rows, row, length, line))
            return pl_fail_memory(error);
    }
    return pl_rows_read(rows, error);
}

pleach_status pl_read_pipes(pl_reader *reader, pleach_error *error)
{
    pl_piece text;
    pl_rows rows = {.reader = reader, .named = true};
    PL_TRY(pl_source_rest(reader->source, &text, error));
    pleach_status status = read_pipe_rows(&rows, &text, error);
    pl_rows_free(&rows);
    return status;
}
