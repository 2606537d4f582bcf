/* cover.c: greedy covers are valid, never worse than what was given, and near
 * the best of all answers where these can be enumerated. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "random_answer.h"
#include "rap/cover.h"

static double cover(const hand_made *h, uint32_t *exemplar)
{
    assert_int_equal(pl_cover(exemplar, &h->affinity, false, NULL), PLEACH_OK);
    char broken = hand_made_broken(h, exemplar);
    if (broken != ' ')
        fail_msg("A cover breaks %c", broken);
    return hand_made_net(h, exemplar);
}

/* The best of all sets of exemplars; everyone joins the best of them. */
static double enumerate(const hand_made *h)
{
    const pleach_affinity *a = &h->affinity;
    double best = -INFINITY;
    for (uint32_t set = 1; set < 1u << a->slot_count; set++) {
        double sum = 0;
        for (uint32_t i = 0; i < a->slot_count; i++) {
            double most = a->preference;
            for (uint32_t j = 0; j < a->slot_count && !(set >> i & 1); j++)
                if ((set >> j & 1) && h->matrix[i][j] > 0 &&
                    h->matrix[i][j] > most)
                    most = h->matrix[i][j];
            sum += most;
        }
        best = fmax(best, sum);
    }
    return best;
}

/* The share of the optimum that covers of random blocks reach on average. */
static double mean_share(uint64_t seed, bool graded)
{
    enum { CASES = 60 };
    double shares = 0;
    pl_random random;
    pl_random_seed(&random, seed);
    for (uint32_t k = 0; k < CASES; k++) {
        hand_made *h = hand_made_new("a a a a a a a a a a a a", 0.0001);
        uint32_t given[HAND_MADE_NODES], found[HAND_MADE_NODES];
        for (uint32_t i = 0; i < h->node_count; i++)
            for (uint32_t j = 0; j < i; j++)
                if (pl_random_chance(&random, 0.25))
                    hand_made_pair(
                        h, i, j,
                        graded ? (float)(0.1 + 0.9 * pl_random_unit(&random))
                               : 1.0f);
        random_answer(&random, h, given);
        memcpy(found, given, sizeof found);
        double net = cover(h, found), best = enumerate(h);
        assert_true(net >= hand_made_net(h, given) - 1e-9);
        assert_true(net <= best + 1e-6);
        shares += net / best;
        hand_made_free(h);
    }
    return shares / CASES;
}

static void test_random_blocks(void **state)
{
    (void)state;
    assert_true(mean_share(41, false) > 0.99);
    assert_true(mean_share(42, true) > 0.995);
}

/* Where parents and children have a say nothing is touched. */
static void test_families_are_left_alone(void **state)
{
    (void)state;
    uint32_t exemplar[HAND_MADE_NODES];
    hand_made *h = hand_made_new("a>b a>b a>b", 0.1);
    hand_made_pair(h, 0, 2, 1);
    hand_made_pair(h, 0, 4, 1);
    hand_made_pair(h, 1, 3, 1);
    hand_made_pair(h, 3, 5, 1);
    for (uint32_t i = 0; i < h->node_count; i++)
        exemplar[i] = i;
    cover(h, exemplar);
    for (uint32_t i = 0; i < h->node_count; i++)
        assert_int_equal(exemplar[i], i);
    hand_made_free(h);
}

/* A better answer than the greedy one stays. */
static void test_better_answers_stay(void **state)
{
    (void)state;
    hand_made *h = hand_made_new("a a a a a", 0.1);
    uint32_t exemplar[HAND_MADE_NODES] = {0, 0, 0, 4, 4};
    hand_made_pair(h, 0, 1, 1);
    hand_made_pair(h, 0, 2, 1);
    hand_made_pair(h, 3, 4, 1);
    uint32_t before[HAND_MADE_NODES];
    memcpy(before, exemplar, sizeof before);
    assert_true(fabs(cover(h, exemplar) - 3.2) < 1e-6);
    assert_memory_equal(exemplar, before, 5 * sizeof *exemplar);
    hand_made_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_blocks),
        cmocka_unit_test(test_families_are_left_alone),
        cmocka_unit_test(test_better_answers_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
