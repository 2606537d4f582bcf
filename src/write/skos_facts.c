/* skos_facts.c: sorts labels by language, then all facts by property. */
/* SPDX-License-Identifier: MIT */
#include "write/skos_facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { NAME, PREFERRED, PLAIN, ALTERNATIVE, HIDDEN, OTHER };

static const char *const labels[] = {"skos:prefLabel", "skos:prefLabel",
                                     "rdfs:label", "skos:altLabel",
                                     "skos:hiddenLabel"};

static uint32_t rank_of(const pl_carried *fact, const char *name)
{
    uint32_t rank = PREFERRED;
    while (rank < OTHER && strcmp(fact->property, labels[rank]) != 0)
        rank++;
    return rank < HIDDEN && strcmp(fact->text, name) == 0 ? NAME : rank;
}

static int compare_ranks(const pl_skos_fact *a, const pl_skos_fact *b)
{
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static int compare_languages(const void *left, const void *right)
{
    const pl_skos_fact *a = left, *b = right;
    int order = strcmp(a->fact->language, b->fact->language);
    if (order == 0)
        order = compare_ranks(a, b);
    return order != 0 ? order : strcmp(a->fact->text, b->fact->text);
}

static int compare_fact_texts(const void *left, const void *right)
{
    const pl_skos_fact *a = left, *b = right;
    int order = strcmp(a->fact->language, b->fact->language);
    if (order == 0)
        order = strcmp(a->fact->text, b->fact->text);
    if (order == 0)
        order = compare_ranks(a, b);
    return order != 0 ? order : strcmp(a->property, b->property);
}

static int compare_properties(const void *left, const void *right)
{
    const pl_skos_fact *a = left, *b = right;
    int order = compare_ranks(a, b);
    if (order == 0)
        order = strcmp(a->property, b->property);
    return order != 0 ? order : compare_fact_texts(a, b);
}

/* The first name of a language is the preferred one, as when it is read. */
static void choose_preferred(pl_skos_fact *list, size_t count)
{
    const char *language = NULL;
    for (size_t k = 0; k < count; k++) {
        if (list[k].rank > PLAIN)
            continue;
        bool first =
            language == NULL || strcmp(language, list[k].fact->language) != 0;
        list[k].rank = first ? PREFERRED : ALTERNATIVE;
        list[k].property = labels[list[k].rank];
        language = list[k].fact->language;
    }
}

/* One of the prefixes that every file declares and a plain name, or an address:
 * titles of columns and keys may be anything. */
static bool may_be_property(const char *property)
{
    static const char *const known[] = {"skos:", "dct:", "dcat:"};
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    if (strcmp(property, "rdf:type") == 0 ||
        strcmp(property, "rdfs:label") == 0)
        return true;
    if (strstr(property, "://") != NULL) {
        while (*property != '\0' && pl_text_fits_address(*property))
            property++;
        return *property == '\0';
    }
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t length = strlen(known[k]);
        if (strncmp(property, known[k], length) == 0)
            return property[length] != '\0' &&
                   property[length + strspn(property + length, letters)] ==
                       '\0';
    }
    return false;
}

/* A type or a text that is an address may stand between angle brackets. */
bool pl_skos_may_write(const pl_carried *fact)
{
    const char *at = fact->address ? fact->text
                     : strncmp(fact->language, "^^", 2) == 0
                         ? fact->language + 2
                         : "";
    if (fact->item != 0 || !may_be_property(pl_carried_property(fact)))
        return false;
    while (*at != '\0' && pl_text_fits_address(*at))
        at++;
    return *at == '\0';
}

/* Of equal labels the one that says most stays; a note may be a label too. */
static void mark_repeated(pl_skos_fact *list, size_t count)
{
    for (size_t k = 1; k < count; k++)
        list[k].again =
            strcmp(list[k].fact->language, list[k - 1].fact->language) == 0 &&
            strcmp(list[k].fact->text, list[k - 1].fact->text) == 0 &&
            (list[k].rank < OTHER ||
             strcmp(list[k].property, list[k - 1].property) == 0);
}

static bool is_label_of(const pl_outline *outline, const pl_outline_node *node,
                        const char *text)
{
    for (size_t f = node->fact_first; f < node[1].fact_first; f++) {
        const pl_carried *fact = &outline->facts.items[f];
        if (strcmp(fact->text, text) == 0 && rank_of(fact, "") < OTHER)
            return true;
    }
    return false;
}

static void add_own(pl_skos_facts *facts, const char *property,
                    const char *text, const char *language)
{
    pl_carried fact = {property, text, language, false, 0};
    pl_list_add(&facts->own, fact);
}

/* Names that no fact has, in no language; tags, where no fact may hold them;
 * and whose nodes these are. */
static void list_own(pl_skos_facts *facts, const pl_outline *outline,
                     const pl_outline_node *node, const char *language,
                     bool told)
{
    facts->own.count = 0;
    if (!told ||
        (outline->taxonomy != NULL && !is_label_of(outline, node, node->name)))
        add_own(facts, "skos:prefLabel", node->name, language);
    for (size_t a = node->alt_first; a < node[1].alt_first; a++) {
        const char *text = outline->alts.items[a];
        if (!told ||
            (outline->taxonomy != NULL && !is_label_of(outline, node, text)))
            add_own(facts, "skos:altLabel", text, language);
    }
    for (size_t t = node->tag_first; !told && t < node[1].tag_first; t++)
        add_own(facts, "dcat:keyword", outline->tags.items[t].text, "");
    for (size_t s = node->source_first; s < node[1].source_first; s++)
        add_own(facts, "dct:source", outline->sources.items[s], "");
}

static void add_writable(pl_skos_facts *facts, const pl_carried *from,
                         size_t count, const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (pl_skos_may_write(&from[k]) && pl_carried_subject(&from[k]) == 0) {
            pl_skos_fact fact = {.fact = &from[k],
                                 .property = from[k].property,
                                 .rank = rank_of(&from[k], name)};
            pl_list_add(&facts->list, fact);
        }
}

/* By language, to choose one name of each; by text, to find what is said twice;
 * at last by property, as it is written. */
void pl_skos_facts_order(pl_skos_facts *facts, const pl_outline *outline,
                         const pl_outline_node *node, const char *language)
{
    size_t kept = 0;
    facts->list.count = 0;
    add_writable(facts, outline->facts.items + node->fact_first,
                 node[1].fact_first - node->fact_first, node->name);
    list_own(facts, outline, node, language, facts->list.count > 0);
    add_writable(facts, facts->own.items, facts->own.count, node->name);
    size_t count = facts->list.count;
    pl_skos_fact *list = facts->list.items;
    if (count == 0)
        return;
    qsort(list, count, sizeof *list, compare_languages);
    choose_preferred(list, count);
    qsort(list, count, sizeof *list, compare_fact_texts);
    mark_repeated(list, count);
    for (size_t f = 0; f < count; f++)
        if (!list[f].again)
            list[kept++] = list[f];
    facts->list.count = kept;
    qsort(list, kept, sizeof *list, compare_properties);
}
