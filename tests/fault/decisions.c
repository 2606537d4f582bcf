/* decisions.c: every allocation of reading, obeying and proving decisions
 * fails in turn. */
/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "pleach_curate.h"
#include "sinks.h"
#include "solver_words.h"

static const char saplings[] =
    "{\"owner\":\"a\",\"id\":\"h\",\"name\":\"pet\",\"children\":[{\"name\":"
    "\"bird\"},{\"name\":\"cat\",\"children\":[{\"name\":\"lion\"}]}]}\n"
    "{\"owner\":\"b\",\"id\":\"i\",\"name\":\"wild\",\"children\":[{\"name\":"
    "\"birds\"},{\"name\":\"misc\"}]}\n";
static const char lines[] = "same\tbird\tcat\n"
                            "different\th:0\th:.\n"
                            "under\tbird under wild\tpet\n"
                            "not-under\tlion\tcat\n"
                            "top\twild\n"
                            "name\tpet\t\"My pets\"\n"
                            "drop\tmisc\n";
static const char broken[] = "same\tbird\tpet\n"
                             "top\tlion\n"
                             "different\tpet\tbird under wild\n";

static pleach_corpus *corpus;

static pleach_status read_lines(pleach_decisions **decisions, const char *text,
                                pleach_error *error)
{
    return pleach_decisions_read(
        decisions, &(pleach_input){"lines", text, strlen(text)}, error);
}

static pleach_status grow(const char *solver, const char *text, char **json,
                          size_t *size, pleach_error *error)
{
    pleach_decisions *decisions = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_status status = read_lines(&decisions, text, error);
    if (status == PLEACH_OK)
        status = pleach_affinity_compare(
            &affinity, corpus,
            &(pleach_affinity_options){
                .similarity = "name", .threads = 1, .decisions = decisions},
            error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(
            &clusters, affinity,
            &(pleach_clusters_options){
                .solver = solver_of(solver), .root = "Zoo", .threads = 1},
            error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&forest, clusters, error);
    FILE *to = status == PLEACH_OK ? open_memstream(json, size) : NULL;
    if (to != NULL) {
        status = pleach_taxonomy_write(
            forest, TO(to), &(pleach_write_options){.format = "json"}, error);
        fclose(to);
    }
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_decisions_free(decisions);
    return status;
}

static pleach_status try_solver(const char *solver, pleach_error *error)
{
    char *json = NULL;
    size_t size = 0;
    pleach_status status = grow(solver, lines, &json, &size, error);
    free(json);
    return status;
}

static pleach_status try_joint(pleach_error *error)
{
    return try_solver("joint", error);
}

static pleach_status try_ap(pleach_error *error)
{
    return try_solver("ap", error);
}

static pleach_status try_contradiction(pleach_error *error)
{
    char *json = NULL;
    size_t size = 0;
    pleach_status status = grow("votes", broken, &json, &size, error);
    free(json);
    assert_int_not_equal(status, PLEACH_OK);
    if (status == PLEACH_BAD_DATA) {
        assert_non_null(strstr(error->sentence, "line 1"));
        assert_null(strstr(error->sentence, "line 2"));
        assert_non_null(strstr(error->sentence, "line 3"));
        return PLEACH_OK;
    }
    return status;
}

static char *result;
static size_t result_size;

static pleach_status try_check(pleach_error *error)
{
    pleach_decisions *decisions = NULL;
    pleach_check_result proved;
    pleach_input taxonomy = {"result", result, result_size};
    pleach_status status = pleach_check(&proved, &taxonomy, NULL, 0, error);
    if (status == PLEACH_OK)
        status = read_lines(&decisions, lines, error);
    if (status == PLEACH_OK)
        status = pleach_check_decisions(&taxonomy, decisions, error);
    pleach_decisions_free(decisions);
    return status;
}

static void test_obeying(void **state)
{
    (void)state;
    fail_each_allocation(try_joint, 50);
    fail_each_allocation(try_ap, 50);
}

static void test_contradiction(void **state)
{
    (void)state;
    fail_each_allocation(try_contradiction, 15);
}

static void test_proving(void **state)
{
    pleach_error error = {0};
    (void)state;
    assert_int_equal(grow("joint", lines, &result, &result_size, &error),
                     PLEACH_OK);
    fail_each_allocation(try_check, 20);
    free(result);
}

static int set_up(void **state)
{
    pleach_input input = {"saplings", saplings, sizeof saplings - 1};
    (void)state;
    return (int)pleach_corpus_read(
        &corpus, &input, 1, &(pleach_read_options){.format = "jsonl"}, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    pleach_corpus_free(corpus);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obeying),
        cmocka_unit_test(test_contradiction),
        cmocka_unit_test(test_proving),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
