/* json.h: writes JSON piece by piece. */
/* SPDX-License-Identifier: MIT */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "pleach_lab.h"

/* Commas come by themselves, whatever the locale. `key` NULL: an item of a
 * list, or the whole. */
typedef struct report_json {
    FILE *to;
    unsigned depth;
    bool fresh;  /* no comma is due before the next value */
    bool broken; /* the next value starts a line of its own */
} report_json;

/* '{' or '[', and the matching '}' or ']'. */
void report_json_open(report_json *json, const char *key, char bracket);
void report_json_close(report_json *json, char bracket);
/* The next value or closing bracket starts an indented line. */
void report_json_line(report_json *json);

/* NULL gives null; bytes that are not UTF-8 become U+FFFD. */
void report_json_text(report_json *json, const char *key, const char *text);
void report_json_count(report_json *json, const char *key, uint64_t value);
/* Ten significant digits; null when not finite. */
void report_json_real(report_json *json, const char *key, double value);
void report_json_truth(report_json *json, const char *key, bool value);
void report_json_null(report_json *json, const char *key);

void report_json_counts(report_json *json, const char *key,
                        const uint64_t *values, size_t count);
void report_json_agreement(report_json *json, const char *key,
                           const pleach_agreement *agreement);

/* A number as JSON has it, into a cell of a table. */
void report_format_real(char *to, size_t room, double value);

#endif
