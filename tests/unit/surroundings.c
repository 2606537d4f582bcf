/* surroundings.c: what stands around units, held against sums by hand. */
/* SPDX-License-Identifier: MIT */
#include "same/surroundings.h"

#include <math.h>

#include "unit_world.h"

typedef struct around_world {
    unit_world w;
    pl_surroundings around;
    uint32_t meaning[64];
    uint8_t wanted[64];
} around_world;

/* With `a` and `b` as one meaning, if they are names. */
static void start(around_world *world, const char *text, const char *a,
                  const char *b)
{
    unit_world_start(&world->w, text);
    assert_true(world->w.units.count <= 64);
    for (uint32_t x = 0; x < world->w.units.count; x++) {
        world->meaning[x] = x;
        world->wanted[x] = 1;
    }
    if (a != NULL)
        world->meaning[unit_named(&world->w, a, 0)] =
            unit_named(&world->w, b, 0);
    assert_true(pl_surroundings_make(&world->around, world->w.arena,
                                     &world->w.units, world->meaning,
                                     world->wanted, 1));
}

static pl_likeness compare(const around_world *world, const char *a,
                           const char *b)
{
    uint32_t x = unit_named(&world->w, a, 0), y = unit_named(&world->w, b, 0);
    pl_likeness most = pl_surroundings_at_most(&world->around, x, y);
    pl_likeness again = pl_surroundings_at_most(&world->around, y, x);
    pl_likeness found = most;
    pl_surroundings_finish(&found, &world->around, x, y);
    pl_surroundings_finish(&again, &world->around, y, x);
    assert_true(
        found.parents == again.parents && found.ancestors == again.ancestors &&
        found.siblings == again.siblings && found.children == again.children);
    assert_true(most.parents == found.parents &&
                most.children == found.children &&
                most.one_above == found.one_above);
    assert_true(most.ancestors >= found.ancestors &&
                most.siblings >= found.siblings && most.apart >= found.apart);
    return found;
}

static void expect(double found, double right)
{
    if (fabs(found - right) > 1e-12)
        fail_msg("%.15g, not %.15g", found, right);
}

/* cats stand twice below pets, once below zoo; kittens once below either. */
static const char *const animals =
    "{\"owner\":\"a\",\"name\":\"pets\",\"children\":[{\"name\":\"cats\","
    "\"children\":[{\"name\":\"tom\"},{\"name\":\"puss\"}]},"
    "{\"name\":\"dogs\"}]}\n"
    "{\"owner\":\"b\",\"name\":\"pets\",\"children\":[{\"name\":\"cats\"},"
    "{\"name\":\"birds\"}]}\n"
    "{\"owner\":\"c\",\"name\":\"zoo\",\"children\":[{\"name\":\"cats\"}]}\n"
    "{\"owner\":\"d\",\"name\":\"pets\",\"children\":[{\"name\":\"kittens\","
    "\"children\":[{\"name\":\"puss\"}]},{\"name\":\"dogs\"}]}\n"
    "{\"owner\":\"e\",\"name\":\"zoo\",\"children\":[{\"name\":\"kittens\"}]}"
    "\n";

static void test_cosines(void **state)
{
    (void)state;
    around_world world;
    start(&world, animals, NULL, NULL);
    pl_likeness found = compare(&world, "cats", "kittens");
    /* (2, 1) and (1, 1); dogs and birds against dogs; tom, puss against puss */
    expect(found.parents, 3 / sqrt(10));
    expect(found.ancestors, 3 / sqrt(10));
    expect(found.siblings, 1 / sqrt(2));
    expect(found.children, 1 / sqrt(2));
    assert_false(found.one_above);
    assert_false(found.apart);
    found = compare(&world, "cats", "birds");
    expect(found.parents, 2 / sqrt(5));
    expect(found.siblings, 0);
    expect(found.children, 0);
    assert_true(found.one_above);
    assert_false(found.apart);
    unit_world_end(&world.w);
}

/* Items are what units mean, not how they are called. */
static void test_meanings(void **state)
{
    (void)state;
    around_world world;
    start(&world, animals, "tom", "puss");
    expect(compare(&world, "cats", "kittens").children, 1);
    unit_world_end(&world.w);
    start(&world, animals, "zoo", "pets");
    expect(compare(&world, "cats", "kittens").parents, 1);
    unit_world_end(&world.w);
}

static void test_apart(void **state)
{
    (void)state;
    around_world world;
    start(
        &world,
        "{\"owner\":\"a\",\"name\":\"sky\",\"children\":[{\"name\":\"mars\"},"
        "{\"name\":\"moon\"}]}\n"
        "{\"owner\":\"b\",\"name\":\"sweets\",\"children\":["
        "{\"name\":\"bounty\"},{\"name\":\"mint\"}]}\n"
        "{\"owner\":\"c\",\"name\":\"world\",\"children\":[{\"name\":\"gods\","
        "\"children\":[{\"name\":\"ares\"}]},{\"name\":\"seas\",\"children\":"
        "[{\"name\":\"coral\"}]}]}\n",
        NULL, NULL);
    assert_true(compare(&world, "mars", "bounty").apart);
    assert_false(compare(&world, "mars", "moon").apart);
    assert_false(compare(&world, "sky", "sweets").apart); /* below nothing */
    pl_likeness found = compare(&world, "ares", "coral");
    assert_false(found.apart); /* both in the world */
    expect(found.parents, 0);
    expect(found.ancestors, 0.5);
    unit_world_end(&world.w);
}

/* Of long lists the first are looked at, and never the node itself. */
static void test_long_list(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    char line[64];
    show_text(&text, "{\"name\":\"all\",\"children\":[{\"name\":\"first\"}");
    for (int k = 0; k < 50; k++) {
        snprintf(line, sizeof line, ",{\"name\":\"x%c%c\"}", 'a' + k / 10,
                 'a' + k % 10);
        show_text(&text, line);
    }
    show_text(&text, "]}\n");
    around_world world;
    start(&world, text.text, NULL, NULL);
    const pl_sets *beside = &world.around.siblings;
    uint32_t first = unit_named(&world.w, "first", 0);
    uint32_t last = unit_named(&world.w, "xej", 0);
    assert_int_equal(beside->first[first + 1] - beside->first[first], 31);
    assert_int_equal(beside->first[last + 1] - beside->first[last], 32);
    const pl_sets *below = &world.around.children;
    uint32_t all = unit_named(&world.w, "all", 0);
    assert_int_equal(below->first[all + 1] - below->first[all], 51);
    unit_world_end(&world.w);
    free(text.text);
}

/* Nothing is listed for what nobody wants. */
static void test_wanted(void **state)
{
    (void)state;
    around_world world;
    start(&world, animals, NULL, NULL);
    uint32_t cats = unit_named(&world.w, "cats", 0);
    world.wanted[cats] = 0;
    assert_true(pl_surroundings_make(&world.around, world.w.arena,
                                     &world.w.units, world.meaning,
                                     world.wanted, 2));
    const pl_sets *beside = &world.around.siblings;
    assert_int_equal(beside->first[cats], beside->first[cats + 1]);
    expect(compare(&world, "cats", "kittens").parents, 0);
    expect(compare(&world, "kittens", "dogs").parents, 1 / sqrt(2));
    unit_world_end(&world.w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cosines), cmocka_unit_test(test_meanings),
        cmocka_unit_test(test_apart),   cmocka_unit_test(test_long_list),
        cmocka_unit_test(test_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
