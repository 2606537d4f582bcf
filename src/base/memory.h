/* memory.h: the one place where memory comes from, and arenas that own it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MEMORY_H
#define PL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/checks.h"

#define PL_NONE UINT32_MAX

/* The choke point. Each returns NULL when count * size overflows, when the
 * system has no memory, or when a test asked for this call to fail. A count
 * of 0 gives a valid pointer. pl_allocate zeroes; pl_resize does not. */
void *pl_allocate(size_t count, size_t size);
void *pl_resize(void *old, size_t count, size_t size);
void pl_release(void *block);

/* For tests: lets `allowed` calls succeed and then fails every one (or, with
 * `once`, just the next). A negative number switches the faults off. */
void pl_memory_fail_after(int64_t allowed, bool once);
/* Whether a call has failed for that reason since. */
bool pl_memory_fault_met(void);

/* An arena owns many allocations and frees them together. Pointers from it
 * live as long as it does. Not for concurrent use: each thread has its own.
 *
 * It remembers failure. From the first allocation that fails on, it gives
 * NULL, and its lists stay as they are. So a stage takes all it needs, asks
 * once, and works; what it adds to lists meanwhile is asked for at the end:
 *
 *     PL_SCRATCH(scratch);
 *     uint32_t *size = PL_ARENA_ARRAY(scratch, uint32_t, count);
 *     uint32_t *next = PL_ARENA_ARRAY(scratch, uint32_t, count);
 *     PL_LIST(uint32_t) found = {.arena = scratch};
 *     PL_TRY(pl_check_memory(scratch, error));
 *     for (uint32_t k = 0; k < count; k++)
 *         if (is_wanted(size, next, k))
 *             pl_list_add(&found, k);
 *     return pl_check_memory(scratch, error);
 *
 * Who writes to what he has just taken asks first. Nobody else needs to. */
typedef struct pl_arena pl_arena;

/* Never NULL: without memory, it is an arena that has failed already. */
pl_arena *pl_arena_new(void);
void pl_arena_free(pl_arena *arena);
bool pl_arena_failed(const pl_arena *arena);
/* Zeroed, aligned for any type, NULL on failure. */
void *pl_arena_take(pl_arena *arena, size_t count, size_t size);
#define PL_ARENA_ARRAY(arena, type, count)                                     \
    ((type *)pl_arena_take((arena), (count), sizeof(type)))
/* An object in an arena of its own, which it owns; NULL: no memory. */
void *pl_arena_object(pl_arena **arena, size_t size);
/* A copy with a NUL at its end; NULL on failure. */
char *pl_arena_text(pl_arena *arena, const char *bytes, size_t length);
/* A printed text; "" on failure. */
const char *pl_arena_print(pl_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends an object together with the arena; NULL, and any failure to remember the
 * object, which then ends at once, is a failure of the arena. */
void *pl_arena_own(pl_arena *arena, void *object, void (*end)(void *object));
/* Makes it an arena that has failed. */
void pl_arena_fail(pl_arena *arena);

/* An arena for the rest of the block, however that is left. */
#define PL_SCRATCH(name)                                                       \
    __attribute__((cleanup(pl_scratch_end_))) pl_arena *name = pl_arena_new()
void pl_scratch_end_(pl_arena **arena);

/* A growing array of one element type; `items` may move when it grows. Start
 * from {.arena = arena}, and the arena owns the items and remembers if there
 * was no memory for them; or from all zeros, and pl_list_free is up to you.
 * pl_list_room makes room for `more` further items and says whether it could;
 * the items there are up to the caller. */
#define PL_LIST(type)                                                          \
    struct {                                                                   \
        type *items;                                                           \
        size_t count;                                                          \
        size_t room;                                                           \
        pl_arena *arena;                                                       \
    }
#define pl_list_room(list, more)                                               \
    (((list)->room - (list)->count >= (more) ||                                \
      pl_list_grow_((list)->arena, (void **)&(list)->items, &(list)->room,     \
                    (list)->count, (more), sizeof *(list)->items)) &&          \
     pl_list_stands_(list, more))
/* For analyzers, which do not see that room has an address. */
#if defined(__clang_analyzer__) || defined(PLEACH_ANALYZER)
#define pl_list_stands_(list, more) ((list)->items != NULL || (more) == 0)
#else
#define pl_list_stands_(list, more) true
#endif
/* Appends one value; false when there is no memory. */
#define pl_list_push(list, value)                                              \
    (pl_list_room((list), 1)                                                   \
         ? ((list)->items[(list)->count++] = (value), true)                    \
         : false)
/* The same for the list of an arena, which is asked later. */
#define pl_list_add(list, value)                                               \
    do {                                                                       \
        if (pl_list_room((list), 1))                                           \
            (list)->items[(list)->count++] = (value);                          \
        else                                                                   \
            assert((list)->arena != NULL);                                     \
    } while (0)
/* The same for many values, which are not the list's own. */
#define pl_list_add_all(list, values, number)                                  \
    do {                                                                       \
        if (pl_list_room((list), (number)) && (number) > 0) {                  \
            memcpy((list)->items + (list)->count, (values),                    \
                   (number) * sizeof *(list)->items);                          \
            (list)->count += (number);                                         \
        }                                                                      \
    } while (0)
/* Also for the list of an arena that lives long: gives its items back. */
#define pl_list_free(list)                                                     \
    (pl_list_free_((list)->arena, (list)->items), (void)0)
void pl_list_free_(pl_arena *arena, void *items);
bool pl_list_grow_(pl_arena *arena, void **items, size_t *room, size_t count,
                   size_t more, size_t size);

#endif
