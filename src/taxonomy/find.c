/* find.c: checks the options, runs the solver asked for. */
/* SPDX-License-Identifier: MIT */
#include "base/checks.h"
#include "taxonomy/clusters.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "corpus/names.h"
#include "place/consensus.h"
#include "place/shape.h"
#include "place/warm_start.h"
#include "rap/portfolio.h"
#include "rap/propagate.h"
#include "same/preference.h"
#include "same/similarity.h"
#include "taxonomy/grow.h"

/* The paper's damping and its iterations on real data. */
static const double USUAL_DAMPING = 0.9;
enum { USUAL_ITERATIONS = 2000, USUAL_WINDOW = 100 };
/* Large inputs seldom settle at all: on the whole Flickr corpus the last two
 * thirds of the iterations raise the answer by 0.2 %. So they get so many
 * pairs times iterations, and no fewer than this. */
static const uint64_t USUAL_STEPS = 8000000000;
enum { LEAST_ITERATIONS = 400 };

/* Where an update takes moments, so may a bound: on so many pairs it does. */
static const uint64_t QUICKLY_BOUND = 200000;

enum { MOST_PARENTS = 100 };

static const char *const solver_words[] = {PLEACH_SOLVER_WORDS};
enum { SOLVERS = sizeof solver_words / sizeof *solver_words };
static const pleach_solver USUAL_SOLVER = PLEACH_SOLVER_CONSENSUS;

static const char *solver_word(pleach_solver solver)
{
    if (solver == PLEACH_SOLVER_USUAL)
        solver = USUAL_SOLVER;
    return (uint32_t)solver > SOLVERS ? NULL : solver_words[solver - 1];
}

static uint32_t usual_iterations(const pleach_affinity *affinity)
{
    uint64_t affordable = USUAL_STEPS / (pl_pair_count(affinity) + 1);
    if (affordable > USUAL_ITERATIONS)
        return USUAL_ITERATIONS;
    return affordable > LEAST_ITERATIONS ? (uint32_t)affordable
                                         : LEAST_ITERATIONS;
}

/* A name as hierarchies have them: letters or digits, on one line. */
static pleach_status check_root_name(const char *name, pleach_error *error)
{
    pl_namer *namer;
    pl_key key;
    size_t length = strlen(name), at;
    if (pl_text_check(name, length, &at) != PL_TEXT_FINE ||
        name[strcspn(name, "\t\r\n")] != '\0')
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The name of the root must be one line of UTF-8.");
    PL_SCRATCH(scratch);
    PL_TRY(pl_namer_new(&namer, scratch, "none", error));
    if (!pl_namer_key(namer, name, length, &key))
        return pl_fail_memory(error);
    return key.nameless
               ? pl_fail(error, PLEACH_BAD_USAGE,
                         "The name of the root, \"%.40s\", has neither "
                         "letters nor digits.",
                         name)
               : PLEACH_OK;
}

/* The strict solvers promise what a shape breaks. */
static pleach_status check_shape(const pleach_clusters_options *options,
                                 const pl_shape *shape, pleach_error *error)
{
    if (options->solver != PLEACH_SOLVER_CONSENSUS &&
        options->solver != PLEACH_SOLVER_VOTES)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A shape needs the solver consensus or votes, as the "
                       "others set nobody's statement aside.");
    if (options->root != NULL && shape->tops.least > 1)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The root is the only top: leave out the root, or tops "
                       "in the shape.");
    return PLEACH_OK;
}

/* Fills in what does not depend on the input. NaN fails the comparison too. */
static pleach_status complete_options(pleach_clusters_options *options,
                                      pleach_error *error)
{
    if ((uint32_t)options->solver > SOLVERS ||
        (uint32_t)options->bound > PLEACH_BOUND_FULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The solver or the bound is none that there is.");
    if (options->solver == PLEACH_SOLVER_USUAL)
        options->solver = USUAL_SOLVER;
    if (options->damping == 0)
        options->damping = USUAL_DAMPING;
    if (options->window == 0)
        options->window = USUAL_WINDOW;
    if (!(options->damping >= 0.5 && options->damping < 1))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The damping must be at least 0.5 and below 1.");
    if (options->root != NULL)
        PL_TRY(check_root_name(options->root, error));
    if (options->shape != NULL) {
        pl_shape shape;
        PL_TRY(pl_shape_read(&shape, options->shape, error));
        PL_TRY(check_shape(options, &shape, error));
    }
    if (options->parents > MOST_PARENTS)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A cluster may have at most %d parents.", MOST_PARENTS);
    return PLEACH_OK;
}

/* By the checks that the work itself makes, on copies. */
pleach_status pleach_options_check(const pleach_read_options *read,
                                   const pleach_affinity_options *affinity,
                                   const pleach_clusters_options *clusters,
                                   pleach_error *error)
{
    pl_namer *namer;
    PL_SCRATCH(scratch);
    if (read != NULL && read->language != NULL)
        PL_TRY(pl_namer_new(&namer, scratch, read->language, error));
    if (affinity != NULL) {
        PL_TRY(pl_similarity_check(affinity, error));
        PL_TRY(pl_preference_check(affinity, error));
    }
    if (clusters == NULL)
        return PLEACH_OK;
    pleach_clusters_options copy = *clusters;
    return complete_options(&copy, error);
}

void pleach_clusters_free(pleach_clusters *clusters)
{
    if (clusters == NULL)
        return;
    pleach_affinity_free(clusters->own);
    pl_arena_free(clusters->arena);
}

/* AP and RAP have no bound of their own: one is computed when asked for. */
static pleach_status propagate_and_bound(pl_outcome *outcome,
                                         pleach_clusters *found,
                                         bool relational, pleach_bound wish,
                                         const pleach_clusters_options *options,
                                         pleach_error *error)
{
    const pleach_affinity *affinity = found->affinity;
    PL_TRY(pl_propagate(outcome, found->arena, affinity, relational, options,
                        NULL, error));
    if (wish == PLEACH_BOUND_BY_SIZE)
        wish = PLEACH_BOUND_NONE;
    return pl_bound_by_wish(
        &found->upper_bound, affinity, wish, outcome->net_similarity,
        pl_pair_count(affinity) * outcome->iterations, options, error);
}

/* Polish brings some leaves back to where they wanted to be. */
static void keep_standing_conflicts(pleach_clusters *found)
{
    const uint32_t *exemplar = found->exemplar;
    found->standing_count = 0;
    for (uint64_t k = 0; k < found->conflict_count; k++) {
        pl_conflict conflict = found->conflicts[k];
        if (exemplar[conflict.slot] == exemplar[conflict.wanted])
            continue;
        /* Alone, it costs what it cost when it was split off. */
        if (exemplar[conflict.slot] != conflict.slot) {
            double now = pl_similarity_of(found->affinity, conflict.slot,
                                          exemplar[conflict.slot]);
            double then = pl_similarity_of(found->affinity, conflict.slot,
                                           conflict.wanted);
            conflict.cost = (float)(then - now);
        }
        conflict.cost = conflict.cost > 0 ? conflict.cost : 0;
        found->conflicts[found->standing_count++] = conflict;
    }
}

/* Nodes that are one concept may stand together without a stored pair, which
 * the dual does not know: each such node could gain that much. */
static double unseen_gain(const pleach_clusters *found)
{
    const pleach_affinity *a = found->affinity;
    uint64_t unseen = 0;
    for (uint32_t i = 0; i < a->slot_count; i++)
        unseen += pl_similarity_of(a, i, found->exemplar[i]) < 0 &&
                  pl_are_one_concept(a, i, found->exemplar[i]);
    return unseen > 0 ? a->same_concept * a->slot_count : 0;
}

/* Where most was there before, from there. A bound takes longer than that: it
 * is found where there are few pairs, or on demand. */
static pleach_status solve_again(pl_outcome *outcome, pleach_clusters *found,
                                 bool asked, pleach_bound wish,
                                 const pleach_clusters_options *options,
                                 pleach_error *error)
{
    PL_TRY(pl_solve_warm(outcome, found->arena, found->affinity,
                         options->listener, error));
    if (wish == PLEACH_BOUND_BY_SIZE ||
        (!asked && pl_pair_count(found->affinity) > QUICKLY_BOUND))
        wish = PLEACH_BOUND_NONE;
    return pl_bound_by_wish(&found->upper_bound, found->affinity, wish,
                            outcome->net_similarity, 0, options, error);
}

/* The paper's solvers, and joint with the paper's constraint. */
static pleach_status solve_strictly(pl_outcome *outcome, pleach_clusters *found,
                                    const pleach_clusters_options *options,
                                    pleach_error *error)
{
    pleach_solver chosen = options->solver;
    pleach_bound wish = options->bound;
    bool decided = found->affinity->rulings != NULL;
    bool asked = wish != PLEACH_BOUND_BY_SIZE;
    /* What obeys may break F, so the dual that holds it is no bound. */
    if (decided &&
        (wish == PLEACH_BOUND_FULL || chosen == PLEACH_SOLVER_JOINT) &&
        wish != PLEACH_BOUND_NONE)
        wish = PLEACH_BOUND_FAST;
    if (pl_can_start_warm(found->affinity))
        PL_TRY(solve_again(outcome, found, asked, wish, options, error));
    else
        PL_TRY(chosen == PLEACH_SOLVER_JOINT
                   ? pl_solve_joint(outcome, &found->upper_bound, found->arena,
                                    found->affinity, wish, options, error)
                   : propagate_and_bound(outcome, found,
                                         chosen == PLEACH_SOLVER_RAP, wish,
                                         options, error));
    if (!decided) {
        found->parent = NULL;
        return PLEACH_OK;
    }
    PL_TRY(pl_obey_strictly(outcome, found->parent, found->affinity, error));
    found->upper_bound += unseen_gain(found);
    return PLEACH_OK;
}

/* Finding and placing take moments: before and after is often enough. */
static pleach_status report_stage(const pleach_clusters_options *options,
                                  const pl_outcome *outcome, uint64_t done,
                                  pleach_error *error)
{
    const pleach_listener *listener = options->listener;
    pleach_progress now = {.stage = "cluster",
                           .done = done,
                           .total = 1,
                           .iteration = outcome->iterations,
                           .net_similarity = outcome->net_similarity};
    if (listener == NULL || listener->progress == NULL ||
        listener->progress(listener->context, &now))
        return PLEACH_OK;
    return pl_fail(error, PLEACH_CANCELLED, "Clustering was cancelled.");
}

/* What net similarity a consensus has is told, and not what it is after: no
 * bound is computed. */
static pleach_status solve_consensus(pl_outcome *outcome,
                                     pleach_clusters *found,
                                     const pleach_clusters_options *options,
                                     pleach_error *error)
{
    PL_TRY(report_stage(options, outcome, 0, error));
    PL_TRY(pl_solve_consensus(outcome, found->parent, found->affinity, error));
    return report_stage(options, outcome, 1, error);
}

static pleach_status run_solver(pl_outcome *outcome, pleach_clusters *found,
                                const pleach_clusters_options *options,
                                pleach_error *error)
{
    if (options->solver == PLEACH_SOLVER_VOTES)
        return pl_solve_votes(outcome, found->parent, found->affinity, error);
    if (options->solver == PLEACH_SOLVER_CONSENSUS)
        return solve_consensus(outcome, found, options, error);
    return solve_strictly(outcome, found, options, error);
}

/* Defaults that depend on the input are settled here. */
static pleach_status solve_with(pleach_clusters *found,
                                const pleach_clusters_options *given,
                                pleach_error *error)
{
    pleach_clusters_options options = *given;
    PL_TRY(complete_options(&options, error));
    if (options.root != NULL && found->affinity->seed != NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "What grows around a seed has a root of its own: leave "
                       "out the seed or the root.");
    if (options.max_iterations == 0)
        options.max_iterations = usual_iterations(found->affinity);
    if (options.root != NULL)
        found->root =
            pl_arena_text(found->arena, options.root, strlen(options.root));
    if (options.shape != NULL)
        found->shape =
            pl_arena_text(found->arena, options.shape, strlen(options.shape));
    PL_TRY(pl_check_memory(found->arena, error));
    found->most_parents = options.parents == 0 ? 1 : options.parents;
    pl_outcome outcome = {.exemplar = found->exemplar};
    found->upper_bound = NAN;
    PL_TRY(run_solver(&outcome, found, &options, error));
    found->solver = solver_word(options.solver);
    found->damping = options.damping;
    found->iterations = outcome.iterations;
    found->converged = outcome.converged;
    found->net_similarity = outcome.net_similarity;
    found->cycles_broken = outcome.cycles_broken;
    found->conflict_count = outcome.conflict_count;
    found->conflicts = outcome.conflicts;
    if (found->conflicts != NULL)
        keep_standing_conflicts(found);
    found->min_people = options.min_people;
    return options.min_people > 1 ? pl_leave_out_few(found, error) : PLEACH_OK;
}

/* Exemplars stand for themselves, and nothing is worth more than the bound
 * says. */
static void check_clusters_found(const pleach_clusters *found)
{
    uint32_t slots = PL_CHECKS ? found->affinity->slot_count : 0;
    assert(found->solver != NULL);
    assert(!PL_CHECKS || isnan(found->upper_bound) ||
           found->net_similarity <=
               found->upper_bound + 1e-6 * (1 + fabs(found->upper_bound)));
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t j = found->exemplar[i];
        assert(j < slots && found->exemplar[j] == j);
        assert(found->parent == NULL || found->parent[i] == PL_NONE ||
               found->exemplar[found->parent[i]] == found->parent[i]);
    }
}

/* The answer's arrays are the caller's from the start, so that a solver writes
 * where the answer will stay. */
pleach_status pleach_clusters_find(pleach_clusters **clusters,
                                   const pleach_affinity *affinity,
                                   const pleach_clusters_options *options,
                                   pleach_error *error)
{
    static const pleach_clusters_options usual;
    pl_arena *arena = pl_arena_new();
    pleach_clusters *made = PL_ARENA_ARRAY(arena, pleach_clusters, 1);
    uint32_t *exemplar = PL_ARENA_ARRAY(arena, uint32_t, affinity->slot_count);
    uint32_t *parent = PL_ARENA_ARRAY(arena, uint32_t, affinity->slot_count);
    if (parent == NULL) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    made->arena = arena;
    made->affinity = affinity;
    made->exemplar = exemplar;
    made->parent = parent;
    pleach_status status =
        solve_with(made, options == NULL ? &usual : options, error);
    if (status != PLEACH_OK) {
        pleach_clusters_free(made);
        return status;
    }
    check_clusters_found(made);
    *clusters = made;
    return PLEACH_OK;
}
