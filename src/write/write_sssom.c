/* write_sssom.c: every merge between two sources as a mapping.
 *
 * Each node is mapped to the exemplar of its cluster, if that is from another
 * source: so n members give n - 1 mappings, from which all others follow. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "corpus/matches.h"
#include "write/addresses.h"
#include "write/sssom.h"
#include "write/write.h"

/* What the other members are mapped to: the exemplar, or the first of a
 * cluster whose exemplar counts elsewhere. */
static void find_objects(const pl_placed_nodes *nodes,
                         const pl_placed_node **object, uint32_t count)
{
    for (uint32_t c = 0; c < count; c++)
        object[c] = nodes->exemplar[c];
    for (size_t k = 0; k < nodes->list.count; k++) {
        const pl_placed_node *node = &nodes->list.items[k];
        if (node->cluster != PL_NONE && object[node->cluster] == NULL)
            object[node->cluster] = node;
    }
}

/* Whether one of two nodes states that it is the same as the other. */
static pleach_status is_stated(bool *stated, const pl_placed_node *a,
                               const pl_placed_node *b, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_carried_list values = {.arena = scratch};
    if (b->source_id == NULL || !pl_mentions_match(a->carries))
        return PLEACH_OK;
    PL_TRY(pl_payload_list(&values, scratch, a->carries, error));
    for (size_t k = 0; k < values.count; k++)
        *stated |= pl_carried_subject(&values.items[k]) == 0 &&
                   pl_match_kind_of(&values.items[k]) == PL_MATCH_SAME &&
                   strcmp(values.items[k].text, b->source_id) == 0;
    return PLEACH_OK;
}

/* Nodes of the exemplar's own source say nothing about two sources. What a
 * source states is as it states it, whatever the names are. */
static pleach_status put_mappings(const pl_placed_nodes *nodes,
                                  const pl_placed_node **object,
                                  pl_namer *namer, const pleach_corpus *corpus,
                                  const pl_curies *curies, FILE *to,
                                  pleach_error *error)
{
    for (size_t k = 0; k < nodes->list.count; k++) {
        const pl_placed_node *node = &nodes->list.items[k];
        if (node->cluster == PL_NONE)
            continue;
        pl_mapping mapping = {.subject = node,
                              .object = object[node->cluster],
                              .predicate = "exactMatch",
                              .justification = "UnspecifiedMatching",
                              .confidence = 1};
        bool stated = false;
        if (strcmp(node->source, mapping.object->source) == 0)
            continue;
        PL_TRY(is_stated(&stated, node, mapping.object, error));
        PL_TRY(is_stated(&stated, mapping.object, node, error));
        if (!stated) {
            mapping.confidence = pl_confidence(node->similarity);
            mapping.justification =
                pl_justify(namer, corpus, node, mapping.object);
            if (mapping.justification == NULL)
                return pl_fail_memory(error);
            if (!pl_is_lexical(mapping.justification))
                mapping.predicate = "closeMatch";
        }
        pl_put_sssom_row(to, curies, &mapping);
    }
    return PLEACH_OK;
}

static pleach_status put_sssom(const pleach_taxonomy *forest, FILE *to,
                               const char *base, pl_placed_nodes *nodes,
                               pl_curies *curies, pl_namer *namer,
                               pleach_error *error)
{
    uint32_t count = pleach_taxonomy_clusters(forest);
    PL_TRY(pl_place_nodes(nodes, forest, error));
    const pl_placed_node **object =
        PL_ARENA_ARRAY(nodes->arena, const pl_placed_node *, count);
    if (object == NULL || !pl_curies_find(curies, nodes))
        return pl_fail_memory(error);
    find_objects(nodes, object, count);
    pl_put_sssom_header(to, base, curies);
    return put_mappings(nodes, object, namer, forest->corpus, curies, to,
                        error);
}

/* The namer of the result's language, or the reasons given would not be those
 * that were. */
pleach_status pl_write_sssom(const pleach_taxonomy *forest, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    const char *base = pl_base_of(options);
    const char *language = pleach_taxonomy_report(forest)->language;
    pl_placed_nodes nodes = {0};
    pl_curies curies = {0};
    pl_namer *namer;
    PL_TRY(pl_check_base(base, error));
    PL_TRY(
        pl_namer_new(&namer, language == NULL ? "english" : language, error));
    pleach_status status =
        put_sssom(forest, to, base, &nodes, &curies, namer, error);
    pl_curies_free(&curies);
    pl_placed_nodes_free(&nodes);
    pl_namer_free(namer);
    return status;
}
