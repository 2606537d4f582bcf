/* validate.c: every allocation of a validation fails once. */
/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "pleach_lab.h"

static const char lines[] =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"pet\",\"children\":"
    "[{\"name\":\"dog\",\"tags\":[\"t\"]},{\"name\":\"cat\",\"altLabels\":["
    "\"kitty\"]}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"pet\",\"children\":"
    "[{\"name\":\"dog\",\"tags\":[\"t\"]}]}\n";

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
    const pleach_validation_options options = {
        .folds = 2,
        .affinity = {.threads = 1},
        /* Joint inference has tests of its own, and would take long here. */
        .clusters = {
            .solver = PLEACH_SOLVER_AP, .max_iterations = 2, .threads = 1}};
    pleach_validation *made = NULL;
    pleach_status status = pleach_validate(&made, corpus, &options, error);
    assert_int_equal(made == NULL, status != PLEACH_OK);
    pleach_validation_free(made);
    return status;
}

static void test_validating(void **state)
{
    (void)state;
    fail_each_allocation(try_it, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_validating),
    };
    return cmocka_run_group_tests(tests, read_lines, free_lines);
}
