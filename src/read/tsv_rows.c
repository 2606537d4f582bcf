/* tsv_rows.c: reads tab-separated rows, each proved to be text. */
/* SPDX-License-Identifier: MIT */
#include "read/tsv_rows.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"

void pl_tsv_open(pl_tsv *tsv, const char *file, const char *bytes, size_t size)
{
    *tsv = (pl_tsv){.file = file, .bytes = bytes, .size = size};
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
        tsv->at = 3;
}

static void split_cells(pl_tsv *tsv, const char *line, size_t length)
{
    const char *end = line + length;
    tsv->count = 0;
    while (tsv->count < PL_TSV_CELLS) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        const char *stop = tab == NULL ? end : tab;
        tsv->cell[tsv->count++] = (pl_tsv_cell){line, (size_t)(stop - line)};
        if (tab == NULL)
            return;
        line = tab + 1;
    }
}

/* No quotes, as TSV has none: a line is a row. */
pleach_status pl_tsv_next(pl_tsv *tsv, bool *ended, pleach_error *error)
{
    while (tsv->at < tsv->size) {
        const char *line = tsv->bytes + tsv->at;
        const char *end = memchr(line, '\n', tsv->size - tsv->at);
        size_t length =
            end == NULL ? tsv->size - tsv->at : (size_t)(end - line);
        size_t fault;
        tsv->at += length + 1;
        tsv->line++;
        if (length > 0 && line[length - 1] == '\r')
            length--;
        if (length == 0)
            continue;
        pl_text_fault wrong = pl_text_check(line, length, &fault);
        if (wrong != PL_TEXT_FINE)
            return pl_fail_at(
                error, PLEACH_BAD_DATA, tsv->file, tsv->line, fault + 1,
                wrong == PL_TEXT_NUL
                    ? "This is a NUL byte; a table is plain text."
                    : "This byte is not UTF-8; convert the file to UTF-8.");
        split_cells(tsv, line, length);
        *ended = false;
        return PLEACH_OK;
    }
    *ended = true;
    return PLEACH_OK;
}

int pl_tsv_find(const pl_tsv *tsv, const char *word)
{
    for (size_t k = 0; k < tsv->count; k++)
        if (pl_text_is_word(tsv->cell[k].bytes, tsv->cell[k].length, word))
            return (int)k;
    return -1;
}

pleach_status pl_tsv_need(const pl_tsv *tsv, size_t count, pleach_error *error)
{
    if (tsv->count >= count)
        return PLEACH_OK;
    return pl_tsv_fail(tsv, error,
                       "This row has %zu cells, and %zu are needed; put a tab "
                       "between each two.",
                       tsv->count, count);
}
