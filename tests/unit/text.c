/* text.c: valid UTF-8, blank text and numbers. */
/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "testing.h"

static void faulty_at(const char *bytes, size_t length, pl_text_fault expected,
                      size_t expected_at)
{
    size_t at = SIZE_MAX;
    assert_int_equal(pl_text_check(bytes, length, &at), expected);
    assert_int_equal(at, expected_at);
}

static void test_faults(void **state)
{
    (void)state;
    size_t at;
    const char *fine = "plain ascii, caf\xC3\xA9, \xF0\x9F\x90\xA6 and more";
    assert_int_equal(pl_text_check(fine, strlen(fine), &at), PL_TEXT_FINE);
    assert_int_equal(pl_text_check("", 0, &at), PL_TEXT_FINE);
    faulty_at("abc\0def", 7, PL_TEXT_NUL, 3);
    faulty_at("a long enough text\0", 19, PL_TEXT_NUL, 18);
    faulty_at("abcdefgh\xFF", 9, PL_TEXT_NOT_UTF8, 8);
    faulty_at("ab\xC3", 3, PL_TEXT_NOT_UTF8, 2);           /* cut short */
    faulty_at("\xC0\xAF", 2, PL_TEXT_NOT_UTF8, 0);         /* overlong */
    faulty_at("x\xED\xA0\x80", 4, PL_TEXT_NOT_UTF8, 1);    /* surrogate */
    faulty_at("\xF4\x90\x80\x80", 4, PL_TEXT_NOT_UTF8, 0); /* too large */
}

/* A fault is found at every place of a word of eight bytes. */
static void test_every_place(void **state)
{
    (void)state;
    for (size_t k = 0; k < 40; k++) {
        char text[40];
        memset(text, 'a', sizeof text);
        text[k] = '\0';
        faulty_at(text, sizeof text, PL_TEXT_NUL, k);
        text[k] = '\x80';
        faulty_at(text, sizeof text, PL_TEXT_NOT_UTF8, k);
    }
}

static void test_blank(void **state)
{
    (void)state;
    assert_true(pl_text_is_blank("", 0));
    assert_true(pl_text_is_blank(" \t\r\n", 4));
    assert_true(pl_text_is_blank("\xC2\xA0\xE3\x80\x80", 5)); /* wide spaces */
    assert_true(pl_text_is_blank("\xE2\x80\x8B", 3));         /* zero width */
    assert_false(pl_text_is_blank(" x ", 3));
    assert_false(pl_text_is_blank("!", 1));
    assert_false(pl_text_is_blank("\xE9\xB3\xA5", 3));
    assert_false(pl_text_is_blank(" \0", 2));
}

static void test_trim(void **state)
{
    (void)state;
    const char *text = " \t a b \r\n";
    size_t length = strlen(text);
    pl_text_trim(&text, &length);
    assert_int_equal(length, 3);
    assert_memory_equal(text, "a b", 3);
    text = "  ";
    length = 2;
    pl_text_trim(&text, &length);
    assert_int_equal(length, 0);
}

static void test_words(void **state)
{
    (void)state;
    assert_true(pl_text_is_word("OWNER", 5, "owner"));
    assert_true(pl_text_is_word("", 0, ""));
    assert_false(pl_text_is_word("own", 3, "owner"));
    assert_false(pl_text_is_word("owners", 6, "owner"));
    assert_false(pl_text_is_word("owne_", 5, "owner"));
}

static void test_lists(void **state)
{
    (void)state;
    static const char words[] = " a items subitems ";
    assert_true(pl_text_is_among(words, "a", 1));
    assert_true(pl_text_is_among(words, "items", 5));
    assert_true(pl_text_is_among(words, "subitems and more", 8));
    assert_false(pl_text_is_among(words, "item", 4));
    assert_false(pl_text_is_among(words, "subitems ", 9));
    assert_false(pl_text_is_among(words, "", 0));
    assert_false(pl_text_is_among(words, "\0", 1));
    assert_false(pl_text_is_among("", "a", 1));
}

static void test_cut(void **state)
{
    (void)state;
    assert_int_equal(pl_text_cut("abc", 3, 5), 3);
    assert_int_equal(pl_text_cut("abcdef", 6, 5), 5);
    assert_int_equal(pl_text_cut("a\xF0\x9F\x90\xA6z", 6, 4), 1);
    assert_int_equal(pl_text_cut("a\xF0\x9F\x90\xA6z", 6, 5), 5);
}

static void number_is(const char *text, double expected)
{
    double number;
    assert_true(pl_text_number(text, strlen(text), &number));
    assert_true(number == expected);
}

static void test_numbers(void **state)
{
    (void)state;
    double number;
    number_is("0", 0);
    number_is("17", 17);
    number_is("999999999999999", 999999999999999.0);
    number_is("12345678901234567890", 12345678901234567890.0);
    number_is("-3", -3);
    number_is("0.25", 0.25);
    number_is("1e3", 1000);
    number_is("1e999", INFINITY);
    const char *wrong[] = {"",      "x", "1x", "nan", "inf", "0x10",
                           "1.2.3", "-", " 1", "1 ",  "1e"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_false(pl_text_number(wrong[k], strlen(wrong[k]), &number));
}

/* Where the decimal point is a comma, input files still have points. */
static void test_numbers_in_other_locales(void **state)
{
    (void)state;
    const char *names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"};
    bool found = false;
    for (size_t k = 0; k < 3 && !found; k++)
        found = setlocale(LC_ALL, names[k]) != NULL;
    number_is("0.5", 0.5);
    setlocale(LC_ALL, "C");
    if (!found) {
        print_message("skipped: no locale with a decimal comma is here\n");
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_every_place),
        cmocka_unit_test(test_blank),
        cmocka_unit_test(test_trim),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_numbers_in_other_locales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
