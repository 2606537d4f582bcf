/* Tests of lab/gold*.c: taxonomy files, good and bad. */
/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/gold.h"
#include "sinks.h"

static pl_gold *parse(const char *text)
{
    pl_gold *gold = NULL;
    pleach_error error = {0};
    pleach_status status =
        pl_gold_parse(&gold, "t", text, strlen(text), &error);
    if (status != PLEACH_OK)
        fail_msg("%s:%u: %s", text, (unsigned)error.line, error.sentence);
    return gold;
}

/* "id:name<parent" for each concept, in the order of the file. */
static void assert_concepts(const char *text, const char *expected)
{
    pl_gold *gold = parse(text);
    char said[512] = "";
    size_t used = 0;
    for (uint32_t k = 0; k < gold->count; k++)
        used += (size_t)snprintf(
            said + used, sizeof said - used, "%s%s:%s<%s", k > 0 ? " " : "",
            gold->id[k], gold->name[k],
            gold->parent[k] == PL_NONE ? "" : gold->id[gold->parent[k]]);
    assert_string_equal(said, expected);
    pl_gold_free(gold);
}

static void test_one_taxonomy_in_every_form(void **state)
{
    static const char *const same = "a:animal< b:bird<a c:crow<b d:dog<a";
    (void)state;
    assert_concepts("{\"name\": \"animal\", \"id\": \"a\", \"children\": ["
                    "{\"id\": \"b\", \"children\": [{\"id\": \"c\", "
                    "\"name\": \"crow\"}], \"name\": \"bird\"}, "
                    "{\"name\": \"dog\", \"id\": \"d\", \"more\": [{}, 1]}]}",
                    same);
    assert_concepts("id\tname\tparent\na\tanimal\t\nb\tbird\ta\n"
                    "c\tcrow\tb\nd\tdog\ta\n",
                    same);
    assert_concepts("concept\tname\tparent\tdepth\r\na\tanimal\t\t0\r\n"
                    "b\tbird\ta\t1\r\n\r\nc\tcrow\tb\t2\r\nd\tdog\ta\t1",
                    same);
    assert_concepts("a\tanimal\t\nb\tbird\ta\nc\tcrow\tb\nd\tdog\ta\n", same);
    assert_concepts("{\"format\": \"pleach-taxonomy/1\", \"report\": "
                    "{\"name\": 1, \"clusters\": 4}, \"clusters\": ["
                    "{\"id\": \"a\", \"name\": \"animal\", \"parent\": null},"
                    "{\"id\": \"b\", \"name\": \"bird\", \"parent\": \"a\", "
                    "\"members\": [{\"id\": \"s1\", \"name\": \"Birds\"}]},"
                    "{\"id\": \"c\", \"name\": \"crow\", \"parent\": \"b\"},"
                    "{\"id\": \"d\", \"name\": \"dog\", \"parent\": \"a\"}], "
                    "\"discarded\": []}",
                    same);
}

static void test_edges_name_their_concepts(void **state)
{
    static const char *const same = "bird:bird<animal animal:animal< "
                                    "sea crow:sea crow<bird";
    (void)state;
    assert_concepts("bird\tanimal\nsea_crow\tbird\n", same);
    assert_concepts("parent\tchild\nanimal\tbird\nbird\tsea crow\n", same);
    assert_concepts("\xEF\xBB\xBF"
                    "child\tparent\nbird\tanimal\n"
                    "sea crow\tbird\n",
                    same);
}

static void test_several_top_nodes(void **state)
{
    (void)state;
    assert_concepts("[{\"name\": \"a\"}, {\"name\": \"b\", \"id\": 7}]",
                    "c0:a< 7:b<");
}

static void test_ids_become_unique(void **state)
{
    (void)state;
    assert_concepts("[{\"name\": \"a\", \"id\": \"x\", \"children\": ["
                    "{\"name\": \"b\", \"id\": \"x\"}]}, {\"name\": \"c\"}, "
                    "{\"name\": \"d\", \"id\": \"c2\"}]",
                    "x:a< x~1:b<x c~2:c< c2:d<");
}

static void test_first_of_several_parents_counts(void **state)
{
    pl_gold *gold = parse("tomato\tfruit\ntomato\tvegetable\n"
                          "fruit\tfood\nvegetable\tfood\ntomato\tfruit\n");
    (void)state;
    assert_int_equal(gold->extra_parents, 1);
    assert_string_equal(gold->name[gold->parent[0]], "fruit");
    pl_gold_free(gold);
}

static void test_blanks_in_texts(void **state)
{
    (void)state;
    assert_concepts("{\"name\": \" sea__bird\\t\\n of\\u0001 prey \", "
                    "\"id\": \"a\\tb_c\"}",
                    "a b_c:sea bird of prey<");
}

static void test_synonyms_and_tags(void **state)
{
    pl_gold *gold = parse(
        "[{\"name\": \"a\", \"syn\": [\"b\", \" \", \"c_d\"], \"tags\": "
        "{\"t\": 3, \"u\": {\"x\": [1]}, \"v_w\": null}, \"children\": "
        "[{\"name\": \"k\", \"tags\": [\"z\"]}], \"spellings\": {\"A\": 2}}]");
    (void)state;
    assert_int_equal(gold->count, 2);
    assert_int_equal(gold->synonym_count[0], 3);
    assert_string_equal(gold->synonym[0], "b");
    assert_string_equal(gold->synonym[1], "c d");
    assert_string_equal(gold->synonym[2], "A");
    assert_int_equal(gold->synonym_count[1], 0);
    assert_int_equal(gold->tag_first[1], 3);
    assert_string_equal(gold->tag[1], "u");
    assert_string_equal(gold->tag[2], "v_w");
    assert_int_equal(gold->tag_first[2], 4);
    assert_string_equal(gold->tag[3], "z");
    assert_int_equal(gold->kid_first[1], 1);
    assert_int_equal(gold->kid[0], 1);
    pl_gold_free(gold);
}

/* A chain of concepts, `levels` of them below the top one. */
static char *chain(unsigned levels, bool json)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    for (unsigned k = 0; k < levels; k++)
        if (json)
            fputs("{\"name\": \"a\", \"children\": [", to);
        else
            fprintf(to, "n%u\tn%u\n", k, k + 1);
    if (json)
        fputs("{\"name\": \"a\"}", to);
    for (unsigned k = 0; json && k < levels; k++)
        fputs("]}", to);
    fclose(to);
    return text;
}

static void test_a_thousand_levels(void **state)
{
    (void)state;
    for (int json = 0; json < 2; json++) {
        pl_gold *gold = NULL;
        pleach_error error = {0};
        char *deep = chain(1000, json), *deeper = chain(1001, json);
        char *far_too_deep = chain(50000, json);
        assert_int_equal(pl_gold_parse(&gold, "t", deep, strlen(deep), &error),
                         PLEACH_OK);
        assert_int_equal(gold->count, 1001);
        assert_int_equal(gold->depth[json ? 1000 : 0], 1000);
        pl_gold_free(gold);
        assert_int_equal(
            pl_gold_parse(&gold, "t", deeper, strlen(deeper), &error),
            PLEACH_BAD_DATA);
        assert_non_null(strstr(error.sentence, "deeper than"));
        assert_int_equal(pl_gold_parse(&gold, "t", far_too_deep,
                                       strlen(far_too_deep), &error),
                         PLEACH_BAD_DATA);
        free(deep);
        free(deeper);
        free(far_too_deep);
    }
}

/* A value of no interest may be nested as deeply as it likes. */
static void test_skipped_values_may_be_deep(void **state)
{
    enum { LEVELS = 100000 };
    char *text = calloc(2 * LEVELS + 64, 1);
    (void)state;
    strcpy(text, "{\"name\": \"a\", \"x\": ");
    memset(text + strlen(text), '[', LEVELS);
    memset(text + strlen(text), ']', LEVELS);
    strcat(text, "}");
    assert_concepts(text, "c0:a<");
    free(text);
}

typedef struct bad_file {
    const char *text;
    unsigned line;
    const char *part; /* of the sentence */
} bad_file;

static const bad_file bad_files[] = {
    {"", 0, "empty"},
    {" \n\t\n", 0, "empty"},
    {"\xEF\xBB\xBF", 0, "empty"},
    {"[]", 0, "no concept"},
    {"{\"clusters\": []}", 0, "no concept"},
    {"{\"name\": \"a\"", 1, "not JSON"},
    {"{\"name\": \"a\",\n \"children\": [}", 2, "not JSON"},
    {"{\"name\": \"a\xff\"}", 1, "not UTF-8"},
    {"{\"name\": \"a\"}\n{\"id\": \"b\"}", 2, "nothing behind it"},
    {"[{\"name\": \"a\"}, {\"name\": \" _ \"}]", 0, "no name"},
    {"{\"name\": \"a\\u0000b\"}", 1, "NUL"},
    {"{\"name\": 7}", 0, "must be a string"},
    {"{\"name\": true}", 0, "must be a string"},
    {"{\"name\": \"a\", \"id\": []}", 0, "string or a whole number"},
    {"{\"name\": \"a\", \"children\": {}}", 0, "must be arrays"},
    {"{\"name\": \"a\", \"children\": 3}", 0, "Look at \"a\""},
    {"{\"name\": \"a\", \"children\": [\n3]}", 0, "must be an object"},
    {"[[{\"name\": \"a\"}]]", 0, "must be an object"},
    {"{\"name\": \"a\", \"syn\": [null]}", 0, "must be strings"},
    {"{\"name\": \"a\", \"tags\": [1]}", 0, "must be strings"},
    {"{\"clusters\": [{\"id\": 1, \"name\": \"a\", \"parent\": 2}]}", 0,
     "no concept of this file"},
    {"{\"clusters\": [{\"id\": 1, \"name\": \"a\", \"parent\": 1}]}", 0,
     "its own ancestor"},
    {"{\"clusters\": [{\"id\": 1, \"name\": \"a\"},\n"
     "{\"id\": 1, \"name\": \"b\"}]}",
     0, "twice"},
    {"animal\n", 1, "neither JSON nor"},
    {"a\ta\n", 1, "its own ancestor"},
    {"a\tb\nb\tc\nc\ta\n", 1, "its own ancestor"},
    {"a\tb\tx\n", 1, "no concept of this file"},
    {"id\tname\tparent\na\tbird\t\nb\n", 3, "too few cells"},
    {"id\tname\tparent\na\tbird\t\nb\t \ta\n", 3, "no name"},
    {"id\tname\tparent\n\tbird\t\n", 2, "no id"},
    {"a\tb\nc\xc3\tb\n", 2, "not UTF-8"},
};

static void test_bad_files_get_a_sentence(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_files / sizeof *bad_files; k++) {
        const bad_file *bad = &bad_files[k];
        pl_gold *gold = NULL;
        pleach_error error = {0};
        pleach_status status = pl_gold_parse(&gold, "bad.txt", bad->text,
                                             strlen(bad->text), &error);
        if (status != PLEACH_BAD_DATA || error.line != bad->line ||
            strstr(error.sentence, bad->part) == NULL ||
            strcmp(error.file, "bad.txt") != 0)
            fail_msg("%s: status %d, line %u: %s", bad->text, status,
                     (unsigned)error.line, error.sentence);
        assert_null(gold);
    }
}

static void test_nul_and_too_long(void **state)
{
    static char text[4096];
    pl_gold *gold = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pl_gold_parse(&gold, "t", "a\tb\nc\0d\tb\n", 10, &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "NUL"));
    assert_int_equal(error.line, 2);
    memset(text, 'x', 1025);
    strcat(text, "\tparent\n");
    assert_int_equal(pl_gold_parse(&gold, "t", text, strlen(text), &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "at most 1024"));
    pl_gold_free(NULL);
}

static void test_files_that_cannot_be_read(void **state)
{
    pl_gold *gold = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(
        pl_gold_read(&gold, FILE_AT("/nowhere/at/all.json"), &error),
        PLEACH_IO);
    assert_string_equal(error.file, "/nowhere/at/all.json");
    assert_int_equal(pl_gold_read(&gold, FILE_AT("/"), &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "directory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_taxonomy_in_every_form),
        cmocka_unit_test(test_edges_name_their_concepts),
        cmocka_unit_test(test_several_top_nodes),
        cmocka_unit_test(test_ids_become_unique),
        cmocka_unit_test(test_first_of_several_parents_counts),
        cmocka_unit_test(test_blanks_in_texts),
        cmocka_unit_test(test_synonyms_and_tags),
        cmocka_unit_test(test_a_thousand_levels),
        cmocka_unit_test(test_skipped_values_may_be_deep),
        cmocka_unit_test(test_bad_files_get_a_sentence),
        cmocka_unit_test(test_nul_and_too_long),
        cmocka_unit_test(test_files_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
