/* read_jsonld.c: SKOS, RDFS and OWL as JSON-LD. Nothing is fetched: contexts
 * stand in the document, or their words mean what they usually do. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/jsonld_terms.h"
#include "read/rdf_graph.h"
#include "read/read.h"

/* A map or a list that is being read. Texts are numbers in the terms'. */
typedef struct frame {
    uint32_t end;
    bool node;          /* its fields are about `subject` ... */
    uint32_t subject;   /* ... or its values are objects of it, by ... */
    uint32_t predicate; /* ... this; PL_NONE: of nothing */
    uint32_t language;  /* of its texts; PL_NONE: the document's */
    pl_span datatype;   /* of its texts; empty: none */
    bool address;       /* its texts are addresses */
    bool typed, mapped, reverse;
    pl_ld_scope outside; /* what holds after it */
} frame;

typedef struct ld {
    pl_rdf_graph graph;
    pl_values values;
    pl_ld_terms terms;
    PL_LIST(frame) frames;
    const char *file;
} ld;

static const pl_value *ld_value(const ld *self, uint32_t v)
{
    return pl_values_at(&self->values, v);
}

/* The field of a map that means this keyword; PL_NONE: it has none. */
static uint32_t find_keyword(ld *self, uint32_t map, const char *keyword)
{
    const pl_ld_term *term;
    PL_EACH_VALUE (&self->values, k, map)
        if (strcmp(pl_ld_at(&self->terms,
                            pl_ld_meaning(&self->terms, ld_value(self, k)->key,
                                          &term)),
                   keyword) == 0)
            return k;
    return PL_NONE;
}

/* ------------------------------------------------------------ statements -- */

/* Words that stand for nothing (PL_NONE) state nothing, which is no failure in
 * JSON-LD. */
static void state(ld *self, uint32_t subject, uint32_t predicate,
                  pl_rdf_statement said)
{
    const pl_ld_terms *terms = &self->terms;
    if (subject == PL_NONE || predicate == PL_NONE || said.object == NULL)
        return;
    said.subject = pl_ld_at(terms, subject);
    said.subject_length = pl_strings_length(terms->texts, subject);
    said.predicate = pl_ld_at(terms, predicate);
    pl_rdf_take(&self->graph, &said);
}

static void state_link(ld *self, const frame *of, uint32_t object,
                       uint64_t line)
{
    uint32_t from = of->reverse ? object : of->subject;
    uint32_t to = of->reverse ? of->subject : object;
    if (to != PL_NONE)
        state(self, from, of->predicate,
              (pl_rdf_statement){.object = pl_ld_at(&self->terms, to),
                                 .object_length =
                                     pl_strings_length(self->terms.texts, to),
                                 .line = line});
}

/* The same for a literal, with its language. */
static void state_text(ld *self, const frame *of, const pl_value *text,
                       uint32_t language, uint32_t datatype)
{
    if (text->kind == PL_VALUE_TEXT || text->kind == PL_VALUE_NUMBER ||
        text->kind == PL_VALUE_TRUTH)
        state(self, of->subject, of->predicate,
              (pl_rdf_statement){.object =
                                     pl_values_text(&self->values, text->text),
                                 .object_length = text->text.length,
                                 .literal = true,
                                 .language = pl_ld_at(&self->terms, language),
                                 .datatype = pl_ld_at(&self->terms, datatype),
                                 .line = text->line});
}

/* What a type stands for; PL_NONE: for none. */
static uint32_t type_of(ld *self, pl_span type)
{
    const pl_ld_term *term;
    return type.length == 0 ? PL_NONE
                            : pl_ld_meaning(&self->terms, type, &term);
}

static bool is_whole(const char *digits, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (digits[k] == '.' || digits[k] == 'e' || digits[k] == 'E')
            return false;
    return true;
}

/* Numbers and truths have their type by being such. */
static void take_ld_number(ld *self, const frame *of, const pl_value *value)
{
    const char *text = pl_values_text(&self->values, value->text);
    bool whole = is_whole(text, value->text.length);
    const char *type = value->kind == PL_VALUE_TRUTH ? PL_XSD "boolean"
                       : whole                       ? PL_XSD "integer"
                                                     : PL_XSD "double";
    state_text(self, of, value, PL_NONE,
               pl_ld_text(&self->terms, type, strlen(type)));
}

/* Nobody means a text by what is broader: it is an address even where no
 * context says so. */
static void take_ld_text(ld *self, const frame *of, uint32_t v)
{
    const pl_value *value = ld_value(self, v);
    uint32_t language = of->language;
    if (language == PL_NONE && !of->typed)
        language = self->terms.scope.language;
    if (of->address || pl_rdf_links(pl_ld_at(&self->terms, of->predicate)))
        state_link(self, of, pl_ld_address(&self->terms, value->text),
                   value->line);
    else
        state_text(self, of, value, language, type_of(self, of->datatype));
}

/* {"@value": "Cats", "@language": "en"} */
static void take_value_object(ld *self, const frame *of, uint32_t map,
                              uint32_t value)
{
    uint32_t tag = find_keyword(self, map, "@language"), language = PL_NONE;
    if (tag != PL_NONE) {
        pl_span text = ld_value(self, tag)->text;
        language = pl_ld_text(&self->terms, pl_values_text(&self->values, text),
                              text.length);
    }
    uint32_t type = find_keyword(self, map, "@type");
    if (type == PL_NONE && ld_value(self, value)->kind != PL_VALUE_TEXT)
        take_ld_number(self, of, ld_value(self, value));
    else
        state_text(self, of, ld_value(self, value), language,
                   type == PL_NONE ? PL_NONE
                                   : type_of(self, ld_value(self, type)->text));
}

/* {"en": "Cats", "de": ["Katzen", "Katze"]} */
static void take_language_map(ld *self, const frame *of, uint32_t map)
{
    PL_EACH_VALUE (&self->values, k, map) {
        pl_span key = ld_value(self, k)->key;
        const char *tag = pl_values_text(&self->values, key);
        uint32_t language = PL_NONE;
        if (*tag != '@') /* "@none" */
            language = pl_ld_text(&self->terms, tag, key.length);
        for (uint32_t t = k; t < ld_value(self, k)->end; t++)
            state_text(self, of, ld_value(self, t), language, PL_NONE);
    }
}

/* ------------------------------------------------------------------ walk -- */

static void push_ld_frame(ld *self, frame made, uint32_t end)
{
    made.end = end;
    made.outside = self->terms.scope;
    pl_list_add(&self->frames, made);
}

/* Its own context holds before its first field is looked at. */
static pleach_status enter_ld_node(ld *self, const frame *of, uint32_t v,
                                   pleach_error *error)
{
    uint32_t context = find_keyword(self, v, "@context");
    frame made = {.node = true, .predicate = PL_NONE, .language = PL_NONE};
    push_ld_frame(self, made, ld_value(self, v)->end);
    PL_TRY(pl_check_memory(self->frames.arena, error));
    if (context != PL_NONE)
        PL_TRY(pl_ld_take_context(&self->terms, context, error));
    uint32_t id = find_keyword(self, v, "@id"), subject = PL_NONE;
    if (id != PL_NONE && ld_value(self, id)->kind == PL_VALUE_TEXT)
        subject = pl_ld_address(&self->terms, ld_value(self, id)->text);
    self->frames.items[self->frames.count - 1].subject = subject;
    state_link(self, of, subject, ld_value(self, v)->line);
    return PLEACH_OK;
}

/* A map is a text with its language, a list, texts by language, values by
 * another key, or a node. */
static pleach_status take_map(ld *self, const frame *of, uint32_t v,
                              uint32_t *next, pleach_error *error)
{
    uint32_t text = find_keyword(self, v, "@value");
    bool listed = find_keyword(self, v, "@list") != PL_NONE ||
                  find_keyword(self, v, "@set") != PL_NONE;
    bool linked = of->address || of->predicate == PL_NONE ||
                  pl_rdf_links(pl_ld_at(&self->terms, of->predicate));
    if (text != PL_NONE) {
        take_value_object(self, of, v, text);
    } else if (listed || (of->mapped && linked)) {
        frame made = *of;
        made.node |= listed;
        made.mapped &= listed;
        push_ld_frame(self, made, ld_value(self, v)->end);
        *next = v + 1;
    } else if (!linked && find_keyword(self, v, "@id") == PL_NONE &&
               find_keyword(self, v, "@type") == PL_NONE) {
        take_language_map(self, of, v);
    } else {
        *next = v + 1;
        return enter_ld_node(self, of, v, error);
    }
    return PLEACH_OK;
}

/* An object of the frame's subject; *next is what to look at then. */
static pleach_status take_object(ld *self, uint32_t v, uint32_t *next,
                                 pleach_error *error)
{
    frame of = self->frames.items[self->frames.count - 1];
    const pl_value *value = ld_value(self, v);
    if (value->kind == PL_VALUE_MAP)
        return take_map(self, &of, v, next, error);
    if (value->kind == PL_VALUE_LIST) {
        push_ld_frame(self, of, value->end);
        *next = v + 1;
    } else if (value->kind == PL_VALUE_TEXT && of.predicate != PL_NONE) {
        take_ld_text(self, &of, v);
    } else if (!of.address) {
        take_ld_number(self, &of, value);
    }
    return PLEACH_OK;
}

static void take_types(ld *self, uint32_t subject, uint32_t v)
{
    const frame typed = {.subject = subject,
                         .predicate = pl_ld_text(&self->terms, PL_RDF "type",
                                                 sizeof PL_RDF "type" - 1)};
    for (uint32_t k = v; k < ld_value(self, v)->end; k++)
        if (ld_value(self, k)->kind == PL_VALUE_TEXT)
            state_link(self, &typed, type_of(self, ld_value(self, k)->text),
                       ld_value(self, k)->line);
}

/* A field of a node. Its value is looked at next, in a frame that says what it
 * is the object of; other keywords are passed over. */
static void take_ld_field(ld *self, uint32_t v, uint32_t *next)
{
    frame made = self->frames.items[self->frames.count - 1];
    const pl_ld_term *term;
    const pl_value *value = ld_value(self, v);
    uint32_t meaning = pl_ld_meaning(&self->terms, value->key, &term);
    const char *word = pl_ld_at(&self->terms, meaning);
    bool fields = strcmp(word, "@reverse") == 0 || strcmp(word, "@nest") == 0;
    if (meaning == PL_NONE)
        return;
    if (strcmp(word, "@type") == 0) {
        take_types(self, made.subject, v);
        return;
    }
    if (strcmp(word, "@graph") == 0 || strcmp(word, "@included") == 0) {
        made = (frame){.subject = PL_NONE, .predicate = PL_NONE};
    } else if (fields && value->kind == PL_VALUE_MAP) {
        made.reverse ^= strcmp(word, "@reverse") == 0;
    } else if (*word != '@') {
        made.predicate = meaning;
        made.language = term == NULL ? PL_NONE : term->language;
        made.datatype.length = 0;
        if (term != NULL)
            made.datatype = term->datatype;
        made.address = term != NULL && term->address;
        made.typed = term != NULL && term->typed;
        made.mapped = term != NULL && term->mapped;
        made.reverse ^= term != NULL && term->reverse;
    } else if (strcmp(word, "@list") != 0 && strcmp(word, "@set") != 0) {
        return;
    }
    made.node = fields;
    *next = fields ? v + 1 : v;
    push_ld_frame(self, made, value->end);
}

/* Values lie in the order of the text, each with where it ends, so frames are
 * closed by place and no recursion is needed. */
static pleach_status walk_jsonld(ld *self, pleach_error *error)
{
    uint32_t count = (uint32_t)self->values.values.count;
    frame all = {.subject = PL_NONE, .predicate = PL_NONE};
    push_ld_frame(self, all, count);
    for (uint32_t v = 1, next; v < count; v = next) {
        PL_TRY(pl_check_memory(self->frames.arena, error));
        frame *top = &self->frames.items[self->frames.count - 1];
        for (; top->end <= v; top--) {
            self->terms.scope = top->outside;
            self->frames.count--;
        }
        next = ld_value(self, v)->end;
        if (top->node)
            take_ld_field(self, v, &next);
        else
            PL_TRY(take_object(self, v, &next, error));
    }
    return PLEACH_OK;
}

/* --------------------------------------------------------------- reading -- */

static bool has_concepts(const pl_rdf_graph *graph)
{
    for (size_t k = 0; k < graph->names.count; k++)
        if (graph->names.items[k].part)
            return true;
    return false;
}

/* Words of a context that is elsewhere can only be known by being usual. */
static pleach_status finish_jsonld(ld *self, pleach_error *error)
{
    const char *where = pl_ld_at(&self->terms, self->terms.elsewhere);
    int shown = pl_text_cut(where, strlen(where), 100);
    if (!has_concepts(&self->graph))
        return *where == '\0'
                   ? pl_fail_at(error, PLEACH_BAD_DATA, self->file, 1, 0,
                                "This JSON-LD tells of no SKOS concept and no "
                                "class with an address (@id).")
                   : pl_fail_at(error, PLEACH_BAD_DATA, self->file, 1, 0,
                                "The context \"%.*s\" is not fetched, and "
                                "without it no SKOS concept is known here. Put "
                                "it into the document, or expand that.",
                                shown, where);
    if (*where != '\0')
        pl_read_progress_note(self->graph.forest.reader->progress, self->file,
                              "The context \"%.*s\" is not fetched: its words "
                              "are taken for what they mean in SKOS.",
                              shown, where);
    return pl_rdf_finish(&self->graph, error);
}

static pleach_status read_jsonld_text(ld *self, pl_reader *reader,
                                      pleach_error *error)
{
    pl_piece text;
    PL_TRY(pl_source_rest(reader->source, &text, error));
    if (pl_text_is_blank(text.bytes, text.length))
        return PLEACH_OK; /* and whoever asked for it says that it is empty */
    PL_TRY(pl_values_read_json(&self->values, reader, &text, error));
    PL_TRY(walk_jsonld(self, error));
    return finish_jsonld(self, error);
}

pleach_status pl_read_jsonld(pl_reader *reader, pleach_error *error)
{
    ld self = {.file = reader->file, .frames = {.arena = reader->arena}};
    pleach_error failure;
    pl_rdf_open(&self.graph, reader);
    pl_values_start(&self.values, reader->arena);
    pl_ld_open(&self.terms, &self.values, reader);
    pleach_status status = read_jsonld_text(&self, reader, &failure);
    return pl_reader_settle(reader, status, &failure, error);
}
