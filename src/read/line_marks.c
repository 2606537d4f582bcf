/* line_marks.c: bullets, numbers, headings and drawn branches. */
/* SPDX-License-Identifier: MIT */
#include "read/line_marks.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

static bool is_digit_byte(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_blank_byte(char byte)
{
    return byte == ' ' || byte == '\t';
}

size_t pl_mark_indent(const char *line, size_t length)
{
    size_t column = 0;
    for (size_t k = 0; k < length && is_blank_byte(line[k]); k++)
        column = line[k] == '\t' ? column / 4 * 4 + 4 : column + 1;
    return column;
}

/* -------------------------------------------------------------- Markdown -- */

unsigned pl_mark_heading(const char *text, size_t length)
{
    size_t depth = 0;
    while (depth < length && text[depth] == '#')
        depth++;
    if (depth > 0)
        return depth < 7 && depth < length && is_blank_byte(text[depth])
                   ? (unsigned)depth
                   : 0;
    if (length > 1 && text[length - 1] == ':')
        length--;
    bool bold = length > 4 && strncmp(text, "**", 2) == 0 &&
                strncmp(text + length - 2, "**", 2) == 0;
    return bold && memchr(text + 2, '*', length - 4) == NULL ? 7 : 0;
}

/* A blank has to follow, or "-5 degrees" and "1.2 Birds" would be items of a
 * list. */
size_t pl_mark_bullet(const char *text, size_t length)
{
    /* Round, hollow, square and others, and a dash. */
    static const char drawn[] = "\xE2\x80\xA2\xE2\x97\xA6\xE2\x97\x8F\xE2\x97"
                                "\x8B\xE2\x96\xAA\xE2\x96\xAB\xE2\x96\xA0\xE2"
                                "\x96\xA1\xE2\x80\xA3\xE2\x81\x83\xE2\x80\x93";
    size_t mark = 0;
    for (const char *at = drawn; length > 3 && mark == 0 && *at != '\0';
         at += 3)
        mark = memcmp(text, at, 3) == 0 ? 3 : 0;
    if (length > 1 && strchr("-*+", *text) != NULL) {
        mark = 1;
    } else if (mark == 0) {
        while (mark < length && mark < 9 && is_digit_byte(text[mark]))
            mark++;
        mark = mark > 0 && mark < length &&
                       (text[mark] == '.' || text[mark] == ')')
                   ? mark + 1
                   : 0;
    }
    if (mark == 0 || mark >= length || !is_blank_byte(text[mark]))
        return 0;
    while (mark < length && is_blank_byte(text[mark]))
        mark++;
    return mark;
}

bool pl_mark_is_rule(const char *text, size_t length)
{
    if (length < 3 || strchr("-*_=", *text) == NULL)
        return false;
    for (size_t k = 1; k < length; k++)
        if (text[k] != *text && text[k] != ' ')
            return false;
    return true;
}

/* A sign with blanks around it, or a colon with one behind it. */
size_t pl_mark_description(const char *text, size_t length)
{
    static const char *const signs[] = {": ", " - ", " \xE2\x80\x93 ",
                                        " \xE2\x80\x94 "};
    for (size_t k = 1; k < length; k++)
        for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
            if (length - k > strlen(signs[s]) && text[k - 1] != '\\' &&
                memcmp(text + k, signs[s], strlen(signs[s])) == 0)
                return k;
    return 0;
}

/* "[x] name", "[ ] name" */
static void strip_task(const char **text, size_t *length)
{
    if (*length > 4 && (*text)[0] == '[' && (*text)[2] == ']' &&
        (*text)[3] == ' ' && strchr(" xX", (*text)[1]) != NULL) {
        *text += 4;
        *length -= 4;
    }
}

/* "[name](address)" */
static void strip_link(const char **text, size_t *length)
{
    if (*length < 5 || **text != '[' || (*text)[*length - 1] != ')')
        return;
    const char *end = memchr(*text, ']', *length);
    if (end == NULL || (size_t)(end - *text) + 1 >= *length || end[1] != '(')
        return;
    *length = (size_t)(end - *text) - 1;
    ++*text;
}

/* "**name**: what it is" */
static void strip_bold(const char **text, size_t *length)
{
    for (size_t k = 2; k + 1 < *length; k++)
        if (strncmp(*text + k, "**", 2) == 0) {
            *text += 2;
            *length = k - 2;
            return;
        }
}

/* "*name*: what it is"; "*very* large" is all name. */
static void strip_italic(const char **text, size_t *length)
{
    const char *end = memchr(*text + 1, '*', *length - 1);
    size_t size = end == NULL ? 0 : (size_t)(end - *text) - 1;
    if (size == 0 || size + 4 > *length ||
        pl_mark_description(end, *length - size - 1) != 1)
        return;
    ++*text;
    *length = size;
}

/* Whether a backslash takes the meaning of the last byte. */
static bool is_escaped(const char *text, size_t length)
{
    size_t slashes = 0;
    while (slashes + 1 < length && text[length - 2 - slashes] == '\\')
        slashes++;
    return slashes % 2 == 1;
}

/* From the outside in: check boxes, bold, quotes, links. What is escaped stays,
 * as its writer meant the character. */
void pl_mark_strip(const char **text, size_t *length)
{
    pl_text_trim(text, length);
    strip_task(text, length);
    if (*length > 4 && strncmp(*text, "**", 2) == 0)
        strip_bold(text, length);
    else if (*length > 4 && **text == '*')
        strip_italic(text, length);
    while (*length > 2 && strchr("*_`", **text) != NULL &&
           (*text)[*length - 1] == **text && !is_escaped(*text, *length)) {
        ++*text;
        *length -= 2;
    }
    strip_link(text, length);
}

void pl_mark_strip_line(const char **text, size_t *length)
{
    pl_mark_strip(text, length);
    while (*length > 1 && (*text)[*length - 1] == ':' &&
           !is_escaped(*text, *length))
        --*length;
    pl_text_trim(text, length);
}

/* "# Cats ##", but not "# C#". */
void pl_mark_strip_closing(const char *text, size_t *length)
{
    size_t end = *length;
    while (end > 0 && text[end - 1] == '#')
        end--;
    if (end < *length && end > 0 && is_blank_byte(text[end - 1]))
        *length = end;
}

size_t pl_mark_unescape(char *to, const char *text, size_t length)
{
    size_t used = 0;
    for (size_t k = 0; k < length; k++) {
        if (text[k] == '\\' && k + 1 < length &&
            ispunct((unsigned char)text[k + 1]))
            k++;
        to[used++] = text[k];
    }
    return used;
}

/* --------------------------------------------------------------- numbers -- */

/* Roman numerals before letters: a list i, ii, iii is likelier than one that
 * starts at the ninth letter. */
static pl_mark_style mark_style_of(const char *text, size_t length)
{
    bool upper = true, lower = true, digits = true, roman = true;
    for (size_t k = 0; k < length; k++) {
        upper &= text[k] >= 'A' && text[k] <= 'Z';
        lower &= text[k] >= 'a' && text[k] <= 'z';
        digits &= is_digit_byte(text[k]);
        roman &= text[k] != '\0' && strchr("ivxlcdmIVXLCDM", text[k]) != NULL;
    }
    if (digits)
        return PL_MARK_DIGITS;
    if (!upper && !lower)
        return PL_MARK_NONE;
    if (roman && length < 8)
        return upper ? PL_MARK_UPPER_ROMAN : PL_MARK_LOWER_ROMAN;
    if (length > 1)
        return PL_MARK_NONE;
    return upper ? PL_MARK_UPPER : PL_MARK_LOWER;
}

/* "1.2.", "1.2", "a)", "(3)"; a single number needs a sign behind it. */
pl_mark pl_mark_number(const char *text, size_t length)
{
    const pl_mark none = {.length = 0};
    pl_mark mark = none;
    bool opened = length > 0 && *text == '(';
    size_t at = opened, part = at;
    bool closed = false;
    for (; at < length && !is_blank_byte(text[at]); at++) {
        if (text[at] != '.' && text[at] != ')')
            continue;
        pl_mark_style style = mark_style_of(text + part, at - part);
        if (at == part || style == PL_MARK_NONE || at - part > 8)
            return none;
        mark.style = style;
        mark.letter =
            at - part == 1 && !is_digit_byte(text[part]) ? text[part] : 0;
        mark.parts++;
        part = at + 1;
        closed = true;
    }
    if (part < at) { /* "1.2" without a sign at its end */
        mark.style = mark_style_of(text + part, at - part);
        mark.parts++;
        closed = mark.parts > 1 && mark.style == PL_MARK_DIGITS;
    }
    if (!closed || mark.style == PL_MARK_NONE || at >= length)
        return none;
    while (at < length && is_blank_byte(text[at]))
        at++;
    mark.length = at;
    return mark;
}

bool pl_mark_continues(const pl_mark *last, const pl_mark *next)
{
    return last->style == next->style ||
           (last->letter != 0 && next->letter == last->letter + 1);
}

/* -------------------------------------------------------------- branches -- */

/* The bytes of a blank, also of one that does not break, or of a line that goes
 * down; 0: neither is here. */
static size_t trunk_at(const char *text, size_t length)
{
    static const char *const lines[] = {"\xC2\xA0", "\xE2\x94\x82",
                                        "\xE2\x94\x83", "\xE2\x95\x91"};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
        if (length >= strlen(lines[k]) &&
            memcmp(text, lines[k], strlen(lines[k])) == 0)
            return strlen(lines[k]);
    return length > 0 && (is_blank_byte(*text) ||
                          (*text == '|' && (length == 1 || text[1] != '-')));
}

/* The bytes of one sign of a branch: box drawing, or signs of ASCII, of which
 * only dashes can be `inside` of one. */
static size_t arm_at(const char *text, size_t length, bool inside)
{
    if (length >= 3 &&
        (memcmp(text, "\xE2\x94", 2) == 0 || memcmp(text, "\xE2\x95", 2) == 0))
        return 3;
    if (inside)
        return length > 0 && *text == '-';
    return length > 1 && strchr("|`+\\", *text) != NULL && text[1] == '-';
}

/* Lines that go down, one branch, and the blanks behind it: whatever comes then
 * is the name, even if it looks like a branch. */
size_t pl_mark_branches(const char *line, size_t length, size_t *column)
{
    size_t at = 0, size;
    *column = 0;
    for (; (size = trunk_at(line + at, length - at)) > 0; at += size)
        ++*column;
    for (bool inside = false;
         (size = arm_at(line + at, length - at, inside)) > 0; inside = true) {
        at += size;
        ++*column;
    }
    for (; at < length && at > 0 && line[at] != '|' &&
           (size = trunk_at(line + at, length - at)) > 0 && size < 3;
         at += size)
        ++*column;
    return at;
}

bool pl_mark_is_drawn(const char *line, size_t length)
{
    static const char *const arms[] = {"\xE2\x94\x80", "|--", "`--", "+--",
                                       "\\--"};
    size_t column, end = pl_mark_branches(line, length, &column);
    for (size_t k = 0; k < sizeof arms / sizeof *arms; k++)
        for (size_t at = 0; at + 3 <= end; at++)
            if (memcmp(line + at, arms[k], 3) == 0)
                return true;
    return false;
}

bool pl_mark_is_count(const char *text, size_t length)
{
    size_t digits = 0;
    pl_text_trim(&text, &length);
    while (digits < length && is_digit_byte(text[digits]))
        digits++;
    text += digits;
    length -= digits;
    return digits > 0 && length > 4 &&
           (strncmp(text, " director", 9) == 0 ||
            strncmp(text, " file", 5) == 0);
}
