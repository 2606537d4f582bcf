/* read_jsonl.c: what JSON Lines and JSON documents become, or why not. */
/* SPDX-License-Identifier: MIT */
#include "corpus_support.h"

static void test_fields(void **state)
{
    (void)state;
    reads_as("a.jsonl",
             "{\"owner\":\"ann\",\"id\":\"s1\",\"name\":\"pet\",\"children\":"
             "[{\"name\":\"cat\",\"tags\":{\"fur\":2,\"meow\":1}},"
             "{\"name\":\"dog\",\"tags\":[\"fur\",\"fur\",\"bark\"]}]}\n",
             "ann|s1|.|pet[bark:1 fur:4 meow:1]>cat[fur:2 meow:1],"
             "dog[bark:1 fur:2]\n");
    /* Children first, then tags, then the name. */
    reads_as("a.jsonl",
             "{\"children\":[{\"tags\":[\"x\"],\"name\":\"leaf\"}],"
             "\"tags\":{\"y\":1},\"name\":\"root\",\"id\":\"i\"}",
             "a.jsonl|i|.|root[x:1 y:1]>leaf[x:1]\n");
    /* Numbers may be ids and owners; null is nothing; ours only at the top. */
    reads_as("a.jsonl",
             "{\"owner\":12,\"id\":34,\"name\":\"r\",\"tags\":null,"
             "\"children\":[{\"name\":\"l\",\"owner\":{},\"id\":[1],"
             "\"children\":null}]}",
             "12|34|.|r>l\n");
}

static void test_defaults(void **state)
{
    (void)state;
    reads_as("dir/b.jsonl",
             "\xEF\xBB\xBF{\"name\":\"x\",\"children\":[{\"name\":\"a\"}]}\r\n"
             "\n  \t \n"
             "{\"name\":\"y\",\"owner\":\"\",\"id\":null,"
             "\"children\":[{\"name\":\"b\"}]}",
             "b.jsonl|dir/b.jsonl:1|.|x>a\n"
             "b.jsonl|dir/b.jsonl:4|.|y>b\n");
}

static void test_unknown_fields(void **state)
{
    (void)state;
    reads_as("a.jsonl",
             "{\"a\":{\"name\":3,\"tags\":[{}]},\"name\":\"x\",\"b\":[[],{}],"
             "\"c\":true,\"d\":null,\"e\":-1.5e9,\"f\":\"\\u0001\","
             "\"children\":[{\"name\":\"y\",\"z\":[{\"children\":1}]}]}",
             "a.jsonl|a.jsonl:1|.|x>y\n");
}

static void test_deep(void **state)
{
    (void)state;
    reads_as("a.jsonl",
             "{\"owner\":\"o\",\"id\":\"i\",\"name\":\"r\",\"tags\":[\"t\"],"
             "\"children\":[{\"name\":\"a\"},{\"name\":\"b\",\"children\":["
             "{\"name\":\"c\",\"children\":[{\"name\":\"d\","
             "\"tags\":{\"u\":3}}]},{\"name\":\"e\",\"tags\":{\"u\":1}}],"
             "\"tags\":{\"v\":2}}]}",
             "o|i|.|r[t:1 u:4 v:2]>a,b~[u:4 v:2]\n"
             "o|i|1/0|c~[u:3]>d[u:3]\n"
             "o|i|1|b~[u:4 v:2]>c~[u:3],e[u:1]\n");
}

static void test_tags(void **state)
{
    (void)state;
    /* The same tag after folding; a count of nothing; adding up. */
    reads_as("a.jsonl",
             "{\"name\":\"r\",\"children\":[{\"name\":\"l\",\"tags\":"
             "{\"Bird\":1,\"bird\":2,\"zero\":0,\"bird\":0.5,\"\":1,"
             "\"CAF\\u00c9\":1,\"cafe\\u0301\":1,\"tiny\":1e-60}}]}",
             "a.jsonl|a.jsonl:1|.|r[:1 bird:3.5 caf\xC3\xA9:2]"
             ">l[:1 bird:3.5 caf\xC3\xA9:2]\n");
}

static void test_escapes(void **state)
{
    (void)state;
    reads_as("a.jsonl",
             "{\"name\":\"a\\\\u0062\\u00e9\\ud83d\\ude00\\n\","
             "\"children\":[{\"name\":\"\\\"q\\\"\"}]}",
             "a.jsonl|a.jsonl:1|.|a\\u0062\xC3\xA9\xF0\x9F\x98\x80\n>\"q\"\n");
}

static void test_malformed(void **state)
{
    (void)state;
    refuse("f.jsonl", "{\"name\":\"a\"}\n{\"name\" \"b\"}\n", 2, 9, "not JSON");
    refuse("f.jsonl", "{\"name\":\"a\",}", 1, 13, "not JSON");
    refuse("f.jsonl", "{\"name\":'a'}", 1, 9, "not JSON");
    refuse("f.jsonl", "nonsense", 1, 1, "not JSON");
    refuse("f.jsonl", "{\"name\":\"a\"", 1, 12, "ends before");
    refuse("f.jsonl", "{\"name\":\"a\"} {\"name\":\"b\"}", 1, 14, "follows");
    refuse("f.jsonl", "{\"name\":\"a\"} 5", 1, 14, "must be an object");
    refuse("f.jsonl", "{\"name\":\"a\"}]", 1, 13, "not JSON");
    refuse("f.jsonl", "[{\"name\":\"a\"}]", 1, 1, "must be an object");
    refuse("f.jsonl", "\"a\"", 1, 1, "must be an object");
    refuse("f.jsonl", "{\"name\":\"a\x01\"}", 1, 11, "not JSON");
}

static void test_wrong_names(void **state)
{
    (void)state;
    refuse("f.jsonl", "{\"id\":\"a\"}", 1, 1, "no \"name\"");
    refuse("f.jsonl", "{}", 1, 1, "no \"name\"");
    refuse("f.jsonl", "{\"name\":\"a\",\"children\":[{\"name\":\"b\"},{}]}", 1,
           38, "no \"name\"");
    refuse("f.jsonl", "{\"name\": \"\"}", 1, 10, "empty");
    refuse("f.jsonl", "{\"name\":\" \\t\\u00a0 \"}", 1, 9, "empty");
    refuse("f.jsonl", "{\"name\":5}", 1, 9, "must be a string");
    refuse("f.jsonl", "{\"name\":null}", 1, 9, "must be a string");
    refuse("f.jsonl", "{\"name\":[\"a\"]}", 1, 9, "must be a string");
    refuse("f.jsonl", "{\"name\":\"a\",\"name\":\"b\"}", 1, 13, "twice");
    refuse("f.jsonl", "{\"name\":\"a\",\"children\":[],\"children\":[]}", 1, 27,
           "twice");
}

static void test_wrong_values(void **state)
{
    (void)state;
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":\"x\"}", 1, 20, "Tags must");
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":[1]}", 1, 21, "a string");
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":{\"x\":\"1\"}}", 1, 25,
           "a number");
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":{\"x\":-1}}", 1, 25,
           "negative");
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":{\"x\":1e999}}", 1, 25,
           "too large");
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":{\"x\":1e39}}", 1, 25,
           "too large");
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":{\"x\":NaN}}", 1, 25,
           "not JSON");
    refuse("f.jsonl", "{\"name\":\"a\",\"children\":{}}", 1, 24, "Children");
    refuse("f.jsonl", "{\"name\":\"a\",\"children\":[5]}", 1, 25,
           "A child must");
    refuse("f.jsonl", "{\"name\":\"a\",\"children\":[\" \"]}", 1, 25,
           "name is empty");
    refuse("f.jsonl", "{\"name\":\"a\",\"altLabels\":\"b\"}", 1, 25,
           "Further names");
    refuse("f.jsonl", "{\"name\":\"a\",\"altLabels\":[5]}", 1, 26,
           "A further name");
    refuse("f.jsonl", "{\"name\":\"a\",\"owner\":{}}", 1, 21, "An owner");
    refuse("f.jsonl", "{\"name\":\"a\",\"id\":true}", 1, 18, "An id");
}

static void test_bad_bytes(void **state)
{
    (void)state;
    refuse_bytes("f.jsonl", "{\"name\":\"a\0b\"}", 14, PLEACH_BAD_DATA, 1, 11,
                 "NUL");
    refuse_bytes("f.jsonl", "\0\n", 2, PLEACH_BAD_DATA, 1, 1, "NUL");
    refuse("f.jsonl", "{\"name\":\"a\\u0000\"}", 1, 9, "NUL");
    refuse("f.jsonl", "{\"name\":\"a\",\"id\":\"\\u0000\"}", 1, 18, "NUL");
    refuse("f.jsonl", "{\"name\":\"a\",\"tags\":{\"\\u0000\":1}}", 1, 21,
           "NUL");
    refuse("f.jsonl", "\n{\"name\":\"a\xFF\"}", 2, 11, "0xFF");
    refuse("f.jsonl", "{\"name\":\"\xED\xA0\x80\"}", 1, 10, "UTF-8");
    refuse("f.jsonl", "{\"name\":\"\\ud800\"}", 1, 10, "surrogate");
    refuse("f.jsonl", "{\"name\":\"\\ud800\\u0041\"}", 1, 10, "surrogate");
    refuse("f.jsonl", "{\"name\":\"x\\uDC00\"}", 1, 11, "surrogate");
    refuse("f.jsonl", "{\"name\":\"x\\u12G4\"}", 1, 15, "not JSON");
}

/* Builds levels of {"name":"a","children":[ ... ]}. */
static char *nest(unsigned levels, const char *open, const char *middle,
                  const char *close)
{
    shown text = {NULL, 0};
    for (unsigned k = 1; k < levels; k++)
        show_text(&text, open);
    show_text(&text, middle);
    for (unsigned k = 1; k < levels; k++)
        show_text(&text, close);
    return text.text;
}

static void test_nesting(void **state)
{
    (void)state;
    const char *open = "{\"name\":\"a\",\"children\":[";
    char *fits = nest(64, open, "{\"name\":\"a\"}", "]}");
    char *deep = nest(65, open, "{\"name\":\"a\"}", "]}");
    pleach_corpus *corpus = read_text("f.jsonl", fits);
    assert_int_equal(corpus->sapling_count, 63);
    char path[512];
    assert_int_equal(pl_node_path(corpus, corpus->node_count - 1, path, 512),
                     63 * 2 - 1);
    pleach_corpus_free(corpus);
    refuse("f.jsonl", deep, 1, 64 * strlen(open) + 1, "deeper than 64");
    free(fits);
    free(deep);
}

static void test_unknown_nesting(void **state)
{
    (void)state;
    char *fits = nest(257, "[", "", "]");
    char *deep = nest(258, "[", "", "]");
    char text[1024];
    snprintf(text, sizeof text, "{\"x\":%s,\"name\":\"a\"}", fits);
    pleach_corpus_free(read_text("f.jsonl", text));
    snprintf(text, sizeof text, "{\"x\":%s,\"name\":\"a\"}", deep);
    refuse("f.jsonl", text, 1, 262, "deeper than 256");
    free(fits);
    free(deep);
}

static void test_empty(void **state)
{
    (void)state;
    refuse("f.jsonl", "", 1, 1, "empty");
    refuse("f.jsonl", "\n \n", 1, 1, "empty");
    refuse("f.json", "", 1, 1, "empty");
    refuse("f.json", "[]", 1, 1, "empty");
}

static void test_skip_bad(void **state)
{
    (void)state;
    const char *text = "{\"name\":\"a\",\"children\":[{\"name\":\"x\"}]}\n"
                       "{\"name\":\"lost\",\"children\":[{\"name\":\"\"}]}\n"
                       "broken {\n"
                       "{\"name\":\"b\",\"tags\":{\"gone\":1}\n"
                       "{\"name\":\"c\",\"children\":[{\"name\":\"y\"}]}\n";
    heard to = {0};
    pleach_listener listener = {.warn = hear, .context = &to};
    pleach_read_options options = {.skip_bad = true, .listener = &listener};
    pleach_corpus *corpus = read_text_with("f.jsonl", text, &options);
    assert_int_equal(pleach_corpus_get_facts(corpus)->skipped, 3);
    assert_int_equal(pleach_corpus_get_facts(corpus)->hierarchies, 2);
    assert_int_equal(pl_strings_find(corpus->spellings, "lost", 4), PL_NONE);
    assert_int_equal(pl_strings_count(corpus->tags), 0);
    assert_int_equal(to.warnings, 3);
    assert_int_equal(to.last.line, 4);
    pleach_corpus_free(corpus);
}

static void test_all_skipped(void **state)
{
    (void)state;
    heard to = {0};
    pleach_listener listener = {.warn = hear, .context = &to};
    pleach_read_options options = {.skip_bad = true, .listener = &listener};
    pleach_corpus *corpus;
    pleach_error error;
    const char *text = "a\nb\nc\nd\ne\nf\ng\n";
    assert_int_equal(
        read_bytes(&corpus, "f.jsonl", text, strlen(text), &options, &error),
        PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "Nothing is left"));
    assert_int_equal(to.warnings, 5);
}

static void test_documents(void **state)
{
    (void)state;
    reads_as("f.json",
             "[\n  {\"id\": \"b\", \"name\": \"x\"},\n\n"
             "  {\n    \"name\": \"y\",\n    \"children\": [\n"
             "      {\"name\": \"z\"}\n    ]\n  }\n]\n",
             "f.json|b|.|x\n"
             "f.json|f.json:4|.|y>z\n");
    reads_as("f.json", "{\n\"name\":\n\"x\"\n}", "f.json|f.json:1|.|x\n");
    refuse("f.json", "{\n\"name\":\n  7\n}", 3, 3, "must be a string");
    refuse("f.json", "[{\"name\":\"x\"}\n", 1, 14, "ends before");
    reads_as("f.json", "{\"name\":\"x\"}\n{\"name\":\"y\"}",
             "f.json|f.json:1|.|x\n"
             "f.json|f.json:2|.|y\n");
    refuse("f.json", "{\"name\":\"x\"}\n{\"name\" \"y\"}", 2, 9, "not JSON");
    refuse("f.json", "{\"name\":\"x\"}\n[]", 2, 1, "must be an object");
    refuse("f.json", "[[]]", 1, 2, "must be an object");
}

static void test_long_line(void **state)
{
    (void)state;
    size_t size = ((size_t)64 << 20) + 100;
    char *text = malloc(size);
    assert_non_null(text);
    const char *next = "\n{\"name\":\"b\"}\n";
    memset(text, 'x', size);
    memcpy(text + size - strlen(next), next, strlen(next));
    refuse_bytes("f.jsonl", text, size, PLEACH_BAD_DATA, 1,
                 ((uint64_t)64 << 20) + 1, "64 MiB");
    pleach_read_options options = {.skip_bad = true};
    pleach_corpus *corpus;
    pleach_error error;
    assert_int_equal(
        read_bytes(&corpus, "f.jsonl", text, size, &options, &error),
        PLEACH_OK);
    assert_string_equal(corpus->hierarchy_id[0], "f.jsonl:2");
    assert_int_equal(corpus->facts.skipped, 1);
    pleach_corpus_free(corpus);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_unknown_fields),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_wrong_names),
        cmocka_unit_test(test_wrong_values),
        cmocka_unit_test(test_bad_bytes),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_unknown_nesting),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_skip_bad),
        cmocka_unit_test(test_all_skipped),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_long_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
