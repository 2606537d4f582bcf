/* memory.c: the allocation choke point, arenas and growing arrays. */
/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/checks.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Negative: no faults. Otherwise how many calls may still succeed. */
static _Atomic int64_t calls_allowed = -1;
static _Atomic bool fail_once;

void pl_memory_fail_after(int64_t allowed, bool once)
{
    atomic_store(&fail_once, once);
    atomic_store(&calls_allowed, allowed);
}

static bool fault_due(void)
{
    if (atomic_load_explicit(&calls_allowed, memory_order_relaxed) < 0)
        return false;
    int64_t left = atomic_fetch_sub(&calls_allowed, 1);
    if (left > 0)
        return false;
    atomic_store(&calls_allowed, atomic_load(&fail_once) ? -1 : 0);
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

/* Half as much again, so that adding costs the same on average whatever the
 * length, and freed pieces can be used again. */
bool pl_list_grow_(void **items, size_t *room, size_t count, size_t more,
                   size_t size)
{
    size_t need;
    if (__builtin_add_overflow(count, more, &need))
        return false;
    if (need <= *room)
        return true;
    assert(count <= *room);
    size_t next = *room + *room / 2 + 16;
    if (next < need)
        next = need;
    void *moved = pl_resize(*items, next, size);
    if (moved == NULL)
        return false;
    *items = moved;
    *room = next;
    return true;
}

/* Small requests share chunks; a large one gets a chunk of its own. */
enum { CHUNK_BYTES = 64 * 1024, ALIGNMENT = 16 };

typedef struct chunk {
    struct chunk *next;
    size_t used;
    size_t bytes;
    _Alignas(ALIGNMENT) unsigned char data[];
} chunk;

struct pl_arena {
    chunk *newest;
};

pl_arena *pl_arena_new(void)
{
    return pl_allocate(1, sizeof(pl_arena));
}

void pl_arena_free(pl_arena *arena)
{
    if (arena == NULL)
        return;
    for (chunk *at = arena->newest; at != NULL;) {
        chunk *next = at->next;
        pl_release(at);
        at = next;
    }
    pl_release(arena);
}

static chunk *chunk_new(size_t bytes)
{
    size_t total;
    if (__builtin_add_overflow(bytes, sizeof(chunk), &total))
        return NULL;
    chunk *fresh = pl_allocate(1, total);
    if (fresh != NULL)
        fresh->bytes = bytes;
    return fresh;
}

/* Even nothing takes a byte, so that NULL always means that there is no memory.
 */
void *pl_arena_take(pl_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) ||
        bytes > SIZE_MAX - ALIGNMENT)
        return NULL;
    bytes = (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    chunk *top = arena->newest;
    if (top == NULL || top->bytes - top->used < bytes) {
        bool large = bytes > CHUNK_BYTES / 4;
        chunk *fresh = chunk_new(large ? bytes : CHUNK_BYTES);
        if (fresh == NULL)
            return NULL;
        /* A large chunk is full at once: keep the shared one on top. */
        if (large && top != NULL) {
            fresh->next = top->next;
            top->next = fresh;
        } else {
            fresh->next = top;
            arena->newest = fresh;
        }
        top = fresh;
    }
    void *taken = top->data + top->used;
    top->used += bytes;
    assert(top->used <= top->bytes);
    return taken;
}

char *pl_arena_text(pl_arena *arena, const char *bytes, size_t length)
{
    char *copy = pl_arena_take(arena, length + 1, 1);
    if (copy != NULL && length > 0)
        memcpy(copy, bytes, length);
    return copy;
}
