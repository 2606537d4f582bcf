/* read_xlsx.c: a sheet of a workbook (.xlsx) as a table: the first one, or that
 * of FILE.xlsx#NAME.
 *
 * A workbook is XML documents in a zip. libzip checks sums and lengths, libxml2
 * nesting and the length of texts. What is limited here is how much comes out
 * of how little. */
/* SPDX-License-Identifier: MIT */
#include "read/read.h"

#ifdef PLEACH_HAS_XLSX
#include <lazy/libxml2.h>
#include <lazy/libzip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/rows.h"

/* ------------------------------------------------------------- documents -- */

/* Who listens to a document: elements without prefixes, and attributes as names
 * and values by turns, NULL behind the last. */
typedef struct workbook_ear {
    void (*begin)(void *context, const char *element, const char **attributes);
    void (*text)(void *context, const char *bytes, size_t length);
    void (*end)(void *context, const char *element);
} workbook_ear;

enum { MOST_ENTRIES = 10000, PIECE = 65536 };
/* As for compressed texts (source.c). */
enum { MOST_EXPANSION = 250, EXPANSION_FREE = 64 << 20 };

typedef struct workbook {
    zip_t *zip;
    const pl_reader *reader;
} workbook;

/* A document on its way from the zip to who listens. */
typedef struct document {
    const workbook_ear *ear;
    void *context;
    xmlParserCtxt *parser;
    bool entities; /* some are declared */
} document;

static pleach_status fail_book(const pl_reader *reader, pleach_error *error,
                               const char *sentence)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 0, 0, "%s",
                      sentence);
}

static const char is_cut[] =
    "The spreadsheet is damaged or cut short. Fetch or save it again.";
static const char has_password[] =
    "The spreadsheet is protected by a password. Save it without one.";

static pleach_status fail_zip(const pl_reader *reader, int code,
                              pleach_error *error)
{
    if (code == ZIP_ER_MEMORY)
        return pl_fail_memory(error);
    return fail_book(reader, error,
                     code == ZIP_ER_NOPASSWD || code == ZIP_ER_WRONGPASSWD
                         ? has_password
                         : is_cut);
}

/* Files of the older kind, and those with a password, are no zips but a small
 * file system. Names in that are in two bytes a letter. */
static pleach_status refuse_old(const pl_reader *reader, const pl_piece *bytes,
                                pleach_error *error)
{
    static const char old[] = "\xD0\xCF\x11\xE0";
    static const char locked[] = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k";
    if (bytes->length < sizeof old || memcmp(bytes->bytes, old, 4) != 0)
        return PLEACH_OK;
    for (size_t k = 0; k + sizeof locked < bytes->length; k += 2)
        if (memcmp(bytes->bytes + k, locked, sizeof locked - 1) == 0)
            return fail_book(reader, error, has_password);
    return fail_book(reader, error,
                     "This is a spreadsheet of the older kind (.xls). Save it "
                     "as .xlsx or CSV.");
}

static void close_workbook(workbook *book)
{
    if (book == NULL)
        return;
    zip_discard(book->zip);
    pl_release(book);
}

static bool has_document(const workbook *book, const char *path)
{
    return zip_name_locate(book->zip, path, 0) >= 0;
}

/* Borrows the bytes, which are whatever somebody sent. */
static pleach_status open_workbook(workbook **book, const pl_reader *reader,
                                   const pl_piece *bytes, pleach_error *error)
{
    zip_error_t wrong;
    if (bytes->length == 0)
        return fail_book(reader, error, "The file is empty.");
    PL_TRY(refuse_old(reader, bytes, error));
    PL_TRY(pl_check_library(lazy_libzip(), error));
    PL_TRY(pl_check_library(lazy_libxml2(), error));
    workbook *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    zip_error_init(&wrong);
    zip_source_t *source =
        zip_source_buffer_create(bytes->bytes, bytes->length, 0, &wrong);
    if (source != NULL)
        made->zip = zip_open_from_source(source, ZIP_RDONLY, &wrong);
    made->reader = reader;
    pleach_status status = PLEACH_OK;
    if (made->zip == NULL) {
        zip_source_free(source);
        status = fail_zip(reader, zip_error_code_zip(&wrong), error);
    } else if (zip_get_num_entries(made->zip, 0) > MOST_ENTRIES) {
        status = fail_book(reader, error,
                           "The spreadsheet consists of more than 10000 files, "
                           "which no honest one does.");
    } else if (!has_document(made, "xl/workbook.xml")) {
        status = fail_book(reader, error,
                           "This is a zipped document but no spreadsheet that "
                           "is known. Save it as .xlsx or CSV, or unpack it.");
    }
    zip_error_fini(&wrong);
    if (status == PLEACH_OK)
        *book = made;
    else
        close_workbook(made);
    return status;
}

/* --------------------------------------------------------------- parsing -- */

/* Some programs write <x:row> for <row>. */
static const char *plain(const xmlChar *name)
{
    const char *colon = strchr((const char *)name, ':');
    return colon == NULL ? (const char *)name : colon + 1;
}

static void on_begin(void *context, const xmlChar *name,
                     const xmlChar **attributes)
{
    static const char *none[] = {NULL};
    document *self = context;
    self->ear->begin(self->context, plain(name),
                     attributes == NULL ? none : (const char **)attributes);
}

static void on_end(void *context, const xmlChar *name)
{
    document *self = context;
    self->ear->end(self->context, plain(name));
}

static void on_text(void *context, const xmlChar *bytes, int length)
{
    document *self = context;
    if (length > 0)
        self->ear->text(self->context, (const char *)bytes, (size_t)length);
}

/* No program writes entities of its own into a workbook. */
static void on_declared(void *context, const xmlChar *name, int type,
                        const xmlChar *public_id, const xmlChar *system_id,
                        xmlChar *content)
{
    document *self = context;
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    self->entities = true;
    xmlStopParser(self->parser);
}

static xmlEntity *on_entity(void *context, const xmlChar *name)
{
    (void)context;
    return xmlGetPredefinedEntity(name);
}

static pleach_status judge_parser(const workbook *book, const document *self,
                                  const char *path, pleach_error *error)
{
    if (self->parser->errNo == XML_ERR_NO_MEMORY)
        return pl_fail_memory(error);
    if (self->entities)
        return pl_reader_fail_entities(book->reader, 0, error);
    if (self->parser->wellFormed)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, book->reader->file, 0, 0,
                      "The part %.60s of the spreadsheet is not XML. Save it "
                      "again.",
                      path);
}

/* Bytes of the entry so far against those that it takes in the file, and all
 * bytes against what may be read. */
static pleach_status count_bytes(const workbook *book, uint64_t got,
                                 const zip_stat_t *facts, uint64_t made,
                                 pleach_error *error)
{
    pl_read_progress *progress = book->reader->progress;
    uint64_t most =
        progress->max_bytes == 0 ? PL_MOST_INPUT : progress->max_bytes;
    PL_TRY(pl_read_progress_report(progress, got, 0, error));
    if (progress->bytes_made > most)
        return pl_fail_at(error, PLEACH_BAD_DATA, book->reader->file, 0, 0,
                          "The spreadsheet is larger than the %llu bytes that "
                          "may be read. Raise the limit (--max-input).",
                          (unsigned long long)most);
    if (made > EXPANSION_FREE && made / MOST_EXPANSION > facts->comp_size)
        return fail_book(book->reader, error,
                         "Unpacked, the spreadsheet is more than 250 times as "
                         "large, which no honest one is.");
    return PLEACH_OK;
}

static pleach_status feed_parser(workbook *book, document *self,
                                 zip_file_t *file, const zip_stat_t *facts,
                                 pleach_error *error)
{
    char piece[PIECE];
    uint64_t made = 0;
    zip_int64_t got;
    while ((got = zip_fread(file, piece, sizeof piece)) > 0) {
        made += (uint64_t)got;
        PL_TRY(count_bytes(book, (uint64_t)got, facts, made, error));
        if (xmlParseChunk(self->parser, piece, (int)got, 0) != 0)
            return PLEACH_OK; /* whoever judges it says why */
    }
    if (got < 0)
        return fail_zip(book->reader,
                        zip_error_code_zip(zip_file_get_error(file)), error);
    xmlParseChunk(self->parser, piece, 0, 1);
    return PLEACH_OK;
}

/* Nobody is told of errors but by our own sentences. */
#if LIBXML_VERSION >= 21200
static void on_wrong(void *context, const xmlError *told)
#else
static void on_wrong(void *context, xmlError *told)
#endif
{
    (void)context, (void)told;
}

/* Reads the document of that path to its end, in pieces. */
static pleach_status read_document(workbook *book, const char *path,
                                   const workbook_ear *ear, void *context,
                                   pleach_error *error)
{
    static xmlSAXHandler handler = {.startElement = on_begin,
                                    .endElement = on_end,
                                    .characters = on_text,
                                    .cdataBlock = on_text,
                                    .entityDecl = on_declared,
                                    .getEntity = on_entity,
                                    .initialized = 1};
    document self = {.ear = ear, .context = context};
    zip_stat_t facts;
    if (zip_stat(book->zip, path, 0, &facts) != 0 ||
        !(facts.valid & ZIP_STAT_COMP_SIZE))
        return fail_book(book->reader, error, is_cut);
    if (facts.valid & ZIP_STAT_ENCRYPTION_METHOD &&
        facts.encryption_method != ZIP_EM_NONE)
        return fail_book(book->reader, error, has_password);
    zip_file_t *file = zip_fopen(book->zip, path, 0);
    if (file == NULL)
        return fail_zip(book->reader,
                        zip_error_code_zip(zip_get_error(book->zip)), error);
    xmlSetStructuredErrorFunc(NULL, on_wrong);
    self.parser = xmlCreatePushParserCtxt(&handler, &self, NULL, 0, NULL);
    pleach_status status = PLEACH_OK;
    if (self.parser == NULL) {
        status = pl_fail_memory(error);
    } else {
        xmlCtxtUseOptions(self.parser,
                          XML_PARSE_NONET | XML_PARSE_SAX1 | XML_PARSE_NOENT);
        status = feed_parser(book, &self, file, &facts, error);
        if (status == PLEACH_OK)
            status = judge_parser(book, &self, path, error);
        xmlFreeDoc(self.parser->myDoc);
        xmlFreeParserCtxt(self.parser);
    }
    xmlSetStructuredErrorFunc(NULL, NULL);
    zip_fclose(file);
    return status;
}

/* ------------------------------------------------------------------ cells --
 */

/* As many columns as spreadsheets have; and empty cells count, too. */
enum { MOST_COLUMNS = 16384, MOST_CELLS = 20000000, MOST_TEXT = 1 << 28 };

typedef struct sheet {
    const char *name, *relation;
    bool hidden;
} sheet;

typedef struct book {
    pl_reader *reader;
    workbook *file;
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
    static const workbook_ear sheets = {on_sheet, pass_text, pass};
    static const workbook_ear relations = {on_relation, pass_text, pass};
    static const workbook_ear strings = {begin_string, take_text, end_string};
    static const workbook_ear cells = {begin_in_sheet, take_text, end_in_sheet};
    static const char shared[] = "xl/sharedStrings.xml";
    PL_TRY(read_document(self->file, "xl/workbook.xml", &sheets, self, error));
    PL_TRY(pl_check_memory(self->reader->arena, error));
    PL_TRY(choose_sheet(self, error));
    PL_TRY(read_document(self->file, "xl/_rels/workbook.xml.rels", &relations,
                         self, error));
    if (has_document(self->file, shared))
        PL_TRY(read_document(self->file, shared, &strings, self, error));
    PL_TRY(read_document(self->file, self->path, &cells, self, error));
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
        status = open_workbook(&self.file, reader, &bytes, &failure);
    if (status == PLEACH_OK)
        status = read_sheet(&self, &failure);
    close_workbook(self.file);
    PL_TRY(pl_reader_settle(reader, status, &failure, error));
    return status == PLEACH_OK ? pl_rows_read(&self.rows, error) : PLEACH_OK;
}

#else

pleach_status pl_read_xlsx(pl_reader *reader, pleach_error *error)
{
    return pl_reader_fail_unbuilt(reader, "spreadsheets (.xlsx)", error);
}

#endif
