/* json_write.c: the streaming JSON writer behind every JSON output. */
/* SPDX-License-Identifier: MIT */
#include "base/json_write.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* A stream has one writer at a time, so nothing is locked for each byte, which
 * was a third of the time. Short runs, as nearly all are, go byte by byte into
 * the stream's buffer. */
static void put_bytes(FILE *to, const char *bytes, size_t length)
{
    enum { SHORT = 24 };
    if (length > SHORT) {
        fwrite(bytes, 1, length, to);
        return;
    }
    for (size_t k = 0; k < length; k++)
        putc_unlocked(bytes[k], to);
}

void pl_json_start(pl_json *json, FILE *to)
{
    *json = (pl_json){.to = to, .fresh = true, .last_float = NAN};
}

static void put_break(pl_json *json)
{
    if (!json->broken)
        return;
    json->broken = false;
    putc_unlocked('\n', json->to);
    for (uint32_t k = 0; k < json->depth; k++)
        putc_unlocked(' ', json->to);
}

/* What stands between the value before and the next one. */
static void put_separator(pl_json *json)
{
    if (!json->fresh)
        putc_unlocked(',', json->to);
    if (!json->fresh && !json->broken)
        putc_unlocked(' ', json->to);
    put_break(json);
    json->fresh = false;
}

void pl_json_line(pl_json *json)
{
    json->broken = true;
}

void pl_json_open(pl_json *json, char bracket)
{
    put_separator(json);
    putc_unlocked(bracket, json->to);
    json->depth++;
    json->fresh = true;
}

void pl_json_close(pl_json *json, char bracket)
{
    assert(json->depth > 0);
    json->depth--;
    put_break(json);
    putc_unlocked(bracket, json->to);
    json->fresh = false;
}

/* Controls are escaped as JSON asks, '<' so that the text may stand inside a
 * script, and the rest because other readers (YAML, old JavaScript) stumble
 * over them. */
static void put_code_point(FILE *to, utf8proc_int32_t code, const char *bytes,
                           size_t length)
{
    if (code == '"' || code == '\\')
        fprintf(to, "\\%c", (int)code);
    else if (code == '\n')
        fputs("\\n", to);
    else if (code == '\t')
        fputs("\\t", to);
    else if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == '<' ||
             code == 0x2028 || code == 0x2029 || code == 0xFEFF ||
             code == 0xFFFE || code == 0xFFFF) /* which YAML does not have */
        fprintf(to, "\\u%04x", (unsigned)code);
    else
        fwrite(bytes, 1, length, to);
}

/* How many of the first bytes can be written as they are. */
static size_t count_plain(const char *bytes, size_t length)
{
    size_t plain = 0;
    while (plain < length && bytes[plain] >= 0x20 && bytes[plain] < 0x7F &&
           bytes[plain] != '"' && bytes[plain] != '\\' && bytes[plain] != '<')
        plain++;
    return plain;
}

/* Most names are plain ASCII and are copied in runs; only what is not goes
 * through the decoder. */
static void put_string(FILE *to, const char *bytes, size_t length)
{
    putc_unlocked('"', to);
    for (size_t at = 0; at < length;) {
        size_t plain = count_plain(bytes + at, length - at);
        if (plain > 0) {
            put_bytes(to, bytes + at, plain);
            at += plain;
            continue;
        }
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + at,
                             (utf8proc_ssize_t)(length - at), &code);
        if (step <= 0) {
            fputs("\\ufffd", to);
            at++;
            continue;
        }
        put_code_point(to, code, bytes + at, (size_t)step);
        at += (size_t)step;
    }
    putc_unlocked('"', to);
}

void pl_json_key_bytes(pl_json *json, const char *key, size_t length)
{
    put_separator(json);
    put_string(json->to, key, length);
    put_bytes(json->to, ": ", 2);
    json->fresh = true;
}

void pl_json_key(pl_json *json, const char *key)
{
    pl_json_key_bytes(json, key, strlen(key));
}

void pl_json_bytes(pl_json *json, const char *bytes, size_t length)
{
    put_separator(json);
    put_string(json->to, bytes, length);
}

void pl_json_text(pl_json *json, const char *text)
{
    if (text == NULL)
        pl_json_null(json);
    else
        pl_json_bytes(json, text, strlen(text));
}

void pl_json_raw(pl_json *json, const char *text)
{
    put_separator(json);
    fputs(text, json->to);
}

void pl_json_integer(pl_json *json, uint64_t value)
{
    char digits[20];
    size_t first = sizeof digits;
    put_separator(json);
    do {
        digits[--first] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    put_bytes(json->to, digits + first, sizeof digits - first);
}

/* printf writes the locale's decimal point, which may be several bytes. */
static void put_number(pl_json *json, const char *number)
{
    char plain[48] = "";
    size_t used = 0;
    bool pointed = false;
    for (; *number != '\0'; number++) {
        bool point = strchr("0123456789+-e", *number) == NULL;
        if (!point)
            plain[used++] = *number;
        else if (!pointed)
            plain[used++] = '.';
        pointed = pointed || point;
    }
    put_separator(json);
    put_bytes(json->to, plain, used);
}

void pl_json_double(pl_json *json, double value)
{
    char number[48];
    if (!isfinite(value)) {
        pl_json_null(json);
        return;
    }
    snprintf(number, sizeof number, "%.10g", value == 0 ? 0.0 : value);
    put_number(json, number);
}

/* As many digits as it takes to read the same float back: more would be noise,
 * and fewer would make a checked sum fail. */
void pl_json_float(pl_json *json, float value)
{
    if (!isfinite(value)) {
        pl_json_null(json);
        return;
    }
    /* Members of a cluster often have the same similarity. */
    for (int digits = 6; value != json->last_float && digits <= 9; digits++) {
        snprintf(json->last_text, sizeof json->last_text, "%.*g", digits,
                 (double)value);
        if (strtof(json->last_text, NULL) == value)
            break;
    }
    json->last_float = value;
    put_number(json, json->last_text);
}

void pl_json_bool(pl_json *json, bool value)
{
    put_separator(json);
    fputs(value ? "true" : "false", json->to);
}

void pl_json_null(pl_json *json)
{
    put_separator(json);
    fputs("null", json->to);
}

void pl_json_open_in(pl_json *json, const char *key, char bracket)
{
    pl_json_key(json, key);
    pl_json_open(json, bracket);
}

void pl_json_put_text(pl_json *json, const char *key, const char *text)
{
    pl_json_key(json, key);
    pl_json_text(json, text);
}

void pl_json_put_integer(pl_json *json, const char *key, uint64_t value)
{
    pl_json_key(json, key);
    pl_json_integer(json, value);
}

void pl_json_put_integers(pl_json *json, const char *key,
                          const uint64_t *values, size_t count)
{
    pl_json_key(json, key);
    pl_json_open(json, '[');
    for (size_t k = 0; k < count; k++)
        pl_json_integer(json, values[k]);
    pl_json_close(json, ']');
}
