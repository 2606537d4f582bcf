/* compare.c: several solvers on the same affinity, seed by seed. */
/* SPDX-License-Identifier: MIT */
#include "lab/compare.h"

#include <string.h>
#include <time.h>

#include "base/status.h"

static const pleach_solver usual_solvers[] = {
    PLEACH_SOLVER_AP, PLEACH_SOLVER_RAP, PLEACH_SOLVER_JOINT};
enum { USUAL_SOLVERS = sizeof usual_solvers / sizeof *usual_solvers };

/* One comparison at work: one solver after the other, each on all threads. */
typedef struct comparing {
    const pleach_corpus *corpus;
    const pleach_comparison_options *options;
    const pleach_solver *solvers;
    size_t bounding; /* the solver that computes the bound */
    pleach_comparison *made;
    pleach_listener listener; /* of all stages */
    uint64_t done, total;
} comparing;

/* -------------------------------------------------------- telling others -- */

/* With each step of a stage: how far all of it is. */
static bool hear_stage(void *context, const pleach_progress *progress)
{
    const comparing *all = context;
    const pleach_listener *listener = all->options->listener;
    pleach_progress whole = {.stage = "compare",
                             .done = all->done,
                             .total = all->total,
                             .iteration = progress->iteration,
                             .net_similarity = progress->net_similarity};
    return listener == NULL || listener->progress == NULL ||
           listener->progress(listener->context, &whole);
}

/* ---------------------------------------------------------------- a row -- */

/* A copy in the arena, or NULL. */
static const char *copy_text(pl_arena *arena, const char *text)
{
    return pl_arena_text(arena, text, strlen(text));
}

static const uint64_t *keep_counts(pl_arena *arena, const uint64_t *counts,
                                   uint32_t levels)
{
    uint64_t *copy = PL_ARENA_ARRAY(arena, uint64_t, levels);
    if (copy != NULL && levels > 0)
        memcpy(copy, counts, levels * sizeof *copy);
    return copy;
}

/* The solver's name is a constant and needs no copy; the other texts die with
 * the affinity. */
static bool copy_report(pleach_report *report, pl_arena *arena)
{
    report->known = NULL;
    report->known_count = 0;
    report->similarity = copy_text(arena, report->similarity);
    report->language = copy_text(arena, report->language);
    report->level_clusters =
        keep_counts(arena, report->level_clusters, report->levels);
    report->level_instances =
        keep_counts(arena, report->level_instances, report->levels);
    if (report->seed != NULL &&
        (report->seed = copy_text(arena, report->seed)) == NULL)
        return false;
    return report->similarity != NULL && report->language != NULL &&
           report->level_clusters != NULL && report->level_instances != NULL;
}

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
            row->best_name = copy_text(arena, is.name);
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
    row->report = *pleach_taxonomy_report(forest);
    row->seconds = seconds;
    all->done += row->report.nodes;
    return copy_report(&row->report, arena)
               ? keep_best(row, arena, forest, error)
               : pl_fail_memory(error);
}

/* --------------------------------------------------------------- a seed -- */

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
    options.threads = all->options->threads;
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

/* All solvers on one affinity; `term` NULL: the whole corpus. */
static pleach_status run_seed(comparing *all, const char *term,
                              pleach_comparison_row *rows, pleach_error *error)
{
    pleach_affinity_options options = all->options->affinity;
    pleach_affinity *affinity = NULL;
    options.seed = term;
    options.threads = all->options->threads;
    options.listener = &all->listener;
    pleach_status status =
        pleach_affinity_compare(&affinity, all->corpus, &options, error);
    for (size_t k = 0; status == PLEACH_OK && k < all->made->solver_count; k++)
        status = run_one_solver(all, &rows[k], affinity, k, error);
    pleach_affinity_free(affinity);
    return status;
}

/* ------------------------------------------------------------ all seeds -- */

static const char *seed_at(const comparing *all, size_t k)
{
    return all->options->seed_count > 0 ? all->options->seeds[k] : NULL;
}

/* Finds out how large each seed is, and whether it is there at all. */
static pleach_status look_at_seeds(comparing *all, pleach_error *error)
{
    for (size_t k = 0; k < all->made->seed_count; k++) {
        uint64_t nodes;
        PL_TRY(pleach_corpus_around(&nodes, all->corpus, seed_at(all, k),
                                    all->options->affinity.hops, error));
        all->total += nodes * all->made->solver_count;
    }
    return PLEACH_OK;
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

/* All seeds are looked up before any work, so that a misspelt one is told in
 * the first second and not in the last. */
static pleach_status run_all(comparing *all, pleach_error *error)
{
    pleach_comparison *made = all->made;
    if (made == NULL)
        return pl_fail_memory(error);
    all->listener = (pleach_listener){.progress = hear_stage, .context = all};
    PL_TRY(look_at_seeds(all, error));
    all->bounding = find_bounding(all);
    for (size_t k = 0; k < made->seed_count; k++)
        PL_TRY(run_seed(all, seed_at(all, k),
                        &made->rows[k * made->solver_count], error));
    share_bounds(all);
    return PLEACH_OK;
}

/* The number of rows is bounded before it is multiplied: seeds come from a file
 * of any length. */
static pleach_comparison *comparison_new(size_t seeds, size_t solvers)
{
    pl_arena *arena;
    pleach_comparison *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return NULL;
    *made = (pleach_comparison){arena, seeds, solvers,
                                PL_ARENA_ARRAY(arena, pleach_comparison_row,
                                               seeds > UINT32_MAX / solvers
                                                   ? SIZE_MAX
                                                   : seeds * solvers)};
    if (made->rows != NULL)
        return made;
    pl_arena_free(arena);
    return NULL;
}

/* The defaults of the options are settled here. */
pleach_status pleach_compare(pleach_comparison **comparison,
                             const pleach_corpus *corpus,
                             const pleach_comparison_options *options,
                             pleach_error *error)
{
    static const pleach_comparison_options usual;
    if (options == NULL)
        options = &usual;
    bool chosen = options->solver_count > 0;
    comparing all = {
        .corpus = corpus,
        .options = options,
        .solvers = chosen ? options->solvers : usual_solvers,
        .made = comparison_new(
            options->seed_count > 0 ? options->seed_count : 1,
            chosen ? options->solver_count : (size_t)USUAL_SOLVERS)};
    pleach_status status = run_all(&all, error);
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
