/* names.c: which spellings share a key, and which do not. */
/* SPDX-License-Identifier: MIT */
#include "corpus/names.h"

#include <stdio.h>
#include <string.h>

#include "random.h"
#include "testing.h"

static pl_arena *arena; /* of the present namer */

static pl_namer *open_namer(const char *language)
{
    pl_namer *namer = NULL;
    pleach_error error;
    assert_null(arena);
    arena = pl_arena_new();
    assert_int_equal(pl_namer_new(&namer, arena, language, &error), PLEACH_OK);
    return namer;
}

static void close_namer(void)
{
    pl_arena_free(arena);
    arena = NULL;
}

static void key_is(pl_namer *namer, const char *name, const char *expected)
{
    pl_key key;
    char seen[256];
    assert_true(pl_namer_key(namer, name, strlen(name), &key));
    snprintf(seen, sizeof seen, "%.*s", (int)key.length, key.bytes);
    assert_string_equal(seen, expected);
    assert_int_equal(key.nameless, expected[0] == PL_NAMELESS_MARK);
}

typedef struct expectation {
    const char *name, *key;
} expectation;

static void keys_are(const char *language, const expectation *cases)
{
    pl_namer *namer = open_namer(language);
    for (; cases->name != NULL; cases++)
        key_is(namer, cases->name, cases->key);
    close_namer();
}

static void test_words(void **state)
{
    (void)state;
    keys_are("none", (const expectation[]){
                         {"Bird", "bird"},
                         {"  many   spaces\t", "many spaces"},
                         {"under_score-and.dot", "under score and dot"},
                         {"Arts & Crafts", "arts crafts"},
                         {"2009", "2009"},
                         {"a,b;c", "a b c"},
                         {NULL, NULL},
                     });
}

/* Plain names are read a quicker way; a dot behind them adds nothing, and asks
 * for the other one. */
static void test_plain_names_as_others(void **state)
{
    static const char letters[] = "abstBS3 -_";
    pl_namer *namer = open_namer("english");
    pl_random random;
    (void)state;
    pl_random_seed(&random, 5);
    for (int round = 0; round < 20000; round++) {
        char name[16], expected[64];
        size_t length = 1 + pl_random_next(&random) % 12;
        pl_key key;
        for (size_t k = 0; k < length; k++)
            name[k] = letters[pl_random_next(&random) % (sizeof letters - 1)];
        name[length] = '.';
        assert_true(pl_namer_key(namer, name, length + 1, &key));
        if (key.nameless)
            continue;
        snprintf(expected, sizeof expected, "%.*s", (int)key.length, key.bytes);
        name[length] = '\0';
        key_is(namer, name, expected);
    }
    close_namer();
}

/* Signs that make another name of a word stay; others part words. */
static void test_telling_signs(void **state)
{
    (void)state;
    keys_are("none", (const expectation[]){
                         {"C", "c"},
                         {"C++", "c++"},
                         {"C#", "c#"},
                         {"C++11", "c++ 11"},
                         {"C/C++", "c c++"},
                         {"C++/C#", "c++ c#"},
                         {"Canal+ News", "canal+ news"},
                         {"A* Search", "a* search"},
                         {".NET", "dot net"},
                         {".NET Core", "dot net core"},
                         {".net", "dot net"},
                         {"Dot Net", "dot net"},
                         {".network", "network"},
                         {".tar", "tar"},
                         {".PDF", "pdf"},
                         {"\xC3\x9F* Search", "ss search"},
                         {"ASP.NET", "asp net"},
                         {"ASP .NET", "asp net"},
                         {"Caf\xC3\xA9+", "caf\xC3\xA9+"},
                         {"Food+Drink", "food drink"},
                         {"Food + Drink", "food drink"},
                         {"#travel", "travel"},
                         {"No. #1", "no 1"},
                         {"Note*", "note"},
                         {"M*A*S*H", "m a s h"},
                         {".5 mm", "5 mm"},
                         {"...more", "more"},
                         {"Yahoo!", "yahoo"},
                         {NULL, NULL},
                     });
    keys_are("english", (const expectation[]){
                            {"C++ Libraries", "c++ librari"},
                            {NULL, NULL},
                        });
}

static void test_camel_case(void **state)
{
    (void)state;
    keys_are("none", (const expectation[]){
                         {"fooBar", "foo bar"},
                         {"HTMLParser", "html parser"},
                         {"iPhone", "i phone"},
                         {"BIRDS", "birds"},
                         {"Birds", "birds"},
                         {"MyHTMLPage", "my html page"},
                         {"html5Parser", "html5parser"},
                         {"DVDs", "dvds"},
                         {"CDs and TVs", "cds and tvs"},
                         {"ABSoluteCase", "ab solute case"},
                         {"\xC3\x89t\xC3\xA9Hiver", "\xC3\xA9t\xC3\xA9 hiver"},
                         {NULL, NULL},
                     });
}

static void test_apostrophes(void **state)
{
    (void)state;
    keys_are("none", (const expectation[]){
                         {"bird's", "birds"},
                         {"bird\xE2\x80\x99s", "birds"},
                         {"bird\xCA\xBCs", "birds"},
                         {"birds'", "birds"},
                         {"'quoted'", "quoted"},
                         {"O'Reilly", "oreilly"},
                         {"o'reilly", "oreilly"},
                         {"rock 'n' roll", "rock n roll"},
                         {NULL, NULL},
                     });
}

static void test_stems(void **state)
{
    (void)state;
    keys_are("english", (const expectation[]){
                            {"Birds", "bird"},
                            {"bird's", "bird"},
                            {"Running Dogs", "run dog"},
                            {"flies", "fli"},
                            {NULL, NULL},
                        });
    keys_are("german", (const expectation[]){{"Orgel", "orgel"},
                                             {"Orgeln", "orgel"},
                                             {"Inseln", "insel"},
                                             {"Eln", "eln"},
                                             {NULL, NULL}});
    keys_are("de",
             (const expectation[]){{"H\xC3\xA4user", "haus"}, {NULL, NULL}});
    keys_are("none", (const expectation[]){{"running dogs", "running dogs"},
                                           {NULL, NULL}});
}

/* Ligatures, full width, composed and decomposed, compatibility forms. */
static void test_unicode_forms(void **state)
{
    (void)state;
    keys_are("none",
             (const expectation[]){
                 {"\xEF\xAC\x81sh", "fish"},  /* fi ligature */
                 {"\xEF\xBC\xA6ish", "fish"}, /* full width F */
                 {"caf\xC3\xA9", "caf\xC3\xA9"},
                 {"cafe\xCC\x81", "caf\xC3\xA9"},
                 {"CAFE\xCC\x81", "caf\xC3\xA9"},
                 {"STRASSE", "strasse"},
                 {"Stra\xC3\x9F"
                  "e",
                  "strasse"},
                 {"soft\xC2\xADhyphen", "softhyphen"},
                 {"zero\xE2\x80\x8Dwidth", "zerowidth"},
                 {"\xE2\x84\x95", "n"}, /* double-struck N */
                 {"\xC2\xBD cup", "1 2 cup"},
                 {"\xE9\xB3\xA5", "\xE9\xB3\xA5"}, /* a bird in Chinese */
                 {"\xCE\xA3\xCE\x8A\xCE\xA3\xCE\xA5\xCE\xA6\xCE\x9F\xCE\xA3",
                  "\xCF\x83\xCE\xAF\xCF\x83\xCF\x85\xCF\x86\xCE\xBF\xCF\x83"},
                 {NULL, NULL},
             });
}

static void test_nameless(void **state)
{
    (void)state;
    keys_are("english",
             (const expectation[]){
                 {"!!!", "!!!!"},
                 {" !!! ", "!!!!"},
                 {"\xE2\x9D\xA4\xEF\xB8\x8F", "!\xE2\x9D\xA4"}, /* a heart */
                 {"\xE2\x9D\xA4", "!\xE2\x9D\xA4"},
                 {"\xEF\xBC\x81", "!!"}, /* full width ! */
                 {"\xCC\x81", "!\xCC\x81"},
                 {NULL, NULL},
             });
}

static void test_unknown_language(void **state)
{
    (void)state;
    pl_namer *namer = NULL;
    pleach_error error;
    PL_SCRATCH(scratch);
    assert_int_equal(pl_namer_new(&namer, scratch, "klingon", &error),
                     PLEACH_BAD_USAGE);
    assert_null(namer);
    assert_non_null(strstr(error.sentence, "klingon"));
    assert_non_null(strstr(error.sentence, "english"));
    assert_non_null(strstr(error.sentence, "none"));
}

static void test_fold(void **state)
{
    (void)state;
    pl_namer *namer = open_namer("english");
    const expectation cases[] = {
        {"Birds", "birds"},
        {"u1.2", "u1.2"},
        {"CAF\xC3\x89", "caf\xC3\xA9"},
        {"cafe\xCC\x81", "caf\xC3\xA9"},
        {"", ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pl_key key;
        assert_true(
            pl_namer_fold(namer, cases[k].name, strlen(cases[k].name), &key));
        assert_int_equal(key.length, strlen(cases[k].key));
        assert_memory_equal(key.bytes, cases[k].key, key.length);
    }
    close_namer();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_names_as_others),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_telling_signs),
        cmocka_unit_test(test_camel_case),
        cmocka_unit_test(test_apostrophes),
        cmocka_unit_test(test_stems),
        cmocka_unit_test(test_unicode_forms),
        cmocka_unit_test(test_nameless),
        cmocka_unit_test(test_unknown_language),
        cmocka_unit_test(test_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
