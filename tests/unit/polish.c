/* polish.c: an answer gets better or stays as it is, and stays valid. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "broken_constraint.h"
#include "corpus_support.h"
#include "random_answer.h"
#include "rap/merge.h"
#include "rap/moves.h"
#include "rap/polish.h"

static void make_valid(const hand_made *h, uint32_t *exemplar)
{
    float confidence[HAND_MADE_NODES] = {0};
    pl_repair_scratch bench;
    pl_arena *arena = pl_arena_new();
    assert_int_equal(pl_repair_scratch_start(&bench, arena, &h->affinity, NULL),
                     PLEACH_OK);
    assert_int_equal(pl_repair(&bench, exemplar, confidence, NULL), PLEACH_OK);
    pl_arena_free(arena);
}

static double polish(const hand_made *h, uint32_t *exemplar, uint64_t budget,
                     double target)
{
    double net = NAN;
    pl_polish_plan plan = {.budget = budget, .target = target};
    assert_int_equal(pl_polish(exemplar, &net, &h->affinity, &plan, NULL),
                     PLEACH_OK);
    char broken = hand_made_broken(h, exemplar);
    if (broken != ' ')
        fail_msg("A polished answer breaks %c", broken);
    assert_true(fabs(net - hand_made_net(h, exemplar)) < 1e-9);
    return net;
}

/* No single move gains any more. */
static void expect_settled(const hand_made *h, const uint32_t *exemplar)
{
    const pleach_affinity *a = &h->affinity;
    pl_arena *arena = pl_arena_new();
    pl_mover v;
    assert_int_equal(pl_mover_start(&v, arena, a, exemplar, NULL), PLEACH_OK);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (pl_is_leaf_slot(a, i)) {
            assert_false(pl_try_leaf(&v, i));
            assert_false(pl_try_reroute(&v, i));
        } else {
            assert_false(pl_try_root(&v, i));
        }
        assert_false(pl_try_exemplar(&v, v.forest.cluster[i]));
        assert_false(pl_try_merge(&v, v.forest.cluster[i]));
        assert_false(pl_try_split(&v, v.forest.cluster[i]));
    }
    pl_arena_free(arena);
}

static void polish_many(uint64_t seed, uint32_t cases, hand_made_chance chance)
{
    pl_random random;
    pl_random_seed(&random, seed);
    for (uint32_t k = 0; k < cases; k++) {
        hand_made *h = hand_made_random(&random, &chance);
        size_t bytes = h->node_count * sizeof(uint32_t);
        uint32_t given[HAND_MADE_NODES], settled[HAND_MADE_NODES],
            shaken[HAND_MADE_NODES], again[HAND_MADE_NODES];
        random_answer(&random, h, given);
        make_valid(h, given);
        double before = hand_made_net(h, given);
        memcpy(settled, given, bytes);
        double net = polish(h, settled, 0, INFINITY);
        assert_true(net >= before - 1e-9);
        expect_settled(h, settled);
        memcpy(again, given, bytes);
        polish(h, again, 0, INFINITY);
        assert_memory_equal(again, settled, bytes);

        memcpy(shaken, given, bytes);
        double further = polish(h, shaken, 20000, INFINITY);
        assert_true(further >= net - 1e-9);
        memcpy(again, given, bytes);
        polish(h, again, 20000, INFINITY);
        assert_memory_equal(again, shaken, bytes);

        /* Nothing better is possible, they say: then nothing is shaken. */
        memcpy(again, given, bytes);
        polish(h, again, 20000, net);
        assert_memory_equal(again, settled, bytes);
        hand_made_free(h);
    }
}

static void test_random_answers(void **state)
{
    (void)state;
    polish_many(31, 150, (hand_made_chance){8, 4, 3, 0.7, 4, 0.0001});
    polish_many(32, 150, (hand_made_chance){10, 2, 3, 0.9, 1, 0.0001});
    polish_many(33, 100, (hand_made_chance){6, 3, 4, 0.6, 0, 0.2});
}

static void test_nothing_to_polish(void **state)
{
    (void)state;
    uint32_t exemplar[HAND_MADE_NODES] = {0, 1, 2, 3};
    hand_made *h = hand_made_new("a>b c>d", 0.125);
    assert_true(polish(h, exemplar, 1000, INFINITY) == 0.5);
    hand_made_free(h);
    h = hand_made_new("", 0.125);
    assert_true(polish(h, exemplar, 1000, INFINITY) == 0);
    hand_made_free(h);
}

/* Each in its own parent's cluster: only together can they gain. */
static void test_merging_from_scratch(void **state)
{
    (void)state;
    uint32_t exemplar[HAND_MADE_NODES];
    hand_made *h = hand_made_new("r>x,y r>x,y", 0.1);
    hand_made_pair(h, 0, 3, 0.05f); /* less than standing alone */
    hand_made_pair(h, 1, 4, 0.9f);
    hand_made_pair(h, 2, 5, 0.9f);
    for (uint32_t i = 0; i < h->node_count; i++)
        exemplar[i] = i;
    assert_true(fabs(polish(h, exemplar, 0, INFINITY) - 2.15) < 1e-6);
    hand_made_free(h);
}

static bool stop(void *context, const pleach_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

/* Shaking can be stopped too, however few blocks there are. */
static void test_stopping(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 34);
    hand_made_chance chance = {12, 3, 4, 0.8, 4, 0.0001};
    hand_made *h = hand_made_random(&random, &chance);
    uint32_t exemplar[HAND_MADE_NODES], before[HAND_MADE_NODES];
    for (uint32_t i = 0; i < h->node_count; i++)
        exemplar[i] = i;
    memcpy(before, exemplar, sizeof before);
    double net = -1;
    pleach_listener listener = {.progress = stop};
    pl_polish_plan plan = {
        .budget = 1000000, .target = INFINITY, .listener = &listener};
    assert_int_equal(pl_polish(exemplar, &net, &h->affinity, &plan, NULL),
                     PLEACH_CANCELLED);
    assert_memory_equal(exemplar, before, h->node_count * sizeof *exemplar);
    hand_made_free(h);
}

/* Many saplings "a>b", in fragments: roots and leaves become one cluster each,
 * though that takes moves on clusters of all sizes. */
static void test_large_clusters(void **state)
{
    (void)state;
    enum { SAPLINGS = 700, FRAGMENT = 90, LINE = 64 };
    static char text[SAPLINGS * LINE];
    size_t used = 0;
    for (int k = 0; k < SAPLINGS; k++)
        used += (size_t)snprintf(text + used, LINE,
                                 "{\"id\":\"s%d\",\"name\":\"a\",\"children\":"
                                 "[{\"name\":\"b\"}]}\n",
                                 k);
    pleach_corpus *corpus = read_text("many.jsonl", text);
    pleach_affinity_options options = {.similarity = "name",
                                       .preference = 0.125,
                                       .candidates = PLEACH_ALL_CANDIDATES};
    pleach_affinity *a;
    assert_int_equal(pleach_affinity_compare(&a, corpus, &options, NULL),
                     PLEACH_OK);
    assert_int_equal(a->slot_count, 2 * SAPLINGS);
    uint32_t exemplar[2 * SAPLINGS], roots = 0;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (a->slot_parent[i] == PL_NONE) {
            exemplar[i] = i - roots++ % FRAGMENT;
            exemplar[a->child[a->child_first[i]]] =
                a->child[a->child_first[exemplar[i]]];
        }
    double net;
    pl_polish_plan plan = {.target = INFINITY};
    assert_int_equal(pl_polish(exemplar, &net, a, &plan, NULL), PLEACH_OK);
    assert_true(fabs(net - 2 * (SAPLINGS - 1 + 0.125)) < 1e-6);
    pl_arena *arena = pl_arena_new();
    pl_repair_scratch bench;
    assert_int_equal(pl_repair_scratch_start(&bench, arena, a, NULL),
                     PLEACH_OK);
    assert_null(broken_constraint(&bench, exemplar));
    pl_arena_free(arena);
    pleach_affinity_free(a);
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_answers),
        cmocka_unit_test(test_nothing_to_polish),
        cmocka_unit_test(test_merging_from_scratch),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_large_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
