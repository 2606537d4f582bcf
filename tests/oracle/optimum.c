/* optimum.c: answers and bounds against the best of all valid assignments. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "hand_made.h"
#include "rap/bound.h"
#include "solver_words.h"
#include "taxonomy/clusters.h"

/* ------------------------------------------------ every valid assignment -- */

/* A search through all of them, roots before leaves, so that F can be seen
 * as soon as a leaf is placed. Only what cannot beat the best is left out. */
typedef struct search {
    const hand_made *h;
    uint32_t order[HAND_MADE_NODES];
    double rest[HAND_MADE_NODES + 1]; /* the most that order[k..] can add */
    uint32_t exemplar[HAND_MADE_NODES];
    bool placed[HAND_MADE_NODES];
    double best;
    uint64_t visited;
} search;

static double wish(const hand_made *h, uint32_t i, uint32_t j)
{
    return i == j ? h->preference[i] : (double)h->matrix[i][j];
}

static void prepare(search *s, const hand_made *h)
{
    uint32_t slots = h->affinity.slot_count, used = 0;
    memset(s, 0, sizeof *s);
    s->h = h;
    s->best = -INFINITY;
    for (int leaves = 0; leaves < 2; leaves++)
        for (uint32_t i = 0; i < slots; i++)
            if ((h->affinity.slot_parent[i] != PL_NONE) == leaves)
                s->order[used++] = i;
    for (uint32_t k = slots; k-- > 0;) {
        double most = 0;
        for (uint32_t j = 0; j < slots; j++)
            most = fmax(most, wish(h, s->order[k], j));
        s->rest[k] = s->rest[k + 1] + most;
    }
}

/* Whether i may choose j beside those placed already (E and F). */
static bool fits(const search *s, uint32_t i, uint32_t j)
{
    const pleach_affinity *a = &s->h->affinity;
    if (i != j &&
        (s->h->matrix[i][j] <= 0 || (s->placed[j] && s->exemplar[j] != j)))
        return false;
    for (uint32_t k = 0; k < a->slot_count; k++) {
        if (!s->placed[k])
            continue;
        if (i != j && s->exemplar[k] == i)
            return false;
        if (s->exemplar[k] == j && a->slot_parent[i] != PL_NONE &&
            a->slot_parent[k] != PL_NONE &&
            s->exemplar[a->slot_parent[i]] != s->exemplar[a->slot_parent[k]])
            return false;
    }
    return true;
}

static void explore(search *s, uint32_t depth, double sum)
{
    uint32_t slots = s->h->affinity.slot_count;
    s->visited++;
    if (sum + s->rest[depth] <= s->best + 1e-12)
        return;
    if (depth == slots) {
        if (hand_made_broken(s->h, s->exemplar) == ' ')
            s->best = sum;
        return;
    }
    uint32_t i = s->order[depth];
    for (uint32_t j = 0; j < slots; j++) {
        if (!fits(s, i, j))
            continue;
        s->exemplar[i] = j;
        s->placed[i] = true;
        explore(s, depth + 1, sum + wish(s->h, i, j));
        s->placed[i] = false;
    }
}

static double optimum(const hand_made *h)
{
    search s;
    prepare(&s, h);
    explore(&s, 0, 0);
    assert_true(isfinite(s.best));
    return s.best;
}

/* --------------------------------------------------------------- answers -- */

static pleach_clusters *find(const hand_made *h, const char *solver,
                             pleach_bound bound)
{
    pleach_clusters *found = NULL;
    pleach_error error = {0};
    pleach_clusters_options options = {
        .solver = solver_of(solver), .bound = bound, .threads = 1};
    if (pleach_clusters_find(&found, &h->affinity, &options, &error) !=
        PLEACH_OK)
        fail_msg("%s", error.sentence);
    char broken = hand_made_broken(h, found->exemplar);
    if (broken != ' ')
        fail_msg("%s breaks %c", solver, broken);
    double net = hand_made_net(h, found->exemplar);
    assert_true(fabs(net - found->net_similarity) < 1e-9);
    return found;
}

static double bound_of(const hand_made *h, pleach_bound kind, double reached)
{
    double bound;
    pl_bound_plan plan = {
        .kind = kind, .fast_rounds = 300, .full_rounds = 1500};
    assert_int_equal(pl_bound(&bound, &h->affinity, &plan, reached, NULL),
                     PLEACH_OK);
    return bound;
}

typedef struct tally {
    uint32_t cases, exact, tight;
    double worst;
} tally;

static void check(tally *t, const hand_made *h)
{
    double best = optimum(h);
    pleach_clusters *joint = find(h, "joint", PLEACH_BOUND_BY_SIZE);
    pleach_clusters *ap = find(h, "ap", PLEACH_BOUND_FAST);
    pleach_clusters *rap = find(h, "rap", PLEACH_BOUND_FULL);
    double net = joint->net_similarity;
    assert_true(net <= best + 1e-9);
    assert_true(net >= ap->net_similarity - 1e-9);
    assert_true(net >= rap->net_similarity - 1e-9);
    assert_true(joint->upper_bound >= best);
    assert_true(ap->upper_bound >= best);
    assert_true(rap->upper_bound >= best);
    double fast = bound_of(h, PLEACH_BOUND_FAST, net);
    double full = bound_of(h, PLEACH_BOUND_FULL, net);
    assert_true(full >= best);
    assert_true(full <= fast);
    assert_true(full >= net && fast >= net);
    t->cases++;
    t->exact += net >= best - 1e-9;
    t->tight += full <= best + 1e-4;
    t->worst = fmin(t->worst, net / best);
    pleach_clusters_free(joint);
    pleach_clusters_free(ap);
    pleach_clusters_free(rap);
}

static tally total = {.worst = 1};

/* Runs `cases` random ones; nine in ten must be optimal, of any kind. Each
 * slot gets a preference of its own where `most` is above 0. */
static void check_own(uint64_t seed, uint32_t cases, hand_made_chance chance,
                      double most)
{
    pl_random random;
    pl_random_seed(&random, seed);
    tally t = {.worst = 1};
    while (t.cases < cases) {
        hand_made_chance c = chance;
        c.saplings = 2 + pl_random_below(&random, chance.saplings - 1);
        hand_made *h = hand_made_random(&random, &c);
        if (most > 0)
            hand_made_prefer(h, &random, most);
        check(&t, h);
        hand_made_free(h);
    }
    print_message("%u cases: %u optimal, worst %.4f; the bound meets the "
                  "optimum in %u\n",
                  t.cases, t.exact, t.worst, t.tight);
    assert_true(10 * t.exact >= 9 * t.cases);
    total.cases += t.cases;
    total.exact += t.exact;
}

static void check_many(uint64_t seed, uint32_t cases, hand_made_chance chance)
{
    check_own(seed, cases, chance, 0);
}

static void test_nearly_all_are_optimal(void **state)
{
    (void)state;
    assert_true(total.cases > 200);
    assert_true(100 * total.exact >= 95 * total.cases);
}

static void test_graded(void **state)
{
    (void)state;
    check_many(11, 50, (hand_made_chance){6, 3, 2, 0.8, 4, 0.0001});
}

static void test_all_alike(void **state)
{
    (void)state;
    check_many(12, 40, (hand_made_chance){6, 3, 2, 0.9, 1, 0.0001});
}

static void test_any_numbers(void **state)
{
    (void)state;
    check_many(13, 50, (hand_made_chance){6, 3, 2, 0.7, 0, 0.01});
}

static void test_high_preference(void **state)
{
    (void)state;
    check_many(14, 40, (hand_made_chance){6, 2, 2, 0.7, 0, 0.5});
    check_many(15, 20, (hand_made_chance){6, 2, 2, 0.7, 0, 3.0});
}

/* Two names only: "a > b" and "b > a" everywhere, loops of every kind. */
static void test_loops(void **state)
{
    (void)state;
    check_many(16, 40, (hand_made_chance){5, 2, 2, 1.0, 2, 0.0001});
    check_many(17, 20, (hand_made_chance){5, 1, 2, 1.0, 4, 0.0001});
}

/* Each slot its own preference: a little, about as much as similarities, and
 * often above all of them. */
static void test_own_preferences(void **state)
{
    (void)state;
    check_own(21, 40, (hand_made_chance){6, 3, 2, 0.8, 4, 0.0001}, 0.01);
    check_own(22, 50, (hand_made_chance){6, 3, 2, 0.7, 0, 0.0001}, 0.3);
    check_own(23, 50, (hand_made_chance){6, 2, 2, 0.8, 0, 0.0001}, 1.0);
    check_own(24, 30, (hand_made_chance){6, 2, 2, 0.7, 0, 0.0001}, 3.0);
    check_own(25, 30, (hand_made_chance){5, 2, 2, 1.0, 2, 0.0001}, 0.9);
}

/* ------------------------------------------------------- the duals alone -- */

/* Weak duality holds whatever is claimed to be reached and however few
 * rounds there are. */
static void test_bounds_hold_early(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 18);
    hand_made_chance chance = {5, 2, 2, 0.9, 3, 0.0001};
    for (int k = 0; k < 60; k++) {
        hand_made *h = hand_made_random(&random, &chance);
        if (k % 2 == 1)
            hand_made_prefer(h, &random, 0.05 * k);
        double best = optimum(h);
        for (uint32_t rounds = 1; rounds < 300; rounds *= 3)
            for (int low = 0; low < 2; low++) {
                double fast, full, reached = low ? 0.3 * best : best;
                pl_bound_plan plan = {.kind = PLEACH_BOUND_FAST,
                                      .fast_rounds = rounds,
                                      .full_rounds = rounds};
                assert_int_equal(
                    pl_bound(&fast, &h->affinity, &plan, reached, NULL),
                    PLEACH_OK);
                plan.kind = PLEACH_BOUND_FULL;
                assert_int_equal(
                    pl_bound(&full, &h->affinity, &plan, reached, NULL),
                    PLEACH_OK);
                assert_true(fast >= best && full >= best && full <= fast);
            }
        hand_made_free(h);
    }
}

static void test_no_bound_is_no_number(void **state)
{
    (void)state;
    hand_made *h = hand_made_new("a>b a>b", 0.1);
    hand_made_pair(h, 0, 2, 1);
    hand_made_pair(h, 1, 3, 0.5);
    assert_true(isnan(bound_of(h, PLEACH_BOUND_NONE, 1)));
    pleach_clusters *found = find(h, "joint", PLEACH_BOUND_NONE);
    assert_true(isnan(found->upper_bound));
    assert_true(fabs(found->net_similarity - (1 + 0.1 + 0.5 + 0.1)) < 1e-6);
    pleach_clusters_free(found);
    found = find(h, "ap", PLEACH_BOUND_BY_SIZE);
    assert_true(isnan(found->upper_bound));
    pleach_clusters_free(found);
    hand_made_free(h);
}

/* The example of docs/method.md, section 10. */
static void test_the_worked_example(void **state)
{
    (void)state;
    hand_made *h = hand_made_new("r>x,y r>x,y", 0.1);
    hand_made_pair(h, 0, 3, 0.05f);
    hand_made_pair(h, 1, 4, 0.9f);
    hand_made_pair(h, 2, 5, 0.9f);
    pleach_clusters *ap = find(h, "ap", PLEACH_BOUND_BY_SIZE);
    pleach_clusters *rap = find(h, "rap", PLEACH_BOUND_BY_SIZE);
    pleach_clusters *joint = find(h, "joint", PLEACH_BOUND_FULL);
    assert_true(fabs(ap->net_similarity - 0.6) < 1e-6);
    assert_true(fabs(rap->net_similarity - 0.6) < 1e-6);
    assert_true(fabs(joint->net_similarity - 2.15) < 1e-6);
    assert_true(fabs(optimum(h) - 2.15) < 1e-6);
    assert_true(fabs(joint->upper_bound - 2.15) < 1e-3);
    assert_true(fabs(bound_of(h, PLEACH_BOUND_FAST, 2.15) - 2.2) < 1e-2);
    pleach_clusters_free(ap);
    pleach_clusters_free(rap);
    pleach_clusters_free(joint);
    hand_made_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graded),
        cmocka_unit_test(test_all_alike),
        cmocka_unit_test(test_any_numbers),
        cmocka_unit_test(test_high_preference),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_own_preferences),
        cmocka_unit_test(test_nearly_all_are_optimal),
        cmocka_unit_test(test_bounds_hold_early),
        cmocka_unit_test(test_no_bound_is_no_number),
        cmocka_unit_test(test_the_worked_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
