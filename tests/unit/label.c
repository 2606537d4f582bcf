/* label.c: what clusters are called. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "made_up.h"
#include "taxonomy/plain_name.h"
#include "taxonomy/taxonomy.h"

/* All roots of these lines are one cluster, which is called `name`. */
static void expect_name(const char *const *lines, size_t count,
                        const char *name)
{
    made_up *made = made_up_new(lines, count, NULL);
    made->corpus.language = "english";
    for (uint32_t i = 0; i < made->affinity.slot_count; i++)
        if (made->affinity.slot_parent[i] == PL_NONE)
            made->clusters.exemplar[i] = 0;
    pleach_taxonomy *forest = made_up_grow(made);
    uint32_t c = forest->slot_cluster[0];
    assert_string_equal(
        pl_strings_at(forest->corpus->spellings, forest->name[c]), name);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

#define EXPECT_NAME(name, ...)                                                 \
    do {                                                                       \
        static const char *const lines_[] = {__VA_ARGS__};                     \
        expect_name(lines_, sizeof lines_ / sizeof *lines_, name);             \
    } while (0)

static void expect_plain(const char *name, const char *plain)
{
    pl_plain_name made = {0};
    assert_true(pl_make_plain(&made, name, strlen(name)));
    assert_int_equal(made.count, strlen(plain));
    assert_memory_equal(made.items, plain, made.count);
    pl_list_free(&made);
}

static void test_plain_names(void **state)
{
    (void)state;
    expect_plain("Billing", "Billing");
    expect_plain("2. Billing", "Billing");
    expect_plain("1.2 Billing", "Billing");
    expect_plain("1.2. Billing", "Billing");
    expect_plain("(3) Billing", "Billing");
    expect_plain("3) Billing", "Billing");
    expect_plain("04 - Billing", "Billing");
    expect_plain("**Billing**", "Billing");
    expect_plain("2. **Billing**", "Billing");
    expect_plain("**2. Billing**", "Billing");
    expect_plain("`git log`", "git log");
    expect_plain("A*", "A*");
    expect_plain("**", "**");
    expect_plain("***", "*");
    expect_plain("01_my_billing", "my billing");
    expect_plain("\xF0\x9F\x90\xA6 Birds", "Birds");
    expect_plain("Birds \xF0\x9F\x90\xA6\xEF\xB8\x8F", "Birds");
    expect_plain("1\xEF\xB8\x8F\xE2\x83\xA3 Birds", "Birds");
    /* These belong to their names. */
    expect_plain("2008 Norway", "2008 Norway");
    expect_plain("3D printing", "3D printing");
    expect_plain("4.5", "4.5");
    expect_plain("42", "42");
    expect_plain(".NET", ".NET");
    expect_plain("(old) Birds", "(old) Birds");
    expect_plain("-40 \xC2\xB0"
                 "C",
                 "-40 \xC2\xB0"
                 "C");
    expect_plain("...", "...");
    expect_plain("(", "(");
    /* Nothing would be left. */
    expect_plain("\xF0\x9F\x90\xA6", "\xF0\x9F\x90\xA6");
    expect_plain("__", "__");
    expect_plain("2. ", "2.");
}

static void test_people_count_and_not_nodes(void **state)
{
    (void)state;
    EXPECT_NAME("bird", "a|1|.|fowl>x", "a|2|.|fowl>y", "a|3|.|fowl>z",
                "b|4|.|bird>x", "c|5|.|bird>y");
    /* Case does not part those who say the same. */
    EXPECT_NAME("Bird", "a|1|.|fowl>x", "b|2|.|fowl>y", "c|3|.|Bird>z",
                "d|4|.|Bird>x", "e|5|.|bird>y");
    /* Somebody who spells it in two ways is one person. */
    EXPECT_NAME("fowl", "a|1|.|fowl>x", "b|2|.|fowl>y", "c|3|.|Bird>z",
                "c|4|.|bird>x");
    /* One each: the exemplar's, which is the first here. */
    EXPECT_NAME("yew", "a|1|.|yew>q", "b|2|.|ash>p", "c|3|.|elm>p");
    /* Of that, the one of lower bytes. */
    EXPECT_NAME("Oak", "e|1|.|oak>q", "d|2|.|Oak>p");
}

/* Who says it in the singular, in the plural or without accents says the
 * same, and once. */
static void test_numbers_count_together(void **state)
{
    (void)state;
    EXPECT_NAME("Science", "a|1|.|Natural sciences>x", "b|2|.|Science>y",
                "c|3|.|Sciences>z");
    EXPECT_NAME("Sciences", "a|1|.|Natural sciences>x", "b|2|.|Science>y",
                "c|3|.|Sciences>z", "d|4|.|Sciences>z");
    EXPECT_NAME("Nature", "a|1|.|Nature>x", "b|2|.|Science>y",
                "b|3|.|Sciences>z");
    EXPECT_NAME("Knife", "a|1|.|Blade>x", "b|2|.|Knife>y", "c|3|.|Knives>z");
    EXPECT_NAME("Caf\xC3\xA9", "a|1|.|cafe>x", "b|2|.|Caf\xC3\xA9>y");
    EXPECT_NAME("cafe", "a|1|.|cafe>x", "b|2|.|Caf\xC3\xA9>y", "c|3|.|cafe>z");
    /* Accents decide between spellings, not between names. */
    EXPECT_NAME("Bar", "a|1|.|Bar>x", "b|2|.|Caf\xC3\xA9>y");
}

static void test_ornaments_do_not_show(void **state)
{
    (void)state;
    EXPECT_NAME("Billing", "a|1|.|2. Billing>x", "b|2|.|2. Billing>y",
                "c|3|.|Billing>z");
    EXPECT_NAME("my pets", "a|1|.|my_pets>x", "b|2|.|my_pets>y",
                "c|3|.|my pets>z");
    EXPECT_NAME("birds", "a|1|.|\xF0\x9F\x90\xA6 Birds>x",
                "b|2|.|\xF0\x9F\x90\xA6 Birds>y", "c|3|.|birds>z");
    /* Nobody wrote it plainly. */
    EXPECT_NAME("2. Billing", "a|1|.|2. Billing>x", "b|2|.|2. Billing>y");
    /* Most people say something else than the plain one. */
    EXPECT_NAME("2. Fees", "a|1|.|2. Fees>x", "b|2|.|2. Fees>y",
                "c|3|.|Billing>z");
}

static void test_siblings_are_told_apart(void **state)
{
    /* Two clusters of Cats below Pets; one has another name. */
    static const char *const lines[] = {"a|1|.|Pets>Cats", "b|2|.|Pets>Cats",
                                        "c|3|.|Pets>Cats", "d|4|.|Pets>cats",
                                        "e|5|.|Pets>Cats", "f|6|.|Pets>kitties",
                                        "g|7|.|Pets>Cats"};
    made_up *made = made_up_new(lines, 7, NULL);
    (void)state;
    for (uint32_t k = 2; k <= 7; k++)
        made_up_join(made, (char[]){(char)('0' + k), 0}, 0, "1", 0);
    made_up_join(made, "2", 1, "1", 1);
    made_up_join(made, "3", 1, "1", 1);
    made_up_join(made, "7", 1, "1", 1);
    made_up_join(made, "5", 1, "4", 1);
    made_up_join(made, "6", 1, "4", 1);
    pleach_taxonomy *forest = made_up_grow(made);
    const pl_strings *spellings = forest->corpus->spellings;
    assert_int_equal(forest->cluster_count, 3);
    assert_string_equal(pl_strings_at(spellings, forest->name[1]), "Cats");
    assert_string_equal(pl_strings_at(spellings, forest->name[2]), "kitties");
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_names),
        cmocka_unit_test(test_people_count_and_not_nodes),
        cmocka_unit_test(test_numbers_count_together),
        cmocka_unit_test(test_ornaments_do_not_show),
        cmocka_unit_test(test_siblings_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
