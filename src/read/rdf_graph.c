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
    {PL_SKOS "member", RELATED, "skos:member"},
    {PL_SKOS "memberList", RELATED, "skos:memberList"},
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
    pl_reader_warn(reader, PL_ODD_LABELS, self->forest.nodes.items[node].line,
                   "Two names in one language were given to \"%.*s\". The "
                   "first by its letters is the name, the other a further one.",
                   pl_text_cut(kept, strlen(kept), 60), kept);
}

/* Of two names as good, the first by its bytes stays, whatever came first. */
static void take_rdf_name(pl_rdf_graph *self, uint32_t node, const char *text,
                          size_t length, uint8_t rank)
{
    pl_rdf_name *best = &self->names.items[node];
    pl_rdf_name made = *best;
    made.rank = rank;
    made.text = pl_reader_note(self->forest.reader, self->texts, text, length);
    if (made.text == PL_NONE)
        return;
    if (best->rank > 0 && made.text == best->text) {
        best->rank = rank > best->rank ? rank : best->rank;
        return;
    }
    if (rank < best->rank) {
        pl_forest_alt(&self->forest, node, text, length);
        return;
    }
    if (rank > best->rank && best->rank > 0) {
        const char *before = pl_strings_at(self->texts, best->text);
        pl_forest_alt(&self->forest, node, before, strlen(before));
    }
    if (rank == best->rank) {
        const char *before = pl_strings_at(self->texts, best->text);
        const char *now = pl_strings_at(self->texts, made.text);
        bool first = strcmp(now, before) < 0;
        tell_twice(self, node, first ? now : before);
        made.told = true;
        const char *other = first ? before : now;
        pl_forest_alt(&self->forest, node, other, strlen(other));
        if (!first)
            return;
    }
    self->names.items[node] = made;
}

/* Names of all languages are kept, as they help matching: that of the best
 * language is the name, and the others are further ones. */
static void take_rdf_text(pl_rdf_graph *self, uint32_t node, property kind,
                          const pl_rdf_statement *statement)
{
    const char *text = statement->object;
    size_t length = statement->object_length;
    bool name = kind == PREFERRED || kind == LABEL;
    if (name && !pl_text_is_blank(text, length))
        take_rdf_name(self, node, text, length,
                      rank_language(self, statement->language, kind));
    self->names.items[node].part |= kind == ALTERNATIVE;
    if (kind == ALTERNATIVE)
        pl_forest_alt(&self->forest, node, text, length);
    else if (!name)
        pl_forest_tag_node(&self->forest, node, text, length, 1);
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

static void take_link(pl_rdf_graph *self, uint32_t node,
                      const pl_rdf_statement *statement, bool narrower)
{
    uint32_t other = find_rdf_node(self, statement->object,
                                   statement->object_length, statement->line);
    if (other == PL_NONE)
        return;
    self->names.items[node].part = self->names.items[other].part = true;
    if (other != node)
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

bool pl_rdf_lists(const char *predicate)
{
    return strcmp(predicate, PL_SKOS "memberList") == 0 ||
           strcmp(predicate, PL_RDF "first") == 0 ||
           strcmp(predicate, PL_RDF "rest") == 0;
}

/* The language of a literal, or its type as carried values have it; NULL:
 * neither. What is a text anyway needs no type. */
static const char *tag_of(pl_rdf_graph *self, const pl_rdf_statement *statement)
{
    const char *type = statement->datatype;
    if (type == NULL || *type == '\0' || strcmp(type, PL_XSD "string") == 0)
        return statement->language;
    self->tag.count = 0;
    if (!pl_list_room(&self->tag, strlen(type) + 3))
        return NULL;
    memcpy(self->tag.items, "^^", 2);
    memcpy(self->tag.items + 2, type, strlen(type) + 1);
    return self->tag.items;
}

static void keep_fact(pl_rdf_graph *self, uint32_t node,
                      const struct known *which,
                      const pl_rdf_statement *statement)
{
    pl_saying saying = {.property = which->name,
                        .text = statement->object,
                        .length = statement->object_length,
                        .language = tag_of(self, statement),
                        .address = !statement->literal};
    if (which->name != NULL)
        pl_forest_say(&self->forest, node, &saying);
}

/* What a type makes of its subject. */
typedef enum role { CONCEPT, ASIDE, NOTHING } role;

static role role_by(const pl_rdf_statement *statement)
{
    static const struct {
        const char *type;
        role role;
    } types[] = {
        {PL_SKOS "Concept", CONCEPT},  {PL_RDFS "Class", CONCEPT},
        {PL_OWL "Class", CONCEPT},     {PL_SKOS "ConceptScheme", ASIDE},
        {PL_SKOS "Collection", ASIDE}, {PL_SKOS "OrderedCollection", ASIDE},
        {PL_OWL "Ontology", ASIDE}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (!statement->literal &&
            strcmp(statement->object, types[k].type) == 0)
            return types[k].role;
    return NOTHING;
}

/* A scheme or a collection is kept with what it is. */
static void take_type(pl_rdf_graph *self, uint32_t node, role made,
                      const pl_rdf_statement *statement)
{
    static const struct known type = {PL_RDF "type", NOTE, "rdf:type"};
    self->names.items[node].part |= made == CONCEPT;
    self->names.items[node].aside |= made == ASIDE;
    if (made != CONCEPT)
        keep_fact(self, node, &type, statement);
}

/* What is not for a tree is kept for whoever writes it again. */
static void take_property(pl_rdf_graph *self, uint32_t node,
                          const struct known *which,
                          const pl_rdf_statement *statement)
{
    keep_fact(self, node, which, statement);
    if (is_link(which->kind))
        take_link(self, node, statement, which->kind == NARROWER);
    else if (which->kind != NOTE && which->kind != RELATED)
        take_rdf_text(self, node, which->kind, statement);
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

/* ----------------------------------------------------------------- lists -- */

static uint32_t find_cell(pl_rdf_graph *self, const char *name, size_t length)
{
    uint32_t id =
        pl_reader_note(self->forest.reader, self->cell_names, name, length);
    pl_rdf_cell none = {PL_NONE, PL_NONE, false};
    if (id == self->cells.count)
        pl_list_add(&self->cells, none);
    return id < self->cells.count ? id : PL_NONE;
}

static void take_cell(pl_rdf_graph *self, const pl_rdf_statement *statement)
{
    uint32_t cell =
        find_cell(self, statement->subject, statement->subject_length);
    uint32_t text = pl_reader_note(self->forest.reader, self->texts,
                                   statement->object, statement->object_length);
    if (cell == PL_NONE)
        return;
    if (strcmp(statement->predicate, PL_RDF "rest") == 0)
        self->cells.items[cell].rest = text;
    else if (!statement->literal)
        self->cells.items[cell].item = text;
}

/* Statements are judged one by one and in any order, since RDF has none. */
void pl_rdf_take(pl_rdf_graph *self, const pl_rdf_statement *statement)
{
    struct known foreign;
    const struct known *found = find_property(statement->predicate);
    bool typed = strcmp(statement->predicate, PL_RDF "type") == 0;
    if (found != NULL &&
        (is_link(found->kind) || found->kind == RELATED) == statement->literal)
        return; /* a link to a text, or a text that is an address */
    if (found == NULL && !typed)
        found = find_foreign(&foreign, statement);
    role made = typed ? role_by(statement) : NOTHING;
    if (strcmp(statement->predicate, PL_RDF "first") == 0 ||
        strcmp(statement->predicate, PL_RDF "rest") == 0)
        take_cell(self, statement);
    if (typed ? made == NOTHING : found == NULL)
        return;
    uint32_t node = find_rdf_node(self, statement->subject,
                                  statement->subject_length, statement->line);
    if (node == PL_NONE)
        return;
    if (typed)
        take_type(self, node, made, statement);
    else if (found->kind != RELATED || strncmp(statement->object, "_:", 2) != 0)
        take_property(self, node, found, statement);
    else if (strcmp(found->uri, PL_SKOS "memberList") == 0)
        pl_list_add(&self->lists, ((pl_rdf_list){
                                      node,
                                      find_cell(self, statement->object,
                                                statement->object_length),
                                  }));
}

/* ----------------------------------------------------------------- aside -- */

/* Says what a list holds, in its order; a cell is of one list. */
static void say_list(pl_rdf_graph *self, const pl_rdf_list *list)
{
    uint32_t at = list->cell;
    while (at != PL_NONE && !self->cells.items[at].seen) {
        pl_rdf_cell *cell = &self->cells.items[at];
        cell->seen = true;
        if (cell->item != PL_NONE) {
            pl_saying saying = {.property = "skos:memberList",
                                .text = pl_strings_at(self->texts, cell->item),
                                .length =
                                    pl_strings_length(self->texts, cell->item),
                                .address = true};
            pl_forest_say(&self->forest, list->node, &saying);
        }
        const char *rest =
            cell->rest == PL_NONE ? "" : pl_strings_at(self->texts, cell->rest);
        at = pl_strings_find(self->cell_names, rest, strlen(rest));
    }
}

/* Of what is no concept itself, the first one carries what is said. */
static void move_facts(pl_forest *forest, uint32_t from, uint32_t to)
{
    size_t length;
    const char *address = pl_forest_key(forest, from, &length);
    for (uint32_t k = forest->nodes.items[from].first_fact; k != PL_NONE;
         k = forest->facts.items[k].next) {
        pl_span *about = &forest->facts.items[k].property;
        size_t size = length + about->length + sizeof "<> " - 1;
        if (!pl_list_room(&forest->text, size + 1))
            return;
        char *put = forest->text.items + forest->text.count;
        memcpy(put + 1, address, length);
        memcpy(put + length + 3, pl_forest_text(forest, *about), about->length);
        put[0] = '<';
        put[length + 1] = '>';
        put[length + 2] = ' ';
        put[size] = '\0';
        *about = (pl_span){forest->text.count, size};
        forest->text.count += size;
    }
    pl_forest_hand_over(forest, from, to);
}

static bool is_matched(const pl_forest *forest, uint32_t node)
{
    for (uint32_t k = forest->nodes.items[node].first_fact; k != PL_NONE;
         k = forest->facts.items[k].next) {
        const pl_forest_fact *fact = &forest->facts.items[k];
        const char *name = pl_forest_text(forest, fact->property);
        size_t length = fact->property.length;
        if (fact->address && length > 5 &&
            (memcmp(name + length - 5, "Match", 5) == 0 ||
             (length > 6 && memcmp(name + length - 6, "sameAs", 6) == 0)))
            return true;
    }
    return false;
}

static void tell_passed(const pl_rdf_graph *self, uint32_t first,
                        uint64_t count)
{
    pl_reader *reader = self->forest.reader;
    size_t length;
    const char *address = pl_forest_key(&self->forest, first, &length);
    pl_reader_warn(reader, PL_ODD_PASSED, self->forest.nodes.items[first].line,
                   "What is said of <%.*s>%s is passed over: it is no concept, "
                   "scheme or collection, or its address is too long.",
                   pl_text_cut(address, length, 100), address,
                   count > 1 ? " and others like it" : "");
}

/* Keeps what is said of schemes, collections and concepts of others, and tells
 * of what is not kept. The address stands before each fact, so that one that is
 * far too long is not kept. */
static void keep_aside(pl_rdf_graph *self)
{
    enum { LONGEST_ADDRESS = 4096 };
    pl_forest *forest = &self->forest;
    uint32_t to = 0, first = PL_NONE;
    uint64_t passed = 0;
    for (size_t k = 0; k < self->lists.count; k++)
        say_list(self, &self->lists.items[k]);
    for (uint32_t k = 0; k < self->names.count; k++)
        if (self->names.items[k].aside)
            self->names.items[k].part = false;
    while (to < self->names.count && !self->names.items[to].part)
        to++;
    for (uint32_t k = 0; to < self->names.count && k < self->names.count; k++) {
        const pl_rdf_name *name = &self->names.items[k];
        size_t length;
        if (name->part || forest->nodes.items[k].first_fact == PL_NONE)
            continue;
        (void)pl_forest_key(forest, k, &length);
        if ((name->aside || is_matched(forest, k)) &&
            length <= LONGEST_ADDRESS) {
            move_facts(forest, k, to);
            continue;
        }
        first = passed++ == 0 ? k : first;
        forest->nodes.items[k].first_fact = PL_NONE; /* and is told here */
    }
    if (passed > 0)
        tell_passed(self, first, passed);
}

/* --------------------------------------------------------------- reading -- */

/* A concept without a name is called by the end of its address. */
static void name_by_address(pl_rdf_graph *self, uint32_t node, const char *uri,
                            size_t length)
{
    pl_reader *reader = self->forest.reader;
    size_t start = length;
    while (start > 0 && strchr("#/:", uri[start - 1]) == NULL)
        start--;
    reader->builder->facts.odd_labels++;
    pl_reader_warn(reader, PL_ODD_LABELS, self->forest.nodes.items[node].line,
                   "No name was given to \"%.*s\", so it is called by the end "
                   "of its address.",
                   pl_text_cut(uri, length, 100), uri);
    pl_saying saying = {.property = "skos:prefLabel",
                        .text = uri + start,
                        .length = length - start};
    pl_forest_say(&self->forest, node, &saying);
    pl_forest_name(&self->forest, node, uri + start, length - start);
}

/* A concept without a name in any language is called after the end of its
 * address, which mostly is one. */
static void name_all(pl_rdf_graph *self)
{
    pl_forest *forest = &self->forest;
    for (uint32_t k = 0; k < self->names.count; k++) {
        const pl_rdf_name *best = &self->names.items[k];
        if (!best->part)
            continue; /* a scheme, a property, a collection */
        /* In this forest every key is an id, in the order of the nodes. */
        size_t length;
        const char *address = pl_forest_key(forest, k, &length);
        if (best->rank == 0)
            name_by_address(self, k, address, length);
        else
            pl_forest_name(forest, k, pl_strings_at(self->texts, best->text),
                           pl_strings_length(self->texts, best->text));
    }
}

void pl_rdf_open(pl_rdf_graph *self, pl_reader *reader)
{
    pl_arena *arena = reader->arena;
    self->language =
        reader->label_language == NULL ? "en" : reader->label_language;
    self->texts = pl_strings_in(arena);
    self->cell_names = pl_strings_in(arena);
    pl_forest_open(&self->forest, reader);
    self->names.arena = self->cells.arena = self->lists.arena = arena;
    self->tag.arena = arena;
}

void pl_rdf_pass_over(pl_rdf_graph *self, const char *predicate, uint64_t line)
{
    pl_reader *reader = self->forest.reader;
    const struct known *found = find_property(predicate);
    if (found != NULL && found->kind == PREFERRED)
        pl_reader_warn(reader, PL_ODD_PASSED, line,
                       "A concept without an address is passed over. Give it "
                       "one (rdf:about, @id).");
}

pleach_status pl_rdf_finish(pl_rdf_graph *self, pleach_error *error)
{
    self->forest.keys_are_ids = true;
    PL_TRY(pl_check_memory(self->forest.reader->arena, error));
    keep_aside(self);
    name_all(self);
    return pl_forest_finish(&self->forest, error);
}
