/* propagate.c: iterates the messages, decodes, and keeps the best answer. */
/* SPDX-License-Identifier: MIT */
#include "rap/propagate.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "rap/decode.h"
#include "rap/groups.h"

/* Answers are decoded this often while messages move. */
enum { DECODE_EVERY = 10 };
/* Blocks are handed out in bundles, so many per thread. */
enum { BUNDLES_PER_THREAD = 32 };
/* A pair's messages take less time than what pl_thread_count_for calls a
 * step. */
enum { PAIRS_PER_STEP = 4 };

typedef struct run {
    pl_messages messages;
    pl_record record;
    const pleach_clusters_options *options;
    uint32_t threads;
    uint64_t changed; /* choices, in the latest iterations */
    uint32_t stable;  /* iterations without any change */

    /* Blocks that have pairs, costliest first, and where bundles begin. */
    uint64_t *order;
    uint32_t *bundle_first;
    uint32_t block_count, bundle_count;
    uint64_t awake; /* pairs in blocks that have not settled */
    uint32_t count; /* iterations at once */
    bool ahead;     /* nobody reads beliefs after them */

    /* The latest answer of each block, and whether it is out of date. */
    uint32_t *exemplar, *marks;
    float *confidence;
    uint8_t *stale;
} run;

/* ------------------------------------------------------------- bundles -- */

static uint64_t block_pairs(const pleach_affinity *a, uint32_t block)
{
    return a->pair_first[a->block_first[block + 1]] -
           a->pair_first[a->block_first[block]];
}

static int compare_costs(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a < b) - (a > b);
}

/* The first blocks make a bundle each, the many small ones share some, so
 * that no thread waits long for another at the end. */
static void bundle_blocks(run *r)
{
    const pleach_affinity *a = r->messages.affinity;
    uint64_t share = pl_pair_count(a) / r->threads / BUNDLES_PER_THREAD + 1;
    uint64_t held = 0;
    for (uint32_t b = 0; b < a->block_count; b++) {
        uint64_t pairs = block_pairs(a, b);
        uint64_t cost = pairs < UINT32_MAX ? pairs : UINT32_MAX;
        if (pairs > 0 && pl_block_is_here(a, b))
            r->order[r->block_count++] = cost << 32 | b;
    }
    qsort(r->order, r->block_count, sizeof *r->order, compare_costs);
    for (uint32_t k = 0; k < r->block_count; k++) {
        if (held == 0)
            r->bundle_first[r->bundle_count++] = k;
        held += block_pairs(a, (uint32_t)r->order[k]);
        if (held >= share)
            held = 0;
    }
    r->bundle_first[r->bundle_count] = r->block_count;
}

/* Repairing needs everybody's choices with how sure they are. */
static pleach_status tell_answers(run *r, pleach_error *error)
{
    const pl_shares *slots = &r->messages.affinity->slot_shares;
    PL_TRY(
        pl_shares_fill(slots, r->exemplar, NULL, sizeof *r->exemplar, error));
    return pl_shares_fill(slots, r->confidence, NULL, sizeof *r->confidence,
                          error);
}

/* Blocks that never iterate, those without pairs, are decoded here once and for
 * all. */
static pleach_status start_propagation(run *r, pl_arena *scratch,
                                       bool relational, pleach_error *error)
{
    const pleach_affinity *a = r->record.repair.affinity;
    size_t blocks = a->block_count, slots = a->slot_count;
    pl_messages_plan plan = {.damping = r->options->damping,
                             .relational = relational,
                             .threads = r->threads,
                             .patience = r->options->window};
    PL_TRY(pl_messages_start(&r->messages, scratch, a, &plan, error));
    r->order = PL_ARENA_ARRAY(scratch, uint64_t, blocks);
    r->bundle_first = PL_ARENA_ARRAY(scratch, uint32_t, blocks + 1);
    r->exemplar = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    r->marks = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    r->confidence = PL_ARENA_ARRAY(scratch, float, slots);
    r->stale = PL_ARENA_ARRAY(scratch, uint8_t, blocks);
    PL_TRY(pl_check_memory(scratch, error));
    bundle_blocks(r);
    memset(r->stale, 1, blocks);
    for (uint32_t b = 0; b < blocks; b++) { /* for those that never iterate */
        if (!pl_block_is_here(a, b))
            continue;
        pl_decode(&r->messages, b, r->exemplar, r->confidence,
                  r->marks + a->block_first[b]);
    }
    r->awake = pl_pair_count(a);
    return tell_answers(r, error);
}

/* ------------------------------------------------------------ decoding -- */

static void decode_bundle(void *context, uint32_t bundle, uint32_t thread)
{
    run *r = context;
    const uint32_t *block_first = r->messages.affinity->block_first;
    (void)thread;
    for (uint32_t k = r->bundle_first[bundle]; k < r->bundle_first[bundle + 1];
         k++) {
        uint32_t block = (uint32_t)r->order[k];
        if (!r->stale[block])
            continue;
        pl_decode(&r->messages, block, r->exemplar, r->confidence,
                  r->marks + block_first[block]);
        r->stale[block] = 0;
    }
}

/* A block that settled gives the same answer again. */
static pleach_status decode_blocks(run *r, pleach_error *error)
{
    const pleach_affinity *a = r->messages.affinity;
    size_t slots = a->slot_count;
    uint32_t threads =
        pl_thread_count_for(r->threads, r->awake / PAIRS_PER_STEP);
    pl_parallel_long(r->bundle_count, threads, decode_bundle, r);
    PL_TRY(tell_answers(r, error));
    memcpy(r->record.decoded, r->exemplar, slots * sizeof *r->exemplar);
    memcpy(r->record.confidence, r->confidence, slots * sizeof *r->confidence);
    return pl_record_offer(&r->record, error);
}

/* ----------------------------------------------------------- iterating -- */

static void count_awake(run *r)
{
    const pl_messages *m = &r->messages;
    r->awake = 0;
    for (uint32_t k = 0; k < r->block_count; k++)
        if (!m->settled[(uint32_t)r->order[k]])
            r->awake += block_pairs(m->affinity, (uint32_t)r->order[k]);
}

static void iterate_bundle(void *context, uint32_t bundle, uint32_t thread)
{
    run *r = context;
    for (uint32_t k = r->bundle_first[bundle]; k < r->bundle_first[bundle + 1];
         k++) {
        uint32_t block = (uint32_t)r->order[k];
        r->stale[block] |= !r->messages.settled[block];
        pl_messages_iterate(&r->messages, block, thread, r->count, r->ahead);
    }
}

/* How many blocks here are where they began, everybody alone, or where nobody
 * is, while their messages still move. In a large block it takes these a while
 * to lift the first exemplar over the others, and till then no choice changes
 * although nothing is decided. */
static uint64_t count_undecided(const run *r)
{
    const pl_messages *m = &r->messages;
    uint64_t count = 0;
    for (uint32_t k = 0; k < r->block_count; k++) {
        uint32_t block = (uint32_t)r->order[k], alone = 0;
        uint32_t first = m->affinity->block_first[block];
        uint32_t end = m->affinity->block_first[block + 1];
        for (uint32_t i = first; i < end; i++)
            alone += m->choice[i] == i;
        count += (alone == 0 || alone == end - first) && !m->settled[block];
    }
    return count;
}

/* Choices that changed, here and elsewhere, and the last of the iterations in
 * which one did; 0: none. */
static pleach_status count_changes(run *r, uint32_t *latest,
                                   pleach_error *error)
{
    const pl_messages *m = &r->messages;
    const pl_shares *blocks = &m->affinity->block_shares;
    PL_TRY(pl_shares_fill(blocks, m->changed, NULL, sizeof *m->changed, error));
    PL_TRY(pl_shares_fill(blocks, m->changed_at, NULL, sizeof *m->changed_at,
                          error));
    r->changed = *latest = 0;
    for (uint32_t b = 0; b < m->affinity->block_count; b++) {
        r->changed += m->changed[b];
        if (m->changed_at[b] > *latest)
            *latest = m->changed_at[b];
    }
    return PLEACH_OK;
}

/* Leaves take over the choices of their parents, wherever these were made. */
static pleach_status follow_parents(run *r, pleach_error *error)
{
    pl_messages *m = &r->messages;
    if (r->changed == 0 || !m->relational)
        return PLEACH_OK;
    PL_TRY(pl_shares_fill(&m->affinity->slot_shares, m->choice, NULL,
                          sizeof *m->choice, error));
    pl_messages_regroup(m);
    return PLEACH_OK;
}

/* Blocks are independent within an iteration, and in plain AP for many. Choices
 * count as stable since the latest change anywhere. */
static pleach_status iterate_blocks(run *r, pleach_error *error)
{
    pl_messages *m = &r->messages;
    uint32_t threads =
        pl_thread_count_for(r->threads, r->awake * r->count / PAIRS_PER_STEP);
    pl_parallel_long(r->bundle_count, threads, iterate_bundle, r);
    uint32_t latest;
    uint64_t undecided = 0;
    PL_TRY(count_changes(r, &latest, error));
    if (!m->relational && r->stable + r->count >= r->options->window) {
        undecided = count_undecided(r);
        PL_TRY(pl_exchange_add(m->affinity->exchange, &undecided, error));
    }
    PL_TRY(follow_parents(r, error));
    r->stable = latest > 0 ? r->count - latest : r->stable + r->count;
    if (undecided > 0 && r->stable >= r->options->window)
        r->stable = r->options->window - 1; /* until the next one */
    count_awake(r);
    return PLEACH_OK;
}

/* How many iterations nobody looks in between: up to the next decoding, and
 * not beyond the first that could be the last. Relational blocks listen to
 * each other after every one. */
static uint32_t batch_length(const run *r)
{
    uint32_t done = r->record.outcome->iterations;
    if (r->messages.relational)
        return 1;
    uint32_t length = DECODE_EVERY - done % DECODE_EVERY;
    if (length > r->options->window - r->stable)
        length = r->options->window - r->stable;
    if (length > r->options->max_iterations - done)
        length = r->options->max_iterations - done;
    return length;
}

/* Whether beliefs could be wanted after the batch. */
static bool may_look(const run *r)
{
    uint32_t done = r->record.outcome->iterations + r->count;
    return done % DECODE_EVERY == 0 || done == r->options->max_iterations ||
           r->stable + r->count >= r->options->window;
}

/* Answers are looked at now and then only, as repairing one costs about as much
 * as an iteration. The last one always is. */
static pleach_status propagate_iterations(run *r, pleach_error *error)
{
    const pleach_clusters_options *options = r->options;
    pl_outcome *o = r->record.outcome;
    while (o->iterations < options->max_iterations && !o->converged) {
        r->count = batch_length(r);
        r->ahead = !may_look(r);
        PL_TRY(iterate_blocks(r, error));
        for (uint32_t k = 1; k < r->count; k++) {
            o->iterations++;
            PL_TRY(pl_record_follow(&r->record, options, error));
        }
        o->iterations++;
        o->converged = r->stable >= options->window;
        bool last = o->converged || o->iterations == options->max_iterations;
        if (last ||
            (o->iterations % DECODE_EVERY == 0 && r->stable < DECODE_EVERY))
            PL_TRY(decode_blocks(r, error));
        PL_TRY(pl_record_follow(&r->record, options, error));
    }
    return PLEACH_OK;
}

static pleach_status tell_beliefs(const pl_messages *m, float *believed,
                                  pleach_error *error)
{
    const pleach_affinity *a = m->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++)
        for (uint64_t p = a->pair_first[i];
             p < a->pair_first[i + 1] && pl_block_is_here(a, a->slot_block[i]);
             p++)
            believed[p] = (float)pl_belief(m, i, pl_place_of(m, i, p));
    return pl_shares_fill(&a->slot_shares, believed, a->pair_first,
                          sizeof *believed, error);
}

/* What the messages believed is told on demand: joint messages choose their
 * candidates by it. */
pleach_status pl_propagate(pl_outcome *outcome, pl_arena *arena,
                           const pleach_affinity *affinity, bool relational,
                           const pleach_clusters_options *options,
                           float *believed, pleach_error *error)
{
    PL_SCRATCH(scratch);
    run r = {.options = options,
             .threads = pl_thread_count_for(options->threads,
                                            pl_pair_count(affinity))};
    PL_TRY(
        pl_record_start(&r.record, outcome, arena, scratch, affinity, error));
    PL_TRY(start_propagation(&r, scratch, relational, error));
    PL_TRY(propagate_iterations(&r, error));
    return believed == NULL ? PLEACH_OK
                            : tell_beliefs(&r.messages, believed, error);
}
