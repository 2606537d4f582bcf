/* read_jsonld.c: SKOS, RDFS and OWL as JSON-LD. Nothing is fetched: contexts
 * stand in the document, or their words mean what they usually do. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/rdf_graph.h"
#include "read/read.h"
#include "read/values.h"

/* ----------------------------------------------------------------- terms -- */

/* Texts are numbers in `texts`, PL_NONE for none. */
typedef struct ld_term {
    uint32_t word;
    uint32_t before;   /* 1 + the term of this word that it hides; 0: none */
    uint32_t means;    /* as written: "skos:prefLabel"; PL_NONE: nothing */
    uint32_t language; /* of its texts; PL_NONE: the document's */
    bool address;      /* its texts are addresses */
    bool typed;        /* its texts have a type, and no language ... */
    pl_span datatype;  /* ... this one, as written; empty: none */
    bool mapped;       /* by languages or by other keys */
    bool reverse;      /* from the object to the subject */
} ld_term;

/* What holds here: the terms from one number up to another, and three words
 * for all. */
typedef struct ld_scope {
    uint32_t first, end;
    uint32_t vocabulary, base, language;
} ld_scope;

typedef struct ld_terms {
    const pl_values *values;
    pl_strings *texts;
    PL_LIST(ld_term) terms;
    PL_LIST(uint32_t) latest; /* per text: 1 + its last term; 0: none */
    PL_LIST(char) room;       /* scratch */
    ld_scope scope;
    pl_reader *reader;
    uint32_t elsewhere; /* a context that is not in the document */
} ld_terms;

/* Words of words, "a:b" by "a" by ..., are followed so far. */
enum { MOST_STEPS = 8 };

static const struct {
    const char *word, *means;
} usual[] = {
    {"skos", PL_SKOS},
    {"rdfs", PL_RDFS},
    {"rdf", PL_RDF},
    {"owl", PL_OWL},
    {"dcat", "http://www.w3.org/ns/dcat#"},
    {"id", "@id"},
    {"type", "@type"},
    {"graph", "@graph"},
    {"prefLabel", PL_SKOS "prefLabel"},
    {"altLabel", PL_SKOS "altLabel"},
    {"hiddenLabel", PL_SKOS "hiddenLabel"},
    {"definition", PL_SKOS "definition"},
    {"broader", PL_SKOS "broader"},
    {"narrower", PL_SKOS "narrower"},
    {"Concept", PL_SKOS "Concept"},
    {"label", PL_RDFS "label"},
    {"comment", PL_RDFS "comment"},
    {"subClassOf", PL_RDFS "subClassOf"},
};

/* Start from all zeros. All of it is in the reader's arena, which remembers
 * failure. */
static void ld_open(ld_terms *self, const pl_values *values, pl_reader *reader)
{
    pl_arena *arena = reader->arena;
    self->values = values;
    self->reader = reader;
    self->texts = pl_strings_in(arena);
    self->terms.arena = self->latest.arena = self->room.arena = arena;
    self->scope = (ld_scope){0, 0, PL_NONE, PL_NONE, PL_NONE};
    self->elsewhere = PL_NONE;
}

static const char *ld_at(const ld_terms *terms, uint32_t text)
{
    return text == PL_NONE ? "" : pl_strings_at(terms->texts, text);
}

static uint32_t ld_text(ld_terms *self, const char *text, size_t length)
{
    return pl_reader_note(self->reader, self->texts, text, length);
}

static uint32_t keep_ld_span(ld_terms *self, pl_span span)
{
    return ld_text(self, pl_values_text(self->values, span), span.length);
}

/* --------------------------------------------------------------- meaning -- */

/* Takes terms of scopes that were left off the stack. */
static void forget_terms(ld_terms *self)
{
    while (self->terms.count > self->scope.end) {
        const ld_term *term = &self->terms.items[--self->terms.count];
        self->latest.items[term->word] = term->before;
    }
}

/* Later definitions go before earlier ones. */
static const ld_term *find_term(ld_terms *self, uint32_t word)
{
    forget_terms(self);
    uint32_t at = word < self->latest.count ? self->latest.items[word] : 0;
    return at > self->scope.first ? &self->terms.items[at - 1] : NULL;
}

static uint32_t find_usual(ld_terms *self, const char *word, size_t length)
{
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        if (strlen(usual[k].word) == length &&
            memcmp(usual[k].word, word, length) == 0)
            return ld_text(self, usual[k].means, strlen(usual[k].means));
    return PL_NONE;
}

/* One text after another; both may lie in `texts`, which then grows. */
static uint32_t join_texts(ld_terms *self, const char *first,
                           size_t first_length, const char *second,
                           size_t second_length)
{
    self->room.count = 0;
    if (!pl_list_room(&self->room, first_length + second_length + 1))
        return PL_NONE;
    memcpy(self->room.items, first, first_length);
    memcpy(self->room.items + first_length, second, second_length);
    return ld_text(self, self->room.items, first_length + second_length);
}

/* "skos:broader" by what "skos" means; the text itself if that is nothing. */
static uint32_t expand_prefix(ld_terms *self, uint32_t text)
{
    const char *bytes = pl_strings_at(self->texts, text);
    size_t length = pl_strings_length(self->texts, text);
    const char *colon = memchr(bytes, ':', length);
    if (colon == NULL || strncmp(colon, "://", 3) == 0 || *bytes == '_')
        return text;
    size_t prefix = (size_t)(colon - bytes);
    uint32_t word = pl_strings_find(self->texts, bytes, prefix);
    const ld_term *term = word == PL_NONE ? NULL : find_term(self, word);
    uint32_t means =
        term == NULL ? find_usual(self, bytes, prefix) : term->means;
    if (means == PL_NONE || means == text || *ld_at(self, means) == '@')
        return text;
    bytes = pl_strings_at(self->texts, text);
    return join_texts(self, pl_strings_at(self->texts, means),
                      pl_strings_length(self->texts, means), bytes + prefix + 1,
                      length - prefix - 1);
}

static uint32_t expand_prefixes(ld_terms *self, uint32_t text)
{
    for (int k = 0; k < MOST_STEPS && text != PL_NONE; k++) {
        uint32_t further = expand_prefix(self, text);
        if (further == text)
            break;
        text = further;
    }
    return text;
}

/* What a key or a type means: a keyword ("@id") or an address. *term is set
 * if a context says more about it. PL_NONE: nothing, or no memory. A word that
 * neither a context nor the vocabulary knows means what it usually does. */
static uint32_t ld_meaning(ld_terms *self, pl_span span, const ld_term **term)
{
    uint32_t text = keep_ld_span(self, span);
    *term = NULL;
    for (int k = 0; k < MOST_STEPS && text != PL_NONE; k++) {
        const ld_term *found = find_term(self, text);
        if (found == NULL)
            break;
        if (*term == NULL)
            *term = found;
        if (found->means == text)
            break;
        text = found->means;
    }
    if (text == PL_NONE || *ld_at(self, text) == '@')
        return text;
    const char *bytes = ld_at(self, text);
    size_t length = pl_strings_length(self->texts, text);
    if (memchr(bytes, ':', length) != NULL)
        return expand_prefixes(self, text);
    uint32_t vocabulary = expand_prefixes(self, self->scope.vocabulary);
    bytes = ld_at(self, text);
    if (vocabulary == PL_NONE)
        return find_usual(self, bytes, length);
    return join_texts(self, pl_strings_at(self->texts, vocabulary),
                      pl_strings_length(self->texts, vocabulary), bytes,
                      length);
}

/* The address that a text stands for; PL_NONE: of a node without one. Those
 * without a colon are put behind the base, from its last slash on,
 * or from its "#" on. */
static uint32_t ld_address(ld_terms *self, pl_span span)
{
    uint32_t text = keep_ld_span(self, span);
    if (text == PL_NONE || strncmp(ld_at(self, text), "_:", 2) == 0)
        return PL_NONE;
    const char *bytes = ld_at(self, text);
    if (strchr(bytes, ':') != NULL)
        return expand_prefixes(self, text);
    if (self->scope.base == PL_NONE)
        return text;
    const char *base = ld_at(self, self->scope.base);
    size_t kept = strcspn(base, "#");
    if (*bytes != '#' && *bytes != '\0')
        while (kept > 0 && base[kept - 1] != '/')
            kept--;
    return join_texts(self, base, kept, bytes,
                      pl_strings_length(self->texts, text));
}

/* -------------------------------------------------------------- contexts -- */

static bool span_is(const ld_terms *self, pl_span span, const char *word)
{
    return span.length == strlen(word) &&
           memcmp(pl_values_text(self->values, span), word, span.length) == 0;
}

/* Only "@id" and "@vocab" make texts addresses, other types are of texts. */
static void take_container(const ld_terms *self, ld_term *term,
                           const pl_value *value)
{
    term->mapped |= span_is(self, value->text, "@language") ||
                    span_is(self, value->text, "@index");
}

/* What else a definition can say (@prefix, @protected, @nest ...) does not
 * change which statements are made here. */
static void take_term_field(ld_terms *self, ld_term *term, uint32_t v)
{
    const pl_value *value = pl_values_at(self->values, v);
    bool text = value->kind == PL_VALUE_TEXT;
    if (span_is(self, value->key, "@id") && text) {
        term->means = keep_ld_span(self, value->text);
    } else if (span_is(self, value->key, "@reverse") && text) {
        term->means = keep_ld_span(self, value->text);
        term->reverse = true;
    } else if (span_is(self, value->key, "@type")) {
        term->address = span_is(self, value->text, "@id") ||
                        span_is(self, value->text, "@vocab");
        term->typed = !term->address;
        if (term->typed)
            term->datatype = value->text;
    } else if (span_is(self, value->key, "@language")) {
        term->language = keep_ld_span(self, value->text); /* null: "", none */
    } else if (span_is(self, value->key, "@container")) {
        take_container(self, term, value);
        if (value->kind == PL_VALUE_LIST)
            for (uint32_t k = v + 1; k < value->end; k++)
                take_container(self, term, pl_values_at(self->values, k));
    }
}

/* Contexts inside of terms hold for parts of a document only; who writes them
 * can expand it. */
static bool has_context(const ld_terms *self, uint32_t v)
{
    PL_EACH_VALUE (self->values, k, v)
        if (span_is(self, pl_values_at(self->values, k)->key, "@context"))
            return true;
    return false;
}

/* Terms form a stack by scope: what is defined later hides what was before, and
 * leaving the scope forgets it. */
static void push_term(ld_terms *self, ld_term term)
{
    forget_terms(self);
    while (self->latest.count <= term.word)
        if (!pl_list_push(&self->latest, 0))
            return;
    term.before = self->latest.items[term.word];
    pl_list_add(&self->terms, term);
    self->scope.end = self->latest.items[term.word] =
        (uint32_t)self->terms.count;
}

static void define_term(ld_terms *self, uint32_t v)
{
    const pl_value *value = pl_values_at(self->values, v);
    uint32_t word = keep_ld_span(self, value->key);
    ld_term term = {.word = word, .means = word, .language = PL_NONE};
    if (value->kind == PL_VALUE_TEXT)
        term.means = keep_ld_span(self, value->text);
    else if (value->kind != PL_VALUE_MAP)
        term.means = PL_NONE;
    else
        PL_EACH_VALUE (self->values, k, v)
            take_term_field(self, &term, k);
    if (word != PL_NONE)
        push_term(self, term);
}

static uint32_t take_ld_word(ld_terms *self, const pl_value *value)
{
    return value->kind == PL_VALUE_TEXT ? keep_ld_span(self, value->text)
                                        : PL_NONE;
}

/* Keywords that only say how to handle the context are passed over. */
static pleach_status take_definition(ld_terms *self, uint32_t v,
                                     pleach_error *error)
{
    const pl_value *value = pl_values_at(self->values, v);
    if (span_is(self, value->key, "@vocab"))
        self->scope.vocabulary = take_ld_word(self, value);
    else if (span_is(self, value->key, "@base"))
        self->scope.base = take_ld_word(self, value);
    else if (span_is(self, value->key, "@language"))
        self->scope.language = take_ld_word(self, value);
    else if (span_is(self, value->key, "@import"))
        self->elsewhere = take_ld_word(self, value);
    else if (value->kind == PL_VALUE_MAP && has_context(self, v))
        return pl_reader_refuse(self->reader, value->line, error,
                                "This term has a context of its own, which is "
                                "not read. Expand the document first.");
    else if (*pl_values_text(self->values, value->key) != '@')
        define_term(self, v);
    return pl_check_memory(self->reader->arena, error);
}

/* Adds a context to the scope: a map, an address (which is not fetched), or a
 * list of them. Lists of contexts are as if their maps stood one after another.
 */
static pleach_status ld_take_context(ld_terms *self, uint32_t context,
                                     pleach_error *error)
{
    const pl_value *whole = pl_values_at(self->values, context);
    bool list = whole->kind == PL_VALUE_LIST;
    uint32_t v = list ? context + 1 : context, end = whole->end;
    while (v < end) {
        const pl_value *value = pl_values_at(self->values, v);
        if (value->kind == PL_VALUE_TEXT)
            self->elsewhere = keep_ld_span(self, value->text);
        else if (value->kind == PL_VALUE_NOTHING)
            self->scope = (ld_scope){self->scope.end, self->scope.end, PL_NONE,
                                     PL_NONE, PL_NONE};
        PL_EACH_VALUE (self->values, k, v)
            PL_TRY(take_definition(self, k, error));
        v = value->end;
    }
    return pl_check_memory(self->reader->arena, error);
}

/* ------------------------------------------------------------- documents -- */

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
    ld_scope outside; /* what holds after it */
} frame;

typedef struct ld {
    pl_rdf_graph graph;
    pl_values values;
    ld_terms terms;
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
    const ld_term *term;
    PL_EACH_VALUE (&self->values, k, map)
        if (strcmp(
                ld_at(&self->terms,
                      ld_meaning(&self->terms, ld_value(self, k)->key, &term)),
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
    const ld_terms *terms = &self->terms;
    if (subject == PL_NONE || predicate == PL_NONE || said.object == NULL)
        return;
    said.subject = ld_at(terms, subject);
    said.subject_length = pl_strings_length(terms->texts, subject);
    said.predicate = ld_at(terms, predicate);
    pl_rdf_take(&self->graph, &said);
}

static void state_link(ld *self, const frame *of, uint32_t object,
                       uint64_t line)
{
    uint32_t from = of->reverse ? object : of->subject;
    uint32_t to = of->reverse ? of->subject : object;
    if (to != PL_NONE)
        state(self, from, of->predicate,
              (pl_rdf_statement){.object = ld_at(&self->terms, to),
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
                                 .language = ld_at(&self->terms, language),
                                 .datatype = ld_at(&self->terms, datatype),
                                 .line = text->line});
}

/* What a type stands for; PL_NONE: for none. */
static uint32_t type_of(ld *self, pl_span type)
{
    const ld_term *term;
    return type.length == 0 ? PL_NONE : ld_meaning(&self->terms, type, &term);
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
               ld_text(&self->terms, type, strlen(type)));
}

/* Nobody means a text by what is broader: it is an address even where no
 * context says so. */
static void take_ld_text(ld *self, const frame *of, uint32_t v)
{
    const pl_value *value = ld_value(self, v);
    uint32_t language = of->language;
    if (language == PL_NONE && !of->typed)
        language = self->terms.scope.language;
    if (of->address || pl_rdf_links(ld_at(&self->terms, of->predicate)))
        state_link(self, of, ld_address(&self->terms, value->text),
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
        language = ld_text(&self->terms, pl_values_text(&self->values, text),
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
            language = ld_text(&self->terms, tag, key.length);
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
        PL_TRY(ld_take_context(&self->terms, context, error));
    uint32_t id = find_keyword(self, v, "@id"), subject = PL_NONE;
    if (id != PL_NONE && ld_value(self, id)->kind == PL_VALUE_TEXT)
        subject = ld_address(&self->terms, ld_value(self, id)->text);
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
                  pl_rdf_links(ld_at(&self->terms, of->predicate));
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
                         .predicate = ld_text(&self->terms, PL_RDF "type",
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
    const ld_term *term;
    const pl_value *value = ld_value(self, v);
    uint32_t meaning = ld_meaning(&self->terms, value->key, &term);
    const char *word = ld_at(&self->terms, meaning);
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
    const char *where = ld_at(&self->terms, self->terms.elsewhere);
    int shown = pl_text_cut(where, strlen(where), 100);
    if (!has_concepts(&self->graph))
        return *where == '\0'
                   ? pl_reader_refuse(self, 1, error,
                                      "This JSON-LD tells of no SKOS concept "
                                      "and no class with an address (@id).")
                   : pl_reader_refuse(
                         self, 1, error,
                         "The context \"%.*s\" is not fetched, and without it "
                         "no SKOS concept is known here. Put it into the "
                         "document, or expand that.",
                         shown, where);
    if (*where != '\0')
        pl_reader_tell(self->graph.forest.reader,
                       "The context \"%.*s\" is not fetched: its words are "
                       "taken for what they mean in SKOS.",
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
    pl_rdf_open(&self.graph, reader);
    pl_values_start(&self.values, reader->arena);
    ld_open(&self.terms, &self.values, reader);
    return read_jsonld_text(&self, reader, error);
}
