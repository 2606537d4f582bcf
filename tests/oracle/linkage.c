/* linkage.c: average linkage against its definition, on small random links. */
/* SPDX-License-Identifier: MIT */
#include "same/linkage.h"

#include <string.h>

#include "random.h"
#include "testing.h"

enum { MOST_UNITS = 12, MOST_HIERARCHIES = 10 };

/* Units with the hierarchies that hold them, and links between them. */
typedef struct instance {
    pl_units units;
    uint64_t seen_first[MOST_UNITS + 1];
    uint32_t seen[MOST_UNITS * MOST_HIERARCHIES];
    uint32_t held[MOST_UNITS]; /* bits */
    pl_link links[MOST_UNITS * MOST_UNITS];
    size_t count;
} instance;

static void hold(instance *i, uint32_t units, const uint32_t *held)
{
    uint64_t at = 0;
    i->units = (pl_units){
        .count = units, .seen_first = i->seen_first, .seen = i->seen};
    i->count = 0;
    for (uint32_t x = 0; x < units; x++) {
        i->seen_first[x] = at;
        i->held[x] = held[x];
        for (uint32_t h = 0; h < MOST_HIERARCHIES; h++)
            if (held[x] >> h & 1)
                i->seen[at++] = h;
    }
    i->seen_first[units] = at;
}

static void link_two(instance *i, uint32_t a, uint32_t b, double odds)
{
    i->links[i->count++] = (pl_link){a, b, odds};
}

/* Odds in sixteenths, so that sums are exact, and few of them, so that there
 * are ties. */
static void make(instance *i, uint64_t seed)
{
    pl_random random;
    pl_random_seed(&random, seed);
    uint32_t held[MOST_UNITS], units = 2 + pl_random_below(&random, 11);
    uint32_t spread = 1u << pl_random_below(&random, 8);
    uint32_t share = 1 + pl_random_below(&random, 4);
    uint32_t rare = pl_random_below(&random, 5);
    for (uint32_t x = 0; x < units; x++) {
        held[x] = 1u << pl_random_below(&random, MOST_HIERARCHIES);
        for (uint32_t h = 0; rare > 0 && h < MOST_HIERARCHIES; h++)
            held[x] |= (pl_random_below(&random, 2 * rare) == 0) << h;
    }
    hold(i, units, held);
    for (uint32_t a = 0; a < units; a++)
        for (uint32_t b = a + 1; b < units; b++)
            if (pl_random_below(&random, 4) < share)
                link_two(i, a, b,
                         (pl_random_below(&random, 2 * spread) - 0.5 * spread) /
                             8);
}

/* ------------------------------------------------------------ definition -- */

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* The odds of two groups, given by any number; no link: far below 0. */
static double define_odds(const instance *i, const uint32_t *group, uint32_t a,
                          uint32_t b)
{
    double sum = 0, most = -1e9;
    uint32_t links = 0, size_a = 0, size_b = 0, held_a = 0, held_b = 0;
    for (uint32_t x = 0; x < i->units.count; x++) {
        size_a += group[x] == a;
        size_b += group[x] == b;
        held_a |= group[x] == a ? i->held[x] : 0;
        held_b |= group[x] == b ? i->held[x] : 0;
    }
    for (size_t k = 0; k < i->count; k++) {
        const pl_link *l = &i->links[k];
        if (!((group[l->a] == a && group[l->b] == b) ||
              (group[l->a] == b && group[l->b] == a)))
            continue;
        sum += l->odds;
        most = l->odds > most ? l->odds : most;
        links++;
    }
    if (links == 0)
        return -1e9;
    double pairs = size_a * size_b;
    double average = (sum - 4 * (pairs - links)) / pairs;
    uint32_t few = count_bits(held_a), other = count_bits(held_b);
    few = other < few ? other : few;
    double odds = (1 - 0.3) * average + 0.3 * most;
    return odds > 0
               ? odds - 8 * ((double)count_bits(held_a & held_b) / (double)few)
               : odds;
}

/* Looks at all pairs for each join. Groups are called by their smallest unit,
 * and equal odds decided by that. */
static void define(uint32_t *group, const instance *i)
{
    for (uint32_t x = 0; x < i->units.count; x++)
        group[x] = x;
    for (;;) {
        double best = 0;
        uint32_t into = 0, gone = 0;
        for (uint32_t a = 0; a < i->units.count; a++)
            for (uint32_t b = a + 1; b < i->units.count; b++) {
                if (group[a] != a || group[b] != b)
                    continue;
                double odds = define_odds(i, group, a, b);
                if (odds > best) {
                    best = odds;
                    into = a;
                    gone = b;
                }
            }
        if (!(best > 0))
            return;
        for (uint32_t x = 0; x < i->units.count; x++)
            group[x] = group[x] == gone ? into : group[x];
    }
}

/* ------------------------------------------------------------------ tests --
 */

static void run(uint32_t *group, const instance *i)
{
    pl_link_list links = {
        .items = (pl_link *)i->links, .count = i->count, .room = i->count};
    assert_true(pl_average_linkage(group, &i->units, &links));
}

static void expect_groups(const instance *i, const uint32_t *right,
                          uint64_t seed)
{
    uint32_t group[MOST_UNITS];
    run(group, i);
    for (uint32_t x = 0; x < i->units.count; x++)
        if (group[x] != right[x])
            fail_msg("seed %d: unit %d is in %d, not in %d", (int)seed, (int)x,
                     (int)group[x], (int)right[x]);
}

static void shuffle(instance *i, uint64_t seed)
{
    pl_random random;
    pl_random_seed(&random, seed);
    for (size_t k = i->count; k > 1; k--) {
        uint32_t other = pl_random_below(&random, (uint32_t)k);
        pl_link link = i->links[k - 1];
        i->links[k - 1] = i->links[other];
        i->links[other] = link;
    }
}

static void test_definition(void **state)
{
    (void)state;
    uint32_t cases = random_cases(SANITIZED ? 2000 : 20000), joined = 0;
    for (uint64_t seed = 0; seed < cases; seed++) {
        static instance i;
        uint32_t right[MOST_UNITS];
        make(&i, seed);
        define(right, &i);
        expect_groups(&i, right, seed);
        for (uint64_t again = 0; again < 3; again++) {
            shuffle(&i, seed + again);
            expect_groups(&i, right, seed);
        }
        for (uint32_t x = 0; x < i.units.count; x++)
            joined += right[x] != x;
    }
    assert_true(joined > cases); /* there is something to see */
}

/* Two groups of strong links, and one weaker link between them. */
static void test_no_chain(void **state)
{
    (void)state;
    static const uint32_t held[] = {1, 2, 4, 8, 16, 32},
                          right[] = {0, 0, 0, 3, 3, 3};
    static instance i;
    hold(&i, 6, held);
    for (uint32_t a = 0; a < 6; a++)
        for (uint32_t b = a + 1; b < 6; b++)
            if (a / 3 == b / 3)
                link_two(&i, a, b, 4);
    link_two(&i, 2, 3, 3);
    expect_groups(&i, right, 0);
    /* The link alone would join them. */
    i.links[0] = i.links[i.count - 1];
    i.count = 1;
    uint32_t alone[] = {0, 1, 2, 2, 4, 5};
    expect_groups(&i, alone, 0);
}

/* What stands in the same hierarchies stays two, whatever its name. */
static void test_seen_together(void **state)
{
    (void)state;
    static const uint32_t together[] = {7, 7, 7}, once[] = {31, 31u << 4, 512};
    static const uint32_t apart[] = {0, 1, 2}, joined[] = {0, 0, 2};
    static instance i;
    hold(&i, 3, together);
    link_two(&i, 0, 1, 6);
    expect_groups(&i, apart, 0);
    hold(&i, 3, once); /* one hierarchy of five holds both */
    link_two(&i, 0, 1, 6);
    expect_groups(&i, joined, 0);
}

/* ------------------------------------------------------------ many joins -- */

/* Every unit is linked with those at a few distances, in groups that all
 * become one, so that bonds are handed over again and again. */
static void test_many_joins(void **state)
{
    (void)state;
    enum { SIZE = 32, GROUPS = 200, UNITS = SIZE * GROUPS };
    uint64_t *first = calloc(UNITS + 1, sizeof *first);
    uint32_t *seen = calloc(UNITS, sizeof *seen);
    uint32_t *group = calloc(UNITS, sizeof *group);
    pl_link_list links = {0};
    pl_units units = {.count = UNITS, .seen_first = first, .seen = seen};
    for (uint32_t x = 0; x < UNITS; x++) {
        first[x + 1] = x + 1;
        seen[x] = x;
        for (uint32_t y = x + 1; y < UNITS && y < x + 2 * SIZE; y++) {
            double odds = y / SIZE == x / SIZE ? 4 + (x + y) % 8 / 8.0 : -2;
            assert_true(pl_list_push(&links, ((pl_link){x, y, odds})));
        }
    }
    assert_true(pl_average_linkage(group, &units, &links));
    for (uint32_t x = 0; x < UNITS; x++)
        assert_int_equal(group[x], x / SIZE * SIZE);
    pl_list_free(&links);
    free(first);
    free(seen);
    free(group);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition),
        cmocka_unit_test(test_no_chain),
        cmocka_unit_test(test_seen_together),
        cmocka_unit_test(test_many_joins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
