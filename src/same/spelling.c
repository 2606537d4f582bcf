/* spelling.c: Jaro's and Winkler's likeness of short words. */
/* SPDX-License-Identifier: MIT */
#include "same/spelling.h"

#include <string.h>

bool pl_word_equal(pl_word a, pl_word b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

int pl_word_compare(pl_word a, pl_word b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = memcmp(a.bytes, b.bytes, shorter);
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

/* The characters of valid UTF-8; PL_LONGEST_WORD + 1 when there are more. */
static size_t read_characters(pl_word word, uint32_t *to)
{
    size_t count = 0;
    for (size_t k = 0; k < word.length; k++) {
        unsigned char byte = (unsigned char)word.bytes[k];
        if (count > 0 && (byte & 0xC0) == 0x80) {
            to[count - 1] = to[count - 1] << 6 | (byte & 0x3Fu);
            continue;
        }
        if (count == PL_LONGEST_WORD)
            return PL_LONGEST_WORD + 1;
        to[count++] = byte;
    }
    return count;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Marks the characters that both words have nearly at the same place, and
 * counts them. */
static size_t match_characters(const uint32_t *a, size_t a_count,
                               const uint32_t *b, size_t b_count, bool *in_a,
                               bool *in_b)
{
    size_t longer = a_count > b_count ? a_count : b_count, matched = 0;
    size_t reach = longer / 2 > 0 ? longer / 2 - 1 : 0;
    for (size_t i = 0; i < a_count; i++) {
        size_t to = least(b_count, i + reach + 1);
        for (size_t j = i > reach ? i - reach : 0; j < to; j++)
            if (!in_b[j] && a[i] == b[j]) {
                in_a[i] = in_b[j] = true;
                matched++;
                break;
            }
    }
    return matched;
}

/* Matched characters that come in another order. */
static size_t count_moved(const uint32_t *a, size_t a_count, const uint32_t *b,
                          const bool *in_a, const bool *in_b)
{
    size_t moved = 0;
    for (size_t i = 0, j = 0; i < a_count; i++) {
        if (!in_a[i])
            continue;
        while (!in_b[j])
            j++;
        moved += a[i] != b[j++];
    }
    return moved;
}

/* Jaro and Winkler: letters may be a little out of place, and an equal
 * beginning counts, because people seldom mistype the first letter. */
double pl_word_jaro(pl_word a, pl_word b)
{
    enum { LONGEST_START = 4 };
    uint32_t left[PL_LONGEST_WORD + 1], right[PL_LONGEST_WORD + 1];
    bool in_left[PL_LONGEST_WORD + 1] = {false};
    bool in_right[PL_LONGEST_WORD + 1] = {false};
    size_t i = least(read_characters(a, left), PL_LONGEST_WORD);
    size_t j = least(read_characters(b, right), PL_LONGEST_WORD), start = 0;
    size_t matched = match_characters(left, i, right, j, in_left, in_right);
    if (matched == 0)
        return pl_word_equal(a, b);
    double m = (double)matched;
    double moved = (double)count_moved(left, i, right, in_left, in_right) / 2;
    double jaro = (m / (double)i + m / (double)j + (m - moved) / m) / 3;
    while (start < LONGEST_START && start < i && start < j &&
           left[start] == right[start])
        start++;
    return jaro + (double)start * 0.1 * (1 - jaro);
}
