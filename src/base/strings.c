/* strings.c: open addressing over one contiguous pool of bytes. */
/* SPDX-License-Identifier: MIT */
#include "base/strings.h"

#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/hash.h"
#include "base/memory.h"

/* A part of the hash stands beside the id, so that a look at most strings
 * that are others needs no look at their bytes. */
typedef struct string_slot {
    uint32_t mark; /* upper half of the hash */
    uint32_t id;   /* plus 1, or 0 for free */
} string_slot;

struct pl_strings {
    char *pool; /* every string followed by a NUL */
    size_t pool_used, pool_room;
    uint64_t *start; /* count + 1 entries: where each string begins */
    uint64_t *hash;
    uint32_t count, room;
    string_slot *slots;
    uint32_t slot_mask; /* number of slots - 1, a power of two less one */
    pl_arena *arena;    /* that owns it; NULL: none */
};

pl_strings *pl_strings_new(void)
{
    pl_strings *table = pl_allocate(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->slot_mask = 63;
    table->slots = pl_allocate(table->slot_mask + 1, sizeof *table->slots);
    table->start = pl_allocate(1, sizeof *table->start);
    if (table->slots == NULL || table->start == NULL) {
        pl_strings_free(table);
        return NULL;
    }
    return table;
}

void pl_strings_free(pl_strings *table)
{
    if (table == NULL)
        return;
    pl_release(table->pool);
    pl_release(table->start);
    pl_release(table->hash);
    pl_release(table->slots);
    pl_release(table);
}

static void end_strings(void *table)
{
    pl_strings_free(table);
}

pl_strings *pl_strings_in(pl_arena *arena)
{
    pl_strings *table = pl_arena_own(arena, pl_strings_new(), end_strings);
    if (table != NULL)
        table->arena = arena;
    return table;
}

const char *pl_strings_at(const pl_strings *table, uint32_t id)
{
    return table->pool + table->start[id];
}

size_t pl_strings_length(const pl_strings *table, uint32_t id)
{
    return (size_t)(table->start[id + 1] - table->start[id]) - 1;
}

uint64_t pl_strings_hash(const pl_strings *table, uint32_t id)
{
    return table->hash[id];
}

uint32_t pl_strings_count(const pl_strings *table)
{
    return table->count;
}

static bool same_words(const char *a, const char *b, size_t bytes)
{
    uint64_t left = 0, right = 0;
    memcpy(&left, a, bytes);
    memcpy(&right, b, bytes);
    return left == right;
}

/* memcmp for strings that are short and, as a rule, equal: words that overlap
 * rather than a call. */
static bool same_bytes(const char *a, const char *b, size_t length)
{
    size_t at = 0;
    if (length < 8) {
        if (length >= 4)
            return same_words(a, b, 4) &&
                   same_words(a + length - 4, b + length - 4, 4);
        for (; at < length; at++)
            if (a[at] != b[at])
                return false;
        return true;
    }
    for (; length - at > 8; at += 8)
        if (!same_words(a + at, b + at, 8))
            return false;
    return same_words(a + length - 8, b + length - 8, 8);
}

/* The slot that holds the string, or the free one where it belongs. */
static uint32_t find_slot(const pl_strings *table, const char *bytes,
                          size_t length, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & table->slot_mask;
    while (table->slots[at].id != 0) {
        uint32_t id = table->slots[at].id - 1;
        if (table->slots[at].mark == hash >> 32 &&
            pl_strings_length(table, id) == length &&
            same_bytes(pl_strings_at(table, id), bytes, length))
            break;
        at = (at + 1) & table->slot_mask;
    }
    return at;
}

uint32_t pl_strings_find(const pl_strings *table, const char *bytes,
                         size_t length)
{
    uint64_t hash = pl_hash_bytes(bytes, length, 0);
    uint32_t found = table->slots[find_slot(table, bytes, length, hash)].id;
    return found == 0 ? PL_NONE : found - 1;
}

static void fill_slots(pl_strings *table, string_slot *slots, uint32_t mask)
{
    for (uint32_t id = 0; id < table->count; id++) {
        uint32_t at = (uint32_t)table->hash[id] & mask;
        while (slots[at].id != 0)
            at = (at + 1) & mask;
        slots[at] = (string_slot){(uint32_t)(table->hash[id] >> 32), id + 1};
    }
    table->slots = slots;
    table->slot_mask = mask;
}

static uint32_t fail_to_add(pl_strings *table)
{
    if (table->arena != NULL)
        pl_arena_fail(table->arena);
    return PL_NONE;
}

static bool more_slots(pl_strings *table)
{
    if (table->slot_mask >= UINT32_MAX / 2)
        return false;
    uint32_t mask = table->slot_mask * 2 + 1;
    string_slot *slots = pl_allocate((size_t)mask + 1, sizeof *slots);
    if (slots == NULL)
        return false;
    pl_release(table->slots);
    fill_slots(table, slots, mask);
    return true;
}

/* The three arrays grow one after the other, and `room` last: after a failure
 * in between the table is as it was. */
static bool more_room(pl_strings *table, size_t length)
{
    if (!pl_list_grow_(NULL, (void **)&table->pool, &table->pool_room,
                       table->pool_used, length + 1, 1))
        return false;
    if (table->count < table->room)
        return true;
    uint32_t room = table->room + table->room / 2 + 64;
    uint64_t *start = pl_resize(table->start, (size_t)room + 1, sizeof *start);
    if (start == NULL)
        return false;
    table->start = start;
    uint64_t *hash = pl_resize(table->hash, room, sizeof *hash);
    if (hash == NULL)
        return false;
    table->hash = hash;
    table->room = room;
    return true;
}

/* A slot keeps half of the hash beside the id, which rules out nearly all other
 * strings without touching their bytes. */
uint32_t pl_strings_add(pl_strings *table, const char *bytes, size_t length)
{
    uint64_t hash = pl_hash_bytes(bytes, length, 0);
    uint32_t at = find_slot(table, bytes, length, hash);
    if (table->slots[at].id != 0)
        return table->slots[at].id - 1;
    if (table->count >= PL_NONE - 1 || !more_room(table, length))
        return fail_to_add(table);
    if (table->count >= table->slot_mask / 2) {
        if (!more_slots(table))
            return fail_to_add(table);
        at = find_slot(table, bytes, length, hash);
    }
    uint32_t id = table->count++;
    if (length > 0)
        memcpy(table->pool + table->pool_used, bytes, length);
    table->pool[table->pool_used + length] = '\0';
    table->pool_used += length + 1;
    table->start[id + 1] = table->pool_used;
    table->hash[id] = hash;
    assert(table->pool_used <= table->pool_room);
    assert(table->count <= table->slot_mask);
    table->slots[at] = (string_slot){(uint32_t)(hash >> 32), id + 1};
    return id;
}

typedef struct sort_entry {
    uint64_t head; /* the first eight bytes as a number that sorts alike */
    const char *bytes;
    size_t length;
    uint32_t id;
} sort_entry;

static uint64_t bucket_of(const char *bytes, size_t length)
{
    uint64_t head = 0;
    for (size_t k = 0; k < 8; k++)
        head = head << 8 | (k < length ? (unsigned char)bytes[k] : 0);
    return head;
}

/* Most strings differ in their heads, and need not be looked at again. */
static int compare_string_entries(const void *left, const void *right)
{
    const sort_entry *a = left, *b = right;
    if (a->head != b->head)
        return a->head < b->head ? -1 : 1;
    size_t shared = a->length < b->length ? a->length : b->length;
    int order = shared > 8 ? memcmp(a->bytes + 8, b->bytes + 8, shared - 8) : 0;
    if (order != 0)
        return order;
    return (a->length > b->length) - (a->length < b->length);
}

/* Copies the pool in sorted order and swaps it in. */
static void lay_out_sorted(pl_strings *table, const sort_entry *entries,
                           char *pool, uint64_t *start, uint64_t *hash,
                           uint32_t *new_id)
{
    size_t used = 0;
    for (uint32_t k = 0; k < table->count; k++) {
        memcpy(pool + used, entries[k].bytes, entries[k].length + 1);
        start[k] = used;
        used += entries[k].length + 1;
        hash[k] = table->hash[entries[k].id];
        new_id[entries[k].id] = k;
    }
    start[table->count] = used;
    pl_release(table->pool);
    pl_release(table->start);
    pl_release(table->hash);
    table->pool = pool;
    table->pool_room = table->pool_used;
    table->start = start;
    table->hash = hash;
    table->room = table->count;
    memset(table->slots, 0,
           ((size_t)table->slot_mask + 1) * sizeof *table->slots);
    fill_slots(table, table->slots, table->slot_mask);
}

static sort_entry entry_of(const pl_strings *table, uint32_t id)
{
    const char *bytes = pl_strings_at(table, id);
    size_t length = pl_strings_length(table, id);
    return (sort_entry){bucket_of(bytes, length), bytes, length, id};
}

/* Ids by bytes do not depend on the order in which texts came. All memory is
 * taken first, so that a failure leaves the table as it was. */
bool pl_strings_sort(pl_strings *table, uint32_t *new_id)
{
    sort_entry *entries = pl_allocate(table->count, sizeof *entries);
    char *pool = pl_allocate(table->pool_used, 1);
    uint64_t *start = pl_allocate((size_t)table->count + 1, sizeof *start);
    uint64_t *hash = pl_allocate(table->count, sizeof *hash);
    bool enough = entries && pool && start && hash;
    if (enough) {
        for (uint32_t id = 0; id < table->count; id++)
            entries[id] = entry_of(table, id);
        qsort(entries, table->count, sizeof *entries, compare_string_entries);
        lay_out_sorted(table, entries, pool, start, hash, new_id);
    } else {
        pl_release(pool);
        pl_release(start);
        pl_release(hash);
    }
    pl_release(entries);
    return enough;
}
