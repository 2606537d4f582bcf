/* joint_run.c: iterates the joint messages, decodes, keeps the best answer. */
/* SPDX-License-Identifier: MIT */
#include "rap/joint_run.h"

#include <math.h>

#include "base/status.h"
#include "base/threads.h"
#include "rap/joint.h"

enum { DECODE_EVERY = 10 };
/* Oscillation is met by more damping: raised towards its ceiling whenever as
 * many iterations passed without settling. A few nodes may go on swapping
 * between equals for ever, so after STALLED iterations in which the answer got
 * no better there is nothing left to wait for. */
enum { PATIENCE = 60, STALLED = 200 };
static const float MOST_DAMPING = 0.97f;

typedef struct run {
    pl_joint joint;
    pl_record record;
    const pleach_clusters_options *options;
    uint32_t threads;
    float **scratch; /* one per thread */
    uint32_t stable;
    uint32_t improved; /* the iteration of the best answer */
} run;

/* ------------------------------------------------------------ decoding -- */

/* Where `slot` stands among the live candidates of `who`. */
static uint32_t live_position(const pl_live *live, uint32_t who, uint32_t slot)
{
    for (uint64_t q = live->first[who]; q < live->first[who + 1]; q++)
        if (live->candidate[q] == slot)
            return (uint32_t)(q - live->first[who]);
    return PL_NONE;
}

/* The best exemplar among the live candidates of slot i, itself when there
 * is none; for a leaf, given that its parent is at position m of its own. */
static uint32_t favourite(const pl_joint *t, uint32_t i, uint32_t m)
{
    const pl_live *live = &t->live;
    uint32_t chosen = i;
    float most = -INFINITY;
    for (uint64_t q = live->first[i] + 1; q < live->first[i + 1]; q++) {
        uint32_t j = live->candidate[q];
        float value = live->s[q] + t->alpha[t->entry_first[q] + m];
        if (t->choice[j] == j && value > most) {
            most = value;
            chosen = j;
        }
    }
    return chosen;
}

/* Who believes in itself most is an exemplar, and whoever chose one gets it.
 * Those whose choice is none, which ends with convergence, make do with the
 * best exemplar they know: roots first, so that leaves know their parents'. */
static void decode_slot(run *r, uint32_t i, uint32_t m)
{
    const pl_joint *t = &r->joint;
    uint32_t chosen = t->choice[i];
    if (t->choice[chosen] != chosen)
        chosen = favourite(t, i, m);
    r->record.decoded[i] = chosen;
    r->record.confidence[i] = t->margin[i];
}

/* Roots choose first, since which message of a leaf counts is decided by its
 * parent's choice (7.5). */
static pleach_status decode_joint(run *r, pleach_error *error)
{
    const pl_joint *t = &r->joint;
    const uint32_t *slot_parent = t->affinity->slot_parent;
    uint32_t *decoded = r->record.decoded;
    for (uint32_t i = 0; i < t->affinity->slot_count; i++)
        if (slot_parent[i] == PL_NONE)
            decode_slot(r, i, 0);
    for (uint32_t i = 0; i < t->affinity->slot_count; i++) {
        uint32_t parent = slot_parent[i];
        if (parent != PL_NONE)
            decode_slot(r, i, live_position(&t->live, parent, decoded[parent]));
    }
    return pl_record_offer(&r->record, error);
}

/* ----------------------------------------------------------- iterating -- */

/* Slots are handed out by the bundle: one alone takes no longer than asking
 * for the next. */
enum { BUNDLE = 16 };

static uint32_t bundle_end(const run *r, uint32_t bundle)
{
    uint32_t slots = r->joint.affinity->slot_count;
    return slots - bundle * BUNDLE < BUNDLE ? slots : (bundle + 1) * BUNDLE;
}

static void send(void *context, uint32_t bundle, uint32_t thread)
{
    run *r = context;
    for (uint32_t i = bundle * BUNDLE; i < bundle_end(r, bundle); i++)
        pl_joint_send(&r->joint, i, r->scratch[thread]);
}

static void receive(void *context, uint32_t bundle, uint32_t thread)
{
    run *r = context;
    for (uint32_t i = bundle * BUNDLE; i < bundle_end(r, bundle); i++)
        pl_joint_receive(&r->joint, i, r->scratch[thread]);
}

/* All rows send before any column answers: with messages of two iterations
 * mixed, the result would depend on the order of threads. */
static pleach_status iterate_joint(run *r, pleach_error *error)
{
    uint32_t slots = r->joint.affinity->slot_count;
    uint32_t bundles = slots / BUNDLE + (slots % BUNDLE > 0);
    PL_TRY(pl_parallel(bundles, r->threads, send, r, "cluster", NULL, error));
    PL_TRY(
        pl_parallel(bundles, r->threads, receive, r, "cluster", NULL, error));
    uint64_t changed = 0;
    for (uint32_t i = 0; i < slots; i++)
        changed += r->joint.changed[i];
    r->stable = changed == 0 ? r->stable + 1 : 0;
    return PLEACH_OK;
}

/* Damping grows when it does not settle, and it ends when nothing has come out
 * better for long: polish gains more from the time that is left. */
static pleach_status joint_iterations(run *r, pleach_error *error)
{
    const pleach_clusters_options *options = r->options;
    pl_outcome *o = r->record.outcome;
    while (o->iterations < options->max_iterations && !o->converged &&
           o->iterations - r->improved < STALLED) {
        double before = o->net_similarity;
        o->iterations++;
        PL_TRY(iterate_joint(r, error));
        o->converged = r->stable >= options->window;
        if (o->iterations % PATIENCE == 0)
            r->joint.damping += (MOST_DAMPING - r->joint.damping) / 2;
        bool last = o->converged || o->iterations == options->max_iterations ||
                    o->iterations - r->improved == STALLED;
        if (last ||
            (o->iterations % DECODE_EVERY == 0 && r->stable < DECODE_EVERY))
            PL_TRY(decode_joint(r, error));
        if (o->net_similarity > before)
            r->improved = o->iterations;
        PL_TRY(pl_record_follow(&r->record, options, error));
    }
    return PLEACH_OK;
}

/* Messages live in an arena that ends here. They are by far the largest thing
 * there is, and the next stage needs room. */
pleach_status pl_joint_run(pl_outcome *outcome, pl_arena *arena,
                           const pleach_affinity *affinity, const pl_live *live,
                           const pleach_clusters_options *options,
                           pleach_error *error)
{
    PL_SCRATCH(scratch);
    run r = {.options = options};
    PL_TRY(
        pl_record_start(&r.record, outcome, arena, scratch, affinity, error));
    PL_TRY(pl_joint_start(&r.joint, scratch, affinity, live, options->damping,
                          error));
    r.threads =
        pl_thread_count_for(options->threads, pl_joint_entries(&r.joint));
    r.scratch = PL_ARENA_ARRAY(scratch, float *, r.threads);
    for (uint32_t t = 0; r.scratch != NULL && t < r.threads; t++)
        r.scratch[t] =
            PL_ARENA_ARRAY(scratch, float, pl_joint_scratch(&r.joint));
    PL_TRY(pl_check_memory(scratch, error));
    return joint_iterations(&r, error);
}
