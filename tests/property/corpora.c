/* corpora.c: what holds for every corpus, tried on very many; on fewer where
 * sanitizers make each one slow. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>
#include <unistd.h>

#include "pleach_curate.h"
#include "random_corpus.h"
#include "sinks.h"
#include "solver_words.h"

enum { USUAL_CORPORA = SANITIZED ? 100 : 500 };

static void must(pleach_status status, const pleach_error *error)
{
    if (status != PLEACH_OK)
        fail_msg("status %d: %s", status, error->sentence);
}

/* ------------------------------------------------------------------- run -- */

typedef struct question {
    const char *similarity, *solver, *seed, *root;
    double preference;
    uint32_t threads, max_iterations;
} question;

typedef struct answer {
    char *json;
    double net_similarity, upper_bound;
    uint64_t nodes, discarded, instances;
} answer;

static char *write_json(const pleach_taxonomy *taxonomy)
{
    char *text = NULL;
    size_t size = 0;
    pleach_error error = {0};
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    must(pleach_taxonomy_write(taxonomy, TO(to),
                               &(pleach_write_options){.format = "json"},
                               &error),
         &error);
    fclose(to);
    return text;
}

static answer ask(const pleach_corpus *corpus, const question *q)
{
    pleach_error error = {0};
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    pleach_affinity_options compare = {.similarity = q->similarity,
                                       .preference = q->preference,
                                       .seed = q->seed,
                                       .threads = q->threads};
    pleach_clusters_options find = {.solver = solver_of(q->solver),
                                    .max_iterations = q->max_iterations,
                                    .root = q->root,
                                    .threads = q->threads};
    must(pleach_affinity_compare(&affinity, corpus, &compare, &error), &error);
    must(pleach_clusters_find(&clusters, affinity, &find, &error), &error);
    must(pleach_taxonomy_grow(&taxonomy, clusters, &error), &error);
    const pleach_report *report = pleach_taxonomy_report(taxonomy);
    answer a = {.json = write_json(taxonomy),
                .net_similarity = report->net_similarity,
                .upper_bound = report->upper_bound,
                .nodes = report->nodes,
                .discarded = report->discarded};
    for (uint32_t level = 0; level < report->levels; level++)
        a.instances += report->level_instances[level];
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    return a;
}

static pleach_corpus *read_lines(const random_corpus *lines)
{
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    char *text = random_corpus_text(lines);
    pleach_input input = {"corpus.jsonl", text, strlen(text)};
    must(pleach_corpus_read(&corpus, &input, 1, NULL, &error), &error);
    free(text);
    return corpus;
}

/* ------------------------------------------------------------- the proof -- */

static char folder[] = "/tmp/pleach-property-XXXXXX";
static char taxonomy_path[64], input_path[64];

static void put_file(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    assert_true(fputs(text, to) >= 0);
    assert_int_equal(fclose(to), 0);
}

/* The independent check, with the input it came from. */
static void prove(const answer *a, const pleach_corpus *corpus)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    pleach_input inputs[] = {{.name = input_path}};
    put_file(taxonomy_path, a->json);
    pleach_status status =
        pleach_check(&result, FILE_AT(taxonomy_path), inputs, 1, &error);
    if (status != PLEACH_OK)
        fail_msg("%s\n%s", error.sentence, a->json);
    uint64_t nodes = pleach_corpus_get_facts(corpus)->nodes;
    assert_true(result.inputs_compared);
    assert_int_equal(result.members + result.discarded, nodes);
    assert_int_equal(result.input_nodes, nodes);
    assert_int_equal(a->instances + a->discarded, nodes);
}

static void expect_same_bytes(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return;
    size_t at = 0;
    while (a[at] == b[at])
        at++;
    at -= at < 200 ? at : 200;
    fail_msg("These differ:\n%.400s\n---\n%.400s", a + at, b + at);
}

/* ------------------------------------------------------------ every rule -- */

static const char *pick(pl_random *random, const char *const *from,
                        uint32_t count)
{
    return from[pl_random_below(random, count)];
}

static question random_question(pl_random *random)
{
    static const char *const similarities[] = {
        NULL,        "tags",      "tags:2",  "tags:3",   "name",
        "context:2", "context:4", "concept", "concept:2"};
    static const double numbers[] = {0, 0, 0, 0.3, 2};
    static const char *const roots[] = {NULL, NULL, "Pets", "What nobody has"};
    return (question){.root = pick(random, roots, 4),
                      .similarity = pick(random, similarities, 9),
                      .preference = numbers[pl_random_below(random, 5)],
                      .max_iterations = 120};
}

static void try_corpus(pl_random *random, random_corpus *lines,
                       const question *asked, bool joint)
{
    static const char *const solvers[] = {"ap", "rap", "joint"};
    double net[3];
    pleach_corpus *corpus = read_lines(lines);
    char *text = random_corpus_text(lines);
    put_file(input_path, text);
    free(text);
    random_corpus_shuffle(random, lines);
    pleach_corpus *shuffled = read_lines(lines);
    for (int k = 0; k < (joint ? 3 : 2); k++) {
        question q = *asked;
        q.solver = solvers[k];
        q.threads = 1;
        answer a = ask(corpus, &q);
        prove(&a, corpus);
        q.threads = 2 + pl_random_below(random, 2);
        answer b = ask(shuffled, &q);
        expect_same_bytes(a.json, b.json);
        net[k] = a.net_similarity;
        assert_true(k < 2 ? isnan(a.upper_bound)
                          : a.upper_bound >= a.net_similarity);
        free(a.json);
        free(b.json);
    }
    if (joint)
        assert_true(net[2] >= net[0] - 1e-9 && net[2] >= net[1] - 1e-9);
    for (int k = 0; k < 2; k++) {
        question q = *asked;
        q.solver = k == 0 ? "votes" : "consensus";
        q.threads = 1;
        answer a = ask(corpus, &q);
        prove(&a, corpus);
        q.threads = 2;
        answer b = ask(shuffled, &q);
        expect_same_bytes(a.json, b.json);
        free(a.json);
        free(b.json);
    }
    pleach_corpus_free(shuffled);
    pleach_corpus_free(corpus);
}

/* Joint spends its whole budget where nothing proves an answer best: on
 * chaos like this mostly. It gets one corpus in so many. */
enum { JOINT_EVERY = 40 };

static void try_many(uint64_t seed, uint32_t share, random_corpus_shape most)
{
    pl_random random;
    pl_random_seed(&random, seed);
    uint32_t count = random_cases(USUAL_CORPORA) / share;
    for (uint32_t k = 0; k < count; k++) {
        random_corpus_shape shape = most;
        shape.lines = 1 + pl_random_below(&random, most.lines);
        shape.names = 1 + pl_random_below(&random, most.names);
        shape.depth = 1 + pl_random_below(&random, most.depth);
        random_corpus lines = random_corpus_new(&random, &shape);
        question q = random_question(&random);
        try_corpus(&random, &lines, &q, k % JOINT_EVERY == 0);
        random_corpus_free(&lines);
    }
}

static void test_saplings(void **state)
{
    (void)state;
    try_many(51, 3, (random_corpus_shape){12, 5, 4, 1, 4});
}

static void test_deep_trees(void **state)
{
    (void)state;
    try_many(52, 3, (random_corpus_shape){6, 6, 3, 4, 5});
}

static void test_without_tags(void **state)
{
    (void)state;
    try_many(53, 6, (random_corpus_shape){8, 4, 4, 2, 0});
}

static void test_many_names(void **state)
{
    (void)state;
    try_many(54, 6, (random_corpus_shape){16, 12, 4, 2, 6});
}

/* Around a seed: the discarded nodes are accounted for as well. */
static void test_seeds(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 55);
    for (uint32_t k = 0; k < random_cases(USUAL_CORPORA) / 10; k++) {
        random_corpus_shape shape = {8, 5, 3, 3, 4};
        random_corpus lines = random_corpus_new(&random, &shape);
        free(lines.line[0]);
        lines.line[0] = strdup("{\"owner\":\"o0\",\"id\":\"s\",\"name\":"
                               "\"Pets\",\"children\":[{\"name\":\"dog\"},"
                               "{\"name\":\"bird\"},{\"name\":\"pets\"}]}");
        question q = random_question(&random);
        q.root = NULL;
        q.seed = "pet";
        try_corpus(&random, &lines, &q, k % JOINT_EVERY == 0);
        random_corpus_free(&lines);
    }
}

/* Large enough for the solvers to use more than one thread; a few iterations
 * show it. */
static void test_threads(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 56);
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    random_corpus_shape shape = {1, 2, 4, 1, 4};
    for (uint32_t k = 0; k < 260; k++) {
        char *line = random_corpus_line(&random, k, &shape);
        fprintf(to, "%s\n", line);
        free(line);
    }
    fclose(to);
    pleach_corpus *corpus = NULL;
    pleach_input input = {"corpus.jsonl", text, size};
    assert_int_equal(pleach_corpus_read(&corpus, &input, 1, NULL, NULL),
                     PLEACH_OK);
    static const char *const solvers[] = {"ap", "rap", "joint", "consensus"};
    for (int k = 0; k < 4; k++) {
        question q = {.similarity = "context:4",
                      .solver = solvers[k],
                      .max_iterations = 20,
                      .threads = 1};
        answer one = ask(corpus, &q);
        for (q.threads = 2; q.threads <= 3; q.threads++) {
            answer more = ask(corpus, &q);
            expect_same_bytes(one.json, more.json);
            free(more.json);
        }
        free(one.json);
    }
    pleach_corpus_free(corpus);
    free(text);
}

static int make_files(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(taxonomy_path, sizeof taxonomy_path, "%s/t.json", folder);
    snprintf(input_path, sizeof input_path, "%s/corpus.jsonl", folder);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    unlink(taxonomy_path);
    unlink(input_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_saplings),     cmocka_unit_test(test_deep_trees),
        cmocka_unit_test(test_without_tags), cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_seeds),        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
