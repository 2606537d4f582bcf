/* json_scan.c: the grammar of JSON, without recursion and without copies. */
/* SPDX-License-Identifier: MIT */
#include "base/json_scan.h"

#include <string.h>
#include <utf8proc.h>

#include "base/text.h"

#define NOT_JSON "This is not JSON: "

const char pl_scan_trailing_comma[] =
    NOT_JSON "there is a trailing comma, with nothing between it and this "
             "bracket. Leave it out.";

/* What may come next. */
typedef enum due {
    VALUE,
    FIRST_VALUE,   /* of an array, or its end */
    FIRST_KEY,     /* of an object, or its end */
    COMMA_IN_LIST, /* or the end of the array */
    COMMA_IN_MAP,  /* or the end of the object */
} due;

void pl_scan_start(pl_scan *scan, const char *text, size_t length)
{
    scan->at = scan->token = text;
    scan->end = text + length;
    scan->due = VALUE;
    scan->open.count = 0;
    scan->passed = NULL;
}

void pl_scan_free(pl_scan *scan)
{
    pl_list_free(&scan->open);
    pl_list_free(&scan->unescaped);
}

static pl_token fail_scan(pl_scan *scan, const char *at, const char *sentence)
{
    scan->token = at;
    scan->wrong = sentence;
    return PL_TOKEN_WRONG;
}

static const char *pass_blanks(const char *at, const char *end)
{
    while (at < end &&
           (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

/* --------------------------------------------------------------- strings -- */

/* The top bit of each byte that is a quote, a backslash or a control, at
 * least up to the first such byte. */
static uint64_t find_special(uint64_t eight)
{
    uint64_t quote = eight ^ PL_EIGHT('"'), slash = eight ^ PL_EIGHT('\\');
    return (((quote - PL_EIGHT(1)) & ~quote) |
            ((slash - PL_EIGHT(1)) & ~slash) |
            ((eight - PL_EIGHT(' ')) & ~eight)) &
           PL_EIGHT(0x80);
}

/* The first byte that is not simply part of a string, or the end. */
static inline const char *pass_plain(const char *at, const char *end)
{
    while (end - at >= 8) {
        uint64_t eight;
        memcpy(&eight, at, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        eight = __builtin_bswap64(eight);
#endif
        uint64_t special = find_special(eight);
        if (special != 0)
            return at + __builtin_ctzll(special) / 8;
        at += 8;
    }
    while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= ' ')
        at++;
    return at;
}

static int hex_digit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    byte = (char)(byte | 0x20);
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* The four digits at `at`, or -1 and where the first wrong one is. */
static int32_t read_unit(const char *at, const char *end, const char **bad)
{
    int32_t unit = 0;
    for (int k = 0; k < 4; k++, at++) {
        int digit = at < end ? hex_digit(*at) : -1;
        if (digit < 0) {
            *bad = at;
            return -1;
        }
        unit = unit * 16 + digit;
    }
    return unit;
}

/* Reads \uXXXX, or two of them that make a pair, from the backslash on. */
static pl_token read_point(pl_scan *scan, const char **at, int32_t *point)
{
    const char *slash = *at, *bad = slash;
    int32_t low = 0;
    *point = read_unit(slash + 2, scan->end, &bad);
    if (*point < 0)
        return fail_scan(scan, bad,
                         NOT_JSON "four hexadecimal digits belong after \\u.");
    *at = slash + 6;
    if (*point < 0xD800 || *point > 0xDFFF)
        return PL_TOKEN_STRING;
    if (*point < 0xDC00 && scan->end - *at >= 6 && slash[6] == '\\' &&
        slash[7] == 'u')
        low = read_unit(slash + 8, scan->end, &bad);
    if (low < 0xDC00 || low > 0xDFFF)
        return fail_scan(scan, slash,
                         "This escape is half of a surrogate pair: "
                         "not a character.");
    *at = slash + 12;
    *point = 0x10000 + ((*point - 0xD800) << 10) + (low - 0xDC00);
    return PL_TOKEN_STRING;
}

/* The character that an escape stands for; *at is its backslash, and then
 * what follows it. */
static pl_token read_escape(pl_scan *scan, const char **at, int32_t *point)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *slash = *at;
    char letter = scan->end - slash > 1 ? slash[1] : '\0';
    if (letter == 'u')
        return read_point(scan, at, point);
    const char *known = letter == '\0' ? NULL : strchr(letters, letter);
    if (known == NULL)
        return fail_scan(scan, slash,
                         NOT_JSON
                         "there is no such escape; a backslash itself is "
                         "written as two.");
    *point = (unsigned char)values[known - letters];
    *at = slash + 2;
    return PL_TOKEN_STRING;
}

/* Appends what is plain, and room for a character more. */
static bool append_byte(pl_scan *scan, const char *bytes, size_t length)
{
    if (!pl_list_room(&scan->unescaped, length + 4))
        return false;
    memcpy(scan->unescaped.items + scan->unescaped.count, bytes, length);
    scan->unescaped.count += length;
    return true;
}

static pl_token fail_string(pl_scan *scan, const char *at)
{
    if (at == scan->end || *at == '\n')
        return fail_scan(scan, at,
                         NOT_JSON "a string lacks its closing quote.");
    return fail_scan(scan, at,
                     NOT_JSON
                     "a control character in a string must be written as "
                     "an escape.");
}

/* A string with escapes, from its first byte on; all up to `stop` is plain. */
static pl_token read_escaped(pl_scan *scan, const char *at, const char *stop)
{
    scan->unescaped.count = 0;
    for (;; stop = pass_plain(at, scan->end)) {
        int32_t point = 0;
        if (!append_byte(scan, at, (size_t)(stop - at)))
            return PL_TOKEN_NO_MEMORY;
        if (stop == scan->end || (*stop != '"' && *stop != '\\'))
            return fail_string(scan, stop);
        if (*stop == '"')
            break;
        at = stop;
        if (read_escape(scan, &at, &point) == PL_TOKEN_WRONG)
            return PL_TOKEN_WRONG;
        scan->unescaped.count += (size_t)utf8proc_encode_char(
            point,
            (utf8proc_uint8_t *)scan->unescaped.items + scan->unescaped.count);
    }
    scan->at = stop + 1;
    scan->escaped = true;
    scan->bytes = scan->unescaped.items;
    scan->length = scan->unescaped.count;
    return PL_TOKEN_STRING;
}

/* From its opening quote on. */
static pl_token read_string(pl_scan *scan)
{
    const char *first = scan->token + 1;
    const char *stop = pass_plain(first, scan->end);
    if (stop == scan->end || *stop != '"')
        return read_escaped(scan, first, stop);
    scan->at = stop + 1;
    scan->escaped = false;
    scan->bytes = first;
    scan->length = (size_t)(stop - first);
    return PL_TOKEN_STRING;
}

/* --------------------------------------------------------- other values -- */

static bool is_digit_at(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* At least one digit and those after it, or NULL. */
static const char *pass_digits(const char *at, const char *end)
{
    if (!is_digit_at(at, end))
        return NULL;
    while (is_digit_at(at, end))
        at++;
    return at;
}

/* Digits, after at most one 0 at their start, a fraction, an exponent. */
static const char *pass_number(const char *at, const char *end)
{
    if (*at == '-')
        at++;
    at = at < end && *at == '0' ? at + 1 : pass_digits(at, end);
    if (at != NULL && at < end && *at == '.')
        at = pass_digits(at + 1, end);
    if (at != NULL && at < end && (*at | 0x20) == 'e') {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        at = pass_digits(at, end);
    }
    return at;
}

static pl_token scan_number(pl_scan *scan)
{
    const char *stop = pass_number(scan->token, scan->end);
    if (stop == NULL)
        return fail_scan(scan, scan->token,
                         NOT_JSON "this number lacks a digit.");
    scan->at = stop;
    scan->escaped = false;
    scan->bytes = scan->token;
    scan->length = (size_t)(stop - scan->token);
    return PL_TOKEN_NUMBER;
}

static bool scan_word(pl_scan *scan, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(scan->end - scan->token) < length ||
        memcmp(scan->token, word, length) != 0)
        return false;
    scan->at = scan->token + length;
    return true;
}

static pl_token read_word(pl_scan *scan)
{
    if (scan_word(scan, "true") || scan_word(scan, "false"))
        return PL_TOKEN_BOOLEAN;
    if (scan_word(scan, "null"))
        return PL_TOKEN_NULL;
    return fail_scan(scan, scan->token,
                     NOT_JSON "there should be a value here.");
}

/* -------------------------------------------------------------- brackets -- */

/* What may follow a value that is complete. */
static due due_after_value(const pl_scan *scan)
{
    if (scan->open.count == 0)
        return VALUE;
    return scan->open.items[scan->open.count - 1] == '{' ? COMMA_IN_MAP
                                                         : COMMA_IN_LIST;
}

static pl_token open_bracket(pl_scan *scan)
{
    char bracket = *scan->token;
    if (!pl_list_push(&scan->open, bracket))
        return PL_TOKEN_NO_MEMORY;
    scan->at = scan->token + 1;
    scan->due = bracket == '{' ? FIRST_KEY : FIRST_VALUE;
    return bracket == '{' ? PL_TOKEN_OBJECT : PL_TOKEN_ARRAY;
}

static pl_token scan_close(pl_scan *scan)
{
    scan->open.count--;
    scan->at = scan->token + 1;
    scan->due = due_after_value(scan);
    return PL_TOKEN_CLOSE;
}

/* -------------------------------------------------------------- the next -- */

/* A colon that is not there yet, because the text ends, is no mistake: more of
 * it may come. */
static pl_token read_key(pl_scan *scan)
{
    if (*scan->token != '"')
        return fail_scan(scan, scan->token,
                         NOT_JSON "there should be a key in quotes here.");
    pl_token token = read_string(scan);
    if (token != PL_TOKEN_STRING)
        return token;
    const char *colon = pass_blanks(scan->at, scan->end);
    if (colon < scan->end && *colon != ':')
        return fail_scan(scan, colon,
                         NOT_JSON "there should be a colon after the key.");
    scan->at = colon + (colon < scan->end);
    scan->due = VALUE;
    return PL_TOKEN_KEY;
}

/* Digits are listed one by one, which compilers make a table of; a range would
 * be tested for each token. */
static pl_token scan_value(pl_scan *scan)
{
    pl_token token;
    switch (*scan->token) {
    case '{':
    case '[':
        return open_bracket(scan);
    case '"':
        token = read_string(scan);
        break;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        token = scan_number(scan);
        break;
    default:
        token = read_word(scan);
        break;
    }
    scan->due = due_after_value(scan);
    return token;
}

/* Passes over the comma that is due; false at the end of the text. */
static bool pass_comma(pl_scan *scan)
{
    scan->at = scan->token = pass_blanks(scan->token + 1, scan->end);
    return scan->at < scan->end;
}

static pl_token read_after_comma(pl_scan *scan, char closing,
                                 pl_token (*read)(pl_scan *))
{
    if (*scan->token == closing)
        return scan_close(scan);
    if (*scan->token != ',')
        return fail_scan(scan, scan->token,
                         closing == '}'
                             ? NOT_JSON "there should be a comma or a } here."
                             : NOT_JSON "there should be a comma or a ] here.");
    if (!pass_comma(scan))
        return PL_TOKEN_END;
    if (*scan->token != closing)
        return read(scan);
    if (!scan->lenient)
        return fail_scan(scan, scan->token, pl_scan_trailing_comma);
    if (scan->passed == NULL)
        scan->passed = scan->token;
    return scan_close(scan);
}

/* What may come next is known from what came before, so no stack is looked at
 * except where a bracket closes. */
pl_token pl_scan_next(pl_scan *scan)
{
    scan->token = scan->at = pass_blanks(scan->at, scan->end);
    if (scan->at == scan->end)
        return PL_TOKEN_END;
    switch ((due)scan->due) {
    case COMMA_IN_MAP:
        return read_after_comma(scan, '}', read_key);
    case COMMA_IN_LIST:
        return read_after_comma(scan, ']', scan_value);
    case FIRST_KEY:
        return *scan->at == '}' ? scan_close(scan) : read_key(scan);
    case FIRST_VALUE:
        return *scan->at == ']' ? scan_close(scan) : scan_value(scan);
    case VALUE:
        break;
    }
    return scan_value(scan);
}
