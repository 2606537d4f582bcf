/* json_parse.c: trees of JSON texts, beside those of another reader. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <string.h>

#include "base/json_parse.h"

static void expect_alike(const pl_parsed *ours, json_t *theirs);

static void expect_alike_object(const pl_parsed *ours, json_t *theirs)
{
    const char *key;
    json_t *value;
    assert_int_equal(pl_parsed_size(ours), json_object_size(theirs));
    json_object_foreach(theirs, key, value)
        expect_alike(pl_parsed_get(ours, key), value);
}

/* Holds a value against what jansson made of the same text. */
static void expect_alike(const pl_parsed *ours, json_t *theirs)
{
    assert_non_null(ours);
    switch (json_typeof(theirs)) {
    case JSON_OBJECT:
        assert_true(pl_parsed_is(ours, PL_PARSED_OBJECT));
        expect_alike_object(ours, theirs);
        break;
    case JSON_ARRAY:
        assert_true(pl_parsed_is(ours, PL_PARSED_ARRAY));
        assert_int_equal(pl_parsed_size(ours), json_array_size(theirs));
        for (size_t k = 0; k < json_array_size(theirs); k++)
            expect_alike(pl_parsed_at(ours, k), json_array_get(theirs, k));
        break;
    case JSON_STRING:
        assert_string_equal(pl_parsed_text(ours), json_string_value(theirs));
        break;
    case JSON_INTEGER:
        assert_true(pl_parsed_is(ours, PL_PARSED_INTEGER));
        assert_int_equal(pl_parsed_integer(ours), json_integer_value(theirs));
        break;
    case JSON_REAL:
        assert_true(pl_parsed_is(ours, PL_PARSED_REAL));
        assert_true(pl_parsed_number(ours) >= json_real_value(theirs) &&
                    pl_parsed_number(ours) <= json_real_value(theirs));
        break;
    case JSON_TRUE:
        assert_true(pl_parsed_is(ours, PL_PARSED_TRUE));
        break;
    case JSON_FALSE:
        assert_true(pl_parsed_is(ours, PL_PARSED_FALSE));
        break;
    case JSON_NULL:
        assert_true(pl_parsed_is(ours, PL_PARSED_NULL));
        break;
    }
}

static void compare_readers(const char *text)
{
    pl_json_tree *tree = NULL;
    pleach_error error = {0};
    json_t *theirs =
        json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    pleach_status status =
        pl_json_parse(&tree, text, strlen(text), "text", &error);
    if ((status == PLEACH_OK) != (theirs != NULL))
        fail_msg("%s: ours %d, \"%s\"", text, (int)status, error.sentence);
    if (status == PLEACH_OK)
        expect_alike(pl_json_root(tree), theirs);
    else
        assert_int_equal(status, PLEACH_BAD_DATA);
    pl_json_free(tree);
    json_decref(theirs);
}

static void test_texts_mean_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{}",
        "[]",
        "null",
        "true",
        "[false, 12, -3, 0, -0]",
        "{\"a\": {\"b\": [1, [2, {\"c\": \"d\"}], \"\"]}, \"e\": null}",
        "\"\\u00fc\\n\\\"\\\\ \\ud83d\\ude00 x\"",
        "{\"k\\u00e9\": \"\\t\", \"\": 1}",
        "[0.1, 0.8001, -12.5, 1e3, 1E-7, 123456789012345.6, -0.0]",
        "[0.1234567890123456, 3.0, 1e308, 99999999999999.9]",
        "[9223372036854775807, -9223372036854775808]",
        " \n[ 1 , 2 ]\t ",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        compare_readers(texts[k]);
}

static void test_wrong_texts_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        " ",
        "{",
        "[1",
        "[1,]",
        "{\"a\"}",
        "{\"a\": 1,}",
        "1 2",
        "[] []",
        "{\"a\": 1, \"a\": 2}",
        "\"\\u0000\"",
        "{\"\\u0000\": 1}",
        "9223372036854775808",
        "-9223372036854775809",
        "1e400",
        "\"\xff\"",
        "nul",
        "[1}",
        "\"a",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        compare_readers(texts[k]);
}

/* The table of keys and the pairs of keys must judge alike. */
static void test_many_keys(void **state)
{
    (void)state;
    char text[4096];
    for (int count = 30; count < 36; count++)
        for (int twice = 0; twice < 2; twice++) {
            int used = snprintf(text, sizeof text, "{\"x\": 0");
            for (int k = 0; k < count; k++)
                used += snprintf(text + used, sizeof text - (size_t)used,
                                 ", \"%s%d\": %d",
                                 twice && k == count - 1 ? "k" : "key",
                                 twice && k == count - 1 ? 0 : k, k);
            if (twice)
                used += snprintf(text + used, sizeof text - (size_t)used,
                                 ", \"key3\": 1");
            snprintf(text + used, sizeof text - (size_t)used, "}");
            compare_readers(text);
        }
}

static void test_places_of_mistakes(void **state)
{
    (void)state;
    pl_json_tree *tree = NULL;
    pleach_error error = {0};
    /* A line that an escape means is none of the text's. */
    static const char text[] = "{\n\"a\": \"1\\n2\",\n  b}";
    assert_int_equal(
        pl_json_parse(&tree, text, sizeof text - 1, "it.json", &error),
        PLEACH_BAD_DATA);
    assert_string_equal(error.file, "it.json");
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 3);
}

/* Brackets cost memory, not stack. */
static void test_deep_texts(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    char *text = malloc(2 * DEEP);
    pl_json_tree *tree = NULL;
    pleach_error error = {0};
    assert_non_null(text);
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    assert_int_equal(pl_json_parse(&tree, text, 2 * DEEP, "deep", &error),
                     PLEACH_OK);
    const pl_parsed *at = pl_json_root(tree);
    uint32_t depth = 1;
    for (; pl_parsed_size(at) == 1; depth++)
        at = pl_parsed_at(at, 0);
    assert_int_equal(depth, DEEP);
    pl_json_free(tree);
    free(text);
}

static void test_other_kinds_are_nothing(void **state)
{
    (void)state;
    pl_json_tree *tree = NULL;
    pleach_error error = {0};
    assert_int_equal(pl_json_parse(&tree, "[1.5]", 5, "t", &error), PLEACH_OK);
    const pl_parsed *list = pl_json_root(tree), *real = pl_parsed_at(list, 0);
    assert_null(pl_parsed_get(list, "a"));
    assert_null(pl_parsed_get(NULL, "a"));
    assert_null(pl_parsed_at(list, 1));
    assert_null(pl_parsed_at(real, 0));
    assert_null(pl_parsed_text(real));
    assert_int_equal(pl_parsed_integer(real), 0);
    assert_int_equal(pl_parsed_size(NULL), 0);
    assert_true(pl_parsed_is_number(real));
    pl_json_free(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_mean_the_same),
        cmocka_unit_test(test_wrong_texts_are_refused),
        cmocka_unit_test(test_many_keys),
        cmocka_unit_test(test_places_of_mistakes),
        cmocka_unit_test(test_deep_texts),
        cmocka_unit_test(test_other_kinds_are_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
