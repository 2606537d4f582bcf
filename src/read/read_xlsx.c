/* read_xlsx.c: a sheet of a workbook (.xlsx) as a table: the first one, or that
 * of FILE.xlsx#NAME. */
/* SPDX-License-Identifier: MIT */
#include "read/read.h"

#ifdef PLEACH_HAS_XLSX
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/rows.h"
#include "read/workbook.h"

/* As many columns as spreadsheets have; and empty cells count, too. */
enum { MOST_COLUMNS = 16384, MOST_CELLS = 20000000, MOST_TEXT = 1 << 28 };

typedef struct sheet {
    const char *name, *relation;
    bool hidden;
} sheet;

typedef struct book {
    pl_reader *reader;
    pl_workbook *file;
    PL_LIST(sheet) sheets;
    const char *relation; /* of the sheet that is read ... */
    char path[256];       /* ... and where it is */
    PL_LIST(pl_span) strings;
    PL_LIST(char) texts; /* of the strings */
    PL_LIST(char) text;  /* of what is open */
    bool listening;      /* it is a text */
    unsigned phonetic;   /* readings of a text, which are none of it */
    pl_rows rows;
    size_t column;  /* of the open cell */
    char kind;      /* 's'hared, 'b'oolean, or 0: as it is written */
    bool too_large; /* too many columns or cells */
} book;

/* Whatever prefix it has. */
static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2) {
        const char *colon = strchr(attributes[0], ':');
        if (strcmp(colon == NULL ? attributes[0] : colon + 1, name) == 0)
            return attributes[1];
    }
    return "";
}

static const char *keep(const book *self, const char *text)
{
    const char *kept = pl_arena_text(self->reader->arena, text, strlen(text));
    return kept == NULL ? "" : kept;
}

static void pass(void *context, const char *element)
{
    (void)context, (void)element;
}

static void pass_text(void *context, const char *bytes, size_t length)
{
    (void)context, (void)bytes, (void)length;
}

/* ---------------------------------------------------------------- sheets -- */

static void on_sheet(void *context, const char *element,
                     const char **attributes)
{
    book *self = context;
    if (strcmp(element, "sheet") != 0)
        return;
    const char *state = attribute(attributes, "state");
    sheet made = {.name = keep(self, attribute(attributes, "name")),
                  .relation = keep(self, attribute(attributes, "id")),
                  .hidden = *state != '\0' && strcmp(state, "visible") != 0};
    pl_list_add(&self->sheets, made);
}

static void on_relation(void *context, const char *element,
                        const char **attributes)
{
    book *self = context;
    const char *target = attribute(attributes, "Target");
    if (strcmp(element, "Relationship") == 0 &&
        strcmp(attribute(attributes, "Id"), self->relation) == 0)
        snprintf(self->path, sizeof self->path, "%s%s",
                 *target == '/' ? "" : "xl/", target + (*target == '/'));
}

/* "A", "B": as many as a sentence has room for, but for one. */
static void list_sheets(const book *self, const sheet *but, char *to,
                        size_t room)
{
    size_t used = 0;
    *to = '\0';
    for (size_t k = 0; k < self->sheets.count && used + 60 < room; k++) {
        const char *name = self->sheets.items[k].name;
        if (&self->sheets.items[k] != but)
            used += (size_t)snprintf(to + used, room - used, "%s\"%.*s\"",
                                     used > 0 ? ", " : "",
                                     pl_text_cut(name, strlen(name), 40), name);
    }
}

/* The sheet that the input names behind a "#", else the first that is shown. */
static pleach_status choose_sheet(book *self, pleach_error *error)
{
    const char *wanted = pl_source_sheet(self->reader->file);
    const sheet *chosen = NULL;
    char names[300];
    for (size_t k = self->sheets.count; k-- > 0;) {
        const sheet *here = &self->sheets.items[k];
        if (wanted == NULL ? !here->hidden || chosen == NULL
                           : strcmp(here->name, wanted) == 0)
            chosen = here;
    }
    list_sheets(self, chosen, names, sizeof names);
    if (self->sheets.count == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->reader->file, 0, 0,
                          "The workbook has no sheets. Save it again, or as "
                          "CSV.");
    if (chosen == NULL)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->reader->file, 0, 0,
                          "There is no such sheet. There are: %s.", names);
    if (wanted == NULL && self->sheets.count > 1)
        pl_read_progress_note(
            self->reader->progress, self->reader->file,
            "Read the sheet \"%.*s\". FILE.xlsx#NAME reads "
            "another: %s.",
            pl_text_cut(chosen->name, strlen(chosen->name), 40), chosen->name,
            names);
    self->relation = chosen->relation;
    return PLEACH_OK;
}

/* --------------------------------------------------------------- strings -- */

static void take_text(void *context, const char *bytes, size_t length)
{
    book *self = context;
    if (!self->listening || !pl_list_room(&self->text, length))
        return;
    memcpy(self->text.items + self->text.count, bytes, length);
    self->text.count += length;
}

/* <si> is a string, <t> a text in it, and <rPh> how that is read out. */
static void begin_string(void *context, const char *element,
                         const char **attributes)
{
    book *self = context;
    (void)attributes;
    if (strcmp(element, "si") == 0)
        self->text.count = 0;
    self->phonetic += strcmp(element, "rPh") == 0;
    self->listening = strcmp(element, "t") == 0 && self->phonetic == 0;
}

static void end_string(void *context, const char *element)
{
    book *self = context;
    self->listening = false;
    self->phonetic -= self->phonetic > 0 && strcmp(element, "rPh") == 0;
    if (strcmp(element, "si") != 0 ||
        !pl_list_room(&self->texts, self->text.count))
        return;
    pl_span kept = {self->texts.count, self->text.count};
    if (kept.length > 0)
        memcpy(self->texts.items + kept.start, self->text.items, kept.length);
    self->texts.count += kept.length;
    pl_list_add(&self->strings, kept);
}

/* ----------------------------------------------------------------- cells -- */

/* The column of "BC12"; `next` where it is not told. */
static size_t column_of(const char *place, size_t next)
{
    size_t column = 0;
    if (*place < 'A' || *place > 'Z')
        return next;
    for (; *place >= 'A' && *place <= 'Z' && column <= MOST_COLUMNS; place++)
        column = 26 * column + (size_t)(*place - 'A') + 1;
    return column - 1;
}

static void begin_row(book *self, const char **attributes)
{
    uint64_t line = strtoull(attribute(attributes, "r"), NULL, 10);
    size_t rows = self->rows.rows.count;
    uint64_t before = rows == 0 ? 0 : self->rows.rows.items[rows - 1].line;
    pl_rows_begin(&self->rows, line > 0 ? line : before + 1);
    self->column = 0;
}

/* Cells before it that are not there are empty. */
static void begin_cell(book *self, const char **attributes)
{
    const char *kind = attribute(attributes, "t");
    size_t rows = self->rows.rows.count;
    if (rows == 0)
        return;
    size_t filled = self->rows.rows.items[rows - 1].count;
    self->column = column_of(attribute(attributes, "r"), filled);
    self->kind = strcmp(kind, "s") == 0   ? 's'
                 : strcmp(kind, "b") == 0 ? 'b'
                                          : '\0';
    self->text.count = 0;
    self->too_large |= self->column >= MOST_COLUMNS ||
                       self->rows.cells.count + self->column > MOST_CELLS;
    for (; !self->too_large && filled < self->column; filled++)
        pl_rows_add(&self->rows, "", 0);
}

/* The text that a number stands for; "" for one that nothing stands behind. */
static pl_span find_shared(const book *self)
{
    size_t number = 0;
    for (size_t k = 0; k < self->text.count; k++) {
        char byte = self->text.items[k];
        if (byte < '0' || byte > '9' || number > self->strings.count)
            return (pl_span){0, 0};
        number = 10 * number + (size_t)(byte - '0');
    }
    return self->text.count == 0 || number >= self->strings.count
               ? (pl_span){0, 0}
               : self->strings.items[number];
}

/* A cell that comes again, or before the one that is there, says nothing. */
static void end_cell(book *self)
{
    size_t rows = self->rows.rows.count;
    const char *text = self->text.count == 0 ? "" : self->text.items;
    size_t length = self->text.count;
    if (self->too_large || rows == 0 ||
        self->rows.rows.items[rows - 1].count != self->column)
        return;
    if (self->kind == 'b' && length == 1) {
        text = *text == '1' ? "TRUE" : "FALSE";
        length = strlen(text);
    } else if (self->kind == 's') {
        pl_span kept = find_shared(self);
        text = kept.length == 0 ? "" : self->texts.items + kept.start;
        length = kept.length;
    }
    self->too_large |= self->rows.text.count + length > MOST_TEXT;
    if (!self->too_large)
        pl_rows_add(&self->rows, text, length);
}

/* <c> is a cell, <v> its value and <is> a text that stands in it. */
static void begin_in_sheet(void *context, const char *element,
                           const char **attributes)
{
    book *self = context;
    if (strcmp(element, "row") == 0)
        begin_row(self, attributes);
    else if (strcmp(element, "c") == 0)
        begin_cell(self, attributes);
    self->phonetic += strcmp(element, "rPh") == 0;
    self->listening = self->phonetic == 0 &&
                      (strcmp(element, "v") == 0 || strcmp(element, "t") == 0);
}

/* A row that is empty is none; others are as long as the first. */
static void end_row(book *self)
{
    size_t rows = self->rows.rows.count;
    if (rows == 0)
        return;
    const pl_row *row = &self->rows.rows.items[rows - 1];
    size_t cells = row->count, width = pl_rows_width(&self->rows);
    if (cells == 0)
        self->rows.rows.count--;
    for (; cells > 0 && cells < width && !self->too_large; cells++)
        pl_rows_add(&self->rows, "", 0);
    self->too_large |= self->rows.cells.count > MOST_CELLS;
}

static void end_in_sheet(void *context, const char *element)
{
    book *self = context;
    self->phonetic -= self->phonetic > 0 && strcmp(element, "rPh") == 0;
    if (strcmp(element, "c") == 0)
        end_cell(self);
    else if (strcmp(element, "row") == 0)
        end_row(self);
    self->listening = false;
}

/* --------------------------------------------------------------- reading -- */

static pleach_status read_sheet(book *self, pleach_error *error)
{
    static const pl_workbook_ear sheets = {on_sheet, pass_text, pass};
    static const pl_workbook_ear relations = {on_relation, pass_text, pass};
    static const pl_workbook_ear strings = {begin_string, take_text,
                                            end_string};
    static const pl_workbook_ear cells = {begin_in_sheet, take_text,
                                          end_in_sheet};
    static const char shared[] = "xl/sharedStrings.xml";
    PL_TRY(
        pl_workbook_read(self->file, "xl/workbook.xml", &sheets, self, error));
    PL_TRY(pl_check_memory(self->reader->arena, error));
    PL_TRY(choose_sheet(self, error));
    PL_TRY(pl_workbook_read(self->file, "xl/_rels/workbook.xml.rels",
                            &relations, self, error));
    if (pl_workbook_has(self->file, shared))
        PL_TRY(pl_workbook_read(self->file, shared, &strings, self, error));
    PL_TRY(pl_workbook_read(self->file, self->path, &cells, self, error));
    if (self->too_large)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->reader->file, 0, 0,
                          "The sheet has more than 16384 columns, 20 million "
                          "cells or 256 MiB of text. Save the part that is "
                          "meant as CSV.");
    return PLEACH_OK;
}

pleach_status pl_read_xlsx(pl_reader *reader, pleach_error *error)
{
    pl_arena *arena = reader->arena;
    book self = {.reader = reader,
                 .sheets = {.arena = arena},
                 .strings = {.arena = arena},
                 .texts = {.arena = arena},
                 .text = {.arena = arena}};
    pl_piece bytes;
    pleach_error failure;
    pl_rows_open(&self.rows, reader);
    pleach_status status = pl_source_bytes(reader->source, &bytes, &failure);
    if (status == PLEACH_OK)
        status = pl_workbook_open(&self.file, reader, &bytes, &failure);
    if (status == PLEACH_OK)
        status = read_sheet(&self, &failure);
    pl_workbook_close(self.file);
    PL_TRY(pl_reader_settle(reader, status, &failure, error));
    return status == PLEACH_OK ? pl_rows_read(&self.rows, error) : PLEACH_OK;
}

#else

pleach_status pl_read_xlsx(pl_reader *reader, pleach_error *error)
{
    return pl_reader_fail_unbuilt(reader, "spreadsheets (.xlsx)", error);
}

#endif
