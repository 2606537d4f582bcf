/* layout.c: orders what was staged by content and lays out the corpus. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/hash.h"
#include "base/order.h"
#include "corpus/builder.h"

/* What a hierarchy is ordered by. The input and line come last and decide
 * only between hierarchies that say the same. */
typedef struct order_entry {
    const char *id; /* "" when none was given */
    const char *input;
    uint64_t content, line;
    uint32_t owner;
    uint32_t staged;
} order_entry;

/* Scratch of one layout: new numbers of the strings, the order. */
typedef struct layout {
    pl_builder *builder;
    pleach_corpus *corpus;
    uint32_t *owner, *spelling, *key, *tag, *path, *alt; /* new id of each */
    order_entry *order;
    PL_LIST(uint64_t) tag_sort;
    pl_arena *scratch;
} layout;

/* -------------------------------------------------------------- ordering -- */

static bool renumber(pl_strings *table, uint32_t **new_id, pl_arena *scratch)
{
    *new_id = PL_ARENA_ARRAY(scratch, uint32_t, pl_strings_count(table));
    return *new_id != NULL && pl_strings_sort(table, *new_id);
}

static bool renumber_all(layout *to)
{
    pl_builder *builder = to->builder;
    return renumber(builder->owners, &to->owner, to->scratch) &&
           renumber(builder->spellings, &to->spelling, to->scratch) &&
           renumber(builder->keys, &to->key, to->scratch) &&
           renumber(builder->tags, &to->tag, to->scratch) &&
           renumber(builder->paths, &to->path, to->scratch) &&
           renumber(builder->alt_labels, &to->alt, to->scratch);
}

static int compare_sort_words(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_order(const void *left, const void *right)
{
    const order_entry *a = left, *b = right;
    int order = compare_sort_words(a->owner, b->owner);
    if (order == 0)
        order = strcmp(a->id, b->id);
    if (order == 0)
        order = compare_sort_words(a->content, b->content);
    if (order == 0)
        order = strcmp(a->input, b->input);
    if (order == 0)
        order = compare_sort_words(a->line, b->line);
    return order != 0 ? order : compare_sort_words(a->staged, b->staged);
}

/* By owner, id and content, so that numbers do not depend on the order of the
 * input; its name and line decide only between what is equal in all of that. */
static bool order_hierarchies(layout *to, const pleach_input *inputs)
{
    const pl_builder *builder = to->builder;
    size_t count = builder->hierarchies.count;
    to->order = PL_ARENA_ARRAY(to->scratch, order_entry, count);
    if (to->order == NULL)
        return false;
    for (uint32_t h = 0; h < count; h++) {
        const pl_staged_hierarchy *staged = &builder->hierarchies.items[h];
        to->order[h] = (order_entry){
            .id =
                staged->id_given ? pl_strings_at(builder->ids, staged->id) : "",
            .input = inputs[staged->input].name,
            .content = staged->content,
            .line = staged->line,
            .owner = to->owner[staged->owner],
            .staged = h,
        };
    }
    qsort(to->order, count, sizeof *to->order, compare_order);
    return true;
}

/* ---------------------------------------------------------------- arrays -- */

/* Everything is counted by now, so all arrays have their final size. */
static void take_corpus_arrays(pleach_corpus *corpus, const pl_builder *builder)
{
    corpus->hierarchy_count = (uint32_t)builder->hierarchies.count;
    corpus->sapling_count = (uint32_t)builder->saplings.count;
    corpus->node_count = (uint32_t)builder->nodes.count;
    pl_corpus_take_arrays(corpus, pl_strings_count(builder->source_ids) > 0);
    if (pl_strings_count(builder->payloads) > 0)
        corpus->node_payload =
            PL_ARENA_ARRAY(corpus->arena, uint32_t, corpus->node_count);
}

/* An inner node is staged twice, and so are its further names. */
static void copy_further_names(pleach_corpus *corpus, const pl_builder *builder)
{
    uint64_t count = 0;
    if (builder->alts.count == 0)
        return;
    for (size_t k = 0; k < builder->nodes.count; k++)
        for (uint32_t alt = builder->nodes.items[k].alt; alt != PL_NONE;
             alt = builder->alts.items[alt].next)
            count++;
    corpus->alt_first =
        PL_ARENA_ARRAY(corpus->arena, uint64_t, (size_t)corpus->node_count + 1);
    corpus->alt_label = PL_ARENA_ARRAY(corpus->arena, uint32_t, (size_t)count);
}

static int compare_name_bytes(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return strcmp(*a, *b);
}

/* Names of inputs are sorted, since the order in which they were given must not
 * show in any output. */
static bool copy_texts(pleach_corpus *corpus, const char *language,
                       const pleach_input *inputs, size_t count)
{
    corpus->language = pl_arena_text(corpus->arena, language, strlen(language));
    corpus->input_name = PL_ARENA_ARRAY(corpus->arena, const char *, count);
    for (size_t k = 0; corpus->input_name != NULL && k < count; k++)
        corpus->input_name[k] = pl_arena_text(corpus->arena, inputs[k].name,
                                              strlen(inputs[k].name));
    if (pl_arena_failed(corpus->arena))
        return false;
    corpus->input_count = (uint32_t)count;
    qsort(corpus->input_name, count, sizeof *corpus->input_name,
          compare_name_bytes);
    return true;
}

/* ----------------------------------------------------------------- nodes -- */

/* The labels of a node in ascending order, each once. */
static void lay_out_alts(const layout *to, uint32_t alt, uint32_t node)
{
    pleach_corpus *corpus = to->corpus;
    if (corpus->alt_first == NULL)
        return;
    uint64_t first = corpus->alt_first[node], end = first;
    uint32_t *label = corpus->alt_label;
    for (; alt != PL_NONE; alt = to->builder->alts.items[alt].next)
        label[end++] = to->alt[to->builder->alts.items[alt].label];
    corpus->alt_first[node + 1] =
        first + pl_sort_distinct_uint32(label + first, end - first);
}

/* Who, and which of this person's: the part of a node's identity that its
 * hierarchy gives. Hierarchies that cannot be told apart are numbered. */
static uint64_t identify(const layout *to, uint32_t h, uint32_t *rank)
{
    const order_entry *here = &to->order[h];
    const pl_strings *owners = to->builder->owners;
    bool given = here->id[0] != '\0';
    if (h > 0) {
        const order_entry *before = here - 1;
        bool same = before->owner == here->owner &&
                    strcmp(before->id, here->id) == 0 &&
                    (given || before->content == here->content);
        *rank = same ? *rank + 1 : 0;
    }
    uint64_t who = pl_hash_bytes(pl_strings_at(owners, here->owner),
                                 pl_strings_length(owners, here->owner), 0);
    uint64_t which =
        given ? pl_hash_bytes(here->id, strlen(here->id), 1) : here->content;
    return pl_hash_pair(pl_hash_pair(who, which), *rank);
}

/* Staged nodes from..to of a sapling, whose root's identity is known. */
typedef struct run {
    uint32_t staged, end;
    uint64_t identity;
} run;

/* A node's identity is a hash of what it is and where it stands. Ties are
 * broken by it, so it must not depend on numbers. */
static void lay_out_nodes(layout *to, const run *nodes, uint32_t sapling,
                          uint32_t *node)
{
    pleach_corpus *corpus = to->corpus;
    const pl_builder *builder = to->builder;
    uint32_t root = *node;
    for (uint32_t k = nodes->staged; k < nodes->end; k++, ++*node) {
        const pl_staged_node *staged = &builder->nodes.items[k];
        corpus->node_sapling[*node] = sapling;
        corpus->node_spelling[*node] = to->spelling[staged->spelling];
        corpus->node_key[*node] =
            to->key[builder->spelling_key.items[staged->spelling]];
        corpus->node_twin[*node] = staged->twin; /* a staged number yet */
        corpus->node_identity[*node] =
            pl_hash_pair(nodes->identity, *node - root);
        if (corpus->node_source_id != NULL)
            corpus->node_source_id[*node] = staged->source_id;
        if (corpus->node_payload != NULL)
            corpus->node_payload[*node] = staged->payload;
        lay_out_alts(to, staged->alt, *node);
        corpus->tag_first[*node + 1] = corpus->tag_first[*node] + staged->tags;
    }
}

/* Saplings of a hierarchy stay together and in the order of their roots, so
 * that one can walk a hierarchy without an index. */
static void lay_out_hierarchy(layout *to, uint32_t h, uint64_t identity,
                              uint32_t *sapling, uint32_t *node)
{
    pleach_corpus *corpus = to->corpus;
    const pl_builder *builder = to->builder;
    uint32_t old = to->order[h].staged;
    pl_staged_hierarchy *staged = &builder->hierarchies.items[old];
    bool last = old + 1 == builder->hierarchies.count;
    uint32_t end = last ? corpus->sapling_count : staged[1].sapling_first;
    staged->laid_out = *node;
    corpus->hierarchy_owner[h] = to->order[h].owner;
    corpus->hierarchy_id[h] = pl_strings_at(builder->ids, staged->id);
    for (uint32_t s = staged->sapling_first; s < end; s++, ++*sapling) {
        const pl_staged_sapling *cut = &builder->saplings.items[s];
        uint32_t path = to->path[cut->path];
        uint64_t where =
            pl_hash_bytes(pl_strings_at(builder->paths, path),
                          pl_strings_length(builder->paths, path), 2);
        run nodes = {cut->node_first,
                     s + 1 == corpus->sapling_count ? corpus->node_count
                                                    : cut[1].node_first,
                     pl_hash_pair(identity, where)};
        corpus->sapling_first[*sapling] = *node;
        corpus->sapling_hierarchy[*sapling] = h;
        corpus->sapling_path[*sapling] = path;
        lay_out_nodes(to, &nodes, *sapling, node);
    }
}

/* The staged hierarchy that a staged node is in. */
static const pl_staged_hierarchy *find_hierarchy(const pl_builder *builder,
                                                 uint32_t node)
{
    size_t low = 0, high = builder->hierarchies.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (builder->hierarchies.items[middle].node_first <= node)
            low = middle;
        else
            high = middle;
    }
    return &builder->hierarchies.items[low];
}

static void link_twins(layout *to)
{
    pleach_corpus *corpus = to->corpus;
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        uint32_t twin = corpus->node_twin[node];
        if (twin == PL_NONE)
            continue;
        const pl_staged_hierarchy *home = find_hierarchy(to->builder, twin);
        corpus->node_twin[node] = twin - home->node_first + home->laid_out;
    }
}

/* ------------------------------------------------------------------ tags -- */

/* Renumbers a node's tags, and sorts them; packed, which is faster. */
static void order_node_tags(layout *to, uint64_t first, uint32_t count)
{
    uint32_t *ids = to->builder->tag_ids.items + first;
    float *counts = to->builder->tag_counts.items + first;
    uint64_t *words = to->tag_sort.items;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t bits;
        memcpy(&bits, &counts[k], sizeof bits);
        words[k] = (uint64_t)to->tag[ids[k]] << 32 | bits;
    }
    pl_sort_uint64(words, count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t bits = (uint32_t)words[k];
        ids[k] = (uint32_t)(words[k] >> 32);
        memcpy(&counts[k], &bits, sizeof bits);
    }
}

static bool order_all_tags(layout *to)
{
    const pl_builder *builder = to->builder;
    uint64_t first = 0;
    for (size_t k = 0; k < builder->nodes.count; k++) {
        uint32_t count = builder->nodes.items[k].tags;
        if (count == 0)
            continue;
        if (!pl_list_room(&to->tag_sort, count))
            return false;
        order_node_tags(to, first, count);
        first += count;
    }
    return true;
}

/* Copies what each hierarchy has, in their order; items of four bytes. */
static void *copy_staged_tags(const layout *to, const void *staged)
{
    const pl_builder *builder = to->builder;
    const char *from = staged;
    size_t all = builder->tag_ids.count, at = 0;
    char *copy = pl_arena_take(to->corpus->arena, all, sizeof(uint32_t));
    for (uint32_t h = 0; copy != NULL && h < to->corpus->hierarchy_count; h++) {
        const pl_staged_hierarchy *here =
            &builder->hierarchies.items[to->order[h].staged];
        bool last = to->order[h].staged + 1 == builder->hierarchies.count;
        size_t count =
            (size_t)((last ? all : here[1].tag_first) - here->tag_first);
        if (count > 0)
            memcpy(copy + at * sizeof(uint32_t),
                   from + here->tag_first * sizeof(uint32_t),
                   count * sizeof(uint32_t));
        at += count;
    }
    return copy;
}

/* The tags are most of the memory: what has been copied goes at once. */
static bool lay_out_tags(layout *to)
{
    pl_builder *builder = to->builder;
    pl_list_free(&builder->nodes);
    pl_list_free(&builder->saplings);
    builder->nodes.items = NULL;
    builder->saplings.items = NULL;
    to->corpus->tag_id = copy_staged_tags(to, builder->tag_ids.items);
    pl_list_free(&builder->tag_ids);
    builder->tag_ids.items = NULL;
    to->corpus->tag_count = copy_staged_tags(to, builder->tag_counts.items);
    return to->corpus->tag_id != NULL && to->corpus->tag_count != NULL;
}

/* --------------------------------------------------------------- finish -- */

/* Keys of further names are kept apart from those of nodes: a name that no node
 * bears should not become a name of the corpus. */
static bool add_alt_keys(layout *to)
{
    pleach_corpus *corpus = to->corpus;
    const pl_strings *labels = to->builder->alt_labels;
    uint32_t count = pl_strings_count(labels);
    if (count == 0)
        return true;
    corpus->alt_keys = pl_strings_in(corpus->arena);
    corpus->alt_label_key = PL_ARENA_ARRAY(corpus->arena, uint32_t, count);
    if (corpus->alt_keys == NULL || corpus->alt_label_key == NULL)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        pl_key key;
        if (!pl_namer_key(to->builder->namer, pl_strings_at(labels, k),
                          pl_strings_length(labels, k), &key))
            return false;
        corpus->alt_label_key[k] =
            pl_strings_add(corpus->alt_keys, key.bytes, key.length);
        if (corpus->alt_label_key[k] == PL_NONE)
            return false;
    }
    return true;
}

/* Tables are sorted before hierarchies, which are ordered by the new numbers,
 * and tags come last, since they follow the nodes. */
static bool lay_out_all(layout *to, const pleach_input *inputs)
{
    pl_builder *builder = to->builder;
    uint32_t sapling = 0, node = 0, rank = 0;
    if (!renumber_all(to) || !order_all_tags(to) ||
        !order_hierarchies(to, inputs))
        return false;
    take_corpus_arrays(to->corpus, builder);
    copy_further_names(to->corpus, builder);
    if (pl_arena_failed(to->corpus->arena) || !add_alt_keys(to))
        return false;
    for (uint32_t h = 0; h < to->corpus->hierarchy_count; h++) {
        uint64_t identity = identify(to, h, &rank);
        lay_out_hierarchy(to, h, identity, &sapling, &node);
    }
    to->corpus->sapling_first[sapling] = node;
    link_twins(to);
    return lay_out_tags(to);
}

/* The corpus takes over the tables, and with them their memory. */
static void hand_over_corpus(pleach_corpus *corpus, pl_builder *builder)
{
    corpus->facts = builder->facts;
    corpus->facts.hierarchies = corpus->hierarchy_count;
    corpus->facts.saplings = corpus->sapling_count;
    corpus->facts.nodes = corpus->node_count;
    corpus->facts.names = pl_strings_count(builder->keys);
    corpus->facts.owners = pl_strings_count(builder->owners);
    corpus->each_is_somebody =
        !builder->knows_people && corpus->facts.owners == 1;
    corpus->owners = builder->owners;
    corpus->spellings = builder->spellings;
    corpus->keys = builder->keys;
    corpus->tags = builder->tags;
    corpus->paths = builder->paths;
    corpus->ids = builder->ids;
    corpus->alt_labels = builder->alt_labels;
    corpus->source_ids = builder->source_ids;
    corpus->payloads = builder->payloads;
    builder->kept = NULL;
}

/* What every room after this one relies on. */
static void assert_corpus(const pleach_corpus *corpus)
{
    assert(corpus->sapling_first[corpus->sapling_count] == corpus->node_count);
    for (uint32_t s = 0; s < corpus->sapling_count; s++) {
        assert(corpus->sapling_first[s] < corpus->sapling_first[s + 1]);
        assert(corpus->sapling_hierarchy[s] < corpus->hierarchy_count);
    }
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        assert(corpus->node_sapling[node] < corpus->sapling_count);
        assert(corpus->tag_first[node] <= corpus->tag_first[node + 1]);
    }
}

/* The tables are handed over and not copied: for a moment the corpus would need
 * twice its memory. */
pleach_status pl_builder_finish(pl_builder *builder, pleach_corpus **corpus,
                                const pleach_input *inputs, size_t count,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    layout to = {.builder = builder,
                 .corpus = PL_ARENA_ARRAY(builder->kept, pleach_corpus, 1),
                 .tag_sort = {.arena = scratch},
                 .scratch = scratch};
    if (to.corpus == NULL)
        return pl_fail_memory(error);
    to.corpus->arena = builder->kept;
    if (!copy_texts(to.corpus, builder->language, inputs, count) ||
        !lay_out_all(&to, inputs))
        return pl_fail_memory(error);
    hand_over_corpus(to.corpus, builder);
    assert_corpus(to.corpus);
    *corpus = to.corpus;
    return PLEACH_OK;
}
