/* rows.c: who is similar to whom, pair by pair. */
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
    const pl_candidates *candidates;
    bool everyone;  /* in a block is similar, whatever the terms say */
    bool filling;   /* else pairs are counted */
    uint64_t *next; /* per slot: where its next pair belongs */
    struct row_scratch *scratches;
} rows_job;

/* Of one thread. */
typedef struct row_scratch {
    pl_terms_row row;
    uint32_t *other; /* whom the present slot is compared with */
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
    if (valued)
        pl_terms_begin(job->terms, &scratch->row, a->slot_node[slot]);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t other = scratch->other[k];
        float value = 1;
        if (other <= slot || are_never_compared(a, slot, other))
            continue;
        if (valued)
            value = pl_terms_compare(job->terms, &scratch->row,
                                     a->slot_node[other]);
        if (!(value > 0))
            continue;
        put_pair(job, slot, other, value);
        put_pair(job, other, slot, value);
    }
    if (valued)
        pl_terms_end(job->terms, &scratch->row);
}

static void compare_block(void *context, uint32_t block, uint32_t thread)
{
    rows_job *job = context;
    const pleach_affinity *a = job->affinity;
    if (!pl_block_is_here(a, block))
        return;
    for (uint32_t slot = a->block_first[block];
         slot < a->block_first[block + 1]; slot++)
        compare_row(&job->scratches[thread], job, slot);
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

static uint32_t size_of_largest_block(const pleach_affinity *affinity)
{
    uint32_t largest = 1;
    for (uint32_t b = 0; b < affinity->block_count; b++) {
        uint32_t size = affinity->block_first[b + 1] - affinity->block_first[b];
        largest = size > largest ? size : largest;
    }
    return largest;
}

pleach_status pl_rows_fill(pleach_affinity *affinity, const pl_terms *terms,
                           bool everyone, const pl_candidates *candidates,
                           uint32_t threads, const pleach_listener *listener,
                           pleach_error *error)
{
    threads = pl_thread_count(threads);
    size_t largest = size_of_largest_block(affinity);
    uint32_t names = pl_strings_count(affinity->corpus->keys);
    PL_SCRATCH(scratch);
    rows_job job = {.affinity = affinity,
                    .terms = terms,
                    .everyone = everyone,
                    .candidates = candidates,
                    .scratches = PL_ARENA_ARRAY(scratch, row_scratch, threads)};
    PL_TRY(pl_check_memory(scratch, error));
    /* Somebody may be listed by name, and by a pair. */
    for (uint32_t t = 0; t < threads; t++)
        job.scratches[t] = (row_scratch){
            .row.around = PL_ARENA_ARRAY(scratch, uint8_t, names),
            .other = PL_ARENA_ARRAY(scratch, uint32_t, 2 * largest)};
    PL_TRY(pl_check_memory(scratch, error));
    return run_passes(&job, threads, listener, error);
}
