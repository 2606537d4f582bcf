/* memory.c: the allocation choke point, arenas and growing arrays. */
/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Negative: no faults. Otherwise how many calls may still succeed. */
static _Atomic int64_t calls_allowed = -1;
static _Atomic bool fail_once;
static _Atomic bool fault_met;

void pl_memory_fail_after(int64_t allowed, bool once)
{
    atomic_store(&fail_once, once);
    if (allowed >= 0)
        atomic_store(&fault_met, false);
    atomic_store(&calls_allowed, allowed);
}

bool pl_memory_fault_met(void)
{
    return atomic_load(&fault_met);
}

static bool fault_due(void)
{
    if (atomic_load_explicit(&calls_allowed, memory_order_relaxed) < 0)
        return false;
    int64_t left = atomic_fetch_sub(&calls_allowed, 1);
    if (left > 0)
        return false;
    atomic_store(&calls_allowed, atomic_load(&fail_once) ? -1 : 0);
    atomic_store(&fault_met, true);
    return true;
}

static bool byte_count(size_t count, size_t size, size_t *bytes)
{
    if (__builtin_mul_overflow(count, size, bytes) || fault_due())
        return false;
    if (*bytes == 0)
        *bytes = 1;
    return true;
}

void *pl_allocate(size_t count, size_t size)
{
    size_t bytes;
    return byte_count(count, size, &bytes) ? calloc(1, bytes) : NULL;
}

void *pl_resize(void *old, size_t count, size_t size)
{
    size_t bytes;
    return byte_count(count, size, &bytes) ? realloc(old, bytes) : NULL;
}

void pl_release(void *block)
{
    free(block);
}

/* Small requests share chunks, which grow with the arena; a large one has its
 * own, and so has each list. */
enum { FIRST_BYTES = 4 * 1024, MOST_BYTES = 64 * 1024, ALIGNMENT = 16 };

typedef struct chunk {
    struct chunk *next;
    struct chunk *previous;
    _Alignas(ALIGNMENT) unsigned char data[];
} chunk;

/* Something that is not memory alone, and ends with the arena. */
typedef struct owned {
    struct owned *next;
    void *object;
    void (*end)(void *object);
} owned;

struct pl_arena {
    chunk *all; /* newest first */
    owned *objects;
    chunk *shared; /* the one that small requests are taken from */
    size_t bytes;  /* of it */
    size_t used;
    bool failed;
};

/* Nobody writes to it, so that all may share it. */
static pl_arena no_arena = {.failed = true};

pl_arena *pl_arena_new(void)
{
    pl_arena *arena = pl_allocate(1, sizeof *arena);
    return arena == NULL ? &no_arena : arena;
}

void pl_arena_free(pl_arena *arena)
{
    if (arena == NULL || arena == &no_arena)
        return;
    for (owned *at = arena->objects; at != NULL; at = at->next)
        at->end(at->object);
    for (chunk *at = arena->all; at != NULL;) {
        chunk *next = at->next;
        pl_release(at);
        at = next;
    }
    pl_release(arena);
}

void pl_scratch_end_(pl_arena **arena)
{
    pl_arena_free(*arena);
}

bool pl_arena_failed(const pl_arena *arena)
{
    return arena->failed;
}

static void *fail_arena(pl_arena *arena)
{
    if (arena != &no_arena)
        arena->failed = true;
    return NULL;
}

void pl_arena_fail(pl_arena *arena)
{
    fail_arena(arena);
}

/* Ties a chunk that is new, or has moved, to its neighbours. */
static void link_chunk(pl_arena *arena, chunk *at)
{
    if (at->next != NULL)
        at->next->previous = at;
    if (at->previous != NULL)
        at->previous->next = at;
    else
        arena->all = at;
}

static chunk *new_chunk(pl_arena *arena, size_t bytes)
{
    if (arena->failed || bytes > SIZE_MAX - sizeof(chunk))
        return fail_arena(arena);
    chunk *fresh = pl_allocate(1, sizeof(chunk) + bytes);
    if (fresh == NULL)
        return fail_arena(arena);
    fresh->next = arena->all;
    link_chunk(arena, fresh);
    return fresh;
}

/* Even nothing takes a byte, so that NULL always means that there is no memory.
 */
void *pl_arena_take(pl_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (arena->failed || __builtin_mul_overflow(count, size, &bytes) ||
        bytes > SIZE_MAX - ALIGNMENT)
        return fail_arena(arena);
    bytes = (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    if (arena->bytes - arena->used < bytes) {
        size_t next = arena->bytes == 0           ? FIRST_BYTES
                      : arena->bytes < MOST_BYTES ? 4 * arena->bytes
                                                  : MOST_BYTES;
        bool large = bytes > next / 4;
        chunk *fresh = new_chunk(arena, large ? bytes : next);
        if (fresh == NULL || large)
            return fresh == NULL ? NULL : fresh->data;
        arena->shared = fresh;
        arena->bytes = next;
        arena->used = 0;
    }
    void *taken = arena->shared->data + arena->used;
    arena->used += bytes;
    return taken;
}

void *pl_arena_own(pl_arena *arena, void *object, void (*end)(void *object))
{
    owned *at = object == NULL ? fail_arena(arena)
                               : pl_arena_take(arena, 1, sizeof *at);
    if (at == NULL) {
        end(object);
        return NULL;
    }
    *at = (owned){arena->objects, object, end};
    arena->objects = at;
    return object;
}

void *pl_arena_object(pl_arena **arena, size_t size)
{
    *arena = pl_arena_new();
    void *object = pl_arena_take(*arena, 1, size);
    if (object == NULL)
        pl_arena_free(*arena);
    return object;
}

char *pl_arena_text(pl_arena *arena, const char *bytes, size_t length)
{
    char *copy = pl_arena_take(arena, length + 1, 1);
    if (copy != NULL && length > 0)
        memcpy(copy, bytes, length);
    return copy;
}

const char *pl_arena_print(pl_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = pl_arena_take(arena, size, 1);
    if (text == NULL)
        return "";
    va_start(arguments, format);
    vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return text;
}

static chunk *chunk_of(void *items)
{
    return (chunk *)((unsigned char *)items - offsetof(chunk, data));
}

/* A list's items are one chunk, which may move. */
static void *resize_in_arena(pl_arena *arena, void *items, size_t count,
                             size_t size)
{
    size_t bytes;
    if (arena->failed || __builtin_mul_overflow(count, size, &bytes) ||
        bytes > SIZE_MAX - sizeof(chunk))
        return fail_arena(arena);
    chunk *moved = pl_resize(items == NULL ? NULL : chunk_of(items),
                             sizeof(chunk) + bytes, 1);
    if (moved == NULL)
        return fail_arena(arena);
    if (items == NULL)
        *moved = (chunk){.next = arena->all};
    link_chunk(arena, moved);
    return moved->data;
}

/* Half as much again, so that adding costs the same on average whatever the
 * length, and freed pieces can be used again. */
bool pl_list_grow_(pl_arena *arena, void **items, size_t *room, size_t count,
                   size_t more, size_t size)
{
    size_t need;
    if (__builtin_add_overflow(count, more, &need))
        need = SIZE_MAX; /* which there is never room for */
    if (need <= *room)
        return true;
    assert(count <= *room);
    size_t next = *room + *room / 2 + 16;
    if (next < need)
        next = need;
    void *moved = arena == NULL ? pl_resize(*items, next, size)
                                : resize_in_arena(arena, *items, next, size);
    if (moved == NULL)
        return false;
    *items = moved;
    *room = next;
    return true;
}

void pl_list_free_(pl_arena *arena, void *items)
{
    if (arena == NULL || items == NULL) {
        pl_release(items);
        return;
    }
    chunk *at = chunk_of(items);
    if (at->next != NULL)
        at->next->previous = at->previous;
    if (at->previous != NULL)
        at->previous->next = at->next;
    else
        arena->all = at->next;
    pl_release(at);
}
