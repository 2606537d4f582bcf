/* sweep.c: every allocation of a sweep fails once. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faults.h"
#include "sinks.h"

static const char lines[] =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"pet\",\"children\":"
    "[{\"name\":\"dog\"},{\"name\":\"cat\"}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"dog\",\"children\":"
    "[{\"name\":\"poodle\"}]}\n";

static pleach_corpus *corpus;
static char truth[] = "fault_truth_XXXXXX";

static int read_lines(void **state)
{
    static const char rows[] = "id\tpath\tname\tgold\n1\t0\tdog\tdog\n";
    const pleach_input input = {"lines", lines, sizeof lines - 1};
    int file = mkstemp(truth);
    (void)state;
    if (file < 0 || write(file, rows, sizeof rows - 1) < 0 || close(file) != 0)
        return 1;
    return pleach_corpus_read(&corpus, &input, 1,
                              &(pleach_read_options){.format = "jsonl"}, NULL);
}

static int free_lines(void **state)
{
    (void)state;
    pleach_corpus_free(corpus);
    return unlink(truth);
}

static pleach_status try_it(pleach_error *error)
{
    const pleach_sweep_options options = {
        .range = "preference=0.01..1:2",
        .truth = FILE_AT(truth),
        .affinity = {.threads = 1},
        /* Joint inference has tests of its own, and would take long here. */
        .clusters = {
            .solver = PLEACH_SOLVER_AP, .max_iterations = 2, .threads = 1}};
    pleach_sweep *made = NULL;
    pleach_status status = pleach_sweep_run(&made, corpus, &options, error);
    assert_int_equal(made == NULL, status != PLEACH_OK);
    pleach_sweep_free(made);
    return status;
}

static void test_sweeping(void **state)
{
    (void)state;
    fail_each_allocation(try_it, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sweeping)};
    return cmocka_run_group_tests(tests, read_lines, free_lines);
}
