/* explain.c: every allocation of an explanation fails in turn. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "pleach_curate.h"
#include "sinks.h"
#include "solver_words.h"

static char input[] = "/tmp/pleach-fault-explain-XXXXXX";
static char taxonomy[] = "/tmp/pleach-fault-explained-XXXXXX";

static bool swallow(void *context, const void *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    (void)size;
    return true;
}
static const pleach_sink nowhere = {.write = swallow};

/* Without memory there is no answer. With one failure among many, the system
 * may still have what an intermediate step asks for: then all is well. */
static void fail_each(const char *a, const char *b, int64_t at_least)
{
    for (int once = 0; once < 2; once++) {
        pleach_status status = PLEACH_NO_MEMORY;
        int64_t allowed = 0;
        for (; status != PLEACH_OK && allowed < 10000; allowed++) {
            pleach_error error = {0};
            pl_memory_fail_after(allowed, once == 1);
            status = pleach_explain(&nowhere, FILE_AT(taxonomy), a, b, &error);
            pl_memory_fail_after(-1, false);
            if (status != PLEACH_OK) {
                assert_int_equal(status, PLEACH_NO_MEMORY);
                assert_non_null(strstr(error.sentence, "memory"));
            }
        }
        assert_int_equal(status, PLEACH_OK);
        assert_true(allowed > at_least);
    }
}

static pleach_status grow(const char *solver)
{
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_input from = {.name = input};
    pleach_status status = pleach_corpus_read(
        &corpus, &from, 1, &(pleach_read_options){.format = "jsonl"}, NULL);
    if (status == PLEACH_OK)
        status = pleach_affinity_compare(
            &affinity, corpus, &(pleach_affinity_options){.similarity = "tags"},
            NULL);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(
            &clusters, affinity,
            &(pleach_clusters_options){.solver = solver_of(solver)}, NULL);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&forest, clusters, NULL);
    if (status == PLEACH_OK)
        status = save_json(forest, taxonomy, NULL);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return status;
}

static void test_one(void **state)
{
    (void)state;
    fail_each("a:0", NULL, 10);
}

static void test_two(void **state)
{
    (void)state;
    fail_each("a:0", "c", 40);
    fail_each("0", "1", 40);
}

/* Where people may be overruled, voices are counted instead. */
static void test_two_with_voices(void **state)
{
    (void)state;
    assert_int_equal(grow("votes"), PLEACH_OK);
    fail_each("0", "1", 40);
}

static int set_up(void **state)
{
    static const char text[] =
        "{\"owner\": \"ann\", \"id\": \"a\", \"name\": \"Pets\", \"tags\": "
        "[\"p\"], \"children\": [{\"name\": \"Birds\", \"tags\": [\"q\"]}]}\n"
        "{\"owner\": \"bob\", \"id\": \"b\", \"name\": \"bird\", \"tags\": "
        "[\"q\"], \"children\": [{\"name\": \"pet\", \"tags\": [\"p\"]}]}\n"
        "{\"owner\": \"cat\", \"id\": \"c\", \"name\": \"Pet\", \"tags\": "
        "[\"p\"]}\n";
    (void)state;
    int file = mkstemp(input);
    if (file < 0 || write(file, text, sizeof text - 1) != sizeof text - 1)
        return -1;
    close(file);
    close(mkstemp(taxonomy));
    return (int)grow("rap");
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(input) | unlink(taxonomy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_two),
        cmocka_unit_test(test_two_with_voices),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
