/* own.c: similarities that a program brings with it. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "corpus_support.h"
#include "same/affinity.h"

/* Nodes by number: 0 cat root, 1 Tom leaf; 2 cat root, 3 Kit leaf; 4 dog root,
 * 5 Tom leaf. */
static const char TEXT[] =
    "{\"owner\": \"a\", \"id\": \"1\", \"name\": \"cat\", \"children\": "
    "[{\"name\": \"Tom\"}]}\n"
    "{\"owner\": \"b\", \"id\": \"2\", \"name\": \"cat\", \"children\": "
    "[{\"name\": \"Kit\"}]}\n"
    "{\"owner\": \"c\", \"id\": \"3\", \"name\": \"dog\", \"children\": "
    "[{\"name\": \"Tom\"}]}\n";

static pleach_status compare_with(pleach_affinity **affinity,
                                  const pleach_corpus *corpus,
                                  const pleach_own_similarity *own,
                                  const char *similarity, pleach_error *error)
{
    pleach_affinity_options options = {
        .similarity = similarity, .own = own, .preference = 0.1};
    *affinity = NULL;
    return pleach_affinity_compare(affinity, corpus, &options, error);
}

static double similarity_of(const pleach_affinity *affinity, uint32_t a,
                            uint32_t b)
{
    double there = pl_similarity_of(affinity, affinity->node_slot[a],
                                    affinity->node_slot[b]);
    double back = pl_similarity_of(affinity, affinity->node_slot[b],
                                   affinity->node_slot[a]);
    assert_true(there == back);
    return there;
}

typedef struct asked {
    uint32_t count;
    bool between[6][6];
    double value;
} asked;

/* Not the same both ways, which must not show. */
static double answer(void *context, uint32_t a, uint32_t b)
{
    asked *all = context;
    assert_true(a < b && b < 6);
#pragma omp critical
    {
        all->count++;
        all->between[a][b] = true;
    }
    return all->value;
}

static void test_function(void **state)
{
    asked all = {.value = 0.25};
    pleach_own_similarity own = {.compare = answer, .context = &all};
    pleach_corpus *corpus = read_text("x.jsonl", TEXT);
    pleach_affinity *affinity;
    (void)state;
    assert_int_equal(compare_with(&affinity, corpus, &own, NULL, NULL),
                     PLEACH_OK);
    assert_string_equal(affinity->similarity, "own");
    assert_true(all.between[0][2] && all.between[1][5]);
    assert_false(all.between[1][3]); /* other names, and no pair */
    assert_true(similarity_of(affinity, 0, 2) == 0.25);
    assert_true(similarity_of(affinity, 1, 5) == 0.25);
    assert_true(similarity_of(affinity, 1, 3) == -1);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

static void test_function_with_pairs(void **state)
{
    static const pleach_pair pairs[] = {{1, 3, 0}, {3, 1, 7}, {3, 3, 1}};
    asked all = {.value = 0.5};
    pleach_own_similarity own = {
        .compare = answer, .context = &all, .pairs = pairs, .pair_count = 3};
    pleach_corpus *corpus = read_text("x.jsonl", TEXT);
    pleach_affinity *affinity;
    (void)state;
    assert_int_equal(compare_with(&affinity, corpus, &own, NULL, NULL),
                     PLEACH_OK);
    assert_true(all.between[1][3]);
    assert_true(similarity_of(affinity, 1, 3) == 0.5);
    assert_true(similarity_of(affinity, 3, 5) == -1);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

static void test_values_outside(void **state)
{
    static const double given[] = {7, -3, (double)NAN, (double)INFINITY};
    static const double taken[] = {1, -1, -1, 1}; /* -1: no pair */
    pleach_corpus *corpus = read_text("x.jsonl", TEXT);
    (void)state;
    for (size_t k = 0; k < 4; k++) {
        asked all = {.value = given[k]};
        pleach_own_similarity own = {.compare = answer, .context = &all};
        pleach_affinity *affinity;
        assert_int_equal(compare_with(&affinity, corpus, &own, NULL, NULL),
                         PLEACH_OK);
        assert_true(similarity_of(affinity, 0, 2) == taken[k]);
        pleach_affinity_free(affinity);
    }
    pleach_corpus_free(corpus);
}

/* Pairs alone: the highest of those for one pair counts, 0 says nothing. */
static void test_pairs(void **state)
{
    static const pleach_pair pairs[] = {
        {0, 2, 0.3f}, {2, 0, 0.75f}, {3, 5, 0.5f}, {1, 5, 0}};
    pleach_own_similarity own = {.pairs = pairs, .pair_count = 4};
    pleach_corpus *corpus = read_text("x.jsonl", TEXT);
    pleach_affinity *affinity;
    (void)state;
    assert_int_equal(compare_with(&affinity, corpus, &own, NULL, NULL),
                     PLEACH_OK);
    assert_true(similarity_of(affinity, 0, 2) == 0.75);
    assert_true(similarity_of(affinity, 3, 5) == 0.5);
    assert_true(similarity_of(affinity, 1, 5) == -1);
    assert_int_equal(pleach_affinity_pairs(affinity), 4);
    pleach_affinity_free(affinity);
    /* As a term of a sum. */
    assert_int_equal(
        compare_with(&affinity, corpus, &own, "0.5*own + 0.25*name", NULL),
        PLEACH_OK);
    assert_true(similarity_of(affinity, 0, 2) == 0.625);
    assert_true(similarity_of(affinity, 1, 5) == 0.25);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

static void test_wrong(void **state)
{
    static const pleach_pair wrong[][1] = {{{0, 6, 0.5f}},
                                           {{UINT32_MAX, 0, 0.5f}},
                                           {{0, 2, -1}},
                                           {{0, 2, 1.5f}},
                                           {{0, 2, NAN}}};
    pleach_corpus *corpus = read_text("x.jsonl", TEXT);
    pleach_affinity *affinity;
    pleach_error error = {0};
    (void)state;
    for (size_t k = 0; k < 5; k++) {
        pleach_own_similarity own = {.pairs = wrong[k], .pair_count = 1};
        assert_int_equal(compare_with(&affinity, corpus, &own, NULL, &error),
                         PLEACH_BAD_USAGE);
        assert_non_null(strstr(error.sentence, k < 2 ? "6 nodes" : "within"));
        assert_null(affinity);
    }
    pleach_own_similarity nowhere = {.pair_count = 2};
    assert_int_equal(compare_with(&affinity, corpus, &nowhere, NULL, &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "pairs are NULL"));
    assert_int_equal(compare_with(&affinity, corpus, NULL, "own", &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "brings with it"));
    pleach_own_similarity none = {.pairs = NULL};
    assert_int_equal(compare_with(&affinity, corpus, &none, NULL, &error),
                     PLEACH_OK);
    assert_int_equal(pleach_affinity_pairs(affinity), 0);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

/* Each node's own number, whatever the options say, refused by its number. */
static void test_preferences(void **state)
{
    double each[6] = {0.5, 0.25, 1000000, 0.5, 0.125, 2};
    pleach_own_similarity own = {.preferences = each};
    pleach_corpus *corpus = read_text("x.jsonl", TEXT);
    pleach_affinity *affinity;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(compare_with(&affinity, corpus, &own, NULL, NULL),
                     PLEACH_OK);
    assert_true(affinity->preference == 0.125);
    for (uint32_t node = 0; node < 6; node++)
        assert_true(affinity->slot_preference[affinity->node_slot[node]] ==
                    each[node]);
    pleach_affinity_free(affinity);
    each[4] = 0;
    assert_int_equal(compare_with(&affinity, corpus, &own, NULL, &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "node 4 is 0"));
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_function),
        cmocka_unit_test(test_function_with_pairs),
        cmocka_unit_test(test_values_outside),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_preferences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
