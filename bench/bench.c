/* bench.c: how long an iteration takes per pair, beside the memory's speed.
 *
 *     pleach-bench [--nodes N]... [--iterations N] [--threads N]...
 *     pleach-bench --edges FILE --labels FILE [--solver NAME]
 *                  [--nodes N | --given FILE]
 *
 * Each line is measured in a process of its own. Time per iteration is the
 * slope between a short and a long run, so that starting is left out. The
 * second form writes an affinity, drawn or given as lines "i j similarity" of
 * a complete graph, and what the solver makes of it, to be judged by others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <omp.h>

#include "blocks.h"
#include "clusters/clusters.h"
#include "clusters/decode.h"
#include "clusters/propagate.h"

enum { MOST_SIZES = 8, MOST_THREADS = 8 };

typedef struct wishes {
    uint32_t nodes[MOST_SIZES], node_count;
    uint32_t threads[MOST_THREADS], thread_count;
    uint32_t iterations;
    const char *edges, *labels, *given;
    const char *solver; /* of the labels */
} wishes;

typedef struct moment {
    double wall, user;
} moment;

static moment now(void)
{
    struct timespec t;
    struct rusage used;
    clock_gettime(CLOCK_MONOTONIC, &t);
    getrusage(RUSAGE_SELF, &used);
    return (moment){(double)t.tv_sec + 1e-9 * (double)t.tv_nsec,
                    (double)used.ru_utime.tv_sec +
                        1e-6 * (double)used.ru_utime.tv_usec};
}

static double peak_bytes(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return 1024.0 * (double)used.ru_maxrss;
}

static void give_up(const char *sentence)
{
    fprintf(stderr, "bench: %s\n", sentence);
    exit(3);
}

/* ---------------------------------------------------------- the memory -- */

/* Three streams read, two written, far beyond the cache. */
static void measure_triad(uint32_t threads)
{
    size_t count = (size_t)48 << 20;
    float *x[5];
    moment best = {1e9, 1e9};
    for (int k = 0; k < 5; k++) {
        x[k] = malloc(count * sizeof **x);
        if (x[k] == NULL)
            give_up("There is not enough memory for the triad.");
#pragma omp parallel for num_threads((int)threads)
        for (size_t i = 0; i < count; i++)
            x[k][i] = (float)k;
    }
    for (int round = 0; round < 5; round++) {
        moment from = now();
#pragma omp parallel for simd num_threads((int)threads)
        for (size_t i = 0; i < count; i++) {
            x[3][i] = x[0][i] + 0.5f * x[1][i];
            x[4][i] = x[2][i] - x[0][i];
        }
        moment to = now();
        best.wall = fmin(best.wall, to.wall - from.wall);
        best.user = fmin(best.user, to.user - from.user);
    }
    printf("triad             %u threads  %6.2f ns per element, %6.2f of "
           "processor time\n",
           threads, 1e9 * best.wall / (double)count,
           1e9 * best.user / (double)count);
}

/* -------------------------------------------------------- the messages -- */

static pleach_affinity *make(uint32_t nodes)
{
    blocks_plan plan = {nodes, 30, 1.6, 0.25, 1};
    pleach_affinity *a = blocks_make(&plan);
    if (a == NULL)
        give_up("There is not enough memory for the affinity.");
    return a;
}

static pl_outcome propagate(const pleach_affinity *a, pl_arena *arena,
                            bool relational, uint32_t threads,
                            uint32_t iterations)
{
    pleach_cluster_options options = {.damping = 0.9,
                                      .max_iterations = iterations,
                                      .window = 100,
                                      .threads = threads};
    pleach_error error;
    pl_outcome outcome = {.exemplar =
                              PL_ARENA_ARRAY(arena, uint32_t, a->slot_count)};
    if (outcome.exemplar == NULL ||
        pl_propagate(&outcome, arena, a, relational, &options, NULL, &error) !=
            PLEACH_OK)
        give_up("The messages could not be passed.");
    return outcome;
}

static moment time_run(const pleach_affinity *a, bool relational,
                       uint32_t threads, uint32_t iterations)
{
    pl_arena *arena = pl_arena_new();
    if (arena == NULL)
        give_up("There is no memory.");
    moment from = now();
    propagate(a, arena, relational, threads, iterations);
    moment to = now();
    pl_arena_free(arena);
    return (moment){to.wall - from.wall, to.user - from.user};
}

static void measure_messages(const wishes *w, uint32_t nodes, bool relational,
                             uint32_t threads)
{
    enum { SHORT = 10 };
    double before = peak_bytes();
    pleach_affinity *a = make(nodes);
    moment few = time_run(a, relational, threads, SHORT);
    moment many = time_run(a, relational, threads, SHORT + w->iterations);
    double pairs = (double)pl_pair_count(a);
    double steps = pairs * w->iterations;
    printf("%-3s %9u nodes  %u threads  %6.2f ns per pair and iteration, "
           "%6.2f of processor time; %9.0f pairs, %5.1f bytes each\n",
           relational ? "rap" : "ap", nodes, threads,
           1e9 * (many.wall - few.wall) / steps,
           1e9 * (many.user - few.user) / steps, pairs,
           (peak_bytes() - before) / pairs);
    pleach_affinity_free(a);
}

/* Runs in a child, so that one measurement's memory is not another's. */
static void measure_apart(const wishes *w, uint32_t nodes, int what,
                          uint32_t threads)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (nodes == 0)
            measure_triad(threads);
        else
            measure_messages(w, nodes, what == 1, threads);
        fflush(stdout);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        give_up("A measurement failed.");
}

/* ----------------------------------------------------- for others to see -- */

static void write_edges(const pleach_affinity *a, const char *path)
{
    FILE *to = fopen(path, "w");
    if (to == NULL)
        give_up("The edges cannot be written.");
    for (uint32_t i = 0; i < a->slot_count; i++) {
        fprintf(to, "%u %u %.9g\n", i, i, a->preference);
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            fprintf(to, "%u %u %.9g\n", i, a->pair_slot[p],
                    (double)a->pair_similarity[p]);
    }
    if (fclose(to) != 0)
        give_up("The edges cannot be written.");
}

static void write_labels(const uint32_t *label, uint32_t count,
                         const char *path)
{
    FILE *to = fopen(path, "w");
    if (to == NULL)
        give_up("The labels cannot be written.");
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, "%u\n", label[i]);
    if (fclose(to) != 0)
        give_up("The labels cannot be written.");
}

/* Makes the messages' similarities what is left of s after rho's share. */
static void fade_in(pl_messages *m, const pl_real *s, const pl_real *self,
                    double share)
{
    for (uint64_t cell = 0; cell < m->cells; cell++)
        if (s[cell] > -PL_FAR)
            m->s[cell] = (pl_real)(s[cell] * (1 - share));
    for (uint32_t i = 0; i < m->affinity->slot_count; i++) {
        m->self_s[i] = (pl_real)(self[i] * (1 - share));
        m->highest[i] = PL_FAR;
    }
}

/* AP as others start it, with rho = 0 where pleach has eta = 0: to compare
 * answers, both have to come from the same beginning. Damping is linear: from
 * rho = 0, rho is s + eta less a share of s that shrinks by the damping with
 * each iteration. So s lacks that share while there is one, and alpha, which
 * shrinks by itself, has it, for beta does not lack it. */
static uint32_t *label_classically(const pleach_affinity *a, pl_arena *arena)
{
    enum { ITERATIONS = 1000 };
    const double damping = 0.9;
    pl_messages m;
    pl_messages_plan plan = {.damping = damping, .threads = 1};
    uint32_t *label = PL_ARENA_ARRAY(arena, uint32_t, a->slot_count);
    uint32_t *marks = PL_ARENA_ARRAY(arena, uint32_t, a->slot_count);
    float *sure = PL_ARENA_ARRAY(arena, float, a->slot_count);
    if (!label || !marks || !sure ||
        pl_messages_start(&m, arena, a, &plan, NULL) != PLEACH_OK)
        give_up("There is not enough memory for the messages.");
    pl_real *s = PL_ARENA_ARRAY(arena, pl_real, m.cells);
    pl_real *self = PL_ARENA_ARRAY(arena, pl_real, a->slot_count);
    if (s == NULL || self == NULL)
        give_up("There is not enough memory for the messages.");
    memcpy(s, m.s, m.cells * sizeof *s);
    memcpy(self, m.self_s, a->slot_count * sizeof *self);
    for (uint64_t cell = 0; cell < m.cells; cell++)
        m.alpha[cell] = s[cell] > -PL_FAR ? (pl_real)(damping * s[cell]) : 0;
    for (uint32_t i = 0; i < a->slot_count; i++)
        m.self_alpha[i] = (pl_real)(damping * self[i]);
    double share = 1;
    for (uint32_t k = 0; k < ITERATIONS; k++) {
        share = share * damping > 1e-9 ? share * damping : 0;
        fade_in(&m, s, self, share);
        for (uint32_t b = 0; b < a->block_count; b++)
            pl_messages_iterate(&m, b, 0, 1, false);
    }
    for (uint32_t b = 0; b < a->block_count; b++)
        pl_decode(&m, b, label, sure, marks);
    return label;
}

/* Reads lines "i j similarity" of a complete graph. */
static pleach_affinity *read_given(const char *path)
{
    FILE *from = fopen(path, "r");
    size_t room = 0, count = 0;
    float *s = NULL;
    double x, preference = 0;
    unsigned int i, j;
    if (from == NULL)
        give_up("The given similarities cannot be read.");
    while (fscanf(from, "%u %u %lf", &i, &j, &x) == 3) {
        if (count == room) {
            room = 2 * room + 1024;
            s = realloc(s, room * sizeof *s);
            if (s == NULL)
                give_up("There is not enough memory for the similarities.");
        }
        s[count++] = (float)x;
        preference = x;
    }
    fclose(from);
    /* The last line is that of the last node with itself. */
    pleach_affinity *a = blocks_dense(s, i + 1, preference);
    if (a == NULL || count != (size_t)(i + 1) * (i + 1) || i != j)
        give_up("The given similarities are not those of all pairs.");
    free(s);
    return a;
}

static void write_case(const wishes *w)
{
    /* Roots only: nothing but AP's own answer is to be judged. */
    blocks_plan plan = {w->nodes[0], 30, 1.6, 1, 1};
    pl_arena *arena = pl_arena_new();
    pleach_affinity *a =
        w->given == NULL ? blocks_make(&plan) : read_given(w->given);
    if (a == NULL || arena == NULL)
        give_up("There is not enough memory for the affinity.");
    write_edges(a, w->edges);
    pleach_cluster_options options = {.solver = w->solver, .bound = "none"};
    pleach_clusters *found = NULL;
    if (w->given == NULL &&
        pleach_clusters_find(&found, a, &options, NULL) != PLEACH_OK)
        give_up("The solver is not known or found nothing.");
    write_labels(found != NULL ? found->exemplar : label_classically(a, arena),
                 a->slot_count, w->labels);
    pleach_clusters_free(found);
    pl_arena_free(arena);
    pleach_affinity_free(a);
}

static uint32_t number(const char *text)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value == 0 || value > 100000000)
        give_up("A number is not what it should be.");
    return (uint32_t)value;
}

static wishes read_wishes(int count, char **words)
{
    wishes w = {.iterations = 50, .solver = "ap"};
    for (int k = 1; k + 1 < count; k += 2) {
        const char *value = words[k + 1];
        if (strcmp(words[k], "--nodes") == 0 && w.node_count < MOST_SIZES)
            w.nodes[w.node_count++] = number(value);
        else if (strcmp(words[k], "--threads") == 0 &&
                 w.thread_count < MOST_THREADS)
            w.threads[w.thread_count++] = number(value);
        else if (strcmp(words[k], "--iterations") == 0)
            w.iterations = number(value);
        else if (strcmp(words[k], "--edges") == 0)
            w.edges = value;
        else if (strcmp(words[k], "--labels") == 0)
            w.labels = value;
        else if (strcmp(words[k], "--solver") == 0)
            w.solver = value;
        else if (strcmp(words[k], "--given") == 0)
            w.given = value;
        else
            give_up("An option is not known.");
    }
    if (count % 2 == 0)
        give_up("An option has no value.");
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
    if (w.edges != NULL && w.labels != NULL) {
        write_case(&w);
        return 0;
    }
    for (uint32_t t = 0; t < w.thread_count; t++)
        measure_apart(&w, 0, 0, w.threads[t]);
    for (uint32_t k = 0; k < w.node_count; k++)
        for (int what = 0; what < 2; what++)
            for (uint32_t t = 0; t < w.thread_count; t++)
                measure_apart(&w, w.nodes[k], what, w.threads[t]);
    return 0;
}
