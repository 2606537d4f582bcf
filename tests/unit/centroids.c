/* centroids.c: sparse vectors against tallies that are written out in full. */
/* SPDX-License-Identifier: MIT */
#include "same/centroids.h"

#include <math.h>

#include "random.h"
#include "testing.h"

enum { SIDES = 20, WIDTH = 30 };

typedef struct dense {
    double tally[SIDES][WIDTH];
    double weight[WIDTH];
} dense;

/* Adds the same to both; columns come in any order, and again. */
static void fill(pl_centroids *sides, dense *all, uint64_t seed)
{
    pl_random random;
    pl_random_seed(&random, seed);
    *all = (dense){0};
    assert_true(pl_centroids_start(sides, SIDES, WIDTH));
    for (uint32_t k = 0; k < WIDTH; k++) {
        all->weight[k] = 1 + pl_random_below(&random, 5);
        sides->weight.items[k] = (float)all->weight[k];
    }
    for (uint32_t side = 0; side < SIDES; side++)
        for (uint32_t k = pl_random_below(&random, 12); k > 0; k--) {
            uint32_t column = pl_random_below(&random, WIDTH);
            all->tally[side][column]++;
            pl_centroids_add(sides, side, column);
        }
    pl_centroids_direct(sides);
}

/* The vectors are those of the tallies, and the lists are in order. */
static void check_side(const pl_centroids *sides, const double *tally,
                       const double *weight, uint32_t side)
{
    double sum = 0;
    uint32_t filled = 0;
    for (uint32_t k = 0; k < WIDTH; k++) {
        sum += pow(log1p(tally[k]) * weight[k], 2);
        filled += tally[k] > 0;
    }
    assert_int_equal(sides->filled_count[side], filled);
    for (uint32_t k = 0; k < WIDTH; k++) {
        double wanted = sum > 0 ? log1p(tally[k]) * weight[k] / sqrt(sum) : 0;
        double got = (double)pl_centroid_vector(sides, side)[k];
        assert_true(fabs(got - wanted) < 1e-5);
    }
    const uint32_t *list = sides->filled.items + (size_t)side * WIDTH;
    for (uint32_t k = 0; k < filled; k++)
        assert_true(tally[list[k]] > 0 && (k == 0 || list[k - 1] < list[k]));
}

static void test_directions(void **state)
{
    (void)state;
    pl_centroids sides = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        dense all;
        fill(&sides, &all, seed);
        for (uint32_t side = 0; side < SIDES; side++)
            check_side(&sides, all.tally[side], all.weight, side);
    }
    pl_centroids_free(&sides);
}

/* However far they were joined, each side is the sum of its members. */
static void test_joining(void **state)
{
    (void)state;
    static const float limits[] = {0.1f, 0.3f, 0.6f, 2};
    pl_centroids sides = {0};
    for (uint64_t seed = 0; seed < 40; seed++) {
        dense all;
        double sum[SIDES][WIDTH] = {{0}};
        uint32_t size[SIDES] = {0}, left = 0;
        fill(&sides, &all, seed);
        pl_centroids_join(&sides, limits[seed % 4], 1);
        for (uint32_t m = 0; m < SIDES; m++) {
            size[sides.side_of[m]]++;
            for (uint32_t k = 0; k < WIDTH; k++)
                sum[sides.side_of[m]][k] += all.tally[m][k];
        }
        for (uint32_t side = 0; side < SIDES; side++) {
            assert_int_equal(size[side], sides.size[side]);
            left += size[side] > 0;
            if (size[side] > 0)
                check_side(&sides, sum[side], all.weight, side);
        }
        assert_true(seed % 4 == 3 ? left == SIDES : left < SIDES);
    }
    pl_centroids_free(&sides);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_directions),
        cmocka_unit_test(test_joining),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
