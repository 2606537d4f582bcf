/* support.c: parts of an affinity, and how often clusters come out of them. */
/* SPDX-License-Identifier: MIT */
#include "grown_text.h"

#include <math.h>

#include "base/hash.h"
#include "base/random.h"
#include "sinks.h"
#include "taxonomy/resample.h"
#include "taxonomy/taxonomy.h"

/* Bob's x is what ann's and cat's have in common. */
static const char people[] =
    "{\"owner\":\"ann\",\"id\":\"1\",\"name\":\"r\",\"tags\":[\"z\"],"
    "\"children\":[{\"name\":\"x\",\"tags\":[\"p\"]}]}\n"
    "{\"owner\":\"bob\",\"id\":\"2\",\"name\":\"r\",\"tags\":[\"z\"],"
    "\"children\":[{\"name\":\"x\",\"tags\":[\"p\",\"q\"]},{\"name\":\"y\"}]}\n"
    "{\"owner\":\"cat\",\"id\":\"3\",\"name\":\"r\",\"tags\":[\"z\"],"
    "\"children\":[{\"name\":\"x\",\"tags\":[\"q\"]}]}\n";

static const pleach_clusters_options quick = {.solver = PLEACH_SOLVER_RAP,
                                              .bound = PLEACH_BOUND_NONE};

static grown_text grow(void)
{
    return grow_text("people.jsonl", people, "tags", &quick);
}

static void test_a_part(void **state)
{
    grown_text all = grow();
    pl_resample part;
    (void)state;
    /* Owners are in order: ann and cat. */
    assert_int_equal(
        pl_resample_make(&part, all.affinity, (const uint8_t[]){1, 0, 1}, NULL),
        PLEACH_OK);
    const pleach_affinity *is = part.affinity;
    assert_int_equal(is->slot_count, 4);
    assert_int_equal(is->block_count, 2);
    assert_int_equal(is->block_first[2], 4);
    /* The two roots know each other, the two x do not. */
    assert_int_equal(pleach_affinity_pairs(is), 2);
    for (uint32_t slot = 0; slot < 4; slot++) {
        uint32_t parent = is->slot_parent[slot];
        assert_int_equal(is->node_slot[is->slot_node[slot]], slot);
        if (parent == PL_NONE) {
            assert_int_equal(is->child_first[slot + 1] - is->child_first[slot],
                             1);
            assert_int_equal(is->slot_parent[is->child[is->child_first[slot]]],
                             slot);
        } else {
            assert_int_equal(is->slot_parent[parent], PL_NONE);
        }
    }
    pleach_affinity_free(part.affinity);
    grown_text_free(&all);
}

/* The draws as documented, made here again: x is together whenever bob and
 * another one are in. */
static double expected_share(uint32_t resamples)
{
    double asked = 0, together = 0;
    for (uint32_t k = 0; k < resamples; k++) {
        bool in[3] = {0};
        pl_random random;
        pl_random_seed(&random, pl_hash_pair(7, k));
        for (int draw = 0; draw < 3; draw++)
            in[pl_random_below(&random, 3)] = true;
        if (in[0] + in[1] + in[2] < 2)
            continue;
        asked++;
        together += in[1];
    }
    assert_true(together < asked);
    return together / asked;
}

static void test_support(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        grown_text all = grow();
        pleach_support_options options = {.resamples = 24,
                                          .random_seed = 7,
                                          .threads = threads,
                                          .clusters = &quick};
        assert_int_equal(pleach_taxonomy_support(all.forest, &options, NULL),
                         PLEACH_OK);
        uint32_t x = cluster_named(all.forest, "x");
        uint32_t r = cluster_named(all.forest, "r");
        uint32_t y = cluster_named(all.forest, "y");
        assert_int_equal(all.forest->resamples, 24);
        assert_true(fabs(all.forest->support[x] - expected_share(24)) < 1e-12);
        assert_true(all.forest->edge_support[x] == 1);
        assert_true(all.forest->support[r] == 1);
        assert_true(isnan(all.forest->edge_support[r]));
        /* One member is never two; but it is where it is. */
        assert_true(isnan(all.forest->support[y]));
        assert_true(all.forest->edge_support[y] == 1);
        grown_text_free(&all);
    }
}

static void test_it_is_written(void **state)
{
    grown_text all = grow();
    pleach_support_options options = {.resamples = 9, .clusters = &quick};
    static const struct {
        const char *format, *part;
    } cases[] = {{"text", "r (3, 100 %)"},
                 {"json", "\"support\": null, \"edge_support\": 1"},
                 {"json", "\"resamples\": 9"},
                 {"dot", ", label=\"100 %\", fontsize=9];"}};
    (void)state;
    assert_int_equal(pleach_taxonomy_support(all.forest, &options, NULL),
                     PLEACH_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *text = NULL;
        size_t length;
        FILE *to = open_memstream(&text, &length);
        assert_int_equal(pleach_taxonomy_write(
                             all.forest, TO(to),
                             &(pleach_write_options){.format = cases[k].format},
                             NULL),
                         PLEACH_OK);
        fclose(to);
        if (strstr(text, cases[k].part) == NULL)
            fail_msg("%s is not in %s", cases[k].part, text);
        free(text);
    }
    grown_text_free(&all);
}

static void test_no_resamples(void **state)
{
    grown_text all = grow();
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_taxonomy_support(
                         all.forest, &(pleach_support_options){0}, &error),
                     PLEACH_BAD_USAGE);
    assert_null(all.forest->support);
    assert_int_equal(pleach_taxonomy_support(all.forest, NULL, &error),
                     PLEACH_OK);
    assert_int_equal(all.forest->resamples, 100);
    grown_text_free(&all);
}

/* A resample that fails for want of memory fails the whole. */
static void test_no_memory(void **state)
{
    grown_text all = grow();
    pleach_status status = PLEACH_NO_MEMORY;
    int64_t allowed = 0;
    (void)state;
    for (; status != PLEACH_OK && allowed < 100000; allowed++) {
        pleach_error error = {0};
        pl_memory_fail_after(allowed, false);
        status = pleach_taxonomy_support(
            all.forest,
            &(pleach_support_options){
                .resamples = 1, .threads = 1, .clusters = &quick},
            &error);
        pl_memory_fail_after(-1, false);
        if (status != PLEACH_OK)
            assert_int_equal(error.status, PLEACH_NO_MEMORY);
    }
    assert_int_equal(status, PLEACH_OK);
    assert_true(allowed > 10);
    grown_text_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_part),
        cmocka_unit_test(test_support),
        cmocka_unit_test(test_it_is_written),
        cmocka_unit_test(test_no_resamples),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
