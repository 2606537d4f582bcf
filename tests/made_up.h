/* made_up.h: small corpora, affinities and clusters made by hand.
 *
 * A line is one sapling: "owner|id|path|Root>leaf,leaf". A leading "-" makes
 * the whole sapling discarded as not reached, a "!" before a leaf discards it
 * as a leaf with the seed's name. Nodes of the same lower-case name, in other
 * saplings, have similarity 0.5. Everyone stands alone until joined. */
/* SPDX-License-Identifier: MIT */
#ifndef MADE_UP_H
#define MADE_UP_H

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "sinks.h"
#include "taxonomy/clusters.h"

enum { MADE_UP_NODES = 4096 };

typedef struct made_up {
    pl_arena *arena;
    pleach_corpus corpus;
    pleach_affinity affinity;
    pleach_clusters clusters;
    const char *inputs[1];
} made_up;

static inline uint32_t made_up_add(pl_strings *table, const char *text)
{
    return pl_strings_add(table, text, strlen(text));
}

static inline uint32_t made_up_key(made_up *made, const char *name)
{
    char key[256];
    size_t k = 0;
    for (; name[k] != '\0' && k < sizeof key - 1; k++)
        key[k] = (char)tolower((unsigned char)name[k]);
    key[k] = '\0';
    return made_up_add(made->corpus.keys, key);
}

static inline void made_up_node(made_up *made, char *name, bool unreached)
{
    pleach_corpus *corpus = &made->corpus;
    uint32_t node = corpus->node_count++;
    bool seed_leaf = name[0] == '!';
    char tag[300];
    assert(node < MADE_UP_NODES);
    name += seed_leaf;
    corpus->node_sapling[node] = corpus->sapling_count - 1;
    corpus->node_spelling[node] = made_up_add(corpus->spellings, name);
    corpus->node_key[node] = made_up_key(made, name);
    corpus->node_twin[node] = PL_NONE;
    corpus->node_identity[node] = pl_hash_pair(node, 42);
    made->affinity.selection.discard[node] =
        (uint8_t)(unreached   ? PL_DISCARD_UNREACHED
                  : seed_leaf ? PL_DISCARD_SEED_LEAF
                              : PL_KEPT);
    snprintf(tag, sizeof tag, "tag %s", name);
    corpus->tag_id[2 * node] = made_up_add(corpus->tags, "photo");
    corpus->tag_count[2 * node] = 2;
    corpus->tag_id[2 * node + 1] = made_up_add(corpus->tags, tag);
    corpus->tag_count[2 * node + 1] = 1;
    corpus->tag_first[node + 1] = 2 * ((uint64_t)node + 1);
}

static inline void made_up_sapling(made_up *made, const char *line)
{
    pleach_corpus *corpus = &made->corpus;
    char *copy = pl_arena_take(made->arena, strlen(line) + 1, 1), *rest;
    bool unreached = line[0] == '-';
    strcpy(copy, line + unreached);
    char *owner = strtok_r(copy, "|", &rest), *id = strtok_r(NULL, "|", &rest);
    char *path = strtok_r(NULL, "|", &rest);
    uint32_t who = made_up_add(corpus->owners, owner);
    uint32_t h = corpus->hierarchy_count, s = corpus->sapling_count++;
    if (h == 0 || strcmp(corpus->hierarchy_id[h - 1], id) != 0 ||
        strcmp(path, ".") == 0) {
        corpus->hierarchy_owner[h] = who;
        corpus->hierarchy_id[h] = id;
        h = ++corpus->hierarchy_count;
    }
    corpus->sapling_hierarchy[s] = h - 1;
    corpus->sapling_path[s] = made_up_add(corpus->paths, path);
    corpus->sapling_first[s] = corpus->node_count;
    made->affinity.selection.kept_saplings += !unreached;
    for (char *name = strtok_r(NULL, ">", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest))
        made_up_node(made, name, unreached);
    corpus->sapling_first[s + 1] = corpus->node_count;
}

/* So that inputs without tags are its own. */
static inline void made_up_untag(made_up *made)
{
    for (uint32_t node = 0; node <= made->corpus.node_count; node++)
        made->corpus.tag_first[node] = 0;
}

static inline void made_up_renumber(pl_strings *table, uint32_t *ids,
                                    size_t count)
{
    static uint32_t new_id[8 * MADE_UP_NODES];
    assert(pl_strings_count(table) < 8 * MADE_UP_NODES);
    bool sorted = pl_strings_sort(table, new_id);
    assert(sorted);
    (void)sorted;
    for (size_t k = 0; k < count; k++)
        ids[k] = new_id[ids[k]];
}

/* Numbers everything in byte order, as a corpus promises. */
static inline void made_up_sort(made_up *made)
{
    pleach_corpus *corpus = &made->corpus;
    made_up_renumber(corpus->owners, corpus->hierarchy_owner,
                     corpus->hierarchy_count);
    made_up_renumber(corpus->spellings, corpus->node_spelling,
                     corpus->node_count);
    made_up_renumber(corpus->keys, corpus->node_key, corpus->node_count);
    made_up_renumber(corpus->paths, corpus->sapling_path,
                     corpus->sapling_count);
    made_up_renumber(corpus->tags, corpus->tag_id,
                     2 * (size_t)corpus->node_count);
}

static inline void made_up_corpus(made_up *made, const char *const *lines,
                                  size_t count)
{
    pleach_corpus *corpus = &made->corpus;
    pl_arena *arena = made->arena;
    corpus->language = "none";
    corpus->owners = pl_strings_new();
    corpus->spellings = pl_strings_new();
    corpus->keys = pl_strings_new();
    corpus->tags = pl_strings_new();
    corpus->paths = pl_strings_new();
    made->inputs[0] = "made-up.jsonl";
    corpus->input_count = 1;
    corpus->input_name = made->inputs;
    corpus->hierarchy_owner = PL_ARENA_ARRAY(arena, uint32_t, count);
    corpus->hierarchy_id = PL_ARENA_ARRAY(arena, const char *, count);
    corpus->sapling_first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    corpus->sapling_hierarchy = PL_ARENA_ARRAY(arena, uint32_t, count);
    corpus->sapling_path = PL_ARENA_ARRAY(arena, uint32_t, count);
    corpus->node_sapling = PL_ARENA_ARRAY(arena, uint32_t, MADE_UP_NODES);
    corpus->node_spelling = PL_ARENA_ARRAY(arena, uint32_t, MADE_UP_NODES);
    corpus->node_key = PL_ARENA_ARRAY(arena, uint32_t, MADE_UP_NODES);
    corpus->node_twin = PL_ARENA_ARRAY(arena, uint32_t, MADE_UP_NODES);
    corpus->node_identity = PL_ARENA_ARRAY(arena, uint64_t, MADE_UP_NODES);
    corpus->tag_first = PL_ARENA_ARRAY(arena, uint64_t, MADE_UP_NODES + 1);
    corpus->tag_id = PL_ARENA_ARRAY(arena, uint32_t, 2 * MADE_UP_NODES);
    corpus->tag_count = PL_ARENA_ARRAY(arena, float, 2 * MADE_UP_NODES);
    made->affinity.selection.discard =
        PL_ARENA_ARRAY(arena, uint8_t, MADE_UP_NODES);
    for (size_t k = 0; k < count; k++)
        made_up_sapling(made, lines[k]);
    made_up_sort(made);
}

static inline void made_up_slots(made_up *made)
{
    pleach_affinity *affinity = &made->affinity;
    const pleach_corpus *corpus = &made->corpus;
    size_t room = (size_t)corpus->node_count + 1;
    affinity->slot_node = PL_ARENA_ARRAY(made->arena, uint32_t, room);
    affinity->node_slot = PL_ARENA_ARRAY(made->arena, uint32_t, room);
    affinity->slot_parent = PL_ARENA_ARRAY(made->arena, uint32_t, room);
    affinity->slot_identity = PL_ARENA_ARRAY(made->arena, uint64_t, room);
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        affinity->node_slot[node] = PL_NONE;
        if (affinity->selection.discard[node] != PL_KEPT)
            continue;
        uint32_t slot = affinity->slot_count++, root = pl_root_of(corpus, node);
        affinity->node_slot[node] = slot;
        affinity->slot_node[slot] = node;
        affinity->slot_identity[slot] = corpus->node_identity[node];
        affinity->slot_parent[slot] =
            root == node ? PL_NONE : affinity->node_slot[root];
    }
    affinity->selection.kept_nodes = affinity->slot_count;
}

static inline void made_up_pairs(made_up *made)
{
    pleach_affinity *affinity = &made->affinity;
    const pleach_corpus *corpus = &made->corpus;
    uint32_t slots = affinity->slot_count;
    size_t room = (size_t)slots * 64 + 1;
    affinity->pair_first =
        PL_ARENA_ARRAY(made->arena, uint64_t, (size_t)slots + 1);
    affinity->pair_slot = PL_ARENA_ARRAY(made->arena, uint32_t, room);
    affinity->pair_similarity = PL_ARENA_ARRAY(made->arena, float, room);
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < slots; i++) {
        for (uint32_t j = 0; j < slots; j++) {
            uint32_t a = affinity->slot_node[i], b = affinity->slot_node[j];
            if (corpus->node_key[a] != corpus->node_key[b] ||
                corpus->node_sapling[a] == corpus->node_sapling[b])
                continue;
            assert(pairs < room);
            affinity->pair_slot[pairs] = j;
            affinity->pair_similarity[pairs++] = 0.5f;
        }
        affinity->pair_first[i + 1] = pairs;
    }
}

static inline made_up *made_up_new(const char *const *lines, size_t count,
                                   const char *seed)
{
    pl_arena *arena = pl_arena_new();
    made_up *made = PL_ARENA_ARRAY(arena, made_up, 1);
    made->arena = arena;
    made_up_corpus(made, lines, count);
    made->affinity.corpus = &made->corpus;
    made->affinity.similarity = "name";
    made->affinity.preference = 0.125;
    made->affinity.seed = seed;
    made->affinity.selection.seed_key =
        seed == NULL ? PL_NONE
                     : pl_strings_find(made->corpus.keys, seed, strlen(seed));
    made_up_slots(made);
    made_up_pairs(made);
    pleach_clusters *clusters = &made->clusters;
    clusters->affinity = &made->affinity;
    clusters->solver = "rap";
    clusters->damping = 0.9;
    clusters->iterations = 7;
    clusters->converged = true;
    clusters->upper_bound = NAN;
    clusters->exemplar =
        PL_ARENA_ARRAY(arena, uint32_t, (size_t)made->affinity.slot_count + 1);
    for (uint32_t i = 0; i < made->affinity.slot_count; i++)
        clusters->exemplar[i] = i;
    return made;
}

static inline void made_up_free(made_up *made)
{
    pl_strings_free(made->corpus.owners);
    pl_strings_free(made->corpus.spellings);
    pl_strings_free(made->corpus.keys);
    pl_strings_free(made->corpus.tags);
    pl_strings_free(made->corpus.paths);
    pl_arena_free(made->arena);
}

/* The slot of the n-th kept node (from 0) of this hierarchy id. */
static inline uint32_t made_up_slot(const made_up *made, const char *id,
                                    uint32_t n)
{
    const pleach_corpus *corpus = &made->corpus;
    for (uint32_t slot = 0; slot < made->affinity.slot_count; slot++) {
        uint32_t sapling = corpus->node_sapling[made->affinity.slot_node[slot]];
        if (strcmp(corpus->hierarchy_id[corpus->sapling_hierarchy[sapling]],
                   id) == 0 &&
            n-- == 0)
            return slot;
    }
    assert(!"no such node");
    return PL_NONE;
}

static inline void made_up_join(made_up *made, const char *id, uint32_t n,
                                const char *exemplar_id, uint32_t exemplar_n)
{
    made->clusters.exemplar[made_up_slot(made, id, n)] =
        made_up_slot(made, exemplar_id, exemplar_n);
}

/* The example most tests use:
 *
 *     animal (2)                 Pet (1)
 *       dog (3)                    Bird (1)
 *         poodle (1), terrier (1)
 *       Bird (1), Cat (1)
 */
static inline made_up *made_up_animals(void)
{
    static const char *const lines[] = {
        "ann|t1|.|Animal>Dog,Cat",
        "bob|t2|.|animal>dog,Bird",
        "cid|t3|.|dog>poodle,terrier",
        "dee|t4|.|Pet>Bird",
    };
    made_up *made = made_up_new(lines, 4, NULL);
    made_up_join(made, "t1", 0, "t2", 0);
    made_up_join(made, "t1", 1, "t2", 1);
    made_up_join(made, "t3", 0, "t2", 1);
    return made;
}

static inline pleach_taxonomy *made_up_grow(const made_up *made)
{
    pleach_taxonomy *forest = NULL;
    pleach_error error = {0};
    pleach_status status =
        pleach_taxonomy_grow(&forest, &made->clusters, &error);
    if (status != PLEACH_OK)
        fprintf(stderr, "%s\n", error.sentence);
    assert(status == PLEACH_OK);
    return forest;
}

/* What a writer writes, to be freed with free(). */
static inline char *made_up_write(const pleach_taxonomy *forest,
                                  const pleach_write_options *options)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    pleach_error error = {0};
    pleach_status status =
        pleach_taxonomy_write(forest, TO(to), options, &error);
    fclose(to);
    if (status != PLEACH_OK)
        fprintf(stderr, "%s\n", error.sentence);
    assert(status == PLEACH_OK);
    return text;
}

#endif
