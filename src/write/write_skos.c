/* write_skos.c: trees as a SKOS vocabulary in Turtle. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "corpus/matches.h"
#include "write/addresses.h"
#include "write/outline_graph.h"
#include "write/outline_labels.h"
#include "write/plain_texts.h"
#include "write/skos_facts.h"

#define OWN_TITLE "Taxonomy"

typedef struct skos {
    pl_outline *outline;
    FILE *to;
    const char *base, *language;
    pl_outline_graph graph;
    uint32_t *told_at; /* per concept: the node that its facts are at */
    pl_skos_facts facts;
    pl_strings *concepts; /* of sources, by address */
    PL_LIST(uint32_t) concept_at;
    PL_LIST(uint8_t) matched; /* per concept of a source: a match says it */
    PL_LIST(const pl_carried *) asides; /* of schemes and collections */
} skos;

static void put_skos_label(const skos *self, const char *label)
{
    pl_put_turtle(self->to, label, &self->outline->changed);
    if (self->language != NULL)
        fprintf(self->to, "@%s", self->language);
}

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

/* Top concepts are named in the scheme as well as in themselves: readers look
 * at either. */
static void put_scheme(const skos *self)
{
    const pl_outline_node *nodes = self->outline->nodes.items;
    fputs("@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
          "@prefix dct: <http://purl.org/dc/terms/> .\n"
          "@prefix dcat: <http://www.w3.org/ns/dcat#> .\n\n",
          self->to);
    put_scheme_address(self);
    fputs(" a skos:ConceptScheme ;\n    dct:title ", self->to);
    put_skos_label(self, OWN_TITLE);
    uint32_t put = 0;
    for (uint32_t k = 0; k < self->outline->count; k = nodes[k].end) {
        if (self->outline->same[k] != k ||
            self->graph.first[k] < self->graph.first[k + 1])
            continue;
        fputs(put++ == 0 ? " ;\n    skos:hasTopConcept " : ",\n        ",
              self->to);
        put_concept_address(self, k);
    }
    fputs(" .\n", self->to);
}

/* Further names; one that is the name itself would contradict it. */
static void put_alt_labels(const skos *self, uint32_t k)
{
    const pl_outline_node *node = &self->outline->nodes.items[k];
    size_t put = 0;
    for (size_t a = node->alt_first; a < node[1].alt_first; a++) {
        if (strcmp(self->outline->alts.items[a], node->name) == 0)
            continue;
        fputs(put++ == 0 ? " ;\n    skos:altLabel " : ", ", self->to);
        put_skos_label(self, self->outline->alts.items[a]);
    }
}

static void put_literals(const skos *self, const char *property, size_t k,
                         size_t first, const char *text)
{
    if (k == first)
        fprintf(self->to, " ;\n    %s ", property);
    else
        fputs(", ", self->to);
    pl_put_turtle(self->to, text, &self->outline->changed);
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

static void put_broader(const skos *self, uint32_t k)
{
    const pl_outline_graph *graph = &self->graph;
    fputs(" ;\n    ", self->to);
    if (graph->first[k] == graph->first[k + 1]) {
        fputs("skos:topConceptOf ", self->to);
        put_scheme_address(self);
    }
    for (uint32_t p = graph->first[k]; p < graph->first[k + 1]; p++) {
        fputs(p == graph->first[k] ? "skos:broader " : ", ", self->to);
        put_concept_address(self, graph->parent[p]);
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

/* Its name, its further ones and its tags. */
static void put_own_words(const skos *self, uint32_t k)
{
    const pl_outline *outline = self->outline;
    const pl_outline_node *node = &outline->nodes.items[k];
    fputs(" ;\n    skos:prefLabel ", self->to);
    put_skos_label(self, node->name);
    put_alt_labels(self, k);
    for (size_t t = node->tag_first; t < node[1].tag_first; t++)
        put_literals(self, "dcat:keyword", t, node->tag_first,
                     outline->tags.items[t].text);
}

/* Of nodes of one concept one has the facts, whichever comes first. */
static void find_facts(skos *self)
{
    const pl_outline *outline = self->outline;
    for (uint32_t k = 0; k < outline->count; k++)
        self->told_at[k] = k;
    for (uint32_t k = 0; k < outline->count; k++)
        if (outline->nodes.items[k].fact_first <
            outline->nodes.items[k + 1].fact_first)
            self->told_at[outline->same[k]] = k;
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
    const pl_outline_node *node = &outline->nodes.items[k];
    pl_skos_facts_order(&self->facts, outline, self->told_at[k]);
    putc('\n', self->to);
    put_concept_address(self, k);
    fputs(" a skos:Concept ;\n    skos:inScheme ", self->to);
    put_scheme_address(self);
    put_broader(self, k);
    if (self->facts.list.count > 0)
        put_facts(self, k);
    else
        put_own_words(self, k);
    for (size_t s = node->source_first; s < node[1].source_first; s++)
        put_literals(self, "dct:source", s, node->source_first,
                     outline->sources.items[s]);
    put_source_concepts(self, k, true);
    put_source_concepts(self, k, false);
    fputs(" .\n", self->to);
}

/* What was merged gets labels that no two concepts share; what is converted
 * keeps its own. */
pleach_status pl_write_skos(pl_outline *outline, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    PL_SCRATCH(scratch);
    skos self = {
        .outline = outline,
        .to = to,
        .base = pl_base_of(options),
        .language = options->label_language,
        .told_at = PL_ARENA_ARRAY(scratch, uint32_t, outline->count),
        .facts = {.list = {.arena = scratch}, .names = {.arena = scratch}},
        .concepts = pl_strings_in(scratch),
        .concept_at = {.arena = scratch},
        .matched = {.arena = scratch},
        .asides = {.arena = scratch}};
    PL_TRY(pl_check_base(self.base, error));
    PL_TRY(pl_check_language(self.language, error));
    PL_TRY(pl_outline_identify(outline, error));
    if (outline->grown)
        PL_TRY(pl_outline_part_labels(outline, error));
    PL_TRY(pl_outline_link(&self.graph, outline, error));
    PL_TRY(pl_check_memory(scratch, error));
    find_facts(&self);
    find_concepts(&self);
    find_asides(&self);
    PL_TRY(pl_check_memory(scratch, error));
    outline->implied = self.graph.implied + self.graph.circular;
    put_scheme(&self);
    for (uint32_t k = 0; k < outline->count; k++)
        if (outline->same[k] == k)
            put_skos_concept(&self, k);
    put_asides(&self);
    return pl_check_memory(scratch, error);
}
