/* bench.c: how long an iteration takes per pair, beside the memory's speed.
 *
 *     pleach-bench [--nodes N]... [--iterations N] [--threads N]...
 *                  [--triad N] [--given FILE] [--solver NAME]
 *     pleach-bench --corpus FILE [--output FILE] [--threads N]...
 *     pleach-bench [--edges FILE] --labels FILE [--solver NAME]
 *                  [--nodes N | --given FILE]
 *
 * Prints a line of JSON for each measurement, which is made in a process of
 * its own. Time per iteration is the slope between a short and a long run, so
 * that starting is left out. The first form measures messages, on drawn
 * blocks or on a complete graph that is given; the second the stages from file
 * to file, without an output only reading. The third writes an affinity, and
 * what the solver makes of it, to be judged by others. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <omp.h>

#include "cases.h"
#include "measure.h"
#include "rap/joint_run.h"
#include "rap/propagate.h"
#include "stages.h"

enum { MOST_SIZES = 8, MOST_THREADS = 8, MOST_ROUNDS = 20, SHORT = 10 };
/* As the portfolio has it: candidates of a node, and the joint messages'
 * damping. */
enum { CANDIDATES = 10 };
static const double JOINT_DAMPING = 0.7;

typedef enum subject { TRIAD, STAGES, AP, RAP, JOINT } subject;
static const char *const subject_names[] = {"triad", "stages", "ap", "rap",
                                            "joint"};

typedef struct wishes {
    uint32_t nodes[MOST_SIZES], node_count;
    uint32_t threads[MOST_THREADS], thread_count;
    uint32_t iterations;
    uint32_t triad; /* elements of a stream */
    const char *edges, *labels, *given;
    const char *corpus, *output;
    const char *solver; /* NULL: all */
} wishes;

/* What is measured: a solver's messages, in one run after another. */
typedef struct trial {
    const pleach_affinity *affinity;
    subject solver;
    uint32_t threads;
    pl_live live; /* JOINT: the candidates */
} trial;

/* ---------------------------------------------------------- the memory -- */

static moment least(moment a, moment b)
{
    return (moment){a.wall < b.wall ? a.wall : b.wall,
                    a.cpu < b.cpu ? a.cpu : b.cpu,
                    a.user < b.user ? a.user : b.user};
}

/* Three streams read, two written. */
static void measure_triad(const wishes *w, uint32_t threads)
{
    size_t count = w->triad;
    float *x[5];
    moment best = {1e9, 1e9, 1e9};
    for (int k = 0; k < 5; k++) {
        x[k] = malloc(count * sizeof **x);
        if (x[k] == NULL)
            measure_give_up("There is not enough memory for the triad.");
#pragma omp parallel for num_threads((int)threads)
        for (size_t i = 0; i < count; i++)
            x[k][i] = (float)k;
    }
    for (int round = 0; round < 8; round++) {
        moment start = measure_now();
#pragma omp parallel for simd num_threads((int)threads)
        for (size_t i = 0; i < count; i++) {
            x[3][i] = x[0][i] + 0.5f * x[1][i];
            x[4][i] = x[2][i] - x[0][i];
        }
        best = least(best, measure_since(start));
    }
    printf("{\"what\": \"triad\", \"threads\": %u, \"elements\": %zu, "
           "\"ns\": %.4f, \"ns_cpu\": %.4f}\n",
           threads, count, 1e9 * best.wall / (double)count,
           1e9 * best.cpu / (double)count);
}

/* -------------------------------------------------------- the messages -- */

static pl_outcome propagate(const trial *t, pl_arena *arena, subject solver,
                            uint32_t iterations, float *believed)
{
    pleach_clusters_options options = {
        .damping = solver == JOINT ? JOINT_DAMPING : 0.9,
        .max_iterations = iterations,
        .window = 100,
        .threads = t->threads};
    const pleach_affinity *a = t->affinity;
    pl_outcome outcome = {.exemplar =
                              PL_ARENA_ARRAY(arena, uint32_t, a->slot_count)};
    pleach_status status = PLEACH_NO_MEMORY;
    if (outcome.exemplar != NULL && solver == JOINT)
        status = pl_joint_run(&outcome, arena, a, &t->live, &options, NULL);
    else if (outcome.exemplar != NULL)
        status = pl_propagate(&outcome, arena, a, solver == RAP, &options,
                              believed, NULL);
    if (status != PLEACH_OK)
        measure_give_up("The messages could not be passed.");
    return outcome;
}

static moment time_run(const trial *t, uint32_t iterations, uint32_t *done)
{
    pl_arena *arena = pl_arena_new();
    if (arena == NULL)
        measure_give_up("There is no memory.");
    moment start = measure_now();
    *done = propagate(t, arena, t->solver, iterations, NULL).iterations;
    moment took = measure_since(start);
    pl_arena_free(arena);
    return took;
}

static float promise(void *context, uint32_t slot, uint64_t pair)
{
    float *const *believed = context;
    (void)slot;
    return believed[0][pair] > believed[1][pair] ? believed[0][pair]
                                                 : believed[1][pair];
}

/* The joint messages live on the candidates that AP and RAP believe in. */
static void list_candidates(trial *t, pl_arena *arena, uint32_t iterations)
{
    uint64_t pairs = pl_pair_count(t->affinity);
    float *believed[2];
    for (int k = 0; k < 2; k++) {
        believed[k] = PL_ARENA_ARRAY(arena, float, pairs);
        if (believed[k] == NULL)
            measure_give_up("There is not enough memory for the beliefs.");
        propagate(t, arena, k == 0 ? AP : RAP, iterations, believed[k]);
    }
    if (pl_live_list(&t->live, arena, t->affinity, 0, CANDIDATES, promise,
                     believed, NULL) != PLEACH_OK)
        measure_give_up("There is not enough memory for the candidates.");
}

typedef struct slope {
    moment took;    /* what the iterations more take */
    uint32_t count; /* how many they are */
} slope;

/* The least of several runs is what the machine can do: short ones are
 * repeated until they have had a second. The joint messages are much slower
 * for each pair, and need fewer iterations to be measured. */
static slope measure_slope(const trial *t, uint32_t iterations)
{
    uint32_t from = t->solver == JOINT ? SHORT / 5 : SHORT;
    uint32_t more = t->solver == JOINT ? iterations / 5 + 1 : iterations;
    uint32_t done_few, done_many;
    moment start = measure_now();
    moment few = time_run(t, from, &done_few);
    moment many = time_run(t, from + more, &done_many);
    for (int k = 1; k < MOST_ROUNDS && measure_since(start).cpu < 1; k++) {
        few = least(few, time_run(t, from, &done_few));
        many = least(many, time_run(t, from + more, &done_many));
    }
    return (slope){
        {many.wall - few.wall, many.cpu - few.cpu, many.user - few.user},
        done_many > done_few ? done_many - done_few : 1};
}

/* Wall time is the machine's answer, processor time the one that depends
 * less on who else is busy. */
static void tell_messages(const trial *t, const char *input, slope s,
                          double bytes)
{
    const pleach_affinity *a = t->affinity;
    double pairs = (double)pl_pair_count(a);
    double steps = (pairs > 0 ? pairs : 1) * s.count;
    double ns = 1e9 * s.took.wall / steps;
    printf("{\"what\": \"messages\", \"solver\": \"%s\", "
           "\"input\": \"%s\", \"nodes\": %u, \"pairs\": %.0f, "
           "\"entries\": %.0f, \"threads\": %u, \"iterations\": %u, ",
           subject_names[t->solver], input, a->slot_count, pairs,
           t->solver == JOINT ? (double)pl_live_entries(&t->live, a) : pairs,
           t->threads, s.count);
    printf("\"ns\": %.4f, \"ns_cpu\": %.4f, \"pairs_per_second\": %.0f, "
           "\"bytes_per_pair\": %.2f, \"peak_bytes\": %.0f}\n",
           ns, 1e9 * s.took.cpu / steps, ns > 0 ? 1e9 / ns : 0,
           bytes / (pairs > 0 ? pairs : 1), measure_peak_bytes());
}

static void measure_messages(const wishes *w, uint32_t nodes, subject solver,
                             uint32_t threads)
{
    double before = measure_peak_bytes();
    pleach_affinity *a =
        w->given != NULL ? cases_dense(w->given) : cases_blocks(nodes, 0.25);
    trial t = {.affinity = a, .solver = solver, .threads = threads};
    pl_arena *arena = pl_arena_new();
    if (arena == NULL)
        measure_give_up("There is no memory.");
    if (solver == JOINT)
        list_candidates(&t, arena, w->iterations);
    slope s = measure_slope(&t, w->iterations);
    tell_messages(&t, w->given != NULL ? "dense" : "blocks", s,
                  measure_peak_bytes() - before);
    pl_arena_free(arena);
    pleach_affinity_free(a);
}

/* Runs in a child, so that one measurement's memory is not another's. */
static void measure_apart(const wishes *w, uint32_t nodes, subject what,
                          uint32_t threads)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (what == TRIAD)
            measure_triad(w, threads);
        else if (what == STAGES)
            stages_measure(w->corpus, w->output, threads);
        else
            measure_messages(w, nodes, what, threads);
        fflush(stdout);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        measure_give_up("A measurement failed.");
}

/* ---------------------------------------------------------- the wishes -- */

/* Roots only: nothing but AP's own answer is to be judged. */
static void write_case(const wishes *w)
{
    pleach_affinity *a =
        w->given != NULL ? cases_dense(w->given) : cases_blocks(w->nodes[0], 1);
    pleach_solver solver = PLEACH_SOLVER_AP;
    if (w->solver != NULL && strcmp(w->solver, "ap") != 0)
        solver = strcmp(w->solver, "rap") == 0 ? PLEACH_SOLVER_RAP
                                               : PLEACH_SOLVER_JOINT;
    if (w->edges != NULL)
        cases_write_edges(a, w->edges);
    if (w->labels != NULL)
        cases_write_labels(a, solver, w->given != NULL, w->labels);
    pleach_affinity_free(a);
}

static uint32_t number(const char *text)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value == 0 || value > 100000000)
        measure_give_up("A number is not what it should be.");
    return (uint32_t)value;
}

static bool read_number(wishes *w, const char *name, const char *value)
{
    if (strcmp(name, "--nodes") == 0 && w->node_count < MOST_SIZES)
        w->nodes[w->node_count++] = number(value);
    else if (strcmp(name, "--threads") == 0 && w->thread_count < MOST_THREADS)
        w->threads[w->thread_count++] = number(value);
    else if (strcmp(name, "--iterations") == 0)
        w->iterations = number(value);
    else if (strcmp(name, "--triad") == 0)
        w->triad = number(value);
    else
        return false;
    return true;
}

static void read_word(wishes *w, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **place;
    } known[] = {{"--edges", &w->edges},   {"--labels", &w->labels},
                 {"--given", &w->given},   {"--solver", &w->solver},
                 {"--corpus", &w->corpus}, {"--output", &w->output}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(name, known[k].name) == 0) {
            *known[k].place = value;
            return;
        }
    measure_give_up("An option is not known.");
}

static wishes read_wishes(int count, char **words)
{
    wishes w = {.iterations = 50, .triad = 48 << 20};
    if (count % 2 == 0)
        measure_give_up("An option has no value.");
    for (int k = 1; k < count; k += 2)
        if (!read_number(&w, words[k], words[k + 1]))
            read_word(&w, words[k], words[k + 1]);
    if (w.node_count == 0)
        for (uint32_t n = 10000; n <= 1000000; n *= 10)
            w.nodes[w.node_count++] = n;
    if (w.thread_count == 0)
        for (uint32_t t = 1; t <= 2; t++)
            w.threads[w.thread_count++] = t;
    return w;
}

int main(int count, char **words)
{
    wishes w = read_wishes(count, words);
    if (w.edges != NULL || w.labels != NULL) {
        write_case(&w);
        return 0;
    }
    for (uint32_t t = 0; t < w.thread_count; t++)
        measure_apart(&w, 0, w.corpus != NULL ? STAGES : TRIAD, w.threads[t]);
    if (w.corpus != NULL)
        return 0;
    for (uint32_t k = 0; k < (w.given != NULL ? 1 : w.node_count); k++)
        for (subject what = AP; what <= JOINT; what++)
            for (uint32_t t = 0; t < w.thread_count; t++)
                if (w.solver == NULL || !strcmp(w.solver, subject_names[what]))
                    measure_apart(&w, w.nodes[k], what, w.threads[t]);
    return 0;
}
