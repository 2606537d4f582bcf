/* affinity_terms.c: each term of a similarity by hand, what is refused, how
 * much is looked at, and that the order of the input says nothing. */
/* SPDX-License-Identifier: MIT */
#include "same/affinity.h"

#include <math.h>
#include <unistd.h>

#include "base/random.h"
#include "corpus_support.h"
#include "random_corpus.h"
#include "same/term_rows.h"

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

/* --------------------------------------------------------- by structure -- */

static const char *const families =
    "{\"id\":\"1\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"},"
    "{\"name\":\"cat\"},{\"name\":\"bird\"}]}\n"
    "{\"id\":\"2\",\"name\":\"pets\",\"children\":[{\"name\":\"Dogs\"},"
    "{\"name\":\"ant\"}]}\n"
    "{\"id\":\"3\",\"name\":\"companion\",\"children\":[{\"name\":\"dog\"},"
    "{\"name\":\"cat\"},{\"name\":\"cow\"}]}\n"
    "{\"id\":\"4\",\"name\":\"dog\",\"children\":[{\"name\":\"poodle\"}]}\n"
    "{\"id\":\"5\",\"name\":\"wild\",\"children\":[{\"name\":\"bird\"}]}\n";

/* How much a name says that stands in so many of the five saplings. */
static double rarity(double saplings)
{
    return log(1 + 5 / saplings);
}

static void test_structure(void **state)
{
    (void)state;
    double dog = rarity(4), cat = rarity(2), ant = rarity(1), bird = rarity(2),
           cow = rarity(1);
    compared c = compare(families, "structure");
    /* Roots: their children. */
    expect(&c, "1", 0, "2", 0, dog / (dog + ant));
    /* Leaves: the same parent, and nothing in common with the siblings. */
    expect(&c, "1", 1, "2", 1, 0.5);
    /* Another parent, siblings (cat, bird) and (cat, cow). */
    expect(&c, "1", 1, "3", 1, 0.5 * cat / (cat + (bird < cow ? bird : cow)));
    /* No siblings, another parent. */
    expect(&c, "1", 3, "5", 1, 0);
    /* A root and a leaf have nothing to compare. */
    expect(&c, "1", 1, "4", 0, 0.5);
    /* Children in common link no roots by other names. */
    expect(&c, "1", 0, "3", 0, 0);
    expect(&c, "2", 0, "3", 0, 0);
    end(&c);
}

/* ------------------------------------------------------------- by files -- */

/* Writes a file, compares with `term`:FILE, and takes the file away. */
static pleach_status compare_file(compared *c, const char *corpus,
                                  const char *term, const char *text,
                                  pleach_error *error)
{
    char path[] = "affinity_terms_XXXXXX", spec[64];
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    snprintf(spec, sizeof spec, "%s:%s", term, path);
    c->corpus = read_text("f.jsonl", corpus);
    c->affinity = NULL;
    pleach_status status = pleach_affinity_compare(
        &c->affinity, c->corpus, &(pleach_affinity_options){.similarity = spec},
        error);
    unlink(path);
    return status;
}

static void refuse_file(const char *term, const char *text, uint64_t line,
                        const char *word)
{
    compared c;
    pleach_error error = {0};
    pleach_status status = compare_file(&c, families, term, text, &error);
    if (status != PLEACH_BAD_DATA || error.line != line ||
        strstr(error.sentence, word) == NULL || error.file[0] == '\0')
        fail_msg("%s with '%s' gave status %d at line %d: %s", term, text,
                 status, (int)error.line, error.sentence);
    end(&c);
}

static void test_synonyms(void **state)
{
    (void)state;
    compared c;
    pleach_error error = {0};
    assert_int_equal(compare_file(&c, families, "name with synonyms",
                                  "# pets\n\nCompanions, pet, nobody\n"
                                  "cow\tpoodles\n",
                                  &error),
                     PLEACH_OK);
    expect(&c, "1", 0, "2", 0, 1);
    expect(&c, "1", 0, "3", 0, 0.5);
    expect(&c, "3", 3, "4", 1, 0.5);
    expect(&c, "1", 0, "4", 0, 0);
    end(&c);
    refuse_file("name with synonyms", "", 1, "no synonyms");
    refuse_file("name with synonyms", "# none\n\n", 1, "no synonyms");
    refuse_file("name with synonyms", "a,b\nalone\n", 2, "two names");
    refuse_file("name with synonyms", "a,b\n\xff,c\n", 2, "UTF-8");
}

static void test_pairs(void **state)
{
    (void)state;
    compared c;
    pleach_error error = {0};
    assert_int_equal(
        compare_file(&c, families, "file",
                     "id\tpath\tid\tpath\tsimilarity\n1\t.\t5\t0\t0.25\n"
                     "5\t0\t1\t.\t0.5\n2\t0\t3\t2\t1\n1\t0\t1\t1\t1\n"
                     "2\t.\t3\t.\t0\n",
                     &error),
        PLEACH_OK);
    expect(&c, "1", 0, "5", 1, 0.5); /* the higher of two */
    expect(&c, "2", 1, "3", 3, 1);
    expect(&c, "1", 1, "1", 2, 0); /* siblings are never compared */
    assert_int_equal(pleach_affinity_pairs(c.affinity), 4);
    end(&c);
    refuse_file("file", "", 1, "no pairs");
    refuse_file("file", "1\t.\t9\t.\t1\n", 1, "'9'");
    refuse_file("file", "1\t.\t2\t.\t1\n1\t.\t2\t7\t1\n", 2, "'7'");
    refuse_file("file", "1\t.\t2\t.\n", 1, "five cells");
    refuse_file("file", "1\t.\t2\t.\tnan\n", 1, "nan");
    refuse_file("file", "1\t.\t2\t.\t1.5\n", 1, "1.5");
}

/* ----------------------------------------------------------- by vectors -- */

static void test_vectors(void **state)
{
    (void)state;
    compared c = compare("{\"id\":\"1\",\"name\":\"a\",\"vector\":[3,4,0]}\n"
                         "{\"id\":\"2\",\"name\":\"b\",\"vector\":[4,3,0]}\n"
                         "{\"id\":\"3\",\"name\":\"c\",\"vector\":[0,0,-2]}\n"
                         "{\"id\":\"4\",\"name\":\"a\",\"vector\":[0,1,0]}\n"
                         "{\"id\":\"5\",\"name\":\"a\",\"vector\":[-1,0,0]}\n"
                         "{\"id\":\"6\",\"name\":\"a\"}\n",
                         "vector:0.9");
    expect(&c, "1", 0, "2", 0, 24.0 / 25);
    expect(&c, "1", 0, "4", 0, 0.8); /* equal names are always compared */
    expect(&c, "2", 0, "4", 0, 0);   /* 0.6 is too little for others */
    expect(&c, "1", 0, "5", 0, 0);   /* they point away */
    expect(&c, "1", 0, "6", 0, 0);
    end(&c);
}

static void test_bad_vectors(void **state)
{
    (void)state;
    refuse("f.jsonl",
           "{\"name\":\"a\",\"vector\":[1,2]}\n"
           "{\"name\":\"b\",\"vector\":[1,2,3]}\n",
           2, 22, "equally long");
    refuse("f.jsonl",
           "{\"name\":\"a\",\"vector\":[1],\"children\":["
           "{\"name\":\"b\",\"vector\":[1,2]}]}\n",
           1, 59, "equally long");
    refuse("f.jsonl", "{\"name\":\"a\",\"vector\":[1e99]}\n", 1, 23, "large");
    refuse("f.jsonl", "{\"name\":\"a\",\"vector\":[]}\n", 1, 22, "empty");
    refuse("f.jsonl", "{\"name\":\"a\",\"vector\":[NaN]}\n", 1, 23, "JSON");
    refuse("f.jsonl", "{\"name\":\"a\",\"vector\":3}\n", 1, 22, "list");
    refuse("f.jsonl", "{\"name\":\"a\",\"vector\":[\"3\"]}\n", 1, 23,
           "numbers");
}

/* ------------------------------------------------------ how much is done -- */

/* Many names of three words out of `words`, each with tags and a vector. */
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
                 "\"tags\":[\"t%u\",\"u%u\"],\"vector\":[%d,%d,%d,%d]}\n",
                 k, k, a, b, a, b, (int)pl_random_below(&random, 200) - 100,
                 (int)pl_random_below(&random, 200) - 100,
                 (int)pl_random_below(&random, 200) - 100,
                 (int)pl_random_below(&random, 200) - 100);
        show_text(&to, line);
    }
    return to.text;
}

static uint64_t looked_at(const char *text, const char *spec)
{
    pleach_corpus *corpus = read_text("f.jsonl", text);
    pl_arena *arena = pl_arena_new();
    pleach_affinity affinity = {.arena = arena,
                                .corpus = corpus,
                                .node_name = corpus->node_key,
                                .name_count = pl_strings_count(corpus->keys)};
    pl_similarity similarity;
    pleach_affinity_options options = {.threads = 1};
    pl_term_rows *mix;
    pleach_error error = {0};
    assert_int_equal(pl_similarity_parse(&similarity, arena, spec, &error),
                     PLEACH_OK);
    assert_int_equal(
        pl_select(&affinity.selection, arena, corpus, NULL, 0, &error),
        PLEACH_OK);
    assert_int_equal(
        pl_term_rows_new(&mix, &affinity, &similarity, &options, &error),
        PLEACH_OK);
    uint64_t found = pl_term_rows_looked_at(mix);
    pl_term_rows_free(mix);
    pl_arena_free(arena);
    pleach_corpus_free(corpus);
    return found;
}

/* Some hundred looks per name or node at most, where all pairs would be
 * thousands. */
static void test_near_linear(void **state)
{
    (void)state;
    char *text = many_names(8000, 1000);
    uint64_t vectors = looked_at(text, "vector");
    assert_true(vectors > 0 && vectors <= 12u * 256 * 8000);
    assert_true(vectors < 8000ull * 7999 / 2);
    free(text);
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
    static const char *const specs[] = {"auto",
                                        "0.3*name + 0.4*tags:3 + 0.3*structure",
                                        "tags + 0.2*context:3",
                                        "0.5*name + vector:0.5",
                                        "concept",
                                        "concept:2",
                                        "concept:2 + 0.5*structure"};
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
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_synonyms),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_bad_vectors),
        cmocka_unit_test(test_near_linear),
        cmocka_unit_test(test_same_for_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
