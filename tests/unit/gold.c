/* Tests of lab/gold.c: taxonomies as rows, good and bad. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/gold.h"

/* "id<parent" for each id that has a row. */
static void assert_concepts(const char *text, const char *expected)
{
    pl_arena *arena = pl_arena_new();
    pl_gold gold;
    pleach_error error = {0};
    char said[512] = "";
    size_t used = 0;
    if (pl_gold_parse(&gold, arena, "t", text, strlen(text), &error) !=
        PLEACH_OK)
        fail_msg("%s:%u: %s", text, (unsigned)error.line, error.sentence);
    for (uint32_t k = 0; k < pl_strings_count(gold.ids); k++)
        if (gold.is_concept[k])
            used += (size_t)snprintf(
                said + used, sizeof said - used, "%s%s<%s", used > 0 ? " " : "",
                pl_strings_at(gold.ids, k),
                gold.parent[k] == PL_NONE
                    ? ""
                    : pl_strings_at(gold.ids, gold.parent[k]));
    assert_string_equal(said, expected);
    pl_arena_free(arena);
}

static void test_columns_go_by_name(void **state)
{
    static const char *const same = "a< b<a c<b d<a";
    (void)state;
    assert_concepts("id\tname\tparent\na\tanimal\t\nb\tbird\ta\n"
                    "c\tcrow\tb\nd\tdog\ta\n",
                    same);
    assert_concepts("concept\tname\tparent\tdepth\r\na\tanimal\t\t0\r\n"
                    "b\tbird\ta\t1\r\n\r\nc\tcrow\tb\t2\r\nd\tdog\ta\t1",
                    same);
    assert_concepts("\xEF\xBB\xBF"
                    "Parent\tGOLD\n\ta\na\tb\nb\tc\na\td\n",
                    same);
    assert_concepts("child\tparent\na\nb\ta\nc\tb\nd\ta\n", same);
}

/* A parent without a row is no concept, and stands above nothing. */
static void test_parents_without_a_row(void **state)
{
    (void)state;
    assert_concepts("child\tparent\nb\ta\nc\tb\n", "b< c<b");
}

static void test_first_of_several_parents_counts(void **state)
{
    static const char text[] = "child\tparent\nt\tf\nt\tv\nf\to\nv\to\no\t\n"
                               "t\tf\n";
    pl_arena *arena = pl_arena_new();
    pl_gold gold;
    (void)state;
    assert_concepts(text, "t<f f<o v<o o<");
    assert_int_equal(
        pl_gold_parse(&gold, arena, "t", text, sizeof text - 1, NULL),
        PLEACH_OK);
    assert_int_equal(gold.extra_parents, 1);
    pl_arena_free(arena);
}

static void test_long_chains(void **state)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    pl_arena *arena = pl_arena_new();
    pl_gold gold;
    (void)state;
    fputs("child\tparent\n", to);
    for (unsigned k = 0; k < 100000; k++)
        fprintf(to, "n%u\tn%u\n", k, k + 1);
    fclose(to);
    assert_int_equal(pl_gold_parse(&gold, arena, "t", text, size, NULL),
                     PLEACH_OK);
    assert_int_equal(pl_strings_count(gold.ids), 100001);
    pl_arena_free(arena);
    free(text);
}

static const struct {
    const char *text;
    unsigned line;
    const char *part; /* of the sentence */
} bad_files[] = {
    {"", 0, "The file is empty"},
    {"\xEF\xBB\xBF", 0, "The file is empty"},
    {"a\tb\n", 1, "lacks the column \"id\""},
    {"id\tname\na\tb\n", 1, "lacks the column \"parent\""},
    {"{\"name\": \"a\"}\n", 1, "lacks the column \"id\""},
    {"id\tparent\na\ta\n", 2, "its own ancestor"},
    {"id\tparent\na\tb\nb\tc\nc\ta\n", 2, "its own ancestor"},
    {"parent\tid\na\n", 2, "cells"},
    {"id\tname\tparent\n\tbird\t\n", 2, "no id"},
    {"id\tparent\na\tb\nc\xc3\tb\n", 3, "not UTF-8"},
};

static void test_bad_files_get_a_sentence(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_files / sizeof *bad_files; k++) {
        const char *text = bad_files[k].text;
        pl_arena *arena = pl_arena_new();
        pl_gold gold;
        pleach_error error = {0};
        pleach_status status =
            pl_gold_parse(&gold, arena, "bad.txt", text, strlen(text), &error);
        if (status != PLEACH_BAD_DATA || error.line != bad_files[k].line ||
            strstr(error.sentence, bad_files[k].part) == NULL ||
            strcmp(error.file, "bad.txt") != 0)
            fail_msg("%s: status %d, line %u: %s", text, status,
                     (unsigned)error.line, error.sentence);
        pl_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_go_by_name),
        cmocka_unit_test(test_parents_without_a_row),
        cmocka_unit_test(test_first_of_several_parents_counts),
        cmocka_unit_test(test_long_chains),
        cmocka_unit_test(test_bad_files_get_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
