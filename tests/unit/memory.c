/* memory.c: the choke point, arenas and growing arrays. */
/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <string.h>

#include "base/order.h"

#include "testing.h"

static void test_overflow(void **state)
{
    (void)state;
    /* Through a variable, so that no compiler checks it for us. */
    volatile size_t huge = SIZE_MAX;
    assert_null(pl_allocate(huge, 2));
    assert_null(pl_resize(NULL, huge / 2, 3));
    void *nothing = pl_allocate(0, 8);
    assert_non_null(nothing);
    pl_release(nothing);
    pl_arena *arena = pl_arena_new();
    assert_null(pl_arena_take(arena, huge, 1));
    assert_null(pl_arena_take(arena, huge, huge));
    assert_null(pl_arena_take(arena, huge - 40, 1));
    pl_arena_free(arena);
    pl_arena_free(NULL);
}

static void test_faults(void **state)
{
    (void)state;
    pl_memory_fail_after(1, false);
    void *first = pl_allocate(1, 1);
    assert_non_null(first);
    assert_null(pl_allocate(1, 1));
    assert_null(pl_allocate(1, 1));
    pl_memory_fail_after(0, true);
    assert_null(pl_resize(NULL, 1, 1));
    void *second = pl_resize(NULL, 1, 1);
    assert_non_null(second);
    pl_memory_fail_after(-1, false);
    pl_release(first);
    pl_release(second);
}

static void test_arena(void **state)
{
    (void)state;
    pl_arena *arena = pl_arena_new();
    unsigned char *blocks[300];
    for (size_t k = 0; k < 300; k++) {
        size_t size = k % 50 == 0 ? 100000 : k;
        blocks[k] = pl_arena_take(arena, size, 1);
        assert_non_null(blocks[k]);
        assert_int_equal((uintptr_t)blocks[k] % 16, 0);
        for (size_t at = 0; at < size; at++)
            assert_int_equal(blocks[k][at], 0);
        memset(blocks[k], (int)k, size);
    }
    for (size_t k = 0; k < 300; k++)
        for (size_t at = 0; at < (k % 50 == 0 ? 100000 : k); at++)
            assert_int_equal(blocks[k][at], (unsigned char)k);
    pl_arena_free(arena);
}

static void test_list(void **state)
{
    (void)state;
    PL_LIST(uint32_t) list = {0};
    for (uint32_t k = 0; k < 1000; k++)
        assert_true(pl_list_push(&list, k));
    assert_int_equal(list.count, 1000);
    for (uint32_t k = 0; k < 1000; k++)
        assert_int_equal(list.items[k], k);
    assert_true(pl_list_room(&list, 5000));
    assert_true(list.room >= 6000);
    assert_false(pl_list_room(&list, SIZE_MAX));
    assert_false(pl_list_room(&list, SIZE_MAX / 2));
    pl_memory_fail_after(0, true);
    list.count = list.room;
    assert_false(pl_list_push(&list, 1));
    assert_int_equal(list.count, list.room);
    pl_memory_fail_after(-1, false);
    pl_list_free(&list);
}

static void test_distinct(void **state)
{
    (void)state;
    uint32_t few[] = {7, 1, 7, UINT32_MAX, 0, 1, 1};
    static const uint32_t once[] = {0, 1, 7, UINT32_MAX};
    uint32_t many[300];
    assert_int_equal(pl_sort_distinct_uint32(few, 7), 4);
    assert_memory_equal(few, once, sizeof once);
    for (uint32_t k = 0; k < 300; k++)
        many[k] = (k * 7) % 100;
    assert_int_equal(pl_sort_distinct_uint32(many, 300), 100);
    for (uint32_t k = 0; k < 100; k++)
        assert_int_equal(many[k], k);
    assert_int_equal(pl_sort_distinct_uint32(NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overflow), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_distinct), cmocka_unit_test(test_arena),
        cmocka_unit_test(test_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
