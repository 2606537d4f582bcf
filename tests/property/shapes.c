/* shapes.c: whatever the forest and the shape, each node has its place, ranges
 * are met or told, and the same comes out again; and no cheaper choice of
 * levels is there on small forests, nor one as cheap that leaves more. */
/* SPDX-License-Identifier: MIT */
#include "shape_forest.h"

#include <stdio.h>

enum { FORESTS = 400, SMALL_FORESTS = 600, FEW = 9 };

static shape_forest f;

static bool stands(const pl_reshaped *to, uint32_t n)
{
    return to->how[n] != PL_SHAPED_NAME && to->how[n] != PL_SHAPED_ENTRY;
}

static pl_range range_by_chance(pl_random *random, uint32_t most)
{
    pl_range r = {.least = pl_random_below(random, 4),
                  .most = pl_random_below(random, most)};
    if (r.most != 0 && r.most < r.least)
        r.most = r.least;
    return r;
}

/* Levels above a node; fails where there is a loop. */
static uint32_t depth_of(const pl_reshaped *to, uint32_t n)
{
    uint32_t depth = 0;
    while ((n = to->parent[n]) != PL_NONE)
        assert_true(depth++ < to->count);
    return depth;
}

static void expect_range(const pl_reshaped *to, const char *part,
                         pl_range range, uint32_t count)
{
    char told[64];
    snprintf(told, sizeof told, "The shape's %s cannot be met", part);
    if (count < range.least || (range.most != 0 && count > range.most))
        if (strstr(to->unmet, told) == NULL)
            fail_msg("%u %s are not in %u..%u, and nobody says so", count, part,
                     range.least, range.most);
}

/* Nobody is lost, joins only what stands and has people, and what is fixed is
 * where it was. */
static void expect_places(const pl_reshaped *to)
{
    for (uint32_t n = 0; n < to->count; n++) {
        uint32_t up = to->parent[n];
        assert_true(up == PL_NONE || (up < to->count && stands(to, up)));
        assert_true(stands(to, n) || (up != PL_NONE && up < f.is.count));
        if (n < f.is.count && f.fixed[n]) {
            assert_true(stands(to, n) && to->how[n] == PL_SHAPED_NOT);
            assert_true(f.parent[n] == PL_NONE || !f.fixed[f.parent[n]] ||
                        up == f.parent[n]);
        }
        if (n >= f.is.count && stands(to, n))
            assert_int_equal(to->how[n], PL_SHAPED_GROUP);
    }
    assert_true(to->set_aside <= to->statements);
}

static void expect_shape(const pl_reshaped *to, const pl_shape *shape)
{
    uint32_t children[2 * SHAPE_NODES + 1] = {0}, tops = 0, levels = 0;
    for (uint32_t n = 0; n < to->count; n++) {
        if (!stands(to, n))
            continue;
        uint32_t depth = depth_of(to, n);
        levels = depth + 1 > levels ? depth + 1 : levels;
        tops += depth == 0;
        if (depth > 0)
            children[to->parent[n]]++;
    }
    expect_range(to, "tops", shape->tops, tops);
    expect_range(to, "levels", shape->levels, levels);
    for (uint32_t n = 0; n < to->count; n++)
        if (children[n] > 0)
            expect_range(to, "children", shape->children, children[n]);
}

/* No group is called like a sibling or its parent, and its name covers what it
 * says. */
static void expect_names(const pl_reshaped *to)
{
    for (uint32_t g = f.is.count; g < to->count; g++) {
        if (!stands(to, g))
            continue;
        assert_true(to->covers[g] == 0 || to->covers[g] >= 0.7f);
        if (to->parent[g] != PL_NONE)
            assert_string_not_equal(to->name[g], to->name[to->parent[g]]);
        for (uint32_t n = 0; n < to->count; n++)
            if (n != g && stands(to, n) && to->parent[n] == to->parent[g])
                assert_string_not_equal(to->name[n], to->name[g]);
    }
}

static void test_any_shape(void **state)
{
    pl_random random;
    (void)state;
    pl_random_seed(&random, 5);
    for (uint32_t k = 0; k < random_cases(FORESTS); k++) {
        shape_forest_by_chance(&f, &random);
        pl_shape shape = {range_by_chance(&random, 8),
                          range_by_chance(&random, 6),
                          range_by_chance(&random, 9)};
        pl_arena *arena = pl_arena_new();
        pl_reshaped to, again;
        assert_int_equal(pl_reshape(&to, arena, &f.is, &shape, NULL),
                         PLEACH_OK);
        assert_int_equal(pl_reshape(&again, arena, &f.is, &shape, NULL),
                         PLEACH_OK);
        expect_places(&to);
        expect_shape(&to, &shape);
        expect_names(&to);
        assert_null(strstr(to.unmet, "nothing else can join"));
        assert_int_equal(to.count, again.count);
        assert_memory_equal(to.parent, again.parent,
                            to.count * sizeof *to.parent);
        assert_memory_equal(to.how, again.how, to.count);
        pl_arena_free(arena);
    }
}

/* -------------------------------------------------------------- cheapest -- */

/* What it costs that the nodes of `joined` join what is above them, in quarters
 * of statements; UINT32_MAX where that has too many levels. All names are
 * different, so they become entries; each node is one person's. */
static uint32_t price_of(uint32_t joined, const pl_shape *shape)
{
    uint32_t home[FEW], children[FEW] = {0}, depth[FEW], price = 0;
    for (uint32_t n = 0; n < f.is.count; n++) {
        uint32_t up = f.parent[n];
        bool gone = joined >> n & 1;
        if (up == PL_NONE && gone)
            return UINT32_MAX;
        home[n] = gone ? home[up] : n;
        depth[n] = up == PL_NONE ? 0 : depth[home[up]] + 1;
        if (gone)
            depth[n] = depth[home[n]];
        else if (up != PL_NONE)
            children[home[up]]++;
        if (depth[n] + 1 > shape->levels.most)
            return UINT32_MAX;
        price += up != PL_NONE && (gone || (joined >> up & 1)) ? 4 : 0;
    }
    for (uint32_t n = 0; n < f.is.count; n++)
        if (children[n] > 0 && children[n] < shape->children.least)
            price += 4 * shape->children.least + 1;
    return price;
}

/* Which nodes joined others. */
static uint32_t joined_in(const pl_reshaped *to)
{
    uint32_t joined = 0;
    for (uint32_t n = 0; n < to->count; n++)
        joined |= (uint32_t)!stands(to, n) << n;
    return joined;
}

static void test_cheapest_levels(void **state)
{
    pl_random random;
    (void)state;
    pl_random_seed(&random, 6);
    for (uint32_t k = 0; k < random_cases(SMALL_FORESTS); k++) {
        uint32_t count = 1 + pl_random_below(&random, FEW), least = UINT32_MAX;
        uint32_t most = 0;
        pl_shape shape = {.levels = {.most = 1 + pl_random_below(&random, 4)},
                          .children = {.least = pl_random_below(&random, 4)}};
        shape_forest_start(&f);
        for (uint32_t n = 0; n < count; n++) {
            char name[2] = {(char)('a' + n), '\0'};
            shape_forest_add(&f, n == 0 ? PL_NONE : pl_random_below(&random, n),
                             name);
        }
        for (uint32_t joined = 0; joined < 1U << count; joined++) {
            uint32_t price = price_of(joined, &shape);
            uint32_t left = count - (uint32_t)__builtin_popcount(joined);
            if (price < least || (price == least && left > most))
                most = left;
            least = price < least ? price : least;
        }
        pl_arena *arena = pl_arena_new();
        pl_reshaped to;
        assert_int_equal(pl_reshape(&to, arena, &f.is, &shape, NULL),
                         PLEACH_OK);
        uint32_t joined = joined_in(&to);
        assert_int_equal(price_of(joined, &shape), least);
        assert_int_equal(count - (uint32_t)__builtin_popcount(joined), most);
        pl_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_shape),
        cmocka_unit_test(test_cheapest_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
