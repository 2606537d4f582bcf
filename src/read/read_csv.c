/* read_csv.c: tables as CSV or TSV, through libcsv, which is fed line by line
 * so that each row knows its place. */
/* SPDX-License-Identifier: MIT */
#include <csv.h>

#include "base/text.h"
#include "read/read.h"
#include "read/rows.h"

typedef struct table {
    pl_rows rows;
    struct csv_parser csv;
    bool strict;        /* a quote inside an unquoted field is an error */
    PL_LIST(char) raw;  /* the row as it stands in the file */
    PL_LIST(char) text; /* its fields, unquoted */
    PL_LIST(pl_span) fields;
    uint64_t line; /* where the row begins */
    bool complete;
} table;

static void *resize(void *old, size_t bytes)
{
    return pl_resize(old, bytes, 1);
}

/* Lines come from the source, so only its line feeds end a row. */
static int ends_row(unsigned char byte)
{
    return byte == '\n';
}

/* Also forgets a row that libcsv cannot finish. csv_init allocates nothing: it
 * fails for a NULL parser only. */
static void set_up(table *self)
{
    csv_free(&self->csv);
    csv_init(&self->csv, self->strict ? CSV_STRICT : 0);
    csv_set_delim(&self->csv, (unsigned char)self->rows.delimiter);
    csv_set_term_func(&self->csv, ends_row);
    csv_set_realloc_func(&self->csv, resize);
    csv_set_free_func(&self->csv, pl_release);
}

static void on_field(void *bytes, size_t length, void *context)
{
    table *self = context;
    if (!pl_list_room(&self->text, length + 1))
        return;
    pl_list_add(&self->fields, ((pl_span){self->text.count, length}));
    pl_list_add_all(&self->text, (const char *)bytes, length);
}

static void on_row(int terminator, void *context)
{
    table *self = context;
    (void)terminator;
    self->complete = true;
}

static pleach_status fail_table_row(table *self, size_t offset,
                                    pleach_error *error, const char *sentence)
{
    pl_piece raw = {self->raw.items, self->raw.count, self->line};
    set_up(self);
    return pl_reader_fail(self->rows.reader, &raw, offset, error, "%s",
                          sentence);
}

/* Feeds the last `length` bytes of the raw row, without a carriage return
 * before the line feed. */
static pleach_status feed(table *self, size_t length, pleach_error *error)
{
    size_t start = self->raw.count - length;
    const char *bytes = self->raw.items + start;
    size_t body = length - 1;
    if (body > 0 && bytes[body - 1] == '\r')
        body--;
    size_t used = csv_parse(&self->csv, bytes, body, on_field, on_row, self);
    if (used == body &&
        csv_parse(&self->csv, "\n", 1, on_field, on_row, self) == 1)
        return PLEACH_OK;
    if (csv_error(&self->csv) != CSV_EPARSE)
        return pl_fail_memory(error);
    return fail_table_row(self, start + used, error,
                          "A quote stands inside this field. Put the field in "
                          "quotes and double the quotes within it.");
}

/* Adds a line to the row. */
static pleach_status add_line(table *self, const pl_piece *line,
                              pleach_error *error)
{
    if (self->raw.count == 0)
        self->line = line->line;
    if (!pl_list_room(&self->raw, line->length))
        return pl_fail_memory(error);
    memcpy(self->raw.items + self->raw.count, line->bytes, line->length);
    self->raw.count += line->length;
    if (self->raw.count > PL_LINE_BYTES + 1)
        return fail_table_row(
            self, PL_LINE_BYTES, error,
            "The row is longer than 64 MiB. Is a quote not closed?");
    pleach_status checked = pl_reader_check(self->rows.reader, line, error);
    if (checked != PLEACH_OK)
        set_up(self);
    return checked == PLEACH_OK ? feed(self, line->length, error) : checked;
}

/* The next row that is not blank. It may go on over lines, inside of quotes.
 * When a line is refused the row is dropped with it, else the next one would be
 * read as its end. */
static pleach_status next_row(table *self, bool *ended, pleach_error *error)
{
    self->raw.count = self->text.count = self->fields.count = 0;
    self->complete = false;
    while (!self->complete) {
        pl_piece line;
        pleach_status status =
            pl_source_line(self->rows.reader->source, &line, error);
        if (status != PLEACH_OK) {
            set_up(self);
            return status;
        }
        *ended = line.length == 0;
        if (*ended && self->raw.count > 0)
            return fail_table_row(
                self, 0, error,
                "A quote opens a field in this row and is not closed.");
        if (*ended)
            return PLEACH_OK;
        if (self->raw.count > 0 || !pl_text_is_blank(line.bytes, line.length))
            PL_TRY(add_line(self, &line, error));
    }
    return PLEACH_OK;
}

static pleach_status keep_rows(table *self, pleach_error *error)
{
    for (bool ended = false; !ended;) {
        pleach_error failure;
        pleach_status status = next_row(self, &ended, &failure);
        PL_TRY(pl_reader_settle(self->rows.reader, status, &failure, error));
        if (ended || status != PLEACH_OK)
            continue;
        pl_rows_begin(&self->rows, self->line);
        pl_rows_keep_raw(&self->rows, self->raw.items, self->raw.count);
        for (size_t k = 0; k < self->fields.count; k++)
            pl_rows_add(&self->rows,
                        self->text.items + self->fields.items[k].start,
                        self->fields.items[k].length);
    }
    return PLEACH_OK;
}

static pleach_status read_table(pl_reader *reader, char delimiter, bool strict,
                                pleach_error *error)
{
    table self = {.strict = strict,
                  .raw = {.arena = reader->arena},
                  .text = {.arena = reader->arena},
                  .fields = {.arena = reader->arena}};
    pl_rows_open(&self.rows, reader);
    self.rows.delimiter = delimiter;
    set_up(&self);
    pleach_status status = keep_rows(&self, error);
    csv_free(&self.csv);
    return status == PLEACH_OK ? pl_rows_read(&self.rows, error) : status;
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
    pl_piece start;
    PL_TRY(pl_source_peek(reader->source, &start, error));
    char said = find_said_delimiter(&start);
    if (said != 0) {
        PL_TRY(pl_source_line(reader->source, &start, error));
        return read_table(reader, said, true, error);
    }
    pl_text_trim(&start.bytes, &start.length);
    const char *end = memchr(start.bytes, '\n', start.length);
    size_t length = end == NULL ? start.length : (size_t)(end - start.bytes);
    for (const char *at = ",;\t"; *at != '\0'; at++)
        if (memchr(start.bytes, *at, length) != NULL)
            return read_table(reader, *at, true, error);
    return read_table(reader, ',', true, error);
}

/* Quotes are common inside the fields of a TSV, so they are let be. */
pleach_status pl_read_tsv(pl_reader *reader, pleach_error *error)
{
    return read_table(reader, '\t', false, error);
}
