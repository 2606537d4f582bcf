/* affinity.c: similarities by hand, preferences against a sort, and what is
 * not understood. */
/* SPDX-License-Identifier: MIT */
#include "same/affinity.h"

#include <math.h>

#include "corpus_support.h"
#include "random.h"
#include "random_corpus.h"

typedef struct compared {
    pleach_corpus *corpus;
    pleach_affinity *affinity;
} compared;

static compared compare_with(const char *text,
                             const pleach_affinity_options *options)
{
    compared c = {.corpus = read_text("f.jsonl", text)};
    pleach_error error = {0};
    if (pleach_affinity_compare(&c.affinity, c.corpus, options, &error) !=
        PLEACH_OK)
        fail_msg("%s", error.sentence);
    return c;
}

static compared compare(const char *text, const char *similarity)
{
    return compare_with(text,
                        &(pleach_affinity_options){.similarity = similarity});
}

static void end(compared *c)
{
    pleach_affinity_free(c->affinity);
    pleach_corpus_free(c->corpus);
}

/* The n-th node (from 0, saplings in order) of hierarchy `id`. */
static uint32_t node_of(const compared *c, const char *id, uint32_t n)
{
    const pleach_corpus *corpus = c->corpus;
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        uint32_t h = corpus->sapling_hierarchy[corpus->node_sapling[node]];
        if (strcmp(corpus->hierarchy_id[h], id) == 0 && n-- == 0)
            return node;
    }
    fail_msg("no such node in %s", id);
    return 0;
}

/* What is stored for two nodes; 0: nothing. The same both ways. */
static double between(const compared *c, const char *id, uint32_t n,
                      const char *other_id, uint32_t other_n)
{
    const pleach_affinity *a = c->affinity;
    uint32_t i = a->node_slot[node_of(c, id, n)];
    uint32_t j = a->node_slot[node_of(c, other_id, other_n)];
    uint64_t there = pl_find_pair(a, i, j), back = pl_find_pair(a, j, i);
    assert_int_equal(there == UINT64_MAX, back == UINT64_MAX);
    if (there == UINT64_MAX)
        return 0;
    assert_true(a->pair_similarity[there] == a->pair_similarity[back]);
    return a->pair_similarity[there];
}

static void expect(double found, double wanted)
{
    if (!(fabs(found - wanted) <= 1e-6))
        fail_msg("%g is stored, %g was expected", found, wanted);
}

/* -------------------------------------------------------------- by hand -- */

static const char *const tagged =
    "{\"id\":\"1\",\"name\":\"Birds\",\"tags\":[\"wing\",\"egg\",\"sky\"]}\n"
    "{\"id\":\"2\",\"name\":\"bird\",\"tags\":[\"egg\",\"sky\",\"wing\"]}\n"
    "{\"id\":\"3\",\"name\":\"bird\",\"tags\":{\"egg\":7,\"cage\":1}}\n"
    "{\"id\":\"4\",\"name\":\"bird\",\"tags\":[\"aviary\"]}\n"
    "{\"id\":\"5\",\"name\":\"owl\",\"tags\":[\"wing\",\"egg\",\"sky\"]}\n";

static void test_tags(void **state)
{
    (void)state;
    compared c = compare(tagged, "tags");
    expect(between(&c, "1", 0, "2", 0), 1);
    expect(between(&c, "1", 0, "3", 0), 1);
    expect(between(&c, "1", 0, "4", 0), 0); /* nothing in common */
    expect(between(&c, "1", 0, "5", 0), 0); /* another name */
    assert_int_equal(pleach_affinity_pairs(c.affinity), 6);
    assert_string_equal(c.affinity->similarity, "tags");
    assert_true(c.affinity->preference == 0.0001);
    end(&c);
    c = compare(tagged, "tags:4");
    expect(between(&c, "1", 0, "2", 0), 0.75);
    expect(between(&c, "1", 0, "3", 0), 0.25);
    expect(between(&c, "2", 0, "3", 0), 0.25);
    end(&c);
    c = compare(tagged, "tags:2.5");
    expect(between(&c, "1", 0, "2", 0), 1);
    expect(between(&c, "1", 0, "3", 0), 0.4);
    end(&c);
}

static void test_name(void **state)
{
    (void)state;
    compared c = compare(tagged, "name");
    for (char id = '2'; id <= '4'; id++)
        expect(between(&c, "1", 0, (char[]){id, '\0'}, 0), 1);
    expect(between(&c, "1", 0, "5", 0), 0);
    assert_int_equal(pleach_affinity_pairs(c.affinity), 12);
    end(&c);
}

static const char *const families =
    "{\"id\":\"1\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"},"
    "{\"name\":\"cat\"},{\"name\":\"bird\"}]}\n"
    "{\"id\":\"2\",\"name\":\"pets\",\"children\":[{\"name\":\"Dogs\"},"
    "{\"name\":\"bird\"}]}\n"
    "{\"id\":\"3\",\"name\":\"wild\",\"children\":[{\"name\":\"bird\"}]}\n";

static void test_context(void **state)
{
    (void)state;
    compared c = compare(families, "context:4");
    expect(between(&c, "1", 0, "2", 0), 0.1 + 0.9 * 2 / 4); /* dog, bird */
    expect(between(&c, "1", 1, "2", 1), 0.1 + 0.9 * 2 / 4); /* pet, bird */
    expect(between(&c, "1", 3, "2", 2), 0.1 + 0.9 * 2 / 4); /* pet, dog */
    expect(between(&c, "1", 3, "3", 1), 0.1);
    expect(between(&c, "1", 3, "2", 1), 0); /* another name */
    end(&c);
    c = compare(families, "context:1");
    expect(between(&c, "1", 3, "2", 2), 1);
    expect(between(&c, "1", 3, "3", 1), 0.1);
    end(&c);
}

static void test_auto(void **state)
{
    (void)state;
    compared c = compare(families, NULL);
    assert_string_equal(c.affinity->similarity, "concept:4");
    end(&c);
    c = compare(tagged, "auto"); /* most nodes have tags */
    assert_string_equal(c.affinity->similarity, "concept:2");
    end(&c);
}

/* A node is not compared with its parent, its children or its siblings, by
 * whatever name. */
static void test_never_compared(void **state)
{
    (void)state;
    compared c = compare("{\"id\":\"1\",\"name\":\"a\",\"tags\":[\"t\"],"
                         "\"children\":[{\"name\":\"a\",\"tags\":[\"t\"]},"
                         "{\"name\":\"A\",\"tags\":[\"t\"]}]}\n"
                         "{\"id\":\"2\",\"name\":\"a\",\"tags\":[\"t\"]}\n",
                         "tags");
    for (uint32_t n = 0; n < 3; n++) {
        for (uint32_t m = 0; m < n; m++)
            expect(between(&c, "1", n, "1", m), 0);
        expect(between(&c, "1", n, "2", 0), 1);
    }
    assert_int_equal(pleach_affinity_pairs(c.affinity), 6);
    end(&c);
}

/* Both roles of one inner node are one thing in its owner's mind, tags or
 * not. */
static void test_twins(void **state)
{
    (void)state;
    static const char *const deep =
        "{\"id\":\"1\",\"name\":\"animal\",\"children\":[{\"name\":\"dog\","
        "\"children\":[{\"name\":\"poodle\"}]}]}\n";
    static const char *const similarities[] = {"tags", "tags:3", "name",
                                               "context:4"};
    for (size_t k = 0; k < 4; k++) {
        compared c = compare(deep, similarities[k]);
        uint32_t twin = c.corpus->node_twin[node_of(&c, "1", 1)];
        assert_true(twin != PL_NONE);
        assert_int_equal(pleach_affinity_pairs(c.affinity), 2);
        uint32_t i = c.affinity->node_slot[node_of(&c, "1", 1)];
        uint64_t pair = c.affinity->pair_first[i];
        assert_int_equal(c.affinity->pair_slot[pair],
                         c.affinity->node_slot[twin]);
        assert_int_equal(pl_twin_slot(c.affinity, i),
                         c.affinity->pair_slot[pair]);
        assert_true(c.affinity->pair_similarity[pair] == 1.0f);
        end(&c);
    }
}

/* Leaves named like the seed, and what is out of reach, have no slots. */
static void test_discarded(void **state)
{
    (void)state;
    compared c = compare_with(
        "{\"id\":\"1\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"},"
        "{\"name\":\"pet\"}]}\n"
        "{\"id\":\"2\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"}]}\n"
        "{\"id\":\"3\",\"name\":\"car\",\"children\":[{\"name\":\"dog\"}]}\n",
        &(pleach_affinity_options){.similarity = "name", .seed = "Pets"});
    const pleach_affinity *a = c.affinity;
    assert_int_equal(a->slot_count, 4);
    assert_int_equal(a->node_slot[node_of(&c, "1", 2)], PL_NONE);
    assert_int_equal(a->node_slot[node_of(&c, "3", 0)], PL_NONE);
    assert_int_equal(a->node_slot[node_of(&c, "3", 1)], PL_NONE);
    assert_int_equal(pleach_affinity_pairs(a), 4);
    expect(between(&c, "1", 1, "2", 1), 1);
    assert_string_equal(a->seed, "Pets");
    end(&c);
}

/* What is needed is never said to be nothing. */
static void test_a_byte_of_memory(void **state)
{
    (void)state;
    pleach_corpus *corpus =
        read_text("f.jsonl", "{\"id\":\"1\",\"name\":\"pet\"}\n"
                             "{\"id\":\"2\",\"name\":\"pet\"}\n");
    pleach_affinity *affinity = NULL;
    pleach_error error = {0};
    assert_int_equal(pleach_affinity_compare(
                         &affinity, corpus,
                         &(pleach_affinity_options){.max_memory = 1}, &error),
                     PLEACH_NO_MEMORY);
    assert_non_null(strstr(error.sentence, "takes 1 MiB or more, and 0 MiB"));
    pleach_corpus_free(corpus);
}

/* ------------------------------------------------------------ by chance -- */

static uint32_t count_common(const pleach_corpus *corpus, uint32_t a,
                             uint32_t b)
{
    uint32_t common = 0;
    for (uint64_t k = corpus->tag_first[a]; k < corpus->tag_first[a + 1]; k++)
        for (uint64_t l = corpus->tag_first[b]; l < corpus->tag_first[b + 1];
             l++)
            common += corpus->tag_id[k] == corpus->tag_id[l];
    return common;
}

/* tags:2 of two nodes, from its definition. */
static double definition(const compared *c, uint32_t a, uint32_t b)
{
    const pleach_corpus *corpus = c->corpus;
    if (corpus->node_key[a] != corpus->node_key[b] ||
        corpus->node_sapling[a] == corpus->node_sapling[b])
        return 0;
    if (corpus->node_twin[a] == b)
        return 1;
    return fmin(1, count_common(corpus, a, b) / 2.0);
}

static void check_links(const pleach_affinity *a)
{
    uint32_t children = 0;
    assert_int_equal(a->block_first[a->block_count], a->slot_count);
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t b = a->slot_block[i];
        assert_true(i >= a->block_first[b] && i < a->block_first[b + 1]);
        assert_int_equal(a->node_slot[a->slot_node[i]], i);
        for (uint32_t k = a->child_first[i]; k < a->child_first[i + 1]; k++) {
            assert_int_equal(a->slot_parent[a->child[k]], i);
            children++;
        }
    }
    for (uint32_t i = 0; i < a->slot_count; i++)
        children -= a->slot_parent[i] != PL_NONE;
    assert_int_equal(children, 0);
}

static void test_every_pair(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 61);
    for (int k = 0; k < 150; k++) {
        random_corpus_shape shape = {10, 3, 3, 3, 3};
        random_corpus lines = random_corpus_new(&random, &shape);
        char *text = random_corpus_text(&lines);
        pleach_affinity_options options = {.similarity = "tags:2",
                                           .threads = 1 + (uint32_t)k % 3};
        compared c = compare_with(text, &options);
        const pleach_affinity *a = c.affinity;
        check_links(a);
        for (uint32_t i = 0; i < a->slot_count; i++) {
            uint64_t at = a->pair_first[i], end_at = a->pair_first[i + 1];
            for (uint32_t j = 0; j < a->slot_count; j++) {
                double s = definition(&c, a->slot_node[i], a->slot_node[j]);
                if (s <= 0)
                    continue;
                /* Ascending, and nothing else in between. */
                assert_true(at < end_at);
                assert_int_equal(a->pair_slot[at], j);
                assert_true(a->pair_similarity[at] == (float)s);
                at++;
            }
            assert_int_equal(at, end_at);
        }
        end(&c);
        free(text);
        random_corpus_free(&lines);
    }
}

/* ----------------------------------------------------------- preference -- */

static void test_preference(void **state)
{
    (void)state;
    static const double numbers[] = {0, 0.25, 0.001, 3, 1000000};
    for (size_t k = 0; k < 5; k++) {
        compared c = compare_with(
            tagged, &(pleach_affinity_options){.preference = numbers[k]});
        assert_true(c.affinity->preference == (k == 0 ? 0.0001 : numbers[k]));
        end(&c);
    }
}

/* ------------------------------------------------------- what is refused -- */

static void refuse_similarity(const pleach_corpus *corpus,
                              const char *similarity)
{
    pleach_affinity *affinity = NULL;
    pleach_error error = {0};
    pleach_affinity_options options = {.similarity = similarity};
    pleach_status status =
        pleach_affinity_compare(&affinity, corpus, &options, &error);
    if (status != PLEACH_BAD_USAGE || error.status != PLEACH_BAD_USAGE)
        fail_msg("'%s' gave status %d", similarity, status);
    assert_null(affinity);
    char quoted[64];
    snprintf(quoted, sizeof quoted, "'%.30s", similarity);
    if (strstr(error.sentence, quoted) == NULL)
        fail_msg("'%s' gave: %s", similarity, error.sentence);
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const similarities[] = {"",
                                               "tag",
                                               "tagss",
                                               "tags:",
                                               "tags:0",
                                               "tags:-1",
                                               "tags:x",
                                               "tags:2x",
                                               "tags:inf",
                                               "tags:nan",
                                               "tags:1e999",
                                               "tags:1e50",
                                               "tags: ",
                                               "name:2",
                                               "context",
                                               "context:",
                                               "context:0",
                                               ":2",
                                               "TAGS",
                                               "name +",
                                               "+ name",
                                               "2*",
                                               "*name",
                                               "0*name",
                                               "-1*name",
                                               "1e9*name",
                                               "name name",
                                               "2 name",
                                               "name:",
                                               "synonyms",
                                               "tags:\"x",
                                               "vector",
                                               "name + nam",
                                               "tags:2:3",
                                               "file:x",
                                               "structure",
                                               "concept with",
                                               "concept with synonyms:",
                                               "name with synonyms:x"};
    pleach_corpus *corpus = read_text("f.jsonl", tagged);
    for (size_t k = 0; k < sizeof similarities / sizeof *similarities; k++)
        refuse_similarity(corpus, similarities[k]);
    pleach_corpus_free(corpus);
}

/* Any text at all is either understood, and then similarities are above 0
 * and at most 1, or a usage error. */
static void test_any_text(void **state)
{
    (void)state;
    static const char alphabet[] = "tagsnmecox:::0123456789.-+eqid xp";
    pl_random random;
    pl_random_seed(&random, 63);
    pleach_corpus *corpus = read_text("f.jsonl", tagged);
    uint32_t understood = 0;
    for (int k = 0; k < 10000; k++) {
        static const char *const starts[] = {"", "tags:", "context:"};
        char spec[24];
        size_t length = (size_t)snprintf(spec, sizeof spec, "%s",
                                         starts[pl_random_below(&random, 3)]);
        for (uint32_t more = pl_random_below(&random, 8); more > 0; more--)
            spec[length++] =
                alphabet[pl_random_below(&random, sizeof alphabet - 1)];
        spec[length] = '\0';
        pleach_affinity *affinity = NULL;
        pleach_error error = {0};
        pleach_affinity_options options = {.similarity = spec, .threads = 1};
        pleach_status status =
            pleach_affinity_compare(&affinity, corpus, &options, &error);
        if (status != PLEACH_OK) {
            assert_int_equal(status, PLEACH_BAD_USAGE);
            assert_true(strlen(error.sentence) > 20);
            continue;
        }
        understood++;
        for (uint64_t p = 0; p < pleach_affinity_pairs(affinity); p++)
            if (!(affinity->pair_similarity[p] > 0 &&
                  affinity->pair_similarity[p] <= 1))
                fail_msg("'%s' gives a similarity of %g", spec,
                         (double)affinity->pair_similarity[p]);
        pleach_affinity_free(affinity);
    }
    pleach_corpus_free(corpus);
    assert_true(understood > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_name),
        cmocka_unit_test(test_context),
        cmocka_unit_test(test_auto),
        cmocka_unit_test(test_never_compared),
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_discarded),
        cmocka_unit_test(test_every_pair),
        cmocka_unit_test(test_preference),
        cmocka_unit_test(test_a_byte_of_memory),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_any_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
