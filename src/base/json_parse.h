/* json_parse.h: a JSON text as a tree in memory, to be asked by key and number.
 *
 * Values lie in blocks, those of one object or array together, and texts stay
 * where they were read, so that a file of many megabytes costs little more
 * than its scanning. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JSON_PARSE_H
#define PL_JSON_PARSE_H

#include "base/memory.h"
#include "pleach.h"

typedef enum pl_parsed_kind {
    PL_PARSED_NULL,
    PL_PARSED_FALSE,
    PL_PARSED_TRUE,
    PL_PARSED_INTEGER, /* without a point and an exponent */
    PL_PARSED_REAL,
    PL_PARSED_TEXT,
    PL_PARSED_ARRAY,
    PL_PARSED_OBJECT,
} pl_parsed_kind;

typedef struct pl_parsed {
    const char *key; /* in an object; else NULL */
    union {
        const char *text;              /* with a NUL at its end */
        const struct pl_parsed *items; /* as many as `count` */
        int64_t integer;
        double real;
    } is;
    uint32_t count;
    pl_parsed_kind kind;
} pl_parsed;

typedef struct pl_json_tree pl_json_tree;

/* Copies the text. PLEACH_BAD_DATA, with the place in what is called `path`,
 * where it is not one JSON value; also where an object has a key twice, a text
 * a NUL, or a number no room in 64 bits. */
PLEACH_CHECKED pleach_status pl_json_parse(pl_json_tree **tree,
                                           const char *bytes, size_t length,
                                           const char *path,
                                           pleach_error *error);
const pl_parsed *pl_json_root(const pl_json_tree *tree);
void pl_json_free(pl_json_tree *tree);

/* What follows may be asked of any value, and of NULL. */

static inline bool pl_parsed_is(const pl_parsed *value, pl_parsed_kind kind)
{
    return value != NULL && value->kind == kind;
}

static inline bool pl_parsed_is_number(const pl_parsed *value)
{
    return pl_parsed_is(value, PL_PARSED_INTEGER) ||
           pl_parsed_is(value, PL_PARSED_REAL);
}

/* Of an array or object; of others 0. */
static inline size_t pl_parsed_size(const pl_parsed *value)
{
    return value != NULL && value->kind >= PL_PARSED_ARRAY ? value->count : 0;
}

/* One of an array or object by its place; NULL: there is none. */
static inline const pl_parsed *pl_parsed_at(const pl_parsed *value, size_t k)
{
    return k < pl_parsed_size(value) ? &value->is.items[k] : NULL;
}

/* One of an object; NULL: it has no such key, or is none. */
const pl_parsed *pl_parsed_get(const pl_parsed *object, const char *key);

/* NULL where it is no text. */
static inline const char *pl_parsed_text(const pl_parsed *value)
{
    return pl_parsed_is(value, PL_PARSED_TEXT) ? value->is.text : NULL;
}

/* 0 where it is no whole number. */
static inline int64_t pl_parsed_integer(const pl_parsed *value)
{
    return pl_parsed_is(value, PL_PARSED_INTEGER) ? value->is.integer : 0;
}

/* 0 where it is no number. */
static inline double pl_parsed_number(const pl_parsed *value)
{
    return pl_parsed_is(value, PL_PARSED_REAL)
               ? value->is.real
               : (double)pl_parsed_integer(value);
}

#endif
