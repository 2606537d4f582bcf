/* json_write.h: writes JSON piece by piece, the same bytes everywhere. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JSON_WRITE_H
#define PL_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Commas and colons come by themselves. Nothing is allocated and nothing
 * depends on the locale. A failed write stays visible in ferror(to). */
typedef struct pl_json {
    FILE *to;
    uint32_t depth;
    bool fresh;       /* no comma is due before the next value */
    bool broken;      /* the next value starts a line of its own */
    float last_float; /* written, and how */
    char last_text[48];
} pl_json;

void pl_json_start(pl_json *json, FILE *to);

/* '{' or '[', and the matching '}' or ']'. */
void pl_json_open(pl_json *json, char bracket);
void pl_json_close(pl_json *json, char bracket);

/* The next key, value or closing bracket starts an indented line. */
void pl_json_line(pl_json *json);

void pl_json_key(pl_json *json, const char *key);
void pl_json_key_bytes(pl_json *json, const char *key, size_t length);

/* Bytes that are not UTF-8 become U+FFFD. '<' and the line separators are
 * escaped, so that the text may also stand inside a page's script. */
void pl_json_bytes(pl_json *json, const char *bytes, size_t length);
/* NULL gives null. */
void pl_json_text(pl_json *json, const char *text);
void pl_json_integer(pl_json *json, uint64_t value);
/* Ten significant digits; null when not finite. */
void pl_json_double(pl_json *json, double value);
/* The shortest form that reads back as the same float. */
void pl_json_float(pl_json *json, float value);
void pl_json_bool(pl_json *json, bool value);
void pl_json_null(pl_json *json);
/* A value that is JSON already, as it stands. */
void pl_json_raw(pl_json *json, const char *text);

/* A key and its value at once; of lists and objects up to the bracket. */
void pl_json_open_in(pl_json *json, const char *key, char bracket);
void pl_json_put_text(pl_json *json, const char *key, const char *text);
void pl_json_put_integer(pl_json *json, const char *key, uint64_t value);
void pl_json_put_integers(pl_json *json, const char *key,
                          const uint64_t *values, size_t count);

#endif
