/* curate.c: every allocation of a diff and of a review fails in turn. */
/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "pleach_curate.h"
#include "sinks.h"

static const char before[] =
    "{\"owner\":\"a\",\"id\":\"h\",\"name\":\"pet\",\"children\":[{\"name\":"
    "\"bird\"},{\"name\":\"cat\",\"children\":[{\"name\":\"lion\"}]}]}\n"
    "{\"owner\":\"b\",\"id\":\"i\",\"name\":\"wild\",\"children\":[{\"name\":"
    "\"birds\"},{\"name\":\"bird house\"}]}\n";
static const char after[] =
    "{\"owner\":\"a\",\"id\":\"h\",\"name\":\"pet\",\"children\":[{\"name\":"
    "\"bird\"},{\"name\":\"cat\"}]}\n"
    "{\"owner\":\"b\",\"id\":\"j\",\"name\":\"wild\",\"children\":[{\"name\":"
    "\"birds\"},{\"name\":\"bird house\"}]}\n";

static pleach_taxonomy *results[2];
static pleach_decisions *decisions;

static pleach_status grow(pleach_taxonomy **loaded, const char *text)
{
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    char *json = NULL;
    size_t size = 0;
    pleach_input input = {"saplings", text, strlen(text)};
    FILE *to = open_memstream(&json, &size);
    pleach_status status = pleach_corpus_read(
        &corpus, &input, 1, &(pleach_read_options){.format = "jsonl"}, NULL);
    if (status == PLEACH_OK)
        status = pleach_affinity_compare(&affinity, corpus, NULL, NULL);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&clusters, affinity, NULL, NULL);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&forest, clusters, NULL);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_write(
            forest, TO(to), &(pleach_write_options){.format = "json"}, NULL);
    fclose(to);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_load(
            loaded, &(pleach_input){"result", json, size}, NULL);
    free(json);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return status;
}

static pleach_status try_diff(pleach_error *error)
{
    pleach_diff *diff = NULL;
    pleach_status status =
        pleach_diff_find(&diff, results[0], results[1], error);
    if (status == PLEACH_OK) {
        const pleach_diff_figures *figures = pleach_diff_get_figures(diff);
        assert_true(
            figures->changes[PLEACH_ADDED] + figures->changes[PLEACH_GONE] > 0);
    }
    pleach_diff_free(diff);
    return status;
}

static pleach_status try_review(pleach_error *error)
{
    pleach_review *review = NULL;
    size_t count = 0;
    pleach_status status = pleach_review_make(
        &review, results[0], &(pleach_review_options){.decisions = decisions},
        error);
    if (status == PLEACH_OK) {
        const pleach_question *list = pleach_review_questions(review, &count);
        assert_true(count > 0 && list[0].nodes > 0);
    }
    pleach_review_free(review);
    return status;
}

static void test_diff(void **state)
{
    (void)state;
    fail_each_allocation(try_diff, 8);
}

static void test_review(void **state)
{
    (void)state;
    fail_each_allocation(try_review, 15);
}

static int set_up(void **state)
{
    static const char lines[] = "different\tbird\tlion\nsame\th:0\tbirds\n"
                                "not-under\tcat\tpet\n";
    (void)state;
    return grow(&results[0], before) != PLEACH_OK ||
           grow(&results[1], after) != PLEACH_OK ||
           pleach_decisions_read(
               &decisions, &(pleach_input){"lines", lines, sizeof lines - 1},
               NULL) != PLEACH_OK;
}

static int tear_down(void **state)
{
    (void)state;
    pleach_taxonomy_free(results[0]);
    pleach_taxonomy_free(results[1]);
    pleach_decisions_free(decisions);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diff),
        cmocka_unit_test(test_review),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
