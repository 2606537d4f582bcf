/* rows.c: who shares evidence with whom, through an inverted index. */
/* SPDX-License-Identifier: MIT */
#include "same/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"

/* ------------------------------------------------------------ evidence -- */

/* Names around nodes that are no matter, in all or for each node. */
enum { FEW_NAMES = 1 << 20, FEW_PER_NODE = 64 };

bool pl_evidence_is_wide(const pleach_corpus *corpus, pl_evidence_kind kind)
{
    uint64_t names = 0;
    for (uint32_t s = 0; s < corpus->sapling_count; s++) {
        uint64_t nodes =
            corpus->sapling_first[s + 1] - corpus->sapling_first[s];
        names += nodes * (nodes - 1);
    }
    return kind == PL_EVIDENCE_CONTEXT && names > FEW_NAMES &&
           names / FEW_PER_NODE > corpus->node_count;
}

/* How many items a slot has at most, before doubles are removed. */
static uint64_t item_limit(const pleach_affinity *affinity, uint32_t slot,
                           pl_evidence_kind kind)
{
    const pleach_corpus *corpus = affinity->corpus;
    uint32_t node = affinity->slot_node[slot];
    if (!pl_block_is_here(affinity, affinity->slot_block[slot]))
        return 0;
    if (kind == PL_EVIDENCE_TAGS)
        return corpus->tag_first[node + 1] - corpus->tag_first[node];
    if (kind == PL_EVIDENCE_CONTEXT) {
        uint32_t sapling = corpus->node_sapling[node];
        return corpus->sapling_first[sapling + 1] -
               corpus->sapling_first[sapling] - 1;
    }
    return 0;
}

static uint64_t copy_node_tags(const pleach_corpus *corpus, uint32_t node,
                               uint32_t *to)
{
    uint64_t from = corpus->tag_first[node];
    uint64_t count = corpus->tag_first[node + 1] - from;
    if (count > 0)
        memcpy(to, corpus->tag_id + from, count * sizeof *to);
    return count;
}

/* The names of all other nodes in the sapling, sorted, each once. */
static uint64_t copy_context(const pleach_corpus *corpus, uint32_t node,
                             uint32_t *to)
{
    uint32_t sapling = corpus->node_sapling[node];
    uint64_t count = 0;
    for (uint32_t other = corpus->sapling_first[sapling];
         other < corpus->sapling_first[sapling + 1]; other++)
        if (other != node)
            to[count++] = corpus->node_key[other];
    return pl_sort_distinct_uint32(to, count);
}

/* Room is taken for the most there can be, in one piece. Blocks of other
 * processes stay empty, while slots keep their numbers. */
pleach_status pl_evidence_gather(pl_evidence *evidence, pl_arena *arena,
                                 const pleach_affinity *affinity,
                                 pl_evidence_kind kind, pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    uint64_t limit = 0;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        limit += item_limit(affinity, slot, kind);
    evidence->first =
        PL_ARENA_ARRAY(arena, uint64_t, (size_t)affinity->slot_count + 1);
    evidence->item = PL_ARENA_ARRAY(arena, uint32_t, limit);
    PL_TRY(pl_check_memory(arena, error));
    evidence->kinds = kind == PL_EVIDENCE_TAGS ? pl_strings_count(corpus->tags)
                                               : pl_strings_count(corpus->keys);
    uint64_t used = 0;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        uint32_t node = affinity->slot_node[slot];
        evidence->first[slot] = used;
        if (!pl_block_is_here(affinity, affinity->slot_block[slot]))
            continue;
        if (kind == PL_EVIDENCE_TAGS)
            used += copy_node_tags(corpus, node, evidence->item + used);
        else if (kind == PL_EVIDENCE_CONTEXT)
            used += copy_context(corpus, node, evidence->item + used);
    }
    assert(used <= limit);
    evidence->first[affinity->slot_count] = used;
    return PLEACH_OK;
}

/* --------------------------------------------------------------- index -- */

/* One thread's workshop for one block at a time. Members are numbered from 0
 * within the block. */
typedef struct row_scratch {
    /* Inverted index: postings of the d-th distinct item of the block. */
    uint32_t *item_number; /* item -> d + 1, 0: not in this block */
    PL_LIST(uint32_t) items;
    PL_LIST(uint64_t) posting_first;
    PL_LIST(uint32_t) postings;
    uint32_t *common;  /* per member: evidence shared with the row's */
    uint32_t *touched; /* members with common > 0 */
    uint32_t *sapling; /* per member */
    pl_arena *arena;
} row_scratch;

/* Values for up to so much evidence in common are worked out once. */
enum { KNOWN_VALUES = 64 };

typedef struct rows_job {
    pleach_affinity *affinity;
    const pl_plain *plain; /* NULL: a sum of several terms */
    const pl_terms *terms;
    bool indexed; /* the index tells what is in common, but not in crowds */
    const pl_evidence *evidence;
    const pl_candidates *candidates;
    uint32_t largest_block;
    row_scratch *scratches;
    uint64_t *degree; /* pairs per slot; NULL while filling */
    float value[KNOWN_VALUES];
} rows_job;

static void row_scratch_open(row_scratch *b, const rows_job *job)
{
    pl_arena *arena = pl_arena_new();
    *b = (row_scratch){
        .arena = arena,
        .item_number = PL_ARENA_ARRAY(arena, uint32_t, job->evidence->kinds),
        .common = PL_ARENA_ARRAY(arena, uint32_t, job->largest_block),
        .touched =
            PL_ARENA_ARRAY(arena, uint32_t, 2 * (size_t)job->largest_block),
        .sapling = PL_ARENA_ARRAY(arena, uint32_t, job->largest_block),
        .items = {.arena = arena},
        .posting_first = {.arena = arena},
        .postings = {.arena = arena}};
}

/* Numbers the block's items and counts their postings. */
static bool index_items(row_scratch *b, const pl_evidence *evidence,
                        uint64_t from, uint64_t to)
{
    b->items.count = b->posting_first.count = 0;
    if (!pl_list_room(&b->items, to - from) ||
        !pl_list_room(&b->posting_first, to - from + 1) ||
        !pl_list_room(&b->postings, to - from))
        return false;
    for (uint64_t k = from; k < to; k++) {
        uint32_t item = evidence->item[k];
        if (b->item_number[item] == 0) {
            b->items.items[b->items.count++] = item;
            b->item_number[item] = (uint32_t)b->items.count;
            b->posting_first.items[b->items.count - 1] = 0;
        }
        b->posting_first.items[b->item_number[item] - 1]++;
    }
    uint64_t total = 0;
    for (size_t d = 0; d < b->items.count; d++) {
        total += b->posting_first.items[d];
        b->posting_first.items[d] = total;
    }
    b->posting_first.items[b->items.count] = total;
    return true;
}

/* Builds the inverted index of the slots [first, last). */
static bool index_block(row_scratch *b, const pl_evidence *evidence,
                        uint32_t first, uint32_t last)
{
    uint64_t from = evidence->first[first], to = evidence->first[last];
    if (!index_items(b, evidence, from, to))
        return false;
    /* Backwards, so that each posting list ends up ascending and every
     * posting_first at its list's start. */
    for (uint32_t slot = last; slot-- > first;)
        for (uint64_t k = evidence->first[slot + 1];
             k-- > evidence->first[slot];) {
            uint32_t d = b->item_number[evidence->item[k]] - 1;
            b->postings.items[--b->posting_first.items[d]] = slot - first;
        }
    return true;
}

static void unindex_block(row_scratch *b)
{
    for (size_t d = 0; d < b->items.count; d++)
        b->item_number[b->items.items[d]] = 0;
}

/* Counts what member `row` has in common with every other member. */
static uint32_t count_common_evidence(row_scratch *b,
                                      const pl_evidence *evidence,
                                      uint32_t slot)
{
    uint32_t touched = 0;
    for (uint64_t k = evidence->first[slot]; k < evidence->first[slot + 1];
         k++) {
        uint32_t d = b->item_number[evidence->item[k]] - 1;
        for (uint64_t p = b->posting_first.items[d];
             p < b->posting_first.items[d + 1]; p++) {
            uint32_t member = b->postings.items[p];
            if (b->common[member]++ == 0)
                b->touched[touched++] = member;
        }
    }
    return touched;
}

/* One person named these apart, or one is the other's parent. */
static bool are_never_compared(const pleach_affinity *affinity, uint32_t i,
                               uint32_t j)
{
    const uint32_t *sapling = affinity->corpus->node_sapling;
    return sapling[affinity->slot_node[i]] == sapling[affinity->slot_node[j]];
}

static float value_of(const rows_job *job, uint32_t common)
{
    return common < KNOWN_VALUES ? job->value[common]
                                 : (float)pl_plain_value(job->plain, common);
}

/* Stores a pair of a row, or only counts it while degree is set. */
static void put_pair(const rows_job *job, uint64_t *at, uint32_t other,
                     float value)
{
    if (job->degree == NULL) {
        job->affinity->pair_slot[*at] = other;
        job->affinity->pair_similarity[*at] = value;
    }
    ++*at;
}

/* Where a row begins, and that it ends. */
static uint64_t begin_row(const rows_job *job, uint32_t slot)
{
    return job->degree == NULL ? job->affinity->pair_first[slot] : 0;
}

static void end_row(const rows_job *job, uint32_t slot, uint64_t at)
{
    if (job->degree != NULL)
        job->degree[slot] = at;
}

/* Compares a row with those who share evidence, and the twin. */
static void compare_sharers(row_scratch *b, const rows_job *job, uint32_t slot,
                            uint32_t first)
{
    pleach_affinity *affinity = job->affinity;
    uint32_t touched = count_common_evidence(b, job->evidence, slot);
    uint32_t twin = pl_twin_slot(affinity, slot);
    uint64_t at = begin_row(job, slot);
    if (twin != PL_NONE && b->common[twin - first] == 0)
        b->touched[touched++] = twin - first;
    if (job->degree == NULL)
        qsort(b->touched, touched, sizeof *b->touched, pl_compare_uint32);
    for (uint32_t k = 0; k < touched; k++) {
        uint32_t member = b->touched[k], other = first + member;
        uint32_t common = b->common[member];
        b->common[member] = 0;
        if (!are_never_compared(affinity, slot, other))
            put_pair(job, &at, other,
                     other == twin ? 1.0f : value_of(job, common));
    }
    end_row(job, slot, at);
}

/* Compares a row with everyone but those of its own sapling, itself among them.
 * How much they have in common is not asked while pairs are counted. */
static void compare_everyone(row_scratch *b, const rows_job *job, uint32_t slot,
                             uint32_t first, uint32_t size)
{
    uint32_t mine = b->sapling[slot - first];
    uint32_t twin = pl_twin_slot(job->affinity, slot);
    uint64_t at = begin_row(job, slot);
    if (job->degree == NULL)
        count_common_evidence(b, job->evidence, slot);
    for (uint32_t member = 0; member < size; member++) {
        uint32_t common = b->common[member];
        b->common[member] = 0;
        if (b->sapling[member] != mine)
            put_pair(job, &at, first + member,
                     first + member == twin ? 1.0f : value_of(job, common));
    }
    end_row(job, slot, at);
}

static bool is_crowd(const rows_job *job, uint32_t slot)
{
    return job->candidates != NULL &&
           job->candidates->row[job->affinity->slot_node[slot]] != NULL;
}

/* ------------------------------------------------------- pair by pair -- */

/* Whom a slot is compared with where no index helps: its candidates, or all of
 * its name, and those whom a pair names. Ascending. */
static uint32_t list_others(row_scratch *b, const rows_job *job, uint32_t slot)
{
    const pleach_affinity *a = job->affinity;
    const uint32_t *node = a->slot_node, *name = a->node_name;
    const pl_neighbours *links = &job->terms->links;
    uint32_t mine = node[slot], block = a->slot_block[slot], count = 0;
    bool crowd = is_crowd(job, slot);
    for (uint32_t k = 0; crowd && k < job->candidates->degree[mine]; k++)
        b->touched[count++] = a->node_slot[job->candidates->row[mine][k]];
    for (uint32_t j = a->block_first[block];
         !crowd && j < a->block_first[block + 1]; j++)
        if (name[node[j]] == name[mine])
            b->touched[count++] = j;
    if (links->first == NULL)
        return count;
    for (uint64_t k = links->first[mine]; k < links->first[mine + 1]; k++)
        if (a->node_slot[links->to[k]] != PL_NONE)
            b->touched[count++] = a->node_slot[links->to[k]];
    return (uint32_t)pl_sort_distinct_uint32(b->touched, count);
}

/* Compares a row by all terms. */
static void compare_by_terms(row_scratch *b, const rows_job *job, uint32_t slot)
{
    pleach_affinity *a = job->affinity;
    uint32_t others = list_others(b, job, slot);
    bool everyone = job->plain != NULL && job->plain->floor > 0;
    uint64_t at = begin_row(job, slot);
    for (uint32_t k = 0; k < others; k++) {
        uint32_t other = b->touched[k];
        float value = 1;
        if (are_never_compared(a, slot, other))
            continue;
        if (job->degree == NULL || !everyone)
            value = pl_terms_compare(job->terms, a->slot_node[slot],
                                     a->slot_node[other]);
        if (value > 0)
            put_pair(job, &at, other, value);
    }
    end_row(job, slot, at);
}

/* ------------------------------------------------------- block by block -- */

/* Where equal names are worth something by themselves everybody is similar to
 * everybody, and no index can leave anybody out. It is still needed to count
 * what pairs share, but not to count pairs. */
static void compare_block(void *context, uint32_t block, uint32_t thread)
{
    rows_job *job = context;
    row_scratch *b = &job->scratches[thread];
    uint32_t first = job->affinity->block_first[block];
    uint32_t last = job->affinity->block_first[block + 1];
    if (pl_arena_failed(b->arena) || last - first < 2 ||
        !pl_block_is_here(job->affinity, block))
        return;
    if (!job->indexed || is_crowd(job, first)) {
        for (uint32_t slot = first; slot < last; slot++)
            compare_by_terms(b, job, slot);
        return;
    }
    bool everyone = job->plain->floor > 0;
    bool indexed = !everyone || job->degree == NULL;
    if (indexed && !index_block(b, job->evidence, first, last))
        return;
    for (uint32_t slot = first; slot < last; slot++)
        b->sapling[slot - first] =
            job->affinity->corpus->node_sapling[job->affinity->slot_node[slot]];
    for (uint32_t slot = first; slot < last; slot++)
        if (everyone)
            compare_everyone(b, job, slot, first, last - first);
        else
            compare_sharers(b, job, slot, first);
    if (indexed)
        unindex_block(b);
}

static pleach_status run_pass(rows_job *job, uint32_t threads,
                              const pleach_listener *listener,
                              pleach_error *error)
{
    PL_TRY(pl_parallel(job->affinity->block_count, threads, compare_block, job,
                       "compare", listener, error));
    for (uint32_t t = 0; t < threads; t++)
        PL_TRY(pl_check_memory(job->scratches[t].arena, error));
    return PLEACH_OK;
}

/* pair_first holds how many pairs each row has: turns the numbers into where
 * rows begin, and takes the arrays of pairs. */
static pleach_status place_rows(pleach_affinity *affinity, pleach_error *error)
{
    uint64_t total = 0;
    PL_TRY(pl_shares_fill(&affinity->slot_shares, affinity->pair_first, NULL,
                          sizeof *affinity->pair_first, error));
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        uint64_t count = affinity->pair_first[slot];
        affinity->pair_first[slot] = total;
        total += count;
    }
    affinity->pair_first[affinity->slot_count] = total;
    affinity->pair_slot = PL_ARENA_ARRAY(affinity->arena, uint32_t, total);
    affinity->pair_similarity = PL_ARENA_ARRAY(affinity->arena, float, total);
    return pl_check_memory(affinity->arena, error);
}

/* Gets the rows that others have filled. */
static pleach_status gather_rows(const pleach_affinity *affinity,
                                 pleach_error *error)
{
    const pl_shares *slots = &affinity->slot_shares;
    PL_TRY(pl_shares_fill(slots, affinity->pair_slot, affinity->pair_first,
                          sizeof *affinity->pair_slot, error));
    return pl_shares_fill(slots, affinity->pair_similarity,
                          affinity->pair_first,
                          sizeof *affinity->pair_similarity, error);
}

/* Two passes: the first counts pairs per row, the second fills them in where
 * they belong. Growing rows would move them, and threads would have to wait for
 * each other. */
static pleach_status run_passes(rows_job *job, uint32_t threads,
                                const pleach_listener *listener,
                                pleach_error *error)
{
    job->degree = job->affinity->pair_first;
    PL_TRY(run_pass(job, threads, NULL, error));
    PL_TRY(place_rows(job->affinity, error));
    job->degree = NULL;
    PL_TRY(run_pass(job, threads, listener, error));
    return gather_rows(job->affinity, error);
}

pleach_status pl_rows_fill(pleach_affinity *affinity, const pl_plain *plain,
                           const pl_terms *terms, bool indexed,
                           const pl_evidence *evidence,
                           const pl_candidates *candidates, uint32_t threads,
                           const pleach_listener *listener, pleach_error *error)
{
    threads = pl_thread_count(threads);
    uint32_t largest = 1;
    assert(affinity->block_first[affinity->block_count] ==
           affinity->slot_count);
    for (uint32_t b = 0; b < affinity->block_count; b++) {
        uint32_t size = affinity->block_first[b + 1] - affinity->block_first[b];
        if (size > largest)
            largest = size;
    }
    rows_job job = {.affinity = affinity,
                    .plain = plain,
                    .terms = terms,
                    .indexed = indexed,
                    .evidence = evidence,
                    .candidates = candidates,
                    .largest_block = largest};
    for (uint32_t common = 0; common < KNOWN_VALUES; common++)
        job.value[common] =
            plain == NULL ? 0 : (float)pl_plain_value(plain, common);
    PL_SCRATCH(scratch);
    job.scratches = PL_ARENA_ARRAY(scratch, row_scratch, threads);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t t = 0; t < threads; t++)
        row_scratch_open(&job.scratches[t], &job);
    pleach_status status = run_passes(&job, threads, listener, error);
    for (uint32_t t = 0; t < threads; t++)
        pl_arena_free(job.scratches[t].arena);
    return status;
}
