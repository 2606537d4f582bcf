/* strings.h: a table of distinct strings, each with a small id. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STRINGS_H
#define PL_STRINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pl_strings pl_strings;

pl_strings *pl_strings_new(void);
void pl_strings_free(pl_strings *table);
/* One that an arena owns: that it has no memory is the arena's failure. */
struct pl_arena;
pl_strings *pl_strings_in(struct pl_arena *arena);

/* The id of `bytes`, added when new; ids count from 0 in order of arrival.
 * PL_NONE when there is no memory. The bytes are copied and may hold NUL. */
uint32_t pl_strings_add(pl_strings *table, const char *bytes, size_t length);

/* The id, or PL_NONE when the string is not there. */
uint32_t pl_strings_find(const pl_strings *table, const char *bytes,
                         size_t length);

/* Borrowed; NUL-terminated; valid until the table is added to,
 * sorted or freed. */
const char *pl_strings_at(const pl_strings *table, uint32_t id);
size_t pl_strings_length(const pl_strings *table, uint32_t id);
uint32_t pl_strings_count(const pl_strings *table);
/* pl_hash_bytes of the string with seed 0. */
uint64_t pl_strings_hash(const pl_strings *table, uint32_t id);

/* Renumbers all ids in byte order, so that they do not depend on the order of
 * arrival. new_id[old id] is filled in; false when there is no memory (then
 * nothing has changed). */
bool pl_strings_sort(pl_strings *table, uint32_t *new_id);

#endif
