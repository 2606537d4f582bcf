/* support.c: how often clusters and edges come out again when other people
 * had been asked: a bootstrap over the owners. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/checks.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/status.h"
#include "base/threads.h"
#include "taxonomy/resample.h"
#include "taxonomy/taxonomy.h"

/* Per cluster, counts of resamples. */
typedef struct counts {
    uint32_t *asked, *together;  /* two members or more are there; most of
                                    them are in one cluster */
    uint32_t *edge_asked, *held; /* both ends are there; most members are
                                    right below their parent's */
} counts;

typedef struct bootstrap {
    const pleach_taxonomy *forest;
    const pleach_support_options *options;
    counts *per_thread;
    _Atomic int status; /* of the first failure seen */
} bootstrap;

/* Scratch of one resample. */
typedef struct trial {
    const pleach_taxonomy *forest;
    const uint32_t *part_of;
    const uint32_t *exemplar; /* per slot of the part */
    uint32_t *above;          /* per exemplar: that of the cluster above */
    uint32_t *home;           /* per cluster of the forest: the exemplar that
                                 has most of its members; PL_NONE: none */
    uint32_t *there;          /* per cluster: members in the resample */
    uint32_t *most;           /* per cluster: of these, at home */
    uint32_t *tally;          /* per slot of the part, all 0 */
} trial;

/* ----------------------------------------------------------- one trial -- */

/* Where nobody may be overruled, any leaf tells what its cluster is below. */
static void find_trial_parents(trial *t, const pleach_clusters *found)
{
    const pleach_affinity *part = found->affinity;
    for (uint32_t i = 0; i < part->slot_count; i++)
        t->above[i] = found->parent == NULL ? PL_NONE : found->parent[i];
    for (uint32_t i = 0; found->parent == NULL && i < part->slot_count; i++)
        if (part->slot_parent[i] != PL_NONE)
            t->above[t->exemplar[i]] = t->exemplar[part->slot_parent[i]];
}

/* The exemplar that a member has in the resample, or PL_NONE. */
static uint32_t exemplar_of(const trial *t, uint32_t k)
{
    uint32_t slot = t->part_of[t->forest->member[k]];
    return slot == PL_NONE ? PL_NONE : t->exemplar[slot];
}

/* Where most of a cluster's members that are in the sample ended up. The tally
 * is cleared through the same members, as it is as long as all slots. */
static void find_home(trial *t, uint32_t c)
{
    const pleach_taxonomy *forest = t->forest;
    uint32_t first = forest->member_first[c], end = forest->member_first[c + 1];
    t->home[c] = PL_NONE;
    t->there[c] = t->most[c] = 0;
    for (uint32_t k = first; k < end; k++) {
        uint32_t at = exemplar_of(t, k);
        if (at == PL_NONE)
            continue;
        t->there[c]++;
        t->tally[at]++;
        if (t->tally[at] > t->most[c]) {
            t->most[c] = t->tally[at];
            t->home[c] = at;
        }
    }
    for (uint32_t k = first; k < end; k++) {
        uint32_t at = exemplar_of(t, k);
        if (at != PL_NONE)
            t->tally[at] = 0;
    }
}

/* Members of c that lie right below the home of c's parent. */
static uint32_t count_held(const trial *t, uint32_t c)
{
    const pleach_taxonomy *forest = t->forest;
    uint32_t held = 0, up = t->home[forest->parent[c]];
    for (uint32_t k = forest->member_first[c]; k < forest->member_first[c + 1];
         k++) {
        uint32_t at = exemplar_of(t, k);
        held += at != PL_NONE && t->above[at] == up;
    }
    return held;
}

/* Only what a sample can tell about counts: a cluster of which it has a single
 * node can be neither torn nor held together. */
static void count_trial(trial *t, counts *to)
{
    const pleach_taxonomy *forest = t->forest;
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        find_home(t, c);
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        uint32_t up = forest->parent[c];
        if (t->there[c] >= 2) {
            to->asked[c]++;
            to->together[c] += 2 * (uint64_t)t->most[c] > t->there[c];
        }
        if (up == PL_NONE || forest->rooted[c] || t->there[c] == 0 ||
            t->there[up] == 0)
            continue;
        to->edge_asked[c]++;
        to->held[c] += 2 * (uint64_t)count_held(t, c) > t->there[c];
    }
}

/* -------------------------------------------------------- the resample -- */

/* As many draws as there are people, with replacement; who is drawn twice
 * takes part once. */
static pleach_status draw_people(pl_resample *resample, const bootstrap *all,
                                 uint32_t number, pleach_error *error)
{
    const pleach_affinity *whole = all->forest->affinity;
    uint32_t people = pl_person_count(whole->corpus);
    PL_SCRATCH(scratch);
    uint8_t *kept = PL_ARENA_ARRAY(scratch, uint8_t, people);
    pl_random random;
    PL_TRY(pl_check_memory(scratch, error));
    pl_random_seed(&random, pl_hash_pair(all->options->random_seed, number));
    for (uint32_t k = 0; k < people; k++)
        kept[pl_random_below(&random, people)] = 1;
    return pl_resample_make(resample, whole, kept, error);
}

/* Counts are added up at once, so that samples need no memory after they are
 * done. */
static pleach_status evaluate_sample(const bootstrap *all,
                                     const pl_resample *resample,
                                     const pleach_clusters *found, counts *to,
                                     pleach_error *error)
{
    const pleach_taxonomy *forest = all->forest;
    PL_SCRATCH(arena);
    trial t = {.forest = forest,
               .part_of = resample->part_of,
               .exemplar = found->exemplar};
    size_t slots = resample->affinity->slot_count;
    size_t clusters = forest->cluster_count;
    t.above = PL_ARENA_ARRAY(arena, uint32_t, slots);
    t.tally = PL_ARENA_ARRAY(arena, uint32_t, slots);
    t.home = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    t.there = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    t.most = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    PL_TRY(pl_check_memory(arena, error));
    find_trial_parents(&t, found);
    count_trial(&t, to);
    return PLEACH_OK;
}

/* Samples run side by side on one thread each, which is faster than many
 * threads in each of them and gives the same. */
static pleach_status run_trial(const bootstrap *all, uint32_t number,
                               uint32_t thread, pleach_error *error)
{
    static const pleach_clusters_options usual;
    const pleach_support_options *options = all->options;
    pleach_clusters_options how =
        options->clusters == NULL ? usual : *options->clusters;
    pl_resample resample;
    pleach_clusters *found = NULL;
    how.threads = 1;
    how.bound = PLEACH_BOUND_NONE;
    how.trace = NULL;
    how.shape = NULL;
    how.min_people = 0;
    /* A listener is called from one thread only. */
    if (thread != 0)
        how.listener = NULL;
    PL_TRY(draw_people(&resample, all, number, error));
    pleach_status status =
        pleach_clusters_find(&found, resample.affinity, &how, error);
    if (status == PLEACH_OK)
        status = evaluate_sample(all, &resample, found,
                                 &all->per_thread[thread], error);
    pleach_clusters_free(found);
    pleach_affinity_free(resample.affinity);
    return status;
}

static void work_on_sample(void *context, uint32_t piece, uint32_t thread)
{
    bootstrap *all = context;
    int fine = PLEACH_OK;
    if (atomic_load(&all->status) != PLEACH_OK)
        return;
    pleach_status status = run_trial(all, piece, thread, NULL);
    if (status != PLEACH_OK)
        atomic_compare_exchange_strong(&all->status, &fine, (int)status);
}

/* ---------------------------------------------------------- the whole -- */

static void take_support_counts(counts *to, pl_arena *arena, size_t clusters)
{
    to->asked = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    to->together = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    to->edge_asked = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    to->held = PL_ARENA_ARRAY(arena, uint32_t, clusters);
}

static double share_of_samples(uint64_t part, uint64_t whole)
{
    return whole == 0 ? NAN : (double)part / (double)whole;
}

/* Counts of threads are added in a fixed order; being whole numbers, any order
 * would do. */
static pleach_status conclude_support(pleach_taxonomy *forest,
                                      const bootstrap *all, uint32_t threads,
                                      pleach_error *error)
{
    size_t clusters = forest->cluster_count;
    double *support = PL_ARENA_ARRAY(forest->arena, double, clusters);
    double *edge = PL_ARENA_ARRAY(forest->arena, double, clusters);
    PL_TRY(pl_check_memory(forest->arena, error));
    for (size_t c = 0; c < clusters; c++) {
        uint64_t asked = 0, together = 0, edge_asked = 0, held = 0;
        for (uint32_t t = 0; t < threads; t++) {
            const counts *of = &all->per_thread[t];
            asked += of->asked[c];
            together += of->together[c];
            edge_asked += of->edge_asked[c];
            held += of->held[c];
        }
        assert(together <= asked && held <= edge_asked);
        support[c] = share_of_samples(together, asked);
        edge[c] = share_of_samples(held, edge_asked);
    }
    forest->support = support;
    forest->edge_support = edge;
    forest->resamples = all->options->resamples;
    return PLEACH_OK;
}

static pleach_status fail_with(pleach_status status, pleach_error *error)
{
    if (status == PLEACH_NO_MEMORY)
        return pl_fail_memory(error);
    if (status == PLEACH_CANCELLED)
        return pl_fail(error, status, "The work was interrupted.");
    return pl_fail(error, status, "A resample could not be clustered.");
}

/* What goes wrong in one sample is kept until all have ended, since threads
 * cannot leave the loop. */
pleach_status pleach_taxonomy_support(pleach_taxonomy *taxonomy,
                                      const pleach_support_options *options,
                                      pleach_error *error)
{
    static const pleach_support_options usual = {.resamples = 100};
    options = options == NULL ? &usual : options;
    uint32_t threads = pl_thread_count(options->threads);
    PL_TRY(pl_need_grown(taxonomy, error));
    if (threads > options->resamples)
        threads = options->resamples;
    if (options->resamples == 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The number of resamples must be above 0.");
    PL_SCRATCH(arena);
    bootstrap all = {.forest = taxonomy,
                     .options = options,
                     .per_thread = PL_ARENA_ARRAY(arena, counts, threads)};
    for (uint32_t t = 0; !pl_arena_failed(arena) && t < threads; t++)
        take_support_counts(&all.per_thread[t], arena, taxonomy->cluster_count);
    PL_TRY(pl_check_memory(arena, error));
    pl_parallel_long(options->resamples, threads, work_on_sample, &all);
    pleach_status status = (pleach_status)atomic_load(&all.status);
    return status == PLEACH_OK
               ? conclude_support(taxonomy, &all, threads, error)
               : fail_with(status, error);
}
