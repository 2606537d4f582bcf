/* terminal_text.c: lets through what a terminal may be given. */
/* SPDX-License-Identifier: MIT */
#include "base/terminal_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <utf8proc.h>

/* Controls, marks of direction, and separators of lines. */
static bool is_steering(utf8proc_int32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C ||
           code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t pl_terminal_character(const char *bytes, size_t length, bool *harmless)
{
    utf8proc_int32_t code;
    utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)bytes,
                                             (utf8proc_ssize_t)length, &code);
    *harmless = size > 0 && !is_steering(code);
    return size > 0 ? (size_t)size : 1;
}

void pl_put_terminal_bytes(FILE *to, const char *bytes, size_t length)
{
    bool harmless;
    for (size_t at = 0, step; at < length; at += step) {
        step = pl_terminal_character(bytes + at, length - at, &harmless);
        if (harmless)
            fwrite(bytes + at, 1, step, to);
        else
            fputs("\xEF\xBF\xBD", to);
    }
}

void pl_put_terminal_text(FILE *to, const char *text)
{
    pl_put_terminal_bytes(to, text, strlen(text));
}

/* Names of others need more than printf does. */
void pl_print_terminal(FILE *to, const char *format, ...)
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
            pl_put_terminal_text(to, va_arg(values, const char *));
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
