/* shape.c: forests made to measure, by hand; what is no shape. */
/* SPDX-License-Identifier: MIT */
#include "shape_forest.h"

#include <stdio.h>

static shape_forest f;
static pl_arena *arena;
static pl_reshaped to;

static void make(const char *text)
{
    pl_shape shape;
    assert_int_equal(pl_shape_read(&shape, text, NULL), PLEACH_OK);
    assert_int_equal(pl_reshape(&to, arena, &f.is, &shape, NULL), PLEACH_OK);
}

static int set_up(void **state)
{
    (void)state;
    arena = pl_arena_new();
    shape_forest_start(&f);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pl_arena_free(arena);
    return 0;
}

/* ---------------------------------------------------------------- asking -- */

static void test_ranges(void **state)
{
    pl_shape s;
    (void)state;
    assert_int_equal(
        pl_shape_read(&s, "tops=10..20,levels=5,children=3..", NULL),
        PLEACH_OK);
    assert_int_equal(s.tops.least, 10);
    assert_int_equal(s.tops.most, 20);
    assert_int_equal(s.levels.least, 0);
    assert_int_equal(s.levels.most, 5);
    assert_int_equal(s.children.least, 3);
    assert_int_equal(s.children.most, 0);
    assert_int_equal(pl_shape_read(&s, "children=..7", NULL), PLEACH_OK);
    assert_int_equal(s.children.most, 7);
}

static void test_no_shapes(void **state)
{
    static const char *const wrong[][2] = {
        {"", "no part of a shape"},
        {"depth=3", "\"depth=3\" is no part"},
        {"levels", "no part"},
        {"levels=", "no part"},
        {"levels=0", "from 1 to 100"},
        {"levels=101", "from 1 to 100"},
        {"levels=-1", "no part"},
        {"levels=5x", "no part"},
        {"levels=5,", "no part"},
        {"tops=..", "no part"},
        {"tops=3..99999999999999999999", "no part"},
        {"children=18446744073709551617", "no part"},
        {"children=20..3", "wrong way round"},
        {"levels=5,levels=4", "twice"}};
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pl_shape s;
        pleach_error error = {0};
        assert_int_equal(pl_shape_read(&s, wrong[k][0], &error),
                         PLEACH_BAD_USAGE);
        if (strstr(error.sentence, wrong[k][1]) == NULL)
            fail_msg("%s: %s", wrong[k][0], error.sentence);
    }
}

/* ---------------------------------------------------------------- levels -- */

/* A leaf beyond the last level is an entry of its parent. */
static void test_too_deep(void **state)
{
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Clothes");
    uint32_t hats = shape_forest_add(&f, top, "Hats");
    uint32_t caps = shape_forest_add(&f, hats, "Caps");
    make("levels=2");
    assert_int_equal(to.how[caps], PL_SHAPED_ENTRY);
    assert_int_equal(to.parent[caps], hats);
    assert_int_equal(to.how[hats], PL_SHAPED_NOT);
    assert_int_equal(to.statements, 3);
    assert_int_equal(to.set_aside, 1);
    assert_string_equal(to.unmet, "");
}

/* The level that says least is left out, and its children move up. */
static void test_least_level(void **state)
{
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Clothes");
    uint32_t things = shape_forest_add(&f, top, "Things to wear");
    for (uint32_t k = 0; k < 3; k++) {
        char name[8];
        snprintf(name, sizeof name, "Hat %c", 'a' + k);
        uint32_t hat = shape_forest_add(&f, things, name);
        for (uint32_t l = 0; l < 3; l++) {
            snprintf(name, sizeof name, "Cap %c%c", 'a' + k, 'a' + l);
            shape_forest_add(&f, hat, name);
        }
    }
    make("levels=3");
    assert_int_equal(to.how[things], PL_SHAPED_ENTRY);
    assert_int_equal(to.parent[things], top);
    assert_int_equal(to.parent[things + 1], top);
    assert_int_equal(to.parent[things + 2], things + 1);
    assert_int_equal(to.set_aside, 4); /* it, and three below it */
}

/* A single child of the same words is a further name. */
static void test_single_child(void **state)
{
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Garden tools");
    uint32_t same = shape_forest_add(&f, top, "Tools, garden");
    for (uint32_t k = 0; k < 3; k++)
        shape_forest_add(&f, same, k == 0 ? "Rake" : k == 1 ? "Spade" : "Hoe");
    make("children=2..");
    assert_int_equal(to.how[same], PL_SHAPED_NAME);
    assert_int_equal(to.parent[same + 1], top);
    assert_int_equal(to.set_aside, 1);
}

/* A chain at the top loses its middle, and not all that is below it. */
static void test_chain(void **state)
{
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Media");
    uint32_t books = shape_forest_add(&f, top, "Books");
    uint32_t bound = shape_forest_add(&f, books, "Bound");
    uint32_t novels = shape_forest_add(&f, bound, "Novels");
    uint32_t poems = shape_forest_add(&f, bound, "Poems");
    make("children=2..12");
    assert_int_equal(to.how[books], PL_SHAPED_ENTRY);
    assert_int_equal(to.how[bound], PL_SHAPED_ENTRY);
    assert_int_equal(to.how[novels], PL_SHAPED_NOT);
    assert_int_equal(to.parent[novels], top);
    assert_int_equal(to.parent[poems], top);
    assert_int_equal(to.set_aside, 4);
}

/* What fits is not dissolved to fill the node above it. */
static void test_thin(void **state)
{
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Media"), low[2];
    for (uint32_t k = 0; k < 2; k++) {
        low[k] = shape_forest_add(&f, top, k == 0 ? "Books" : "Films");
        for (uint32_t l = 0; l < 3; l++) {
            char name[8];
            snprintf(name, sizeof name, "Leaf %c%c", 'a' + k, 'a' + l);
            shape_forest_add(&f, low[k], name);
        }
    }
    make("children=3..12");
    assert_int_equal(to.how[low[0]], PL_SHAPED_NOT);
    assert_int_equal(to.how[low[1]], PL_SHAPED_NOT);
    assert_int_equal(to.set_aside, 0);
    assert_non_null(strstr(to.unmet, "there is 1 concept with too few"));
}

/* One that is deep leaves room for leaves beside it to be grouped. */
static void test_sinking(void **state)
{
    static const char *const names[] = {"Ants", "Bees", "Cows", "Dogs", "Eels"};
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Zoo");
    uint32_t birds = shape_forest_add(&f, top, "Birds");
    for (uint32_t k = 0; k < 5; k++)
        shape_forest_add(&f, k < 2 ? birds : top, names[k]);
    shape_forest_add(&f, top, "Foxes");
    make("levels=3,children=2..3");
    assert_int_equal(to.set_aside, 0);
    assert_int_equal(to.parent[birds], top);
    assert_int_equal(to.count, f.is.count + 1);
    assert_string_equal(to.unmet, "");
}

/* Decided: it stays, and the shape says so. */
static void test_fixed(void **state)
{
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Clothes");
    uint32_t hats = shape_forest_add(&f, top, "Hats");
    uint32_t caps = shape_forest_add(&f, hats, "Caps");
    f.fixed[caps] = f.fixed[hats] = 1;
    make("levels=2");
    assert_int_equal(to.how[caps], PL_SHAPED_NOT);
    assert_int_equal(to.parent[caps], hats);
    assert_string_equal(to.unmet, "The shape's levels cannot be met: there are "
                                  "3, because of decisions.");
}

/* The reason is the one that there is. */
static void test_kept_by_group(void **state)
{
    (void)state;
    shape_forest_add(&f, PL_NONE, "Hats");
    shape_forest_add(&f, PL_NONE, "Rakes");
    make("tops=1,levels=1");
    assert_string_equal(to.unmet, "The shape's levels cannot be met: there are "
                                  "2, because of a group.");
}

/* ---------------------------------------------------------------- groups -- */

static void add_all(uint32_t above, const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        shape_forest_add(&f, above, names[k]);
}

/* A word that says what things are makes a group, in its usual spelling. */
static void test_group_by_word(void **state)
{
    static const char *const names[] = {"Running shoes",  "Tennis shoes",
                                        "Shoes for kids", "Dress shoe",
                                        "Gloves",         "Scarves"};
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Clothes");
    add_all(top, names, 6);
    make("children=2..4");
    assert_int_equal(to.count, f.is.count + 1);
    assert_int_equal(to.how[to.count - 1], PL_SHAPED_GROUP);
    assert_string_equal(to.name[to.count - 1], "Shoes");
    assert_true(to.covers[to.count - 1] == 1);
    for (uint32_t k = 0; k < 6; k++)
        assert_int_equal(to.parent[top + 1 + k], k < 4 ? to.count - 1 : top);
    assert_int_equal(to.set_aside, 0);
}

/* Where a sibling is called so, the others go below it. */
static void test_host(void **state)
{
    static const char *const names[] = {"Running shoes", "Tennis shoes",
                                        "Shoes",         "Dress shoes",
                                        "Gloves",        "Scarves"};
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Clothes");
    add_all(top, names, 6);
    make("children=2..4");
    assert_int_equal(to.count, f.is.count);
    assert_int_equal(to.parent[top + 1], top + 3);
    assert_int_equal(to.how[top + 1], PL_SHAPED_MOVED);
    assert_int_equal(to.parent[top + 3], top);
}

/* The words of the parent tell nothing about its children. */
static void test_no_parents_name(void **state)
{
    static const char *const names[] = {"Red shoes",  "Blue shoes",
                                        "Old shoes",  "Dress shoes",
                                        "Wool shoes", "Tall shoes"};
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Shoes");
    add_all(top, names, 6);
    make("children=2..4");
    assert_int_equal(to.count, f.is.count + 1);
    assert_string_equal(to.name[to.count - 1], "Other");
    assert_true(to.covers[to.count - 1] == 0);
}

/* Several words that children share make one name, as they are written. */
static void test_long_name(void **state)
{
    static const char *const names[] = {"Baby & Toddler beds",
                                        "Baby & Toddler seats",
                                        "Baby & Toddler toys",
                                        "Gloves",
                                        "Scarves",
                                        "Belts"};
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Goods");
    add_all(top, names, 6);
    make("children=2..4");
    assert_string_equal(to.name[f.is.count], "Baby & Toddler");
}

/* Where the rest is more than one group holds, the alphabet parts it, and
 * leaves stay leaves as long as there is room. */
static void test_alphabet(void **state)
{
    static const char *const names[] = {"Wasps", "bees",  "Ants", "Moths",
                                        "Birds", "Cows",  "Dogs", "Eels",
                                        "Foxes", "Newts", "Olms"};
    (void)state;
    uint32_t top = shape_forest_add(&f, PL_NONE, "Zoo");
    add_all(top, names, 11);
    make("levels=3,children=2..4");
    assert_string_equal(to.unmet, "");
    assert_int_equal(to.set_aside, 0);
    for (uint32_t k = 1; k <= 11; k++)
        assert_true(to.how[k] != PL_SHAPED_ENTRY);
    for (uint32_t k = f.is.count; k < to.count; k++)
        assert_non_null(strstr(to.name[k], "\xE2\x80\x93"));
    assert_string_equal(to.name[f.is.count], "A\xE2\x80\x93"
                                             "B");
    make("levels=2,children=2..4");
    assert_true(to.how[1] == PL_SHAPED_ENTRY);
}

/* Thin tops go below what has the last words of their name. */
static void test_tops(void **state)
{
    (void)state;
    uint32_t hats = shape_forest_add(&f, PL_NONE, "Hats");
    shape_forest_add(&f, hats, "Caps");
    uint32_t bags = shape_forest_add(&f, PL_NONE, "Bags");
    shape_forest_add(&f, bags, "Purses");
    uint32_t sun = shape_forest_add(&f, PL_NONE, "Sun hats");
    make("tops=..2");
    assert_int_equal(to.parent[sun], hats);
    assert_int_equal(to.how[sun], PL_SHAPED_MOVED);
    assert_int_equal(to.set_aside, 1);
    assert_string_equal(to.unmet, "");
}

static void test_too_few_tops(void **state)
{
    (void)state;
    shape_forest_add(&f, PL_NONE, "Hats");
    make("tops=2..3");
    assert_non_null(strstr(to.unmet, "tops cannot be met: there is 1,"));
}

static void test_empty(void **state)
{
    (void)state;
    make("tops=1..3,levels=2,children=2..3");
    assert_int_equal(to.count, 0);
    assert_int_equal(to.set_aside, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ranges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_shapes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_too_deep, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_least_level, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_single_child, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_chain, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_thin, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sinking, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fixed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_kept_by_group, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_group_by_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_host, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_parents_name, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_long_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_alphabet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tops, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_too_few_tops, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_empty, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
