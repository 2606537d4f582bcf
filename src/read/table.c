/* table.c: feeds libcsv line by line, so that each row knows its place. */
/* SPDX-License-Identifier: MIT */
#include "read/table.h"

#include <string.h>

#include "base/text.h"

static void *resize(void *old, size_t bytes)
{
    return pl_resize(old, bytes, 1);
}

/* Lines come from the source, so only its line feeds end a row. */
static int ends_row(unsigned char byte)
{
    return byte == '\n';
}

/* csv_init allocates nothing: it fails for a NULL parser only. */
static void set_up(pl_table *table)
{
    csv_init(&table->csv, table->strict ? CSV_STRICT : 0);
    csv_set_delim(&table->csv, (unsigned char)table->delimiter);
    csv_set_term_func(&table->csv, ends_row);
    csv_set_realloc_func(&table->csv, resize);
    csv_set_free_func(&table->csv, pl_release);
}

void pl_table_open(pl_table *table, pl_reader *reader, char delimiter,
                   bool strict)
{
    *table =
        (pl_table){.reader = reader, .delimiter = delimiter, .strict = strict};
    set_up(table);
}

void pl_table_close(pl_table *table)
{
    csv_free(&table->csv);
    pl_list_free(&table->raw);
    pl_list_free(&table->text);
    pl_list_free(&table->fields);
}

static void on_field(void *bytes, size_t length, void *context)
{
    pl_table *table = context;
    pl_span span = {table->text.count, length};
    if (!pl_list_room(&table->text, length + 1) ||
        !pl_list_push(&table->fields, span)) {
        table->no_memory = true;
        return;
    }
    if (length > 0)
        memcpy(table->text.items + span.start, bytes, length);
    table->text.count += length;
}

static void on_row(int terminator, void *context)
{
    pl_table *table = context;
    (void)terminator;
    table->complete = true;
}

static pl_piece raw_piece(const pl_table *table)
{
    return (pl_piece){table->raw.items, table->raw.count, table->line};
}

/* Forgets a row that libcsv cannot finish. */
static void reset(pl_table *table)
{
    csv_free(&table->csv);
    set_up(table);
}

static pleach_status fail_row(pl_table *table, size_t offset,
                              pleach_error *error, const char *sentence)
{
    pl_piece raw = raw_piece(table);
    reset(table);
    return pl_reader_fail(table->reader, &raw, offset, error, "%s", sentence);
}

/* Feeds the last `length` bytes of the raw row, without a carriage return
 * before the line feed. */
static pleach_status feed(pl_table *table, size_t length, pleach_error *error)
{
    size_t start = table->raw.count - length;
    const char *bytes = table->raw.items + start;
    size_t body = length - 1;
    if (body > 0 && bytes[body - 1] == '\r')
        body--;
    size_t used = csv_parse(&table->csv, bytes, body, on_field, on_row, table);
    if (used == body &&
        csv_parse(&table->csv, "\n", 1, on_field, on_row, table) == 1)
        return table->no_memory ? pl_fail_memory(error) : PLEACH_OK;
    if (csv_error(&table->csv) != CSV_EPARSE)
        return pl_fail_memory(error);
    return fail_row(table, start + used, error,
                    "A quote stands inside this field. Put the field in "
                    "quotes and double the quotes within it.");
}

/* Adds a line to the row. */
static pleach_status add_table_line(pl_table *table, const pl_piece *line,
                                    pleach_error *error)
{
    if (table->raw.count == 0)
        table->line = line->line;
    if (!pl_list_room(&table->raw, line->length))
        return pl_fail_memory(error);
    memcpy(table->raw.items + table->raw.count, line->bytes, line->length);
    table->raw.count += line->length;
    if (table->raw.count > PL_LINE_BYTES + 1)
        return fail_row(table, PL_LINE_BYTES, error,
                        "The row is longer than 64 MiB. Is a quote not "
                        "closed?");
    pleach_status checked = pl_reader_check(table->reader, line, error);
    if (checked != PLEACH_OK) {
        reset(table);
        return checked;
    }
    return feed(table, line->length, error);
}

/* A row may go on over lines, inside of quotes. When a line is refused the row
 * is dropped with it, else the next one would be read as its end. */
pleach_status pl_table_next(pl_table *table, bool *ended, pleach_error *error)
{
    table->raw.count = table->text.count = table->fields.count = 0;
    table->complete = table->no_memory = false;
    while (!table->complete) {
        pl_piece line;
        pleach_status status =
            pl_source_line(table->reader->source, &line, error);
        if (status != PLEACH_OK) {
            reset(table);
            return status;
        }
        *ended = line.length == 0;
        if (*ended && table->raw.count > 0)
            return fail_row(table, 0, error,
                            "A quote opens a field in this row and is not "
                            "closed.");
        if (*ended)
            return PLEACH_OK;
        if (table->raw.count > 0 || !pl_text_is_blank(line.bytes, line.length))
            PL_TRY(add_table_line(table, &line, error));
    }
    return PLEACH_OK;
}

const char *pl_table_field(const pl_table *table, size_t k, size_t *length)
{
    *length = k < table->fields.count ? table->fields.items[k].length : 0;
    return *length == 0 ? "" : table->text.items + table->fields.items[k].start;
}
