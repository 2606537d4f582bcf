/* Tests of src/base/random.c: fixed draws, fixed mathematics, tables. */
/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/random.h"

/* The sequence that the authors' reference program yields from 1, 2, 3, 4. */
static void test_xoshiro_sequence(void **state)
{
    static const uint64_t expected[] = {11520u,
                                        0u,
                                        1509978240u,
                                        1215971899390074240u,
                                        1216172134540287360u,
                                        607988272756665600u,
                                        16172922978634559625u,
                                        8476171486693032832u,
                                        10595114339597558777u,
                                        2904607092377533576u};
    pl_random random = {{1, 2, 3, 4}};
    (void)state;
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        assert_int_equal(pl_random_next(&random), expected[k]);
}

static void test_splitmix_fills_the_state(void **state)
{
    pl_random random;
    (void)state;
    pl_random_seed(&random, 0);
    assert_int_equal(random.state[0], 0xE220A8397B1DCDAFu);
    assert_int_equal(random.state[1], 0x6E789E6AA1B965F4u);
    assert_int_equal(random.state[2], 0x06C45D188009454Fu);
    assert_int_equal(random.state[3], 0xF88BB8A8724C81ECu);
}

static void test_logarithm_and_exponential(void **state)
{
    (void)state;
    for (double x = 1e-17; x < 1e17; x *= 1.37)
        assert_true(fabs(pl_fixed_log(x) - log(x)) <=
                    4e-15 * (1 + fabs(log(x))));
    for (double x = -600; x < 600; x += 0.731)
        assert_true(fabs(pl_fixed_exp(x) / exp(x) - 1) <= 1e-13);
    assert_true(pl_fixed_log(1) == 0);
    assert_true(pl_fixed_exp(0) == 1);
}

static void test_below_covers_its_range_evenly(void **state)
{
    pl_random random;
    int seen[7] = {0};
    (void)state;
    pl_random_seed(&random, 3);
    for (int k = 0; k < 70000; k++)
        seen[pl_random_below(&random, 7)]++;
    for (int k = 0; k < 7; k++)
        assert_in_range(seen[k], 9600, 10400);
}

static void test_shuffle_keeps_all_items(void **state)
{
    pl_random random;
    uint32_t items[50], moved = 0;
    bool seen[50] = {false};
    (void)state;
    for (uint32_t k = 0; k < 50; k++)
        items[k] = k;
    pl_random_seed(&random, 3);
    pl_random_shuffle(&random, items, 50);
    for (uint32_t k = 0; k < 50; k++) {
        assert_false(seen[items[k]]);
        seen[items[k]] = true;
        moved += items[k] != k;
    }
    assert_true(moved > 40);
}

static void test_alias_draws_in_proportion(void **state)
{
    static const double weight[] = {0, 5, 1, 0.5, 3, 0, 0.5};
    enum { ITEMS = sizeof weight / sizeof *weight, DRAWS = 200000 };
    pl_alias table[ITEMS];
    pl_random random;
    int seen[ITEMS] = {0};
    (void)state;
    pl_random_seed(&random, 9);
    assert_true(pl_alias_fill(table, weight, ITEMS));
    for (int k = 0; k < DRAWS; k++)
        seen[pl_alias_draw(&random, table, ITEMS)]++;
    for (int k = 0; k < ITEMS; k++)
        assert_true(fabs(seen[k] / (double)DRAWS - weight[k] / 10) < 0.005);
    assert_int_equal(seen[0], 0);
    assert_int_equal(seen[5], 0);
}

static void test_ranks_follow_zipf(void **state)
{
    enum { SIZE = 10, DRAWS = 200000 };
    pl_ranks ranks = {.exponent = 1.5};
    pl_random random;
    int seen[SIZE] = {0};
    double sum = 0;
    (void)state;
    pl_random_seed(&random, 9);
    assert_true(pl_ranks_prepare(&ranks, 3));
    assert_true(pl_ranks_prepare(&ranks, SIZE));
    assert_true(pl_ranks_prepare(&ranks, SIZE));
    for (int k = 0; k < DRAWS; k++)
        seen[pl_ranks_draw(&random, &ranks, SIZE)]++;
    for (int k = 0; k < SIZE; k++)
        sum += pow(k + 1, -1.5);
    for (int k = 0; k < SIZE; k++)
        assert_true(fabs(seen[k] / (double)DRAWS - pow(k + 1, -1.5) / sum) <
                    0.005);
    pl_ranks_free(&ranks);
}

static void test_geometric_mean_and_limits(void **state)
{
    pl_geometric shape = pl_geometric_of(20, 400);
    pl_geometric one = pl_geometric_of(1, 400), cut = pl_geometric_of(50, 3);
    pl_random random;
    double sum = 0;
    (void)state;
    pl_random_seed(&random, 4);
    for (int k = 0; k < 200000; k++) {
        uint64_t drawn = pl_geometric_draw(&random, &shape);
        assert_in_range(drawn, 1, 400);
        sum += (double)drawn;
        assert_int_equal(pl_geometric_draw(&random, &one), 1);
        assert_in_range(pl_geometric_draw(&random, &cut), 1, 3);
    }
    assert_true(fabs(sum / 200000 - 20) < 0.25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_xoshiro_sequence),
        cmocka_unit_test(test_splitmix_fills_the_state),
        cmocka_unit_test(test_logarithm_and_exponential),
        cmocka_unit_test(test_below_covers_its_range_evenly),
        cmocka_unit_test(test_shuffle_keeps_all_items),
        cmocka_unit_test(test_alias_draws_in_proportion),
        cmocka_unit_test(test_ranks_follow_zipf),
        cmocka_unit_test(test_geometric_mean_and_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
