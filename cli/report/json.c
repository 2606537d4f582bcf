/* json.c: a small writer of JSON, for figures. */
/* SPDX-License-Identifier: MIT */
#include "report/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <utf8proc.h>

static void put_break(report_json *json)
{
    if (json->broken)
        fprintf(json->to, "\n%*s", (int)json->depth, "");
    json->broken = false;
}

/* A control character, what would end a script that JSON stands in, or what
 * YAML does not have. */
static bool needs_escape(utf8proc_int32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == '<' ||
           code == 0x2028 || code == 0x2029 || code == 0xFEFF ||
           code == 0xFFFE || code == 0xFFFF;
}

/* Bytes that are not UTF-8 become U+FFFD one by one. */
static void put_string(FILE *to, const char *text)
{
    size_t length = strlen(text);
    putc('"', to);
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                             (utf8proc_ssize_t)(length - at), &code);
        if (step <= 0)
            fputs("\\ufffd", to);
        else if (code == '"' || code == '\\')
            fprintf(to, "\\%c", (int)code);
        else if (code == '\n' || code == '\t')
            fputs(code == '\n' ? "\\n" : "\\t", to);
        else if (needs_escape(code))
            fprintf(to, "\\u%04x", (unsigned)code);
        else
            fwrite(text + at, 1, (size_t)step, to);
        at += step > 0 ? (size_t)step : 1;
    }
    putc('"', to);
}

/* What stands before a value: a comma, a line's end, its key. */
static void begin_value(report_json *json, const char *key)
{
    bool first = json->depth == 0 || json->fresh;
    if (!first)
        fputs(json->broken ? "," : ", ", json->to);
    put_break(json);
    json->fresh = false;
    if (key == NULL)
        return;
    put_string(json->to, key);
    fputs(": ", json->to);
}

void report_json_open(report_json *json, const char *key, char bracket)
{
    begin_value(json, key);
    putc(bracket, json->to);
    json->depth++;
    json->fresh = true;
}

void report_json_close(report_json *json, char bracket)
{
    assert(json->depth > 0);
    json->depth--;
    put_break(json);
    putc(bracket, json->to);
    json->fresh = false;
    if (json->depth == 0)
        putc('\n', json->to);
}

void report_json_line(report_json *json)
{
    json->broken = true;
}

void report_json_text(report_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    if (text == NULL)
        fputs("null", json->to);
    else
        put_string(json->to, text);
}

void report_json_count(report_json *json, const char *key, uint64_t value)
{
    begin_value(json, key);
    fprintf(json->to, "%" PRIu64, value);
}

/* printf writes the locale's decimal point, which may be several bytes. */
void report_format_real(char *to, size_t room, double value)
{
    char number[48];
    size_t used = 0;
    bool pointed = false;
    snprintf(number, sizeof number, "%.10g", value == 0 ? 0.0 : value);
    for (const char *at = number; *at != '\0' && used + 1 < room; at++) {
        bool point = strchr("0123456789+-e", *at) == NULL;
        if (!point || !pointed)
            to[used++] = point ? '.' : *at;
        pointed = pointed || point;
    }
    to[used] = '\0';
}

void report_json_real(report_json *json, const char *key, double value)
{
    char number[48] = "null";
    if (isfinite(value))
        report_format_real(number, sizeof number, value);
    begin_value(json, key);
    fputs(number, json->to);
}

void report_json_truth(report_json *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->to);
}

void report_json_null(report_json *json, const char *key)
{
    report_json_text(json, key, NULL);
}

void report_json_counts(report_json *json, const char *key,
                        const uint64_t *values, size_t count)
{
    report_json_open(json, key, '[');
    for (size_t k = 0; k < count; k++)
        report_json_count(json, NULL, values[k]);
    report_json_close(json, ']');
}

void report_json_agreement(report_json *json, const char *key,
                           const pleach_agreement *agreement)
{
    report_json_open(json, key, '{');
    report_json_real(json, "precision", agreement->precision);
    report_json_real(json, "recall", agreement->recall);
    report_json_real(json, "f1", agreement->f1);
    report_json_close(json, '}');
}
