/* compare.c: comparisons of solvers, and the tables and picture of them. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/compare.h"
#include "reports.h"

/* ------------------------------------------------------------- comparing -- */

static const char corpus_lines[] =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"pet\",\"children\":"
    "[{\"name\":\"bird\",\"tags\":[\"cage\",\"parrot\"]},"
    "{\"name\":\"dog\",\"tags\":[\"puppy\"]}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"Pets\",\"children\":"
    "[{\"name\":\"birds\",\"tags\":[\"cage\"]},"
    "{\"name\":\"dogs\",\"tags\":[\"puppy\"]}]}\n"
    "{\"owner\":\"c\",\"id\":\"3\",\"name\":\"dog\",\"children\":"
    "[{\"name\":\"poodle\",\"tags\":[\"puppy\",\"curl\"]}]}\n"
    "{\"owner\":\"d\",\"id\":\"4\",\"name\":\"dogs\",\"children\":"
    "[{\"name\":\"poodle\",\"tags\":[\"puppy\",\"curl\"]}]}\n"
    "{\"owner\":\"e\",\"id\":\"5\",\"name\":\"wildlife\",\"children\":"
    "[{\"name\":\"bird\",\"tags\":[\"eagle\",\"sky\"]},{\"name\":\"bear\"}]}\n"
    "{\"owner\":\"f\",\"id\":\"6\",\"name\":\"wildlife\",\"children\":"
    "[{\"name\":\"bird\",\"tags\":[\"eagle\"]},{\"name\":\"bear\"}]}\n";

static pleach_corpus *corpus;

static int read_lines(void **state)
{
    const pleach_input input = {"lines", corpus_lines, sizeof corpus_lines - 1};
    (void)state;
    return pleach_corpus_read(&corpus, &input, 1,
                              &(pleach_read_options){.format = "jsonl"}, NULL);
}

static int free_lines(void **state)
{
    (void)state;
    pleach_corpus_free(corpus);
    return 0;
}

static const char *const seeds[] = {"wildlife", "pet", "dog"};

static pleach_comparison *compare(const pleach_comparison_options *options)
{
    pleach_comparison *made = NULL;
    pleach_error error = {0};
    pleach_status status = pleach_compare(&made, corpus, options, &error);
    if (status != PLEACH_OK)
        fail_msg("%s", error.sentence);
    return made;
}

static void check_row(const pleach_comparison_row *row)
{
    const pleach_report *report = &row->report;
    uint64_t clusters = 0, instances = 0;
    for (uint32_t level = 0; level < row->best_levels; level++) {
        clusters += row->best_level_clusters[level];
        instances += row->best_level_instances[level];
    }
    assert_non_null(row->best_name);
    assert_int_equal(row->best_levels, row->best.depth + 1);
    assert_int_equal(clusters, row->best.clusters);
    assert_int_equal(instances, row->best_instances);
    assert_true(
        row->best.aut ==
        pleach_area_under_tree(row->best_level_clusters, row->best_levels));
    assert_true(report->net_similarity <= report->upper_bound + 1e-6);
    assert_true(row->best.net_similarity <= report->net_similarity + 1e-9);
    assert_true(row->seconds >= 0);
}

static void test_rows_come_in_the_order_given(void **state)
{
    static const char *const solvers[] = {"ap", "rap", "joint"};
    static const uint64_t nodes[] = {6, 10, 4};
    size_t count;
    pleach_comparison *made = compare(&(pleach_comparison_options){
        .seeds = seeds, .seed_count = 3, .affinity = {.similarity = "tags:2"}});
    const pleach_comparison_row *rows = pleach_comparison_rows(made, &count);
    (void)state;
    assert_int_equal(count, 9);
    for (size_t k = 0; k < count; k++) {
        const pleach_report *report = &rows[k].report;
        assert_string_equal(report->seed, seeds[k / 3]);
        assert_string_equal(report->solver, solvers[k % 3]);
        assert_string_equal(report->similarity, "tags:2");
        assert_int_equal(report->nodes, nodes[k / 3]);
        assert_int_equal(report->pairs, rows[k - k % 3].report.pairs);
        assert_true(report->seed_trees > 0);
        assert_true(rows[k].best.aut == report->best.aut);
        assert_true(report->net_similarity <=
                    rows[k - k % 3 + 2].report.net_similarity);
        assert_true(report->upper_bound == rows[k - k % 3].report.upper_bound);
        check_row(&rows[k]);
    }
    pleach_comparison_free(made);
}

static void test_without_seeds_it_is_the_whole_corpus(void **state)
{
    static const pleach_solver only[] = {PLEACH_SOLVER_RAP};
    size_t count;
    pleach_comparison *made = compare(
        &(pleach_comparison_options){.solvers = only,
                                     .solver_count = 1,
                                     .clusters = {.bound = PLEACH_BOUND_FULL}});
    const pleach_comparison_row *rows = pleach_comparison_rows(made, &count);
    (void)state;
    assert_int_equal(count, 1);
    assert_null(rows[0].report.seed);
    assert_int_equal(rows[0].report.seed_trees, 0);
    assert_int_equal(rows[0].report.nodes, 16);
    assert_string_equal(rows[0].report.solver, "rap");
    check_row(&rows[0]);
    pleach_comparison_free(made);
}

static void test_a_row_is_what_grow_finds(void **state)
{
    const pleach_affinity_options how = {.similarity = "tags", .seed = "pet"};
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    size_t count;
    (void)state;
    assert_int_equal(pleach_affinity_compare(&affinity, corpus, &how, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_clusters_find(&clusters, affinity, NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&forest, clusters, NULL), PLEACH_OK);
    const pleach_report *report = pleach_taxonomy_report(forest);
    pleach_comparison *made = compare(
        &(pleach_comparison_options){.seeds = &seeds[1],
                                     .seed_count = 1,
                                     .affinity = {.similarity = "tags"}});
    const pleach_comparison_row *row = &pleach_comparison_rows(made, &count)[2];
    assert_true(row->report.net_similarity == report->net_similarity);
    assert_true(row->report.aut == report->aut);
    assert_int_equal(row->report.clusters, report->clusters);
    assert_int_equal(row->report.seed_trees, report->seed_trees);
    assert_true(row->best.net_similarity == report->best.net_similarity);
    pleach_comparison_free(made);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
}

static bool count_calls(void *context, const pleach_progress *at)
{
    size_t *calls = context;
    ++*calls;
    assert_true(at->done <= at->total);
    assert_string_equal(at->stage, "compare");
    return true;
}

static void test_an_unknown_seed_is_found_before_any_work(void **state)
{
    static const char *const wrong[] = {"pet", "pets of mine"};
    pleach_comparison *made = NULL;
    pleach_error error = {0};
    size_t calls = 0;
    pleach_listener listener = {.progress = count_calls, .context = &calls};
    (void)state;
    assert_int_equal(
        pleach_compare(&made, corpus,
                       &(pleach_comparison_options){.seeds = wrong,
                                                    .seed_count = 2,
                                                    .listener = &listener},
                       &error),
        PLEACH_BAD_DATA);
    assert_null(made);
    assert_int_equal(calls, 0);
    assert_non_null(strstr(error.sentence, "\"pets of mine\""));
}

/* What a seed takes in is what an affinity around it keeps. */
static void test_nodes_around_a_seed(void **state)
{
    pleach_error error = {0};
    uint64_t all = 0, around = 0;
    (void)state;
    assert_int_equal(pleach_corpus_around(&all, corpus, NULL, 0, NULL),
                     PLEACH_OK);
    assert_int_equal(all, pleach_corpus_get_facts(corpus)->nodes);
    assert_int_equal(
        pleach_corpus_around(&around, corpus, seeds[1], PLEACH_NO_HOPS, NULL),
        PLEACH_OK);
    assert_true(around > 0 && around < all);
    assert_int_equal(pleach_corpus_around(&around, corpus, "nobody", 0, &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "nobody"));
}

static void test_an_unknown_solver_is_refused(void **state)
{
    static const pleach_solver wrong[] = {PLEACH_SOLVER_AP, (pleach_solver)99};
    pleach_comparison *made = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_compare(&made, corpus,
                                    &(pleach_comparison_options){
                                        .solvers = wrong, .solver_count = 2},
                                    &error),
                     PLEACH_BAD_USAGE);
    assert_null(made);
    assert_non_null(strstr(error.sentence, "solver"));
}

static void test_progress_is_that_of_all_seeds(void **state)
{
    size_t calls = 0;
    pleach_listener listener = {.progress = count_calls, .context = &calls};
    (void)state;
    pleach_comparison_free(compare(&(pleach_comparison_options){
        .seeds = seeds, .seed_count = 3, .threads = 2, .listener = &listener}));
    assert_true(calls > 9);
}

static bool stop_at_once(void *context, const pleach_progress *at)
{
    (void)context, (void)at;
    return false;
}

static void test_it_can_be_cancelled(void **state)
{
    pleach_listener listener = {.progress = stop_at_once};
    (void)state;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        pleach_comparison *made = NULL;
        pleach_error error = {0};
        assert_int_equal(
            pleach_compare(&made, corpus,
                           &(pleach_comparison_options){.seeds = seeds,
                                                        .seed_count = 3,
                                                        .threads = threads,
                                                        .listener = &listener},
                           &error),
            PLEACH_CANCELLED);
        assert_null(made);
        assert_int_equal(error.status, PLEACH_CANCELLED);
    }
}

/* --------------------------------------------------------------- writing -- */

static void test_threads_change_nothing_but_seconds(void **state)
{
    char *texts[3];
    (void)state;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        pleach_comparison *made = compare(&(pleach_comparison_options){
            .seeds = seeds, .seed_count = 3, .threads = threads});
        for (size_t k = 0; k < pl_row_count(made); k++)
            made->rows[k].seconds = 0;
        report_comparison figures = {made->rows, 3, 3};
        texts[threads - 1] = report_as(report_comparison_json, &figures);
        pleach_comparison_free(made);
    }
    assert_string_equal(texts[0], texts[1]);
    assert_string_equal(texts[0], texts[2]);
    for (int k = 0; k < 3; k++)
        free(texts[k]);
}

static const uint64_t few[] = {1, 3, 4}, many[] = {2, 6, 9};

/* Two seeds of hostile names, two solvers; the last row has no seed tree. */
static void make_up(report_comparison *made, pleach_comparison_row *rows)
{
    static const char *const terms[] = {"a|\"<b>", "\xE9\xB3\xA5"};
    *made = (report_comparison){rows, 2, 2};
    for (size_t k = 0; k < 4; k++) {
        rows[k] = (pleach_comparison_row){
            .report = {.saplings = 3,
                       .nodes = 17,
                       .pairs = 20,
                       .seed = terms[k / 2],
                       .solver = k % 2 == 0 ? "ap" : "joint",
                       .similarity = "tags",
                       .net_similarity = 8 + 0.5 * (double)k,
                       .upper_bound = k < 2 ? 10 : NAN,
                       .iterations = 200,
                       .converged = k != 2,
                       .conflicts = k,
                       .clusters = 8,
                       .trees = 1,
                       .seed_trees = k < 3},
            .best_name = k < 3 ? terms[k / 2] : NULL,
            .best = {.net_similarity = 6,
                     .aut = 5.5,
                     .clusters = 8,
                     .depth = 2},
            .best_instances = 17,
            .best_levels = k < 3 ? 3 : 0,
            .best_level_clusters = few,
            .best_level_instances = many,
            .seconds = 0.25};
    }
}

static void test_the_text_table(void **state)
{
    report_comparison made;
    pleach_comparison_row rows[4];
    (void)state;
    make_up(&made, rows);
    char *text = report_as(report_comparison_text, &made);
    assert_string_equal(
        text, "solver    similarity    bound    gap %  seed trees  best tre"
              "e      AUT    depth  clusters  instances  conflicts  iterati"
              "ons  seconds \n"
              "a|\"<b>:\n"
              "ap              8.00    10.00     20.0           1       6.0"
              "0*     5.5*       2         8         17          0         "
              "200     0.25 \n"
              "joint           8.50*   10.00     15.0           1       6.0"
              "0*     5.5*       2         8         17          1         "
              "200     0.25 \n"
              "\xE9\xB3\xA5:\n"
              "ap              9.00        -        -           1       6.0"
              "0*     5.5*       2         8         17          2         "
              "200>    0.25 \n"
              "joint           9.50*       -        -           0          "
              "-        -        -         -          -          3         "
              "200     0.25 \n"
              "* the highest of its seed\n"
              "> stopped there, not converged\n");
    free(text);
}

static void test_the_json(void **state)
{
    report_comparison made;
    pleach_comparison_row rows[4];
    const char *seed;
    int levels[3];
    json_t *best, *bound;
    (void)state;
    make_up(&made, rows);
    rows[0].report.seed = NULL;
    char *text = report_as(report_comparison_json, &made);
    json_t *all = json_loads(text, 0, NULL);
    assert_non_null(all);
    json_t *list = json_object_get(all, "rows");
    assert_int_equal(json_array_size(list), 4);
    assert_int_equal(json_unpack(json_array_get(list, 1),
                                 "{s:s, s:{s:{s:[i, i, i!]}}}", "seed", &seed,
                                 "best", "levels", "clusters", &levels[0],
                                 &levels[1], &levels[2]),
                     0);
    assert_string_equal(seed, "a|\"<b>");
    assert_int_equal(levels[1], 3);
    json_t *whole = json_array_get(list, 0);
    assert_true(json_is_null(json_object_get(whole, "seed")));
    assert_true(json_is_null(json_object_get(whole, "seed_trees")));
    assert_int_equal(json_unpack(json_array_get(list, 3), "{s:o, s:o}", "best",
                                 &best, "upper_bound", &bound),
                     0);
    assert_true(json_is_null(best) && json_is_null(bound));
    json_decref(all);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_come_in_the_order_given),
        cmocka_unit_test(test_without_seeds_it_is_the_whole_corpus),
        cmocka_unit_test(test_a_row_is_what_grow_finds),
        cmocka_unit_test(test_an_unknown_seed_is_found_before_any_work),
        cmocka_unit_test(test_an_unknown_solver_is_refused),
        cmocka_unit_test(test_nodes_around_a_seed),
        cmocka_unit_test(test_progress_is_that_of_all_seeds),
        cmocka_unit_test(test_it_can_be_cancelled),
        cmocka_unit_test(test_threads_change_nothing_but_seconds),
        cmocka_unit_test(test_the_text_table),
        cmocka_unit_test(test_the_json),
    };
    return cmocka_run_group_tests(tests, read_lines, free_lines);
}
