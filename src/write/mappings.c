/* mappings.c: holds the nodes of each cluster against its exemplar. */
/* SPDX-License-Identifier: MIT */
#include "write/mappings.h"

#include <string.h>

#include "base/status.h"
#include "corpus/matches.h"
#include "taxonomy/taxonomy.h"

static void find_objects(pl_mappings *self)
{
    uint32_t count = pleach_taxonomy_clusters(self->taxonomy);
    memcpy(self->object, self->nodes.exemplar, count * sizeof *self->object);
    for (size_t k = 0; k < self->nodes.list.count; k++) {
        const pl_placed_node *node = &self->nodes.list.items[k];
        if (node->cluster != PL_NONE && self->object[node->cluster] == NULL)
            self->object[node->cluster] = node;
    }
}

/* An address with the cluster that a node is in. */
static void make_address_key(pl_mappings *self, uint32_t cluster,
                             const char *address)
{
    self->key.count = 0;
    pl_list_add_all(&self->key, (const char *)&cluster, sizeof cluster);
    pl_list_add_all(&self->key, address, strlen(address));
}

/* Both sides of a match that is inside of a cluster. */
static pleach_status note_stated(pl_mappings *self, const pl_placed_node *node,
                                 pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_carried_list values = {.arena = scratch};
    PL_TRY(pl_payload_list(&values, scratch, node->carries, error));
    for (size_t k = 0; k < values.count; k++) {
        const pl_carried *value = &values.items[k];
        make_address_key(self, node->cluster, value->text);
        if (pl_carried_subject(value) != 0 ||
            pl_match_kind_of(value) != PL_MATCH_SAME ||
            pl_strings_find(self->addresses, self->key.items,
                            self->key.count) == PL_NONE)
            continue;
        pl_strings_add(self->stated, self->key.items, self->key.count);
        make_address_key(self, node->cluster, node->source_id);
        pl_strings_add(self->stated, self->key.items, self->key.count);
    }
    return PLEACH_OK;
}

static pleach_status list_stated(pl_mappings *self, pleach_error *error)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < self->nodes.list.count; k++) {
            const pl_placed_node *node = &self->nodes.list.items[k];
            if (node->cluster == PL_NONE || node->source_id == NULL)
                continue;
            make_address_key(self, node->cluster, node->source_id);
            if (pass == 0)
                pl_strings_add(self->addresses, self->key.items,
                               self->key.count);
            else if (pl_mentions_match(node->carries))
                PL_TRY(note_stated(self, node, error));
        }
    return PLEACH_OK;
}

/* ----------------------------------------------------------------- names -- */

/* The number of a name in a cluster, added when new; PL_NONE where it is
 * not there and not to be added. "wild life" and "wildlife" are one. */
static uint32_t find_name(pl_mappings *self, uint32_t cluster, const char *name,
                          bool add)
{
    pl_key key = {0};
    if (!pl_namer_key(self->namer, name, strlen(name), &key))
        pl_arena_fail(self->nodes.arena);
    self->key.count = 0;
    pl_list_add_all(&self->key, (const char *)&cluster, sizeof cluster);
    for (size_t k = 0; k < key.length; k++)
        if (key.bytes[k] != ' ')
            pl_list_add(&self->key, key.bytes[k]);
    return add ? pl_strings_add(self->names, self->key.items, self->key.count)
               : pl_strings_find(self->names, self->key.items, self->key.count);
}

/* Whether one of the further names of a node is among those of its cluster, or
 * adds them. Without a corpus they are not known. */
static bool try_further_names(pl_mappings *self, const pl_placed_node *node,
                              bool add)
{
    const pleach_corpus *corpus = self->taxonomy->corpus;
    bool found = false;
    if (corpus == NULL || corpus->alt_first == NULL || node->node == PL_NONE)
        return false;
    for (uint64_t a = corpus->alt_first[node->node];
         !found && a < corpus->alt_first[node->node + 1]; a++) {
        const char *name =
            pl_strings_at(corpus->alt_labels, corpus->alt_label[a]);
        found = find_name(self, node->cluster, name, add) != PL_NONE && !add;
    }
    return found;
}

/* Does something with each node that bears the name of its cluster. */
static void visit_bearers(pl_mappings *self, const uint32_t *own,
                          uint8_t *borne)
{
    for (size_t k = 0; k < self->nodes.list.count; k++) {
        const pl_placed_node *node = &self->nodes.list.items[k];
        if (node->cluster == PL_NONE ||
            find_name(self, node->cluster, node->name, false) !=
                own[node->cluster])
            continue;
        if (borne != NULL)
            borne[node->cluster] = 1;
        else
            try_further_names(self, node, true);
    }
}

/* The name of each cluster, and the further ones of all who bear it: these lead
 * from language to language. A name that was decided may be nobody's: then that
 * of the object counts. */
static void list_names(pl_mappings *self, uint32_t *own, uint8_t *borne)
{
    uint32_t count = pleach_taxonomy_clusters(self->taxonomy);
    for (uint32_t c = 0; c < count; c++)
        if (self->object[c] != NULL)
            own[c] =
                find_name(self, c, pl_cluster_name(self->taxonomy, c), true);
    visit_bearers(self, own, borne);
    for (uint32_t c = 0; c < count; c++)
        if (self->object[c] != NULL && !borne[c])
            own[c] = find_name(self, c, self->object[c]->name, true);
    visit_bearers(self, own, NULL);
}

/* ----------------------------------------------------------------- whole -- */

/* The namer of the result's language, or names would not meet as they did. */
pleach_status pl_mappings_find(pl_mappings *mappings,
                               const pleach_taxonomy *taxonomy,
                               pleach_error *error)
{
    const char *language = pleach_taxonomy_report(taxonomy)->language;
    uint32_t count = pleach_taxonomy_clusters(taxonomy);
    mappings->taxonomy = taxonomy;
    PL_TRY(pl_place_nodes(&mappings->nodes, taxonomy, error));
    pl_arena *arena = mappings->nodes.arena;
    PL_TRY(pl_namer_new(&mappings->namer, arena, language, error));
    uint32_t *own = PL_ARENA_ARRAY(arena, uint32_t, count);
    mappings->key.arena = arena;
    uint8_t *borne = PL_ARENA_ARRAY(arena, uint8_t, count);
    mappings->stated = pl_strings_in(arena);
    mappings->addresses = pl_strings_in(arena);
    mappings->names = pl_strings_in(arena);
    mappings->object = PL_ARENA_ARRAY(arena, const pl_placed_node *, count);
    PL_TRY(pl_check_memory(arena, error));
    find_objects(mappings);
    list_names(mappings, own, borne);
    PL_TRY(list_stated(mappings, error));
    return pl_check_memory(arena, error);
}

void pl_mappings_free(pl_mappings *mappings)
{
    pl_placed_nodes_free(&mappings->nodes);
}

bool pl_have_one_name(pl_mappings *mappings, const pl_placed_node *a,
                      const pl_placed_node *b)
{
    return find_name(mappings, PL_NONE, a->name, true) ==
           find_name(mappings, PL_NONE, b->name, true);
}

pl_sameness pl_mapping_sameness(pl_mappings *mappings,
                                const pl_placed_node *node)
{
    if (node->source_id != NULL) {
        make_address_key(mappings, node->cluster, node->source_id);
        if (pl_strings_find(mappings->stated, mappings->key.items,
                            mappings->key.count) != PL_NONE)
            return PL_SAME_STATED;
    }
    return find_name(mappings, node->cluster, node->name, false) != PL_NONE ||
                   try_further_names(mappings, node, false)
               ? PL_SAME_BY_NAME
               : PL_ONLY_ALIKE;
}
