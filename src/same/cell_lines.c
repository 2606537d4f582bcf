/* cell_lines.c: reads through the same door as the corpus: compressed or not.
 */
/* SPDX-License-Identifier: MIT */
#include "same/cell_lines.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"

pleach_status pl_cell_lines_open(pl_cell_lines *lines, const char *file,
                                 const pl_scope *scope, pleach_error *error)
{
    /* Kept here, since the source borrows it. */
    lines->input = (pleach_input){.name = file};
    lines->file = file;
    lines->progress = pl_scope_reading(scope);
    return pl_source_open(&lines->source, &lines->input, &lines->progress,
                          error);
}

void pl_cell_lines_close(pl_cell_lines *lines)
{
    if (lines->source != NULL)
        pl_source_close(lines->source);
    lines->source = NULL;
}

static pleach_status check(pl_cell_lines *lines, const char *bytes,
                           size_t length, pleach_error *error)
{
    size_t at;
    pl_text_fault fault = pl_text_check(bytes, length, &at);
    if (fault == PL_TEXT_FINE)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line, at + 1,
                      fault == PL_TEXT_NUL
                          ? "There is a NUL byte. Is this a text file?"
                          : "This is not UTF-8. Convert the file to UTF-8.");
}

/* Cells point into the line, which stays until the next one is asked for. */
static pleach_status cut_cell(pl_cell_lines *lines, const char *bytes,
                              size_t length, char between, pleach_error *error)
{
    const char *end = bytes + length;
    for (const char *at = bytes;; at++) {
        const char *stop = memchr(at, between, (size_t)(end - at));
        if (lines->count == PL_MOST_CELLS)
            return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line,
                              0, "There are more than %d cells in this line.",
                              PL_MOST_CELLS);
        pl_word *cell = &lines->cells[lines->count++];
        *cell = (pl_word){at, (size_t)((stop == NULL ? end : stop) - at)};
        pl_text_trim(&cell->bytes, &cell->length);
        if (stop == NULL)
            return PLEACH_OK;
        at = stop;
    }
}

/* Tabs win over commas, since names may hold commas and rarely hold tabs. */
pleach_status pl_cell_lines_next(pl_cell_lines *lines, bool commas,
                                 pleach_error *error)
{
    lines->count = 0;
    for (;;) {
        pl_piece piece;
        PL_TRY(pl_source_line(lines->source, &piece, error));
        const char *bytes = piece.bytes;
        size_t length = piece.length;
        lines->line = piece.line;
        if (length == 0)
            return PLEACH_OK;
        PL_TRY(check(lines, bytes, length, error));
        pl_text_trim(&bytes, &length);
        if (length == 0 || bytes[0] == '#')
            continue;
        bool tabs = !commas || memchr(bytes, '\t', length) != NULL;
        return cut_cell(lines, bytes, length, tabs ? '\t' : ',', error);
    }
}
