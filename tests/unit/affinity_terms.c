/* affinity_terms.c: each term of a similarity by hand, what is refused, and
 * that the order of the input says nothing. */
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

static compared compare(const char *text, const char *similarity)
{
    compared c = {.corpus = read_text("f.jsonl", text)};
    pleach_error error = {0};
    pleach_affinity_options options = {.similarity = similarity};
    if (pleach_affinity_compare(&c.affinity, c.corpus, &options, &error) !=
        PLEACH_OK)
        fail_msg("%s: %s", similarity, error.sentence);
    return c;
}

static void end(compared *c)
{
    pleach_affinity_free(c->affinity);
    pleach_corpus_free(c->corpus);
}

/* The n-th node (from 0, saplings in order) of hierarchy `id`. */
static uint32_t slot_of(const compared *c, const char *id, uint32_t n)
{
    const pleach_corpus *corpus = c->corpus;
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        uint32_t h = corpus->sapling_hierarchy[corpus->node_sapling[node]];
        if (strcmp(corpus->hierarchy_id[h], id) == 0 && n-- == 0)
            return c->affinity->node_slot[node];
    }
    fail_msg("no such node in %s", id);
    return 0;
}

/* A small corpus by chance, ours to free. */
static char *random_text(uint64_t seed)
{
    pl_random random;
    random_corpus_shape shape = {40, 12, 4, 3, 3};
    pl_random_seed(&random, seed);
    random_corpus lines = random_corpus_new(&random, &shape);
    char *text = random_corpus_text(&lines);
    random_corpus_free(&lines);
    return text;
}

/* What is stored between two nodes, both ways; 0: nothing. */
static void expect(const compared *c, const char *id, uint32_t n,
                   const char *other_id, uint32_t other_n, double wanted)
{
    const pleach_affinity *a = c->affinity;
    uint32_t i = slot_of(c, id, n), j = slot_of(c, other_id, other_n);
    uint64_t there = pl_find_pair(a, i, j), back = pl_find_pair(a, j, i);
    double found = there == UINT64_MAX ? 0 : a->pair_similarity[there];
    double again = back == UINT64_MAX ? 0 : a->pair_similarity[back];
    assert_true(found == again);
    if (!(fabs(found - wanted) <= 1e-6))
        fail_msg("%s.%d and %s.%d: %.7f is stored, %.7f was expected", id,
                 (int)n, other_id, (int)other_n, found, wanted);
    if (found > 0)
        assert_int_equal(a->slot_block[i], a->slot_block[j]);
}

/* -------------------------------------------------------------- by tags -- */

static const char *const tagged =
    "{\"id\":\"1\",\"name\":\"bird\",\"tags\":{\"wing\":1,\"egg\":3}}\n"
    "{\"id\":\"2\",\"name\":\"bird\",\"tags\":{\"wing\":2,\"sky\":1}}\n"
    "{\"id\":\"3\",\"name\":\"bird\"}\n"
    "{\"id\":\"4\",\"name\":\"owl\",\"tags\":{\"wing\":1}}\n";

static void test_sums(void **state)
{
    (void)state;
    compared c = compare(tagged, "0.4*name + 0.5*tags:2 + 0.2*context:4");
    expect(&c, "1", 0, "2", 0, 0.4 + 0.5 * 0.5 + 0.2 * 0.1);
    expect(&c, "1", 0, "3", 0, 0.4 + 0.2 * 0.1);
    end(&c);
    c = compare(tagged, "0.9*name + 2*tags"); /* capped */
    expect(&c, "1", 0, "2", 0, 1);
    expect(&c, "1", 0, "3", 0, 0.9);
    end(&c);
}

/* A sum of one plain term and nothing is what the fast way gives. */
static void test_plain(void **state)
{
    (void)state;
    static const char *const specs[][2] = {
        {"tags:3", "0.5*tags:3+0.5*tags:3"},
        {"context:3", "0.5*context:3+0.5*context:3"},
        {"name", "0.5*name + 0.5*name"},
    };
    for (uint64_t seed = 0; seed < 20; seed++) {
        char *text = random_text(seed);
        for (size_t k = 0; k < 3; k++) {
            compared fast = compare(text, specs[k][0]);
            compared slow = compare(text, specs[k][1]);
            const pleach_affinity *a = fast.affinity, *b = slow.affinity;
            uint64_t pairs = pl_pair_count(a);
            assert_int_equal(pairs, pl_pair_count(b));
            assert_memory_equal(a->pair_slot, b->pair_slot, pairs * 4);
            for (uint64_t p = 0; p < pairs; p++)
                assert_true(fabsf(a->pair_similarity[p] -
                                  b->pair_similarity[p]) < 1e-6f);
            end(&fast);
            end(&slow);
        }
        free(text);
    }
}

/* --------------------------------------------------------- by concepts -- */

/* Nodes of one concept are compared, and those of one name only then. */
static void test_concepts(void **state)
{
    (void)state;
    compared c = compare(tagged, "0.5*concept + 0.25*tags:2 + 0.125*context:1");
    expect(&c, "1", 0, "2", 0, 0.5 + 0.25 * 0.5 + 0.125 * 0.1);
    expect(&c, "1", 0, "3", 0, 0.5 + 0.125 * 0.1);
    expect(&c, "1", 0, "4", 0, 0);
    assert_true(c.affinity->same_concept == 0.5);
    end(&c);
}

/* Many names of three words out of `words`, each with tags. */
static char *many_names(uint32_t count, uint32_t words)
{
    pl_random random;
    shown to = {NULL, 0};
    pl_random_seed(&random, count);
    for (uint32_t k = 0; k < count; k++) {
        char line[256];
        uint32_t a = pl_random_below(&random, words);
        uint32_t b = pl_random_below(&random, words);
        snprintf(line, sizeof line,
                 "{\"id\":\"%u\",\"owner\":\"%u\",\"name\":\"w%u w%u x\","
                 "\"tags\":[\"t%u\",\"u%u\"]}\n",
                 k, k, a, b, a, b);
        show_text(&to, line);
    }
    return to.text;
}

/* ---------------------------------------------------------- determinism -- */

/* The lines of a text from the last to the first. */
static char *turn_around(const char *text)
{
    size_t length = strlen(text), at = 0;
    char *turned = malloc(length + 1);
    assert_non_null(turned);
    for (size_t end_of = length; end_of > 0;) {
        size_t start = end_of - 1;
        while (start > 0 && text[start - 1] != '\n')
            start--;
        memcpy(turned + at, text + start, end_of - start);
        at += end_of - start;
        end_of = start;
    }
    turned[length] = '\0';
    return turned;
}

static void expect_same(const pleach_affinity *a, const pleach_affinity *b)
{
    uint64_t pairs = pl_pair_count(a);
    assert_int_equal(a->slot_count, b->slot_count);
    assert_int_equal(a->block_count, b->block_count);
    assert_int_equal(pairs, pl_pair_count(b));
    assert_memory_equal(a->slot_identity, b->slot_identity,
                        a->slot_count * sizeof *a->slot_identity);
    assert_memory_equal(a->block_first, b->block_first,
                        a->block_count * sizeof *a->block_first);
    assert_int_equal(a->node_concept == NULL, b->node_concept == NULL);
    if (a->node_concept != NULL)
        assert_memory_equal(a->node_concept, b->node_concept,
                            a->corpus->node_count * sizeof *a->node_concept);
    if (pairs == 0)
        return;
    assert_memory_equal(a->pair_slot, b->pair_slot,
                        pairs * sizeof *a->pair_slot);
    assert_memory_equal(a->pair_similarity, b->pair_similarity,
                        pairs * sizeof *a->pair_similarity);
}

/* Rows ascend, values are in (0, 1] and the same both ways, no pair leaves
 * its block or stays in its sapling. */
static void expect_sound(const pleach_affinity *a)
{
    for (uint32_t i = 0; i < a->slot_count; i++)
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++) {
            uint32_t j = a->pair_slot[p];
            uint64_t back = pl_find_pair(a, j, i);
            assert_true(p == a->pair_first[i] || a->pair_slot[p - 1] < j);
            assert_true(a->pair_similarity[p] > 0 &&
                        a->pair_similarity[p] <= 1);
            assert_true(back != UINT64_MAX &&
                        a->pair_similarity[back] == a->pair_similarity[p]);
            assert_int_equal(a->slot_block[i], a->slot_block[j]);
            assert_true(a->corpus->node_sapling[a->slot_node[i]] !=
                        a->corpus->node_sapling[a->slot_node[j]]);
        }
}

static void test_same_for_any_order(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "auto",      "0.3*name + 0.4*tags:3", "tags + 0.2*context:3", "concept",
        "concept:2", "concept:2 + 0.5*tags"};
    for (uint64_t seed = 0; seed < 12; seed++) {
        char *text = seed < 10 ? random_text(seed)
                               : many_names(200 + 20 * (uint32_t)seed, 40);
        char *turned = turn_around(text);
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            compared a = compare(text, specs[k]), b = compare(turned, specs[k]);
            expect_sound(a.affinity);
            expect_same(a.affinity, b.affinity);
            pleach_affinity *c;
            pleach_affinity_options one = {.similarity = specs[k],
                                           .threads = 5};
            assert_int_equal(pleach_affinity_compare(&c, a.corpus, &one, NULL),
                             PLEACH_OK);
            expect_same(a.affinity, c);
            pleach_affinity_free(c);
            end(&a);
            end(&b);
        }
        free(text);
        free(turned);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_concepts),
        cmocka_unit_test(test_same_for_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
