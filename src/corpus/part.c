/* part.c: copies what some of the people have said into a corpus of its own. */
/* SPDX-License-Identifier: MIT */
#include "corpus/corpus.h"

#include <assert.h>

#include "base/status.h"

/* New numbers of old ones; PL_NONE: not in the part. */
typedef struct parting {
    const pleach_corpus *whole;
    pleach_corpus *part;
    pl_arena *scratch;
    uint32_t *hierarchy, *sapling, *node;
    uint32_t *owner, *spelling, *key, *tag, *path, *alt, *source_id;
    uint64_t tags, alts; /* of all nodes */
} parting;

/* ------------------------------------------------------------ numbers -- */

static uint32_t *take_numbers(parting *of, uint32_t count)
{
    uint32_t *numbers = PL_ARENA_ARRAY(of->scratch, uint32_t, count);
    for (uint32_t k = 0; numbers != NULL && k < count; k++)
        numbers[k] = PL_NONE;
    return numbers;
}

static void take_all_numbers(parting *of)
{
    const pleach_corpus *whole = of->whole;
    of->hierarchy = take_numbers(of, whole->hierarchy_count);
    of->sapling = take_numbers(of, whole->sapling_count);
    of->node = take_numbers(of, whole->node_count);
    of->owner = take_numbers(of, pl_strings_count(whole->owners));
    of->spelling = take_numbers(of, pl_strings_count(whole->spellings));
    of->key = take_numbers(of, pl_strings_count(whole->keys));
    of->tag = take_numbers(of, pl_strings_count(whole->tags));
    of->path = take_numbers(of, pl_strings_count(whole->paths));
    of->alt = take_numbers(of, pl_strings_count(whole->alt_labels));
    of->source_id = take_numbers(of, pl_strings_count(whole->source_ids));
}

/* Numbers a kept node, and marks what it needs with 0. */
static void keep_node(parting *of, uint32_t node)
{
    const pleach_corpus *whole = of->whole;
    of->node[node] = of->part->node_count++;
    of->spelling[whole->node_spelling[node]] = 0;
    of->key[whole->node_key[node]] = 0;
    of->tags += whole->tag_first[node + 1] - whole->tag_first[node];
    for (uint64_t t = whole->tag_first[node]; t < whole->tag_first[node + 1];
         t++)
        of->tag[whole->tag_id[t]] = 0;
    if (pl_source_id_of(whole, node) != NULL)
        of->source_id[whole->node_source_id[node]] = 0;
    if (whole->alt_first == NULL)
        return;
    of->alts += whole->alt_first[node + 1] - whole->alt_first[node];
    for (uint64_t a = whole->alt_first[node]; a < whole->alt_first[node + 1];
         a++)
        of->alt[whole->alt_label[a]] = 0;
}

/* People are kept or left out whole, so a hierarchy is in the part as soon as
 * one of its saplings is. */
static void keep_saplings(parting *of, const uint8_t *kept)
{
    const pleach_corpus *whole = of->whole;
    for (uint32_t s = 0; s < whole->sapling_count; s++) {
        uint32_t root = whole->sapling_first[s];
        uint32_t h = whole->sapling_hierarchy[s];
        if (!kept[pl_person_of(whole, root)])
            continue;
        if (of->hierarchy[h] == PL_NONE)
            of->hierarchy[h] = of->part->hierarchy_count++;
        of->sapling[s] = of->part->sapling_count++;
        of->owner[whole->hierarchy_owner[h]] = 0;
        of->path[whole->sapling_path[s]] = 0;
        for (uint32_t n = root; n < whole->sapling_first[s + 1]; n++)
            keep_node(of, n);
    }
}

/* A table of the marked strings, which get their new numbers. Without memory
 * the arena remembers it. */
static pl_strings *keep_strings(const parting *of, const pl_strings *whole,
                                uint32_t *numbers)
{
    pl_strings *part = pl_strings_in(of->part->arena);
    for (uint32_t k = 0; part != NULL && k < pl_strings_count(whole); k++)
        if (numbers[k] != PL_NONE)
            numbers[k] = pl_strings_add(part, pl_strings_at(whole, k),
                                        pl_strings_length(whole, k));
    return part;
}

static void keep_all_strings(const parting *of)
{
    const pleach_corpus *whole = of->whole;
    pleach_corpus *part = of->part;
    part->owners = keep_strings(of, whole->owners, of->owner);
    part->spellings = keep_strings(of, whole->spellings, of->spelling);
    part->keys = keep_strings(of, whole->keys, of->key);
    part->tags = keep_strings(of, whole->tags, of->tag);
    part->paths = keep_strings(of, whole->paths, of->path);
    part->alt_labels = keep_strings(of, whole->alt_labels, of->alt);
    part->source_ids = keep_strings(of, whole->source_ids, of->source_id);
}

/* The keys of the further names, in the order in which these need them. */
static bool keep_alt_keys(parting *of)
{
    const pleach_corpus *whole = of->whole;
    pleach_corpus *part = of->part;
    uint32_t count = pl_strings_count(part->alt_labels);
    if (count == 0)
        return true;
    part->alt_keys = pl_strings_in(part->arena);
    part->alt_label_key = PL_ARENA_ARRAY(part->arena, uint32_t, count);
    if (part->alt_keys == NULL || part->alt_label_key == NULL)
        return false;
    for (uint32_t k = 0; k < pl_strings_count(whole->alt_labels); k++) {
        uint32_t to = of->alt[k], key = whole->alt_label_key[k];
        if (to == PL_NONE)
            continue;
        part->alt_label_key[to] =
            pl_strings_add(part->alt_keys, pl_strings_at(whole->alt_keys, key),
                           pl_strings_length(whole->alt_keys, key));
        if (part->alt_label_key[to] == PL_NONE)
            return false;
    }
    return true;
}

/* ------------------------------------------------------------- copying -- */

/* A part is a corpus like any other, so that nothing behind this has to know
 * that it is one. */
static void take_part_arrays(parting *of)
{
    pleach_corpus *part = of->part;
    pl_corpus_take_arrays(part, of->whole->node_source_id != NULL);
    part->tag_id = PL_ARENA_ARRAY(part->arena, uint32_t, of->tags);
    part->tag_count = PL_ARENA_ARRAY(part->arena, float, of->tags);
}

static void take_part_alts(parting *of)
{
    pleach_corpus *part = of->part;
    if (of->alts == 0)
        return;
    part->alt_first =
        PL_ARENA_ARRAY(part->arena, uint64_t, (size_t)part->node_count + 1);
    part->alt_label = PL_ARENA_ARRAY(part->arena, uint32_t, of->alts);
}

/* Texts are not copied: a part borrows them from the corpus it is of. */
static void copy_hierarchies(const parting *of)
{
    const pleach_corpus *whole = of->whole;
    pleach_corpus *part = of->part;
    for (uint32_t h = 0; h < whole->hierarchy_count; h++) {
        uint32_t to = of->hierarchy[h];
        if (to == PL_NONE)
            continue;
        part->hierarchy_owner[to] = of->owner[whole->hierarchy_owner[h]];
        part->hierarchy_id[to] = whole->hierarchy_id[h];
    }
    for (uint32_t s = 0; s < whole->sapling_count; s++) {
        uint32_t to = of->sapling[s];
        if (to == PL_NONE)
            continue;
        part->sapling_first[to] = of->node[whole->sapling_first[s]];
        part->sapling_hierarchy[to] =
            of->hierarchy[whole->sapling_hierarchy[s]];
        part->sapling_path[to] = of->path[whole->sapling_path[s]];
    }
    part->sapling_first[part->sapling_count] = part->node_count;
}

static void copy_tags(const parting *of, uint32_t node, uint32_t to)
{
    const pleach_corpus *whole = of->whole;
    pleach_corpus *part = of->part;
    uint64_t at = part->tag_first[to];
    for (uint64_t t = whole->tag_first[node]; t < whole->tag_first[node + 1];
         t++, at++) {
        part->tag_id[at] = of->tag[whole->tag_id[t]];
        part->tag_count[at] = whole->tag_count[t];
    }
    part->tag_first[to + 1] = at;
}

static void copy_alts(const parting *of, uint32_t node, uint32_t to)
{
    const pleach_corpus *whole = of->whole;
    pleach_corpus *part = of->part;
    if (part->alt_first == NULL)
        return;
    uint64_t at = part->alt_first[to];
    for (uint64_t a = whole->alt_first[node]; a < whole->alt_first[node + 1];
         a++)
        part->alt_label[at++] = of->alt[whole->alt_label[a]];
    part->alt_first[to + 1] = at;
}

static void copy_source_id(const parting *of, uint32_t node, uint32_t to)
{
    const uint32_t *from = of->whole->node_source_id;
    if (from != NULL)
        of->part->node_source_id[to] =
            from[node] == PL_NONE ? PL_NONE : of->source_id[from[node]];
}

/* A twin may be in a hierarchy of its own, and that one hidden. */
static void copy_nodes(const parting *of)
{
    const pleach_corpus *whole = of->whole;
    pleach_corpus *part = of->part;
    for (uint32_t n = 0; n < whole->node_count; n++) {
        uint32_t to = of->node[n], twin = whole->node_twin[n];
        if (to == PL_NONE)
            continue;
        part->node_sapling[to] = of->sapling[whole->node_sapling[n]];
        part->node_spelling[to] = of->spelling[whole->node_spelling[n]];
        part->node_key[to] = of->key[whole->node_key[n]];
        part->node_twin[to] = twin == PL_NONE ? PL_NONE : of->node[twin];
        part->node_identity[to] = whole->node_identity[n];
        copy_source_id(of, n, to);
        copy_tags(of, n, to);
        copy_alts(of, n, to);
    }
}

/* Texts that the tables do not hold are the whole's. */
static void borrow_texts(const parting *of)
{
    pleach_corpus *part = of->part;
    part->language = of->whole->language;
    part->each_is_somebody = of->whole->each_is_somebody;
    part->input_count = of->whole->input_count;
    part->input_name = of->whole->input_name;
    part->facts =
        (pleach_corpus_facts){.hierarchies = part->hierarchy_count,
                              .saplings = part->sapling_count,
                              .nodes = part->node_count,
                              .names = pl_strings_count(part->keys),
                              .owners = pl_strings_count(part->owners)};
}

static bool make_part(parting *of, const uint8_t *kept)
{
    take_all_numbers(of);
    if (pl_arena_failed(of->scratch))
        return false;
    keep_saplings(of, kept);
    keep_all_strings(of);
    if (pl_arena_failed(of->part->arena) || !keep_alt_keys(of))
        return false;
    take_part_arrays(of);
    take_part_alts(of);
    if (pl_arena_failed(of->part->arena))
        return false;
    copy_hierarchies(of);
    copy_nodes(of);
    borrow_texts(of);
    return true;
}

pleach_status pleach_corpus_part(pleach_corpus **part,
                                 const pleach_corpus *whole,
                                 const uint8_t *kept, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_arena *arena;
    parting of = {.whole = whole,
                  .scratch = scratch,
                  .part = pl_arena_object(&arena, sizeof *of.part)};
    if (of.part == NULL)
        return pl_fail_memory(error);
    of.part->arena = arena;
    if (!make_part(&of, kept)) {
        pleach_corpus_free(of.part);
        return pl_fail_memory(error);
    }
    assert(of.part->node_count <= whole->node_count);
    assert(of.part->sapling_count <= whole->sapling_count);
    assert(of.part->sapling_first[of.part->sapling_count] ==
           of.part->node_count);
    assert(of.part->tag_first[of.part->node_count] == of.tags);
    *part = of.part;
    return PLEACH_OK;
}
