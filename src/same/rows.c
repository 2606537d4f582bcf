/* rows.c: who is similar to whom, by counting what they share, or pair by pair.
 */
/* SPDX-License-Identifier: MIT */
#include "same/rows.h"

#include <string.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"

typedef struct rows_job {
    pleach_affinity *affinity;
    const pl_terms *terms;
    const pl_plain *plain; /* the only term; NULL: there are several */
    const uint64_t *first; /* its evidence: per node or sapling, as of ... */
    const uint32_t *item;  /* ... pl_count_common; NULL: there is none */
    const pl_candidates *candidates;
    bool everyone;  /* in a block is similar, whatever the terms say */
    bool filling;   /* else pairs are counted */
    uint64_t *next; /* per slot: where its next pair belongs */
    struct row_scratch *scratches;
} rows_job;

/* A slot that has an item; slots with the same item are a chain. */
typedef struct holder {
    uint32_t item, slot;
    size_t before; /* as row_scratch.last */
} holder;

/* Of one thread. */
typedef struct row_scratch {
    uint32_t *other; /* whom the present slot is compared with */
    holder *holders;
    size_t holder_count;
    size_t *last;     /* per item: how many holders up to its last; 0: none */
    uint32_t *common; /* per slot of a block: items shared with the present */
} row_scratch;

/* One person named these apart, or one is the other's parent. */
static bool are_never_compared(const pleach_affinity *affinity, uint32_t i,
                               uint32_t j)
{
    const uint32_t *sapling = affinity->corpus->node_sapling;
    return sapling[affinity->slot_node[i]] == sapling[affinity->slot_node[j]];
}

/* Slots are gone through in their order, so that rows ascend also where a pair
 * was put there from its other end. */
static void put_pair(const rows_job *job, uint32_t slot, uint32_t other,
                     float value)
{
    uint64_t at = job->next[slot]++;
    if (!job->filling)
        return;
    job->affinity->pair_slot[at] = other;
    job->affinity->pair_similarity[at] = value;
}

static bool is_crowd(const rows_job *job, uint32_t slot)
{
    return job->candidates != NULL &&
           job->candidates->row[job->affinity->slot_node[slot]] != NULL;
}

/* Whom a slot is compared with, of those behind it: its candidates, or all of
 * its name, and those whom a pair names. Ascending. */
static uint32_t list_others(uint32_t *other, const rows_job *job, uint32_t slot)
{
    const pleach_affinity *a = job->affinity;
    const uint32_t *node = a->slot_node, *name = a->node_name;
    const pl_neighbours *links = &job->terms->links;
    uint32_t mine = node[slot], block = a->slot_block[slot], count = 0;
    bool crowd = is_crowd(job, slot);
    for (uint32_t k = 0; crowd && k < job->candidates->degree[mine]; k++)
        other[count++] = a->node_slot[job->candidates->row[mine][k]];
    for (uint32_t j = slot + 1; !crowd && j < a->block_first[block + 1]; j++)
        if (name[node[j]] == name[mine])
            other[count++] = j;
    if (links->first == NULL)
        return count;
    for (uint64_t k = links->first[mine]; k < links->first[mine + 1]; k++)
        if (a->node_slot[links->to[k]] != PL_NONE)
            other[count++] = a->node_slot[links->to[k]];
    return (uint32_t)pl_sort_distinct_uint32(other, count);
}

/* Both ends of a pair are in one block, and so in the hands of one thread.
 * Where everybody is similar, values are not asked for while pairs are
 * counted. */
static void compare_row(row_scratch *scratch, const rows_job *job,
                        uint32_t slot)
{
    const pleach_affinity *a = job->affinity;
    uint32_t count = list_others(scratch->other, job, slot);
    bool valued = job->filling || !job->everyone;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t other = scratch->other[k];
        float value = 1;
        if (other <= slot || are_never_compared(a, slot, other))
            continue;
        if (valued)
            value = pl_terms_compare(job->terms, a->slot_node[slot],
                                     a->slot_node[other]);
        if (!(value > 0))
            continue;
        put_pair(job, slot, other, value);
        put_pair(job, other, slot, value);
    }
}

/* Where saplings or lists of tags are longer on average, counting all that
 * slots share is dearer than asking pair by pair, which stops at enough. */
enum { MOST_PER_SLOT = 64 };

/* Where the evidence of a slot begins, and how much it is. */
static uint64_t find_evidence(const rows_job *job, uint32_t slot,
                              uint64_t *from)
{
    uint32_t row = job->affinity->slot_node[slot];
    if (job->first == NULL)
        return *from = 0;
    if (job->plain->kind == PL_EVIDENCE_CONTEXT)
        row = job->affinity->corpus->node_sapling[row];
    *from = job->first[row];
    return job->first[row + 1] - *from;
}

static uint64_t count_evidence(const rows_job *job, uint32_t first,
                               uint32_t end)
{
    uint64_t from, count = 0;
    for (uint32_t slot = first; slot < end; slot++)
        count += find_evidence(job, slot, &from);
    return count;
}

/* Counts what a slot shares with those of its block before it, from `first` on,
 * and lets those behind find it. False: nothing. */
static bool count_common(row_scratch *scratch, const rows_job *job,
                         uint32_t slot, uint32_t first)
{
    uint64_t from, count = find_evidence(job, slot, &from);
    uint32_t node = job->affinity->slot_node[slot];
    bool names = job->plain->kind == PL_EVIDENCE_CONTEXT, any = false;
    holder *holders = scratch->holders;
    for (uint64_t k = from; k < from + count; k++) {
        uint32_t item = job->item[k];
        size_t last = scratch->last[item];
        if (names && !pl_is_around(&job->terms->families, node, k))
            continue;
        any |= last > 0;
        holders[scratch->holder_count++] = (holder){item, slot, last};
        scratch->last[item] = scratch->holder_count;
        for (; last > 0; last = holders[last - 1].before)
            scratch->common[holders[last - 1].slot - first]++;
    }
    return any;
}

/* Compares the slots [first, end) of a block. */
static void compare_by_counts(row_scratch *scratch, const rows_job *job,
                              uint32_t first, uint32_t end)
{
    const pleach_affinity *a = job->affinity;
    const pl_plain *plain = job->plain;
    for (uint32_t slot = first; slot < end; slot++) {
        bool any = count_common(scratch, job, slot, first);
        uint32_t twin = pl_twin_slot(a, slot);
        if (!any && !job->everyone && twin == PL_NONE)
            continue;
        for (uint32_t other = first; other < slot; other++) {
            uint32_t common = scratch->common[other - first];
            float value = (float)pl_plain_value(plain, plain->floor, common);
            scratch->common[other - first] = 0;
            value = other == twin ? 1 : value;
            if (!(value > 0) || are_never_compared(a, slot, other))
                continue;
            put_pair(job, slot, other, value);
            put_pair(job, other, slot, value);
        }
    }
    for (size_t k = 0; k < scratch->holder_count; k++)
        scratch->last[scratch->holders[k].item] = 0;
    scratch->holder_count = 0;
}

/* Counts the pairs of a block's slots [first, end), where everybody is similar
 * but those of one sapling, who lie together. */
static void count_everyone(const rows_job *job, uint32_t first, uint32_t end)
{
    uint32_t next;
    for (uint32_t slot = first; slot < end; slot = next) {
        for (next = slot + 1; next < end; next++)
            if (!are_never_compared(job->affinity, slot, next))
                break;
        for (uint32_t mate = slot; mate < next; mate++)
            job->next[mate] = end - first - (next - slot);
    }
}

/* Where a single term counts, each block is one name or concept. */
static void compare_block(void *context, uint32_t block, uint32_t thread)
{
    rows_job *job = context;
    const pleach_affinity *a = job->affinity;
    row_scratch *scratch = &job->scratches[thread];
    uint32_t first = a->block_first[block], end = a->block_first[block + 1];
    if (!pl_block_is_here(a, block) || end - first < 2)
        return;
    bool counts = job->plain != NULL && !is_crowd(job, first);
    if (counts && job->everyone && !job->filling)
        count_everyone(job, first, end);
    else if (counts &&
             count_evidence(job, first, end) / MOST_PER_SLOT < end - first)
        compare_by_counts(scratch, job, first, end);
    else
        for (uint32_t slot = first; slot < end; slot++)
            compare_row(scratch, job, slot);
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
    pleach_affinity *a = job->affinity;
    job->next = a->pair_first;
    PL_TRY(pl_parallel(a->block_count, threads, compare_block, job, "compare",
                       NULL, error));
    PL_TRY(place_rows(a, error));
    PL_SCRATCH(scratch);
    job->next = PL_ARENA_ARRAY(scratch, uint64_t, a->slot_count);
    PL_TRY(pl_check_memory(scratch, error));
    memcpy(job->next, a->pair_first, a->slot_count * sizeof *job->next);
    job->filling = true;
    PL_TRY(pl_parallel(a->block_count, threads, compare_block, job, "compare",
                       listener, error));
    return gather_rows(a, error);
}

/* The most slots of a block, and the most evidence of one that is counted. */
static void measure_blocks(const rows_job *job, size_t *slots, uint64_t *items)
{
    const uint32_t *first = job->affinity->block_first;
    *slots = *items = 1;
    for (uint32_t b = 0; b < job->affinity->block_count; b++) {
        size_t size = first[b + 1] - first[b];
        uint64_t count = count_evidence(job, first[b], first[b + 1]);
        *slots = size > *slots ? size : *slots;
        *items = count > *items && !is_crowd(job, first[b]) ? count : *items;
    }
}

pleach_status pl_rows_fill(pleach_affinity *affinity, const pl_terms *terms,
                           const pl_plain *plain,
                           const pl_candidates *candidates, uint32_t threads,
                           const pleach_listener *listener, pleach_error *error)
{
    threads = pl_thread_count(threads);
    size_t largest;
    uint64_t evidence;
    const pleach_corpus *corpus = affinity->corpus;
    bool by_tags = plain != NULL && plain->kind == PL_EVIDENCE_TAGS;
    uint32_t names = pl_strings_count(corpus->keys);
    uint32_t items = by_tags ? pl_strings_count(corpus->tags) : names;
    PL_SCRATCH(scratch);
    rows_job job = {.affinity = affinity,
                    .terms = terms,
                    .plain = plain,
                    .first = by_tags         ? corpus->tag_first
                             : plain != NULL ? terms->families.first
                                             : NULL,
                    .item = by_tags ? corpus->tag_id : terms->families.name,
                    .everyone = plain != NULL && plain->floor > 0,
                    .candidates = candidates,
                    .scratches = PL_ARENA_ARRAY(scratch, row_scratch, threads)};
    PL_TRY(pl_check_memory(scratch, error));
    measure_blocks(&job, &largest, &evidence);
    /* Somebody may be listed by name, and by a pair. */
    for (uint32_t t = 0; t < threads; t++)
        job.scratches[t] = (row_scratch){
            .other = PL_ARENA_ARRAY(scratch, uint32_t, 2 * largest),
            .holders = PL_ARENA_ARRAY(scratch, holder, evidence),
            .last = PL_ARENA_ARRAY(scratch, size_t, items),
            .common = PL_ARENA_ARRAY(scratch, uint32_t, largest)};
    PL_TRY(pl_check_memory(scratch, error));
    return run_passes(&job, threads, listener, error);
}
