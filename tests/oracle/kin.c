/* kin.c: what the names around two nodes have in common, in saplings of all
 * widths, against looking at each name. */
/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/threads.h"
#include "corpus_support.h"
#include "random.h"
#include "same/sapling_names.h"

enum { SAPLINGS = 12, NAMES = 120 };

static void draw_corpus(shown *text, pl_random *random)
{
    for (uint32_t s = 0; s < SAPLINGS; s++) {
        char word[64];
        uint32_t one_in = 1 + (uint32_t)pl_random_below(random, 60);
        snprintf(word, sizeof word, "{\"id\":\"%u\",\"name\":\"n%u\",", s,
                 (uint32_t)pl_random_below(random, NAMES));
        show_text(text, word);
        show_text(text, "\"children\":[{\"name\":\"n0\"}");
        for (uint32_t k = 0; k < NAMES; k++)
            for (uint32_t time = 0; time < 2; time++)
                if (pl_random_below(random, one_in + 5 * time) == 0) {
                    snprintf(word, sizeof word, ",{\"name\":\"n%u\"}", k);
                    show_text(text, word);
                }
        show_text(text, "]}\n");
    }
}

/* Whether a name stands around a node: in its sapling, other than as itself. */
static bool has(const pleach_corpus *corpus, uint32_t around, uint32_t name)
{
    uint32_t sapling = corpus->node_sapling[around], times = 0;
    for (uint32_t node = corpus->sapling_first[sapling];
         node < corpus->sapling_first[sapling + 1]; node++)
        times += node != around && corpus->node_key[node] == name;
    return times > 0;
}

static uint32_t look_at_each(const pleach_corpus *corpus, uint32_t a,
                             uint32_t b)
{
    uint32_t common = 0;
    for (uint32_t name = 0; name < pl_strings_count(corpus->keys); name++)
        common += has(corpus, a, name) && has(corpus, b, name);
    return common;
}

enum { PIECES = 16 };

/* Threads only note what is wrong, as a failing assertion jumps out of them. */
typedef struct questions {
    const pl_sapling_names *f;
    uint64_t seed;
    uint32_t wrong[PIECES];
} questions;

static bool answers_are_right(const pl_sapling_names *f, uint32_t a, uint32_t b)
{
    uint32_t common = look_at_each(f->corpus, a, b);
    uint32_t all = pl_kin_common(f, a, b, INFINITY);
    uint32_t some = pl_kin_common(f, a, b, 2);
    return all == common && all == pl_kin_common(f, b, a, INFINITY) &&
           (some < 2 ? some : 2) == (common < 2 ? common : 2);
}

/* Several threads ask about the same saplings. */
static void ask_some(void *context, uint32_t piece, uint32_t thread)
{
    questions *q = context;
    const pleach_corpus *corpus = q->f->corpus;
    pl_random random;
    (void)thread;
    pl_random_seed(&random, q->seed + piece);
    for (uint32_t k = 0; k < 100; k++) {
        uint32_t i = (uint32_t)pl_random_below(&random, corpus->node_count);
        uint32_t j = (uint32_t)pl_random_below(&random, corpus->node_count);
        q->wrong[piece] += !answers_are_right(q->f, i, j);
    }
}

static void test_kin(void **state)
{
    (void)state;
    pl_random random;
    pl_random_seed(&random, 7);
    for (uint32_t round = 0; round < random_cases(20); round++) {
        shown text = {0};
        draw_corpus(&text, &random);
        pleach_corpus *corpus = read_text("f.jsonl", text.text);
        pl_arena *arena = pl_arena_new();
        pl_sapling_names families;
        pleach_error error;
        assert_int_equal(
            pl_sapling_names_make(&families, arena, corpus, &error), PLEACH_OK);
        questions asked = {.f = &families, .seed = round * PIECES};
        pl_parallel_long(PIECES, 4, ask_some, &asked);
        for (uint32_t piece = 0; piece < PIECES; piece++)
            assert_int_equal(asked.wrong[piece], 0);
        pl_arena_free(arena);
        pleach_corpus_free(corpus);
        free(text.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
