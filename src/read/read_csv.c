/* read_csv.c: tables as CSV or TSV. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/columns.h"
#include "read/read.h"
#include "read/rows.h"
#include "read/table.h"

static bool keep_csv_row(pl_rows *rows, const pl_table *table)
{
    if (!pl_rows_begin(rows, table->line) ||
        !pl_rows_keep_raw(rows, table->raw.items, table->raw.count))
        return false;
    for (size_t k = 0; k < table->fields.count; k++) {
        size_t length;
        const char *field = pl_table_field(table, k, &length);
        if (!pl_rows_add(rows, field, length))
            return false;
    }
    return true;
}

static pleach_status read_csv_rows(pl_rows *rows, pl_table *table,
                                   pleach_error *error)
{
    for (;;) {
        pleach_error failure;
        bool ended = false;
        pleach_status status = pl_table_next(table, &ended, &failure);
        PL_TRY(pl_reader_settle(rows->reader, status, &failure, error));
        if (ended)
            return PLEACH_OK;
        if (status == PLEACH_OK && !keep_csv_row(rows, table))
            return pl_fail_memory(error);
    }
}

static pleach_status read_csv_table(pl_reader *reader, char delimiter,
                                    bool strict, pleach_error *error)
{
    pl_table table;
    pl_rows rows = {.reader = reader, .delimiter = delimiter};
    pl_table_open(&table, reader, delimiter, strict);
    pleach_status status = read_csv_rows(&rows, &table, error);
    pl_table_close(&table);
    if (status == PLEACH_OK)
        status = pl_rows_read(&rows, error);
    pl_rows_free(&rows);
    return status;
}

/* "sep=;", the first line of what is meant for a spreadsheet; 0: it is not. */
static char find_said_delimiter(const pl_piece *start)
{
    bool said = start->length > 5 && pl_text_is_word(start->bytes, 4, "sep=") &&
                strchr("\r\n", start->bytes[5]) != NULL;
    return said && strchr(",;|\t", start->bytes[4]) != NULL ? start->bytes[4]
                                                            : 0;
}

/* Tables called CSV come with commas, semicolons or tabs: the first line
 * tells, and tags hold semicolons, so a comma goes first. */
pleach_status pl_read_csv(pl_reader *reader, pleach_error *error)
{
    static const char delimiters[] = ",;\t";
    pl_piece start;
    PL_TRY(pl_source_peek(reader->source, &start, error));
    char said = find_said_delimiter(&start);
    if (said != 0) {
        PL_TRY(pl_source_line(reader->source, &start, error));
        return read_csv_table(reader, said, true, error);
    }
    pl_text_trim(&start.bytes, &start.length);
    const char *feed = memchr(start.bytes, '\n', start.length);
    size_t length = feed == NULL ? start.length : (size_t)(feed - start.bytes);
    for (const char *at = delimiters; *at != '\0'; at++)
        if (memchr(start.bytes, *at, length) != NULL)
            return read_csv_table(reader, *at, true, error);
    return read_csv_table(reader, ',', true, error);
}

/* Quotes are common inside the fields of a TSV, so they are let be. */
pleach_status pl_read_tsv(pl_reader *reader, pleach_error *error)
{
    return read_csv_table(reader, '\t', false, error);
}
