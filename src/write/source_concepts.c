/* source_concepts.c: finds the addresses of members, and how sure each is. */
/* SPDX-License-Identifier: MIT */
#include "write/source_concepts.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "corpus/matches.h"
#include "taxonomy/taxonomy.h"

size_t pl_member_alts(const pleach_taxonomy *taxonomy, uint32_t cluster,
                      uint32_t member, const uint32_t **labels)
{
    const pleach_corpus *corpus = taxonomy->corpus;
    if (corpus == NULL || corpus->alt_first == NULL)
        return 0;
    uint32_t slot = taxonomy->member[taxonomy->member_first[cluster] + member];
    uint32_t node = taxonomy->affinity->slot_node[slot];
    *labels = corpus->alt_label + corpus->alt_first[node];
    return (size_t)(corpus->alt_first[node + 1] - corpus->alt_first[node]);
}

/* The names of one cluster that make a concept the same. */
typedef struct concept_names {
    pl_arena *arena;
    pl_strings *keys; /* without blanks: "wild life" and "wildlife" are one */
    pl_namer *namer;
    PL_LIST(char) key;
} concept_names;

/* The number of a name's key; PL_NONE where it is unknown and not to be added.
 */
static uint32_t find_concept_name(concept_names *names, const char *name,
                                  bool add)
{
    pl_key key = {0};
    if (!pl_namer_key(names->namer, name, strlen(name), &key))
        pl_arena_fail(names->arena);
    names->key.count = 0;
    for (size_t k = 0; k < key.length; k++)
        if (key.bytes[k] != ' ')
            pl_list_add(&names->key, key.bytes[k]);
    return add ? pl_strings_add(names->keys, names->key.items, names->key.count)
               : pl_strings_find(names->keys, names->key.items,
                                 names->key.count);
}

/* Whether one of a member's names is among those of the cluster, or adds all of
 * them. */
static bool try_names(concept_names *names, const pleach_taxonomy *taxonomy,
                      uint32_t cluster, uint32_t member, const char *name,
                      bool add)
{
    const uint32_t *labels = NULL;
    size_t count = pl_member_alts(taxonomy, cluster, member, &labels);
    bool found = find_concept_name(names, name, add) != PL_NONE;
    for (size_t k = 0; (add || !found) && k < count; k++)
        found |=
            find_concept_name(
                names, pl_strings_at(taxonomy->corpus->alt_labels, labels[k]),
                add) != PL_NONE;
    return found;
}

static int compare_source_concepts(const void *left, const void *right)
{
    const pl_source_concept *a = left, *b = right;
    int order = strcmp(a->owner, b->owner);
    return order != 0 ? order : strcmp(a->address, b->address);
}

/* Both roles of a node, and copies below further parents, are one concept. */
static void unite_concepts(pl_outline *outline, size_t first)
{
    pl_source_concept *list = outline->concepts.items;
    size_t kept = first;
    for (size_t k = first; k < outline->concepts.count; k++) {
        if (kept > first &&
            compare_source_concepts(&list[kept - 1], &list[k]) == 0)
            list[kept - 1].exact |= list[k].exact;
        else
            list[kept++] = list[k];
    }
    outline->concepts.count = kept;
}

static void doubt_rivals(pl_outline *outline, size_t first)
{
    pl_source_concept *list = outline->concepts.items;
    for (size_t k = first, end; k < outline->concepts.count; k = end) {
        size_t exact = 0;
        for (end = k; end < outline->concepts.count &&
                      strcmp(list[end].owner, list[k].owner) == 0;
             end++)
            exact += list[end].exact;
        for (size_t m = k; exact > 1 && m < end; m++)
            list[m].exact = false;
    }
}

/* The cluster's name, and the further names of those who bear it. */
static pleach_status list_own_names(concept_names *names,
                                    const pleach_taxonomy *taxonomy, uint32_t c,
                                    const pleach_cluster *cluster,
                                    pleach_error *error)
{
    pleach_member member;
    find_concept_name(names, cluster->name, true);
    for (uint32_t k = 0; k < cluster->size; k++) {
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        if (find_concept_name(names, member.node.name, false) == 0)
            try_names(names, taxonomy, c, k, member.node.name, true);
    }
    return PLEACH_OK;
}

/* Only addresses are concepts to others: the ids of a table mean nothing
 * outside of it. */
static pleach_status list_concepts(pl_outline *outline, concept_names *names,
                                   const pleach_taxonomy *taxonomy, uint32_t c,
                                   pleach_error *error)
{
    pleach_cluster cluster;
    pleach_member member;
    PL_TRY(pleach_taxonomy_cluster(&cluster, taxonomy, c, error));
    PL_TRY(list_own_names(names, taxonomy, c, &cluster, error));
    for (uint32_t k = 0; k < cluster.size; k++) {
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        pl_source_concept concept = {member.node.source_id, member.node.owner,
                                     false};
        if (concept.address == NULL ||
            !pl_text_is_address(concept.address, strlen(concept.address)))
            continue;
        concept.exact =
            try_names(names, taxonomy, c, k, member.node.name, false);
        pl_list_add(&outline->concepts, concept);
    }
    return pl_check_memory(names->arena, error);
}

/* ------------------------------------------------------------ matches -- */

/* The addresses of one cluster, and which of them a match inside of it names.
 */
typedef struct matched {
    pl_strings *addresses;
    uint8_t *stated;
} matched;

/* Marks both sides of the matches that one member states. */
static pleach_status mark_member(matched *self, const pleach_node *node,
                                 pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_carried_list values = {.arena = scratch};
    if (node->source_id == NULL || !pl_mentions_match(node->carries))
        return PLEACH_OK;
    PL_TRY(pl_payload_list(&values, scratch, node->carries, error));
    uint32_t own = pl_strings_find(self->addresses, node->source_id,
                                   strlen(node->source_id));
    for (size_t k = 0; own != PL_NONE && k < values.count; k++) {
        const pl_carried *value = &values.items[k];
        uint32_t other =
            pl_strings_find(self->addresses, value->text, strlen(value->text));
        if (pl_carried_subject(value) == 0 &&
            pl_match_kind_of(value) == PL_MATCH_SAME && other != PL_NONE)
            self->stated[own] = self->stated[other] = 1;
    }
    return pl_check_memory(scratch, error);
}

/* What a source states to be the same is so, whatever it is called. */
static pleach_status trust_matches(pl_outline *outline, size_t first,
                                   const pleach_taxonomy *taxonomy, uint32_t c,
                                   pleach_error *error)
{
    pl_source_concept *list = outline->concepts.items;
    size_t count = outline->concepts.count;
    PL_SCRATCH(scratch);
    matched self = {pl_strings_in(scratch),
                    PL_ARENA_ARRAY(scratch, uint8_t, count - first)};
    PL_TRY(pl_check_memory(scratch, error));
    for (size_t k = first; k < count; k++)
        pl_strings_add(self.addresses, list[k].address,
                       strlen(list[k].address));
    PL_TRY(pl_check_memory(scratch, error));
    pleach_cluster cluster;
    PL_TRY(pleach_taxonomy_cluster(&cluster, taxonomy, c, error));
    for (uint32_t k = 0; k < cluster.size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        PL_TRY(mark_member(&self, &member.node, error));
    }
    for (size_t k = first; k < count; k++)
        list[k].exact |= self.stated[pl_strings_find(
            self.addresses, list[k].address, strlen(list[k].address))];
    return PLEACH_OK;
}

/* Most inputs have no addresses, and their names need not be looked at. */
static pleach_status has_source_ids(const pleach_taxonomy *taxonomy, uint32_t c,
                                    bool *any, pleach_error *error)
{
    pleach_cluster cluster;
    *any = false;
    PL_TRY(pleach_taxonomy_cluster(&cluster, taxonomy, c, error));
    for (uint32_t k = 0; !*any && k < cluster.size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        *any = member.node.source_id != NULL;
    }
    return PLEACH_OK;
}

/* Sorted by owner, so that what one source tells apart stands together. */
pleach_status pl_outline_add_concepts(pl_outline *outline,
                                      const pleach_taxonomy *taxonomy,
                                      uint32_t cluster, pl_namer *namer,
                                      pleach_error *error)
{
    size_t first = outline->concepts.count;
    bool any;
    PL_TRY(has_source_ids(taxonomy, cluster, &any, error));
    if (!any)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    concept_names names = {.arena = scratch,
                           .keys = pl_strings_in(scratch),
                           .namer = namer,
                           .key = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(list_concepts(outline, &names, taxonomy, cluster, error));
    if (outline->concepts.count == first)
        return PLEACH_OK;
    qsort(outline->concepts.items + first, outline->concepts.count - first,
          sizeof *outline->concepts.items, compare_source_concepts);
    unite_concepts(outline, first);
    doubt_rivals(outline, first);
    return trust_matches(outline, first, taxonomy, cluster, error);
}

/* What is the same as two things would make them the same. */
pleach_status pl_outline_part_concepts(pl_outline *outline, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_strings *taken = pl_strings_in(scratch);
    PL_TRY(pl_check_memory(scratch, error));
    for (size_t k = 0; k < outline->concepts.count; k++) {
        pl_source_concept *concept = &outline->concepts.items[k];
        uint32_t before = pl_strings_count(taken);
        concept->exact = concept->exact &&
                         pl_strings_add(taken, concept->address,
                                        strlen(concept->address)) == before;
    }
    return pl_check_memory(scratch, error);
}
