/* measure.c: the report's numbers. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <unistd.h>

#include "made_up.h"
#include "reports.h"
#include "sinks.h"
#include "taxonomy/taxonomy.h"

/* Up to what single precision loses. */
static void test_what_is_best(void **state)
{
    (void)state;
    pleach_report report = {.net_similarity = 100, .upper_bound = 100};
    assert_true(pleach_report_is_best(&report));
    report.upper_bound = 101;
    assert_false(pleach_report_is_best(&report));
    report.upper_bound = NAN;
    assert_false(pleach_report_is_best(&report));
}

static void test_the_report_counts(void **state)
{
    made_up *made = made_up_animals();
    pleach_taxonomy *forest = made_up_grow(made);
    const pleach_report *report = pleach_taxonomy_report(forest);
    (void)state;
    assert_int_equal(report->saplings, 4);
    assert_int_equal(report->nodes, 11);
    assert_int_equal(report->names, 7);
    assert_int_equal(report->pairs, 2 + 6 + 2);
    assert_int_equal(report->discarded, 0);
    assert_int_equal(report->clusters, 8);
    assert_int_equal(report->trees, 2);
    assert_int_equal(report->depth, 2);
    assert_int_equal(report->levels, 3);
    assert_int_equal(report->level_clusters[0], 2);
    assert_int_equal(report->level_clusters[1], 4);
    assert_int_equal(report->level_clusters[2], 2);
    assert_int_equal(report->level_instances[0], 3);
    assert_int_equal(report->level_instances[1], 6);
    assert_int_equal(report->level_instances[2], 2);
    /* 1, 3, 2 clusters per level, and 1, 1. */
    assert_true(report->aut == 4.5 + 1);
    assert_true(report->net_similarity == 8 * 0.125 + 3 * 0.5);
    assert_string_equal(report->solver, "rap");
    assert_int_equal(report->iterations, 7);
    assert_true(report->converged);
    assert_true(isnan(report->upper_bound));
    assert_null(report->seed);
    assert_int_equal(report->seed_trees, 0);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_the_best_seed_tree_wins(void **state)
{
    static const char *const lines[] = {
        "a|1|.|Animal>x", "b|2|.|animal>p,q", "c|3|.|animal>r,s",
        "-d|4|.|Stone>animal", "e|5|.|Zoo>!animal,cage"};
    made_up *made = made_up_new(lines, 5, "animal");
    (void)state;
    pleach_taxonomy *forest = made_up_grow(made);
    const pleach_report *report = pleach_taxonomy_report(forest);
    assert_int_equal(report->saplings, 4);
    assert_int_equal(report->nodes, 10);
    assert_int_equal(report->discarded, 3);
    assert_int_equal(report->trees, 4);
    assert_string_equal(report->seed, "animal");
    assert_int_equal(report->seed_trees, 3);
    assert_true(report->best.net_similarity == 3 * 0.125);
    assert_true(report->best.aut == 1.5);
    assert_int_equal(report->best.clusters, 3);
    assert_int_equal(report->best.depth, 1);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_best),
        cmocka_unit_test(test_the_report_counts),
        cmocka_unit_test(test_the_best_seed_tree_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
