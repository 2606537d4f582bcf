/* moves.c: each move where only it gains, and all of them where chance has
 * its way: valid after every step, and undone to the last link. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "broken_constraint.h"
#include "hand_made.h"
#include "rap/merge.h"
#include "rap/moves.h"

typedef enum move { LEAF, ROOT, EXEMPLAR, MERGE, SPLIT, REROUTE, MOVES } move;
static const char *const move_names[MOVES] = {"leaf",  "root",  "exemplar",
                                              "merge", "split", "reroute"};

static bool try_move(pl_mover *v, move what, uint32_t slot)
{
    const pl_forest *w = &v->forest;
    bool leaf = pl_is_leaf_slot(w->affinity, slot);
    switch (what) {
    case LEAF:
        return leaf && pl_try_leaf(v, slot);
    case ROOT:
        return !leaf && pl_try_root(v, slot);
    case EXEMPLAR:
        return pl_try_exemplar(v, w->cluster[slot]);
    case MERGE:
        return pl_try_merge(v, w->cluster[slot]);
    case SPLIT:
        return pl_try_split(v, w->cluster[slot]);
    default:
        return leaf && pl_try_reroute(v, slot);
    }
}

/* ------------------------------------------------------------- checking -- */

typedef struct snapshot {
    uint32_t exemplar[HAND_MADE_NODES], cluster[HAND_MADE_NODES];
    uint32_t of_cluster[HAND_MADE_NODES], above[HAND_MADE_NODES];
} snapshot;

static snapshot look(const pl_forest *w)
{
    snapshot s;
    size_t bytes = w->affinity->slot_count * sizeof(uint32_t);
    memset(&s, 0, sizeof s);
    pl_forest_read(w, s.exemplar);
    memcpy(s.cluster, w->cluster, bytes);
    memcpy(s.of_cluster, w->exemplar, bytes);
    memcpy(s.above, w->above, bytes);
    return s;
}

/* The forest is valid, by the code's own word and by ours, its links are
 * those that the exemplars imply, and its sum is right. */
static void check(const hand_made *h, const pl_forest *w,
                  pl_repair_scratch *bench, const char *after)
{
    const pleach_affinity *a = &h->affinity;
    snapshot s = look(w);
    char broken = hand_made_broken(h, s.exemplar);
    if (broken != ' ')
        fail_msg("%s breaks %c", after, broken);
    assert_null(broken_constraint(bench, s.exemplar));
    assert_true(fabs(w->net - hand_made_net(h, s.exemplar)) < 1e-9);
    assert_true(fabs(w->net - pl_net_similarity(a, s.exemplar)) < 1e-9);
    for (uint32_t c = 0; c < a->slot_count; c++) {
        uint32_t leaves = 0;
        for (uint32_t i = w->head[c]; i != PL_NONE; i = w->next[i]) {
            if (!pl_is_leaf_slot(a, i))
                continue;
            leaves++;
            if (w->above[c] != w->cluster[a->slot_parent[i]])
                fail_msg("%s leaves a wrong link upwards", after);
        }
        if (w->size[c] > 0 && leaves == 0)
            assert_int_equal(w->above[c], PL_NONE);
    }
    assert_false(pl_arena_failed(w->arena));
}

/* ------------------------------------------------ one move, and no other -- */

typedef struct stage {
    hand_made *h;
    uint32_t exemplar[HAND_MADE_NODES];
} stage;

static stage set_stage(const char *saplings)
{
    stage s = {.h = hand_made_new(saplings, 0.1)};
    for (uint32_t i = 0; i < s.h->node_count; i++)
        s.exemplar[i] = i;
    return s;
}

static void join(stage *s, uint32_t node, uint32_t exemplar)
{
    s->exemplar[s->h->slot[node]] = s->h->slot[exemplar];
}

/* Tries `what` everywhere from the start; the gain of the first success. */
static double gain_of(const stage *s, move what, uint32_t *exemplar)
{
    pl_arena *arena = pl_arena_new();
    pl_repair_scratch bench;
    pl_mover v;
    const pleach_affinity *a = &s->h->affinity;
    double gain = 0;
    assert_int_equal(pl_repair_scratch_start(&bench, arena, a, NULL),
                     PLEACH_OK);
    assert_int_equal(pl_mover_start(&v, arena, a, s->exemplar, NULL),
                     PLEACH_OK);
    check(s->h, &v.forest, &bench, "the stage");
    double before = v.forest.net;
    for (uint32_t i = 0; i < a->slot_count && gain == 0; i++) {
        bool gained = try_move(&v, what, i);
        check(s->h, &v.forest, &bench, move_names[what]);
        gain = gained ? v.forest.net - before : 0;
        assert_int_equal(gained, v.forest.net > before + PL_LEAST_GAIN);
    }
    pl_forest_read(&v.forest, exemplar);
    pl_arena_free(arena);
    return gain;
}

/* Only `what` gains, and so much. */
static void expect_only(stage *s, move what, double wanted)
{
    uint32_t exemplar[HAND_MADE_NODES];
    for (move m = LEAF; m < MOVES; m++) {
        double gain = gain_of(s, m, exemplar);
        double expected = m == what ? wanted : 0;
        if (fabs(gain - expected) > 1e-6)
            fail_msg("%s gains %g, not %g", move_names[m], gain, expected);
    }
    gain_of(s, what, s->exemplar);
}

static bool together(const stage *s, uint32_t a, uint32_t b)
{
    return s->exemplar[s->h->slot[a]] == s->exemplar[s->h->slot[b]];
}

/* A leaf that was split off, or sits with company it likes less, joins
 * others below the same parent. */
static void test_leaf(void **state)
{
    (void)state;
    stage s = set_stage("r>x r>x r>x r>x");
    for (uint32_t k = 2; k < 8; k += 2) {
        hand_made_pair(s.h, 0, k, 0.9f);
        join(&s, k, 0);
    }
    hand_made_pair(s.h, 1, 3, 0.3f);
    hand_made_pair(s.h, 5, 3, 0.9f);
    hand_made_pair(s.h, 1, 7, 0.8f);
    join(&s, 1, 3);
    join(&s, 5, 3);
    expect_only(&s, LEAF, 0.5);
    assert_true(together(&s, 1, 7) && together(&s, 3, 5));
    assert_false(together(&s, 1, 3));
    hand_made_free(s.h);

    uint32_t exemplar[HAND_MADE_NODES];
    s = set_stage("r>x r>x");
    hand_made_pair(s.h, 0, 2, 0.9f);
    hand_made_pair(s.h, 1, 3, 0.7f);
    assert_true(gain_of(&s, LEAF, exemplar) == 0); /* parents lie apart */
    join(&s, 2, 0);
    assert_true(fabs(gain_of(&s, LEAF, exemplar) - 0.6) < 1e-6);
    hand_made_free(s.h);
}

/* A root goes where it is liked less itself, but its leaf more. */
static void test_root(void **state)
{
    (void)state;
    stage s = set_stage("r>x r>y r>z r>x r>w");
    hand_made_pair(s.h, 0, 2, 0.5f);
    hand_made_pair(s.h, 4, 2, 0.9f);
    join(&s, 0, 2);
    join(&s, 4, 2);
    hand_made_pair(s.h, 8, 6, 0.9f);
    join(&s, 8, 6);
    hand_made_pair(s.h, 0, 6, 0.4f);
    hand_made_pair(s.h, 1, 7, 0.8f);
    expect_only(&s, ROOT, -0.1 + 0.7);
    assert_true(together(&s, 0, 6) && together(&s, 1, 7));
    hand_made_free(s.h);
}

static void test_leader(void **state)
{
    (void)state;
    stage s = set_stage("r>x r>y r>z");
    hand_made_pair(s.h, 0, 2, 0.6f);
    hand_made_pair(s.h, 0, 4, 0.6f);
    hand_made_pair(s.h, 2, 4, 0.9f);
    join(&s, 2, 0);
    join(&s, 4, 0);
    expect_only(&s, EXEMPLAR, 0.3);
    assert_true(together(&s, 0, 2) && together(&s, 2, 4));
    hand_made_free(s.h);
}

/* The roots lose by merging, their children win more, in one step. */
static void test_merge_with_children(void **state)
{
    (void)state;
    stage s = set_stage("r>x r>x r>x r>x");
    hand_made_pair(s.h, 0, 2, 0.9f);
    hand_made_pair(s.h, 4, 6, 0.9f);
    hand_made_pair(s.h, 0, 4, 0.15f);
    hand_made_pair(s.h, 0, 6, 0.6f);
    hand_made_pair(s.h, 2, 4, 0.6f);
    hand_made_pair(s.h, 1, 3, 0.9f);
    hand_made_pair(s.h, 5, 7, 0.9f);
    hand_made_pair(s.h, 1, 5, 0.9f);
    hand_made_pair(s.h, 1, 7, 0.9f);
    join(&s, 2, 0);
    join(&s, 6, 4);
    join(&s, 3, 1);
    join(&s, 7, 5);
    expect_only(&s, MERGE, 0.05 - 0.3 + 0.8);
    assert_true(together(&s, 0, 2) && together(&s, 0, 4) && together(&s, 0, 6));
    assert_true(together(&s, 1, 3) && together(&s, 1, 5) && together(&s, 1, 7));
    hand_made_free(s.h);
}

/* The roots lose, each level below gains: one step reaches all of them. */
static void test_merge_reaches_grandchildren(void **state)
{
    (void)state;
    stage s = set_stage("r>x x>y r>x x>y");
    uint32_t exemplar[HAND_MADE_NODES];
    hand_made_pair(s.h, 0, 4, 0.05f);
    hand_made_pair(s.h, 1, 2, 1.0f);
    hand_made_pair(s.h, 5, 6, 1.0f);
    hand_made_pair(s.h, 2, 6, 0.15f);
    hand_made_pair(s.h, 1, 6, 1.0f);
    hand_made_pair(s.h, 5, 2, 1.0f);
    hand_made_pair(s.h, 3, 7, 1.0f);
    join(&s, 1, 2);
    join(&s, 5, 6);
    assert_true(fabs(gain_of(&s, MERGE, exemplar) - (-0.05 + 0.05 + 0.9)) <
                1e-6);
    assert_int_equal(exemplar[s.h->slot[3]], exemplar[s.h->slot[7]]);
    hand_made_free(s.h);
}

static void test_split(void **state)
{
    (void)state;
    stage s = set_stage("r>v r>w r>x r>y r>z");
    hand_made_pair(s.h, 0, 2, 0.9f);
    hand_made_pair(s.h, 0, 4, 0.9f);
    hand_made_pair(s.h, 0, 6, 0.3f);
    hand_made_pair(s.h, 0, 8, 0.3f);
    hand_made_pair(s.h, 6, 8, 0.9f);
    for (uint32_t k = 2; k < 10; k += 2)
        join(&s, k, 0);
    expect_only(&s, SPLIT, 0.1 + 0.9 - 0.6);
    assert_true(together(&s, 0, 2) && together(&s, 0, 4));
    assert_true(together(&s, 6, 8));
    assert_false(together(&s, 0, 6));
    hand_made_free(s.h);
}

/* a > b and b > a: the weaker of the two links gives way. */
static void test_reroute(void **state)
{
    (void)state;
    stage s = set_stage("a>b b>a b>c");
    hand_made_pair(s.h, 0, 3, 0.9f);
    hand_made_pair(s.h, 1, 2, 0.3f);
    hand_made_pair(s.h, 2, 4, 0.9f);
    join(&s, 1, 2);
    join(&s, 4, 2);
    expect_only(&s, REROUTE, -0.2 + 0.8);
    assert_true(together(&s, 0, 3) && together(&s, 2, 4));
    assert_false(together(&s, 1, 2));
    hand_made_free(s.h);
}

/* ------------------------------------------------------------ by chance -- */

static void alone(stage *s)
{
    for (uint32_t i = 0; i < s->h->node_count; i++)
        s->exemplar[i] = i;
}

/* Tries and shakes in any order. A try that says no has changed nothing, one
 * that says yes has gained; a mark leads back from anywhere. */
static void wander(pl_random *random, stage *s)
{
    const pleach_affinity *a = &s->h->affinity;
    pl_arena *arena = pl_arena_new();
    pl_repair_scratch bench;
    pl_mover v;
    alone(s);
    assert_int_equal(pl_repair_scratch_start(&bench, arena, a, NULL),
                     PLEACH_OK);
    assert_int_equal(pl_mover_start(&v, arena, a, s->exemplar, NULL),
                     PLEACH_OK);
    for (int spell = 0; spell < 6; spell++) {
        size_t mark = pl_forest_mark(&v.forest);
        snapshot at_mark = look(&v.forest);
        for (int step = 0; step < 30; step++) {
            uint32_t slot = pl_random_below(random, a->slot_count);
            snapshot before = look(&v.forest);
            double net = v.forest.net;
            if (pl_random_chance(random, 0.3)) {
                pl_shake(&v, slot, pl_random_next(random) >> 32);
                check(s->h, &v.forest, &bench, "a shake");
                continue;
            }
            move what = (move)pl_random_below(random, MOVES);
            bool gained = try_move(&v, what, slot);
            snapshot after = look(&v.forest);
            check(s->h, &v.forest, &bench, move_names[what]);
            if (gained)
                assert_true(v.forest.net > net + PL_LEAST_GAIN / 2);
            else
                assert_memory_equal(&after, &before, sizeof after);
        }
        if (spell % 2 == 1) {
            pl_forest_undo(&v.forest, mark);
            snapshot back = look(&v.forest);
            assert_memory_equal(&back, &at_mark, sizeof back);
            check(s->h, &v.forest, &bench, "undoing");
        }
    }
    pl_arena_free(arena);
}

static void wander_many(uint64_t seed, uint32_t cases, hand_made_chance chance)
{
    pl_random random;
    pl_random_seed(&random, seed);
    for (uint32_t k = 0; k < cases; k++) {
        stage s = {.h = hand_made_random(&random, &chance)};
        wander(&random, &s);
        hand_made_free(s.h);
    }
}

static void test_wandering(void **state)
{
    (void)state;
    wander_many(21, 150, (hand_made_chance){8, 4, 3, 0.7, 4, 0.0001});
    wander_many(22, 150, (hand_made_chance){10, 3, 4, 0.9, 1, 0.0001});
    wander_many(23, 150, (hand_made_chance){6, 2, 3, 0.5, 0, 0.3});
    wander_many(24, 100, (hand_made_chance){12, 1, 2, 0.8, 3, 0.0001});
    wander_many(25, 50, (hand_made_chance){12, 6, 4, 1.0, 2, 2.0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaf),
        cmocka_unit_test(test_root),
        cmocka_unit_test(test_leader),
        cmocka_unit_test(test_merge_with_children),
        cmocka_unit_test(test_merge_reaches_grandchildren),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_reroute),
        cmocka_unit_test(test_wandering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
