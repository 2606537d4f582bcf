/* terminal_text.c: text of others on its way to a terminal. */
/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "write/terminal_text.h"

/* Characters that would steer the terminal or reorder its line. */
static bool is_steering(utf8proc_int32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C ||
           code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

void pl_put_terminal_text(FILE *to, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + at,
                             (utf8proc_ssize_t)(length - at), &code);
        if (step <= 0 || is_steering(code))
            fputs("\xEF\xBF\xBD", to);
        else
            fwrite(bytes + at, 1, (size_t)step, to);
        at += step <= 0 ? 1 : (size_t)step;
    }
}
