/* reference.c: the fast messages against the plain ones, iteration by
 * iteration, on random affinities. */
/* SPDX-License-Identifier: MIT */
#include "rap/groups.h"
#include "testing.h"

#include <math.h>

#include "hand_made.h"
#include "rap/joint.h"
#include "rap/messages.h"
#include "rap/reference.h"

enum { TRIALS = 120, ITERATIONS = 30 };

static void expect_close(double fast, double plain, const char *what)
{
    if (!(fabs(fast - plain) <= 1e-4 * (1 + fabs(plain) / 16)))
        fail_msg("%s is %.7g, the equation says %.7g", what, fast, plain);
}

static hand_made *random_affinity(pl_random *random)
{
    hand_made_chance chance = {.saplings = 2 + pl_random_below(random, 4),
                               .names = 1 + pl_random_below(random, 4),
                               .most_leaves = 1 + pl_random_below(random, 3),
                               .density = 0.4 + 0.6 * pl_random_unit(random),
                               .preference = 0.1};
    hand_made *h = hand_made_random(random, &chance);
    if (pl_random_chance(random, 0.5))
        hand_made_prefer(h, random, 0.6);
    return h;
}

/* ----------------------------------------------------------- AP and RAP -- */

/* A row remembers the eta of its last PL_ODD winners. While it has no more
 * others, or has not had more winners, it is exact. */
static int exact_iterations(const pleach_affinity *a)
{
    int iterations = ITERATIONS;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (a->pair_first[i + 1] - a->pair_first[i] > PL_ODD)
            iterations = PL_ODD;
    return iterations;
}

static void compare_row(const pl_messages *m, const pl_reference *r, uint32_t i)
{
    const pleach_affinity *a = m->affinity;
    expect_close(m->self_eta[i], r->eta[i][i], "eta(i,i)");
    expect_close(m->self_alpha[i], r->alpha[i][i], "alpha(i,i)");
    expect_close(m->self_tau[i], r->tau[i][i], "tau(i,i)");
    for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
        uint32_t j = a->pair_slot[p], place = pl_place_of(m, i, p);
        double eta = pl_eta_at(&m->eta[i], place);
        expect_close(eta, r->eta[i][j], "eta(i,j)");
        expect_close(m->alpha[m->row_first[i] + place], r->alpha[i][j],
                     "alpha(i,j)");
        if (m->relational && !pl_root_slot(m, i))
            expect_close(m->tau[m->tau_first[i] + place], r->tau[i][j],
                         "tau(i,j)");
    }
    if (m->relational && !pl_root_slot(m, i))
        assert_int_equal(m->group[i], r->group[i]);
}

static void compare_messages(hand_made *h, bool relational, double damping,
                             double dense_share)
{
    const pleach_affinity *a = &h->affinity;
    pl_messages m;
    pl_reference r;
    pl_messages_plan plan = {.damping = damping,
                             .relational = relational,
                             .threads = 1,
                             .dense_share = dense_share};
    assert_int_equal(pl_messages_start(&m, h->arena, a, &plan, NULL),
                     PLEACH_OK);
    assert_int_equal(
        pl_reference_start(&r, h->arena, a, damping, m.limit, NULL), PLEACH_OK);
    for (int k = 0; k < exact_iterations(a); k++) {
        for (uint32_t b = 0; b < a->block_count; b++)
            pl_messages_iterate(&m, b, 0, 1, false);
        pl_messages_regroup(&m);
        if (relational)
            pl_reference_relational(&r);
        else
            pl_reference_plain(&r);
        for (uint32_t i = 0; i < a->slot_count; i++)
            if (a->pair_first[i] < a->pair_first[i + 1])
                compare_row(&m, &r, i);
    }
}

static void test_plain_and_relational(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 3);
    for (int k = 0; k < TRIALS; k++) {
        hand_made *h = random_affinity(&random);
        double damping = 0.3 + 0.6 * pl_random_unit(&random);
        /* All blocks dense, then all sparse. */
        for (int way = 0; way < 4; way++)
            compare_messages(h, way % 2 == 0, damping, way < 2 ? 1e-9 : 2);
        hand_made_free(h);
    }
}

/* ---------------------------------------------------------------- joint -- */

static void compare_entries(const pl_joint *t, const pl_reference *r,
                            uint32_t i)
{
    const pl_live *live = &t->live;
    uint32_t parent = t->affinity->slot_parent[i];
    for (uint64_t q = live->first[i]; q < live->first[i + 1]; q++) {
        uint32_t j = live->candidate[q];
        for (uint64_t e = t->entry_first[q]; e < t->entry_first[q + 1]; e++) {
            uint32_t m = parent == PL_NONE
                             ? j
                             : live->candidate[live->first[parent] + e -
                                               t->entry_first[q]];
            expect_close(t->rho[e], r->joint_rho[i][j][m], "rho(i,j,m)");
            expect_close(t->alpha[e], r->joint_alpha[i][j][m], "alpha(i,j,m)");
        }
    }
}

static void compare_joint(hand_made *h, double damping)
{
    const pleach_affinity *a = &h->affinity;
    pl_live live;
    pl_joint t;
    pl_reference r;
    assert_int_equal(
        pl_live_list(&live, h->arena, a, UINT64_MAX, 0, NULL, NULL, NULL),
        PLEACH_OK);
    assert_int_equal(pl_joint_start(&t, h->arena, a, &live, damping, NULL),
                     PLEACH_OK);
    assert_int_equal(
        pl_reference_start(&r, h->arena, a, damping, t.limit, NULL), PLEACH_OK);
    float *scratch = PL_ARENA_ARRAY(h->arena, float, pl_joint_scratch(&t));
    for (int k = 0; k < ITERATIONS / 3; k++) {
        for (uint32_t i = 0; i < a->slot_count; i++)
            pl_joint_send(&t, i, scratch);
        for (uint32_t j = 0; j < a->slot_count; j++)
            pl_joint_receive(&t, j, scratch);
        pl_reference_joint(&r);
        for (uint32_t i = 0; i < a->slot_count; i++)
            compare_entries(&t, &r, i);
    }
}

static void test_joint(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 4);
    for (int k = 0; k < TRIALS; k++) {
        hand_made *h = random_affinity(&random);
        compare_joint(h, 0.8 * pl_random_unit(&random));
        hand_made_free(h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_and_relational),
        cmocka_unit_test(test_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
