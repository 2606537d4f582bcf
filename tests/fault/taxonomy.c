/* taxonomy.c: every allocation of the taxonomy room fails once. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <unistd.h>

#include "faults.h"
#include "made_up.h"
#include "sinks.h"

static made_up *made;
static pleach_taxonomy *forest;
static char path[] = "/tmp/pleach-fault-XXXXXX";

static pleach_status try_grow(pleach_error *error)
{
    pleach_taxonomy *grown = NULL;
    pleach_status status = pleach_taxonomy_grow(&grown, &made->clusters, error);
    assert_int_equal(grown == NULL, status != PLEACH_OK);
    pleach_taxonomy_free(grown);
    return status;
}

static pleach_status try_write(const char *format, pleach_error *error)
{
    FILE *to = fopen("/dev/null", "w");
    pleach_status status = pleach_taxonomy_write(
        forest, TO(to), &(pleach_write_options){.format = format}, error);
    fclose(to);
    return status;
}

static pleach_status try_text(pleach_error *error)
{
    return try_write("text", error);
}

static pleach_status try_json(pleach_error *error)
{
    return try_write("json", error);
}

static pleach_status try_dot(pleach_error *error)
{
    return try_write("dot", error);
}

static pleach_status try_check(pleach_error *error)
{
    pleach_check_result result = {0};
    return pleach_check(&result, FILE_AT(path), NULL, 0, error);
}

static pleach_status try_measure(pleach_error *error)
{
    FILE *to = fopen("/dev/null", "w");
    pleach_status status = pleach_measure(FILE_AT(path), TO(to), true, error);
    fclose(to);
    return status;
}

static void test_growing(void **state)
{
    (void)state;
    fail_each_allocation(try_grow, 15);
}

static void test_writing(void **state)
{
    (void)state;
    fail_each_allocation(try_text, 3);
    fail_each_allocation(try_json, 1);
    fail_each_allocation(try_dot, 3);
}

/* Its inputs are compared too: the taxonomy file names one that is there. */
static void test_checking(void **state)
{
    (void)state;
    fail_each_allocation(try_check, 10);
}

static void test_measuring(void **state)
{
    (void)state;
    fail_each_allocation(try_measure, 8);
}

static char input[] = "/tmp/pleach-fault-input-XXXXXX";

static int set_up(void **state)
{
    static const char *const lines[] = {"ann|1|.|Pet>Dog,Cat",
                                        "bob|2|.|pet>dog"};
    static const char text[] =
        "{\"owner\":\"ann\",\"id\":\"1\",\"name\":\"Pet\",\"children\":"
        "[{\"name\":\"Dog\"},{\"name\":\"Cat\"}]}\n"
        "{\"owner\":\"bob\",\"id\":\"2\",\"name\":\"pet\",\"children\":"
        "[{\"name\":\"dog\"}]}\n";
    (void)state;
    int file = mkstemp(input);
    if (file < 0 || write(file, text, sizeof text - 1) != sizeof text - 1)
        return -1;
    close(file);
    close(mkstemp(path));
    made = made_up_new(lines, 2, NULL);
    made->inputs[0] = input;
    made_up_join(made, "2", 0, "1", 0);
    made_up_join(made, "2", 1, "1", 1);
    if (pleach_taxonomy_grow(&forest, &made->clusters, NULL) != PLEACH_OK)
        return -1;
    return pleach_taxonomy_save(
        forest, path, &(pleach_write_options){.format = "json"}, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    pleach_taxonomy_free(forest);
    made_up_free(made);
    unlink(input);
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growing),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_checking),
        cmocka_unit_test(test_measuring),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
