/* postings.c: who holds an item, and who has items in common, against all
 * pairs looked at one by one. */
/* SPDX-License-Identifier: MIT */
#include "same/sets.h"

#include <math.h>

#include "random.h"
#include "testing.h"

enum { SETS = 40, ITEMS = 25 };

typedef struct table {
    uint64_t first[SETS + 1];
    uint32_t item[SETS * ITEMS];
    pl_sets sets;
} table;

static void fill(table *t, uint64_t seed, uint32_t one_in)
{
    pl_random random;
    pl_random_seed(&random, seed);
    uint64_t used = 0;
    for (uint32_t s = 0; s < SETS; s++) {
        t->first[s] = used;
        for (uint32_t x = 0; x < ITEMS; x++)
            if (pl_random_below(&random, one_in) == 0)
                t->item[used++] = x;
    }
    t->first[SETS] = used;
    t->sets = (pl_sets){.first = t->first, .item = t->item};
}

static uint32_t count_holders(const table *t, uint32_t item)
{
    uint32_t holders = 0;
    for (uint64_t k = 0; k < t->first[SETS]; k++)
        holders += t->item[k] == item;
    return holders;
}

static uint32_t count_common(const table *t, uint32_t a, uint32_t b,
                             uint32_t most)
{
    uint32_t common = 0;
    for (uint64_t i = t->first[a]; i < t->first[a + 1]; i++)
        for (uint64_t j = t->first[b]; j < t->first[b + 1]; j++)
            common += t->item[i] == t->item[j] &&
                      count_holders(t, t->item[i]) <= most;
    return common;
}

/* Without weights, the product is the number of common items. */
static bool at_least(const void *context, uint32_t a, uint32_t b,
                     double product)
{
    assert_true(a < b);
    return product >= *(const uint32_t *)context;
}

static void test_holders(void **state)
{
    (void)state;
    table t;
    pl_postings postings;
    pl_arena *arena = pl_arena_new();
    fill(&t, 1, 3);
    assert_true(pl_postings_make(&postings, arena, &t.sets, SETS, ITEMS));
    for (uint32_t x = 0; x < ITEMS; x++) {
        uint64_t from = postings.first[x], to = postings.first[x + 1];
        assert_int_equal(to - from, count_holders(&t, x));
        for (uint64_t k = from + 1; k < to; k++)
            assert_true(postings.holder[k - 1] < postings.holder[k]);
    }
    pl_arena_free(arena);
}

/* Turns the sets around, and finds the pairs. */
static bool find_pairs(pl_pair_list *pairs, const pl_sets *sets, uint32_t count,
                       uint32_t items, uint64_t most, pl_turns turns,
                       pl_meets *meets, const void *context)
{
    pl_postings postings;
    pl_arena *arena = pl_arena_new();
    bool enough = pl_postings_make(&postings, arena, sets, count, items) &&
                  pl_postings_pair(pairs, &postings, sets, count, most, turns,
                                   meets, context);
    pl_arena_free(arena);
    return enough;
}

static void test_pairs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        table t;
        uint32_t least = 1 + (uint32_t)seed % 3;
        uint32_t most = seed % 2 ? 6 : SETS, wanted = 0;
        pl_pair_list pairs = {0};
        fill(&t, seed, 2 + (uint32_t)seed % 7);
        for (uint32_t turn = 0; turn < 3; turn++)
            assert_true(find_pairs(&pairs, &t.sets, SETS, ITEMS, most,
                                   (pl_turns){turn, 3, NULL}, at_least,
                                   &least));
        pl_pairs_settle(&pairs);
        for (uint32_t a = 0; a < SETS; a++)
            for (uint32_t b = a + 1; b < SETS; b++) {
                bool there = pl_pairs_find(&pairs, a, b) < pairs.count;
                bool meant = count_common(&t, a, b, most) >= least;
                assert_int_equal(there, meant);
                wanted += meant;
            }
        assert_int_equal(pairs.count, wanted); /* each once */
        pl_list_free(&pairs);
    }
}

/* With weights, it is the sum of products over the common items. */
static bool is_product(const void *context, uint32_t a, uint32_t b,
                       double product)
{
    const pl_sets *sets = context;
    assert_true(fabs(product - pl_sets_product(sets, a, b)) < 1e-9);
    return true;
}

static void test_weights(void **state)
{
    (void)state;
    table t;
    float weight[SETS * ITEMS];
    pl_pair_list pairs = {0};
    fill(&t, 5, 3);
    for (uint32_t k = 0; k < SETS * ITEMS; k++)
        weight[k] = 0.25f * (float)(1 + k % 7);
    t.sets.weight = weight;
    assert_true(find_pairs(&pairs, &t.sets, SETS, ITEMS, SETS,
                           (pl_turns){0, 1, NULL}, is_product, &t.sets));
    assert_true(pairs.count > 0);
    pl_list_free(&pairs);
}

/* Items that weigh nothing are common all the same, and each pair is met
 * once. */
static void test_weightless(void **state)
{
    (void)state;
    table t;
    float weight[SETS * ITEMS] = {0};
    uint32_t wanted = 0;
    pl_pair_list pairs = {0};
    fill(&t, 6, 2);
    t.sets.weight = weight;
    assert_true(find_pairs(&pairs, &t.sets, SETS, ITEMS, SETS,
                           (pl_turns){0, 1, NULL}, is_product, &t.sets));
    for (uint32_t a = 0; a < SETS; a++)
        for (uint32_t b = a + 1; b < SETS; b++)
            wanted += count_common(&t, a, b, SETS) > 0;
    assert_int_equal(pairs.count, wanted);
    pl_list_free(&pairs);
}

static void test_nothing(void **state)
{
    (void)state;
    uint64_t first[1] = {0};
    uint32_t item[1] = {0}, least = 0;
    pl_sets sets = {.first = first, .item = item};
    pl_pair_list pairs = {0};
    assert_true(find_pairs(&pairs, &sets, 0, 0, 9, (pl_turns){0, 1, NULL},
                           at_least, &least));
    assert_int_equal(pairs.count, 0);
    pl_list_free(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_holders), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_weights), cmocka_unit_test(test_weightless),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
