/* candidates.c: what holds wherever nodes choose their candidates. */
/* SPDX-License-Identifier: MIT */
#include "corpus_support.h"
#include "random_corpus.h"
#include "same/affinity.h"

enum { CORPORA = 60 };

static const char *const specs[] = {"name",
                                    "tags:2",
                                    "context:4",
                                    "0.3*name + 0.7*tags:2",
                                    "name + 0.5*context:2",
                                    "0.1*name + 0.9*tags:3",
                                    "concept:2",
                                    "concept:2 + 0.5*context:4"};
enum { SPECS = sizeof specs / sizeof *specs };

static pleach_affinity *compare(const pleach_corpus *corpus, const char *spec,
                                uint32_t candidates, uint32_t threads)
{
    pleach_affinity *affinity = NULL;
    pleach_error error = {0};
    pleach_affinity_options options = {
        .similarity = spec, .candidates = candidates, .threads = threads};
    if (pleach_affinity_compare(&affinity, corpus, &options, &error) !=
        PLEACH_OK)
        fail_msg("%s", error.sentence);
    return affinity;
}

static random_corpus crowd_new(pl_random *random)
{
    return random_corpus_new(
        random, &(random_corpus_shape){.lines = RANDOM_CORPUS_LINES,
                                       .names = 1 + pl_random_below(random, 6),
                                       .most_leaves = 5,
                                       .depth = 1 + pl_random_below(random, 2),
                                       .tags = pl_random_below(random, 8)});
}

static pleach_corpus *read_lines(const random_corpus *lines)
{
    char *text = random_corpus_text(lines);
    pleach_corpus *corpus = read_text("crowd.jsonl", text);
    free(text);
    return corpus;
}

/* The same bytes, but for what says how they were chosen. */
static void expect_equal(const pleach_affinity *a, const pleach_affinity *b)
{
    uint64_t pairs = pl_pair_count(a);
    assert_int_equal(a->slot_count, b->slot_count);
    assert_int_equal(a->block_count, b->block_count);
    assert_int_equal(pairs, pl_pair_count(b));
    assert_memory_equal(a->slot_node, b->slot_node,
                        a->slot_count * sizeof *a->slot_node);
    assert_memory_equal(a->block_first, b->block_first,
                        (a->block_count + 1) * sizeof *a->block_first);
    assert_memory_equal(a->pair_first, b->pair_first,
                        (a->slot_count + 1) * sizeof *a->pair_first);
    if (pairs == 0)
        return;
    assert_memory_equal(a->pair_slot, b->pair_slot,
                        pairs * sizeof *a->pair_slot);
    assert_memory_equal(a->pair_similarity, b->pair_similarity,
                        pairs * sizeof *a->pair_similarity);
}

/* ------------------------------------------------------------ properties -- */

/* Rows ascend, values are the same both ways and those of all pairs, blocks
 * are closed. */
static void expect_sound(const pleach_affinity *some,
                         const pleach_affinity *all)
{
    for (uint32_t i = 0; i < some->slot_count; i++)
        for (uint64_t p = some->pair_first[i]; p < some->pair_first[i + 1];
             p++) {
            uint32_t j = some->pair_slot[p];
            uint64_t back = pl_find_pair(some, j, i);
            assert_true(j != i && some->slot_block[i] == some->slot_block[j]);
            assert_true(p == some->pair_first[i] || some->pair_slot[p - 1] < j);
            assert_true(back != UINT64_MAX && some->pair_similarity[back] ==
                                                  some->pair_similarity[p]);
            uint64_t there =
                pl_find_pair(all, all->node_slot[some->slot_node[i]],
                             all->node_slot[some->slot_node[j]]);
            assert_true(there != UINT64_MAX && all->pair_similarity[there] ==
                                                   some->pair_similarity[p]);
        }
}

/* Each of n nodes chose at most K, and may have a twin. Smaller names keep
 * all pairs, no more than the limit for each node. */
static void expect_few(const pleach_affinity *some, uint32_t keep)
{
    uint64_t most = 0;
    for (uint32_t slot = 0; slot < some->slot_count; slot++) {
        uint32_t name = some->corpus->node_key[some->slot_node[slot]];
        uint32_t size = 0;
        for (uint32_t k = 0; k < some->slot_count; k++)
            size += some->corpus->node_key[some->slot_node[k]] == name;
        most += size > 8 * keep ? 2 * keep + 2 : size - 1;
    }
    if (pl_pair_count(some) > most)
        fail_msg("%d pairs are more than %d", (int)pl_pair_count(some),
                 (int)most);
}

static void expect_twins(const pleach_affinity *some)
{
    for (uint32_t slot = 0; slot < some->slot_count; slot++) {
        uint32_t twin = pl_twin_slot(some, slot);
        assert_true(twin == PL_NONE ||
                    pl_find_pair(some, slot, twin) != UINT64_MAX);
    }
}

static void test_sound_and_few(void **state)
{
    (void)state;
    pl_random random;
    uint32_t capped = 0;
    pl_random_seed(&random, 1);
    for (uint32_t k = 0; k < random_cases(CORPORA); k++) {
        random_corpus lines = crowd_new(&random);
        pleach_corpus *corpus = read_lines(&lines);
        uint32_t keep = 1 + pl_random_below(&random, 4);
        const char *spec = specs[k % SPECS];
        pleach_affinity *all = compare(corpus, spec, PLEACH_ALL_CANDIDATES, 1);
        pleach_affinity *some = compare(corpus, spec, keep, 2);
        expect_sound(some, all);
        expect_twins(some);
        /* Counted by name: not where names are linked. */
        if (strstr(spec, "concept") == NULL)
            expect_few(some, keep);
        assert_int_equal(all->capped_blocks, 0);
        assert_int_equal(some->candidates, some->capped_blocks > 0 ? keep : 0);
        capped += some->capped_blocks;
        pleach_affinity_free(some);
        pleach_affinity_free(all);
        pleach_corpus_free(corpus);
        random_corpus_free(&lines);
    }
    assert_true(capped > random_cases(CORPORA));
}

static void test_any_order_and_threads(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 2);
    for (uint32_t k = 0; k < random_cases(CORPORA); k++) {
        random_corpus lines = crowd_new(&random);
        pleach_corpus *corpus = read_lines(&lines);
        random_corpus_shuffle(&random, &lines);
        pleach_corpus *shuffled = read_lines(&lines);
        uint32_t keep = 1 + pl_random_below(&random, 4);
        pleach_affinity *one = compare(corpus, specs[k % SPECS], keep, 1);
        pleach_affinity *three = compare(shuffled, specs[k % SPECS], keep, 3);
        assert_int_equal(one->capped_blocks, three->capped_blocks);
        expect_equal(one, three);
        pleach_affinity_free(one);
        pleach_affinity_free(three);
        pleach_corpus_free(corpus);
        pleach_corpus_free(shuffled);
        random_corpus_free(&lines);
    }
}

/* As many candidates as there are nodes are all, and so is the default while
 * there are few pairs. */
static void test_enough_is_all(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 3);
    for (uint32_t k = 0; k < random_cases(CORPORA); k++) {
        random_corpus lines = crowd_new(&random);
        pleach_corpus *corpus = read_lines(&lines);
        const char *spec = specs[k % SPECS];
        pleach_affinity *all = compare(corpus, spec, PLEACH_ALL_CANDIDATES, 1);
        pleach_affinity *many = compare(corpus, spec, 1000000, 1);
        pleach_affinity *usual = compare(corpus, spec, 0, 1);
        expect_equal(all, many);
        expect_equal(all, usual);
        assert_int_equal(usual->candidates, 0);
        pleach_affinity_free(all);
        pleach_affinity_free(many);
        pleach_affinity_free(usual);
        pleach_corpus_free(corpus);
        random_corpus_free(&lines);
    }
}

/* ------------------------------------------------------------- by hand -- */

enum { PEOPLE = 40 };

/* PEOPLE roots of one name, each with a leaf of one name. */
static pleach_corpus *read_people(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    for (int k = 0; k < PEOPLE; k++)
        fprintf(to,
                "{\"owner\":\"o%d\",\"id\":\"h%d\",\"name\":\"pet\","
                "\"children\":[{\"name\":\"%s\",\"tags\":[\"t%d\"]}]}\n",
                k, k, "dog", k % 2);
    fclose(to);
    pleach_corpus *corpus = read_text("people.jsonl", text);
    free(text);
    return corpus;
}

/* Where all are alike, all choose the same few: some node knows every other
 * one, so that one cluster can hold them. */
static void test_one_hub_for_all(void **state)
{
    (void)state;
    pleach_corpus *corpus = read_people();
    pleach_affinity *some = compare(corpus, "name", 2, 1);
    assert_int_equal(some->capped_blocks, 2);
    for (uint32_t b = 0; b < some->block_count; b++) {
        uint64_t most = 0;
        for (uint32_t i = some->block_first[b]; i < some->block_first[b + 1];
             i++) {
            uint64_t degree = some->pair_first[i + 1] - some->pair_first[i];
            most = degree > most ? degree : most;
        }
        assert_int_equal(most, PEOPLE - 1);
    }
    pleach_affinity_free(some);
    pleach_corpus_free(corpus);
}

/* A pair that a program names is compared in a crowd too. */
static void test_own_pairs_stay(void **state)
{
    (void)state;
    pleach_corpus *corpus = read_people();
    pleach_affinity *some = NULL;
    uint32_t last = corpus->node_count - 1, other = last - 1;
    while (corpus->node_key[other] != corpus->node_key[last])
        other--;
    pleach_pair pair = {last, other, 0.5f};
    pleach_own_similarity own = {.pairs = &pair, .pair_count = 1};
    pleach_affinity_options options = {
        .similarity = "0.1*name + own", .own = &own, .candidates = 2};
    assert_int_equal(pleach_affinity_compare(&some, corpus, &options, NULL),
                     PLEACH_OK);
    uint64_t worth = 0;
    for (uint64_t p = 0; p < pl_pair_count(some); p++)
        worth += some->pair_similarity[p] > 0.55f;
    assert_int_equal(some->capped_blocks, 2);
    assert_int_equal(worth, 2);
    pleach_affinity_free(some);
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_and_few),
        cmocka_unit_test(test_any_order_and_threads),
        cmocka_unit_test(test_enough_is_all),
        cmocka_unit_test(test_one_hub_for_all),
        cmocka_unit_test(test_own_pairs_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
