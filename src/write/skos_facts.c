/* skos_facts.c: sorts labels by language, then all facts by property. */
/* SPDX-License-Identifier: MIT */
#include "write/skos_facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { PREFERRED, PLAIN, ALTERNATIVE, HIDDEN, OTHER };

void pl_skos_facts_free(pl_skos_facts *facts)
{
    pl_list_free(&facts->list);
}

static const char *const labels[] = {"skos:prefLabel", "rdfs:label",
                                     "skos:altLabel", "skos:hiddenLabel"};

static uint32_t rank_of(const char *property)
{
    uint32_t rank = PREFERRED;
    while (rank < OTHER && strcmp(property, labels[rank]) != 0)
        rank++;
    return rank;
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

static bool may_be_written(const pl_outline_fact *fact)
{
    const char *at = fact->text;
    while (fact->address && *at != '\0' && pl_text_fits_address(*at))
        at++;
    return !fact->address || *at == '\0';
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

/* By language, to choose one name of each; by text, to find what is said twice;
 * at last by property, as it is written. */
bool pl_skos_facts_order(pl_skos_facts *facts, const pl_outline *outline,
                         size_t first, size_t end)
{
    size_t kept = 0;
    facts->list.count = 0;
    if (!pl_list_room(&facts->list, end - first))
        return false;
    pl_skos_fact *list = facts->list.items;
    for (size_t k = first; k < end; k++) {
        const pl_outline_fact *fact = &outline->facts.items[k];
        if (may_be_written(fact))
            list[facts->list.count++] =
                (pl_skos_fact){.fact = fact,
                               .property = fact->property,
                               .rank = rank_of(fact->property)};
    }
    size_t count = facts->list.count;
    if (count == 0)
        return true;
    qsort(list, count, sizeof *list, compare_languages);
    choose_preferred(list, count);
    qsort(list, count, sizeof *list, compare_fact_texts);
    mark_repeated(list, count);
    for (size_t k = 0; k < count; k++)
        if (!list[k].again)
            list[kept++] = list[k];
    facts->list.count = kept;
    qsort(list, kept, sizeof *list, compare_properties);
    return true;
}
