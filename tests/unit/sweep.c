/* sweep.c: which values a sweep takes, what comes of them, how it is shown. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "lab/sweep.h"
#include "reports.h"
#include "sinks.h"

/* ---------------------------------------------------------------- ranges -- */

static pl_sweep_range parsed(const char *text)
{
    pl_sweep_range range = {0};
    pleach_error error = {0};
    if (pl_sweep_parse(&range, text, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    return range;
}

static void check_labels(const char *text, const char *labels)
{
    pl_sweep_range range = parsed(text);
    char all[512] = "", label[64];
    for (uint32_t k = 0; k < range.steps; k++) {
        pl_sweep_label(label, sizeof label, &range, pl_sweep_value(&range, k));
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s",
                 k > 0 ? " " : "", label);
        /* What is shown is what was used. */
        double shown = 0;
        assert_true(pl_text_number(label, strlen(label), &shown));
        assert_true(shown == pl_sweep_value(&range, k));
    }
    assert_string_equal(all, labels);
}

static void test_values(void **state)
{
    (void)state;
    check_labels("preference=0.001..1:4", "0.001 0.01 0.1 1");
    check_labels("preference=1..8:4", "1 2 4 8");
    check_labels("preference=.5...75:3", "0.5 0.612 0.75");
    check_labels("preference=1e-4..1e-2:3", "0.0001 0.001 0.01");
    check_labels("preference=1.2345..2:2", "1.2345 2");
    check_labels("damping=0.5..0.9:5", "0.5 0.6 0.7 0.8 0.9");
    /* Close together: as many digits as it takes. */
    check_labels("damping=0.9..0.9002:3", "0.9 0.9001 0.9002");
    assert_int_equal(parsed("preference=0.1..0.2").steps, 10);
    assert_int_equal(parsed("preference=0.1..0.2:1000").steps, 1000);
    assert_true(parsed("preference=0.1..0.2").by_factors);
    assert_false(parsed("damping=0.5..0.6").by_factors);
}

/* Where the decimal point is a comma, options still have points. */
static void test_values_in_other_locales(void **state)
{
    const char *names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"};
    bool found = false;
    for (size_t k = 0; k < 3 && !found; k++)
        found = setlocale(LC_ALL, names[k]) != NULL;
    test_values(state);
    setlocale(LC_ALL, "C");
    if (!found) {
        print_message("skipped: no locale with a decimal comma is here\n");
        skip();
    }
}

static void test_refusals(void **state)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "not understood"},
        {"preference", "not understood"},
        {"preference=", "not understood"},
        {"preference=1", "not understood"},
        {"preference=..", "not understood"},
        {"preference=1..", "not understood"},
        {"preference=..1", "not understood"},
        {"preference=1..2:", "not understood"},
        {"preference=1..2:1", "2 to 1000"},
        {"preference=1..2:1001", "2 to 1000"},
        {"preference=1..2:-3", "not understood"},
        {"preference=1..2:3:4", "not understood"},
        {"preference=1..2..3", "not understood"},
        {"preference=a..b", "not understood"},
        {"preference=0x1..2", "not understood"},
        {"preference=nan..1", "not understood"},
        {"preference=1..1e999", "not understood"},
        {"preference=0..1", "above 0"},
        {"preference=-1..1", "above 0"},
        {"preference=1..1000001", "1000000"},
        {"preference=2..1", "begin below"},
        {"preference=1..1", "begin below"},
        {"damping=0.4..0.9", "at least 0.5"},
        {"damping=0.5..1", "below 1"},
        {"Preference=1..2", "not over 'Preference'"},
        {"hops=1..2", "not over 'hops'"},
        {"=1..2", "not over ''"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        pl_sweep_range range;
        pleach_error error = {0};
        if (pl_sweep_parse(&range, bad[k].text, &error) != PLEACH_BAD_USAGE)
            fail_msg("'%s' was understood", bad[k].text);
        if (strstr(error.sentence, bad[k].says) == NULL)
            fail_msg("'%s' gave: %s", bad[k].text, error.sentence);
    }
}

/* -------------------------------------------------------------- sweeping -- */

static const char corpus_lines[] =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"pet\",\"children\":"
    "[{\"name\":\"bird\",\"tags\":[\"cage\",\"parrot\"]},"
    "{\"name\":\"dog\",\"tags\":[\"puppy\"]}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"Pets\",\"children\":"
    "[{\"name\":\"birds\",\"tags\":[\"cage\"]},"
    "{\"name\":\"dogs\",\"tags\":[\"puppy\",\"walk\"]}]}\n"
    "{\"owner\":\"c\",\"id\":\"3\",\"name\":\"dog\",\"children\":"
    "[{\"name\":\"poodle\",\"tags\":[\"puppy\",\"curl\"]}]}\n"
    "{\"owner\":\"d\",\"id\":\"4\",\"name\":\"dogs\",\"children\":"
    "[{\"name\":\"poodle\",\"tags\":[\"puppy\",\"curl\"]}]}\n";
static const char truth_rows[] = "id\tpath\tname\tgold\n"
                                 "1\t.\tpet\tpet\n"
                                 "2\t.\tPets\tpet\n"
                                 "1\t0\tbird\tbird\n"
                                 "2\t0\tbirds\tbird\n"
                                 "1\t1\tdog\tdog\n"
                                 "2\t1\tdogs\tdog\n"
                                 "3\t.\tdog\tdog\n"
                                 "4\t.\tdogs\tdog\n";
static char truth_path[] = "sweep_truth_XXXXXX";
static pleach_corpus *corpus;

static int start(void **state)
{
    const pleach_input input = {"lines", corpus_lines, sizeof corpus_lines - 1};
    int file = mkstemp(truth_path);
    (void)state;
    if (file < 0 || write(file, truth_rows, sizeof truth_rows - 1) < 0 ||
        close(file) != 0)
        return 1;
    return pleach_corpus_read(&corpus, &input, 1,
                              &(pleach_read_options){.format = "jsonl"}, NULL);
}

static int stop(void **state)
{
    (void)state;
    pleach_corpus_free(corpus);
    return unlink(truth_path);
}

static pleach_sweep *sweep(const pleach_sweep_options *options)
{
    pleach_sweep *made = NULL;
    pleach_error error = {0};
    if (pleach_sweep_run(&made, corpus, options, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    return made;
}

/* The row of a value is what growing with its label gives. */
static void check_row(const pleach_sweep_row *row, bool is_preference)
{
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_affinity_options compare = {.similarity = "tags:2"};
    pleach_clusters_options cluster = {.solver = PLEACH_SOLVER_JOINT};
    if (is_preference)
        compare.preference = strtod(row->label, NULL);
    else
        cluster.damping = strtod(row->label, NULL);
    assert_int_equal(pleach_affinity_compare(&affinity, corpus, &compare, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_clusters_find(&clusters, affinity, &cluster, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&forest, clusters, NULL), PLEACH_OK);
    const pleach_report *report = pleach_taxonomy_report(forest);
    assert_true(row->report.net_similarity == report->net_similarity);
    assert_true(row->report.upper_bound == report->upper_bound);
    assert_true(row->report.preference == report->preference);
    assert_true(row->report.damping == report->damping);
    assert_int_equal(row->report.clusters, report->clusters);
    assert_int_equal(row->report.trees, report->trees);
    assert_int_equal(row->report.iterations, report->iterations);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
}

static void test_rows_are_what_grow_finds(void **state)
{
    static const char *const ranges[] = {"preference=0.0001..3:6",
                                         "damping=0.5..0.9:3"};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        size_t count;
        pleach_sweep *made = sweep(&(pleach_sweep_options){
            .range = ranges[k],
            .affinity = {.similarity = "tags:2"},
            .clusters = {.solver = PLEACH_SOLVER_JOINT}});
        const pleach_sweep_row *rows = pleach_sweep_rows(made, &count);
        assert_int_equal(count, k == 0 ? 6 : 3);
        for (size_t r = 0; r < count; r++) {
            assert_false(rows[r].scored);
            check_row(&rows[r], k == 0);
        }
        pleach_sweep_free(made);
    }
}

static void test_preferences_part_clusters(void **state)
{
    size_t count;
    pleach_sweep *made =
        sweep(&(pleach_sweep_options){.range = "preference=0.0001..3:6",
                                      .truth = FILE_AT(truth_path),
                                      .affinity = {.similarity = "tags:2"}});
    const pleach_sweep_row *rows = pleach_sweep_rows(made, &count);
    (void)state;
    /* At 3 everyone stands alone, and nothing wrong is said. */
    assert_true(rows[0].report.clusters < rows[5].report.clusters);
    assert_int_equal(rows[5].report.clusters, rows[5].report.nodes);
    assert_true(rows[0].scored && rows[5].scored);
    assert_true(rows[5].score.pairs.precision == 1);
    assert_true(rows[5].score.pairs.recall == 0);
    assert_true(rows[0].score.pairs.f1 > 0.2);
    pleach_sweep_free(made);
}

/* The score of a row is that of the file that grow writes. */
static void test_scores_are_what_score_finds(void **state)
{
    char path[] = "sweep_result_XXXXXX";
    int file = mkstemp(path);
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_score_figures *figures = NULL;
    size_t count;
    (void)state;
    assert_true(file >= 0);
    close(file);
    pleach_sweep *made =
        sweep(&(pleach_sweep_options){.truth = FILE_AT(truth_path)});
    const pleach_sweep_row *rows = pleach_sweep_rows(made, &count);
    assert_int_equal(count, 10);
    assert_int_equal(pleach_affinity_compare(&affinity, corpus, NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_clusters_find(&clusters, affinity, NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&forest, clusters, NULL), PLEACH_OK);
    assert_int_equal(
        pleach_taxonomy_save(forest, path,
                             &(pleach_write_options){.format = "assignments"},
                             NULL),
        PLEACH_OK);
    assert_int_equal(
        pleach_score(&figures, FILE_AT(path), FILE_AT(truth_path), NULL, NULL),
        PLEACH_OK);
    assert_memory_equal(&figures->given, &rows[0].score, sizeof rows[0].score);
    pleach_score_free(figures);
    unlink(path);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_sweep_free(made);
}

static void test_what_is_swept_is_not_set(void **state)
{
    static const pleach_sweep_options twice[] = {
        {.range = "preference=1..2", .affinity = {.preference = 0.5}},
        {.range = "damping=0.5..0.6", .clusters = {.damping = 0.9}}};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        pleach_sweep *made = NULL;
        pleach_error error = {0};
        assert_int_equal(pleach_sweep_run(&made, corpus, &twice[k], &error),
                         PLEACH_BAD_USAGE);
        assert_null(made);
        assert_non_null(strstr(error.sentence, "leave it out"));
    }
}

static void test_a_missing_truth_is_said(void **state)
{
    pleach_sweep *made = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(
        pleach_sweep_run(
            &made, corpus,
            &(pleach_sweep_options){.truth = FILE_AT("no/such.tsv")}, &error),
        PLEACH_IO);
    assert_string_equal(error.file, "no/such.tsv");
}

/* ------------------------------------------------------------- progress -- */

typedef struct heard {
    uint64_t calls, last, stop_at;
} heard;

static bool hear(void *context, const pleach_progress *progress)
{
    heard *h = context;
    if (strcmp(progress->stage, "sweep") != 0)
        return true;
    h->calls++;
    assert_int_equal(progress->total, 4);
    assert_true(progress->done < 4 && progress->done >= h->last);
    h->last = progress->done;
    return h->calls != h->stop_at;
}

static void test_progress_and_cancelling(void **state)
{
    heard h = {0};
    pleach_listener listener = {.progress = hear, .context = &h};
    pleach_sweep_options options = {.range = "preference=0.001..1:4",
                                    .clusters = {.solver = PLEACH_SOLVER_JOINT},
                                    .listener = &listener};
    (void)state;
    pleach_sweep_free(sweep(&options));
    assert_true(h.calls > 4);
    assert_int_equal(h.last, 3);
    h = (heard){.stop_at = h.calls / 2};
    pleach_sweep *made = NULL;
    assert_int_equal(pleach_sweep_run(&made, corpus, &options, NULL),
                     PLEACH_CANCELLED);
    assert_null(made);
}

/* --------------------------------------------------------------- writing -- */

static char *write_as(const pleach_sweep *made, const char *format)
{
    report_sweep figures = report_sweep_of(made);
    return report_as(report_sweep_formats, &figures, format, false);
}

static size_t count_of(const char *text, const char *part)
{
    size_t found = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        found++;
    return found;
}

static void test_tables(void **state)
{
    pleach_sweep *made = sweep(
        &(pleach_sweep_options){.range = "preference=0.001..10:5",
                                .truth = FILE_AT(truth_path),
                                .affinity = {.similarity = "tags:2"},
                                .clusters = {.bound = PLEACH_BOUND_NONE}});
    (void)state;
    char *text = write_as(made, "text");
    assert_int_equal(count_of(text, "\n"), 8);
    assert_int_equal(strncmp(text, "preference  precision  recall ", 30), 0);
    assert_non_null(strstr(text, "equal factors"));
    assert_true(count_of(text, "*") > 1);
    free(text);
    text = write_as(made, "markdown");
    assert_int_equal(count_of(text, "\n"), 7);
    assert_int_equal(strncmp(text, "| preference | precision |", 26), 0);
    free(text);
    text = write_as(made, "csv");
    assert_int_equal(count_of(text, "\n"), 6);
    assert_int_equal(count_of(text, ","), 6 * 11);
    assert_non_null(strstr(text, "\n0.1,"));
    free(text);
    pleach_sweep_free(made);
}

static void test_json(void **state)
{
    pleach_sweep *made = sweep(&(pleach_sweep_options){
        .range = "damping=0.5..0.9:3", .truth = FILE_AT(truth_path)});
    (void)state;
    char *text = write_as(made, "json");
    json_t *all = json_loads(text, 0, NULL);
    const char *what;
    json_t *rows;
    double value, f1;
    assert_int_equal(
        json_unpack(all, "{s:s, s:o}", "sweep", &what, "rows", &rows), 0);
    assert_string_equal(what, "damping");
    assert_int_equal(json_array_size(rows), 3);
    assert_int_equal(json_unpack(json_array_get(rows, 1), "{s:F, s:{s:{s:F}}}",
                                 "value", &value, "score", "pairs", "f1", &f1),
                     0);
    assert_true(value == 0.7 && f1 > 0 && f1 <= 1);
    json_decref(all);
    free(text);
    pleach_sweep_free(made);
}

static void test_the_picture(void **state)
{
    (void)state;
    for (int scored = 0; scored < 2; scored++) {
        pleach_sweep *made = sweep(&(pleach_sweep_options){
            .range = "preference=0.001..1:4",
            .truth = scored ? FILE_AT(truth_path) : NULL});
        char *text = write_as(made, "svg");
        assert_int_equal(strncmp(text, "<svg ", 5), 0);
        assert_string_equal(text + strlen(text) - 7, "</svg>\n");
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        /* A dot per value and curve, and the legend's. */
        assert_int_equal(count_of(text, "<circle"), (2 + scored) * 5);
        free(text);
        pleach_sweep_free(made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_values_in_other_locales),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_rows_are_what_grow_finds),
        cmocka_unit_test(test_preferences_part_clusters),
        cmocka_unit_test(test_scores_are_what_score_finds),
        cmocka_unit_test(test_what_is_swept_is_not_set),
        cmocka_unit_test(test_a_missing_truth_is_said),
        cmocka_unit_test(test_progress_and_cancelling),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_the_picture),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
