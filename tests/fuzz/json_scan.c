/* json_scan.c: any text, beside jansson: the same texts are right, and what
 * they say is the same. */
/* SPDX-License-Identifier: MIT */
#include "base/json_scan.h"

#include <jansson.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/text.h"
#include "reading.h"

/* jansson goes no deeper. */
enum { DEEPEST = 2000 };

/* Sums over the values of a text, in any order. */
typedef struct told {
    uint64_t sum;
    uint64_t values; /* outside of all brackets */
    size_t depth;    /* the greatest */
    bool right;
} told;

static void tell(told *to, char kind, const char *bytes, size_t length,
                 size_t depth)
{
    to->sum += pl_hash_bytes(length > 0 ? bytes : "", length,
                             (uint64_t)kind << 32 | depth);
}

/* Numbers are compared by value: as written, they are jansson's own. */
static void tell_number(told *to, const char *bytes, size_t length,
                        size_t depth)
{
    char shown[64], *text = malloc(length + 1);
    MUST(text != NULL);
    memcpy(text, bytes, length);
    text[length] = '\0';
    int used = snprintf(shown, sizeof shown, "%.6g", strtod(text, NULL));
    tell(to, 'n', shown, (size_t)used, depth);
    free(text);
}

static void hear_token(told *to, const pl_scan *scan, pl_token token,
                       size_t depth)
{
    if (depth == 0 && token != PL_TOKEN_CLOSE)
        to->values++;
    if (depth > to->depth)
        to->depth = depth;
    if (token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY)
        tell(to, token == PL_TOKEN_OBJECT ? '{' : '[', "", 0, depth);
    else if (token == PL_TOKEN_KEY || token == PL_TOKEN_STRING)
        tell(to, token == PL_TOKEN_KEY ? 'k' : 's', scan->bytes, scan->length,
             depth);
    else if (token == PL_TOKEN_NUMBER)
        tell_number(to, scan->bytes, scan->length, depth);
    else if (token == PL_TOKEN_BOOLEAN || token == PL_TOKEN_NULL)
        tell(to, token == PL_TOKEN_NULL ? '0' : 'b', "", 0, depth);
}

static told scan_all(const char *text, size_t size)
{
    told to = {0};
    pl_scan scan = {0};
    pl_token token;
    pl_scan_start(&scan, text, size);
    do {
        size_t before = scan.open.count;
        token = pl_scan_next(&scan);
        MUST(scan.token >= text && scan.token <= text + size);
        bool opens = token == PL_TOKEN_OBJECT || token == PL_TOKEN_ARRAY;
        MUST(scan.open.count == before + opens - (token == PL_TOKEN_CLOSE));
        if (token != PL_TOKEN_END)
            hear_token(&to, &scan, token, before);
    } while (token != PL_TOKEN_END && token != PL_TOKEN_WRONG);
    to.right = token == PL_TOKEN_END && scan.open.count == 0;
    MUST(token != PL_TOKEN_WRONG || scan.wrong != NULL);
    pl_scan_free(&scan);
    return to;
}

/* jansson's values, on a stack of our own: the object or array, how far. */
typedef struct visit {
    json_t *value;
    void *member;
    size_t index;
} visit;

static void tell_value(told *to, json_t *value, size_t depth)
{
    char shown[64];
    switch (json_typeof(value)) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        tell(to, json_is_object(value) ? '{' : '[', "", 0, depth);
        break;
    case JSON_STRING:
        tell(to, 's', json_string_value(value), json_string_length(value),
             depth);
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        snprintf(shown, sizeof shown, "%.6g", json_number_value(value));
        tell(to, 'n', shown, strlen(shown), depth);
        break;
    case JSON_NULL:
        tell(to, '0', "", 0, depth);
        break;
    default:
        tell(to, 'b', "", 0, depth);
        break;
    }
}

/* The next value inside of the innermost one, or NULL. */
static json_t *next_value(told *to, visit *at, size_t depth)
{
    if (json_is_array(at->value))
        return json_array_get(at->value, at->index++);
    at->member = at->member == NULL
                     ? json_object_iter(at->value)
                     : json_object_iter_next(at->value, at->member);
    if (at->member == NULL)
        return NULL;
    const char *key = json_object_iter_key(at->member);
    tell(to, 'k', key, strlen(key), depth);
    return json_object_iter_value(at->member);
}

static told walk(json_t *root)
{
    static visit stack[DEEPEST + 2];
    told to = {.right = true};
    size_t depth = 0;
    tell_value(&to, root, 0);
    stack[depth++] = (visit){.value = root};
    while (depth > 0) {
        visit *at = &stack[depth - 1];
        json_t *value = json_is_object(at->value) || json_is_array(at->value)
                            ? next_value(&to, at, depth)
                            : NULL;
        if (value == NULL) {
            depth--;
            continue;
        }
        tell_value(&to, value, depth);
        stack[depth++] = (visit){.value = value};
    }
    return to;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = size > 0 ? (const char *)bytes : "";
    size_t at;
    if (pl_text_check(text, size, &at) != PL_TEXT_FINE)
        return 0;
    told plain = scan_all(text, size);
    /* Where jansson is stricter, or a key stands twice, there is nothing to
     * compare: values that follow one another, NUL in a key, numbers that
     * are too large, great depth. */
    json_error_t error;
    json_t *root =
        json_loadb(text, size,
                   JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES |
                       JSON_DECODE_INT_AS_REAL,
                   &error);
    if (root != NULL) {
        told other = walk(root);
        MUST(plain.right && plain.values == 1);
        MUST(plain.sum == other.sum);
        json_decref(root);
    } else if (plain.right && plain.values == 1 && plain.depth < DEEPEST) {
        MUST(json_error_code(&error) == json_error_numeric_overflow ||
             json_error_code(&error) == json_error_null_byte_in_key ||
             json_error_code(&error) == json_error_duplicate_key);
    }
    return 0;
}
