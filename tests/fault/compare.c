/* compare.c: every allocation of a comparison fails once. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <string.h>

#include "faults.h"
#include "pleach_lab.h"

static const char lines[] =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"pet\",\"children\":"
    "[{\"name\":\"dog\"},{\"name\":\"cat\"}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"dog\",\"children\":"
    "[{\"name\":\"poodle\"}]}\n";

static pleach_corpus *corpus;

static int read_lines(void **state)
{
    const pleach_input input = {"lines", lines, sizeof lines - 1};
    (void)state;
    return pleach_corpus_read(&corpus, &input, 1,
                              &(pleach_read_options){.format = "jsonl"}, NULL);
}

static int free_lines(void **state)
{
    (void)state;
    pleach_corpus_free(corpus);
    return 0;
}

static pleach_status try_it(pleach_error *error)
{
    static const char *const seeds[] = {"pet", "dog"};
    /* Joint inference has tests of its own, and would take long here. */
    static const pleach_solver solvers[] = {PLEACH_SOLVER_AP,
                                            PLEACH_SOLVER_RAP};
    const pleach_comparison_options options = {
        .seeds = seeds,
        .seed_count = 2,
        .solvers = solvers,
        .solver_count = 2,
        .threads = 1,
        .clusters = {.max_iterations = 2}};
    pleach_comparison *made = NULL;
    pleach_status status = pleach_compare(&made, corpus, &options, error);
    assert_int_equal(made == NULL, status != PLEACH_OK);
    pleach_comparison_free(made);
    return status;
}

static void test_comparing(void **state)
{
    (void)state;
    fail_each_allocation(try_it, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_comparing)};
    return cmocka_run_group_tests(tests, read_lines, free_lines);
}
