/* text.c: validity of UTF-8, blankness, and numbers in any locale. */
/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { NUMBER_BYTES = 64, EXACT_DIGITS = 15 };

#define HIGH_BITS 0x8080808080808080u
#define LOW_BITS 0x0101010101010101u

/* Plain ASCII without NUL is nearly all there is: eight bytes at a time. */
static size_t skip_plain(const char *bytes, size_t at, size_t length)
{
    while (length - at >= 8) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        if ((word | (word - LOW_BITS)) & HIGH_BITS)
            break;
        at += 8;
    }
    while (at < length && (signed char)bytes[at] > 0)
        at++;
    return at;
}

/* Sequences of at most four bytes are handed over, as the decoder would else
 * look through the rest for an end. */
pl_text_fault pl_text_check(const char *bytes, size_t length, size_t *at)
{
    size_t here = skip_plain(bytes, 0, length);
    while (here < length) {
        *at = here;
        if (bytes[here] == '\0')
            return PL_TEXT_NUL;
        utf8proc_int32_t point;
        size_t left = length - here;
        utf8proc_ssize_t used =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + here,
                             left < 4 ? (utf8proc_ssize_t)left : 4, &point);
        if (used <= 0)
            return PL_TEXT_NOT_UTF8;
        here = skip_plain(bytes, here + (size_t)used, length);
    }
    return PL_TEXT_FINE;
}

bool pl_text_is_ascii(const char *bytes, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if ((signed char)bytes[k] < 0)
            return false;
    return true;
}

static bool is_invisible(utf8proc_int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category == UTF8PROC_CATEGORY_ZS ||
           category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP ||
           category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF;
}

bool pl_text_is_blank(const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        if (bytes[at] == '\0' || (bytes[at] > ' ' && bytes[at] < 0x7F))
            return false;
        utf8proc_int32_t point;
        utf8proc_ssize_t used =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + at,
                             (utf8proc_ssize_t)(length - at), &point);
        if (used <= 0 || !is_invisible(point))
            return false;
        at += (size_t)used;
    }
    return true;
}

bool pl_text_is_word(const char *bytes, size_t length, const char *word)
{
    for (size_t k = 0; k < length; k++) {
        char byte = bytes[k];
        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte - 'A' + 'a');
        if (word[k] == '\0' || byte != word[k])
            return false;
    }
    return word[length] == '\0';
}

int pl_text_cut(const char *bytes, size_t length, int most)
{
    if (length <= (size_t)most)
        return (int)length;
    while (most > 0 && (bytes[most] & 0xC0) == 0x80)
        most--;
    return most;
}

static bool is_space_point(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

void pl_text_trim(const char **bytes, size_t *length)
{
    while (*length > 0 && is_space_point(**bytes)) {
        ++*bytes;
        --*length;
    }
    while (*length > 0 && is_space_point((*bytes)[*length - 1]))
        --*length;
}

/* Small whole numbers, which nearly all counts are, need no library. */
static bool read_digits(const char *bytes, size_t length, double *number)
{
    uint64_t sum = 0;
    if (length == 0 || length > EXACT_DIGITS)
        return false;
    for (size_t k = 0; k < length; k++) {
        if (bytes[k] < '0' || bytes[k] > '9')
            return false;
        sum = sum * 10 + (uint64_t)(bytes[k] - '0');
    }
    *number = (double)sum;
    return true;
}

/* strtod reads the decimal point of the locale, which the program around the
 * library may have set to a comma. */
bool pl_text_number(const char *bytes, size_t length, double *number)
{
    if (read_digits(bytes, length, number))
        return true;
    /* Keeps out what strtod reads beyond decimal numbers: inf, nan, 0x1p3. */
    char text[NUMBER_BYTES];
    if (length == 0 || length >= sizeof text)
        return false;
    memcpy(text, bytes, length);
    text[length] = '\0';
    if (strspn(text, "0123456789+-.eE") != length)
        return false;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return false;
    locale_t before = uselocale(plain);
    char *end;
    *number = strtod(text, &end);
    uselocale(before);
    freelocale(plain);
    return end == text + length;
}

bool pl_text_fits_address(char byte)
{
    return (unsigned char)byte > 0x20 && byte != 0x7F &&
           memchr("<>\"{}|^`\\", byte, 9) == NULL;
}

static bool is_scheme_byte(char byte, bool first)
{
    bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    bool later = (byte >= '0' && byte <= '9') || byte == '+' || byte == '-' ||
                 byte == '.';
    return letter || (later && !first);
}

bool pl_text_is_address(const char *text, size_t length)
{
    size_t scheme = 0;
    while (scheme < length && is_scheme_byte(text[scheme], scheme == 0))
        scheme++;
    if (scheme == 0 ||
        ((length - scheme < 3 || memcmp(text + scheme, "://", 3) != 0) &&
         (length < 4 || memcmp(text, "urn:", 4) != 0)))
        return false;
    for (size_t k = 0; k < length; k++)
        if (!pl_text_fits_address(text[k]))
            return false;
    return true;
}

int pl_text_unstopped(const char *message)
{
    size_t length = strlen(message);
    while (length > 0 &&
           (message[length - 1] == '\n' || message[length - 1] == ' '))
        length--;
    if (length > 1 && message[length - 1] == '.' && message[length - 2] != ' ')
        length--;
    return pl_text_cut(message, length, 1000);
}

bool pl_text_is_year(const char *bytes, size_t length)
{
    enum { YEAR = 4 };
    size_t digits = 0;
    while (digits < length && bytes[digits] >= '0' && bytes[digits] <= '9')
        digits++;
    return digits == length && length == YEAR;
}

int pl_text_find_among(const char *words, const char *word, size_t length)
{
    const char *end = words + strlen(words);
    int number = 0;
    for (const char *at = words; (at = strchr(at, ' ')) != NULL; at++, number++)
        if ((size_t)(end - at) > length + 1 &&
            memcmp(at + 1, word, length) == 0 && at[1 + length] == ' ')
            return number;
    return -1;
}

size_t pl_text_fold_word(const char *bytes, size_t length,
                         char word[PL_KEYWORD_BYTES])
{
    size_t used = 0;
    for (size_t k = 0; k < length && used + 1 < PL_KEYWORD_BYTES; k++) {
        char byte = bytes[k];
        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte + 'a' - 'A');
        if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
            (byte & 0x80) != 0)
            word[used++] = byte;
    }
    used = used + 1 < PL_KEYWORD_BYTES ? used : 0;
    word[used] = '\0';
    return used;
}
