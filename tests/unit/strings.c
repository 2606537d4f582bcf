/* strings.c: ids of distinct strings. */
/* SPDX-License-Identifier: MIT */
#include "base/strings.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "testing.h"

static uint32_t add(pl_strings *table, const char *text)
{
    return pl_strings_add(table, text, strlen(text));
}

static void test_ids(void **state)
{
    (void)state;
    pl_strings *table = pl_strings_new();
    assert_int_equal(pl_strings_count(table), 0);
    assert_int_equal(add(table, "b"), 0);
    assert_int_equal(add(table, "a"), 1);
    assert_int_equal(add(table, ""), 2);
    assert_int_equal(add(table, "b"), 0);
    assert_int_equal(pl_strings_count(table), 3);
    assert_string_equal(pl_strings_at(table, 0), "b");
    assert_string_equal(pl_strings_at(table, 2), "");
    assert_int_equal(pl_strings_length(table, 1), 1);
    assert_int_equal(pl_strings_find(table, "a", 1), 1);
    assert_int_equal(pl_strings_find(table, "c", 1), PL_NONE);
    pl_strings_free(table);
    pl_strings_free(NULL);
}

/* One that an arena owns tells it when memory is short. */
static void test_owned(void **state)
{
    (void)state;
    PL_SCRATCH(arena);
    pl_strings *table = pl_strings_in(arena);
    assert_int_equal(add(table, "a"), 0);
    pl_memory_fail_after(0, false);
    for (uint32_t k = 0; k < 100; k++) {
        char text[16];
        snprintf(text, sizeof text, "%u", k);
        add(table, text);
    }
    pl_memory_fail_after(-1, false);
    assert_true(pl_arena_failed(arena));
    assert_int_equal(add(table, "a"), 0);
}

static void test_nul(void **state)
{
    (void)state;
    pl_strings *table = pl_strings_new();
    assert_int_equal(pl_strings_add(table, "a\0b", 3), 0);
    assert_int_equal(pl_strings_add(table, "a\0c", 3), 1);
    assert_int_equal(pl_strings_add(table, "a", 1), 2);
    assert_int_equal(pl_strings_length(table, 0), 3);
    assert_memory_equal(pl_strings_at(table, 1), "a\0c", 4);
    pl_strings_free(table);
}

static void test_many(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    pl_strings *table = pl_strings_new();
    char text[16];
    for (uint32_t k = 0; k < MANY; k++) {
        snprintf(text, sizeof text, "s%u", k * 7919u);
        assert_int_equal(add(table, text), k);
    }
    for (uint32_t k = 0; k < MANY; k++) {
        snprintf(text, sizeof text, "s%u", k * 7919u);
        assert_int_equal(pl_strings_find(table, text, strlen(text)), k);
        assert_string_equal(pl_strings_at(table, k), text);
    }
    pl_strings_free(table);
}

static void test_sort(void **state)
{
    (void)state;
    const char *words[] = {"pear", "", "apple", "pea", "\xC3\xA9", "Zoo"};
    const char *sorted[] = {"", "Zoo", "apple", "pea", "pear", "\xC3\xA9"};
    enum { WORDS = 6 };
    uint32_t new_id[WORDS];
    pl_strings *table = pl_strings_new();
    for (int k = 0; k < WORDS; k++)
        add(table, words[k]);
    assert_true(pl_strings_sort(table, new_id));
    for (uint32_t k = 0; k < WORDS; k++) {
        assert_string_equal(pl_strings_at(table, k), sorted[k]);
        assert_string_equal(pl_strings_at(table, new_id[k]), words[k]);
        assert_int_equal(pl_strings_find(table, words[k], strlen(words[k])),
                         new_id[k]);
    }
    /* It goes on growing after that. */
    assert_int_equal(add(table, "new"), WORDS);
    assert_int_equal(add(table, "pea"), 3);
    pl_strings_free(table);
}

static void test_sort_without_memory(void **state)
{
    (void)state;
    uint32_t new_id[2];
    pl_strings *table = pl_strings_new();
    add(table, "b");
    add(table, "a");
    for (int64_t k = 0; k < 4; k++) {
        pl_memory_fail_after(k, true);
        assert_false(pl_strings_sort(table, new_id));
        pl_memory_fail_after(-1, false);
        assert_string_equal(pl_strings_at(table, 0), "b");
    }
    pl_strings_free(table);
}

static void test_add_without_memory(void **state)
{
    (void)state;
    pl_strings *table = NULL;
    for (int64_t k = 0; table == NULL; k++) {
        pl_memory_fail_after(k, true);
        table = pl_strings_new();
        pl_memory_fail_after(-1, false);
    }
    unsigned refused = 0;
    char text[16];
    for (uint32_t k = 0; k < 500; k++) {
        snprintf(text, sizeof text, "%u", k);
        pl_memory_fail_after(0, true);
        uint32_t id = add(table, text);
        pl_memory_fail_after(-1, false);
        if (id == PL_NONE) {
            refused++;
            assert_int_equal(add(table, text), k);
        } else {
            assert_int_equal(id, k);
        }
    }
    assert_true(refused > 3);
    for (uint32_t k = 0; k < 500; k++) {
        snprintf(text, sizeof text, "%u", k);
        assert_int_equal(pl_strings_find(table, text, strlen(text)), k);
    }
    pl_strings_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_owned),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_sort),
        cmocka_unit_test(test_sort_without_memory),
        cmocka_unit_test(test_add_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
