/* assignment.c: the worth of an assignment, and its repair. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "broken_constraint.h"
#include "random_answer.h"
#include "rap/assignment.h"
#include "rap/best_answer.h"

typedef struct repaired {
    hand_made *h;
    pl_arena *arena;
    pl_repair_scratch bench;
    uint32_t exemplar[HAND_MADE_NODES];
    float confidence[HAND_MADE_NODES];
} repaired;

/* Takes over the affinity; all stand alone. */
static repaired start(hand_made *h)
{
    repaired r = {.h = h, .arena = pl_arena_new()};
    assert_int_equal(
        pl_repair_scratch_start(&r.bench, r.arena, &h->affinity, NULL),
        PLEACH_OK);
    for (uint32_t i = 0; i < h->node_count; i++)
        r.exemplar[i] = i;
    return r;
}

static void end(repaired *r)
{
    pl_arena_free(r->arena);
    hand_made_free(r->h);
}

static void join(repaired *r, uint32_t node, uint32_t exemplar)
{
    r->exemplar[r->h->slot[node]] = r->h->slot[exemplar];
}

/* The node that stands for another one. */
static uint32_t leader_of(const repaired *r, uint32_t node)
{
    return r->h->affinity.slot_node[r->exemplar[r->h->slot[node]]];
}

static void repair(repaired *r)
{
    assert_int_equal(pl_repair(&r->bench, r->exemplar, r->confidence, NULL),
                     PLEACH_OK);
    char broken = hand_made_broken(r->h, r->exemplar);
    if (broken != ' ')
        fail_msg("What was repaired breaks %c", broken);
    assert_null(broken_constraint(&r->bench, r->exemplar));
}

static void expect_counts(const repaired *r, size_t conflicts, uint64_t cycles)
{
    assert_int_equal(r->bench.repairs.conflicts.count, conflicts);
    assert_int_equal(r->bench.repairs.cycles_broken, cycles);
}

/* ----------------------------------------------------------------- worth -- */

static void test_worth(void **state)
{
    (void)state;
    repaired r = start(hand_made_new("a>b a>b a>b", 0.125));
    hand_made_pair(r.h, 0, 2, 0.5f);
    const pleach_affinity *a = &r.h->affinity;
    const uint32_t *slot = r.h->slot;
    assert_true(pl_similarity_of(a, slot[0], slot[2]) == 0.5);
    assert_true(pl_similarity_of(a, slot[2], slot[0]) == 0.5);
    assert_true(pl_similarity_of(a, slot[0], slot[0]) == 0.125);
    assert_true(pl_similarity_of(a, slot[0], slot[4]) == -1);
    assert_true(pl_net_similarity(a, r.exemplar) == 0.75);
    join(&r, 0, 2);
    assert_true(pl_net_similarity(a, r.exemplar) == 5 * 0.125 + 0.5);
    end(&r);
}

static const char *broken(repaired *r)
{
    const char *rule = broken_constraint(&r->bench, r->exemplar);
    char own = hand_made_broken(r->h, r->exemplar);
    assert_int_equal(rule == NULL ? ' ' : *rule, own);
    return rule == NULL ? "none" : rule;
}

static void test_broken_constraints(void **state)
{
    (void)state;
    repaired r = start(hand_made_new("a>b a>b b>a", 0.125));
    hand_made_pair(r.h, 0, 2, 1);
    hand_made_pair(r.h, 0, 5, 1);
    hand_made_pair(r.h, 1, 3, 1);
    hand_made_pair(r.h, 1, 4, 1);
    assert_string_equal(broken(&r), "none");
    join(&r, 2, 5);
    assert_string_equal(broken(&r), "I");
    join(&r, 2, 0);
    join(&r, 0, 2);
    assert_string_equal(broken(&r), "E");
    join(&r, 2, 2);
    join(&r, 0, 0);
    join(&r, 3, 1);
    assert_string_equal(broken(&r), "F");
    join(&r, 2, 0);
    assert_string_equal(broken(&r), "none");
    join(&r, 4, 1);
    assert_string_equal(broken(&r), "none");
    join(&r, 5, 0);
    assert_string_equal(broken(&r), "T");
    join(&r, 5, 5);
    assert_string_equal(broken(&r), "none");
    end(&r);
}

/* --------------------------------------------------------- single parent -- */

/* Three leaves, three parents. The exemplar, a leaf, keeps its own, however
 * sure the others are. */
static void test_a_leading_leaf_keeps_its_parent(void **state)
{
    (void)state;
    repaired r = start(hand_made_new("a>x b>x c>x", 0.125));
    hand_made_pair(r.h, 1, 3, 0.5f);
    hand_made_pair(r.h, 5, 3, 0.75f);
    join(&r, 1, 3);
    join(&r, 5, 3);
    r.confidence[r.h->slot[1]] = 9;
    repair(&r);
    expect_counts(&r, 2, 0);
    assert_int_equal(leader_of(&r, 1), 1);
    assert_int_equal(leader_of(&r, 3), 3);
    assert_int_equal(leader_of(&r, 5), 5);
    const pl_conflict *c = r.bench.repairs.conflicts.items;
    assert_int_equal(c[0].slot, r.h->slot[1]);
    assert_int_equal(c[0].wanted, r.h->slot[3]);
    assert_true(fabs(c[0].cost - (0.5 - 0.125)) < 1e-6);
    assert_int_equal(c[1].slot, r.h->slot[5]);
    assert_true(fabs(c[1].cost - (0.75 - 0.125)) < 1e-6);
    end(&r);
}

/* Under a root, the most confident leaf decides, and who agrees stays. */
static void test_the_most_confident_leaf_decides(void **state)
{
    (void)state;
    for (uint32_t sure = 1; sure < 7; sure += 2) {
        repaired r = start(hand_made_new("a>x a>x b>x x>z", 0.125));
        hand_made_pair(r.h, 0, 2, 1);
        join(&r, 2, 0);
        for (uint32_t leaf = 1; leaf < 7; leaf += 2) {
            hand_made_pair(r.h, leaf, 6, 0.5f);
            join(&r, leaf, 6);
        }
        r.confidence[r.h->slot[sure]] = 0.1f;
        repair(&r);
        expect_counts(&r, sure == 5 ? 2 : 1, 0);
        assert_int_equal(leader_of(&r, 1), sure == 5 ? 1 : 6);
        assert_int_equal(leader_of(&r, 3), sure == 5 ? 3 : 6);
        assert_int_equal(leader_of(&r, 5), sure == 5 ? 6 : 5);
        end(&r);
    }
}

/* Roots have no parents to disagree about. */
static void test_roots_never_conflict(void **state)
{
    (void)state;
    repaired r = start(hand_made_new("a>x a>y c>a a>z", 0.125));
    hand_made_pair(r.h, 0, 2, 1);
    hand_made_pair(r.h, 0, 5, 1);
    hand_made_pair(r.h, 0, 6, 1);
    join(&r, 2, 0);
    join(&r, 5, 0);
    join(&r, 6, 0);
    repair(&r);
    expect_counts(&r, 0, 0);
    assert_int_equal(leader_of(&r, 6), 0);
    end(&r);
}

/* ----------------------------------------------------------------- loops -- */

/* A leaf and its own parent meet in a third node's cluster. */
static void test_a_loop_of_one(void **state)
{
    (void)state;
    repaired r = start(hand_made_new("a>a a>x", 0.125));
    hand_made_pair(r.h, 0, 2, 1);
    hand_made_pair(r.h, 1, 2, 1);
    join(&r, 0, 2);
    join(&r, 1, 2);
    repair(&r);
    expect_counts(&r, 0, 1);
    assert_int_equal(leader_of(&r, 0), 2);
    assert_int_equal(leader_of(&r, 1), 1);
    end(&r);
}

/* a > b and b > a, with roots in the lead: the cheaper leaf goes. */
static void test_a_loop_of_two(void **state)
{
    (void)state;
    for (int cheap = 0; cheap < 2; cheap++) {
        repaired r = start(hand_made_new("a>b b>a", 0.125));
        hand_made_pair(r.h, 0, 3, cheap == 0 ? 0.25f : 0.75f);
        hand_made_pair(r.h, 1, 2, 0.5f);
        join(&r, 3, 0);
        join(&r, 1, 2);
        assert_string_equal(broken(&r), "T");
        repair(&r);
        expect_counts(&r, 0, 1);
        assert_int_equal(leader_of(&r, 3), cheap == 0 ? 3 : 0);
        assert_int_equal(leader_of(&r, 1), cheap == 0 ? 2 : 1);
        end(&r);
    }
}

static void test_a_loop_of_three(void **state)
{
    (void)state;
    for (uint32_t cheap = 0; cheap < 3; cheap++) {
        repaired r = start(hand_made_new("a>b b>c c>a", 0.125));
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t leaf = 2 * k + 1, root = (2 * k + 2) % 6;
            hand_made_pair(r.h, leaf, root, k == cheap ? 0.25f : 0.5f);
            join(&r, leaf, root);
        }
        repair(&r);
        expect_counts(&r, 0, 1);
        for (uint32_t k = 0; k < 3; k++)
            assert_int_equal(leader_of(&r, 2 * k + 1),
                             k == cheap ? 2 * k + 1 : (2 * k + 2) % 6);
        end(&r);
    }
}

/* Two loops apart from each other are two. A tail that hangs on one is left
 * alone. */
static void test_several_loops(void **state)
{
    (void)state;
    repaired r = start(hand_made_new("a>b b>a c>d d>c b>e e>f", 0.125));
    hand_made_pair(r.h, 3, 0, 0.5f);
    hand_made_pair(r.h, 1, 2, 0.75f);
    hand_made_pair(r.h, 7, 4, 0.5f);
    hand_made_pair(r.h, 5, 6, 0.75f);
    hand_made_pair(r.h, 8, 2, 1);
    hand_made_pair(r.h, 9, 10, 1);
    join(&r, 3, 0);
    join(&r, 1, 2);
    join(&r, 7, 4);
    join(&r, 5, 6);
    join(&r, 8, 2);
    join(&r, 9, 10);
    repair(&r);
    expect_counts(&r, 0, 2);
    assert_int_equal(leader_of(&r, 3), 3);
    assert_int_equal(leader_of(&r, 7), 7);
    assert_int_equal(leader_of(&r, 1), 2);
    assert_int_equal(leader_of(&r, 5), 6);
    assert_int_equal(leader_of(&r, 9), 10);
    end(&r);
}

/* A leaf leads on the loop: the roots part from it and stay together, so that
 * their children may too. */
static void test_a_leaf_leads_on_the_loop(void **state)
{
    (void)state;
    repaired r = start(hand_made_new("a>b b>a b>a", 0.125));
    hand_made_pair(r.h, 1, 2, 0.25f);
    hand_made_pair(r.h, 1, 4, 0.25f);
    hand_made_pair(r.h, 2, 4, 1);
    hand_made_pair(r.h, 3, 0, 1);
    hand_made_pair(r.h, 5, 0, 1);
    join(&r, 2, 1);
    join(&r, 4, 1);
    join(&r, 3, 0);
    join(&r, 5, 0);
    repair(&r);
    expect_counts(&r, 0, 1);
    assert_int_equal(leader_of(&r, 1), 1);
    assert_int_equal(leader_of(&r, 2), leader_of(&r, 4));
    assert_int_equal(leader_of(&r, 3), 0);
    assert_int_equal(leader_of(&r, 5), 0);
    end(&r);
}

/* ------------------------------------------------------------- by chance -- */

static void test_random_answers_end_valid(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 41);
    uint64_t conflicts = 0, cycles = 0;
    for (uint32_t k = 0; k < 3000; k++) {
        hand_made_chance chance = {2 + pl_random_below(&random, 10),
                                   1 + pl_random_below(&random, 4),
                                   1 + pl_random_below(&random, 4),
                                   0.2 + 0.8 * pl_random_unit(&random),
                                   pl_random_below(&random, 4),
                                   0.0001};
        repaired r = start(hand_made_random(&random, &chance));
        uint32_t before[HAND_MADE_NODES];
        random_answer(&random, r.h, r.exemplar);
        memcpy(before, r.exemplar, sizeof before);
        for (uint32_t i = 0; i < r.h->node_count; i++)
            r.confidence[i] = (float)pl_random_unit(&random);
        bool valid = *broken(&r) == 'n';
        repair(&r);
        size_t split = r.bench.repairs.conflicts.count;
        uint64_t loops = r.bench.repairs.cycles_broken;
        conflicts += split;
        cycles += loops;
        if (valid)
            assert_memory_equal(before, r.exemplar,
                                r.h->node_count * sizeof *before);
        assert_int_equal(valid, split == 0 && loops == 0);
        /* Repaired once is repaired for good. */
        memcpy(before, r.exemplar, sizeof before);
        repair(&r);
        expect_counts(&r, 0, 0);
        assert_memory_equal(before, r.exemplar, sizeof before);
        end(&r);
    }
    assert_true(conflicts > 500 && cycles > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worth),
        cmocka_unit_test(test_broken_constraints),
        cmocka_unit_test(test_a_leading_leaf_keeps_its_parent),
        cmocka_unit_test(test_the_most_confident_leaf_decides),
        cmocka_unit_test(test_roots_never_conflict),
        cmocka_unit_test(test_a_loop_of_one),
        cmocka_unit_test(test_a_loop_of_two),
        cmocka_unit_test(test_a_loop_of_three),
        cmocka_unit_test(test_several_loops),
        cmocka_unit_test(test_a_leaf_leads_on_the_loop),
        cmocka_unit_test(test_random_answers_end_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
