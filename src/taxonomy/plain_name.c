/* plain_name.c: drops what decorates a name (utf8proc tells what does). */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/plain_name.h"

#include <string.h>
#include <utf8proc.h>

/* A number this long is a number of its own, such as a year. */
enum { LONGEST_NUMBERING = 3 };

/* Symbols that are pictures, and what selects or joins them. Below the first
 * arrow symbols are signs of a text, such as degrees. */
static bool is_emoji(utf8proc_int32_t point)
{
    enum { FIRST_ARROW = 0x2190, KEYCAP = 0x20E3, JOINER = 0x200D };
    if (point == KEYCAP || point == JOINER ||
        (point >= 0xFE00 && point <= 0xFE0F) ||
        (point >= 0x1F3FB && point <= 0x1F3FF))
        return true;
    return point >= FIRST_ARROW &&
           utf8proc_category(point) == UTF8PROC_CATEGORY_SO;
}

/* Copies all but emoji; white space and underscores become single spaces, and
 * none stand at the ends. */
static bool copy_words(pl_plain_name *plain, const char *bytes, size_t length)
{
    bool gap = false;
    plain->count = 0;
    if (!pl_list_room(plain, length + 1))
        return false;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t point;
        utf8proc_ssize_t size =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + at,
                             (utf8proc_ssize_t)(length - at), &point);
        if (size < 1)
            size = 1;
        bool space = point == ' ' || point == '\t' || point == '_';
        if (space || is_emoji(point)) {
            gap = true;
        } else {
            if (gap && plain->count > 0)
                plain->items[plain->count++] = ' ';
            gap = false;
            memcpy(plain->items + plain->count, bytes + at, (size_t)size);
            plain->count += (size_t)size;
        }
        at += (size_t)size;
    }
    return true;
}

static bool is_number_byte(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* How many bytes of numbering a name starts with: "2. ", "1.2 ", "(3) ",
 * "04 - ", "7 "; 0: none. */
static size_t numbering_bytes(const char *name, size_t length)
{
    size_t at = length > 0 && name[0] == '(', digits = 0;
    for (; at < length && (is_number_byte(name[at]) || name[at] == '.'); at++) {
        digits = is_number_byte(name[at]) ? digits + 1 : 0;
        if (digits > LONGEST_NUMBERING)
            return 0;
    }
    if (at == 0 ||
        !is_number_byte(name[at - (at > 1 && name[at - 1] == '.') - 1]))
        return 0;
    while (at < length && (name[at] == ')' || name[at] == ':'))
        at++;
    if (at == length || name[at] != ' ')
        return 0;
    at++;
    if (at + 1 < length && name[at] == '-' && name[at + 1] == ' ')
        at += 2;
    return at;
}

static void drop_front(pl_plain_name *plain, size_t bytes)
{
    plain->count -= bytes;
    memmove(plain->items, plain->items + bytes, plain->count);
}

/* Marks that Markdown puts around words: **Billing**, `Billing`. A star behind
 * a word alone is part of it. */
static void drop_marks(pl_plain_name *plain)
{
    const char *name = plain->items;
    size_t marks = 0, last = plain->count;
    while (last > marks + 2 && (name[marks] == '*' || name[marks] == '`') &&
           name[last - 1] == name[marks]) {
        marks++;
        last--;
    }
    plain->count = last;
    drop_front(plain, marks);
}

bool pl_make_plain(pl_plain_name *plain, const char *bytes, size_t length)
{
    if (!copy_words(plain, bytes, length))
        return false;
    drop_marks(plain);
    drop_front(plain, numbering_bytes(plain->items, plain->count));
    drop_marks(plain);
    if (plain->count == 0) {
        memcpy(plain->items, bytes, length);
        plain->count = length;
    }
    return true;
}
