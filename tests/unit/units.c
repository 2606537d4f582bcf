/* units.c: which nodes of one name are one unit. */
/* SPDX-License-Identifier: MIT */
#include "unit_world.h"

#include "random.h"
#include "random_corpus.h"

static void test_single(void **state)
{
    (void)state;
    unit_world w;
    unit_world_start(
        &w, "{\"owner\":\"a\",\"name\":\"x\",\"children\":[{\"name\":\"y\"}]}\n"
            "{\"owner\":\"b\",\"name\":\"z\",\"children\":[{\"name\":\"Y\"}]}\n"
            "{\"owner\":\"c\",\"name\":\"y\"}\n");
    assert_int_equal(w.units.count, 3);
    assert_int_equal(unit_named(&w, "y", 0), unit_named(&w, "Y", 0));
    assert_int_equal(unit_named(&w, "y", 0), unit_named(&w, "y", 1));
    uint32_t y = unit_named(&w, "y", 0), x = unit_named(&w, "x", 0);
    assert_int_equal(w.units.first[y + 1] - w.units.first[y], 3);
    assert_int_equal(w.units.seen_first[y + 1] - w.units.seen_first[y], 3);
    assert_true(pl_units_together(&w.units, x, y) == 1);
    assert_true(pl_units_together(&w.units, x, unit_named(&w, "z", 0)) == 0);
    unit_world_end(&w);
}

/* Of two meanings of one name, people who have either have the name. */
static void test_held_labels(void **state)
{
    (void)state;
    static const char *const line =
        "{\"owner\":\"%s\",\"name\":\"%s\",\"children\":["
        "{\"name\":\"hall\",\"children\":[{\"name\":\"%s\"}]},"
        "{\"name\":\"room\",\"children\":[{\"name\":\"end\"}]}]}\n";
    static const char *const in_hall[] = {"end", "far end", "end", "bed"};
    shown text = {NULL, 0};
    char made[512];
    for (int k = 0; k < 4; k++) {
        snprintf(made, sizeof made, line, (char[]){(char)('a' + k), '\0'},
                 "house", in_hall[k]);
        show_text(&text, made);
    }
    unit_world w;
    unit_world_start(&w, text.text);
    uint32_t end = w.labels.of_node[named_node(&w, "end", 0)];
    uint32_t far = w.labels.of_node[named_node(&w, "far end", 0)];
    assert_int_equal(count_units(&w, "end"), 2);
    assert_int_equal(w.units.held_first[end + 1] - w.units.held_first[end], 4);
    assert_true(pl_labels_together(&w.units, end, far) == 1);
    assert_true(pl_units_together(&w.units, unit_named(&w, "far end", 0),
                                  unit_named(&w, "end", 0)) == 0);
    unit_world_end(&w);
    free(text.text);
}

/* `twice` of `people` have "end" in both rooms, the others in the first. */
static void start_rooms(unit_world *w, int people, int twice, const char *ids)
{
    shown text = {NULL, 0};
    char line[512];
    for (int k = 0; k < people; k++) {
        snprintf(line, sizeof line,
                 "{\"owner\":\"p%d\",\"name\":\"house\",\"children\":["
                 "{\"name\":\"hall\",\"children\":[{\"name\":\"end\"%s}]},"
                 "{\"name\":\"room\",\"children\":[{\"name\":\"%s\"%s}]}]}\n",
                 k, ids, k < twice ? "end" : "bed", ids);
        show_text(&text, line);
    }
    unit_world_start(w, text.text);
    free(text.text);
}

static void test_twice(void **state)
{
    (void)state;
    static const struct {
        int people, twice;
        uint32_t units;
    } cases[] = {{1, 0, 1}, {1, 1, 2}, {50, 1, 2}, {51, 1, 1}, {100, 2, 2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        unit_world w;
        start_rooms(&w, cases[k].people, cases[k].twice, "");
        if (count_units(&w, "end") != cases[k].units)
            fail_msg("%d of %d", cases[k].twice, cases[k].people);
        unit_world_end(&w);
    }
}

/* Each is what stands below one parent label, wherever that is. */
static void test_parted_by_parent(void **state)
{
    (void)state;
    unit_world w;
    start_rooms(&w, 3, 2, "");
    const pleach_corpus *c = w.corpus;
    uint32_t hall = 0, room = 0;
    for (uint32_t n = 0; n < c->node_count; n++) {
        if (w.labels.of_node[n] != w.labels.of_node[named_node(&w, "end", 0)])
            continue;
        bool in_hall = w.labels.of_node[pl_root_of(c, n)] ==
                       w.labels.of_node[named_node(&w, "hall", 0)];
        assert_int_equal(w.units.of_node[n],
                         unit_named(&w, "end", in_hall ? 0 : 1));
        hall += in_hall;
        room += !in_hall;
    }
    assert_int_equal(hall, 3);
    assert_int_equal(room, 2);
    assert_true(pl_units_together(&w.units, unit_named(&w, "end", 0),
                                  unit_named(&w, "end", 1)) == 1);
    unit_world_end(&w);
}

static void test_one_thing(void **state)
{
    (void)state;
    unit_world w;
    start_rooms(&w, 1, 1, ",\"id\":\"urn:end\"");
    assert_int_equal(count_units(&w, "end"), 1);
    unit_world_end(&w);
}

/* What holds of every corpus: both roles of an inner node are one place, and
 * the lists are as units.h says. */
static void expect_sound(const unit_world *w)
{
    const pl_units *u = &w->units;
    const pleach_corpus *c = w->corpus;
    uint32_t places = 0;
    for (uint32_t n = 0; n < c->node_count; n++) {
        uint32_t twin = c->node_twin[n];
        assert_true(u->of_node[n] < u->count);
        assert_int_equal(u->label[u->of_node[n]], w->labels.of_node[n]);
        assert_true(twin == PL_NONE || u->of_node[twin] == u->of_node[n]);
        places += pl_entry_of(c, n) == n;
    }
    assert_int_equal(u->first[u->count], places);
    for (uint32_t x = 0; x < u->count; x++) {
        assert_true(u->first[x] < u->first[x + 1]);
        assert_true(u->seen_first[x] < u->seen_first[x + 1]);
        assert_true(x == 0 || u->label[x - 1] <= u->label[x]);
        for (uint64_t k = u->first[x]; k < u->first[x + 1]; k++) {
            assert_int_equal(u->of_node[u->place[k]], x);
            assert_int_equal(pl_entry_of(c, u->place[k]), u->place[k]);
            assert_true(k == u->first[x] || u->place[k - 1] < u->place[k]);
        }
        for (uint64_t k = u->seen_first[x] + 1; k < u->seen_first[x + 1]; k++)
            assert_true(u->seen[k - 1] < u->seen[k]);
    }
}

static void test_any_corpus(void **state)
{
    (void)state;
    uint32_t parted = 0;
    for (uint64_t seed = 0; seed < random_cases(60); seed++) {
        pl_random random;
        random_corpus_shape shape = {20, 6 + (uint32_t)seed % 7, 4, 3, 0};
        pl_random_seed(&random, seed);
        random_corpus lines = random_corpus_new(&random, &shape);
        char *text = random_corpus_text(&lines);
        unit_world w;
        unit_world_start(&w, text);
        expect_sound(&w);
        parted += w.units.count > w.labels.count;
        unit_world_end(&w);
        free(text);
        random_corpus_free(&lines);
    }
    assert_true(parted > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single),
        cmocka_unit_test(test_held_labels),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_parted_by_parent),
        cmocka_unit_test(test_one_thing),
        cmocka_unit_test(test_any_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
