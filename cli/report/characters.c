/* characters.c: which characters may go to a terminal as they are. */
/* SPDX-License-Identifier: MIT */
#include "report/characters.h"

#include <utf8proc.h>

/* Controls, marks of direction, and separators of lines. */
static bool is_steering(utf8proc_int32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C ||
           code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t report_character(const char *bytes, size_t length, bool *harmless)
{
    utf8proc_int32_t code;
    utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)bytes,
                                             (utf8proc_ssize_t)length, &code);
    *harmless = size > 0 && !is_steering(code);
    return size > 0 ? (size_t)size : 1;
}
