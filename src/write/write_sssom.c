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

typedef struct sssom {
    pl_placed_nodes nodes;
    const pl_placed_node **object; /* per cluster */
    pl_strings *stated; /* a cluster's number, and an address that its object
                           states to be the same */
    PL_LIST(char) key;
    pl_curies curies;
    pl_namer *namer;
} sssom;

static void make_stated_key(sssom *self, uint32_t cluster, const char *address)
{
    self->key.count = 0;
    pl_list_add_all(&self->key, (const char *)&cluster, sizeof cluster);
    pl_list_add_all(&self->key, address, strlen(address));
}

/* Notes what a node states to be the same, or finds out whether that is the
 * address sought. */
static pleach_status read_stated(sssom *self, const pl_placed_node *node,
                                 const char *sought, bool *found,
                                 pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_carried_list values = {.arena = scratch};
    if (!pl_mentions_match(node->carries))
        return PLEACH_OK;
    PL_TRY(pl_payload_list(&values, scratch, node->carries, error));
    for (size_t k = 0; k < values.count; k++) {
        const pl_carried *value = &values.items[k];
        if (pl_carried_subject(value) != 0 ||
            pl_match_kind_of(value) != PL_MATCH_SAME)
            continue;
        if (found != NULL) {
            *found |= sought != NULL && strcmp(value->text, sought) == 0;
            continue;
        }
        make_stated_key(self, node->cluster, value->text);
        pl_strings_add(self->stated, self->key.items, self->key.count);
    }
    return PLEACH_OK;
}

/* Whether a node or the object of its cluster states that they are the same. */
static pleach_status is_stated(sssom *self, const pl_placed_node *node,
                               bool *stated, pleach_error *error)
{
    *stated = false;
    if (node->source_id != NULL) {
        make_stated_key(self, node->cluster, node->source_id);
        PL_TRY(pl_check_memory(self->nodes.arena, error));
        *stated = pl_strings_find(self->stated, self->key.items,
                                  self->key.count) != PL_NONE;
    }
    return *stated
               ? PLEACH_OK
               : read_stated(self, node, self->object[node->cluster]->source_id,
                             stated, error);
}

/* Nodes of the exemplar's own source say nothing about two sources. What a
 * source states is as it states it, whatever the names are. */
static pleach_status put_mappings(sssom *self, const pleach_corpus *corpus,
                                  FILE *to, pleach_error *error)
{
    for (size_t k = 0; k < self->nodes.list.count; k++) {
        const pl_placed_node *node = &self->nodes.list.items[k];
        if (node->cluster == PL_NONE)
            continue;
        pl_mapping mapping = {.subject = node,
                              .object = self->object[node->cluster],
                              .predicate = "exactMatch",
                              .justification = "UnspecifiedMatching",
                              .confidence = 1};
        bool stated;
        if (strcmp(node->source, mapping.object->source) == 0)
            continue;
        PL_TRY(is_stated(self, node, &stated, error));
        if (!stated) {
            mapping.confidence = pl_confidence(node->similarity);
            mapping.justification =
                pl_justify(self->namer, corpus, node, mapping.object);
            if (mapping.justification == NULL)
                return pl_fail_memory(error);
            if (!pl_is_lexical(mapping.justification))
                mapping.predicate = "closeMatch";
        }
        pl_put_sssom_row(to, &self->curies, &mapping);
    }
    return PLEACH_OK;
}

/* What an object states is read once, however many are mapped to it. */
static pleach_status put_sssom(sssom *self, const pleach_taxonomy *forest,
                               FILE *to, const char *base, pleach_error *error)
{
    uint32_t count = pleach_taxonomy_clusters(forest);
    PL_TRY(pl_place_nodes(&self->nodes, forest, error));
    pl_arena *arena = self->nodes.arena;
    self->key.arena = arena;
    self->stated = pl_strings_in(arena);
    self->object = PL_ARENA_ARRAY(arena, const pl_placed_node *, count);
    pl_curies_find(&self->curies, &self->nodes);
    PL_TRY(pl_check_memory(arena, error));
    find_objects(&self->nodes, self->object, count);
    for (uint32_t c = 0; c < count; c++)
        if (self->object[c] != NULL)
            PL_TRY(read_stated(self, self->object[c], NULL, NULL, error));
    PL_TRY(pl_check_memory(arena, error));
    pl_put_sssom_header(to, base, &self->curies);
    return put_mappings(self, forest->corpus, to, error);
}

/* The namer of the result's language, or the reasons given would not be those
 * that were. */
pleach_status pl_write_sssom(const pleach_taxonomy *forest, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    const char *base = pl_base_of(options);
    const char *language = pleach_taxonomy_report(forest)->language;
    sssom self = {0};
    PL_TRY(pl_check_base(base, error));
    PL_TRY(pl_namer_new(&self.namer, language == NULL ? "english" : language,
                        error));
    pleach_status status = put_sssom(&self, forest, to, base, error);
    pl_placed_nodes_free(&self.nodes);
    pl_namer_free(self.namer);
    return status;
}
