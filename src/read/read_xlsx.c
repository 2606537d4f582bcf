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

enum { MOST_ENTRIES = 10000, PIECE = 65536 };
/* As for compressed texts (source.c). */
enum { MOST_EXPANSION = 250, EXPANSION_FREE = 64 << 20 };
/* As many columns as spreadsheets have; and empty cells count, too. */
enum { MOST_COLUMNS = 16384, MOST_CELLS = 20000000, MOST_TEXT = 1 << 28 };

typedef struct sheet {
    const char *name, *relation;
    bool hidden;
} sheet;

typedef struct book {
    pl_reader *reader;
    zip_t *zip;
    xmlParserCtxt *parser; /* of the document that is read */
    bool entities;         /* it declares some */
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

static pleach_status fail_book(const pl_reader *reader, pleach_error *error,
                               const char *sentence)
{
    return pl_reader_refuse(reader, 0, error, "%s", sentence);
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

static bool has_document(const book *self, const char *path)
{
    return zip_name_locate(self->zip, path, 0) >= 0;
}

/* Borrows the bytes, which are whatever somebody sent. */
static pleach_status open_workbook(book *self, const pl_piece *bytes,
                                   pleach_error *error)
{
    zip_error_t wrong;
    if (bytes->length == 0)
        return fail_book(self->reader, error, "The file is empty.");
    PL_TRY(refuse_old(self->reader, bytes, error));
    PL_TRY(pl_check_library(lazy_libzip(), error));
    PL_TRY(pl_check_library(lazy_libxml2(), error));
    zip_error_init(&wrong);
    zip_source_t *source =
        zip_source_buffer_create(bytes->bytes, bytes->length, 0, &wrong);
    if (source != NULL)
        self->zip = zip_open_from_source(source, ZIP_RDONLY, &wrong);
    if (self->zip == NULL)
        zip_source_free(source);
    int code = zip_error_code_zip(&wrong);
    zip_error_fini(&wrong);
    if (self->zip == NULL)
        return fail_zip(self->reader, code, error);
    if (zip_get_num_entries(self->zip, 0) > MOST_ENTRIES)
        return fail_book(self->reader, error,
                         "The spreadsheet consists of more than 10000 files, "
                         "which no honest one does.");
    if (!has_document(self, "xl/workbook.xml"))
        return fail_book(self->reader, error,
                         "This is a zipped document but no spreadsheet that "
                         "is known. Save it as .xlsx or CSV, or unpack it.");
    return PLEACH_OK;
}

/* --------------------------------------------------------------- parsing -- */

/* Some programs write <x:row> for <row>. */
static const char *plain(const xmlChar *name)
{
    const char *colon = strchr((const char *)name, ':');
    return colon == NULL ? (const char *)name : colon + 1;
}

static bool is_element(const xmlChar *name, const char *wanted)
{
    return strcmp(plain(name), wanted) == 0;
}

/* The value of an attribute; "": there is none. */
static const char *attribute(const xmlChar **attributes, const char *name)
{
    for (; attributes != NULL && attributes[0] != NULL; attributes += 2)
        if (is_element(attributes[0], name))
            return (const char *)attributes[1];
    return "";
}

/* No program writes entities of its own into a workbook. */
static void on_declared(void *context, const xmlChar *name, int type,
                        const xmlChar *public_id, const xmlChar *system_id,
                        xmlChar *content)
{
    book *self = context;
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    self->entities = true;
    xmlStopParser(self->parser);
}

static xmlEntity *on_entity(void *context, const xmlChar *name)
{
    (void)context;
    return xmlGetPredefinedEntity(name);
}

static pleach_status judge_parser(const book *self, const char *path,
                                  pleach_error *error)
{
    if (self->parser->errNo == XML_ERR_NO_MEMORY)
        return pl_fail_memory(error);
    if (self->entities)
        return pl_reader_fail_entities(self->reader, 0, error);
    if (self->parser->wellFormed)
        return PLEACH_OK;
    return pl_reader_refuse(self->reader, 0, error,
                            "The part %.60s of the spreadsheet is not XML. "
                            "Save it again.",
                            path);
}

/* Bytes of the entry so far against those that it takes in the file, and all
 * bytes against what may be read. */
static pleach_status count_bytes(const book *self, uint64_t got,
                                 const zip_stat_t *facts, uint64_t made,
                                 pleach_error *error)
{
    pl_read_progress *progress = self->reader->progress;
    uint64_t most =
        progress->max_bytes == 0 ? PL_MOST_INPUT : progress->max_bytes;
    PL_TRY(pl_read_progress_report(progress, got, 0, error));
    if (progress->bytes_made > most)
        return pl_reader_refuse(
            self->reader, 0, error,
            "The spreadsheet is larger than the %llu bytes that may be read. "
            "Raise the limit (--max-input).",
            (unsigned long long)most);
    if (made > EXPANSION_FREE && made / MOST_EXPANSION > facts->comp_size)
        return fail_book(self->reader, error,
                         "Unpacked, the spreadsheet is more than 250 times as "
                         "large, which no honest one is.");
    return PLEACH_OK;
}

static pleach_status feed_parser(const book *self, zip_file_t *file,
                                 const zip_stat_t *facts, pleach_error *error)
{
    char piece[PIECE];
    uint64_t made = 0;
    zip_int64_t got;
    while ((got = zip_fread(file, piece, sizeof piece)) > 0) {
        made += (uint64_t)got;
        PL_TRY(count_bytes(self, (uint64_t)got, facts, made, error));
        if (xmlParseChunk(self->parser, piece, (int)got, 0) != 0)
            return PLEACH_OK; /* whoever judges it says why */
    }
    if (got < 0)
        return fail_zip(self->reader,
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

static pleach_status open_document(const book *self, const char *path,
                                   zip_stat_t *facts, zip_file_t **file,
                                   pleach_error *error)
{
    if (zip_stat(self->zip, path, 0, facts) != 0 ||
        !(facts->valid & ZIP_STAT_COMP_SIZE))
        return fail_book(self->reader, error, is_cut);
    if (facts->valid & ZIP_STAT_ENCRYPTION_METHOD &&
        facts->encryption_method != ZIP_EM_NONE)
        return fail_book(self->reader, error, has_password);
    *file = zip_fopen(self->zip, path, 0);
    return *file != NULL
               ? PLEACH_OK
               : fail_zip(self->reader,
                          zip_error_code_zip(zip_get_error(self->zip)), error);
}

/* Reads the document of that path to its end, in pieces, for who listens. */
static pleach_status read_document(book *self, const char *path,
                                   xmlSAXHandler ear, pleach_error *error)
{
    zip_stat_t facts;
    zip_file_t *file;
    PL_TRY(open_document(self, path, &facts, &file, error));
    ear.cdataBlock = ear.characters;
    ear.entityDecl = on_declared;
    ear.getEntity = on_entity;
    ear.initialized = 1;
    xmlSetStructuredErrorFunc(NULL, on_wrong);
    self->parser = xmlCreatePushParserCtxt(&ear, self, NULL, 0, NULL);
    pleach_status status = PLEACH_OK;
    if (self->parser == NULL) {
        status = pl_fail_memory(error);
    } else {
        xmlCtxtUseOptions(self->parser,
                          XML_PARSE_NONET | XML_PARSE_SAX1 | XML_PARSE_NOENT);
        status = feed_parser(self, file, &facts, error);
        if (status == PLEACH_OK)
            status = judge_parser(self, path, error);
        xmlFreeDoc(self->parser->myDoc);
        xmlFreeParserCtxt(self->parser);
    }
    xmlSetStructuredErrorFunc(NULL, NULL);
    zip_fclose(file);
    return status;
}

static const char *keep(const book *self, const char *text)
{
    const char *kept = pl_arena_text(self->reader->arena, text, strlen(text));
    return kept == NULL ? "" : kept;
}

/* ---------------------------------------------------------------- sheets -- */

static void on_sheet(void *context, const xmlChar *element,
                     const xmlChar **attributes)
{
    book *self = context;
    if (!is_element(element, "sheet"))
        return;
    const char *state = attribute(attributes, "state");
    sheet made = {.name = keep(self, attribute(attributes, "name")),
                  .relation = keep(self, attribute(attributes, "id")),
                  .hidden = *state != '\0' && strcmp(state, "visible") != 0};
    pl_list_add(&self->sheets, made);
}

static void on_relation(void *context, const xmlChar *element,
                        const xmlChar **attributes)
{
    book *self = context;
    const char *target = attribute(attributes, "Target");
    if (is_element(element, "Relationship") &&
        strcmp(attribute(attributes, "Id"), self->relation) == 0)
        snprintf(self->path, sizeof self->path, "%s%s",
                 *target == '/' ? "" : "xl/", target + (*target == '/'));
}

/* "A", "B": as many as a sentence has room for, but for one. */
static const char *list_sheets(const book *self, const sheet *but)
{
    const char *list = "";
    for (size_t k = 0; k < self->sheets.count && strlen(list) < 240; k++) {
        const char *name = self->sheets.items[k].name;
        if (&self->sheets.items[k] != but)
            list = pl_arena_print(self->reader->arena, "%s%s\"%.*s\"", list,
                                  *list == '\0' ? "" : ", ",
                                  pl_text_cut(name, strlen(name), 40), name);
    }
    return list;
}

/* The sheet that the input names behind a "#", else the first that is shown. */
static pleach_status choose_sheet(book *self, pleach_error *error)
{
    const char *wanted = pl_source_sheet(self->reader->file);
    const sheet *chosen = NULL;
    for (size_t k = self->sheets.count; k-- > 0;) {
        const sheet *here = &self->sheets.items[k];
        if (wanted == NULL ? !here->hidden || chosen == NULL
                           : strcmp(here->name, wanted) == 0)
            chosen = here;
    }
    const char *names = list_sheets(self, chosen);
    if (self->sheets.count == 0)
        return pl_reader_refuse(
            self->reader, 0, error,
            "The workbook has no sheets. Save it again, or as CSV.");
    if (chosen == NULL)
        return pl_reader_refuse(self->reader, 0, error,
                                "There is no such sheet. There are: %s.",
                                names);
    if (wanted == NULL && self->sheets.count > 1)
        pl_reader_tell(
            self->reader,
            "Read the sheet \"%.*s\". FILE.xlsx#NAME reads another: %s.",
            pl_text_cut(chosen->name, strlen(chosen->name), 40), chosen->name,
            names);
    self->relation = chosen->relation;
    return PLEACH_OK;
}

/* --------------------------------------------------------------- strings -- */

static void take_text(void *context, const xmlChar *bytes, int length)
{
    book *self = context;
    if (self->listening && length > 0)
        pl_list_add_all(&self->text, bytes, (size_t)length);
}

/* <si> is a string, <t> a text in it, and <rPh> how that is read out. */
static void begin_string(void *context, const xmlChar *element,
                         const xmlChar **attributes)
{
    book *self = context;
    (void)attributes;
    if (is_element(element, "si"))
        self->text.count = 0;
    self->phonetic += is_element(element, "rPh");
    self->listening = is_element(element, "t") && self->phonetic == 0;
}

static void end_string(void *context, const xmlChar *element)
{
    book *self = context;
    self->listening = false;
    self->phonetic -= self->phonetic > 0 && is_element(element, "rPh");
    if (!is_element(element, "si") ||
        !pl_list_room(&self->texts, self->text.count))
        return;
    pl_list_add(&self->strings,
                ((pl_span){self->texts.count, self->text.count}));
    pl_list_add_all(&self->texts, self->text.items, self->text.count);
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

static void begin_row(book *self, const xmlChar **attributes)
{
    uint64_t line = strtoull(attribute(attributes, "r"), NULL, 10);
    size_t rows = self->rows.rows.count;
    uint64_t before = rows == 0 ? 0 : self->rows.rows.items[rows - 1].line;
    pl_rows_begin(&self->rows, line > 0 ? line : before + 1);
    self->column = 0;
}

/* Cells before it that are not there are empty. */
static void begin_cell(book *self, const xmlChar **attributes)
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
static void begin_in_sheet(void *context, const xmlChar *element,
                           const xmlChar **attributes)
{
    book *self = context;
    if (is_element(element, "row"))
        begin_row(self, attributes);
    else if (is_element(element, "c"))
        begin_cell(self, attributes);
    self->phonetic += is_element(element, "rPh");
    self->listening = self->phonetic == 0 &&
                      (is_element(element, "v") || is_element(element, "t"));
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

static void end_in_sheet(void *context, const xmlChar *element)
{
    book *self = context;
    self->phonetic -= self->phonetic > 0 && is_element(element, "rPh");
    if (is_element(element, "c"))
        end_cell(self);
    else if (is_element(element, "row"))
        end_row(self);
    self->listening = false;
}

/* --------------------------------------------------------------- reading -- */

static pleach_status read_sheet(book *self, pleach_error *error)
{
    static const xmlSAXHandler sheets = {.startElement = on_sheet};
    static const xmlSAXHandler relations = {.startElement = on_relation};
    static const xmlSAXHandler strings = {.startElement = begin_string,
                                          .endElement = end_string,
                                          .characters = take_text};
    static const xmlSAXHandler cells = {.startElement = begin_in_sheet,
                                        .endElement = end_in_sheet,
                                        .characters = take_text};
    static const char shared[] = "xl/sharedStrings.xml";
    PL_TRY(read_document(self, "xl/workbook.xml", sheets, error));
    PL_TRY(pl_check_memory(self->reader->arena, error));
    PL_TRY(choose_sheet(self, error));
    PL_TRY(read_document(self, "xl/_rels/workbook.xml.rels", relations, error));
    if (has_document(self, shared))
        PL_TRY(read_document(self, shared, strings, error));
    PL_TRY(read_document(self, self->path, cells, error));
    if (self->too_large)
        return pl_reader_refuse(
            self->reader, 0, error,
            "The sheet has more than 16384 columns, 20 million cells or 256 "
            "MiB of text. Save the part that is meant as CSV.");
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
    pl_rows_open(&self.rows, reader);
    PL_TRY(pl_source_bytes(reader->source, &bytes, error));
    pleach_status status = open_workbook(&self, &bytes, error);
    if (status == PLEACH_OK)
        status = read_sheet(&self, error);
    if (self.zip != NULL)
        zip_discard(self.zip);
    return status == PLEACH_OK ? pl_rows_read(&self.rows, error) : status;
}

#else

pleach_status pl_read_xlsx(pl_reader *reader, pleach_error *error)
{
    return pl_reader_fail_unbuilt(reader, "spreadsheets (.xlsx)", error);
}

#endif
