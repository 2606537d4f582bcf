/* build.c: corpora told node by node, and what is refused on the way. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_support.h"

static pleach_builder *new_builder(void)
{
    pleach_builder *builder = NULL;
    assert_int_equal(pleach_builder_new(&builder, NULL, NULL), PLEACH_OK);
    return builder;
}

static uint32_t add(pleach_builder *builder, uint32_t parent, const char *name)
{
    uint32_t node = 0;
    pleach_error error = {0};
    if (pleach_builder_add_node(&node, builder, parent, name, &error) !=
        PLEACH_OK)
        fail_msg("%s", error.sentence);
    return node;
}

static void begin(pleach_builder *builder, const char *owner, const char *id)
{
    assert_int_equal(pleach_builder_begin(builder, owner, id, NULL), PLEACH_OK);
}

static pleach_corpus *finish(pleach_builder *builder)
{
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    if (pleach_builder_finish(&corpus, builder, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    return corpus;
}

/* "owner id path role name" of all nodes, one per line. */
static char *list_nodes(const pleach_corpus *corpus)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    for (uint32_t n = 0; n < pleach_corpus_get_facts(corpus)->nodes; n++) {
        pleach_node node;
        assert_int_equal(pleach_corpus_node(&node, corpus, n, NULL), PLEACH_OK);
        fprintf(to, "%s %s %s %s %s\n", node.owner, node.id, node.path,
                node.role, node.name);
    }
    fclose(to);
    return text;
}

/* The same corpus as from a file, though nodes come in another order. */
static void test_like_a_file(void **state)
{
    static const char text[] =
        "{\"owner\": \"ann\", \"id\": \"t\", \"name\": \"A\", \"children\": "
        "[{\"name\": \"B\", \"tags\": {\"x\": 2}, \"children\": [{\"name\": "
        "\"C\"}, {\"name\": \"D\"}]}, {\"name\": \"E\", \"children\": "
        "[{\"name\": \"F\", \"tags\": [\"y\"]}]}]}\n"
        "{\"owner\": \"bob\", \"id\": \"u\", \"name\": \"a\"}\n";
    pleach_builder *builder = new_builder();
    (void)state;
    begin(builder, "bob", "u");
    add(builder, PLEACH_NO_NODE, "a");
    begin(builder, "ann", "t");
    uint32_t a = add(builder, PLEACH_NO_NODE, "A");
    uint32_t b = add(builder, a, "B"), e = add(builder, a, "E");
    uint32_t f = add(builder, e, "F");
    add(builder, b, "C");
    add(builder, b, "D");
    assert_int_equal(f, 3);
    assert_int_equal(pleach_builder_add_tag(builder, b, "x", 2, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_builder_add_tag(builder, f, "y", 1, NULL),
                     PLEACH_OK);
    pleach_corpus *told = finish(builder), *read = read_text("x.jsonl", text);
    char *left = list_nodes(told), *right = list_nodes(read);
    assert_string_equal(left, right);
    assert_non_null(strstr(left, "ann t 0/1 leaf D"));
    assert_int_equal(told->tag_first[told->node_count],
                     read->tag_first[read->node_count]);
    assert_memory_equal(told->node_identity, read->node_identity,
                        read->node_count * sizeof *read->node_identity);
    free(left);
    free(right);
    pleach_corpus_free(told);
    pleach_corpus_free(read);
    pleach_builder_free(builder);
}

static void refuse_node(pleach_builder *builder, uint32_t parent,
                        const char *name, pleach_status expected,
                        const char *word)
{
    uint32_t node = 77;
    pleach_error error = {0};
    assert_int_equal(
        pleach_builder_add_node(&node, builder, parent, name, &error),
        expected);
    assert_int_equal(node, 77);
    if (strstr(error.sentence, word) == NULL)
        fail_msg("%s", error.sentence);
}

static void test_wrong_nodes(void **state)
{
    pleach_builder *builder = new_builder();
    (void)state;
    refuse_node(builder, PLEACH_NO_NODE, "A", PLEACH_BAD_USAGE,
                "no hierarchy yet");
    refuse_node(builder, 0, "A", PLEACH_BAD_USAGE, "no hierarchy yet");
    begin(builder, "ann", "trip");
    refuse_node(builder, 0, "A", PLEACH_BAD_USAGE,
                "no node 0 in hierarchy 1 (\"trip\" by ann)");
    refuse_node(builder, PLEACH_NO_NODE, NULL, PLEACH_BAD_DATA, "missing");
    refuse_node(builder, PLEACH_NO_NODE, "", PLEACH_BAD_DATA, "blank");
    refuse_node(builder, PLEACH_NO_NODE, " \t\xC2\xA0", PLEACH_BAD_DATA,
                "blank");
    refuse_node(builder, PLEACH_NO_NODE, "\xFF\xFE", PLEACH_BAD_DATA,
                "node 0 of hierarchy 1 (\"trip\" by ann) is not UTF-8");
    refuse_node(builder, PLEACH_NO_NODE, "\xED\xA0\x80", PLEACH_BAD_DATA,
                "UTF-8");
    add(builder, PLEACH_NO_NODE, "A");
    refuse_node(builder, PLEACH_NO_NODE, "B", PLEACH_BAD_USAGE,
                "is there already");
    refuse_node(builder, 1, "B", PLEACH_BAD_USAGE, "has 1 so far");
    /* A node cannot be its own parent, nor below one that is to come. */
    refuse_node(builder, 2, "B", PLEACH_BAD_USAGE, "no node 2");
    /* What was refused has left no trace. */
    pleach_corpus *corpus = finish(builder);
    assert_int_equal(pleach_corpus_get_facts(corpus)->nodes, 1);
    pleach_corpus_free(corpus);
    pleach_builder_free(builder);
}

static void test_wrong_tags(void **state)
{
    static const double counts[] = {-1, (double)NAN, (double)INFINITY, 1e300};
    pleach_builder *builder = new_builder();
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_builder_add_tag(builder, 0, "x", 1, &error),
                     PLEACH_BAD_USAGE);
    begin(builder, "ann", "t");
    add(builder, PLEACH_NO_NODE, "A");
    assert_int_equal(pleach_builder_add_tag(builder, 1, "x", 1, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(pleach_builder_add_tag(builder, 0, "\x80", 1, &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "node 0 (A) of hierarchy 1"));
    assert_int_equal(pleach_builder_add_tag(builder, 0, NULL, 1, &error),
                     PLEACH_BAD_DATA);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(
            pleach_builder_add_tag(builder, 0, "x", counts[k], &error),
            PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "at most 3.4"));
    assert_int_equal(pleach_builder_add_tag(builder, 0, "x", 0, &error),
                     PLEACH_OK);
    pleach_corpus *corpus = finish(builder);
    assert_int_equal(corpus->tag_first[1], 0);
    pleach_corpus_free(corpus);
    pleach_builder_free(builder);
}

static void test_wrong_hierarchies(void **state)
{
    pleach_builder *builder = new_builder();
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_builder_finish(&corpus, builder, &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "no hierarchy"));
    assert_int_equal(pleach_builder_begin(builder, NULL, "t", &error),
                     PLEACH_BAD_DATA);
    assert_int_equal(pleach_builder_begin(builder, "", "t", &error),
                     PLEACH_BAD_DATA);
    assert_int_equal(pleach_builder_begin(builder, "ann", "\xC0", &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "The id of hierarchy 1 is not UTF"));
    begin(builder, "ann", "t");
    assert_int_equal(pleach_builder_begin(builder, "ann", "u", &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "no node in hierarchy 1"));
    assert_int_equal(pleach_builder_finish(&corpus, builder, &error),
                     PLEACH_BAD_USAGE);
    assert_null(corpus);
    pleach_builder_free(builder);
    pleach_builder_free(NULL);
}

static void test_deepest(void **state)
{
    pleach_builder *builder = new_builder();
    (void)state;
    begin(builder, "ann", "t");
    uint32_t node = add(builder, PLEACH_NO_NODE, "A");
    while (node < 63)
        node = add(builder, node, "A");
    refuse_node(builder, node, "B", PLEACH_BAD_DATA, "deeper than 64 levels");
    pleach_corpus *corpus = finish(builder);
    pleach_node deepest;
    uint32_t last = (uint32_t)pleach_corpus_get_facts(corpus)->nodes - 1;
    assert_int_equal(pleach_corpus_node(&deepest, corpus, last, NULL),
                     PLEACH_OK);
    assert_int_equal(strlen(deepest.path), 2 * 63 - 1);
    pleach_corpus_free(corpus);
    pleach_builder_free(builder);
}

/* A name of a megabyte, and a hundred thousand children. */
static void test_large(void **state)
{
    enum { LONG = 1 << 20, MANY = 100000 };
    char *name = malloc(LONG + 1);
    pleach_builder *builder = new_builder();
    (void)state;
    memset(name, 'a', LONG);
    name[LONG] = '\0';
    begin(builder, "ann", "t");
    add(builder, PLEACH_NO_NODE, name);
    for (uint32_t k = 1; k <= MANY; k++)
        assert_int_equal(add(builder, 0, "leaf"), k);
    pleach_corpus *corpus = finish(builder);
    pleach_node node;
    assert_int_equal(pleach_corpus_get_facts(corpus)->nodes, MANY + 1);
    assert_int_equal(pleach_corpus_node(&node, corpus, MANY, NULL), PLEACH_OK);
    assert_string_equal(node.path, "99999");
    pleach_error error = {0};
    assert_int_equal(pleach_corpus_node(&node, corpus, MANY + 1, &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "no node 100001"));
    pleach_corpus_free(corpus);
    pleach_builder_free(builder);
    free(name);
}

static void test_vectors(void **state)
{
    static const float three[] = {1, 2, 3}, bad[] = {1, NAN, 3};
    pleach_builder *builder = new_builder();
    pleach_error error = {0};
    (void)state;
    begin(builder, "ann", "t");
    add(builder, PLEACH_NO_NODE, "A");
    uint32_t b = add(builder, 0, "B");
    assert_int_equal(pleach_builder_set_vector(builder, b, bad, 3, &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "Number 2"));
    assert_int_equal(pleach_builder_set_vector(builder, b, three, 0, &error),
                     PLEACH_BAD_DATA);
    assert_int_equal(pleach_builder_set_vector(builder, b, three, 3, &error),
                     PLEACH_OK);
    assert_int_equal(pleach_builder_set_vector(builder, b, three, 3, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(pleach_builder_set_vector(builder, 0, three, 2, &error),
                     PLEACH_BAD_DATA);
    begin(builder, "bob", "u");
    add(builder, PLEACH_NO_NODE, "C");
    assert_int_equal(pleach_builder_set_vector(builder, 0, three, 2, &error),
                     PLEACH_BAD_DATA);
    pleach_corpus *corpus = finish(builder);
    assert_int_equal(corpus->vector_size, 3);
    pleach_corpus_free(corpus);
    pleach_builder_free(builder);
}

/* A builder is used again, and ids that were not given follow the order. */
static void test_again(void **state)
{
    pleach_builder *builder = new_builder();
    (void)state;
    for (int round = 0; round < 3; round++) {
        begin(builder, "ann", NULL);
        add(builder, PLEACH_NO_NODE, "A");
        begin(builder, "ann", NULL);
        add(builder, PLEACH_NO_NODE, "A");
        pleach_corpus *corpus = finish(builder);
        char *text = list_nodes(corpus);
        assert_string_equal(text, "ann memory:1 . root A\n"
                                  "ann memory:2 . root A\n");
        assert_int_equal(corpus->input_count, 0);
        free(text);
        pleach_corpus_free(corpus);
    }
    pleach_builder_free(builder);
}

static void count_warning(void *context, const pleach_error *warning)
{
    assert_string_equal(warning->file, "memory");
    ++*(int *)context;
}

static void test_options(void **state)
{
    int told = 0;
    pleach_listener listener = {.warn = count_warning, .context = &told};
    pleach_builder_options options = {.language = "klingon"};
    pleach_builder *builder = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_builder_new(&builder, &options, &error),
                     PLEACH_BAD_USAGE);
    assert_null(builder);
    options =
        (pleach_builder_options){.language = "none", .listener = &listener};
    assert_int_equal(pleach_builder_new(&builder, &options, &error), PLEACH_OK);
    begin(builder, "ann", "same");
    add(builder, PLEACH_NO_NODE, "Dogs");
    begin(builder, "bob", "same");
    add(builder, PLEACH_NO_NODE, "dog");
    pleach_corpus *corpus = finish(builder);
    assert_int_equal(pleach_corpus_get_facts(corpus)->names, 2);
    assert_true(told >= 2); /* a repeated id, and no leaves */
    pleach_corpus_free(corpus);
    pleach_builder_free(builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_like_a_file),
        cmocka_unit_test(test_wrong_nodes),
        cmocka_unit_test(test_wrong_tags),
        cmocka_unit_test(test_wrong_hierarchies),
        cmocka_unit_test(test_deepest),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
