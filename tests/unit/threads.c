/* threads.c: several threads at once, with objects of their own and with one
 * in common, each with the same bytes as alone.
 *
 * Built and run with the thread sanitizer too (make sanitize). */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sinks.h"

enum { THREADS = 2, ROUNDS = 2 };

static const char CORPUS[] =
    "{\"owner\": \"a\", \"id\": \"1\", \"name\": \"Animal\", \"children\": "
    "[{\"name\": \"Bird\", \"tags\": {\"sky\": 2}}, {\"name\": \"Dog\"}]}\n"
    "{\"owner\": \"b\", \"id\": \"2\", \"name\": \"animals\", \"children\": "
    "[{\"name\": \"birds\", \"tags\": {\"sky\": 1}}, {\"name\": \"dogs\"}]}\n"
    "{\"owner\": \"c\", \"id\": \"3\", \"name\": \"Bird\", \"children\": "
    "[{\"name\": \"Heron\", \"tags\": {\"pond\": 1}}]}\n"
    "{\"owner\": \"d\", \"id\": \"4\", \"name\": \"Pets\", \"children\": "
    "[{\"name\": \"Birds\", \"tags\": {\"cage\": 1}}, {\"name\": \"Dog\"}]}\n";

typedef PL_LIST(char) bytes;

static bool keep(void *context, const void *from, size_t size)
{
    bytes *to = context;
    if (!pl_list_room(to, size))
        return false;
    memcpy(to->items + to->count, from, size);
    to->count += size;
    return true;
}

/* cmocka's asserts are not for other threads. */
static void must(pleach_status status)
{
    if (status != PLEACH_OK)
        abort();
}

static void write_forest(bytes *to, const pleach_affinity *affinity)
{
    pleach_clusters_options options = {.threads = 1};
    pleach_write_options how = {.format = "json"};
    pleach_sink sink = {.write = keep, .context = to};
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    must(pleach_clusters_find(&clusters, affinity, &options, NULL));
    must(pleach_taxonomy_grow(&taxonomy, clusters, NULL));
    must(pleach_taxonomy_write(taxonomy, &sink, &how, NULL));
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
}

static pleach_affinity *compare(const pleach_corpus *corpus)
{
    pleach_affinity_options options = {.threads = 1};
    pleach_affinity *affinity = NULL;
    must(pleach_affinity_compare(&affinity, corpus, &options, NULL));
    return affinity;
}

static pleach_corpus *read_corpus(void)
{
    pleach_input input = {"x.jsonl", CORPUS, sizeof CORPUS - 1};
    pleach_corpus *corpus = NULL;
    must(pleach_corpus_read(&corpus, &input, 1, NULL, NULL));
    return corpus;
}

typedef struct job {
    const pleach_corpus *corpus; /* NULL: it reads its own */
    const pleach_affinity *affinity;
    bytes text;
} job;

static void *work(void *context)
{
    job *mine = context;
    pleach_corpus *corpus = mine->corpus == NULL ? read_corpus() : NULL;
    const pleach_corpus *from = corpus == NULL ? mine->corpus : corpus;
    pleach_affinity *affinity = mine->affinity == NULL ? compare(from) : NULL;
    write_forest(&mine->text, affinity == NULL ? mine->affinity : affinity);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return NULL;
}

/* All do the same at once; what they write is what one alone writes. */
static void run_together(const pleach_corpus *corpus,
                         const pleach_affinity *affinity)
{
    job alone = {.corpus = corpus, .affinity = affinity};
    work(&alone);
    for (int round = 0; round < ROUNDS; round++) {
        job jobs[THREADS] = {{0}};
        pthread_t threads[THREADS];
        for (int t = 0; t < THREADS; t++) {
            jobs[t] = (job){.corpus = corpus, .affinity = affinity};
            assert_int_equal(pthread_create(&threads[t], NULL, work, &jobs[t]),
                             0);
        }
        for (int t = 0; t < THREADS; t++) {
            pthread_join(threads[t], NULL);
            assert_int_equal(jobs[t].text.count, alone.text.count);
            assert_memory_equal(jobs[t].text.items, alone.text.items,
                                alone.text.count);
            pl_list_free(&jobs[t].text);
        }
    }
    pl_list_free(&alone.text);
}

static void test_objects_of_their_own(void **state)
{
    (void)state;
    run_together(NULL, NULL);
}

static void test_one_corpus(void **state)
{
    pleach_corpus *corpus = read_corpus();
    (void)state;
    run_together(corpus, NULL);
    pleach_corpus_free(corpus);
}

static void test_one_affinity(void **state)
{
    pleach_corpus *corpus = read_corpus();
    pleach_affinity *affinity = compare(corpus);
    (void)state;
    run_together(corpus, affinity);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

/* One loaded taxonomy, read by all. */
static void *count_members(void *context)
{
    const pleach_taxonomy *taxonomy = context;
    uintptr_t members = 0;
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++) {
        pleach_cluster cluster;
        pleach_member member;
        must(pleach_taxonomy_cluster(&cluster, taxonomy, c, NULL));
        for (uint32_t k = 0; k < cluster.size; k++) {
            must(pleach_taxonomy_member(&member, taxonomy, c, k, NULL));
            members += member.node.owner[0] != '\0';
        }
    }
    return (void *)members;
}

static void test_one_loaded(void **state)
{
    pleach_corpus *corpus = read_corpus();
    pleach_affinity *affinity = compare(corpus);
    pleach_taxonomy *loaded = NULL;
    bytes text = {0};
    pthread_t threads[THREADS];
    (void)state;
    write_forest(&text, affinity);
    pleach_input input = {"it", text.items, text.count};
    must(pleach_taxonomy_load(&loaded, &input, NULL));
    for (int t = 0; t < THREADS; t++)
        assert_int_equal(
            pthread_create(&threads[t], NULL, count_members, loaded), 0);
    for (int t = 0; t < THREADS; t++) {
        void *members = NULL;
        pthread_join(threads[t], &members);
        assert_int_equal((uintptr_t)members,
                         pleach_corpus_get_facts(corpus)->nodes);
    }
    pleach_taxonomy_free(loaded);
    pl_list_free(&text);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects_of_their_own),
        cmocka_unit_test(test_one_corpus),
        cmocka_unit_test(test_one_affinity),
        cmocka_unit_test(test_one_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
