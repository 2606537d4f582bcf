/* read_rdf.c: Turtle, RDF/XML and N-Triples, through Raptor. */
/* SPDX-License-Identifier: MIT */
#include "read/rdf_graph.h"
#include "read/read.h"

#if defined(PLEACH_HAS_RDF)
#include <lazy/raptor2.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

typedef struct rdf {
    pl_rdf_graph graph;
    pl_piece text; /* as it came */
    pleach_status status;
    pleach_error *error;
    raptor_parser *parser;
} rdf;

/* ------------------------------------------------------------------ tags -- */

/* Raptor counts the bytes of a language tag in 8 bits, makes that much room,
 * and copies them all: longer ones are kept from it. */
#define TAG_BYTES ((size_t)255)

/* The parser of XML refuses to hold more than 10 MB that it has not looked at,
 * so it is fed piece by piece. */
#define RDF_PIECE ((size_t)1 << 20)

static const char too_long[] = "This language tag is longer than 255 bytes. "
                               "Write one like \"en\" or \"pt-BR\".";

static bool in_tag(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

/* Turtle and N-Triples: PLEACH_BAD_DATA where an "@" has too many bytes of a
 * tag behind it. In a string or a comment these are none, but nobody writes
 * such words. */
static pleach_status check_turtle(const pl_reader *reader, const pl_piece *text,
                                  pleach_error *error)
{
    const char *end = text->bytes + text->length;
    for (const char *at = text->bytes;
         (at = memchr(at, '@', (size_t)(end - at))) != NULL; at++) {
        size_t length = 0, left = (size_t)(end - at) - 1;
        while (length <= TAG_BYTES && length < left && in_tag(at[1 + length]))
            length++;
        if (length > TAG_BYTES)
            return pl_reader_fail(reader, text, (size_t)(at - text->bytes),
                                  error, too_long);
    }
    return PLEACH_OK;
}

static void check_element(void *context, raptor_xml_element *element)
{
    bool *found = context;
    const unsigned char *tag = raptor_xml_element_get_language(element);
    if (tag != NULL && strlen((const char *)tag) > TAG_BYTES)
        *found = true;
}

/* Nothing is fetched. */
static int refuse_address(void *context, raptor_uri *address)
{
    (void)context;
    (void)address;
    return 1;
}

static bool read_elements(raptor_sax2 *xml, const bool *found,
                          const pl_piece *text)
{
    const unsigned char *bytes = (const unsigned char *)text->bytes;
    for (size_t at = 0, size; at < text->length && !*found; at += size) {
        size = text->length - at;
        size = size < RDF_PIECE ? size : RDF_PIECE;
        if (raptor_sax2_parse_chunk(xml, bytes + at, size,
                                    at + size == text->length) != 0)
            return false;
    }
    return true;
}

/* Whether what stands behind "xml:lang" looks too long, or has an entity. */
static bool looks_long(const char *at, const char *end)
{
    size_t length = 1; /* with the quotation mark */
    while (at < end && memchr(" \t\r\n=", *at, 5) != NULL)
        at++;
    while (at + length < end && length <= TAG_BYTES && at[length] != *at &&
           at[length] != '&')
        length++;
    return at + length < end && at[length] != *at;
}

/* Raptor does not tell where it is. */
static pleach_status blame_attribute(const pl_reader *reader,
                                     const pl_piece *text, pleach_error *error)
{
    static const char name[] = "xml:lang";
    const size_t size = sizeof name - 1;
    const char *end = text->bytes + text->length;
    for (const char *at = text->bytes;
         (at = memchr(at, 'x', (size_t)(end - at))) != NULL; at++)
        if ((size_t)(end - at) > size && memcmp(at, name, size) == 0 &&
            looks_long(at + size, end))
            return pl_reader_fail(reader, text, (size_t)(at - text->bytes),
                                  error, too_long);
    return pl_reader_refuse(reader, 0, error, too_long);
}

/* RDF/XML, whose entities may hide a tag: Raptor's own reader of XML says how
 * long each becomes. What else is wrong goes to the world's log. */
static pleach_status check_tags(const pl_reader *reader, raptor_world *world,
                                raptor_uri *base, const pl_piece *text,
                                pleach_error *error)
{
    bool found = false;
    raptor_locator place = {0};
    raptor_sax2 *xml = raptor_new_sax2(world, &place, &found);
    if (xml == NULL)
        return pl_fail_memory(error);
    raptor_sax2_set_start_element_handler(xml, check_element);
    raptor_sax2_set_uri_filter(xml, refuse_address, NULL);
    raptor_sax2_parse_start(xml, base);
    bool right = read_elements(xml, &found, text);
    raptor_free_sax2(xml);
    if (found)
        return blame_attribute(reader, text, error);
    return right ? PLEACH_OK
                 : pl_reader_refuse(reader, 0, error,
                                    "The text could not be read as XML.");
}

/* ------------------------------------------------------------ statements -- */

static bool take_address(const raptor_term *term, const char **text,
                         size_t *length)
{
    if (term->type == RAPTOR_TERM_TYPE_URI)
        *text =
            (const char *)raptor_uri_as_counted_string(term->value.uri, length);
    return term->type == RAPTOR_TERM_TYPE_URI;
}

/* The cells of lists have no address, but names of the parser's. */
typedef struct cell_names {
    char subject[64], object[64];
} cell_names;

static bool take_cell_name(const raptor_term *term, char name[64],
                           const char **text, size_t *length)
{
    if (term->type != RAPTOR_TERM_TYPE_BLANK)
        return take_address(term, text, length);
    int used =
        snprintf(name, 64, "_:%s", (const char *)term->value.blank.string);
    *text = name;
    *length = (size_t)used;
    return used < 64;
}

/* Nodes without an address are restrictions and the like, which are passed
 * over, or lists. */
static bool translate(const raptor_statement *from, pl_rdf_statement *to,
                      cell_names *names)
{
    const raptor_term_literal_value *literal = &from->object->value.literal;
    size_t length;
    to->literal = from->object->type == RAPTOR_TERM_TYPE_LITERAL;
    if (to->literal) {
        to->object = (const char *)literal->string;
        to->object_length = literal->string_len;
        to->language = (const char *)literal->language;
        if (literal->datatype != NULL)
            to->datatype =
                (const char *)raptor_uri_as_string(literal->datatype);
    }
    if (take_address(from->predicate, &to->predicate, &length) &&
        pl_rdf_lists(to->predicate))
        return take_cell_name(from->subject, names->subject, &to->subject,
                              &to->subject_length) &&
               (to->literal || take_cell_name(from->object, names->object,
                                              &to->object, &to->object_length));
    return take_address(from->predicate, &to->predicate, &length) &&
           take_address(from->subject, &to->subject, &to->subject_length) &&
           (to->literal ||
            take_address(from->object, &to->object, &to->object_length));
}

static void on_statement(void *context, raptor_statement *statement)
{
    rdf *self = context;
    pl_rdf_statement taken = {0};
    cell_names names;
    if (self->status != PLEACH_OK)
        return;
    raptor_locator *place = raptor_parser_get_locator(self->parser);
    int line = place == NULL ? 0 : raptor_locator_line(place);
    taken.line = line > 0 ? (uint64_t)line : 0;
    if (!translate(statement, &taken, &names)) {
        if (taken.literal && taken.subject == NULL && taken.predicate != NULL)
            pl_rdf_pass_over(&self->graph, taken.predicate, taken.line);
        return;
    }
    pl_rdf_take(&self->graph, &taken);
    if (pl_arena_failed(self->graph.forest.reader->arena)) {
        self->status = pl_fail_memory(self->error);
        raptor_parser_parse_abort(self->parser);
    }
}

/* Raptor has no code for it, and quotes the parser of XML below it. */
static bool tells_memory(const char *text)
{
    return strstr(text, "ut of memory") != NULL ||
           strstr(text, "emory allocation failed") != NULL;
}

static void on_message(void *context, raptor_log_message *message)
{
    rdf *self = context;
    int line =
        message->locator == NULL ? 0 : raptor_locator_line(message->locator);
    const pl_reader *reader = self->graph.forest.reader;
    uint64_t place = line > 0 ? (uint64_t)line : 0;
    if (message->level < RAPTOR_LOG_LEVEL_ERROR || self->status != PLEACH_OK)
        return;
    self->status =
        tells_memory(message->text) ? pl_fail_memory(self->error)
        : strstr(message->text, "entity reference loop") != NULL
            ? pl_reader_fail_entities(reader, place, self->error)
            : pl_reader_refuse(reader, place, self->error,
                               "This is not right: %.*s.",
                               pl_text_unstopped(message->text), message->text);
}

/* --------------------------------------------------------------- reading -- */

static bool feed_rdf(const rdf *self, const pl_piece *text)
{
    const size_t most = RDF_PIECE;
    for (size_t at = 0, size; self->status == PLEACH_OK; at += size) {
        size = text->length - at < most ? text->length - at : most;
        bool last = at + size == text->length;
        if (raptor_parser_parse_chunk(self->parser,
                                      (const unsigned char *)text->bytes + at,
                                      size, last) != 0)
            return false;
        if (last)
            break;
    }
    return true;
}

/* Raptor's reader of Turtle copies the text twice, and a copy that there is no
 * memory for ends the process: whether there is enough is tried before. */
static bool has_room_for(const pl_piece *text)
{
    void *copies = pl_allocate(text->length + 1, 3);
    pl_release(copies);
    return copies != NULL;
}

/* Nothing is fetched: an input that names another must not make a connection.
 */
static pleach_status parse_rdf(rdf *self, raptor_uri *base, const char *syntax,
                               const pl_piece *text, pleach_error *error)
{
    raptor_parser_set_option(self->parser, RAPTOR_OPTION_NO_NET, NULL, 1);
    raptor_parser_set_option(self->parser, RAPTOR_OPTION_NO_FILE, NULL, 1);
    raptor_parser_set_statement_handler(self->parser, self, on_statement);
    bool failed = raptor_parser_parse_start(self->parser, base) != 0 ||
                  !feed_rdf(self, text);
    if (failed && self->status == PLEACH_OK)
        return pl_reader_refuse(self->graph.forest.reader, 0, error,
                                "The text could not be read as %s.", syntax);
    return self->status;
}

static pleach_status parse_xml(rdf *self, raptor_world *world, raptor_uri *base,
                               pleach_error *error)
{
    pleach_error failure;
    pleach_status status = check_tags(self->graph.forest.reader, world, base,
                                      &self->text, &failure);
    if (self->status != PLEACH_OK)
        return self->status;
    if (status == PLEACH_OK)
        return parse_rdf(self, base, "rdfxml", &self->text, error);
    *error = failure;
    return status;
}

static pleach_status parse_turtle(rdf *self, raptor_uri *base,
                                  pleach_error *error)
{
    PL_TRY(check_turtle(self->graph.forest.reader, &self->text, error));
    return has_room_for(&self->text)
               ? parse_rdf(self, base, "turtle", &self->text, error)
               : pl_fail_memory(error);
}

static pleach_status parse_text(rdf *self, raptor_world *world,
                                const char *syntax, pleach_error *error)
{
    self->parser = raptor_new_parser(world, syntax);
    raptor_uri *base =
        raptor_new_uri(world, (const unsigned char *)"http://example.invalid/");
    pleach_status status =
        self->parser == NULL || base == NULL ? pl_fail_memory(error)
        : strcmp(syntax, "rdfxml") == 0 ? parse_xml(self, world, base, error)
                                        : parse_turtle(self, base, error);
    raptor_free_uri(base);
    return status;
}

/* A world of its own for each input, because Raptor keeps its settings there
 * and several threads may read. */
static pleach_status read_rdf_text(rdf *self, const char *syntax,
                                   pleach_error *error)
{
    PL_TRY(pl_check_library(lazy_raptor2(), error));
    raptor_world *world = raptor_new_world();
    self->error = error;
    if (world == NULL || raptor_world_open(world) != 0) {
        raptor_free_world(world);
        return pl_fail_memory(error);
    }
    raptor_world_set_log_handler(world, self, on_message);
    pleach_status status = parse_text(self, world, syntax, error);
    raptor_free_parser(self->parser);
    raptor_free_world(world);
    PL_TRY(status);
    return pl_rdf_finish(&self->graph, error);
}

/* Entities that are elsewhere are never fetched: who needs them is told. */
static pleach_status check_entities(const pl_reader *reader,
                                    const pl_piece *text, pleach_error *error)
{
    static const char declaration[] = "<!ENTITY";
    const char *at = text->bytes, *end = at + text->length;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        size_t left = (size_t)(end - at);
        const char *close = memchr(at, '>', left);
        if (left > sizeof declaration && close != NULL &&
            memcmp(at, declaration, sizeof declaration - 1) == 0)
            for (; at + 8 <= close; at++)
                if (memcmp(at, " SYSTEM ", 8) == 0 ||
                    memcmp(at, " PUBLIC ", 8) == 0)
                    return pl_reader_fail(
                        reader, text, (size_t)(at - text->bytes), error,
                        "This entity is in another place, which is not read. "
                        "Write its text out.");
        at++;
    }
    return PLEACH_OK;
}

/* The parser below Raptor limits how far entities grow. */
static pleach_status read_rdf(pl_reader *reader, const char *syntax,
                              pleach_error *error)
{
    rdf self = {.status = PLEACH_OK};
    pl_rdf_open(&self.graph, reader);
    PL_TRY(pl_reader_rest(reader, &self.text, error));
    if (strcmp(syntax, "rdfxml") == 0)
        PL_TRY(check_entities(reader, &self.text, error));
    return read_rdf_text(&self, syntax, error);
}

#else

static pleach_status read_rdf(pl_reader *reader, const char *syntax,
                              pleach_error *error)
{
    return pl_reader_fail_unbuilt(reader, syntax, error);
}

#endif

pleach_status pl_read_turtle(pl_reader *reader, pleach_error *error)
{
    return read_rdf(reader, "turtle", error);
}

pleach_status pl_read_rdfxml(pl_reader *reader, pleach_error *error)
{
    return read_rdf(reader, "rdfxml", error);
}

/* N-Triples are Turtle too. */
pleach_status pl_read_ntriples(pl_reader *reader, pleach_error *error)
{
    return read_rdf(reader, "turtle", error);
}
