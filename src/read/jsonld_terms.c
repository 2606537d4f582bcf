/* jsonld_terms.c: contexts of JSON-LD, and the usual words of vocabularies
 * where a document leaves them to a context that is elsewhere. */
/* SPDX-License-Identifier: MIT */
#include "read/jsonld_terms.h"

#include <string.h>

#include "read/rdf_graph.h"

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

void pl_ld_open(pl_ld_terms *self, const pl_values *values, pl_reader *reader)
{
    pl_arena *arena = reader->arena;
    self->values = values;
    self->reader = reader;
    self->texts = pl_strings_in(arena);
    self->terms.arena = self->latest.arena = self->room.arena = arena;
    self->scope = (pl_ld_scope){0, 0, PL_NONE, PL_NONE, PL_NONE};
    self->elsewhere = PL_NONE;
}

uint32_t pl_ld_text(pl_ld_terms *self, const char *text, size_t length)
{
    return pl_reader_note(self->reader, self->texts, text, length);
}

static uint32_t keep_ld_span(pl_ld_terms *self, pl_span span)
{
    return pl_ld_text(self, pl_values_text(self->values, span), span.length);
}

/* --------------------------------------------------------------- meaning -- */

/* Takes terms of scopes that were left off the stack. */
static void forget_terms(pl_ld_terms *self)
{
    while (self->terms.count > self->scope.end) {
        const pl_ld_term *term = &self->terms.items[--self->terms.count];
        self->latest.items[term->word] = term->before;
    }
}

/* Later definitions go before earlier ones. */
static const pl_ld_term *find_term(pl_ld_terms *self, uint32_t word)
{
    forget_terms(self);
    uint32_t at = word < self->latest.count ? self->latest.items[word] : 0;
    return at > self->scope.first ? &self->terms.items[at - 1] : NULL;
}

static uint32_t find_usual(pl_ld_terms *self, const char *word, size_t length)
{
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        if (strlen(usual[k].word) == length &&
            memcmp(usual[k].word, word, length) == 0)
            return pl_ld_text(self, usual[k].means, strlen(usual[k].means));
    return PL_NONE;
}

/* One text after another; both may lie in `texts`, which then grows. */
static uint32_t join_texts(pl_ld_terms *self, const char *first,
                           size_t first_length, const char *second,
                           size_t second_length)
{
    self->room.count = 0;
    if (!pl_list_room(&self->room, first_length + second_length + 1))
        return PL_NONE;
    memcpy(self->room.items, first, first_length);
    memcpy(self->room.items + first_length, second, second_length);
    return pl_ld_text(self, self->room.items, first_length + second_length);
}

/* "skos:broader" by what "skos" means; the text itself if that is nothing. */
static uint32_t expand_prefix(pl_ld_terms *self, uint32_t text)
{
    const char *bytes = pl_strings_at(self->texts, text);
    size_t length = pl_strings_length(self->texts, text);
    const char *colon = memchr(bytes, ':', length);
    if (colon == NULL || strncmp(colon, "://", 3) == 0 || *bytes == '_')
        return text;
    size_t prefix = (size_t)(colon - bytes);
    uint32_t word = pl_strings_find(self->texts, bytes, prefix);
    const pl_ld_term *term = word == PL_NONE ? NULL : find_term(self, word);
    uint32_t means =
        term == NULL ? find_usual(self, bytes, prefix) : term->means;
    if (means == PL_NONE || means == text || *pl_ld_at(self, means) == '@')
        return text;
    bytes = pl_strings_at(self->texts, text);
    return join_texts(self, pl_strings_at(self->texts, means),
                      pl_strings_length(self->texts, means), bytes + prefix + 1,
                      length - prefix - 1);
}

static uint32_t expand_prefixes(pl_ld_terms *self, uint32_t text)
{
    for (int k = 0; k < MOST_STEPS && text != PL_NONE; k++) {
        uint32_t further = expand_prefix(self, text);
        if (further == text)
            break;
        text = further;
    }
    return text;
}

/* A word that neither a context nor the vocabulary knows means what it usually
 * does. */
uint32_t pl_ld_meaning(pl_ld_terms *self, pl_span span, const pl_ld_term **term)
{
    uint32_t text = keep_ld_span(self, span);
    *term = NULL;
    for (int k = 0; k < MOST_STEPS && text != PL_NONE; k++) {
        const pl_ld_term *found = find_term(self, text);
        if (found == NULL)
            break;
        if (*term == NULL)
            *term = found;
        if (found->means == text)
            break;
        text = found->means;
    }
    if (text == PL_NONE || *pl_ld_at(self, text) == '@')
        return text;
    const char *bytes = pl_ld_at(self, text);
    size_t length = pl_strings_length(self->texts, text);
    if (memchr(bytes, ':', length) != NULL)
        return expand_prefixes(self, text);
    uint32_t vocabulary = expand_prefixes(self, self->scope.vocabulary);
    bytes = pl_ld_at(self, text);
    if (vocabulary == PL_NONE)
        return find_usual(self, bytes, length);
    return join_texts(self, pl_strings_at(self->texts, vocabulary),
                      pl_strings_length(self->texts, vocabulary), bytes,
                      length);
}

/* Addresses without a colon are put behind the base, from its last slash on,
 * or from its "#" on. */
uint32_t pl_ld_address(pl_ld_terms *self, pl_span span)
{
    uint32_t text = keep_ld_span(self, span);
    if (text == PL_NONE || strncmp(pl_ld_at(self, text), "_:", 2) == 0)
        return PL_NONE;
    const char *bytes = pl_ld_at(self, text);
    if (strchr(bytes, ':') != NULL)
        return expand_prefixes(self, text);
    if (self->scope.base == PL_NONE)
        return text;
    const char *base = pl_ld_at(self, self->scope.base);
    size_t kept = strcspn(base, "#");
    if (*bytes != '#' && *bytes != '\0')
        while (kept > 0 && base[kept - 1] != '/')
            kept--;
    return join_texts(self, base, kept, bytes,
                      pl_strings_length(self->texts, text));
}

/* -------------------------------------------------------------- contexts -- */

static bool span_is(const pl_ld_terms *self, pl_span span, const char *word)
{
    return span.length == strlen(word) &&
           memcmp(pl_values_text(self->values, span), word, span.length) == 0;
}

/* Only "@id" and "@vocab" make texts addresses, other types are of texts. */
static void take_container(const pl_ld_terms *self, pl_ld_term *term,
                           const pl_value *value)
{
    term->mapped |= span_is(self, value->text, "@language") ||
                    span_is(self, value->text, "@index");
}

/* What else a definition can say (@prefix, @protected, @nest ...) does not
 * change which statements are made here. */
static void take_term_field(pl_ld_terms *self, pl_ld_term *term, uint32_t v)
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
static bool has_context(const pl_ld_terms *self, uint32_t v)
{
    PL_EACH_VALUE (self->values, k, v)
        if (span_is(self, pl_values_at(self->values, k)->key, "@context"))
            return true;
    return false;
}

/* Terms form a stack by scope: what is defined later hides what was before, and
 * leaving the scope forgets it. */
static void push_term(pl_ld_terms *self, pl_ld_term term)
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

static void define_term(pl_ld_terms *self, uint32_t v)
{
    const pl_value *value = pl_values_at(self->values, v);
    uint32_t word = keep_ld_span(self, value->key);
    pl_ld_term term = {.word = word, .means = word, .language = PL_NONE};
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

static uint32_t take_ld_word(pl_ld_terms *self, const pl_value *value)
{
    return value->kind == PL_VALUE_TEXT ? keep_ld_span(self, value->text)
                                        : PL_NONE;
}

/* Keywords that only say how to handle the context are passed over. */
static pleach_status take_definition(pl_ld_terms *self, uint32_t v,
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
        return pl_fail_at(error, PLEACH_BAD_DATA, self->reader->file,
                          value->line, 0,
                          "This term has a context of its own, which is not "
                          "read. Expand the document first.");
    else if (*pl_values_text(self->values, value->key) != '@')
        define_term(self, v);
    return pl_check_memory(self->reader->arena, error);
}

/* Lists of contexts are as if their maps stood one after another. */
pleach_status pl_ld_take_context(pl_ld_terms *self, uint32_t context,
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
            self->scope = (pl_ld_scope){self->scope.end, self->scope.end,
                                        PL_NONE, PL_NONE, PL_NONE};
        PL_EACH_VALUE (self->values, k, v)
            PL_TRY(take_definition(self, k, error));
        v = value->end;
    }
    return pl_check_memory(self->reader->arena, error);
}
