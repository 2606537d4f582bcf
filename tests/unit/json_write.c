/* json_write.c: the streaming JSON writer. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"

typedef struct sheet {
    char *text;
    size_t length;
    FILE *to;
    pl_json json;
} sheet;

static void sheet_open(sheet *out)
{
    out->text = NULL;
    out->to = open_memstream(&out->text, &out->length);
    pl_json_start(&out->json, out->to);
}

static void expect(sheet *out, const char *text)
{
    fclose(out->to);
    assert_string_equal(out->text, text);
    free(out->text);
}

static void test_commas_come_by_themselves(void **state)
{
    sheet out;
    (void)state;
    sheet_open(&out);
    pl_json_open(&out.json, '{');
    pl_json_key(&out.json, "a");
    pl_json_open(&out.json, '[');
    pl_json_integer(&out.json, UINT64_MAX);
    pl_json_open(&out.json, '[');
    pl_json_close(&out.json, ']');
    pl_json_bool(&out.json, true);
    pl_json_close(&out.json, ']');
    pl_json_line(&out.json);
    pl_json_key(&out.json, "b");
    pl_json_text(&out.json, NULL);
    pl_json_line(&out.json);
    pl_json_close(&out.json, '}');
    expect(&out, "{\"a\": [18446744073709551615, [], true],\n \"b\": null\n}");
}

static void test_strings_are_escaped(void **state)
{
    static const char hard[] =
        "q\" b\\ n\n t\t \x01 \x7f nul\0 </script> \xE2\x80\xA8 "
        "\xC3\xA9 \xF0\x9F\x90\xA6";
    sheet out;
    (void)state;
    sheet_open(&out);
    pl_json_bytes(&out.json, hard, sizeof hard - 1);
    expect(&out, "\"q\\\" b\\\\ n\\n t\\t \\u0001 \\u007f nul\\u0000 "
                 "\\u003c/script> \\u2028 \xC3\xA9 \xF0\x9F\x90\xA6\"");
}

static void test_what_is_not_utf8_is_replaced(void **state)
{
    static const char *const broken[] = {"\xFF", "\xC3", "\xC0\x80",
                                         "\xED\xA0\x80", "\xF4\x90\x80\x80"};
    (void)state;
    for (size_t k = 0; k < sizeof broken / sizeof *broken; k++) {
        sheet out;
        sheet_open(&out);
        pl_json_open(&out.json, '[');
        pl_json_text(&out.json, broken[k]);
        pl_json_close(&out.json, ']');
        fclose(out.to);
        json_t *json = json_loads(out.text, 0, NULL);
        assert_non_null(json);
        assert_non_null(strstr(out.text, "\\ufffd"));
        json_decref(json);
        free(out.text);
    }
}

static void test_numbers_are_short(void **state)
{
    sheet out;
    (void)state;
    sheet_open(&out);
    pl_json_open(&out.json, '[');
    pl_json_double(&out.json, 0.1 + 0.2);
    pl_json_double(&out.json, 1e300);
    pl_json_double(&out.json, -0.0);
    pl_json_double(&out.json, NAN);
    pl_json_double(&out.json, -INFINITY);
    pl_json_float(&out.json, 0.1f);
    pl_json_float(&out.json, 1.0f / 3);
    pl_json_float(&out.json, 0.0001f);
    pl_json_close(&out.json, ']');
    expect(&out, "[0.3, 1e+300, 0, null, null, 0.1, 0.33333334, 0.0001]");
}

static void test_floats_read_back(void **state)
{
    (void)state;
    uint32_t bits = 1;
    for (int k = 0; k < 20000; k++) {
        float value;
        bits = bits * 1664525u + 1013904223u;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        sheet out;
        sheet_open(&out);
        pl_json_float(&out.json, value);
        fclose(out.to);
        assert_true(strtof(out.text, NULL) == value);
        free(out.text);
    }
}

static void test_the_locale_does_not_matter(void **state)
{
    static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR",
                                         "de_DE"};
    bool set = false;
    (void)state;
    for (size_t k = 0; !set && k < sizeof commas / sizeof *commas; k++)
        set = setlocale(LC_NUMERIC, commas[k]) != NULL;
    if (!set) {
        print_message("skipped: no locale with a decimal comma is here\n");
        skip();
    }
    sheet out;
    sheet_open(&out);
    pl_json_open(&out.json, '[');
    pl_json_double(&out.json, 0.5);
    pl_json_float(&out.json, 0.25f);
    pl_json_close(&out.json, ']');
    setlocale(LC_NUMERIC, "C");
    expect(&out, "[0.5, 0.25]");
}

static void test_keys_with_their_values(void **state)
{
    const uint64_t counts[] = {1, 0, 7};
    sheet out;
    (void)state;
    sheet_open(&out);
    pl_json_open(&out.json, '{');
    pl_json_put_text(&out.json, "a", "b");
    pl_json_put_integer(&out.json, "c", 3);
    pl_json_key(&out.json, "d");
    pl_json_double(&out.json, NAN);
    pl_json_put_integers(&out.json, "e", counts, 3);
    pl_json_put_integers(&out.json, "f", counts, 0);
    pl_json_close(&out.json, '}');
    expect(&out, "{\"a\": \"b\", \"c\": 3, \"d\": null, \"e\": [1, 0, 7], "
                 "\"f\": []}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commas_come_by_themselves),
        cmocka_unit_test(test_strings_are_escaped),
        cmocka_unit_test(test_what_is_not_utf8_is_replaced),
        cmocka_unit_test(test_numbers_are_short),
        cmocka_unit_test(test_floats_read_back),
        cmocka_unit_test(test_keys_with_their_values),
        cmocka_unit_test(test_the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
