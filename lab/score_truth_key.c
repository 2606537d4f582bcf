/* score_truth_key.c: the name's key of the baseline that a result must beat. */
/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "lab/score_truth.h"

static bool is_letter_or_digit(utf8proc_int32_t code)
{
    utf8proc_category_t is = utf8proc_category(code);
    return (is >= UTF8PROC_CATEGORY_LU && is <= UTF8PROC_CATEGORY_LO) ||
           (is >= UTF8PROC_CATEGORY_ND && is <= UTF8PROC_CATEGORY_NO);
}

/* No stemmer and no tables: the plainest thing that anybody would try, so that
 * beating it means something. */
size_t pl_plain_key(char *to, const char *name, size_t length, size_t left)
{
    size_t used = 0, letters = 0;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)name + at,
                             (utf8proc_ssize_t)(length - at), &code);
        if (step <= 0)
            break;
        at += (size_t)step;
        code = utf8proc_tolower(code);
        if (!is_letter_or_digit(code))
            continue;
        used +=
            (size_t)utf8proc_encode_char(code, (utf8proc_uint8_t *)to + used);
        letters++;
    }
    if (letters < left + 1 || used == 0 || to[used - 1] != 's')
        return used;
    bool long_ending = letters >= left + 2 && to[used - 2] == 'e';
    return used - (long_ending ? 2 : 1);
}
