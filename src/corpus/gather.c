/* gather.c: numbers what the processes have read in one way, and joins it.
 */
/* SPDX-License-Identifier: MIT */
#include "corpus/gather.h"

#include <string.h>

typedef PL_LIST(char) byte_list;

/* Where the items of each rank begin once they are joined; ranks + 1 each. */
typedef struct borders {
    uint64_t *hierarchy, *sapling, *node, *number, *skip, *alt;
    uint64_t *spelling; /* those that no lower rank has */
    uint64_t *other;    /* of what needs no second look */
} borders;

typedef struct gathering {
    pl_builder *builder;
    const pleach_exchange *exchange;
    const pleach_input *inputs;
    pl_arena *arena;
    borders first;
    /* The common number of each own one. */
    uint32_t *owner, *id, *spelling, *key, *tag, *path, *alt, *source_id;
} gathering;

static bool take_borders(gathering *g)
{
    uint64_t **all[] = {&g->first.hierarchy, &g->first.sapling,
                        &g->first.node,      &g->first.number,
                        &g->first.skip,      &g->first.spelling,
                        &g->first.other,     &g->first.alt};
    bool enough = g->arena != NULL;
    for (size_t k = 0; enough && k < sizeof all / sizeof *all; k++) {
        *all[k] =
            PL_ARENA_ARRAY(g->arena, uint64_t, (size_t)g->exchange->ranks + 1);
        enough = *all[k] != NULL;
    }
    return enough;
}

/* --------------------------------------------------------------- strings -- */

static bool pack_strings(byte_list *packed, const pl_strings *table)
{
    for (uint32_t k = 0; k < pl_strings_count(table); k++) {
        uint32_t length = (uint32_t)pl_strings_length(table, k);
        if (!pl_list_room(packed, sizeof length + length))
            return false;
        char *to = packed->items + packed->count;
        memcpy(to, &length, sizeof length);
        memcpy(to + sizeof length, pl_strings_at(table, k), length);
        packed->count += sizeof length + length;
    }
    return true;
}

/* Adds the strings of all ranks; fills new_id for the own ones, and, unless
 * it is NULL, how many there were before each rank's. */
static bool unpack_strings(pl_strings *table, const gathering *g,
                           const byte_list *packed, uint32_t *new_id,
                           uint64_t *before)
{
    for (uint32_t r = 0; r < g->exchange->ranks; r++) {
        uint64_t at = g->first.other[r];
        for (uint32_t own = 0; at < g->first.other[r + 1]; own++) {
            uint32_t length;
            memcpy(&length, packed->items + at, sizeof length);
            at += sizeof length;
            uint32_t id = pl_strings_add(table, packed->items + at, length);
            at += length;
            if (id == PL_NONE)
                return false;
            if (r == g->exchange->rank)
                new_id[own] = id;
        }
        if (before != NULL)
            before[r + 1] = pl_strings_count(table);
    }
    return true;
}

/* Each process adds everybody's strings in the order of ranks, and so all of
 * them get the same numbers without having to agree on any. */
static pleach_status join_strings(gathering *g, pl_strings **table,
                                  uint32_t **new_id, uint64_t *before,
                                  pleach_error *error)
{
    byte_list packed = {0};
    pl_strings *all = pl_strings_new();
    *new_id = PL_ARENA_ARRAY(g->arena, uint32_t, pl_strings_count(*table) + 1u);
    pleach_status status =
        all == NULL || *new_id == NULL || !pack_strings(&packed, *table)
            ? pl_fail_memory(error)
            : PLEACH_OK;
    pl_strings_free(*table);
    *table = all;
    if (status == PLEACH_OK)
        status = pl_list_join(g->exchange, &packed, g->first.other, error);
    if (status == PLEACH_OK &&
        !unpack_strings(all, g, &packed, *new_id, before))
        status = pl_fail_memory(error);
    pl_list_free(&packed);
    return status;
}

/* Each rank has normalised its own spellings. */
static pleach_status join_keys(gathering *g, pleach_error *error)
{
    pl_builder *b = g->builder;
    uint32_t spellings = pl_strings_count(b->spellings);
    PL_LIST(uint64_t) pairs = {0};
    pleach_status status = PLEACH_OK;
    if (!pl_list_room(&pairs, b->spelling_key.count))
        return pl_fail_memory(error);
    for (size_t k = 0; k < b->spelling_key.count; k++)
        pairs.items[pairs.count++] =
            (uint64_t)g->spelling[k] << 32 | g->key[b->spelling_key.items[k]];
    status = pl_list_join(g->exchange, &pairs, g->first.other, error);
    b->spelling_key.count = 0;
    if (status == PLEACH_OK && !pl_list_room(&b->spelling_key, spellings))
        status = pl_fail_memory(error);
    for (size_t k = 0; status == PLEACH_OK && k < pairs.count; k++)
        b->spelling_key.items[pairs.items[k] >> 32] = (uint32_t)pairs.items[k];
    if (status == PLEACH_OK)
        b->spelling_key.count = spellings;
    pl_list_free(&pairs);
    return status;
}

static pleach_status join_tables(gathering *g, pleach_error *error)
{
    pl_builder *b = g->builder;
    PL_TRY(join_strings(g, &b->owners, &g->owner, NULL, error));
    PL_TRY(join_strings(g, &b->ids, &g->id, NULL, error));
    PL_TRY(
        join_strings(g, &b->spellings, &g->spelling, g->first.spelling, error));
    PL_TRY(join_strings(g, &b->keys, &g->key, NULL, error));
    PL_TRY(join_strings(g, &b->tags, &g->tag, NULL, error));
    PL_TRY(join_strings(g, &b->paths, &g->path, NULL, error));
    PL_TRY(join_strings(g, &b->alt_labels, &g->alt, NULL, error));
    PL_TRY(join_strings(g, &b->source_ids, &g->source_id, NULL, error));
    return join_keys(g, error);
}

/* ----------------------------------------------------------------- lists -- */

/* Before the lists are joined, so that what travels means the same everywhere.
 */
static void renumber_own(gathering *g)
{
    pl_builder *b = g->builder;
    for (size_t h = 0; h < b->hierarchies.count; h++) {
        pl_staged_hierarchy *hierarchy = &b->hierarchies.items[h];
        hierarchy->owner = g->owner[hierarchy->owner];
        hierarchy->id = g->id[hierarchy->id];
    }
    for (size_t s = 0; s < b->saplings.count; s++)
        b->saplings.items[s].path = g->path[b->saplings.items[s].path];
    for (size_t n = 0; n < b->nodes.count; n++) {
        pl_staged_node *node = &b->nodes.items[n];
        node->spelling = g->spelling[node->spelling];
        if (node->source_id != PL_NONE)
            node->source_id = g->source_id[node->source_id];
    }
    for (size_t t = 0; t < b->tag_ids.count; t++)
        b->tag_ids.items[t] = g->tag[b->tag_ids.items[t]];
    for (size_t k = 0; k < b->alts.count; k++)
        b->alts.items[k].label = g->alt[b->alts.items[k].label];
}

static pleach_status join_lists(gathering *g, pleach_error *error)
{
    pl_builder *b = g->builder;
    const pleach_exchange *e = g->exchange;
    PL_TRY(pl_list_join(e, &b->hierarchies, g->first.hierarchy, error));
    PL_TRY(pl_list_join(e, &b->saplings, g->first.sapling, error));
    PL_TRY(pl_list_join(e, &b->nodes, g->first.node, error));
    PL_TRY(pl_list_join(e, &b->vectors, g->first.number, error));
    PL_TRY(pl_list_join(e, &b->alts, g->first.alt, error));
    PL_TRY(pl_list_join(e, &b->progress->skips, g->first.skip, error));
    return b->nodes.count >= PL_NONE ? pl_builder_fail_full(error) : PLEACH_OK;
}

/* Positions within a rank become positions within all. */
static void shift(gathering *g, uint32_t r)
{
    pl_builder *b = g->builder;
    uint32_t node = (uint32_t)g->first.node[r];
    uint32_t sapling = (uint32_t)g->first.sapling[r];
    uint32_t alt = (uint32_t)g->first.alt[r];
    uint32_t vector = b->vector_size == 0
                          ? 0
                          : (uint32_t)(g->first.number[r] / b->vector_size);
    for (uint64_t h = g->first.hierarchy[r]; h < g->first.hierarchy[r + 1];
         h++) {
        b->hierarchies.items[h].sapling_first += sapling;
        b->hierarchies.items[h].node_first += node;
    }
    for (uint64_t s = g->first.sapling[r]; s < g->first.sapling[r + 1]; s++)
        b->saplings.items[s].node_first += node;
    for (uint64_t n = g->first.node[r]; n < g->first.node[r + 1]; n++) {
        pl_staged_node *staged = &b->nodes.items[n];
        if (staged->twin != PL_NONE)
            staged->twin += node;
        if (staged->vector != PL_NONE)
            staged->vector += vector;
        if (staged->alt != PL_NONE)
            staged->alt += alt;
    }
    for (uint64_t k = g->first.alt[r]; k < g->first.alt[r + 1]; k++)
        if (b->alts.items[k].next != PL_NONE)
            b->alts.items[k].next += alt;
}

/* Tags stay in the rank that has read them; those of other ranks are none,
 * before or after one's own. */
static void drop_tags(gathering *g, uint32_t r)
{
    pl_builder *b = g->builder;
    for (uint64_t h = g->first.hierarchy[r]; h < g->first.hierarchy[r + 1]; h++)
        b->hierarchies.items[h].tag_first =
            r < g->exchange->rank ? 0 : b->tag_ids.count;
    for (uint64_t n = g->first.node[r]; n < g->first.node[r + 1]; n++) {
        b->tagged_elsewhere += b->nodes.items[n].tags > 0;
        b->nodes.items[n].tags = 0;
    }
}

/* What is counted, how long vectors are, and whether people are known. */
typedef struct counts {
    pleach_corpus_facts facts;
    uint32_t vector_size;
    uint32_t knows_people;
} counts;

static void add_facts(pleach_corpus_facts *sum, const pleach_corpus_facts *more)
{
    sum->skipped += more->skipped;
    sum->leafless += more->leafless;
    sum->nameless += more->nameless;
    sum->circles += more->circles;
    sum->extra_parents += more->extra_parents;
    sum->odd_labels += more->odd_labels;
    sum->missing_parents += more->missing_parents;
    sum->passed_lines += more->passed_lines;
}

/* Counts are of the whole input, as in a single process. Vectors may have been
 * met by some of the ranks only. */
static pleach_status add_counts(gathering *g, pleach_error *error)
{
    pl_builder *b = g->builder;
    counts mine = {b->facts, b->vector_size, b->knows_people};
    pleach_parcel *inbox =
        PL_ARENA_ARRAY(g->arena, pleach_parcel, g->exchange->ranks);
    if (inbox == NULL)
        return pl_fail_memory(error);
    PL_TRY(pl_exchange_share(g->exchange, (pleach_parcel){&mine, sizeof mine},
                             inbox, error));
    b->facts = (pleach_corpus_facts){0};
    for (uint32_t r = 0; r < g->exchange->ranks; r++) {
        counts there;
        memcpy(&there, inbox[r].bytes, sizeof there);
        add_facts(&b->facts, &there.facts);
        b->knows_people |= there.knows_people > 0;
        if (there.vector_size > 0)
            b->vector_size = there.vector_size;
    }
    return PLEACH_OK;
}

/* ------------------------------------------------------------- oddities -- */

static bool has_no_name(const pl_builder *b, uint64_t spelling)
{
    return pl_strings_at(b->keys, b->spelling_key.items[spelling])[0] ==
           PL_NAMELESS_MARK;
}

/* Goes on to the next spelling without a letter, up to `end`. */
static uint64_t next_nameless(const pl_builder *b, uint64_t spelling,
                              uint64_t end)
{
    while (spelling < end && !has_no_name(b, spelling))
        spelling++;
    return spelling;
}

static uint64_t end_of(const pl_builder *b, uint64_t h)
{
    return h + 1 < b->hierarchies.count ? b->hierarchies.items[h + 1].node_first
                                        : b->nodes.count;
}

static bool has_spelling(const pl_builder *b, uint64_t h, uint64_t spelling)
{
    for (uint64_t n = b->hierarchies.items[h].node_first; n < end_of(b, h); n++)
        if (b->nodes.items[n].spelling == spelling)
            return true;
    return false;
}

/* Tells what hierarchy h is odd about, in the order of pl_builder_add. New
 * spellings are numbered as they come. */
static bool tell_hierarchy(gathering *g, uint64_t h, uint64_t *nameless,
                           uint64_t end)
{
    pl_builder *b = g->builder;
    const pl_staged_hierarchy *staged = &b->hierarchies.items[h];
    pl_origin origin = {g->inputs[staged->input].name, staged->input,
                        staged->line};
    if (!pl_builder_note_id(b, staged->id, &origin))
        return false;
    while (*nameless < end && has_spelling(b, h, *nameless)) {
        uint32_t spelling = (uint32_t)*nameless;
        pl_builder_note_nameless(b, pl_strings_at(b->spellings, spelling),
                                 pl_strings_length(b->spellings, spelling),
                                 &origin);
        *nameless = next_nameless(b, *nameless + 1, end);
    }
    if (end_of(b, h) - staged->node_first == 1)
        pl_builder_note_leafless(b, &origin);
    return true;
}

/* Warnings come in the order of the lines they are about, as if one process had
 * read them all. */
static bool tell_rank(gathering *g, uint32_t r)
{
    pl_builder *b = g->builder;
    uint64_t from = g->first.hierarchy[r], to = g->first.hierarchy[r + 1];
    uint64_t end = g->first.spelling[r + 1];
    uint64_t nameless = next_nameless(b, g->first.spelling[r], end);
    uint64_t skip = g->first.skip[r];
    for (uint64_t h = from; h <= to; h++) {
        const pl_skip *skips = b->progress->skips.items;
        for (; skip < g->first.skip[r + 1] && skips[skip].before <= h - from;
             skip++)
            pl_read_progress_pass(b->progress, skips[skip].kind,
                                  &skips[skip].failure);
        if (h < to && !tell_hierarchy(g, h, &nameless, end))
            return false;
    }
    return true;
}

static bool tell_oddities(gathering *g)
{
    pl_builder *b = g->builder;
    b->facts.duplicate_ids = 0;
    b->id_repeated.count = 0;
    b->progress->silent = false;
    memset(b->progress->told, 0, sizeof b->progress->told);
    bool enough = true;
    for (uint32_t r = 0; enough && r < g->exchange->ranks; r++)
        enough = tell_rank(g, r);
    return enough;
}

/* --------------------------------------------------------------- public -- */

/* Tags stay where they were read: they are most of the data, and each is needed
 * in one or two places only. */
static pleach_status gather_builders(gathering *g, pleach_error *error)
{
    pl_builder *b = g->builder;
    if (!take_borders(g))
        return pl_fail_memory(error);
    PL_TRY(add_counts(g, error));
    PL_TRY(join_tables(g, error));
    renumber_own(g);
    PL_TRY(join_lists(g, error));
    b->tags_apart = true;
    for (uint32_t r = 0; r < g->exchange->ranks; r++) {
        shift(g, r);
        if (r != g->exchange->rank)
            drop_tags(g, r);
    }
    if (b->vector_size > 0)
        b->vector_count = (uint32_t)(b->vectors.count / b->vector_size);
    return tell_oddities(g) ? PLEACH_OK : pl_fail_memory(error);
}

pleach_status pl_builder_gather(pl_builder *builder, const pleach_input *inputs,
                                const pleach_exchange *exchange,
                                pleach_error *error)
{
    gathering g = {.builder = builder,
                   .exchange = exchange,
                   .inputs = inputs,
                   .arena = pl_arena_new()};
    pleach_status status = gather_builders(&g, error);
    pl_arena_free(g.arena);
    return status;
}
