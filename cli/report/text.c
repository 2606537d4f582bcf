/* text.c: text of others on its way to a terminal, and JSON behind keys. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "report/characters.h"
#include "report/report.h"

void report_put_bytes(FILE *to, const char *bytes, size_t length)
{
    bool harmless;
    for (size_t at = 0, step; at < length; at += step) {
        step = report_character(bytes + at, length - at, &harmless);
        if (harmless)
            fwrite(bytes + at, 1, step, to);
        else
            fputs("\xEF\xBF\xBD", to);
    }
}

void report_put_text(FILE *to, const char *text)
{
    report_put_bytes(to, text, strlen(text));
}

/* Names of others go through report_put_text, which printf could not do. */
void report_print(FILE *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (size_t length; *format != '\0'; format += length) {
        length = strcspn(format, "%");
        fwrite(format, 1, length, to);
        if (length > 0)
            continue;
        length = 1 + strcspn(format, "sug");
        switch (format[length - 1]) {
        case 's':
            report_put_text(to, va_arg(values, const char *));
            break;
        case 'u':
            fprintf(to, "%" PRIu64,
                    format[1] == 'z' ? (uint64_t)va_arg(values, size_t)
                                     : va_arg(values, uint64_t));
            break;
        default:
            fprintf(to, "%.*g", format[2] - '0', va_arg(values, double));
        }
    }
    va_end(values);
}

void report_open(pl_json *json, const char *key, char bracket)
{
    pl_json_key(json, key);
    pl_json_open(json, bracket);
}

void report_truth(pl_json *json, const char *key, bool value)
{
    pl_json_key(json, key);
    pl_json_bool(json, value);
}

void report_agreement(pl_json *json, const char *key,
                      const pleach_agreement *agreement)
{
    report_open(json, key, '{');
    pl_json_put_double(json, "precision", agreement->precision);
    pl_json_put_double(json, "recall", agreement->recall);
    pl_json_put_double(json, "f1", agreement->f1);
    pl_json_close(json, '}');
}
