/* answers.c: what answers must be, what they are about, and what they weigh. */
/* SPDX-License-Identifier: MIT */
#include "unit_world.h"

#include "same/answered.h"

static const char shops[] =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"Shop\",\"children\":["
    "{\"name\":\"Phones\",\"children\":[{\"name\":\"Extras\"}]},"
    "{\"name\":\"Refunds\"}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"Shop\",\"children\":["
    "{\"name\":\"Cameras\",\"children\":[{\"name\":\"Extras\"}]},"
    "{\"name\":\"Money back\"}]}\n";

#define REQUEST(id)                                                            \
    "{\"id\":" id ",\"kind\":\"same\",\"names\":["                             \
    "{\"n\":1,\"name\":\"Refunds\",\"seen\":[\"Shop > Refunds\"]},"            \
    "{\"n\":2,\"name\":\"Money back\",\"seen\":[\"Shop > Money back\"]},"      \
    "{\"n\":3,\"name\":\"Extras\",\"seen\":[\"Shop > Phones > Extras\"]},"     \
    "{\"n\":4,\"name\":\"Extras\",\"seen\":[\"Shop > Cameras > Extras\"]}]}"

static pleach_answers *no_answers(void)
{
    pleach_answers *answers = NULL;
    assert_int_equal(pleach_answers_read(&answers, NULL, NULL), PLEACH_OK);
    return answers;
}

static pleach_status add(pleach_answers *answers, const char *request,
                         uint64_t id, const char *text, pleach_error *error)
{
    pleach_prompt prompt = {.id = id, .kind = "same", .request = request};
    return pleach_answers_add(answers, &prompt, text,
                              text == NULL ? 0 : strlen(text), "test", "now",
                              NULL, error);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "no JSON object"},
        {"I do not know {maybe}", "no JSON object"},
        {"{\"id\": 8, \"groups\": []}", "another question"},
        {"{\"id\": \"7\", \"groups\": []}", "another question"},
        {"{\"id\": 7}", "no list \"groups\""},
        {"{\"groups\": 1}", "no list \"groups\""},
        {"{\"groups\": [1, 2]}", "no list of numbers"},
        {"{\"groups\": [[1, 5]]}", "does not have"},
        {"{\"groups\": [[0, 1]]}", "does not have"},
        {"{\"groups\": [[\"Refunds\"]]}", "does not have"},
        {"{\"groups\": [[1, 2], [2, 3]]}", "two groups"},
        {"{\"groups\": [[1, 2]], \"unsure\": [2]}", "two groups"},
    };
    pleach_answers *answers = no_answers();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pleach_error error = {0};
        assert_int_equal(add(answers, REQUEST("7"), 7, cases[k].text, &error),
                         PLEACH_BAD_DATA);
        assert_non_null(strstr(error.sentence, cases[k].says));
        assert_non_null(strstr(error.sentence, "question 7 (same)"));
        assert_int_equal(pleach_answers_count(answers, NULL), 0);
        assert_int_equal(answers->names.count, 0);
    }
    pleach_answers_free(answers);
}

static void test_chatter(void **state)
{
    (void)state;
    pleach_answers *answers = no_answers();
    size_t unanswered;
    assert_int_equal(add(answers, REQUEST("7"), 7,
                         "Sure {here}:\n```json\n{\"id\": 7, \"groups\": [[2, "
                         "1]], \"unsure\": [3]}\n```\n{\"id\": 9}",
                         NULL),
                     PLEACH_OK);
    const pl_asked_name *n = answers->names.items;
    assert_int_equal(n[0].group, n[1].group);
    assert_int_equal(n[2].group, PL_NONE);
    assert_int_not_equal(n[3].group, PL_NONE);
    assert_int_not_equal(n[3].group, n[0].group);
    assert_int_equal(add(answers, REQUEST("8"), 8, NULL, NULL), PLEACH_OK);
    assert_int_equal(pleach_answers_count(answers, &unanswered), 2);
    assert_int_equal(unanswered, 1);
    assert_int_equal(answers->next_id, 9);
    bool known;
    assert_true(pl_answers_know(answers, REQUEST("10"), &known) && known);
    assert_true(pl_answers_know(answers, "{}", &known) && !known);
    pleach_answers_free(answers);
}

/* Who joins what somebody has side by side is trusted less. */
static void test_trust_by_siblings(void **state)
{
    (void)state;
    static const char *const said_of[] = {"{\"groups\": []}",
                                          "{\"groups\": [[1, 2]]}"};
    double trust[2];
    for (int k = 0; k < 2; k++) {
        pleach_answers *answers = no_answers();
        unit_world w;
        pl_answered said = {.answers = NULL};
        unit_world_start(&w, "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"Shop\","
                             "\"children\":[{\"name\":\"Refunds\"},"
                             "{\"name\":\"Money back\"}]}\n");
        assert_int_equal(add(answers, REQUEST("1"), 1, said_of[k], NULL),
                         PLEACH_OK);
        assert_true(pl_answered_make(&said, w.arena, &w.labels, answers));
        trust[k] = said.trust[0];
        pl_answered_free(&said);
        unit_world_end(&w);
        pleach_answers_free(answers);
    }
    assert_true(trust[1] < trust[0]);
}

static void test_paths(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"a > b > c", "c", "b"}, {"b > c", "c", "b"},     {"c", "c", ""},
        {"x", "c", ""},          {"a > > > >", ">", ">"}, {"", "", ""}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *parent;
        size_t length;
        pl_seen_parent(cases[k][0], cases[k][1], &parent, &length);
        assert_int_equal(length, strlen(cases[k][2]));
        assert_memory_equal(parent, cases[k][2], length);
    }
}

/* The odds that the answers so far give to two nodes' units. */
static double odds_of(pleach_answers *answers, const char *a, const char *b,
                      uint32_t n, uint32_t *units)
{
    unit_world w;
    pl_answered said = {.answers = NULL};
    unit_world_start(&w, shops);
    assert_true(pl_answered_make(&said, w.arena, &w.labels, answers));
    uint32_t *sense = PL_ARENA_ARRAY(w.arena, uint32_t, w.corpus->node_count);
    for (uint32_t k = 0; k < w.corpus->node_count; k++)
        sense[k] = said.part[said.uses.of_node[k]];
    assert_true(pl_units_make(&w.units, w.arena, &w.labels, sense));
    assert_true(pl_answered_meet(&said, w.arena, &w.units));
    double odds =
        pl_answered_odds(&said, unit_named(&w, a, 0), unit_named(&w, b, n));
    *units = count_units(&w, "Extras");
    pl_answered_free(&said);
    unit_world_end(&w);
    return odds;
}

static void test_evidence(void **state)
{
    (void)state;
    uint32_t units;
    pleach_answers *answers = no_answers();
    assert_true(odds_of(answers, "Refunds", "Money back", 0, &units) == 0);
    assert_int_equal(units, 1);
    assert_int_equal(
        add(answers, REQUEST("1"), 1, "{\"groups\": [[1, 2], [3, 4]]}", NULL),
        PLEACH_OK);
    double once = odds_of(answers, "Refunds", "Money back", 0, &units);
    assert_true(once > 4);
    assert_true(odds_of(answers, "Refunds", "Extras", 0, &units) < -2);
    assert_int_equal(units, 1);
    /* Who agrees is believed more, but not twice as much. */
    assert_int_equal(
        add(answers, REQUEST("2"), 2, "{\"groups\": [[1, 2], [3, 4]]}", NULL),
        PLEACH_OK);
    double twice = odds_of(answers, "Refunds", "Money back", 0, &units);
    assert_true(twice > once && twice < 2.2 * once);
    /* Who contradicts is believed less. */
    assert_int_equal(add(answers, REQUEST("3"), 3, "{\"groups\": []}", NULL),
                     PLEACH_OK);
    assert_true(odds_of(answers, "Refunds", "Money back", 0, &units) < twice);
    pleach_answers_free(answers);
}

static void test_senses(void **state)
{
    (void)state;
    uint32_t units;
    pleach_answers *answers = no_answers();
    for (uint64_t id = 1; id < 3; id++)
        assert_int_equal(
            add(answers, REQUEST("1"), 1, "{\"groups\": [[1, 2]]}", NULL),
            PLEACH_OK);
    (void)odds_of(answers, "Refunds", "Money back", 0, &units);
    assert_int_equal(units, 2);
    assert_true(odds_of(answers, "Extras", "Extras", 1, &units) < -2);
    pleach_answers_free(answers);
}

/* What the corpus does not have any more counts for nothing, and is told. */
static void test_stale(void **state)
{
    (void)state;
    static const char gone[] =
        "{\"id\":1,\"kind\":\"same\",\"names\":[{\"n\":1,\"name\":\"Birds\","
        "\"seen\":[]},{\"n\":2,\"name\":\"Fowl\",\"seen\":[]}]}";
    unit_world w;
    pl_answered said = {.answers = NULL};
    pleach_answers *answers = no_answers();
    assert_int_equal(add(answers, gone, 1, "{\"groups\": [[1, 2]]}", NULL),
                     PLEACH_OK);
    unit_world_start(&w, shops);
    assert_true(pl_answered_make(&said, w.arena, &w.labels, answers));
    assert_int_equal(said.stale, 1);
    assert_int_equal(said.labels.count, 0);
    pl_answered_free(&said);
    unit_world_end(&w);
    pleach_answers_free(answers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_chatter),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_trust_by_siblings),
        cmocka_unit_test(test_evidence),
        cmocka_unit_test(test_senses),
        cmocka_unit_test(test_stale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
