/* serve_slim.c: what is left out of a large taxonomy's first picture. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#if defined(PLEACH_HAS_SERVE)
#include <string.h>

#include "serve/page.h"

static void becomes(const char *text, const char *expected)
{
    bytes *from = bytes_new(), *to = bytes_new();
    assert_true(bytes_add_text(from, text));
    assert_true(bytes_add_slim(to, from));
    assert_string_equal(to->text, expected);
    bytes_release(from);
    bytes_release(to);
}

static void test_lists_of_clusters_go(void **state)
{
    (void)state;
    becomes("{\"report\": {\"id\": 2, \"tags\": 1}, \"clusters\": [\n "
            "{\"id\": 1, \"members\": [{\"name\": \"a]}\\\"\", \"tags\": "
            "{}}], \"tags\": {\"x\": 1}},\n {\"id\": 2, \"spellings\": "
            "{\"}\": 2},\n \"name\": \"members\"}]}",
            "{\"report\": {\"id\": 2, \"tags\": 1}, \"clusters\": [\n "
            "{\"id\": 1},\n {\"id\": 2,\n \"name\": \"members\"}]}");
}

static void test_text_stays(void **state)
{
    (void)state;
    becomes("", "");
    becomes(
        "{\"clusters\": [{\"id\": 1, \"name\": \", \\\"members\\\": [1]\"}]}",
        "{\"clusters\": [{\"id\": 1, \"name\": \", \\\"members\\\": [1]\"}]}");
}

/* A text that ends too early is not read beyond its end. */
static void test_cut_short(void **state)
{
    (void)state;
    const char *whole = "{\"clusters\": [{\"id\": 1, \"members\": [\"a\\\"\"]}";
    for (size_t size = 0; size < strlen(whole); size++) {
        bytes *from = bytes_new(), *to = bytes_new();
        assert_true(bytes_add(from, whole, size));
        assert_true(bytes_add_slim(to, from));
        assert_true(to->size <= size);
        bytes_release(from);
        bytes_release(to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_of_clusters_go),
        cmocka_unit_test(test_text_stays),
        cmocka_unit_test(test_cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    return 77;
}
#endif
