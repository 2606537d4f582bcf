/* majority.c: small elections whose outcome is known. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "base/memory.h"
#include "place/majority.h"
#include "random.h"

enum { LABELS = 5 };

static void elect(uint32_t *parent, const pl_voice *voices, size_t count)
{
    pl_voice copy[64];
    assert_true(count <= 64);
    for (size_t k = 0; k < count; k++)
        copy[k] = voices[k];
    assert_true(pl_majority_forest(parent, LABELS, copy, count));
}

#define ELECT(parent, ...)                                                     \
    elect(parent, (const pl_voice[]){__VA_ARGS__},                             \
          sizeof((const pl_voice[]){__VA_ARGS__}) / sizeof(pl_voice))

static void test_most_people_win(void **state)
{
    uint32_t parent[LABELS];
    (void)state;
    ELECT(parent, {0, 1, 7}, {0, 2, 8}, {0, 2, 9});
    assert_int_equal(parent[0], 2);
    for (uint32_t k = 1; k < LABELS; k++)
        assert_int_equal(parent[k], PL_NONE);
}

static void test_repetitions_count_once(void **state)
{
    uint32_t parent[LABELS];
    (void)state;
    ELECT(parent, {0, 2, 8}, {0, 1, 7}, {0, 2, 8}, {0, 1, 6}, {0, 2, 8});
    assert_int_equal(parent[0], 1);
}

/* Of equal edges the lower child comes first, then the lower parent. */
static void test_ties(void **state)
{
    uint32_t parent[LABELS];
    (void)state;
    ELECT(parent, {3, 4, 1}, {3, 2, 2}, {1, 0, 1}, {0, 1, 1});
    assert_int_equal(parent[3], 2);
    assert_int_equal(parent[0], 1);
    assert_int_equal(parent[1], PL_NONE);
}

/* 0 under 1 under 2 under 0: the weakest edge gives way, and its child takes
 * what it was offered besides. */
static void test_no_loops(void **state)
{
    uint32_t parent[LABELS];
    (void)state;
    ELECT(parent, {0, 1, 1}, {0, 1, 2}, {0, 1, 3}, {1, 2, 1}, {1, 2, 2},
          {2, 0, 1}, {2, 0, 2}, {2, 4, 1}, {3, 3, 1}, {3, 3, 2});
    assert_int_equal(parent[0], 1);
    assert_int_equal(parent[1], 2);
    assert_int_equal(parent[2], 4);
    assert_int_equal(parent[3], PL_NONE);
}

/* What has a parent keeps it, and edges that close a loop with it count. */
static void test_what_is_there_stays(void **state)
{
    uint32_t parent[LABELS] = {1, PL_NONE, PL_NONE, PL_NONE, PL_NONE};
    pl_vote votes[] = {{0, 2, 9}, {1, 0, 8}, {1, 3, 2}, {3, 0, 1}, {4, 4, 1}};
    uint64_t closing;
    (void)state;
    assert_true(pl_majority_elect(parent, &closing, LABELS, votes, 5));
    assert_int_equal(parent[0], 1);
    assert_int_equal(parent[1], 3);
    assert_int_equal(parent[2], PL_NONE);
    assert_int_equal(parent[3], PL_NONE);
    assert_int_equal(parent[4], PL_NONE);
    assert_int_equal(closing, 3);
}

/* A slow look at random elections: each edge in turn, climbing. */
static void test_random_elections(void **state)
{
    pl_random random;
    (void)state;
    pl_random_seed(&random, 14);
    for (int round = 0; round < 500; round++) {
        pl_voice voices[40];
        uint32_t people[LABELS][LABELS] = {{0}}, slow[LABELS], fast[LABELS];
        bool said[LABELS][LABELS][3] = {{{false}}};
        for (size_t k = 0; k < 40; k++) {
            pl_voice *at = &voices[k];
            at->child = pl_random_below(&random, LABELS);
            at->parent = pl_random_below(&random, LABELS);
            at->person = pl_random_below(&random, 3);
            people[at->child][at->parent] +=
                !said[at->child][at->parent][at->person];
            said[at->child][at->parent][at->person] = true;
        }
        for (uint32_t k = 0; k < LABELS; k++)
            slow[k] = PL_NONE;
        for (uint32_t votes = 3; votes > 0; votes--)
            for (uint32_t edge = 0; edge < LABELS * LABELS; edge++) {
                uint32_t child = edge / LABELS, up = edge % LABELS, at = up;
                if (people[child][up] != votes || slow[child] != PL_NONE)
                    continue;
                while (at != PL_NONE && at != child)
                    at = slow[at];
                if (at == PL_NONE)
                    slow[child] = up;
            }
        elect(fast, voices, 40);
        assert_memory_equal(slow, fast, sizeof slow);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_most_people_win),
        cmocka_unit_test(test_repetitions_count_once),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_no_loops),
        cmocka_unit_test(test_what_is_there_stays),
        cmocka_unit_test(test_random_elections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
