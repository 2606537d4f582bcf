/* json_scan.c: the tokens of JSON texts, and where bad ones go wrong. */
/* SPDX-License-Identifier: MIT */
#include "base/json_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* A letter for each token, with the bytes of texts; "!" and the place at
 * which the text is wrong, or "..." where it ends too early. */
static void show(char *to, size_t room, const char *text, size_t length)
{
    static const char letters[] = "E{[)kstbn!M";
    pl_scan scan = {0};
    pl_token token;
    size_t used = 0;
    pl_scan_start(&scan, text, length);
    do {
        token = pl_scan_next(&scan);
        if (token == PL_TOKEN_KEY || token == PL_TOKEN_STRING ||
            token == PL_TOKEN_NUMBER)
            used +=
                (size_t)snprintf(to + used, room - used, "%c<%.*s>",
                                 letters[token], (int)scan.length, scan.bytes);
        else if (token == PL_TOKEN_WRONG)
            used += (size_t)snprintf(to + used, room - used, "!%d",
                                     (int)(scan.token - text));
        else if (token != PL_TOKEN_END)
            used +=
                (size_t)snprintf(to + used, room - used, "%c", letters[token]);
        else if (scan.open.count > 0)
            used += (size_t)snprintf(to + used, room - used, "...");
    } while (token != PL_TOKEN_END && token != PL_TOKEN_WRONG);
    pl_scan_free(&scan);
}

/* In memory of its own, so that a byte too many would be seen. */
static void scans_as(const char *text, const char *expected)
{
    size_t length = strlen(text);
    char *copy = malloc(length > 0 ? length : 1), shown[400] = "";
    assert_non_null(copy);
    memcpy(copy, text, length);
    show(shown, sizeof shown, copy, length);
    assert_string_equal(shown, expected);
    free(copy);
}

static void test_tokens(void **state)
{
    (void)state;
    scans_as("", "");
    scans_as(" \t\r\n", "");
    scans_as("{}", "{)");
    scans_as("[ ]", "[)");
    scans_as(" {\"a\" : [1 ,true,false , null],\"b\":{\"c\":\"d\"}} ",
             "{k<a>[t<1>bbn)k<b>{k<c>s<d>))");
    scans_as("1 2\"x\"[]", "t<1>t<2>s<x>[)");
}

static void test_counts(void **state)
{
    (void)state;
    scans_as("{\"a\":1,\"b\":20}", "{k<a>t<1>k<b>t<20>)");
    scans_as("{\"a\": 1, \"b\": 20, \"\": 0}", "{k<a>t<1>k<b>t<20>k<>t<0>)");
    scans_as("{\"a\":12345678,\"b\":123456789}",
             "{k<a>t<12345678>k<b>t<123456789>)");
    scans_as("{\"a\":1.5,\"b\":2e3,\"c\":-4,\"d\\n\":5,\"e\":6 }",
             "{k<a>t<1.5>k<b>t<2e3>k<c>t<-4>k<d\n>t<5>k<e>t<6>)");
    scans_as("{\"a\":1,}", "{k<a>t<1>!7");
    scans_as("{\"a\":01}", "{k<a>t<0>!6");
    scans_as("{\"a\":1", "{k<a>t<1>...");
    scans_as("{\"a\":", "{k<a>...");
    scans_as("{\"a\":1]", "{k<a>t<1>!6");
}

static void test_numbers(void **state)
{
    (void)state;
    scans_as("[0,-0,10,1.25,1e5,1E+5,-1.5e-05]",
             "[t<0>t<-0>t<10>t<1.25>t<1e5>t<1E+5>t<-1.5e-05>)");
    scans_as("[01]", "[t<0>!2");
    scans_as("[-]", "[!1");
    scans_as("[1.]", "[!1");
    scans_as("[.5]", "[!1");
    scans_as("[+1]", "[!1");
    scans_as("[1e]", "[!1");
    scans_as("[1e+]", "[!1");
    scans_as("-", "!0");
    scans_as("1e", "!0");
    scans_as("[0x1]", "[t<0>!2");
}

static void test_strings(void **state)
{
    (void)state;
    scans_as("\"\"", "s<>");
    scans_as("\"12345678\"", "s<12345678>");
    scans_as("\"a\\\"b\\\\c\\/\\b\\f\\n\\r\\t\"", "s<a\"b\\c/\b\f\n\r\t>");
    scans_as("\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00!\"",
             "s<A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80!>");
    scans_as("\"caf\xC3\xA9 \x7F\"", "s<caf\xC3\xA9 \x7F>");
    scans_as("{\"\\u006eame\":1}", "{k<name>t<1>)");
}

static void test_bad_strings(void **state)
{
    (void)state;
    scans_as("\"abc", "!4");
    scans_as("\"abcdefghijkl\n\"", "!13");
    scans_as("\"ab\tc\"", "!3");
    scans_as("\"abcdefgh\x1F\"", "!9");
    scans_as("\"\\", "!1");
    scans_as("\"\\x41\"", "!1");
    scans_as("\"a\\u12", "!6");
    scans_as("\"a\\u12G4\"", "!6");
    scans_as("\"\\u", "!3");
    scans_as("\"\\uD800\"", "!1");
    scans_as("\"\\uD800\\n\"", "!1");
    scans_as("\"\\uD800\\u0041\"", "!1");
    scans_as("\"\\uD800\\uD800\"", "!1");
    scans_as("\"\\uD83D\\uDE0", "!1");
    scans_as("\"x\\uDC00\"", "!2");
}

static void test_bad_grammar(void **state)
{
    (void)state;
    scans_as("{\"a\" \"b\"}", "{!5");
    scans_as("{\"a\":}", "{k<a>!5");
    scans_as("{\"a\":1 \"b\":2}", "{k<a>t<1>!7");
    scans_as("{a:1}", "{!1");
    scans_as("{1:1}", "{!1");
    scans_as("{,}", "{!1");
    scans_as("[,]", "[!1");
    scans_as("[1,]", "[t<1>!3");
    scans_as("[1 2]", "[t<1>!3");
    scans_as("[}", "[!1");
    scans_as("{]", "{!1");
    scans_as("]", "!0");
    scans_as("nul", "!0");
    scans_as("[True]", "[!1");
    scans_as("[nullx]", "[n!5");
    scans_as("'a'", "!0");
    scans_as("[1,", "[t<1>...");
    scans_as("[[", "[[...");
    scans_as("{\"a\"", "{k<a>...");
    scans_as("/**/1", "!0");
    scans_as("\xEF\xBB\xBF{}", "!0");
}

/* As deep as there is memory, not as there is stack. */
static void test_depth(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    char *text = malloc(2 * DEEP);
    assert_non_null(text);
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    pl_scan scan = {0};
    size_t tokens = 0;
    pl_scan_start(&scan, text, 2 * DEEP);
    while (pl_scan_next(&scan) != PL_TOKEN_END)
        tokens++;
    assert_int_equal(tokens, 2 * DEEP);
    assert_int_equal(scan.open.count, 0);
    /* The next text begins anew. */
    pl_scan_start(&scan, "[", 1);
    assert_int_equal(pl_scan_next(&scan), PL_TOKEN_ARRAY);
    pl_scan_start(&scan, "5", 1);
    assert_int_equal(pl_scan_next(&scan), PL_TOKEN_NUMBER);
    pl_scan_free(&scan);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),      cmocka_unit_test(test_counts),
        cmocka_unit_test(test_numbers),     cmocka_unit_test(test_strings),
        cmocka_unit_test(test_bad_strings), cmocka_unit_test(test_bad_grammar),
        cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
