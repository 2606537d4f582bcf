/* options.c: options that are refused before any work begins, and what no
 * check may refuse. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "pleach.h"

static void expect_refusal(const pleach_read_options *read,
                           const pleach_affinity_options *affinity,
                           const pleach_clusters_options *clusters,
                           const char *words)
{
    pleach_error error = {0};
    assert_int_equal(pleach_options_check(read, affinity, clusters, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(error.status, PLEACH_BAD_USAGE);
    if (strstr(error.sentence, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.sentence, words);
}

static void test_the_usual_options_are_right(void **state)
{
    (void)state;
    pleach_read_options read = {0};
    pleach_affinity_options affinity = {0};
    pleach_clusters_options clusters = {0};
    pleach_error error = {0};
    assert_int_equal(pleach_options_check(NULL, NULL, NULL, &error), PLEACH_OK);
    assert_int_equal(pleach_options_check(&read, &affinity, &clusters, &error),
                     PLEACH_OK);
    read.language = "none";
    affinity.similarity = "concept:4 with synonyms:gone.tsv";
    affinity.preference = 2;
    clusters.solver = PLEACH_SOLVER_JOINT;
    clusters.bound = PLEACH_BOUND_FULL;
    assert_int_equal(pleach_options_check(&read, &affinity, &clusters, &error),
                     PLEACH_OK);
    assert_int_equal(error.status, PLEACH_OK);
}

static void test_a_wrong_language(void **state)
{
    (void)state;
    expect_refusal(&(pleach_read_options){.language = "klingon"}, NULL, NULL,
                   "no stemmer for the language \"klingon\"");
}

static void test_wrong_similarities(void **state)
{
    (void)state;
    static const pleach_own_similarity none = {.pair_count = 2};
    static const struct {
        pleach_affinity_options options;
        const char *words;
    } wrong[] = {
        {{.similarity = "tagz"}, "'tagz' is not understood at column 1"},
        {{.similarity = "name + own"}, "a program brings with it"},
        {{.own = &none}, "2 pairs by its pair_count"},
        {{.preference = -1}, "The preference -1"},
        {{.preference = 1000001}, "The preference 1000001"},
        {{.preference = NAN}, "nan"}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        expect_refusal(NULL, &wrong[k].options, NULL, wrong[k].words);
}

static void test_wrong_ways_to_find_clusters(void **state)
{
    (void)state;
    static const struct {
        pleach_clusters_options options;
        const char *words;
    } wrong[] = {{{.solver = (pleach_solver)99}, "The solver or the bound"},
                 {{.solver = (pleach_solver)-1}, "The solver or the bound"},
                 {{.bound = (pleach_bound)4}, "The solver or the bound"},
                 {{.damping = 1}, "at least 0.5 and below 1"},
                 {{.damping = NAN}, "at least 0.5 and below 1"},
                 {{.parents = 101}, "at most 100 parents"}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        expect_refusal(NULL, NULL, &wrong[k].options, wrong[k].words);
}

static void test_without_memory(void **state)
{
    (void)state;
    pleach_read_options read = {.language = "english"};
    pleach_affinity_options affinity = {.similarity = "concept with vectors:x"};
    pleach_status status = PLEACH_NO_MEMORY;
    int64_t allowed = 0;
    for (; status == PLEACH_NO_MEMORY; allowed++) {
        pl_memory_fail_after(allowed, false);
        status = pleach_options_check(&read, &affinity, NULL, NULL);
        pl_memory_fail_after(-1, false);
    }
    assert_int_equal(status, PLEACH_OK);
    assert_true(allowed > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_usual_options_are_right),
        cmocka_unit_test(test_a_wrong_language),
        cmocka_unit_test(test_wrong_similarities),
        cmocka_unit_test(test_wrong_ways_to_find_clusters),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
