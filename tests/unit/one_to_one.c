/* one_to_one.c: the assignment of most expected right pairs, against all that
 * there are. */
/* SPDX-License-Identifier: MIT */
#include "cross/one_to_one.h"

#include <math.h>

#include "random.h"
#include "testing.h"

enum { MOST = 6 };

/* Two sources of so many nodes, and the chances of all pairs; 0: no pair. */
typedef struct case_of {
    uint32_t size, other;
    int chance[MOST][MOST]; /* in percent */
} case_of;

static double best_sum(const case_of *at, uint32_t row, uint32_t taken)
{
    if (row == at->size)
        return 0;
    double best = best_sum(at, row + 1, taken);
    for (uint32_t k = 0; k < at->other; k++) {
        if (at->chance[row][k] == 0 || (taken >> k & 1) != 0)
            continue;
        double sum =
            at->chance[row][k] / 100.0 + best_sum(at, row + 1, taken | 1u << k);
        best = sum > best ? sum : best;
    }
    return best;
}

/* Fills in what the assignment reads of pairs, and nothing else. */
static double matched_sum(const case_of *at)
{
    uint32_t source_first[] = {0, at->size, at->size + at->other};
    uint32_t first[MOST + 1] = {0}, matched[MOST], taken = 0;
    pl_cross_pair pair[MOST * MOST];
    pl_cross_nodes nodes = {.source_first = source_first};
    pl_cross_pairs pairs = {.nodes = &nodes, .from = 0, .to = 1};
    pairs.first = first;
    pairs.list.items = pair;
    double sum = 0;
    for (uint32_t k = 0; k < at->size; k++) {
        for (uint32_t m = 0; m < at->other; m++)
            if (at->chance[k][m] > 0)
                pair[pairs.list.count++] = (pl_cross_pair){
                    .from = k,
                    .to = at->size + m,
                    .chances.of[PL_EQUAL] = at->chance[k][m] / 100.0};
        first[k + 1] = (uint32_t)pairs.list.count;
    }
    assert_int_equal(pl_match_one_to_one(matched, &pairs, NULL), PLEACH_OK);
    for (uint32_t k = 0; k < at->size; k++) {
        if (matched[k] == PL_NONE)
            continue;
        uint32_t m = matched[k] - at->size;
        assert_true(m < at->other && (taken >> m & 1) == 0);
        assert_true(at->chance[k][m] > 0);
        taken |= 1u << m;
        sum += at->chance[k][m] / 100.0;
    }
    return sum;
}

static void as_good_as_the_best_of_all(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 7);
    for (int trial = 0; trial < 3000; trial++) {
        case_of at = {.size = 1 + pl_random_below(&random, MOST),
                      .other = 1 + pl_random_below(&random, MOST)};
        for (uint32_t k = 0; k < at.size; k++)
            for (uint32_t m = 0; m < at.other; m++)
                if (pl_random_below(&random, 3) > 0)
                    at.chance[k][m] = 2 + (int)pl_random_below(&random, 98);
        assert_true(fabs(matched_sum(&at) - best_sum(&at, 0, 0)) < 1e-9);
    }
}

/* Who takes the surest pair first gets .9 + 0: two pairs give more. */
static void two_good_pairs_beat_one_better(void **state)
{
    (void)state;
    case_of at = {.size = 2, .other = 2, .chance = {{90, 80}, {85, 0}}};
    assert_true(fabs(matched_sum(&at) - 1.65) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_good_as_the_best_of_all),
        cmocka_unit_test(two_good_pairs_beat_one_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
