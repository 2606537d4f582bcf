/* write_skos.c: trees as a SKOS vocabulary in Turtle. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "corpus/matches.h"
#include "write/addresses.h"
#include "write/outline_labels.h"
#include "write/plain_texts.h"
#include "write/skos_facts.h"
#include "write/source_concepts.h"

#define OWN_TITLE "Taxonomy"

typedef struct skos {
    pl_outline *outline;
    FILE *to;
    const char *base, *language;
    uint32_t *next;    /* per node: another one of the same concept */
    uint32_t *seen;    /* per concept: a number behind the last one above which
                          it was */
    uint32_t *told_at; /* per concept: the node that its facts are at */
    uint32_t *first;   /* per concept: its parents begin here, in the next */
    PL_LIST(uint32_t) parents;
    pl_skos_facts facts;
    pl_strings *concepts; /* of sources, by address */
    PL_LIST(uint32_t) concept_at;
    PL_LIST(uint8_t) matched; /* per concept of a source: a match says it */
    PL_LIST(const pl_carried *) asides; /* of schemes and collections */
} skos;

/* An id that is an address stays as it is. */
static void put_concept_address(const skos *self, uint32_t k)
{
    const char *id = self->outline->identifier[k];
    putc('<', self->to);
    if (self->outline->nodes.items[k].id != NULL &&
        pl_text_is_address(id, strlen(id))) {
        fputs(id, self->to);
    } else {
        fputs(self->base, self->to);
        pl_put_in_address(self->to, id);
    }
    putc('>', self->to);
}

/* The address is that of all concepts, but for its last sign. */
static size_t scheme_length(const skos *self)
{
    size_t length = strlen(self->base);
    return length - (strchr("#/:", self->base[length - 1]) != NULL);
}

static void put_scheme_address(const skos *self)
{
    fprintf(self->to, "<%.*s>", (int)scheme_length(self), self->base);
}

static void add_parent(skos *self, uint32_t concept, uint32_t node)
{
    uint32_t parent = self->outline->same[node];
    if (parent == concept || self->seen[parent] == concept + 1)
        return;
    self->seen[parent] = concept + 1;
    pl_list_add(&self->parents, parent);
}

/* In a tree a concept with several parents stands several times; in SKOS it
 * stands once, with all of them, the one in the tree first. */
static void list_parents(skos *self)
{
    const pl_outline *outline = self->outline;
    for (uint32_t c = 0; c < outline->count; c++) {
        self->first[c] = (uint32_t)self->parents.count;
        for (uint32_t k = outline->same[c] == c ? c : PL_NONE; k != PL_NONE;
             k = self->next[k]) {
            const pl_outline_node *node = &outline->nodes.items[k];
            if (node->parent != PL_NONE)
                add_parent(self, c, node->parent);
            for (uint32_t m = 0; m < node->also_count; m++)
                add_parent(self, c, node->also_under[m]);
        }
    }
    self->first[outline->count] = (uint32_t)self->parents.count;
}

/* Takes away what is above nothing, again and again: what is left is in a
 * circle, or above one. There only parents that come before a concept stay, as
 * those in the tree do. `children` and `waiting` have room for all concepts. */
static void cut_circles(skos *self, uint32_t *children, uint32_t *waiting)
{
    uint32_t count = self->outline->count, free = 0, kept = 0;
    uint32_t *parent = self->parents.items;
    memset(children, 0, count * sizeof *children);
    for (size_t k = 0; k < self->parents.count; k++)
        children[parent[k]]++;
    for (uint32_t c = 0; c < count; c++)
        if (children[c] == 0)
            waiting[free++] = c;
    while (free > 0) {
        uint32_t c = waiting[--free];
        for (uint32_t k = self->first[c]; k < self->first[c + 1]; k++)
            if (--children[parent[k]] == 0)
                waiting[free++] = parent[k];
    }
    for (uint32_t c = 0; c < count; c++) {
        uint32_t k = self->first[c];
        self->first[c] = kept;
        for (; k < self->first[c + 1]; k++)
            if (children[c] == 0 || parent[k] < c)
                parent[kept++] = parent[k];
    }
    self->outline->circular = self->parents.count - kept;
    self->first[count] = kept;
}

/* Top concepts are named in the scheme as well as in themselves: readers look
 * at either. */
static void put_scheme(skos *self)
{
    const pl_outline *outline = self->outline;
    uint32_t put = 0;
    fputs("@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
          "@prefix dct: <http://purl.org/dc/terms/> .\n"
          "@prefix dcat: <http://www.w3.org/ns/dcat#> .\n\n",
          self->to);
    put_scheme_address(self);
    fputs(" a skos:ConceptScheme ;\n    dct:title \"" OWN_TITLE "\"", self->to);
    if (*self->language != '\0')
        fprintf(self->to, "@%s", self->language);
    for (uint32_t k = 0; k < outline->count; k++) {
        if (outline->nodes.items[k].depth > 0 || outline->same[k] != k)
            continue;
        if (self->first[k] < self->first[k + 1])
            continue;
        fputs(put++ == 0 ? " ;\n    skos:hasTopConcept " : ",\n        ",
              self->to);
        put_concept_address(self, k);
    }
    fputs(" .\n", self->to);
}

/* The number of a concept of a source; PL_NONE: it is of none. */
static uint32_t find_concept(const skos *self, const char *address)
{
    return pl_strings_find(self->concepts, address, strlen(address));
}

/* What the sources call it by: the same, or only alike. Where a source matched
 * one itself, that says it better. */
static void put_source_concepts(const skos *self, uint32_t k, bool exact)
{
    const pl_outline_node *node = &self->outline->nodes.items[k];
    size_t put = 0;
    for (size_t m = node->concept_first; m < node[1].concept_first; m++) {
        const pl_source_concept *concept = &self->outline->concepts.items[m];
        if (concept->exact != exact ||
            self->matched.items[find_concept(self, concept->address)])
            continue;
        if (put++ == 0)
            fprintf(self->to, " ;\n    skos:%s <%s>",
                    exact ? "exactMatch" : "closeMatch", concept->address);
        else
            fprintf(self->to, ", <%s>", concept->address);
    }
}

static void put_broader(skos *self, uint32_t concept)
{
    uint32_t first = self->first[concept], end = self->first[concept + 1];
    fputs(" ;\n    ", self->to);
    if (first == end) {
        fputs("skos:topConceptOf ", self->to);
        put_scheme_address(self);
    }
    for (uint32_t p = first; p < end; p++) {
        fputs(p == first ? "skos:broader " : ", ", self->to);
        put_concept_address(self, self->parents.items[p]);
    }
}

/* Where a concept of a source is in the result, that is meant, unless it is
 * concept k itself: nothing is related to itself. */
static void put_address(const skos *self, uint32_t k, const pl_carried *fact)
{
    uint32_t known = find_concept(self, fact->text);
    if (known != PL_NONE && self->concept_at.items[known] != k) {
        put_concept_address(self, self->concept_at.items[known]);
        return;
    }
    fprintf(self->to, "<%s>", fact->text);
    if (known != PL_NONE && strncmp(fact->property, "skos:", 5) == 0 &&
        pl_match_kind_of(fact) != PL_MATCH_NONE)
        self->matched.items[known] = 1;
}

/* A property without a prefix is an address. */
static void put_skos_property(const skos *self, const char *property)
{
    if (strcmp(property, "rdf:type") == 0)
        fputs("a ", self->to);
    else if (strcmp(property, "rdfs:label") == 0)
        fputs("<http://www.w3.org/2000/01/rdf-schema#label> ", self->to);
    else
        fprintf(self->to, strstr(property, "://") == NULL ? "%s " : "<%s> ",
                property);
}

/* A value of concept k, or of what is none. */
static void put_skos_value(const skos *self, uint32_t k, const pl_carried *fact)
{
    pleach_error wrong; /* a language that is none is left out */
    if (fact->address) {
        put_address(self, k, fact);
        return;
    }
    pl_put_turtle(self->to, fact->text, &self->outline->changed);
    if (strncmp(fact->language, "^^", 2) == 0)
        fprintf(self->to, "^^<%s>", fact->language + 2);
    else if (*fact->language != '\0' &&
             pl_check_language(fact->language, &wrong) == PLEACH_OK)
        fprintf(self->to, "@%s", fact->language);
}

/* What its source says of it, word for word. */
static void put_facts(const skos *self, uint32_t k)
{
    for (size_t f = 0; f < self->facts.list.count; f++) {
        const pl_skos_fact *here = &self->facts.list.items[f];
        if (f > 0 && strcmp(here->property, here[-1].property) == 0) {
            fputs(", ", self->to);
        } else {
            fputs(" ;\n    ", self->to);
            put_skos_property(self, here->property);
        }
        put_skos_value(self, k, here->fact);
    }
}

/* ------------------------------------------------ schemes and collections --
 */

static int compare_asides(const void *left, const void *right)
{
    const pl_carried *const *a = left, *const *b = right;
    int order = strcmp((*a)->property, (*b)->property);
    /* Members of lists keep their order: they stand one behind the other. */
    return order != 0 ? order : (*a > *b) - (*a < *b);
}

static bool is_repeated(const pl_carried *const *list, size_t first, size_t k)
{
    for (size_t j = first; j < k; j++)
        if (strcmp(list[j]->text, list[k]->text) == 0 &&
            strcmp(list[j]->language, list[k]->language) == 0)
            return true;
    return false;
}

/* Whether it is what put_scheme says anyway, of what was written here before.
 */
static bool is_own_scheme(const skos *self, const pl_carried *fact)
{
    const char *property = pl_carried_property(fact);
    size_t length = scheme_length(self);
    return pl_carried_subject(fact) == length &&
           memcmp(fact->property + 1, self->base, length) == 0 &&
           (strcmp(property, "rdf:type") == 0 ||
            strcmp(fact->text, OWN_TITLE) == 0);
}

static void find_asides(skos *self)
{
    const pl_outline *outline = self->outline;
    for (size_t k = 0; k < outline->facts.count; k++) {
        const pl_carried *fact = &outline->facts.items[k];
        size_t subject = pl_carried_subject(fact);
        self->outline->unplaced += fact->item == 0 && !pl_skos_may_write(fact);
        bool fits = subject > 0 && pl_skos_may_write(fact) &&
                    !is_own_scheme(self, fact);
        for (size_t at = 1; fits && at <= subject; at++)
            fits = pl_text_fits_address(fact->property[at]);
        if (fits)
            pl_list_add(&self->asides, fact);
    }
    if (self->asides.count > 1)
        qsort(self->asides.items, self->asides.count,
              sizeof *self->asides.items, compare_asides);
}

/* The values of one property, from `first` on; a list stands in brackets.
 * Returns where the next one begins. */
static size_t put_aside_values(const skos *self, uint32_t concept, size_t first)
{
    enum { FEW = 64 };
    const pl_carried *const *list = self->asides.items;
    const char *property = list[first]->property;
    bool listed =
        strcmp(pl_carried_property(list[first]), "skos:memberList") == 0;
    size_t put = 0, k = first;
    fputs(listed ? "(" : "", self->to);
    for (; k < self->asides.count && strcmp(list[k]->property, property) == 0;
         k++) {
        if (is_repeated(list, k < first + FEW ? first : k - FEW, k))
            continue;
        fputs(put++ == 0 ? "" : listed ? " " : ", ", self->to);
        put_skos_value(self, concept, list[k]);
    }
    fputs(listed ? ")" : "", self->to);
    return k;
}

/* Each source's scheme and collections, under their own addresses, so that
 * licences stay with whom they are of. */
static void put_asides(const skos *self)
{
    const pl_carried *const *list = self->asides.items;
    for (size_t k = 0, end; k < self->asides.count; k = end) {
        size_t length = pl_carried_subject(list[k]) + 2;
        const char *subject = list[k]->property;
        uint32_t known =
            pl_strings_find(self->concepts, subject + 1, length - 2);
        fprintf(self->to, "\n%.*s", (int)length, subject);
        for (end = k; end < self->asides.count &&
                      strncmp(list[end]->property, subject, length) == 0;) {
            fputs(end == k ? " " : " ;\n    ", self->to);
            put_skos_property(self, pl_carried_property(list[end]));
            end = put_aside_values(
                self,
                known == PL_NONE ? PL_NONE : self->concept_at.items[known],
                end);
        }
        fputs(" .\n", self->to);
    }
}

/* Of nodes of one concept one has the facts, whichever comes first; together
 * they are a chain. */
static void find_nodes(skos *self)
{
    const pl_outline *outline = self->outline;
    uint32_t *last = self->seen;
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        uint32_t first = outline->same[k];
        self->next[k] = PL_NONE;
        if (first == k)
            self->told_at[k] = k;
        else
            self->next[last[first]] = k;
        last[first] = k;
        if (node->fact_first < node[1].fact_first)
            self->told_at[first] = k;
    }
    memset(self->seen, 0, outline->count * sizeof *self->seen);
}

/* Relations between concepts of a source become those of what they are now. */
static void find_concepts(skos *self)
{
    const pl_outline *outline = self->outline;
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        for (size_t m = node->concept_first; m < node[1].concept_first; m++) {
            const char *address = outline->concepts.items[m].address;
            if (pl_strings_add(self->concepts, address, strlen(address)) ==
                self->concept_at.count) {
                pl_list_add(&self->concept_at, k);
                pl_list_add(&self->matched, 0);
            }
        }
    }
}

/* Broader only, as narrower follows from it and would double the file. */
static void put_skos_concept(skos *self, uint32_t k)
{
    const pl_outline *outline = self->outline;
    pl_skos_facts_order(&self->facts, outline,
                        &outline->nodes.items[self->told_at[k]],
                        self->language);
    putc('\n', self->to);
    put_concept_address(self, k);
    fputs(" a skos:Concept ;\n    skos:inScheme ", self->to);
    put_scheme_address(self);
    put_broader(self, k);
    put_facts(self, k);
    put_source_concepts(self, k, true);
    put_source_concepts(self, k, false);
    fputs(" .\n", self->to);
}

/* What was merged gets labels that no two concepts share; what is converted
 * keeps its own. */
static pleach_status write_skos(pl_writing *w, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_outline *outline = w->outline;
    const char *language = w->options->label_language;
    skos self = {
        .outline = outline,
        .to = w->to,
        .base = pl_base_of(w->options),
        .language = language == NULL ? "" : language,
        .next = PL_ARENA_ARRAY(scratch, uint32_t, outline->count),
        .seen = PL_ARENA_ARRAY(scratch, uint32_t, outline->count),
        .told_at = PL_ARENA_ARRAY(scratch, uint32_t, outline->count),
        .first = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)outline->count + 1),
        .parents = {.arena = scratch},
        .facts = {.list = {.arena = scratch}, .own = {.arena = scratch}},
        .concepts = pl_strings_in(scratch),
        .concept_at = {.arena = scratch},
        .matched = {.arena = scratch},
        .asides = {.arena = scratch}};
    PL_TRY(pl_check_base(self.base, error));
    PL_TRY(pl_check_language(language, error));
    PL_TRY(pl_outline_identify(outline, error));
    if (outline->taxonomy != NULL) {
        PL_TRY(pl_outline_part_labels(outline, error));
        PL_TRY(pl_outline_add_concepts(outline, error));
    }
    PL_TRY(pl_check_memory(scratch, error));
    find_nodes(&self);
    list_parents(&self);
    find_concepts(&self);
    find_asides(&self);
    uint32_t *waiting = PL_ARENA_ARRAY(scratch, uint32_t, outline->count);
    PL_TRY(pl_check_memory(scratch, error));
    cut_circles(&self, self.seen, waiting);
    put_scheme(&self);
    for (uint32_t k = 0; k < outline->count; k++)
        if (outline->same[k] == k)
            put_skos_concept(&self, k);
    put_asides(&self);
    return pl_check_memory(scratch, error);
}

/* Concepts come before what is only mentioned, all of it at the beginning: the
 * walk would meet a concept wherever it stands. */
const pl_tree_format pl_skos_format = {.begin = write_skos};
