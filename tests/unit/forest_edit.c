/* forest_edit.c: primitive changes of a clustering, and the way back. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "hand_made.h"
#include "rap/forest_edit.h"

static pl_forest start(hand_made *h, const uint32_t *exemplar)
{
    pl_forest forest;
    assert_int_equal(
        pl_forest_start(&forest, h->arena, &h->affinity, exemplar, NULL),
        PLEACH_OK);
    return forest;
}

static pl_forest start_alone(hand_made *h)
{
    uint32_t exemplar[HAND_MADE_NODES];
    for (uint32_t i = 0; i < h->node_count; i++)
        exemplar[i] = i;
    return start(h, exemplar);
}

static void test_start_and_read(void **state)
{
    (void)state;
    hand_made *h = hand_made_new("pet>dog,cat pet>dog bird>owl", 0.125);
    hand_made_pair(h, 0, 3, 0.5f);
    hand_made_pair(h, 1, 4, 0.75f);
    uint32_t exemplar[HAND_MADE_NODES], read[HAND_MADE_NODES];
    for (uint32_t i = 0; i < h->node_count; i++)
        exemplar[i] = i;
    exemplar[h->slot[3]] = h->slot[0];
    exemplar[h->slot[4]] = h->slot[1];
    pl_forest w = start(h, exemplar);
    pl_forest_check(&w);
    assert_true(w.net == 5 * 0.125 + 0.5 + 0.75);
    assert_int_equal(w.above[h->slot[1]], h->slot[0]);
    assert_int_equal(w.above[h->slot[0]], PL_NONE);
    assert_int_equal(w.size[h->slot[3]], 0);
    assert_true(pl_forest_is_above(&w, h->slot[0], h->slot[1]));
    assert_true(pl_forest_is_above(&w, h->slot[0], h->slot[0]));
    assert_false(pl_forest_is_above(&w, h->slot[1], h->slot[0]));
    assert_true(pl_forest_is_exemplar(&w, h->slot[0]));
    assert_false(pl_forest_is_exemplar(&w, h->slot[3]));
    pl_forest_read(&w, read);
    assert_memory_equal(read, exemplar, h->node_count * sizeof *read);
    hand_made_free(h);
}

static void test_spares(void **state)
{
    (void)state;
    hand_made *h = hand_made_new("a>b a>b", 0.125);
    hand_made_pair(h, 0, 2, 1);
    pl_forest w = start_alone(h);
    assert_int_equal(pl_forest_spare(&w), PL_NONE);
    pl_forest_move(&w, h->slot[2], h->slot[0]);
    assert_true(w.net == 3 * 0.125 + 1);
    assert_int_equal(pl_forest_spare(&w), h->slot[2]);
    assert_int_equal(pl_forest_spare(&w), PL_NONE);
    /* Emptied and filled again by an undo: no longer to spare. */
    pl_forest_undo(&w, 0);
    pl_forest_move(&w, h->slot[2], h->slot[0]);
    pl_forest_undo(&w, 0);
    assert_int_equal(pl_forest_spare(&w), PL_NONE);
    pl_forest_check(&w);
    hand_made_free(h);
}

/* A pair that is not stored is worth nothing. */
static void test_unknown_leader(void **state)
{
    (void)state;
    hand_made *h = hand_made_new("a>b a>b a>b", 0.125);
    hand_made_pair(h, 0, 2, 0.5f);
    pl_forest w = start_alone(h);
    pl_forest_move(&w, h->slot[4], h->slot[0]);
    assert_true(w.worth[h->slot[4]] == 0);
    pl_forest_move(&w, h->slot[2], h->slot[0]);
    pl_forest_set_exemplar(&w, h->slot[0], h->slot[4]);
    assert_true(w.net == 4 * 0.125);
    pl_forest_check(&w);
    hand_made_free(h);
}

typedef struct snapshot {
    uint32_t exemplar[HAND_MADE_NODES], cluster[HAND_MADE_NODES];
    uint32_t of_cluster[HAND_MADE_NODES], above[HAND_MADE_NODES];
    double net;
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
    s.net = w->net;
    return s;
}

static void expect_same(const pl_forest *w, const snapshot *before)
{
    snapshot now = look(w);
    assert_true(fabs(now.net - before->net) < 1e-9);
    now.net = before->net;
    assert_memory_equal(&now, before, sizeof now);
}

/* Any changes at all, with marks in between to come back to. */
static void test_random_changes_are_undone(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 1);
    hand_made_chance chance = {6, 3, 3, 0.7, 4, 0.125};
    for (int k = 0; k < 50; k++) {
        hand_made *h = hand_made_random(&random, &chance);
        pl_forest w = start_alone(h);
        enum { MARKS = 8 };
        snapshot before[MARKS];
        size_t mark[MARKS];
        for (int m = 0; m < MARKS; m++) {
            before[m] = look(&w);
            mark[m] = pl_forest_mark(&w);
            for (int step = 0; step < 20; step++) {
                uint32_t a = pl_random_below(&random, h->node_count);
                uint32_t b = pl_random_below(&random, h->node_count);
                switch (pl_random_below(&random, 4)) {
                case 0:
                    pl_forest_set_exemplar(&w, a, b);
                    break;
                case 1:
                    pl_forest_put_above(&w, a, step % 5 ? b : PL_NONE);
                    break;
                default:
                    pl_forest_move(&w, a, b);
                }
            }
            pl_forest_check(&w);
        }
        for (int m = MARKS; m-- > 0;) {
            pl_forest_undo(&w, mark[m]);
            pl_forest_check(&w);
            expect_same(&w, &before[m]);
        }
        assert_false(pl_arena_failed(w.arena));
        hand_made_free(h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_and_read),
        cmocka_unit_test(test_spares),
        cmocka_unit_test(test_unknown_leader),
        cmocka_unit_test(test_random_changes_are_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
