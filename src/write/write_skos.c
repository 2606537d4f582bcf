/* write_skos.c: trees as a SKOS vocabulary in Turtle. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "write/addresses.h"
#include "write/outline_labels.h"
#include "write/plain_texts.h"

typedef struct skos {
    pl_outline *outline;
    FILE *to;
    const char *base, *language;
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
    if (self->outline->nodes.items[k].id != NULL && pl_is_address(id)) {
        fputs(id, self->to);
    } else {
        fputs(self->base, self->to);
        pl_put_in_address(self->to, id);
    }
    putc('>', self->to);
}

static void put_scheme_address(const skos *self)
{
    size_t length = strlen(self->base);
    length -= strchr("#/:", self->base[length - 1]) != NULL;
    fprintf(self->to, "<%.*s>", (int)length, self->base);
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
    put_skos_label(self, "Taxonomy");
    for (uint32_t k = 0; k < self->outline->count; k = nodes[k].end) {
        fputs(k == 0 ? " ;\n    skos:hasTopConcept " : ",\n        ", self->to);
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

/* Whether one is the other, or above or below it. */
static bool are_in_line(const pl_outline_node *nodes, uint32_t a, uint32_t b)
{
    return a <= b ? b < nodes[a].end : a < nodes[b].end;
}

/* Further parents, but for those that another one above it implies. */
static void put_more_broader(const skos *self, uint32_t k)
{
    const pl_outline_node *nodes = self->outline->nodes.items;
    const pl_outline_node *node = &nodes[k];
    for (uint32_t m = 0; m < node->also_count; m++) {
        uint32_t parent = node->also_under[m];
        bool implied = are_in_line(nodes, parent, node->parent);
        for (uint32_t other = 0; other < m; other++)
            implied |= are_in_line(nodes, parent, node->also_under[other]);
        if (implied)
            continue;
        fputs(", ", self->to);
        put_concept_address(self, parent);
    }
}

/* Broader only, as narrower follows from it and would double the file. */
static void put_skos_concept(const skos *self, uint32_t k)
{
    const pl_outline *outline = self->outline;
    const pl_outline_node *node = &outline->nodes.items[k];
    putc('\n', self->to);
    put_concept_address(self, k);
    fputs(" a skos:Concept ;\n    skos:inScheme ", self->to);
    put_scheme_address(self);
    fputs(" ;\n    ", self->to);
    if (node->parent == PL_NONE) {
        fputs("skos:topConceptOf ", self->to);
        put_scheme_address(self);
    } else {
        fputs("skos:broader ", self->to);
        put_concept_address(self, node->parent);
        put_more_broader(self, k);
    }
    fputs(" ;\n    skos:prefLabel ", self->to);
    put_skos_label(self, node->name);
    put_alt_labels(self, k);
    for (size_t t = node->tag_first; t < node[1].tag_first; t++)
        put_literals(self, "dcat:keyword", t, node->tag_first,
                     outline->tags.items[t].text);
    for (size_t s = node->source_first; s < node[1].source_first; s++)
        put_literals(self, "dct:source", s, node->source_first,
                     outline->sources.items[s]);
    fputs(" .\n", self->to);
}

pleach_status pl_write_skos(pl_outline *outline, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    skos self = {outline, to, pl_base_of(options), options->label_language};
    PL_TRY(pl_check_base(self.base, error));
    PL_TRY(pl_check_language(self.language, error));
    PL_TRY(pl_outline_identify(outline, error));
    if (outline->grown)
        PL_TRY(pl_outline_part_labels(outline, error));
    put_scheme(&self);
    for (uint32_t k = 0; k < outline->count; k++)
        put_skos_concept(&self, k);
    return PLEACH_OK;
}
