/* affinity_expression.c: the grammar of --similarity, and columns of what is
 * wrong. */
/* SPDX-License-Identifier: MIT */
#include "same/expression.h"

#include <stdio.h>
#include <string.h>

#include "testing.h"

typedef struct expected {
    double weight;
    const char *name, *argument; /* NULL: none */
} expected;

static void expect(const char *text, const expected *terms, uint32_t count)
{
    pl_expression found;
    pleach_error error = {0};
    if (pl_expression_parse(&found, text, &error) != PLEACH_OK)
        fail_msg("'%s': %s", text, error.sentence);
    assert_int_equal(found.count, count);
    for (uint32_t k = 0; k < count; k++) {
        const pl_written_term *term = &found.terms[k];
        assert_true(term->weight == terms[k].weight);
        assert_int_equal(term->name_length, strlen(terms[k].name));
        assert_memory_equal(term->name, terms[k].name, term->name_length);
        assert_int_equal(term->argument == NULL, terms[k].argument == NULL);
        if (term->argument == NULL)
            continue;
        assert_int_equal(term->argument_length, strlen(terms[k].argument));
        assert_memory_equal(term->argument, terms[k].argument,
                            term->argument_length);
    }
}

static void test_understood(void **state)
{
    (void)state;
    expect("name", &(expected){1, "name", NULL}, 1);
    expect(" tags : 4 ", &(expected){1, "tags", "4"}, 1);
    const expected sum[] = {
        {0.4, "name", NULL}, {0.4, "tags", "4"}, {0.2, "structure", NULL}};
    expect("0.4*name + 0.4*tags:4 + 0.2*structure", sum, 3);
    expect("0.4*name+0.4*tags:4+0.2*structure", sum, 3);
    expect("\t.4 * name\n+ 4e-1 *tags: 4 +0.2*  structure", sum, 3);
    const expected files[] = {{1, "file", "a b+c.tsv"}, {1, "name", NULL}};
    expect("file:\"a b+c.tsv\" + name", files, 2);
    expect("synonyms:/x/y.txt", &(expected){1, "synonyms", "/x/y.txt"}, 1);
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
        {"name + x2*tags", 9},
        {"1e7*name", 1},
        {"nan*name", 4},
        {"0x2*name", 1},
        {"file:\"a", 6},
        {"name;", 5},
        {"*name", 1},
        {"2**name", 3},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pl_expression found;
        pleach_error error = {0};
        if (pl_expression_parse(&found, wrong[k].text, &error) !=
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
    pl_expression found;
    pleach_error error = {0};
    for (int k = 1; k < PL_MOST_TERMS; k++)
        strcat(text, "+name");
    assert_int_equal(pl_expression_parse(&found, text, &error), PLEACH_OK);
    assert_int_equal(found.count, PL_MOST_TERMS);
    strcat(text, "+name");
    assert_int_equal(pl_expression_parse(&found, text, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(error.column, 5 * PL_MOST_TERMS + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_understood),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_most_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
