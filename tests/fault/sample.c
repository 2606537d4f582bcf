/* Fails every allocation of pleach_sample in turn: it must end with
 * PLEACH_NO_MEMORY, leak nothing, and work again afterwards. */
/* SPDX-License-Identifier: MIT */
#include "sample_support.h"

#include "base/memory.h"
#include "sinks.h"

static const char nested[] =
    "[{\"name\": \"animal\", \"syn\": [\"beast\"], \"tags\": {\"zoo\": 1}, "
    "\"children\": [{\"name\": \"bird\", \"id\": 1, \"children\": "
    "[{\"name\": \"crow\"}, {\"name\": \"owl\", \"tags\": [\"night\"]}]}, "
    "{\"name\": \"dog\"}]}]";
static const char flat[] =
    "{\"format\": \"pleach-taxonomy/1\", \"clusters\": [{\"id\": 1, \"name\": "
    "\"animal\", \"parent\": null}, {\"id\": 2, \"name\": \"dog\", "
    "\"parent\": 1, \"spellings\": {\"dogs\": 2}}]}";
static const char rows[] = "bird\tanimal\ncrow\tbird\ndog\tanimal\n";

/* Into the void: a stream in memory would allocate past the choke point. */
static pleach_status sample_quietly(const char *path, pleach_error *error)
{
    static const pleach_sample_options options = {.saplings = 40,
                                                  .polysemy = 0.5};
    FILE *to = fopen("/dev/null", "w");
    assert_non_null(to);
    pleach_status status = pleach_sample(FILE_AT(path), TO(to), TO(to), TO(to),
                                         &options, NULL, error);
    fclose(to);
    return status;
}

static void fail_each(const char *taxonomy, bool once)
{
    const char *path = file_with(taxonomy, strlen(taxonomy));
    int64_t allowed = 0;
    for (;; allowed++) {
        pleach_error error = {0};
        pl_memory_fail_after(allowed, once);
        pleach_status status = sample_quietly(path, &error);
        pl_memory_fail_after(-1, false);
        if (status == PLEACH_OK)
            break;
        assert_int_equal(status, PLEACH_NO_MEMORY);
        assert_int_equal(error.status, PLEACH_NO_MEMORY);
        assert_non_null(strstr(error.sentence, "memory"));
        assert_true(allowed < 10000);
    }
    assert_false(pl_memory_fault_met());
    assert_true(allowed > 30);
    unlink(path);
}

static void test_nested(void **state)
{
    (void)state;
    fail_each(nested, false);
    fail_each(nested, true);
}

static void test_flat(void **state)
{
    (void)state;
    fail_each(flat, false);
    fail_each(flat, true);
}

static void test_rows(void **state)
{
    (void)state;
    fail_each(rows, false);
    fail_each(rows, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
