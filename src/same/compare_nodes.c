/* compare_nodes.c: numbers the kept nodes by block and has them compared. */
/* SPDX-License-Identifier: MIT */
#include "same/affinity.h"

#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "same/concepts.h"
#include "same/preference.h"
#include "same/rows.h"

/* Where the slots of each name begin, names of a group together and groups by
 * their smallest name; fills block_first on the way. `start` holds the number
 * of nodes by name, and then the starts. */
static void lay_out_blocks(pleach_affinity *affinity, const uint32_t *group,
                           uint32_t *start, uint32_t *next, uint32_t *last)
{
    uint32_t names = affinity->name_count, used = 0;
    /* Names of a group as a list: next[name] after name, from its smallest. */
    for (uint32_t name = 0; name < names; name++) {
        uint32_t head = group[name];
        if (head != name)
            next[last[head]] = name;
        next[name] = PL_NONE;
        last[head] = name;
    }
    for (uint32_t head = 0; head < names; head++) {
        uint32_t before = used;
        if (group[head] != head)
            continue;
        for (uint32_t name = head; name != PL_NONE; name = next[name]) {
            uint32_t size = start[name];
            start[name] = used;
            used += size;
        }
        if (used > before)
            affinity->block_first[++affinity->block_count] = used;
    }
}

/* Slots in order of (block, name, node): a counting sort over the names. */
static pleach_status number_block_slots(pleach_affinity *affinity,
                                        const uint32_t *group,
                                        pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    const uint32_t *name = affinity->node_name;
    uint32_t names = affinity->name_count;
    uint32_t count = affinity->selection.kept_nodes;
    pl_arena *arena = affinity->arena;
    PL_SCRATCH(scratch);
    uint32_t *start = PL_ARENA_ARRAY(scratch, uint32_t, names);
    uint32_t *next = PL_ARENA_ARRAY(scratch, uint32_t, names);
    uint32_t *last = PL_ARENA_ARRAY(scratch, uint32_t, names);
    affinity->slot_count = count;
    affinity->slot_node = PL_ARENA_ARRAY(arena, uint32_t, count);
    affinity->node_slot = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    affinity->slot_block = PL_ARENA_ARRAY(arena, uint32_t, count);
    affinity->block_first =
        PL_ARENA_ARRAY(arena, uint32_t, (count < names ? count : names) + 1u);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t node = 0; node < corpus->node_count; node++)
        if (affinity->selection.discard[node] == PL_KEPT)
            start[name[node]]++;
    lay_out_blocks(affinity, group, start, next, last);
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        affinity->node_slot[node] = PL_NONE;
        if (affinity->selection.discard[node] != PL_KEPT)
            continue;
        uint32_t slot = start[name[node]]++;
        affinity->slot_node[slot] = node;
        affinity->node_slot[node] = slot;
    }
    for (uint32_t b = 0; b < affinity->block_count; b++)
        for (uint32_t slot = affinity->block_first[b];
             slot < affinity->block_first[b + 1]; slot++)
            affinity->slot_block[slot] = b;
    return PLEACH_OK;
}

/* Parents and children in slots. A kept leaf's root is kept with it, or is
 * dropped by a decision. */
static pleach_status link_slots(pleach_affinity *affinity, pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    pl_arena *arena = affinity->arena;
    uint32_t count = affinity->slot_count, used = 0;
    affinity->slot_parent = PL_ARENA_ARRAY(arena, uint32_t, count);
    affinity->slot_identity = PL_ARENA_ARRAY(arena, uint64_t, count);
    affinity->child_first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    affinity->child = PL_ARENA_ARRAY(arena, uint32_t, count);
    affinity->pair_first = PL_ARENA_ARRAY(arena, uint64_t, (size_t)count + 1);
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t slot = 0; slot < count; slot++) {
        uint32_t node = affinity->slot_node[slot];
        uint32_t sapling = corpus->node_sapling[node];
        uint32_t root = corpus->sapling_first[sapling];
        affinity->slot_identity[slot] = corpus->node_identity[node];
        affinity->slot_parent[slot] =
            root == node ? PL_NONE : affinity->node_slot[root];
        affinity->child_first[slot] = used;
        if (root != node)
            continue;
        for (uint32_t leaf = root + 1;
             leaf < corpus->sapling_first[sapling + 1]; leaf++)
            if (affinity->node_slot[leaf] != PL_NONE)
                affinity->child[used++] = affinity->node_slot[leaf];
    }
    affinity->child_first[count] = used;
    return PLEACH_OK;
}

/* Work of a slot that has no pair at all, in pairs. */
enum { SLOT_COST = 1 };

static uint64_t work_of_block(const void *context, uint32_t block)
{
    const pleach_affinity *a = context;
    uint64_t work = 0;
    for (uint32_t i = a->block_first[block]; i < a->block_first[block + 1]; i++)
        work += a->pair_first[i] + SLOT_COST;
    return work;
}

/* Shares out the blocks by pair_first, which says about how many pairs each row
 * has: so every process has about as many. */
static pleach_status partition_blocks(pleach_affinity *affinity,
                                      pleach_error *error)
{
    const pl_shares *blocks = &affinity->block_shares;
    if (!pl_shares_make(&affinity->block_shares, affinity->arena,
                        affinity->exchange, affinity->block_count,
                        work_of_block, affinity))
        return pl_fail_memory(error);
    if (blocks->first == NULL)
        return PLEACH_OK;
    uint32_t ranks = blocks->exchange->ranks;
    uint32_t *first = PL_ARENA_ARRAY(affinity->arena, uint32_t, ranks + 1u);
    PL_TRY(pl_check_memory(affinity->arena, error));
    for (uint32_t r = 0; r <= ranks; r++)
        first[r] = affinity->block_first[blocks->first[r]];
    affinity->slot_shares =
        (pl_shares){blocks->exchange, affinity->block_first[blocks->from],
                    affinity->block_first[blocks->to], first};
    return PLEACH_OK;
}

/* Shares out the blocks by what their rows will hold at most, so that each
 * process compares its own only. */
static pleach_status share_blocks(pleach_affinity *affinity,
                                  const pl_crowds *crowds, pleach_error *error)
{
    const uint32_t *name = affinity->node_name;
    if (affinity->exchange == NULL)
        return PLEACH_OK;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        uint32_t block = affinity->slot_block[slot];
        uint64_t size =
            affinity->block_first[block + 1] - affinity->block_first[block];
        bool crowded = crowds->crowded[name[affinity->slot_node[slot]]];
        affinity->pair_first[slot] =
            crowded ? 2 * (uint64_t)crowds->keep : size - 1;
    }
    PL_TRY(partition_blocks(affinity, error));
    memset(affinity->pair_first, 0,
           affinity->slot_count * sizeof *affinity->pair_first);
    return PLEACH_OK;
}

/* Finds candidates where names are crowded. By a sum of terms anybody may be
 * one: sums know many reasons. Where the names say it all, hubs are those in
 * good company. */
static pleach_status
find_crowd_candidates(pl_candidates *candidates, pl_arena *arena,
                      const pl_terms *terms, const pl_plain *plain,
                      const pl_crowds *crowds, pleach_error *error)
{
    pl_candidates_question question = {
        .affinity = terms->affinity,
        .anybody = plain == NULL || plain->floor > 0,
        .crowds = crowds,
    };
    for (uint32_t k = 0; k < terms->similarity->count; k++) {
        question.by_tags |= terms->plain[k].kind == PL_EVIDENCE_TAGS;
        question.by_names |= terms->plain[k].kind == PL_EVIDENCE_CONTEXT;
    }
    question.by_names |= !question.by_tags;
    return pl_candidates_find(candidates, arena, &question, error);
}

static pleach_status fill_rows(pleach_affinity *affinity, const pl_terms *terms,
                               const pl_plain *plain,
                               const pleach_affinity_options *options,
                               pleach_error *error)
{
    PL_SCRATCH(scratch); /* candidates are needed until the rows are filled */
    pl_crowds crowds;
    pl_candidates candidates;
    if (!pl_crowds_find(&crowds, scratch, affinity, options))
        return pl_fail_memory(error);
    PL_TRY(pl_crowds_afford(&crowds, options, error));
    pl_crowds_note(&crowds, affinity);
    bool none = crowds.count == 0;
    PL_TRY(share_blocks(affinity, &crowds, error));
    if (!none)
        PL_TRY(find_crowd_candidates(&candidates, scratch, terms, plain,
                                     &crowds, error));
    return pl_rows_fill(affinity, terms, plain, none ? NULL : &candidates,
                        options->threads, options->listener, error);
}

static void name_by_keys(pleach_affinity *affinity)
{
    affinity->node_name = affinity->corpus->node_key;
    affinity->name_count = pl_strings_count(affinity->corpus->keys);
}

/* What the nodes meant in the result before, if there is one. */
static pleach_status recall_concepts(const uint32_t **earlier,
                                     const pleach_affinity *affinity,
                                     pleach_error *error)
{
    const pl_rulings *rulings = affinity->rulings;
    uint32_t nodes = affinity->corpus->node_count;
    if (rulings == NULL || rulings->previous == NULL)
        return PLEACH_OK;
    uint32_t clusters = pleach_taxonomy_clusters(rulings->previous);
    uint32_t *of = PL_ARENA_ARRAY(affinity->arena, uint32_t, nodes);
    uint32_t *concept = PL_ARENA_ARRAY(affinity->arena, uint32_t, clusters);
    PL_TRY(pl_check_memory(affinity->arena, error));
    for (uint32_t c = 0; c < clusters; c++) {
        pleach_cluster was;
        PL_TRY(pleach_taxonomy_cluster(&was, rulings->previous, c, error));
        concept[c] = was.concept;
    }
    for (uint32_t n = 0; n < nodes; n++) {
        uint32_t c = rulings->node_previous[n];
        of[n] = c == PL_NONE ? PL_NONE : concept[c];
    }
    *earlier = of;
    return PLEACH_OK;
}

/* Finds out what the nodes mean: each concept is a block then. */
static pleach_status find_block_concepts(pleach_affinity *affinity,
                                         const pl_term *term,
                                         const pleach_affinity_options *options,
                                         pleach_error *error)
{
    pl_concepts concepts;
    pl_plain plain = {.floor = 1};
    (void)pl_term_is_plain(term, affinity->corpus, &plain);
    pl_scope scope = {.corpus = affinity->corpus,
                      .selection = &affinity->selection,
                      .arena = affinity->arena,
                      .listener = options->listener,
                      .exchange = affinity->exchange,
                      .threads = options->threads,
                      .known = &affinity->known,
                      .answers = affinity->answers};
    PL_TRY(recall_concepts(&scope.earlier, affinity, error));
    PL_TRY(pl_concepts_find(&concepts, affinity->arena, &scope,
                            options->threads, error));
    affinity->node_name = affinity->node_concept = concepts.of_node;
    affinity->name_count = concepts.count;
    affinity->same_concept = fmin(1, term->weight * plain.floor);
    return PLEACH_OK;
}

/* Slots are numbered by block before rows are filled: rows refer to slots, and
 * those of a block should lie together. A block is a concept, or else a name,
 * or several that a program's pairs link. */
static pleach_status compare_all(pleach_affinity *affinity,
                                 const pl_similarity *similarity,
                                 const pleach_affinity_options *options,
                                 pleach_error *error)
{
    const pl_term *first = similarity->terms;
    const pl_term *concept = pl_similarity_find(similarity, PL_TERM_CONCEPT);
    pl_terms terms;
    pl_plain plain;
    PL_SCRATCH(scratch);
    if (concept == NULL)
        name_by_keys(affinity);
    else
        PL_TRY(find_block_concepts(affinity, concept, options, error));
    uint32_t *group = PL_ARENA_ARRAY(scratch, uint32_t, affinity->name_count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_terms_make(&terms, affinity, similarity, options, error));
    pl_terms_group_names(&terms, group);
    PL_TRY(number_block_slots(affinity, group, error));
    PL_TRY(link_slots(affinity, error));
    bool counts = similarity->count == 1 && !(first->weight < 1) &&
                  !(first->weight > 1) &&
                  pl_term_is_plain(first, affinity->corpus, &plain);
    return fill_rows(affinity, &terms, counts ? &plain : NULL, options, error);
}

/* Tags that nobody has make nothing similar: says so. */
static void warn_tagless(const pleach_affinity *affinity,
                         const pl_similarity *similarity,
                         const pleach_affinity_options *options)
{
    const pleach_corpus *corpus = affinity->corpus;
    if (corpus->tag_first[corpus->node_count] == 0 &&
        pl_similarity_find(similarity, PL_TERM_TAGS) != NULL)
        pl_scope_warn(&(pl_scope){.listener = options->listener}, NULL, 0,
                      "The similarity compares tags, but no node has any. "
                      "Give nodes tags, or compare by name, context:4 or "
                      "concept.");
}

/* What is decided is found out before anything is compared: it may be that
 * not all of it can hold. */
static pleach_status take_decisions(pleach_affinity *affinity,
                                    const pleach_affinity_options *options,
                                    pleach_error *error)
{
    pl_rulings *rulings;
    PL_TRY(pl_rulings_make(&rulings, affinity->arena, &affinity->selection,
                           affinity->corpus, options->decisions,
                           options->previous, options->listener, error));
    rulings->least_id = options->least_id;
    if (options->decisions || options->previous || rulings->stated.count > 0)
        affinity->rulings = rulings;
    return PLEACH_OK;
}

static pleach_status fill_affinity(pleach_affinity *affinity,
                                   const pleach_affinity_options *options,
                                   pleach_error *error)
{
    pl_similarity similarity;
    const char *spec;
    PL_TRY(pl_similarity_check(options, error));
    PL_TRY(pl_preference_check(options, error));
    PL_TRY(pl_similarity_ask(&spec, affinity->arena, affinity->corpus, options,
                             error));
    PL_TRY(pl_similarity_parse(&similarity, affinity->arena, spec, error));
    affinity->similarity = similarity.name;
    affinity->known = similarity.known;
    affinity->answers = options->answers;
    warn_tagless(affinity, &similarity, options);
    PL_TRY(pl_select(&affinity->selection, affinity->arena, affinity->corpus,
                     options->seed, options->hops, error));
    if (options->seed != NULL)
        affinity->seed = pl_arena_text(affinity->arena, options->seed,
                                       strlen(options->seed));
    PL_TRY(pl_check_memory(affinity->arena, error));
    if (options->decisions != NULL || options->previous != NULL ||
        affinity->corpus->node_payload != NULL)
        PL_TRY(take_decisions(affinity, options, error));
    PL_TRY(compare_all(affinity, &similarity, options, error));
    return pl_preference_set(affinity, options, error);
}

/* What the solvers rely on; rows that lie elsewhere are empty here. */
/* Pairs stay in their block and say something; children know their root. */
static void check_row(const pleach_affinity *a, uint32_t i)
{
    assert(a->child_first[i] <= a->child_first[i + 1]);
    for (uint32_t k = a->child_first[i]; k < a->child_first[i + 1]; k++)
        assert(a->slot_parent[a->child[k]] == i);
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        assert(a->pair_slot[p] < a->slot_count);
        assert(a->pair_slot[p] != i);
        assert(a->slot_block[a->pair_slot[p]] == a->slot_block[i]);
        assert(a->pair_similarity[p] > 0);
        assert(p == a->pair_first[i] || a->pair_slot[p - 1] < a->pair_slot[p]);
    }
}

/* What every later room relies on without looking: slots in blocks, rows in
 * order, parents that are roots. Rows are looked at one by one where structures
 * are proved. */
static void assert_affinity(const pleach_affinity *affinity)
{
    uint32_t slots = affinity->slot_count;
    assert(affinity->block_first[0] == 0);
    assert(affinity->block_first[affinity->block_count] == slots);
    assert(affinity->preference > 0);
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t parent = affinity->slot_parent[i];
        assert(affinity->slot_block[i] < affinity->block_count);
        assert(affinity->pair_first[i] <= affinity->pair_first[i + 1]);
        assert(parent == PL_NONE || affinity->slot_parent[parent] == PL_NONE);
        assert(affinity->node_slot[affinity->slot_node[i]] == i);
    }
    for (uint32_t i = 0; PL_CHECKS && i < slots; i++)
        check_row(affinity, i);
}

pleach_status pleach_affinity_compare(pleach_affinity **affinity,
                                      const pleach_corpus *corpus,
                                      const pleach_affinity_options *options,
                                      pleach_error *error)
{
    static const pleach_affinity_options usual;
    pl_arena *arena;
    pleach_affinity *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->arena = arena;
    made->corpus = corpus;
    if (options == NULL)
        options = &usual;
    made->exchange = options->exchange;
    made->threads = options->threads;
    pleach_status status = fill_affinity(made, options, error);
    if (status != PLEACH_OK) {
        pleach_affinity_free(made);
    } else {
        assert_affinity(made);
        *affinity = made;
    }
    return status;
}
