/* rdf_graph.c: names, links and words of a vocabulary, statement by
 * statement. */
/* SPDX-License-Identifier: MIT */
#include "read/rdf_graph.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

typedef enum property {
    BROADER,
    NARROWER,
    PREFERRED,
    LABEL,
    ALTERNATIVE,
    KEYWORD,
    NOTE,
    RELATED, /* to other concepts, across trees */
    PROPERTIES,
} property;

/* `name` is what it is called when it is written again; NULL: the tree says it.
 */
static const struct known {
    const char *uri;
    property kind;
    const char *name;
} known[] = {
    {PL_SKOS "broader", BROADER, NULL},
    {PL_SKOS "broaderGeneric", BROADER, NULL},
    {PL_SKOS "narrower", NARROWER, NULL},
    {PL_RDFS "subClassOf", BROADER, NULL},
    {PL_SKOS "prefLabel", PREFERRED, "skos:prefLabel"},
    {PL_RDFS "label", LABEL, "rdfs:label"},
    {PL_SKOS "altLabel", ALTERNATIVE, "skos:altLabel"},
    {PL_SKOS "hiddenLabel", ALTERNATIVE, "skos:hiddenLabel"},
    {PL_SKOS "definition", NOTE, "skos:definition"},
    {PL_RDFS "comment", NOTE, "skos:note"},
    {"http://www.w3.org/ns/dcat#keyword", KEYWORD, "dcat:keyword"},
    {PL_SKOS "note", NOTE, "skos:note"},
    {PL_SKOS "scopeNote", NOTE, "skos:scopeNote"},
    {PL_SKOS "example", NOTE, "skos:example"},
    {PL_SKOS "historyNote", NOTE, "skos:historyNote"},
    {PL_SKOS "editorialNote", NOTE, "skos:editorialNote"},
    {PL_SKOS "changeNote", NOTE, "skos:changeNote"},
    {PL_SKOS "notation", NOTE, "skos:notation"},
    {PL_SKOS "related", RELATED, "skos:related"},
    {PL_SKOS "exactMatch", RELATED, "skos:exactMatch"},
    {PL_SKOS "closeMatch", RELATED, "skos:closeMatch"},
    {PL_SKOS "broadMatch", RELATED, "skos:broadMatch"},
    {PL_SKOS "narrowMatch", RELATED, "skos:narrowMatch"},
    {PL_SKOS "relatedMatch", RELATED, "skos:relatedMatch"},
    {PL_OWL "sameAs", RELATED, PL_OWL "sameAs"},
    {PL_OWL "equivalentClass", RELATED, PL_OWL "equivalentClass"},
};

/* ---------------------------------------------------------------- labels -- */

/* Better languages have higher ranks: the one asked for, its kin, none, then
 * English, then others. skos:prefLabel goes before rdfs:label. */
static uint8_t rank_language(const pl_rdf_graph *self, const char *language,
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

static void tell_twice(pl_rdf_graph *self, uint32_t node, const char *kept)
{
    pl_reader *reader = self->forest.reader;
    pl_rdf_name *best = &self->names.items[node];
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
static bool take_rdf_name(pl_rdf_graph *self, uint32_t node, const char *text,
                          size_t length, uint8_t rank)
{
    pl_rdf_name *best = &self->names.items[node];
    pl_rdf_name made = *best;
    made.rank = rank;
    made.text = pl_strings_add(self->texts, text, length);
    if (made.text == PL_NONE)
        return false;
    if (best->rank > 0 && made.text == best->text) {
        best->rank = rank > best->rank ? rank : best->rank;
        return true;
    }
    if (rank < best->rank)
        return pl_forest_alt(&self->forest, node, text, length);
    if (rank > best->rank && best->rank > 0) {
        const char *before = pl_strings_at(self->texts, best->text);
        if (!pl_forest_alt(&self->forest, node, before, strlen(before)))
            return false;
    }
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

/* Names of all languages are kept, as they help matching: that of the best
 * language is the name, and the others are further ones. */
static bool take_rdf_text(pl_rdf_graph *self, uint32_t node, property kind,
                          const pl_rdf_statement *statement)
{
    const char *text = statement->object;
    size_t length = statement->object_length;
    uint8_t rank = rank_language(self, statement->language, kind);
    bool name = kind == PREFERRED || kind == LABEL;
    if (name && pl_text_is_blank(text, length))
        return true; /* which is no name */
    if (name)
        return take_rdf_name(self, node, text, length, rank);
    self->names.items[node].part |= kind == ALTERNATIVE;
    if (kind == ALTERNATIVE)
        return pl_forest_alt(&self->forest, node, text, length);
    return pl_forest_tag_node(&self->forest, node, text, length, 1);
}

/* ------------------------------------------------------------ statements -- */

/* A node may be spoken of before anything is said about it, so whoever is
 * mentioned gets one. */
static uint32_t find_rdf_node(pl_rdf_graph *self, const char *address,
                              size_t length, uint64_t line)
{
    uint32_t node = pl_forest_by_id(&self->forest, PL_NONE, address, length);
    pl_rdf_name none = {0};
    none.text = PL_NONE;
    while (node != PL_NONE && self->names.count <= node)
        if (!pl_list_push(&self->names, none))
            return PL_NONE;
    if (node != PL_NONE && self->forest.nodes.items[node].line == 0)
        self->forest.nodes.items[node].line = line;
    return node;
}

static bool take_link(pl_rdf_graph *self, uint32_t node,
                      const pl_rdf_statement *statement, bool narrower)
{
    uint32_t other = find_rdf_node(self, statement->object,
                                   statement->object_length, statement->line);
    if (other == PL_NONE)
        return false;
    self->names.items[node].part = self->names.items[other].part = true;
    return other == node ||
           pl_forest_link_nodes(&self->forest, narrower ? other : node,
                                narrower ? node : other);
}

/* NULL: of no matter here. */
static const struct known *find_property(const char *predicate)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(predicate, known[k].uri) == 0)
            return &known[k];
    return NULL;
}

static bool is_link(property kind)
{
    return kind == BROADER || kind == NARROWER;
}

bool pl_rdf_links(const char *predicate)
{
    const struct known *found = find_property(predicate);
    return found != NULL && (is_link(found->kind) || found->kind == RELATED);
}

static bool keep_fact(pl_rdf_graph *self, uint32_t node,
                      const struct known *which,
                      const pl_rdf_statement *statement)
{
    pl_saying saying = {.property = which->name,
                        .text = statement->object,
                        .length = statement->object_length,
                        .language = statement->language,
                        .address = !statement->literal};
    return which->name == NULL || pl_forest_say(&self->forest, node, &saying);
}

/* A type makes a subject a concept. */
static bool makes_concept(const pl_rdf_statement *statement)
{
    static const char *const types[] = {PL_SKOS "Concept", PL_RDFS "Class",
                                        PL_OWL "Class"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (!statement->literal && strcmp(statement->object, types[k]) == 0)
            return true;
    return false;
}

/* What is not for a tree is kept for whoever writes it again. */
static bool take_property(pl_rdf_graph *self, uint32_t node,
                          const struct known *which,
                          const pl_rdf_statement *statement)
{
    if (!keep_fact(self, node, which, statement))
        return false;
    if (which->kind == NOTE || which->kind == RELATED)
        return true;
    return is_link(which->kind)
               ? take_link(self, node, statement, which->kind == NARROWER)
               : take_rdf_text(self, node, which->kind, statement);
}

/* What other vocabularies say of a concept comes out as it is; how a scheme is
 * made of concepts, the result says in its own way. */
static const struct known *find_foreign(struct known *made,
                                        const pl_rdf_statement *statement)
{
    static const char *const own[] = {PL_RDF, PL_SKOS "inScheme",
                                      PL_SKOS "topConceptOf",
                                      PL_SKOS "hasTopConcept", PL_OWL};
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        if (strncmp(statement->predicate, own[k], strlen(own[k])) == 0)
            return NULL;
    bool nameless =
        !statement->literal &&
        !pl_text_is_address(statement->object, statement->object_length);
    *made = (struct known){statement->predicate, NOTE, statement->predicate};
    return nameless ? NULL : made;
}

/* Statements are judged one by one and in any order, since RDF has none. */
bool pl_rdf_take(pl_rdf_graph *self, const pl_rdf_statement *statement)
{
    struct known foreign;
    const struct known *found = find_property(statement->predicate);
    bool typed = strcmp(statement->predicate, PL_RDF "type") == 0;
    if (found != NULL &&
        (is_link(found->kind) || found->kind == RELATED) == statement->literal)
        return true; /* a link to a text, or a text that is an address */
    if (found == NULL && !typed)
        found = find_foreign(&foreign, statement);
    if (typed ? !makes_concept(statement) : found == NULL)
        return true;
    uint32_t node = find_rdf_node(self, statement->subject,
                                  statement->subject_length, statement->line);
    if (node == PL_NONE)
        return false;
    self->names.items[node].part |= typed;
    return typed || take_property(self, node, found, statement);
}

/* --------------------------------------------------------------- reading -- */

/* A concept without a name is called by the end of its address. */
static bool name_by_address(pl_rdf_graph *self, uint32_t node, const char *uri,
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
    pl_saying saying = {.property = "skos:prefLabel",
                        .text = uri + start,
                        .length = length - start};
    return pl_forest_say(&self->forest, node, &saying) &&
           pl_forest_name(&self->forest, node, uri + start, length - start);
}

/* A concept without a name in any language is called after the end of its
 * address, which mostly is one. */
static bool name_all(pl_rdf_graph *self)
{
    pl_forest *forest = &self->forest;
    for (uint32_t k = 0; k < self->names.count; k++) {
        const pl_rdf_name *best = &self->names.items[k];
        if (!best->part)
            continue; /* a scheme, a property, a collection */
        /* In this forest every key is an id, in the order of the nodes. */
        size_t length;
        const char *address = pl_forest_key(forest, k, &length);
        if (best->rank == 0
                ? !name_by_address(self, k, address, length)
                : !pl_forest_name(forest, k,
                                  pl_strings_at(self->texts, best->text),
                                  pl_strings_length(self->texts, best->text)))
            return false;
    }
    return true;
}

bool pl_rdf_open(pl_rdf_graph *self, pl_reader *reader)
{
    self->language =
        reader->label_language == NULL ? "en" : reader->label_language;
    self->texts = pl_strings_new();
    return pl_forest_open(&self->forest, reader) && self->texts != NULL;
}

void pl_rdf_close(pl_rdf_graph *self)
{
    pl_strings_free(self->texts);
    pl_list_free(&self->names);
}

void pl_rdf_pass_over(pl_rdf_graph *self, const char *predicate, uint64_t line)
{
    pl_reader *reader = self->forest.reader;
    const struct known *found = find_property(predicate);
    if (found != NULL && found->kind == PREFERRED)
        pl_read_progress_warn(reader->progress, PL_ODD_PASSED, reader->file,
                              line,
                              "A concept without an address is passed over. "
                              "Give it one (rdf:about, @id).");
}

pleach_status pl_rdf_finish(pl_rdf_graph *self, pleach_error *error)
{
    self->forest.keys_are_ids = true;
    if (!name_all(self))
        return pl_fail_memory(error);
    return pl_forest_finish(&self->forest, error);
}
