/* compare.c: several solvers on the same affinity, seed by seed. */
/* SPDX-License-Identifier: MIT */
#include "lab/compare.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/status.h"
#include "base/threads.h"
#include "lab/report_copy.h"

static const pleach_solver usual_solvers[] = {
    PLEACH_SOLVER_AP, PLEACH_SOLVER_RAP, PLEACH_SOLVER_JOINT};
enum { USUAL_SOLVERS = sizeof usual_solvers / sizeof *usual_solvers };

typedef struct seed {
    const char *term; /* NULL: the whole corpus */
    uint32_t place;   /* among those given */
    uint64_t nodes;
    /* Made by whoever needs it first, while the others wait. */
    pthread_mutex_t door;
    pleach_affinity *affinity;
    size_t to_do; /* solvers that still need it */
} seed;

/* One comparison at work. What follows the lock is guarded by it. */
typedef struct comparing {
    const pleach_corpus *corpus;
    const pleach_comparison_options *options;
    const pleach_solver *solvers;
    size_t bounding;  /* the solver that computes the bound */
    seed *seeds;      /* the largest first */
    uint32_t threads; /* of each solver */
    uint32_t worker_count;
    pleach_comparison *made;
    pleach_listener listener; /* of all stages */

    pthread_mutex_t lock;
    uint64_t done, total;
    bool stopped;
    pleach_status status;
    pleach_error error;
} comparing;

/* -------------------------------------------------------- telling others -- */

/* With each step of a stage: how far all of it is. */
static bool hear_stage(void *context, const pleach_progress *progress)
{
    comparing *all = context;
    const pleach_listener *listener = all->options->listener;
    pleach_progress whole = {.stage = "compare",
                             .iteration = progress->iteration,
                             .net_similarity = progress->net_similarity};
    pthread_mutex_lock(&all->lock);
    whole.done = all->done;
    whole.total = all->total;
    if (!all->stopped && listener != NULL && listener->progress != NULL &&
        !listener->progress(listener->context, &whole))
        all->stopped = true;
    bool go_on = !all->stopped;
    pthread_mutex_unlock(&all->lock);
    return go_on;
}

/* ---------------------------------------------------------------- a row -- */

/* The forest is freed before the rows are read, so of the best tree all is
 * copied that tables and pictures show. */
static pleach_status keep_best(pleach_comparison_row *row, pl_arena *arena,
                               const pleach_taxonomy *forest,
                               pleach_error *error)
{
    uint32_t root = row->report.best_tree;
    if (root == PLEACH_NO_CLUSTER)
        return PLEACH_OK;
    uint32_t levels = row->report.best.depth + 1;
    uint64_t *clusters = PL_ARENA_ARRAY(arena, uint64_t, levels);
    uint64_t *instances = PL_ARENA_ARRAY(arena, uint64_t, levels);
    if (clusters == NULL || instances == NULL)
        return pl_fail_memory(error);
    for (uint32_t c = root, end = root + 1; c < end; c++) {
        pleach_cluster is;
        PL_TRY(pleach_taxonomy_cluster(&is, forest, c, error));
        if (c == root) {
            end = is.end;
            row->best_name = pl_text_copy(arena, is.name);
        }
        clusters[is.depth]++;
        instances[is.depth] += is.size;
        row->best_instances += is.size;
    }
    row->best = row->report.best;
    row->best_levels = levels;
    row->best_level_clusters = clusters;
    row->best_level_instances = instances;
    return row->best_name == NULL ? pl_fail_memory(error) : PLEACH_OK;
}

/* The rows outlive the forest, so all they point to is copied. */
static pleach_status keep_comparison_row(comparing *all,
                                         pleach_comparison_row *row,
                                         const pleach_taxonomy *forest,
                                         double seconds, pleach_error *error)
{
    pl_arena *arena = all->made->arena;
    pthread_mutex_lock(&all->lock);
    row->report = *pleach_taxonomy_report(forest);
    row->seconds = seconds;
    pleach_status status = pl_report_copy(&row->report, arena)
                               ? keep_best(row, arena, forest, error)
                               : pl_fail_memory(error);
    all->done += row->report.nodes;
    pthread_mutex_unlock(&all->lock);
    return status;
}

/* --------------------------------------------------------------- a task -- */

static double wall_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The time is the solver's own: comparing nodes, which all solvers share, and
 * growing are left out of it. */
static pleach_status run_one_solver(comparing *all, pleach_comparison_row *row,
                                    const pleach_affinity *affinity,
                                    size_t solver, pleach_error *error)
{
    pleach_clusters_options options = all->options->clusters;
    pleach_clusters *found = NULL;
    pleach_taxonomy *forest = NULL;
    options.solver = all->solvers[solver];
    if (solver != all->bounding)
        options.bound = PLEACH_BOUND_NONE;
    options.threads = all->threads;
    options.trace = NULL;
    options.listener = &all->listener;
    double start = wall_clock();
    PL_TRY(pleach_clusters_find(&found, affinity, &options, error));
    double seconds = wall_clock() - start;
    pleach_status status = pleach_taxonomy_grow(&forest, found, error);
    if (status == PLEACH_OK)
        status = keep_comparison_row(all, row, forest, seconds, error);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(found);
    return status;
}

static pleach_status open_seed(comparing *all, seed *one, pleach_error *error)
{
    pleach_affinity_options options = all->options->affinity;
    pleach_status status = PLEACH_OK;
    options.seed = one->term;
    options.threads = all->threads;
    options.listener = &all->listener;
    pthread_mutex_lock(&one->door);
    if (one->affinity == NULL)
        status = pleach_affinity_compare(&one->affinity, all->corpus, &options,
                                         error);
    pthread_mutex_unlock(&one->door);
    return status;
}

static void close_seed(seed *one)
{
    pthread_mutex_lock(&one->door);
    if (--one->to_do == 0) {
        pleach_affinity_free(one->affinity);
        one->affinity = NULL;
    }
    pthread_mutex_unlock(&one->door);
}

static pleach_status run_task(comparing *all, seed *one, size_t solver,
                              pleach_error *error)
{
    pleach_comparison *made = all->made;
    pleach_comparison_row *row =
        &made->rows[one->place * made->solver_count + solver];
    PL_TRY(open_seed(all, one, error));
    return run_one_solver(all, row, one->affinity, solver, error);
}

/* The first failure counts, and stops the others. */
static void note_end(comparing *all, pleach_status status,
                     const pleach_error *error)
{
    pthread_mutex_lock(&all->lock);
    if (status != PLEACH_OK && all->status == PLEACH_OK) {
        all->status = status;
        all->error = *error;
        all->stopped = true;
    }
    pthread_mutex_unlock(&all->lock);
}

/* Tasks come seed by seed; the solver that takes longest, which bounds, is
 * the first of each. */
static void take_task(void *context, uint32_t piece, uint32_t thread)
{
    comparing *all = context;
    size_t solvers = all->made->solver_count;
    seed *one = &all->seeds[piece / solvers];
    size_t solver = (piece % solvers + all->bounding) % solvers;
    pleach_error error = {0};
    pthread_mutex_lock(&all->lock);
    bool stopped = all->stopped;
    pthread_mutex_unlock(&all->lock);
    (void)thread;
    if (!stopped)
        note_end(all, run_task(all, one, solver, &error), &error);
    close_seed(one);
}

/* ------------------------------------------------------------- all tasks -- */

/* Finds out how large each seed is, and whether it is there at all. */
static pleach_status look_at_seeds(comparing *all, pleach_error *error)
{
    size_t given = all->options->seed_count;
    for (uint32_t k = 0; k < all->made->seed_count; k++) {
        seed *one = &all->seeds[k];
        one->place = k;
        one->to_do = all->made->solver_count;
        one->term = given > 0 ? all->options->seeds[k] : NULL;
        PL_TRY(pleach_corpus_around(&one->nodes, all->corpus, one->term,
                                    all->options->affinity.hops, error));
        all->total += one->nodes * all->made->solver_count;
    }
    return PLEACH_OK;
}

static int compare_seeds(const void *left, const void *right)
{
    const seed *a = left, *b = right;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Who may overrule people answers another question than the others. */
static bool may_overrule(pleach_solver solver)
{
    return solver == PLEACH_SOLVER_CONSENSUS || solver == PLEACH_SOLVER_VOTES;
}

/* Joint, or else the last that overrules nobody. */
static size_t find_bounding(const comparing *all)
{
    size_t count = all->made->solver_count, found = count - 1;
    for (size_t k = 0; k < count; k++) {
        if (all->solvers[k] == PLEACH_SOLVER_JOINT)
            return k;
        if (!may_overrule(all->solvers[k]))
            found = k;
    }
    return found;
}

/* Several seeds share the threads, a single one gets them all. */
static void share_threads(comparing *all)
{
    uint32_t threads = pl_thread_count(all->options->threads);
    size_t tasks = all->made->seed_count > 1 ? pl_row_count(all->made) : 1;
    all->worker_count = threads < tasks ? threads : (uint32_t)tasks;
    all->threads = all->worker_count > 1 ? 1 : threads;
}

/* A bound holds for every answer to the same question. */
static void share_bounds(const comparing *all)
{
    size_t solvers = all->made->solver_count;
    pleach_comparison_row *rows = all->made->rows;
    for (size_t k = 0; k < pl_row_count(all->made); k++)
        if (!may_overrule(all->solvers[k % solvers]))
            rows[k].report.upper_bound =
                rows[k - k % solvers + all->bounding].report.upper_bound;
}

/* The locks of a process need no memory, and so cannot fail here. */
static void run_tasks(comparing *all)
{
    size_t seeds = all->made->seed_count;
    pthread_mutex_init(&all->lock, NULL);
    for (size_t k = 0; k < seeds; k++)
        pthread_mutex_init(&all->seeds[k].door, NULL);
    pl_parallel_long((uint32_t)pl_row_count(all->made), all->worker_count,
                     take_task, all);
    for (size_t k = 0; k < seeds; k++)
        pthread_mutex_destroy(&all->seeds[k].door);
    pthread_mutex_destroy(&all->lock);
}

/* All seeds are looked up before any work, so that a misspelt one is told in
 * the first second and not in the last. */
static pleach_status run_all(comparing *all, pl_arena *scratch,
                             pleach_error *error)
{
    size_t seeds = all->made->seed_count;
    all->seeds = PL_ARENA_ARRAY(scratch, seed, seeds);
    if (all->seeds == NULL)
        return pl_fail_memory(error);
    share_threads(all);
    all->listener = (pleach_listener){.progress = hear_stage, .context = all};
    PL_TRY(look_at_seeds(all, error));
    /* What takes longest must not come last. */
    qsort(all->seeds, seeds, sizeof *all->seeds, compare_seeds);
    all->bounding = find_bounding(all);
    run_tasks(all);
    if (all->status == PLEACH_OK && all->stopped)
        return pl_fail(error, PLEACH_CANCELLED, "The work was interrupted.");
    if (all->status == PLEACH_OK)
        share_bounds(all);
    else if (error != NULL)
        *error = all->error;
    return all->status;
}

/* The number of rows is bounded before it is multiplied: seeds come from a file
 * of any length. */
static pleach_comparison *comparison_new(size_t seeds, size_t solvers)
{
    pl_arena *arena = pl_arena_new();
    pleach_comparison *made =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pleach_comparison, 1);
    pleach_comparison_row *rows =
        made == NULL || seeds > UINT32_MAX / solvers
            ? NULL
            : PL_ARENA_ARRAY(arena, pleach_comparison_row, seeds * solvers);
    if (rows == NULL) {
        pl_arena_free(arena);
        return NULL;
    }
    *made = (pleach_comparison){arena, seeds, solvers, rows};
    return made;
}

/* Rows have places by seed and solver from the start, so that it does not
 * matter which thread is done first. */
pleach_status pleach_compare(pleach_comparison **comparison,
                             const pleach_corpus *corpus,
                             const pleach_comparison_options *options,
                             pleach_error *error)
{
    static const pleach_comparison_options usual;
    if (options == NULL)
        options = &usual;
    bool chosen = options->solver_count > 0;
    pl_arena *scratch = pl_arena_new();
    comparing all = {
        .corpus = corpus,
        .options = options,
        .solvers = chosen ? options->solvers : usual_solvers,
        .made = comparison_new(
            options->seed_count > 0 ? options->seed_count : 1,
            chosen ? options->solver_count : (size_t)USUAL_SOLVERS)};
    pleach_status status = scratch == NULL || all.made == NULL
                               ? pl_fail_memory(error)
                               : run_all(&all, scratch, error);
    pl_arena_free(scratch);
    if (status == PLEACH_OK)
        *comparison = all.made;
    else
        pleach_comparison_free(all.made);
    return status;
}

const pleach_comparison_row *
pleach_comparison_rows(const pleach_comparison *comparison, size_t *count)
{
    *count = pl_row_count(comparison);
    return comparison->rows;
}

void pleach_comparison_free(pleach_comparison *comparison)
{
    if (comparison != NULL)
        pl_arena_free(comparison->arena);
}
