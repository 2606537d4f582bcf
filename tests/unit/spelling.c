/* spelling.c: how alike words are as strings, against known values. */
/* SPDX-License-Identifier: MIT */
#include "same/spelling.h"

#include <math.h>
#include <string.h>

#include "testing.h"

static pl_word word(const char *text)
{
    return (pl_word){text, strlen(text)};
}

/* Both ways, as the values must be. */
static void expect_jaro(const char *a, const char *b, double wanted)
{
    double found = pl_word_jaro(word(a), word(b));
    double back = pl_word_jaro(word(b), word(a));
    if (!(fabs(found - wanted) < 5e-5) || fabs(found - back) > 1e-12)
        fail_msg("%s, %s: %.5f and %.5f, not %.5f", a, b, found, back, wanted);
}

static void test_known_values(void **state)
{
    (void)state;
    expect_jaro("MARTHA", "MARHTA", 0.9611);
    expect_jaro("DIXON", "DICKSONX", 0.8133);
    expect_jaro("DWAYNE", "DUANE", 0.84);
    expect_jaro("CRATE", "TRACE", 0.7333); /* no beginning in common */
}

static void test_edges(void **state)
{
    (void)state;
    expect_jaro("", "", 1);
    expect_jaro("", "a", 0);
    expect_jaro("a", "a", 1);
    expect_jaro("a", "b", 0);
    expect_jaro("ab", "ba", 0); /* out of each other's reach */
    expect_jaro("bird", "bird", 1);
    expect_jaro("abc", "xyz", 0);
}

static void test_characters_are_not_bytes(void **state)
{
    (void)state;
    /* One of four characters differs; as bytes, more would match. */
    expect_jaro("b\xc3\xa4r1", "b\xc3\xb6r1", 0.85);
    expect_jaro("b\xc3\xa4r1", "b\xc3\xa4r1", 1);
    /* The same low bits in the second byte: other characters. */
    expect_jaro("\xc3\xa4", "\xc5\xa4", 0);
    expect_jaro("\xf0\x9f\x90\xa6", "\xf0\x9f\x90\xa6", 1);
}

static void test_long_words(void **state)
{
    (void)state;
    char a[1001] = {0}, b[1001] = {0};
    memset(a, 'x', 1000);
    memset(b, 'x', 1000);
    assert_true(pl_word_jaro(word(a), word(b)) == 1);
    b[900] = 'y'; /* beyond what counts */
    assert_true(pl_word_jaro(word(a), word(b)) == 1);
    b[10] = 'y';
    double one = pl_word_jaro(word(a), word(b));
    assert_true(one > 0.9 && one < 1);
    memset(b, 'y', 1000);
    assert_true(pl_word_jaro(word(a), word(b)) == 0);
    b[70] = '\0';
    a[64] = '\0';
    assert_true(pl_word_jaro(word(a), word(b)) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_characters_are_not_bytes),
        cmocka_unit_test(test_long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
