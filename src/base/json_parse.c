/* json_parse.c: puts the values of a text together, without recursion. */
/* SPDX-License-Identifier: MIT */
#include "base/json_parse.h"

#include <math.h>
#include <string.h>

#include "base/json_scan.h"
#include "base/order.h"
#include "base/status.h"
#include "base/strings.h"
#include "base/text.h"

/* Larger objects are asked for a key that is there twice by a table. */
enum { FEW_KEYS = 32 };

struct pl_json_tree {
    pl_arena *arena;
    pl_parsed root;
};

typedef struct parsing {
    pl_json_tree *tree;
    pl_scan scan;
    const char *path, *text;
    const char *given;          /* the same before texts were ended in it */
    const char *key;            /* of the value that comes next */
    PL_LIST(pl_parsed) pending; /* what no closed bracket holds yet */
    PL_LIST(size_t) bracket;    /* where in it the open brackets are */
} parsing;

static pleach_status fail_at_token(const parsing *p, const char *sentence,
                                   pleach_error *error)
{
    uint64_t line = 1;
    const char *start = p->given, *token = start + (p->scan.token - p->text);
    for (const char *at = start; at < token; at++)
        if (*at == '\n') {
            line++;
            start = at + 1;
        }
    return pl_fail_at(error, PLEACH_BAD_DATA, p->path, line,
                      (uint64_t)(token - start) + 1, "%s", sentence);
}

/* ---------------------------------------------------------------- texts -- */

/* A key or text, ended by a NUL where its closing quote was, or before; the
 * scanner has passed that. NULL: it holds a NUL itself. */
static const char *end_text(const parsing *p)
{
    char *start = (char *)(uintptr_t)(p->scan.token + 1);
    size_t length = p->scan.length;
    if (p->scan.escaped && length > 0) {
        if (memchr(p->scan.bytes, '\0', length) != NULL)
            return NULL;
        memcpy(start, p->scan.bytes, length);
    }
    start[length] = '\0';
    return start;
}

/* -------------------------------------------------------------- numbers -- */

/* Few digits and a point among them, as nearly all numbers are: then both the
 * digits and the power of ten are exact, and so is the quotient's rounding. */
static bool read_short_decimal(const char *at, size_t length, double *number)
{
    static const double tens[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    bool minus = length > 0 && *at == '-', point = false;
    uint64_t digits = 0;
    size_t after = 0;
    if (length > 15)
        return false;
    for (size_t k = minus; k < length; k++) {
        if (at[k] == '.') {
            point = true;
            continue;
        }
        if (at[k] < '0' || at[k] > '9')
            return false;
        digits = digits * 10 + (uint64_t)(at[k] - '0');
        after += point;
    }
    *number = (minus ? -(double)digits : (double)digits) / tens[after];
    return true;
}

static bool read_integer(const char *at, size_t length, int64_t *number)
{
    bool minus = *at == '-';
    int64_t sum = 0;
    for (size_t k = minus; k < length; k++) {
        int64_t digit = at[k] - '0';
        if (__builtin_mul_overflow(sum, 10, &sum) ||
            (minus ? __builtin_sub_overflow(sum, digit, &sum)
                   : __builtin_add_overflow(sum, digit, &sum)))
            return false;
    }
    *number = sum;
    return true;
}

static bool read_number(const pl_scan *scan, pl_parsed *value)
{
    const char *at = scan->bytes;
    size_t length = scan->length;
    bool real = memchr(at, '.', length) != NULL ||
                memchr(at, 'e', length) != NULL ||
                memchr(at, 'E', length) != NULL;
    value->kind = real ? PL_PARSED_REAL : PL_PARSED_INTEGER;
    if (!real)
        return read_integer(at, length, &value->is.integer);
    return read_short_decimal(at, length, &value->is.real) ||
           (pl_text_number(at, length, &value->is.real) &&
            isfinite(value->is.real));
}

/* ------------------------------------------------------------- brackets -- */

/* Whether a key is there twice; *enough: there was memory to find out. */
static bool repeats_key(const pl_parsed *items, size_t count, bool *enough)
{
    bool twice = false;
    *enough = true;
    if (count <= FEW_KEYS) {
        for (size_t k = 1; k < count && !twice; k++)
            for (size_t l = 0; l < k && !twice; l++)
                twice = items[k].key[0] == items[l].key[0] &&
                        strcmp(items[k].key, items[l].key) == 0;
        return twice;
    }
    pl_strings *known = pl_strings_new();
    *enough = known != NULL;
    for (size_t k = 0; *enough && k < count; k++)
        *enough = pl_strings_add(known, items[k].key, strlen(items[k].key)) !=
                  PL_NONE;
    twice = *enough && pl_strings_count(known) < count;
    pl_strings_free(known);
    return twice;
}

/* What came since the bracket opened becomes its block. */
static pleach_status close_bracket(parsing *p, pleach_error *error)
{
    size_t at = p->bracket.items[--p->bracket.count];
    pl_parsed *value = &p->pending.items[at];
    size_t count = p->pending.count - at - 1;
    bool enough = true;
    if (value->kind == PL_PARSED_OBJECT &&
        repeats_key(value + 1, count, &enough))
        return fail_at_token(p, "This object has a key twice.", error);
    pl_parsed *block =
        enough ? PL_ARENA_ARRAY(p->tree->arena, pl_parsed, count) : NULL;
    if (block == NULL || count >= PL_NONE)
        return pl_fail_memory(error);
    if (count > 0)
        memcpy(block, value + 1, count * sizeof *block);
    value->is.items = block;
    value->count = (uint32_t)count;
    p->pending.count = at + 1;
    return PLEACH_OK;
}

/* --------------------------------------------------------------- values -- */

static pleach_status add_value(parsing *p, pl_parsed value, pleach_error *error)
{
    value.key = p->key;
    p->key = NULL;
    return pl_list_push(&p->pending, value) ? PLEACH_OK : pl_fail_memory(error);
}

static pleach_status open_value(parsing *p, pl_parsed_kind kind,
                                pleach_error *error)
{
    if (!pl_list_push(&p->bracket, p->pending.count))
        return pl_fail_memory(error);
    return add_value(p, (pl_parsed){.kind = kind}, error);
}

static pleach_status take_text(parsing *p, bool is_key, pleach_error *error)
{
    const char *text = end_text(p);
    if (text == NULL)
        return fail_at_token(
            p, "There is an escaped NUL (\\u0000). Leave it out.", error);
    if (is_key) {
        p->key = text;
        return PLEACH_OK;
    }
    return add_value(p, (pl_parsed){.is.text = text, .kind = PL_PARSED_TEXT},
                     error);
}

/* One token; all but keys and closing brackets are a value. */
static pleach_status take_token(parsing *p, pl_token token, pleach_error *error)
{
    pl_parsed value = {.kind = PL_PARSED_NULL};
    switch (token) {
    case PL_TOKEN_OBJECT:
        return open_value(p, PL_PARSED_OBJECT, error);
    case PL_TOKEN_ARRAY:
        return open_value(p, PL_PARSED_ARRAY, error);
    case PL_TOKEN_CLOSE:
        return close_bracket(p, error);
    case PL_TOKEN_KEY:
    case PL_TOKEN_STRING:
        return take_text(p, token == PL_TOKEN_KEY, error);
    case PL_TOKEN_NUMBER:
        if (!read_number(&p->scan, &value))
            return fail_at_token(p, "This number is too large.", error);
        break;
    case PL_TOKEN_BOOLEAN:
        value.kind = *p->scan.token == 't' ? PL_PARSED_TRUE : PL_PARSED_FALSE;
        break;
    case PL_TOKEN_WRONG:
        return fail_at_token(p, p->scan.wrong, error);
    case PL_TOKEN_NO_MEMORY:
        return pl_fail_memory(error);
    case PL_TOKEN_NULL:
    case PL_TOKEN_END:
        break;
    }
    return add_value(p, value, error);
}

/* UTF-8 is proved first and in one go, so that the scanner and everybody behind
 * it can take it for granted. */
static pleach_status parse_value(parsing *p, size_t length, pleach_error *error)
{
    pl_token token;
    size_t at;
    if (pl_text_check(p->text, length, &at) != PL_TEXT_FINE) {
        p->scan.token = p->text + at;
        return fail_at_token(p, "This is not JSON: it is not UTF-8.", error);
    }
    pl_scan_start(&p->scan, p->text, length);
    while ((token = pl_scan_next(&p->scan)) != PL_TOKEN_END) {
        PL_TRY(take_token(p, token, error));
        if (p->bracket.count == 0 && p->pending.count > 1)
            return fail_at_token(
                p, "This is not JSON: there should be nothing behind it.",
                error);
    }
    if (p->bracket.count > 0 || p->pending.count == 0)
        return fail_at_token(
            p, "This is not JSON: it ends before it is complete.", error);
    p->tree->root = p->pending.items[0];
    return PLEACH_OK;
}

/* Texts of the tree point into a copy, so that the caller's bytes may go. */
pleach_status pl_json_parse(pl_json_tree **tree, const char *bytes,
                            size_t length, const char *path,
                            pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    pl_json_tree *made =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pl_json_tree, 1);
    char *copy = made == NULL ? NULL : pl_arena_text(arena, bytes, length);
    pleach_status status = PLEACH_NO_MEMORY;
    if (copy != NULL) {
        made->arena = arena;
        parsing p = {.tree = made, .path = path, .text = copy, .given = bytes};
        status = parse_value(&p, length, error);
        pl_scan_free(&p.scan);
        pl_list_free(&p.pending);
        pl_list_free(&p.bracket);
    } else {
        status = pl_fail_memory(error);
    }
    if (status == PLEACH_OK)
        *tree = made;
    else
        pl_arena_free(arena);
    return status;
}

const pl_parsed *pl_json_root(const pl_json_tree *tree)
{
    return &tree->root;
}

void pl_json_free(pl_json_tree *tree)
{
    if (tree != NULL)
        pl_arena_free(tree->arena);
}

const pl_parsed *pl_parsed_get(const pl_parsed *object, const char *key)
{
    if (!pl_parsed_is(object, PL_PARSED_OBJECT))
        return NULL;
    for (uint32_t k = 0; k < object->count; k++) {
        const pl_parsed *value = &object->is.items[k];
        if (value->key[0] == key[0] && strcmp(value->key, key) == 0)
            return value;
    }
    return NULL;
}
