/* affinity_expression.c: the grammar of --similarity, and columns of what is
 * wrong. */
/* SPDX-License-Identifier: MIT */
#include "same/similarity.h"

#include <stdio.h>
#include <string.h>

#include "testing.h"

static pl_arena *arena;

static int open_arena(void **state)
{
    (void)state;
    arena = pl_arena_new();
    return arena == NULL;
}

static int close_arena(void **state)
{
    (void)state;
    pl_arena_free(arena);
    return 0;
}

static void expect(const char *text, const pl_term *terms, uint32_t count)
{
    pl_similarity found;
    pleach_error error = {0};
    if (pl_similarity_parse(&found, arena, text, &error) != PLEACH_OK)
        fail_msg("'%s': %s", text, error.sentence);
    assert_string_equal(found.name, text);
    assert_int_equal(found.count, count);
    for (uint32_t k = 0; k < count; k++) {
        assert_int_equal(found.terms[k].kind, terms[k].kind);
        assert_true(found.terms[k].weight == terms[k].weight);
        assert_true(found.terms[k].number == terms[k].number);
    }
}

static void test_understood(void **state)
{
    (void)state;
    expect("name", &(pl_term){PL_TERM_NAME, 1, 0}, 1);
    expect(" tags : 4 ", &(pl_term){PL_TERM_TAGS, 1, 4}, 1);
    expect("tags", &(pl_term){PL_TERM_TAGS, 1, 1}, 1);
    const pl_term sum[] = {{PL_TERM_NAME, 0.4, 0},
                           {PL_TERM_TAGS, 0.4, 4},
                           {PL_TERM_CONTEXT, 0.2, 2},
                           {PL_TERM_CONCEPT, 1, 0}};
    expect("0.4*name + 0.4*tags:4 + 0.2*context:2 + concept", sum, 4);
    expect("0.4*name+0.4*tags:4+0.2*context:2+concept", sum, 4);
    expect("\t.4 * name\n+ 4e-1 *tags: 4 +0.2*  context:2+concept ", sum, 4);
}

static void test_sources(void **state)
{
    (void)state;
    pl_similarity found;
    const char *text = "concept:4 with synonyms:\"a b+c.tsv\" and vectors:/x/y";
    assert_int_equal(pl_similarity_parse(&found, arena, text, NULL), PLEACH_OK);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.known.count, 2);
    assert_string_equal(found.known.files[0].path, "a b+c.tsv");
    assert_false(found.known.files[0].vectors);
    assert_string_equal(found.known.files[1].path, "/x/y");
    assert_true(found.known.files[1].vectors);
}

/* The first column, from 1, at which each is wrong. */
static void test_columns(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t column;
    } wrong[] = {
        {"", 1},
        {"  ", 3},
        {"+ name", 1},
        {"name +", 7},
        {"name + + name", 8},
        {"name name", 6},
        {"2 name", 3},
        {"2*", 3},
        {"0*name", 1},
        {"name + -1*tags", 8},
        {"name + x2*tags", 8},
        {"1e7*name", 1},
        {"nan*name", 1},
        {"0x2*name", 1},
        {"context:\"a", 9},
        {"context", 1},
        {"name + tag:4", 8},
        {"name:2", 1},
        {"tags:0", 1},
        {"tags:x", 1},
        {"name with synonyms:a", 11},
        {"concept with name:a", 14},
        {"concept with vectors:a and vectors:b", 28},
        {"concept with synonyms:a b", 25},
        {"name;", 5},
        {"*name", 1},
        {"2**name", 3},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pl_similarity found;
        pleach_error error = {0};
        if (pl_similarity_parse(&found, arena, wrong[k].text, &error) !=
            PLEACH_BAD_USAGE)
            fail_msg("'%s' was understood", wrong[k].text);
        if (error.column != wrong[k].column)
            fail_msg("'%s': column %d is blamed, not %d: %s", wrong[k].text,
                     (int)error.column, (int)wrong[k].column, error.sentence);
        char place[32];
        snprintf(place, sizeof place, "column %zu", wrong[k].column);
        assert_non_null(strstr(error.sentence, place));
    }
}

static void test_most_terms(void **state)
{
    (void)state;
    char text[128] = "name";
    pl_similarity found;
    pleach_error error = {0};
    for (int k = 1; k < PL_MOST_TERMS; k++)
        strcat(text, "+name");
    assert_int_equal(pl_similarity_parse(&found, arena, text, &error),
                     PLEACH_OK);
    assert_int_equal(found.count, PL_MOST_TERMS);
    strcat(text, "+name");
    assert_int_equal(pl_similarity_parse(&found, arena, text, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(error.column, 5 * PL_MOST_TERMS + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_understood),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_most_terms),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
