/* clusters.c: every allocation from comparing to growing fails once, and a
 * listener that has had enough ends each stage. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/clusters.h"

#include <math.h>

#include "corpus_support.h"
#include "knotted.h"
#include "rap/polish.h"
#include "solver_words.h"

static pleach_corpus *corpus;
static pleach_affinity *affinity;
static pleach_clusters *clusters;

typedef pleach_status attempt(const char *how, pleach_error *error);

/* Allows 0, 1, 2, ... allocations until the attempt succeeds; the rest fail,
 * or only the next one. */
static void fail_each_allocation(attempt *try_it, const char *how,
                                 int64_t at_least)
{
    for (int once = 0; once < 2; once++) {
        pleach_status status = PLEACH_NO_MEMORY;
        int64_t allowed = 0;
        for (; status != PLEACH_OK && allowed < 20000; allowed++) {
            pleach_error error = {0};
            pl_memory_fail_after(allowed, once != 0);
            status = try_it(how, &error);
            pl_memory_fail_after(-1, false);
            if (status == PLEACH_OK)
                break;
            assert_int_equal(status, PLEACH_NO_MEMORY);
            assert_int_equal(error.status, PLEACH_NO_MEMORY);
            assert_non_null(strstr(error.sentence, "memory"));
        }
        assert_int_equal(status, PLEACH_OK);
        assert_false(pl_memory_fault_met());
        assert_true(allowed > at_least);
    }
}

static pleach_status try_compare(const char *how, pleach_error *error)
{
    pleach_affinity *made = NULL;
    pleach_affinity_options options = {
        .similarity = how, .threads = 2, .seed = "pet"};
    pleach_status status =
        pleach_affinity_compare(&made, corpus, &options, error);
    assert_int_equal(made == NULL, status != PLEACH_OK);
    pleach_affinity_free(made);
    return status;
}

static pleach_status try_find(const char *how, pleach_error *error)
{
    pleach_clusters *made = NULL;
    /* Few iterations and the cheap bound: the places are the same. */
    pleach_clusters_options options = {.solver = solver_of(how),
                                       .threads = 2,
                                       .bound = PLEACH_BOUND_FULL,
                                       .window = 5,
                                       .max_iterations = 12};
    pleach_status status =
        pleach_clusters_find(&made, affinity, &options, error);
    assert_int_equal(made == NULL, status != PLEACH_OK);
    pleach_clusters_free(made);
    return status;
}

/* Shaking grows every list there is. */
static pleach_status try_polish(const char *how, pleach_error *error)
{
    uint32_t exemplar[64];
    double net = -1;
    (void)how;
    assert_true(affinity->slot_count <= 64);
    for (uint32_t i = 0; i < affinity->slot_count; i++)
        exemplar[i] = i;
    pl_polish_plan plan = {.budget = 20000, .target = INFINITY};
    pleach_status status = pl_polish(exemplar, &net, affinity, &plan, error);
    for (uint32_t i = 0; status != PLEACH_OK && i < affinity->slot_count; i++)
        assert_int_equal(exemplar[i], i);
    assert_int_equal(net < 0, status != PLEACH_OK);
    return status;
}

static pleach_status try_grow(const char *how, pleach_error *error)
{
    pleach_taxonomy *made = NULL;
    (void)how;
    pleach_status status = pleach_taxonomy_grow(&made, clusters, error);
    assert_int_equal(made == NULL, status != PLEACH_OK);
    pleach_taxonomy_free(made);
    return status;
}

static void test_comparing(void **state)
{
    (void)state;
    fail_each_allocation(try_compare, "tags", 8);
    fail_each_allocation(try_compare, "context:4", 8);
    fail_each_allocation(try_compare, "name", 8);
}

static void test_finding(void **state)
{
    (void)state;
    fail_each_allocation(try_find, "ap", 8);
    fail_each_allocation(try_find, "rap", 8);
    fail_each_allocation(try_find, "joint", 20);
    fail_each_allocation(try_find, "votes", 8);
    fail_each_allocation(try_find, "consensus", 8);
}

static void test_polishing(void **state)
{
    (void)state;
    fail_each_allocation(try_polish, NULL, 4);
}

static void test_growing(void **state)
{
    (void)state;
    fail_each_allocation(try_grow, NULL, 3);
}

/* ------------------------------------------------------------ cancelling -- */

typedef struct patience {
    uint64_t left;     /* reports that are listened to */
    const char *stage; /* only those of this stage count; NULL: all */
    uint64_t heard;    /* reports after the refusal: there are none */
    bool refused;
} patience;

static bool listen(void *context, const pleach_progress *progress)
{
    patience *p = context;
    assert_non_null(progress->stage);
    assert_true(progress->total == 0 || progress->done <= progress->total);
    p->heard += p->refused;
    if (p->stage != NULL && strcmp(p->stage, progress->stage) != 0)
        return true;
    if (p->left > 0) {
        p->left--;
        return true;
    }
    p->refused = true;
    return false;
}

/* Refuses the k-th report for k = 0, 1, 2, 4, ... until there are fewer. */
static void cancel_each(const char *solver, const char *stage,
                        uint64_t at_least)
{
    for (uint64_t k = 0;; k = k < 3 ? k + 1 : 2 * k) {
        patience p = {.left = k, .stage = stage};
        pleach_listener listener = {.progress = listen, .context = &p};
        pleach_clusters_options options = {.solver = solver_of(solver),
                                           .bound = PLEACH_BOUND_FULL,
                                           .threads = 2,
                                           .window = 5,
                                           .max_iterations = 12,
                                           .listener = &listener};
        pleach_clusters *made = NULL;
        pleach_error error = {0};
        pleach_status status =
            pleach_clusters_find(&made, affinity, &options, &error);
        if (status == PLEACH_OK) {
            assert_false(p.refused);
            assert_true(k > at_least);
            pleach_clusters_free(made);
            return;
        }
        assert_int_equal(status, PLEACH_CANCELLED);
        assert_int_equal(error.status, PLEACH_CANCELLED);
        assert_true(strlen(error.sentence) > 10);
        assert_int_equal(p.heard, 0);
        assert_null(made);
    }
}

static void test_cancelling_the_solvers(void **state)
{
    (void)state;
    cancel_each("ap", "cluster", 3);
    cancel_each("rap", "cluster", 3);
    cancel_each("joint", "cluster", 3);
    cancel_each("joint", "polish", 0);
    cancel_each("rap", "bound", 0);
    cancel_each("joint", NULL, 3);
}

static void test_cancelling_the_comparison(void **state)
{
    (void)state;
    patience p = {0};
    pleach_listener listener = {.progress = listen, .context = &p};
    for (uint32_t threads = 1; threads <= 2; threads++) {
        pleach_affinity *made = NULL;
        pleach_error error = {0};
        pleach_affinity_options options = {.listener = &listener,
                                           .threads = threads};
        pleach_status status =
            pleach_affinity_compare(&made, corpus, &options, &error);
        /* With two threads the first may come too late to hear of it. */
        if (threads == 1 || status != PLEACH_OK) {
            assert_int_equal(status, PLEACH_CANCELLED);
            assert_int_equal(error.status, PLEACH_CANCELLED);
            assert_null(made);
        }
        pleach_affinity_free(made);
    }
}

static int set_up(void **state)
{
    (void)state;
    corpus = read_text("f.jsonl", knotted_corpus);
    if (pleach_affinity_compare(&affinity, corpus, NULL, NULL) != PLEACH_OK)
        return -1;
    return pleach_clusters_find(&clusters, affinity, NULL, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comparing),
        cmocka_unit_test(test_finding),
        cmocka_unit_test(test_polishing),
        cmocka_unit_test(test_growing),
        cmocka_unit_test(test_cancelling_the_solvers),
        cmocka_unit_test(test_cancelling_the_comparison),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
