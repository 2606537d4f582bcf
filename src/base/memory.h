/* memory.h: the one place where memory comes from, and arenas that own it. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MEMORY_H
#define PL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* An arena owns many allocations and frees them together. Pointers from it
 * live as long as it does. Not for concurrent use. */
typedef struct pl_arena pl_arena;

pl_arena *pl_arena_new(void);
void pl_arena_free(pl_arena *arena);
/* Zeroed, aligned for any type, NULL on failure. */
void *pl_arena_take(pl_arena *arena, size_t count, size_t size);
#define PL_ARENA_ARRAY(arena, type, count)                                     \
    ((type *)pl_arena_take((arena), (count), sizeof(type)))
/* A copy with a NUL at its end; NULL on failure. */
char *pl_arena_text(pl_arena *arena, const char *bytes, size_t length);

/* A growing array of one element type; `items` may move when it grows. Start
 * from all zeros. pl_list_room makes room for `more` further items and says
 * whether it could; the items there are up to the caller. */
#define PL_LIST(type)                                                          \
    struct {                                                                   \
        type *items;                                                           \
        size_t count;                                                          \
        size_t room;                                                           \
    }
#define pl_list_room(list, more)                                               \
    (((list)->room - (list)->count >= (more) ||                                \
      pl_list_grow_((void **)&(list)->items, &(list)->room, (list)->count,     \
                    (more), sizeof *(list)->items)) &&                         \
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
#define pl_list_free(list) (pl_release((list)->items))
bool pl_list_grow_(void **items, size_t *room, size_t count, size_t more,
                   size_t size);

#endif
