/* partition.c: however many processes share the work, and whichever rows each
 * of them fills, the same bytes come out. The processes are threads here. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "pleach_parallel.h"
#include "post_office.h"
#include "random_corpus.h"
#include "sinks.h"
#include "solver_words.h"

enum { CORPORA = SANITIZED ? 20 : 100 };
enum { RANKS = 4 };

/* --------------------------------------------------------------- running -- */

typedef struct job {
    const char *text, *similarity, *solver;
    uint32_t candidates, crowd; /* 0: as usual */
    const pleach_exchange *exchange;
    char *json, *text_out; /* what came out */
    uint64_t pairs;
    pthread_t thread;
    rank_state state;
    pleach_exchange calls;
} job;

static void must(pleach_status status, const pleach_error *error)
{
    if (status == PLEACH_OK)
        return;
    /* Others may be waiting: there is no way back. */
    fprintf(stderr, "status %d: %s\n", status, error->sentence);
    abort();
}

static void write_json(job *j, const pleach_taxonomy *taxonomy)
{
    pleach_error error = {0};
    size_t size = 0;
    FILE *to = open_memstream(&j->json, &size);
    must(pleach_taxonomy_write(taxonomy, TO(to),
                               &(pleach_write_options){.format = "json"},
                               &error),
         &error);
    fclose(to);
}

static void *work(void *context)
{
    job *j = context;
    pleach_error error = {0};
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    pleach_clusters *clusters;
    pleach_taxonomy *taxonomy;
    size_t size = 0;
    must(pleach_corpus_read(
             &corpus, &(pleach_input){"in", j->text, strlen(j->text)}, 1,
             &(pleach_read_options){.format = "jsonl", .exchange = j->exchange},
             &error),
         &error);
    must(pleach_affinity_compare(
             &affinity, corpus,
             &(pleach_affinity_options){.similarity = j->similarity,
                                        .threads = 1,
                                        .candidates = j->candidates,
                                        .crowd = j->crowd,
                                        .exchange = j->exchange},
             &error),
         &error);
    must(pleach_clusters_find(
             &clusters, affinity,
             &(pleach_clusters_options){.solver = solver_of(j->solver),
                                        .threads = 1,
                                        .max_iterations = 150},
             &error),
         &error);
    must(pleach_taxonomy_grow(&taxonomy, clusters, &error), &error);
    FILE *to = open_memstream(&j->text_out, &size);
    must(pleach_taxonomy_write(taxonomy, TO(to),
                               &(pleach_write_options){.format = "text"},
                               &error),
         &error);
    fclose(to);
    write_json(j, taxonomy);
    j->pairs = pleach_affinity_pairs(affinity);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return NULL;
}

static void start_rank(job *of, const job *pattern, post_office *office,
                       uint32_t rank)
{
    *of = *pattern;
    of->json = of->text_out = NULL;
    of->calls = post_exchange(&of->state, office, rank);
    of->exchange = &of->calls;
    assert_int_equal(pthread_create(&of->thread, NULL, work, of), 0);
}

static void check_spread(const job *alone, uint32_t ranks)
{
    post_office office;
    job jobs[MOST_RANKS];
    post_open(&office, ranks);
    for (uint32_t r = 0; r < ranks; r++)
        start_rank(&jobs[r], alone, &office, r);
    for (uint32_t r = 0; r < ranks; r++)
        pthread_join(jobs[r].thread, NULL);
    for (uint32_t r = 0; r < ranks; r++) {
        assert_string_equal(jobs[r].json, alone->json);
        assert_string_equal(jobs[r].text_out, alone->text_out);
        assert_int_equal(jobs[r].pairs, alone->pairs);
        free(jobs[r].json);
        free(jobs[r].text_out);
    }
    post_close(&office);
}

/* ----------------------------------------------------------------- tests -- */

static void try_corpus(uint64_t seed)
{
    static const char *const similarities[] = {"tags",
                                               "tags:2",
                                               "context:4",
                                               "0.3*name + 0.7*tags:2",
                                               "auto",
                                               "concept:2",
                                               "0.5*concept:2 + 0.5*tags:3",
                                               "0.5*context:2 + 0.5*tags"};
    static const char *const solvers[] = {"ap", "rap", "joint", "consensus"};
    pl_random random;
    pl_random_seed(&random, seed);
    random_corpus_shape shape = {.lines = 2 + pl_random_below(&random, 40),
                                 .names = 3 + pl_random_below(&random, 9),
                                 .most_leaves = 4,
                                 .depth = 1 + pl_random_below(&random, 2),
                                 .tags = 3};
    random_corpus made = random_corpus_new(&random, &shape);
    char *text = random_corpus_text(&made);
    for (uint32_t k = 0; k < 4; k++) {
        job alone = {.text = text,
                     .similarity = similarities[pl_random_below(
                         &random, sizeof similarities / sizeof *similarities)],
                     .solver = solvers[k],
                     .candidates = seed % 3 == 0 ? 2 : 0,
                     .crowd = seed % 3 == 0 ? 4 : 0};
        work(&alone);
        check_spread(&alone, 1 + (uint32_t)seed % RANKS);
        free(alone.json);
        free(alone.text_out);
    }
    free(text);
    random_corpus_free(&made);
}

static void the_same_bytes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < random_cases(CORPORA); seed++)
        try_corpus(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_bytes)};
    return cmocka_run_group_tests_name("spread", tests, NULL, NULL);
}
