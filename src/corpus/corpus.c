/* corpus.c: what can be asked of a corpus, and its end. */
/* SPDX-License-Identifier: MIT */
#include "corpus/corpus.h"

#include <inttypes.h>
#include <string.h>

#include "base/status.h"

/* Written backwards from `end`; where it begins. */
static char *write_number(char *end, uint32_t number)
{
    do
        *--end = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return end;
}

/* Only the paths of roots are stored: a leaf's follows from its place among its
 * siblings. Every node that is written or looked for asks, so no printf. */
size_t pl_node_path(const pleach_corpus *corpus, uint32_t node, char *to,
                    size_t room)
{
    uint32_t sapling = corpus->node_sapling[node];
    uint32_t path = corpus->sapling_path[sapling];
    uint32_t index = node - corpus->sapling_first[sapling];
    const char *root = pl_strings_at(corpus->paths, path);
    size_t length = pl_strings_length(corpus->paths, path);
    char leaf[12], *end = leaf + sizeof leaf, *start = end;
    if (index > 0) {
        bool top = strcmp(root, ".") == 0;
        start = write_number(end, index - 1);
        if (top)
            length = 0;
        else
            *--start = '/';
    }
    size_t all = length + (size_t)(end - start);
    for (size_t k = 0; k < all && k + 1 < room; k++)
        to[k] = k < length ? root[k] : start[k - length];
    if (room > 0)
        to[all < room ? all : room - 1] = '\0';
    return all;
}

/* Texts are the corpus's own; only the path is written out. */
void pl_describe_node(pleach_node *node, const pleach_corpus *corpus,
                      uint32_t number)
{
    uint32_t hierarchy =
        corpus->sapling_hierarchy[corpus->node_sapling[number]];
    node->owner =
        pl_strings_at(corpus->owners, corpus->hierarchy_owner[hierarchy]);
    node->id = corpus->hierarchy_id[hierarchy];
    node->name =
        pl_strings_at(corpus->spellings, corpus->node_spelling[number]);
    node->source_id = pl_source_id_of(corpus, number);
    node->carries = pl_payload_of(corpus, number);
    node->number = number;
    node->key = corpus->node_key[number];
    node->person = pl_person_of(corpus, number);
    node->known_as = corpus->each_is_somebody ? node->id : node->owner;
    node->role = pl_is_root(corpus, number) ? "root" : "leaf";
    pl_node_path(corpus, number, node->path, sizeof node->path);
}

pleach_status pleach_corpus_node(pleach_node *node, const pleach_corpus *corpus,
                                 uint32_t number, pleach_error *error)
{
    if (number >= corpus->node_count)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no node %" PRIu32 ": the corpus has %" PRIu32
                       ", counted from 0.",
                       number, corpus->node_count);
    pl_describe_node(node, corpus, number);
    return PLEACH_OK;
}

const pleach_corpus_facts *pleach_corpus_get_facts(const pleach_corpus *corpus)
{
    return &corpus->facts;
}

void pl_corpus_take_arrays(pleach_corpus *corpus, bool source_ids)
{
    pl_arena *arena = corpus->arena;
    size_t hierarchies = corpus->hierarchy_count;
    size_t saplings = corpus->sapling_count, nodes = corpus->node_count;
    corpus->hierarchy_owner = PL_ARENA_ARRAY(arena, uint32_t, hierarchies);
    corpus->hierarchy_id = PL_ARENA_ARRAY(arena, const char *, hierarchies);
    corpus->sapling_first = PL_ARENA_ARRAY(arena, uint32_t, saplings + 1);
    corpus->sapling_hierarchy = PL_ARENA_ARRAY(arena, uint32_t, saplings);
    corpus->sapling_path = PL_ARENA_ARRAY(arena, uint32_t, saplings);
    corpus->node_sapling = PL_ARENA_ARRAY(arena, uint32_t, nodes);
    corpus->node_spelling = PL_ARENA_ARRAY(arena, uint32_t, nodes);
    corpus->node_key = PL_ARENA_ARRAY(arena, uint32_t, nodes);
    corpus->node_twin = PL_ARENA_ARRAY(arena, uint32_t, nodes);
    corpus->node_identity = PL_ARENA_ARRAY(arena, uint64_t, nodes);
    corpus->tag_first = PL_ARENA_ARRAY(arena, uint64_t, nodes + 1);
    if (source_ids)
        corpus->node_source_id = PL_ARENA_ARRAY(arena, uint32_t, nodes);
}

/* In which the corpus itself lies, with its tables. */
void pleach_corpus_free(pleach_corpus *corpus)
{
    if (corpus != NULL)
        pl_arena_free(corpus->arena);
}
