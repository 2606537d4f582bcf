/* read_rdf.c: SKOS concepts, RDFS and OWL classes, through Raptor. */
/* SPDX-License-Identifier: MIT */
#include "read/forest.h"

#if defined(PLEACH_HAS_RDF)
#include <raptor2.h>
#include <string.h>

#include "base/text.h"
#include "read/read.h"

#define SKOS "http://www.w3.org/2004/02/skos/core#"
#define RDFS "http://www.w3.org/2000/01/rdf-schema#"

typedef enum property {
    BROADER,
    NARROWER,
    PREFERRED,
    LABEL,
    ALTERNATIVE,
    DESCRIPTION,
    KEYWORD,
    PROPERTIES,
} property;

static const struct {
    const char *uri;
    property kind;
} known[] = {
    {SKOS "broader", BROADER},
    {SKOS "broaderGeneric", BROADER},
    {SKOS "narrower", NARROWER},
    {RDFS "subClassOf", BROADER},
    {SKOS "prefLabel", PREFERRED},
    {RDFS "label", LABEL},
    {SKOS "altLabel", ALTERNATIVE},
    {SKOS "hiddenLabel", ALTERNATIVE},
    {SKOS "definition", DESCRIPTION},
    {RDFS "comment", DESCRIPTION},
    {"http://www.w3.org/ns/dcat#keyword", KEYWORD},
};

/* What a node's name is so far. */
typedef struct best_name {
    uint8_t rank;  /* of its language and property; 0: it has none */
    uint32_t text; /* in `texts` */
    bool part;     /* of what the input tells: a concept, not just a subject */
    bool told;
} best_name;

typedef struct rdf {
    pl_forest forest;
    pl_strings *texts;
    PL_LIST(best_name) names;
    pleach_status status;
    pleach_error *error;
    raptor_parser *parser;
    const char *language;
} rdf;

/* ------------------------------------------------------------------ labels --
 */

/* Better languages have higher ranks: the one asked for, its kin, none, then
 * English, then others. skos:prefLabel goes before rdfs:label. */
static uint8_t rank_language(const rdf *self, const char *language,
                             property kind)
{
    size_t length = strlen(self->language);
    uint8_t rank = 1;
    if (language == NULL || *language == '\0')
        rank = 3;
    else if (pl_text_is_word(language, strlen(language), self->language))
        rank = 5;
    else if (strlen(language) > length && language[length] == '-' &&
             pl_text_is_word(language, length, self->language))
        rank = 4;
    else if (strncmp(language, "en", 2) == 0)
        rank = 2;
    return (uint8_t)(2 * rank + (kind == PREFERRED));
}

static void tell_twice(rdf *self, uint32_t node, const char *kept)
{
    pl_reader *reader = self->forest.reader;
    best_name *best = &self->names.items[node];
    if (best->told)
        return;
    best->told = true;
    reader->builder->facts.odd_labels++;
    pl_read_progress_warn(reader->progress, PL_ODD_LABELS, reader->file,
                          self->forest.nodes.items[node].line,
                          "Two names in one language were given to \"%.*s\". "
                          "The first by its letters is the name, the other a "
                          "further one.",
                          pl_text_cut(kept, strlen(kept), 60), kept);
}

/* Of two names as good, the first by its bytes stays, whatever came first. */
static bool take_rdf_name(rdf *self, uint32_t node, const char *text,
                          size_t length, uint8_t rank)
{
    best_name *best = &self->names.items[node];
    best_name made = *best;
    made.rank = rank;
    made.text = pl_strings_add(self->texts, text, length);
    if (made.text == PL_NONE)
        return false;
    if (rank < best->rank || (rank == best->rank && made.text == best->text))
        return true;
    if (rank == best->rank) {
        const char *before = pl_strings_at(self->texts, best->text);
        const char *now = pl_strings_at(self->texts, made.text);
        bool first = strcmp(now, before) < 0;
        tell_twice(self, node, first ? now : before);
        made.told = true;
        const char *other = first ? before : now;
        if (!pl_forest_alt(&self->forest, node, other, strlen(other)))
            return false;
        if (!first)
            return true;
    }
    self->names.items[node] = made;
    return true;
}

static bool take_rdf_text(rdf *self, uint32_t node, property kind,
                          const raptor_term_literal_value *literal)
{
    const char *text = (const char *)literal->string;
    size_t length = literal->string_len;
    uint8_t rank = rank_language(self, (const char *)literal->language, kind);
    if (kind == PREFERRED || kind == LABEL)
        return take_rdf_name(self, node, text, length, rank);
    self->names.items[node].part |= kind == ALTERNATIVE;
    if (kind == ALTERNATIVE)
        return pl_forest_alt(&self->forest, node, text, length);
    if (kind == KEYWORD)
        return pl_forest_tag_node(&self->forest, node, text, length, 1);
    /* Words of other languages would match nothing. */
    return rank < 2 * 3 ||
           pl_forest_tag_words(&self->forest, node, text, length);
}

/* -------------------------------------------------------------- statements --
 */

/* A node may be spoken of before anything is said about it, so whoever is
 * mentioned gets one. */
static uint32_t find_rdf_node(rdf *self, const raptor_term *term)
{
    size_t length;
    const unsigned char *uri;
    if (term->type != RAPTOR_TERM_TYPE_URI)
        return PL_NONE;
    uri = raptor_uri_as_counted_string(term->value.uri, &length);
    uint32_t node =
        pl_forest_by_id(&self->forest, PL_NONE, (const char *)uri, length);
    best_name none = {0};
    none.text = PL_NONE;
    while (node != PL_NONE && self->names.count <= node)
        if (!pl_list_push(&self->names, none))
            return PL_NONE;
    if (node != PL_NONE && self->forest.nodes.items[node].line == 0) {
        raptor_locator *place = raptor_parser_get_locator(self->parser);
        int line = place == NULL ? 0 : raptor_locator_line(place);
        self->forest.nodes.items[node].line = line > 0 ? (uint64_t)line : 0;
    }
    return node;
}

static bool take_link(rdf *self, uint32_t node, const raptor_term *object,
                      bool narrower)
{
    uint32_t other = find_rdf_node(self, object);
    if (other == PL_NONE)
        return false;
    self->names.items[node].part = self->names.items[other].part = true;
    return other == node ||
           pl_forest_link_nodes(&self->forest, narrower ? other : node,
                                narrower ? node : other);
}

static property find_property(const raptor_term *term)
{
    if (term->type != RAPTOR_TERM_TYPE_URI)
        return PROPERTIES;
    const char *uri = (const char *)raptor_uri_as_string(term->value.uri);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(uri, known[k].uri) == 0)
            return known[k].kind;
    return PROPERTIES;
}

/* A type makes a subject a concept. */
static bool take_type(rdf *self, const raptor_statement *statement)
{
    static const char *const types[] = {SKOS "Concept", RDFS "Class",
                                        "http://www.w3.org/2002/07/owl#Class"};
    const raptor_term *type = statement->object;
    bool is_concept = false;
    if (type->type != RAPTOR_TERM_TYPE_URI ||
        statement->subject->type != RAPTOR_TERM_TYPE_URI)
        return true;
    const char *uri = (const char *)raptor_uri_as_string(type->value.uri);
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        is_concept |= strcmp(uri, types[k]) == 0;
    if (!is_concept)
        return true;
    uint32_t node = find_rdf_node(self, statement->subject);
    if (node != PL_NONE)
        self->names.items[node].part = true;
    return node != PL_NONE;
}

/* Statements are judged one by one and in any order, since RDF has none. */
static bool take_statement(rdf *self, const raptor_statement *statement)
{
    static const char type[] =
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    property kind = find_property(statement->predicate);
    if (statement->predicate->type == RAPTOR_TERM_TYPE_URI &&
        strcmp(
            (const char *)raptor_uri_as_string(statement->predicate->value.uri),
            type) == 0)
        return take_type(self, statement);
    bool link = kind == BROADER || kind == NARROWER;
    bool fits = statement->object->type ==
                (link ? RAPTOR_TERM_TYPE_URI : RAPTOR_TERM_TYPE_LITERAL);
    if (kind == PROPERTIES || !fits ||
        statement->subject->type != RAPTOR_TERM_TYPE_URI)
        return true;
    uint32_t node = find_rdf_node(self, statement->subject);
    if (node == PL_NONE)
        return false;
    return link ? take_link(self, node, statement->object, kind == NARROWER)
                : take_rdf_text(self, node, kind,
                                &statement->object->value.literal);
}

static void on_statement(void *context, raptor_statement *statement)
{
    rdf *self = context;
    if (self->status != PLEACH_OK)
        return;
    if (!take_statement(self, statement)) {
        self->status = pl_fail_memory(self->error);
        raptor_parser_parse_abort(self->parser);
    }
}

static void on_message(void *context, raptor_log_message *message)
{
    rdf *self = context;
    int line =
        message->locator == NULL ? 0 : raptor_locator_line(message->locator);
    if (message->level < RAPTOR_LOG_LEVEL_ERROR || self->status != PLEACH_OK)
        return;
    self->status =
        pl_fail_at(self->error, PLEACH_BAD_DATA, self->forest.reader->file,
                   line > 0 ? (uint64_t)line : 0, 0, "This is not right: %s.",
                   message->text);
}

/* ----------------------------------------------------------------- reading --
 */

/* A concept without a name is called by the end of its address. */
static bool name_by_address(rdf *self, uint32_t node, const char *uri,
                            size_t length)
{
    pl_reader *reader = self->forest.reader;
    size_t start = length;
    while (start > 0 && strchr("#/:", uri[start - 1]) == NULL)
        start--;
    reader->builder->facts.odd_labels++;
    pl_read_progress_warn(reader->progress, PL_ODD_LABELS, reader->file,
                          self->forest.nodes.items[node].line,
                          "No name was given to \"%.*s\", so it is called by "
                          "the end of its address.",
                          pl_text_cut(uri, length, 100), uri);
    return pl_forest_name(&self->forest, node, uri + start, length - start);
}

/* A concept without a name in any language is called after the end of its
 * address, which mostly is one. */
static bool name_all(rdf *self)
{
    pl_forest *forest = &self->forest;
    /* In this forest every key is an id, in the order of the nodes. */
    const size_t prefix = 2 * sizeof(uint32_t);
    for (uint32_t k = 0; k < self->names.count; k++) {
        const best_name *best = &self->names.items[k];
        if (!best->part)
            continue; /* a scheme, a property, a collection */
        if (best->rank == 0
                ? !name_by_address(self, k,
                                   pl_strings_at(forest->keys, k) + prefix,
                                   pl_strings_length(forest->keys, k) - prefix)
                : !pl_forest_name(forest, k,
                                  pl_strings_at(self->texts, best->text),
                                  pl_strings_length(self->texts, best->text)))
            return false;
    }
    return true;
}

/* Nothing is fetched: an input that names another must not make a connection.
 */
static pleach_status parse_rdf(rdf *self, raptor_world *world,
                               const char *syntax, const pl_piece *text,
                               pleach_error *error)
{
    self->parser = raptor_new_parser(world, syntax);
    raptor_uri *base =
        raptor_new_uri(world, (const unsigned char *)"http://example.invalid/");
    if (self->parser == NULL || base == NULL) {
        raptor_free_uri(base);
        return pl_fail_memory(error);
    }
    raptor_parser_set_option(self->parser, RAPTOR_OPTION_NO_NET, NULL, 1);
    raptor_parser_set_option(self->parser, RAPTOR_OPTION_NO_FILE, NULL, 1);
    raptor_parser_set_statement_handler(self->parser, self, on_statement);
    int failed = raptor_parser_parse_start(self->parser, base) ||
                 raptor_parser_parse_chunk(self->parser,
                                           (const unsigned char *)text->bytes,
                                           text->length, 1);
    raptor_free_uri(base);
    if (failed && self->status == PLEACH_OK)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->forest.reader->file, 0,
                          0, "The text could not be read as %s.", syntax);
    return self->status;
}

/* A world of its own for each input, because Raptor keeps its settings there
 * and several threads may read. */
static pleach_status read_rdf_text(rdf *self, const char *syntax,
                                   const pl_piece *text, pleach_error *error)
{
    raptor_world *world = raptor_new_world();
    self->error = error;
    if (world == NULL || raptor_world_open(world) != 0) {
        raptor_free_world(world);
        return pl_fail_memory(error);
    }
    raptor_world_set_log_handler(world, self, on_message);
    pleach_status status = parse_rdf(self, world, syntax, text, error);
    raptor_free_parser(self->parser);
    raptor_free_world(world);
    PL_TRY(status);
    self->forest.keys_are_ids = true;
    if (!name_all(self))
        return pl_fail_memory(error);
    return pl_forest_finish(&self->forest, error);
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

/* Entities of RDF/XML are refused before Raptor sees them, as they may grow
 * without end. */
static pleach_status read_rdf(pl_reader *reader, const char *syntax,
                              pleach_error *error)
{
    rdf self = {.language = reader->label_language};
    pl_piece text;
    pleach_error failure;
    if (self.language == NULL)
        self.language = "en";
    self.texts = pl_strings_new();
    pleach_status status =
        pl_forest_open(&self.forest, reader) && self.texts != NULL
            ? pl_source_rest(reader->source, &text, &failure)
            : pl_fail_memory(&failure);
    if (status == PLEACH_OK)
        status = pl_reader_check(reader, &text, &failure);
    if (status == PLEACH_OK && strcmp(syntax, "rdfxml") == 0)
        status = check_entities(reader, &text, &failure);
    if (status == PLEACH_OK)
        status = read_rdf_text(&self, syntax, &text, &failure);
    pl_strings_free(self.texts);
    pl_list_free(&self.names);
    pl_forest_close(&self.forest);
    return pl_reader_settle(reader, status, &failure, error);
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
