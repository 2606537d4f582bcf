/* closing.c: what later rooms see of what follows from all decisions. */
/* SPDX-License-Identifier: MIT */
#include "decisions/closing.h"

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"

/* Numbers the classes; then mark[] of what stands for one is its number. */
static void number_classes(pl_closing *c)
{
    pl_rulings *r = c->r;
    r->class_count = 0;
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t n = c->touched[at];
        if (pl_closing_class(c, n) == n)
            c->mark[n] = r->class_count++;
    }
    for (uint32_t at = 0; at < c->touched_count; at++)
        r->node_class[c->touched[at]] =
            c->mark[pl_closing_class(c, c->touched[at])];
}

/* From numbers of nodes to numbers of classes, which are all that later rooms
 * see. */
static void fill_classes(pl_closing *c, pl_arena *arena)
{
    pl_rulings *r = c->r;
    r->parent = PL_ARENA_ARRAY(arena, uint32_t, r->class_count);
    r->label = PL_ARENA_ARRAY(arena, uint32_t, r->class_count);
    r->frozen = PL_ARENA_ARRAY(arena, uint32_t, r->class_count);
    if (pl_arena_failed(arena))
        return;
    for (uint32_t at = 0; at < c->touched_count; at++) {
        uint32_t n = c->touched[at], own = c->mark[n];
        if (pl_closing_class(c, n) != n)
            continue;
        uint32_t above = c->parent[n];
        r->parent[own] =
            above == PL_NONE || above == PL_TOP ? above : c->mark[above];
        r->label[own] = c->label[n];
        r->frozen[own] = c->frozen[n];
    }
}

typedef PL_LIST(uint64_t) word_list;

/* The lists that classes are on, as words (class, list), each list once. */
static void list_class_sides(pl_closing *c, word_list *words)
{
    pl_rulings *r = c->r;
    c->round++;
    for (size_t k = 0; k < 2 * c->apart_count; k++) {
        uint32_t side = (uint32_t)c->apart[k / 2] ^ (k % 2), count;
        uint32_t like = r->like[side];
        const uint32_t *nodes = pl_rulings_side(r, side, &count);
        if (c->done[like] == c->round)
            continue;
        c->done[like] = c->round;
        for (uint32_t at = 0; at < count; at++)
            pl_list_add(words, (uint64_t)r->node_class[nodes[at]] << 32 | like);
    }
    pl_sort_uint64(words->items, words->count);
}

/* Sorted pairs of class and side become one list per class, each side once. */
static pleach_status fill_class_sides(pl_closing *c, pl_arena *arena,
                                      pleach_error *error)
{
    pl_rulings *r = c->r;
    PL_SCRATCH(scratch);
    word_list words = {.arena = scratch};
    list_class_sides(c, &words);
    r->side_first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)r->class_count + 1);
    r->side = PL_ARENA_ARRAY(arena, uint32_t, words.count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(arena, error));
    uint32_t used = 0;
    for (size_t k = 0; k < words.count; k++) {
        if (k > 0 && words.items[k] == words.items[k - 1])
            continue;
        r->side[used++] = (uint32_t)words.items[k];
        r->side_first[(words.items[k] >> 32) + 1] = used;
    }
    for (uint32_t k = 0; k < r->class_count; k++)
        if (r->side_first[k + 1] == 0)
            r->side_first[k + 1] = r->side_first[k];
    return PLEACH_OK;
}

/* Which lists are to be apart. */
static void fill_apart(pl_closing *c, pl_arena *arena)
{
    pl_rulings *r = c->r;
    r->different_count = r->not_under_count = 0;
    r->different = PL_ARENA_ARRAY(arena, uint64_t, 2 * c->apart_count);
    r->not_under = PL_ARENA_ARRAY(arena, uint64_t, c->apart_count);
    if (pl_arena_failed(arena))
        return;
    for (size_t k = 0; k < c->apart_count; k++) {
        uint32_t decision = (uint32_t)c->apart[k] / 2;
        uint64_t a = r->like[2 * decision], b = r->like[2 * decision + 1];
        if (pl_closing_kind(c, decision) == PLEACH_NOT_UNDER) {
            r->not_under[r->not_under_count++] = a << 32 | b;
            continue;
        }
        r->different[r->different_count++] = a << 32 | b;
        r->different[r->different_count++] = b << 32 | a;
    }
    pl_sort_uint64(r->different, r->different_count);
    pl_sort_uint64(r->not_under, r->not_under_count);
}

/* What placing relies on: parents of classes are classes, and lead to a top. */
static void assert_classes(const pl_rulings *r)
{
    for (uint32_t k = 0; k < r->class_count; k++) {
        uint32_t up = r->parent[k], steps = 0;
        assert(up == PL_NONE || up == PL_TOP || up < r->class_count);
        assert(r->side_first[k] <= r->side_first[k + 1]);
        while (PL_CHECKS && up < r->class_count && steps < r->class_count) {
            up = r->parent[up];
            steps++;
        }
        assert(!PL_CHECKS || up >= r->class_count);
    }
}

pleach_status pl_closing_keep(pl_closing *c, pl_arena *arena,
                              pleach_error *error)
{
    number_classes(c);
    fill_classes(c, arena);
    PL_TRY(fill_class_sides(c, arena, error));
    fill_apart(c, arena);
    PL_TRY(pl_check_memory(arena, error));
    assert_classes(c->r);
    return PLEACH_OK;
}
