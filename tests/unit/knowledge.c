/* knowledge.c: near vectors, found exactly among few and nearly all of them
 * among many. */
/* SPDX-License-Identifier: MIT */
#include "random.h"
#include "same/near_vectors.h"
#include "testing.h"

#include <math.h>
#include <stdlib.h>

enum { SIZE = 24 };

/* Pairs (2 k, 2 k + 1) lie close together, others anywhere. */
static float *draw_couples(uint32_t count)
{
    float *numbers = calloc((size_t)count * SIZE, sizeof *numbers);
    pl_random random;
    pl_random_seed(&random, 7);
    assert_non_null(numbers);
    for (uint32_t row = 0; row < count; row++) {
        float *x = numbers + (size_t)row * SIZE;
        double squares = 0;
        for (int k = 0; k < SIZE; k++) {
            double drawn =
                (double)(pl_random_next(&random) >> 11) * 0x1p-52 - 1;
            x[k] = (float)(row % 2 == 0 ? drawn
                                        : (double)x[k - SIZE] + 0.08 * drawn);
            squares += (double)x[k] * (double)x[k];
        }
        for (int k = 0; k < SIZE; k++)
            x[k] = (float)((double)x[k] / sqrt(squares));
    }
    return numbers;
}

/* How many couples are found, of count / 2. */
static uint32_t find_couples(pl_pair_list *pairs, uint32_t count,
                             uint32_t threads)
{
    float *numbers = draw_couples(count);
    pl_unit_vectors vectors = {numbers, count, SIZE};
    uint32_t found = 0;
    assert_int_equal(
        pl_near_vectors_find(pairs, &vectors, 0.9, threads, NULL, NULL),
        PLEACH_OK);
    for (size_t k = 0; k < pairs->count; k++)
        assert_true(pl_unit_cosine(&vectors, (uint32_t)(pairs->items[k] >> 32),
                                   (uint32_t)pairs->items[k]) > 0.899);
    pl_pairs_settle(pairs);
    for (uint32_t k = 0; k < count; k += 2)
        found += pl_pairs_find(pairs, k, k + 1) < pairs->count;
    free(numbers);
    return found;
}

static void few_are_found_exactly(void **state)
{
    pl_pair_list pairs = {0};
    (void)state;
    assert_int_equal(find_couples(&pairs, 1000, 1), 500);
    pl_list_free(&pairs);
}

static void of_many_nearly_all_are_found(void **state)
{
    pl_pair_list one = {0}, four = {0};
    (void)state;
    uint32_t found = find_couples(&one, 20000, 1);
    assert_true(found > 9900);
    assert_int_equal(find_couples(&four, 20000, 4), found);
    assert_int_equal(one.count, four.count);
    assert_memory_equal(one.items, four.items, one.count * sizeof *one.items);
    pl_list_free(&one);
    pl_list_free(&four);
}

static bool stop_at_once(void *context, const pleach_progress *progress)
{
    (void)progress;
    ++*(uint32_t *)context;
    return false;
}

static void a_listener_stops_it(void **state)
{
    uint32_t asked = 0;
    float *numbers = draw_couples(20000);
    pl_unit_vectors vectors = {numbers, 20000, SIZE};
    pl_pair_list pairs = {0};
    pleach_listener listener = {.context = &asked, .progress = stop_at_once};
    pleach_error error = {0};
    (void)state;
    assert_int_equal(
        pl_near_vectors_find(&pairs, &vectors, 0.9, 1, &listener, &error),
        PLEACH_CANCELLED);
    assert_int_equal(asked, 1);
    assert_int_equal(pairs.count, 0);
    pl_list_free(&pairs);
    free(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_are_found_exactly),
        cmocka_unit_test(of_many_nearly_all_are_found),
        cmocka_unit_test(a_listener_stops_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
