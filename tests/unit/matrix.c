/* matrix.c: messages over a matrix are those of the plain equations. */
/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/hash.h"
#include "base/memory.h"
#include "pleach_lab.h"
#include "testing.h"

enum { POINTS = 41 };

typedef struct world {
    double similarity[POINTS * POINTS], preference[POINTS];
} world;

static double drawn(uint64_t seed, uint64_t what)
{
    return pl_hash_unit(pl_hash_pair(seed, what));
}

/* Points in a plane, or numbers without any order in them. */
static void draw_world(world *w, uint64_t seed, double preference)
{
    for (uint32_t i = 0; i < POINTS; i++) {
        w->preference[i] = preference;
        for (uint32_t k = 0; k < POINTS; k++) {
            double x = drawn(seed, i) - drawn(seed, k);
            double y = drawn(seed, 99 + i) - drawn(seed, 99 + k);
            w->similarity[i * POINTS + k] =
                seed % 2 ? -(x * x) - y * y : -drawn(seed, 999 + i * 99 + k);
        }
    }
}

/* The textbook's equations, with the same tiny differences of preferences. */
static void propagate_plainly(uint8_t *is_exemplar, const world *w,
                              double damping, uint32_t iterations)
{
    static double s[POINTS][POINTS], r[POINTS][POINTS], a[POINTS][POINTS];
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < POINTS; i++)
        for (uint32_t k = 0; k < POINTS; k++) {
            s[i][k] = i == k ? w->preference[i] : w->similarity[i * POINTS + k];
            low = fmin(low, s[i][k]);
            high = fmax(high, s[i][k]);
            r[i][k] = a[i][k] = 0;
        }
    for (uint32_t i = 0; i < POINTS; i++)
        s[i][i] += 1e-10 * (high - low) * drawn(i, 1);
    for (uint32_t t = 0; t < iterations; t++) {
        for (uint32_t i = 0; i < POINTS; i++)
            for (uint32_t k = 0; k < POINTS; k++) {
                double most = -INFINITY;
                for (uint32_t j = 0; j < POINTS; j++)
                    if (j != k)
                        most = fmax(most, a[i][j] + s[i][j]);
                r[i][k] = damping * r[i][k] + (1 - damping) * (s[i][k] - most);
            }
        for (uint32_t i = 0; i < POINTS; i++)
            for (uint32_t k = 0; k < POINTS; k++) {
                double sum = i == k ? 0 : r[k][k];
                for (uint32_t j = 0; j < POINTS; j++)
                    if (j != i && j != k)
                        sum += fmax(0, r[j][k]);
                a[i][k] = damping * a[i][k] +
                          (1 - damping) * (i == k ? sum : fmin(0, sum));
            }
    }
    for (uint32_t k = 0; k < POINTS; k++)
        is_exemplar[k] = r[k][k] + a[k][k] > 0;
}

static pleach_status propagate(uint8_t *is_exemplar, const world *w,
                               pleach_matrix_options options,
                               pleach_matrix_answer *answer)
{
    pleach_matrix matrix = {w->similarity, w->preference, POINTS, false};
    return pleach_matrix_propagate(is_exemplar, answer, &matrix, &options,
                                   NULL);
}

/* After any number of iterations, not only at the end; few and many exemplars.
 */
static void test_as_written_out(void **state)
{
    (void)state;
    static const double preferences[] = {-0.05, -0.5, -3};
    static const uint32_t iterations[] = {1, 2, 3, 7, 30};
    static world w;
    for (uint64_t seed = 0; seed < 6; seed++)
        for (int p = 0; p < 3; p++)
            for (int t = 0; t < 5; t++) {
                uint8_t plain[POINTS], found[POINTS];
                pleach_matrix_answer answer;
                draw_world(&w, seed, preferences[p]);
                propagate_plainly(plain, &w, 0.8, iterations[t]);
                assert_int_equal(
                    propagate(found, &w,
                              (pleach_matrix_options){0.8, iterations[t], 1000,
                                                      1 + seed % 3, NULL},
                              &answer),
                    PLEACH_OK);
                assert_memory_equal(found, plain, POINTS);
                assert_int_equal(answer.iterations, iterations[t]);
                assert_false(answer.converged);
            }
}

static void test_settles(void **state)
{
    (void)state;
    static world w;
    static float single[POINTS * POINTS];
    uint8_t by_double[POINTS], by_float[POINTS];
    pleach_matrix_answer answer;
    draw_world(&w, 7, -0.5);
    assert_int_equal(propagate(by_double, &w,
                               (pleach_matrix_options){0.9, 500, 20, 2, NULL},
                               &answer),
                     PLEACH_OK);
    assert_true(answer.converged && answer.iterations < 500);
    for (int k = 0; k < POINTS * POINTS; k++)
        single[k] = (float)w.similarity[k];
    pleach_matrix matrix = {single, w.preference, POINTS, true};
    pleach_matrix_options damped = {0.9, 500, 20, 2, NULL};
    assert_int_equal(
        pleach_matrix_propagate(by_float, &answer, &matrix, &damped, NULL),
        PLEACH_OK);
    assert_memory_equal(by_float, by_double, POINTS);
    damped.damping = 0; /* it finds a damping by itself */
    assert_int_equal(
        pleach_matrix_propagate(by_float, &answer, &matrix, &damped, NULL),
        PLEACH_OK);
    assert_true(answer.converged);
}

static void test_refused(void **state)
{
    (void)state;
    static world w;
    uint8_t found[POINTS];
    pleach_matrix_answer answer;
    static const pleach_matrix_options wrong[] = {{0.4, 9, 9, 1, NULL},
                                                  {1, 9, 9, 1, NULL},
                                                  {NAN, 9, 9, 1, NULL},
                                                  {0.5, 0, 9, 1, NULL},
                                                  {0.5, 9, 0, 1, NULL}};
    draw_world(&w, 1, -1);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_int_equal(propagate(found, &w, wrong[k], &answer),
                         PLEACH_BAD_USAGE);
    pleach_matrix_options fine = {0.5, 9, 9, 1, NULL};
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        w.similarity[5] = odd[k];
        assert_int_equal(propagate(found, &w, fine, &answer), PLEACH_BAD_DATA);
    }
    w.similarity[5] = 1e308;
    w.similarity[7] = -1e308;
    assert_int_equal(propagate(found, &w, fine, &answer), PLEACH_BAD_DATA);
}

static void test_without_memory(void **state)
{
    (void)state;
    static world w;
    uint8_t found[POINTS];
    pleach_matrix_answer answer;
    pleach_status status = PLEACH_NO_MEMORY;
    draw_world(&w, 3, -0.5);
    for (int64_t allowed = 0; status != PLEACH_OK; allowed++) {
        assert_int_equal(status, PLEACH_NO_MEMORY);
        pl_memory_fail_after(allowed, false);
        status = propagate(
            found, &w, (pleach_matrix_options){0.8, 9, 9, 1, NULL}, &answer);
        pl_memory_fail_after(-1, false);
        assert_true(allowed < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_written_out),
        cmocka_unit_test(test_settles),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
