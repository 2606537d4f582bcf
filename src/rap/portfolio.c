/* portfolio.c: AP and RAP show the way, joint goes it, polish finishes. */
/* SPDX-License-Identifier: MIT */
#include "rap/portfolio.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/status.h"
#include "base/threads.h"
#include "rap/cover.h"
#include "rap/joint_run.h"
#include "rap/polish.h"
#include "rap/propagate.h"

/* Work is counted in steps, not seconds, so that the answer does not depend
 * on the machine. Each part gets a fixed amount, well below a tenth of a
 * second, and a share of what RAP needed: joint stays a small multiple of
 * RAP at any size. Shares and amounts are set by measurement. */
static const uint64_t MESSAGE_STEPS = 4000000000; /* pairs x iterations */
static const uint64_t JOINT_STEPS = 8000000;      /* entries x iterations */
static const uint64_t SHAKE_STEPS = 2000000;      /* pairs looked at */
static const uint64_t BOUND_STEPS = 20000000;     /* triples x rounds */
static const uint64_t FAST_STEPS = 4000000000;    /* pairs x rounds */
enum { JOINT_SHARE = 64, SHAKE_SHARE = 16, BOUND_SHARE = 8 };
enum { HASTY_SHAKE_SHARE = 64 };

/* AP and RAP run to their end on inputs of up to two million pairs, and not
 * below so many iterations on larger ones: they have given their best answers
 * long before, measured, and polish adds far more than the rest would. */
enum { LEAST_MESSAGES = 100 };
/* On more pairs than this RAP is left out, AP is damped less, so that it gets
 * as far in few iterations, and joint messages get half the time: polish adds
 * far more than all the rest would. On 33 million pairs of sampled saplings
 * that ends 0.03 % above the whole portfolio, in a sixth of the time. On 13
 * million of Flickr it ends 0.1 % below by `context:4`, and 0.7 % by `name`,
 * where long messages are worth most; so it begins beyond those. */
static const uint64_t MANY_PAIRS = 1 << 24;
static const double HASTY_DAMPING = 0.8;
/* Up to so many triples the joint messages leave no candidate out; beyond,
 * each node keeps some, as many as there is room for if all nodes had so many
 * and all parents too. */
static const uint64_t MOST_TRIPLES = 100000, MOST_ENTRIES = 12000000;
enum { LEAST_CANDIDATES = 4, MOST_CANDIDATES = 10 };
enum { LEAST_JOINT = 60, MOST_JOINT = 200, JOINT_WINDOW = 50 };
enum { HASTY_JOINT = 30 };
/* The joint messages need less damping than RAP, since nothing is guessed. */
static const double JOINT_DAMPING = 0.7;
/* Fewer rounds than this do not take the full dual below the fast one. */
enum { LEAST_ROUNDS = 60, MOST_ROUNDS = 1500 };
/* The fast one gains little after its first rounds. */
enum { HASTY_FAST = 40, FAST_ROUNDS = 300 };

typedef enum source { FROM_AP, FROM_RAP, FROM_JOINT, SOURCES } source;

typedef struct portfolio {
    const pleach_affinity *affinity;
    const pleach_clusters_options *options;
    pleach_bound wish;
    double *upper_bound;
    bool hasty; /* there are many pairs */
    pl_arena *arena, *scratch;
    pl_arena *beliefs;
    float *believed[2]; /* per pair, by AP and RAP; until joint is done */
    pl_outcome answers[SOURCES];
    uint64_t spent; /* by RAP, pairs x iterations; hasty: AP */
} portfolio;

/* A candidate is as promising as the more hopeful of the two finds it. */
static float promise(void *context, uint32_t slot, uint64_t pair)
{
    const portfolio *f = context;
    float ap = f->believed[FROM_AP][pair];
    float rap = f->hasty ? ap : f->believed[FROM_RAP][pair];
    (void)slot;
    return ap > rap ? ap : rap;
}

static uint32_t candidates_for(uint64_t slots)
{
    uint32_t count = MOST_CANDIDATES;
    while (count > LEAST_CANDIDATES &&
           slots * (count + 1) * (count + 1) > MOST_ENTRIES)
        count--;
    return count;
}

/* The most wins over the least. */
static uint32_t clamp(uint64_t value, uint32_t least, uint32_t most)
{
    uint64_t raised = value < least ? least : value;
    return raised > most ? most : (uint32_t)raised;
}

/* They take much room where there are many pairs. */
static void forget_beliefs(portfolio *f)
{
    pl_arena_free(f->beliefs);
    f->beliefs = NULL;
    f->believed[0] = f->believed[1] = NULL;
}

/* As many iterations as a share of what AP and RAP have cost, so that the whole
 * stays in proportion to its input. */
static pleach_status send_joint(portfolio *f, pleach_error *error)
{
    pl_live live;
    pleach_clusters_options own = *f->options;
    PL_TRY(pl_live_list(&live, f->scratch, f->affinity, MOST_TRIPLES,
                        candidates_for(f->affinity->slot_count), promise, f,
                        error));
    forget_beliefs(f);
    own.damping = JOINT_DAMPING;
    own.window = JOINT_WINDOW < own.window ? JOINT_WINDOW : own.window;
    uint64_t entries = pl_live_entries(&live, f->affinity);
    uint32_t affordable = clamp(
        (JOINT_STEPS + f->spent / JOINT_SHARE) / (entries > 0 ? entries : 1),
        f->hasty ? HASTY_JOINT : LEAST_JOINT, MOST_JOINT);
    if (own.max_iterations > affordable)
        own.max_iterations = affordable;
    return pl_joint_run(&f->answers[FROM_JOINT], f->arena, f->affinity, &live,
                        &own, error);
}

/* ------------------------------------------------------------ polishing -- */

static pl_outcome *best_answer(portfolio *f)
{
    pl_outcome *best = &f->answers[FROM_JOINT];
    for (uint32_t k = 0; k < SOURCES; k++)
        if (!(f->hasty && k == FROM_RAP) &&
            f->answers[k].net_similarity > best->net_similarity)
            best = &f->answers[k];
    return best;
}

/* Several answers are polished side by side. The listener hears of those that
 * the first thread works on; the others learn from it when to stop. */
typedef struct polishing {
    portfolio *f;
    _Atomic bool stopped;
    pleach_status status[SOURCES];
    pleach_error errors[SOURCES];
} polishing;

typedef struct ear {
    polishing *all;
    const pleach_listener *listener; /* NULL: only look whether to stop */
} ear;

static bool relay(void *context, const pleach_progress *progress)
{
    const ear *e = context;
    if (!atomic_load(&e->all->stopped) && e->listener != NULL &&
        e->listener->progress != NULL &&
        !e->listener->progress(e->listener->context, progress))
        atomic_store(&e->all->stopped, true);
    return !atomic_load(&e->all->stopped);
}

static void polish_answer(void *context, uint32_t k, uint32_t thread)
{
    polishing *all = context;
    pl_outcome *answer = &all->f->answers[k];
    if (all->f->hasty && k == FROM_RAP)
        return;
    ear e = {all, thread == 0 ? all->f->options->listener : NULL};
    pleach_listener listener = {.progress = relay, .context = &e};
    pl_polish_plan plan = {.target = INFINITY, .listener = &listener};
    all->status[k] = pl_polish(answer->exemplar, &answer->net_similarity,
                               all->f->affinity, &plan, &all->errors[k]);
}

static pleach_status polish_answers(portfolio *f, pleach_error *error)
{
    polishing all = {.f = f};
    uint32_t threads =
        pl_thread_count_for(f->options->threads, pl_pair_count(f->affinity));
    pl_parallel_long(SOURCES, threads, polish_answer, &all);
    for (uint32_t k = 0; k < SOURCES; k++) {
        if (all.status[k] == PLEACH_OK)
            continue;
        if (error != NULL)
            *error = all.errors[k];
        return all.status[k];
    }
    return PLEACH_OK;
}

/* Only the best answer is shaken: measured, a budget gains more there than
 * divided among all. */
static pleach_status shake_best(portfolio *f, double upper_bound,
                                pleach_error *error)
{
    pl_outcome *best = best_answer(f);
    pl_polish_plan plan = {
        .budget = SHAKE_STEPS +
                  f->spent / (f->hasty ? HASTY_SHAKE_SHARE : SHAKE_SHARE),
        .target = isnan(upper_bound) ? INFINITY : upper_bound,
        .settled = true,
        .listener = f->options->listener};
    return pl_polish(best->exemplar, &best->net_similarity, f->affinity, &plan,
                     error);
}

static pleach_status start_portfolio(portfolio *f, pleach_error *error)
{
    uint64_t pairs = pl_pair_count(f->affinity);
    f->beliefs = pl_arena_new();
    for (uint32_t k = 0; k < (f->hasty ? 1 : 2); k++)
        f->believed[k] = PL_ARENA_ARRAY(f->beliefs, float, pairs);
    for (uint32_t k = 0; k < SOURCES; k++)
        f->answers[k].exemplar =
            PL_ARENA_ARRAY(f->scratch, uint32_t, f->affinity->slot_count);
    PL_TRY(pl_check_memory(f->beliefs, error));
    return pl_check_memory(f->scratch, error);
}

/* -------------------------------------------------------------- stages -- */

static pleach_status propagate(portfolio *f, source k, pleach_error *error)
{
    uint64_t pairs = pl_pair_count(f->affinity);
    pleach_clusters_options own = *f->options;
    own.max_iterations =
        clamp(MESSAGE_STEPS / (pairs + 1), LEAST_MESSAGES, own.max_iterations);
    if (f->hasty && own.max_iterations > LEAST_MESSAGES)
        own.max_iterations = LEAST_MESSAGES;
    if (f->hasty && own.damping > HASTY_DAMPING)
        own.damping = HASTY_DAMPING;
    return pl_propagate(&f->answers[k], f->arena, f->affinity, k == FROM_RAP,
                        &own, f->believed[k], error);
}

/* What RAP cost, or AP where there is no time for RAP, is the measure of what
 * the rest may cost. */
static pleach_status run_portfolio(portfolio *f, pleach_error *error)
{
    PL_TRY(start_portfolio(f, error));
    PL_TRY(propagate(f, FROM_AP, error));
    if (!f->hasty)
        PL_TRY(propagate(f, FROM_RAP, error));
    f->spent = pl_pair_count(f->affinity) *
               f->answers[f->hasty ? FROM_AP : FROM_RAP].iterations;
    PL_TRY(send_joint(f, error));
    PL_TRY(
        pl_cover(f->answers[FROM_JOINT].exemplar, f->affinity, false, error));
    PL_TRY(polish_answers(f, error));
    PL_TRY(pl_bound_by_wish(f->upper_bound, f->affinity, f->wish,
                            best_answer(f)->net_similarity, f->spent,
                            f->options, error));
    return shake_best(f, *f->upper_bound, error);
}

/* The answer is the best of all three, while iterations and convergence are
 * told of the joint messages, which are what was asked for. */
pleach_status pl_solve_joint(pl_outcome *outcome, double *upper_bound,
                             pl_arena *arena, const pleach_affinity *affinity,
                             pleach_bound wish,
                             const pleach_clusters_options *options,
                             pleach_error *error)
{
    PL_SCRATCH(scratch);
    portfolio f = {.affinity = affinity,
                   .options = options,
                   .wish = wish,
                   .upper_bound = upper_bound,
                   .hasty = pl_pair_count(affinity) > MANY_PAIRS,
                   .arena = arena,
                   .scratch = scratch};
    pleach_status status = run_portfolio(&f, error);
    forget_beliefs(&f);
    PL_TRY(status);
    uint32_t *exemplar = outcome->exemplar;
    const pl_outcome *best = best_answer(&f);
    memcpy(exemplar, best->exemplar, affinity->slot_count * sizeof *exemplar);
    *outcome = *best;
    outcome->exemplar = exemplar;
    outcome->iterations = f.answers[FROM_JOINT].iterations;
    outcome->converged = f.answers[FROM_JOINT].converged;
    return PLEACH_OK;
}

/* Rounds follow from the work that a round is and from what has been spent so
 * far, never from a clock. */
pleach_status
pl_bound_by_wish(double *upper_bound, const pleach_affinity *affinity,
                 pleach_bound wish, double reached, uint64_t spent,
                 const pleach_clusters_options *options, pleach_error *error)
{
    uint64_t triples = pl_bound_triples(affinity) + 1;
    bool hasty = pl_pair_count(affinity) > MANY_PAIRS;
    uint64_t affordable = (BOUND_STEPS + spent / BOUND_SHARE) / triples;
    pl_bound_plan plan = {
        .kind = PLEACH_BOUND_NONE,
        .fast_rounds = clamp(FAST_STEPS / (pl_pair_count(affinity) + 1),
                             HASTY_FAST, hasty ? HASTY_FAST : FAST_ROUNDS),
        .full_rounds = clamp(affordable, LEAST_ROUNDS, MOST_ROUNDS),
        .threads = options->threads,
        .listener = options->listener};
    if (wish == PLEACH_BOUND_FULL) {
        plan.kind = PLEACH_BOUND_FULL;
        plan.full_rounds = MOST_ROUNDS;
    } else if (wish == PLEACH_BOUND_BY_SIZE && affordable >= LEAST_ROUNDS) {
        plan.kind = PLEACH_BOUND_FULL;
    } else if (wish != PLEACH_BOUND_NONE) {
        plan.kind = PLEACH_BOUND_FAST;
    }
    return pl_bound(upper_bound, affinity, &plan, reached, error);
}
