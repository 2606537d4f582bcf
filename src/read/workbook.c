/* workbook.c: unzips documents of a workbook, piece by piece, and parses them.
 *
 * libzip checks sums and lengths, libxml2 nesting and the length of texts. What
 * is limited here is how much comes out of how little. */
/* SPDX-License-Identifier: MIT */
#include "read/workbook.h"

#ifdef PLEACH_HAS_XLSX
#include <lazy/libxml2.h>
#include <lazy/libzip.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_ENTRIES = 10000, PIECE = 65536 };
/* As for compressed texts (source.c). */
enum { MOST_EXPANSION = 250, EXPANSION_FREE = 64 << 20 };

struct pl_workbook {
    zip_t *zip;
    const pl_reader *reader;
};

/* A document on its way from the zip to who listens. */
typedef struct document {
    const pl_workbook_ear *ear;
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

pleach_status pl_workbook_open(pl_workbook **book, const pl_reader *reader,
                               const pl_piece *bytes, pleach_error *error)
{
    zip_error_t wrong;
    if (bytes->length == 0)
        return fail_book(reader, error, "The file is empty.");
    PL_TRY(refuse_old(reader, bytes, error));
    PL_TRY(pl_check_library(lazy_libzip(), error));
    PL_TRY(pl_check_library(lazy_libxml2(), error));
    pl_workbook *made = pl_allocate(1, sizeof *made);
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
    } else if (!pl_workbook_has(made, "xl/workbook.xml")) {
        status = fail_book(reader, error,
                           "This is a zipped document but no spreadsheet that "
                           "is known. Save it as .xlsx or CSV, or unpack it.");
    }
    zip_error_fini(&wrong);
    if (status == PLEACH_OK)
        *book = made;
    else
        pl_workbook_close(made);
    return status;
}

void pl_workbook_close(pl_workbook *book)
{
    if (book == NULL)
        return;
    zip_discard(book->zip);
    pl_release(book);
}

bool pl_workbook_has(const pl_workbook *book, const char *path)
{
    return zip_name_locate(book->zip, path, 0) >= 0;
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

static pleach_status judge_parser(const pl_workbook *book, const document *self,
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
static pleach_status count_bytes(const pl_workbook *book, uint64_t got,
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

static pleach_status feed_parser(pl_workbook *book, document *self,
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

pleach_status pl_workbook_read(pl_workbook *book, const char *path,
                               const pl_workbook_ear *ear, void *context,
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

#endif
