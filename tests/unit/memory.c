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
    const size_t asked[][2] = {{huge, 1}, {huge, huge}, {huge - 17, 1}};
    for (size_t k = 0; k < 3; k++) {
        PL_SCRATCH(arena);
        assert_false(pl_arena_failed(arena));
        assert_null(pl_arena_take(arena, asked[k][0], asked[k][1]));
        assert_true(pl_arena_failed(arena));
    }
    pl_arena_free(NULL);
}

static void test_faults(void **state)
{
    (void)state;
    pl_memory_fail_after(1, false);
    void *first = pl_allocate(1, 1);
    assert_non_null(first);
    assert_false(pl_memory_fault_met());
    assert_null(pl_allocate(1, 1));
    assert_null(pl_allocate(1, 1));
    pl_memory_fail_after(0, true);
    assert_null(pl_resize(NULL, 1, 1));
    void *second = pl_resize(NULL, 1, 1);
    assert_non_null(second);
    pl_memory_fail_after(-1, false);
    assert_true(pl_memory_fault_met());
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

/* One that has failed stays so, and its lists stay as they are. */
static void test_remembers(void **state)
{
    (void)state;
    PL_SCRATCH(arena);
    PL_LIST(uint32_t) list = {.arena = arena}, other = {.arena = arena};
    pl_list_add(&list, 7);
    assert_true(pl_list_room(&list, 3));
    pl_memory_fail_after(0, true);
    assert_null(pl_arena_take(arena, 100000, 1));
    pl_release(pl_allocate(1, 1));
    assert_true(pl_arena_failed(arena));
    assert_null(pl_arena_take(arena, 1, 1));
    assert_null(pl_arena_text(arena, "a", 1));
    pl_list_add(&other, 1);
    assert_int_equal(other.count, 0);
    for (uint32_t k = 0; k < 100; k++)
        pl_list_add(&list, k);
    assert_int_equal(list.count, list.room);
    assert_int_equal(list.items[0], 7);
    pl_memory_fail_after(-1, false);
}

/* Without memory for an arena there is one all the same. */
static void test_no_arena(void **state)
{
    (void)state;
    pl_memory_fail_after(0, true);
    PL_SCRATCH(arena);
    PL_LIST(uint32_t) list = {.arena = arena};
    assert_non_null(arena);
    assert_true(pl_arena_failed(arena));
    assert_null(pl_arena_take(arena, 1, 1));
    pl_list_add(&list, 1);
    assert_null(list.items);
    pl_memory_fail_after(-1, false);
}

static void count_end(void *object)
{
    if (object != NULL)
        ++*(int *)object;
}

/* What an arena owns ends with it, and at once where it cannot be owned. */
static void test_owns(void **state)
{
    (void)state;
    int ended = 0;
    pl_arena *arena = pl_arena_new();
    assert_ptr_equal(pl_arena_own(arena, &ended, count_end), &ended);
    assert_ptr_equal(pl_arena_own(arena, &ended, count_end), &ended);
    assert_int_equal(ended, 0);
    pl_arena_fail(arena);
    assert_null(pl_arena_own(arena, &ended, count_end));
    assert_int_equal(ended, 1);
    pl_arena_free(arena);
    assert_int_equal(ended, 3);
    PL_SCRATCH(other);
    assert_null(pl_arena_own(other, NULL, count_end));
    assert_true(pl_arena_failed(other));
}

/* Lists of one arena grow in turns, are freed in any order, and keep what they
 * hold. */
static void test_lists_of_an_arena(void **state)
{
    (void)state;
    enum { LISTS = 5 };
    PL_SCRATCH(arena);
    PL_LIST(uint32_t) lists[LISTS];
    for (size_t l = 0; l < LISTS; l++) {
        lists[l].items = NULL;
        lists[l].count = lists[l].room = 0;
        lists[l].arena = arena;
    }
    for (uint32_t k = 0; k < 5000; k++)
        pl_list_add(&lists[k % LISTS], k);
    pl_list_free(&lists[2]);
    pl_list_free(&lists[LISTS - 1]);
    pl_list_free(&lists[0]);
    assert_non_null(pl_arena_take(arena, 10, 1));
    for (uint32_t k = 5000; k < 9000; k++)
        pl_list_add(&lists[1 + k % 2 * 2], k);
    assert_false(pl_arena_failed(arena));
    for (uint32_t k = 0; k < 1000; k++) {
        assert_int_equal(lists[1].items[k], 5 * k + 1);
        assert_int_equal(lists[3].items[k], 5 * k + 3);
    }
    assert_int_equal(lists[1].count, 3000);
    assert_int_equal(lists[3].items[2999], 8999);
    assert_false(pl_list_room(&lists[1], SIZE_MAX));
    assert_true(pl_arena_failed(arena));
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
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_remembers),
        cmocka_unit_test(test_no_arena),
        cmocka_unit_test(test_owns),
        cmocka_unit_test(test_lists_of_an_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
