/* spelling.c: edit distances of short words. */
/* SPDX-License-Identifier: MIT */
#include "similarity/spelling.h"

#include <string.h>

enum { SHORTEST = 7, LONG = 14 };

bool pl_word_equal(pl_word a, pl_word b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* The characters of valid UTF-8; PL_LONGEST_WORD + 1 when there are more. */
static size_t read_characters(pl_word word, uint32_t *to)
{
    size_t count = 0;
    for (size_t k = 0; k < word.length; k++) {
        unsigned char byte = (unsigned char)word.bytes[k];
        if ((byte & 0xC0) == 0x80) {
            to[count - (count > 0)] =
                to[count - (count > 0)] << 6 | (byte & 0x3Fu);
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

/* Optimal string alignment, three rows at a time. */
static size_t count_edits(const uint32_t *a, size_t a_count, const uint32_t *b,
                          size_t b_count)
{
    size_t rows[3][PL_LONGEST_WORD + 1];
    for (size_t j = 0; j <= b_count; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_count; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_count; j++) {
            size_t other = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(other, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], rows[(i + 1) % 3][j - 2] + 1);
        }
    }
    return rows[a_count % 3][b_count];
}

/* Edits between two words, or `most` + 1 if there are more. */
static size_t edits_up_to(pl_word a, pl_word b, size_t most)
{
    uint32_t left[PL_LONGEST_WORD + 1], right[PL_LONGEST_WORD + 1];
    size_t i = read_characters(a, left), j = read_characters(b, right);
    if (i > PL_LONGEST_WORD || j > PL_LONGEST_WORD || i > j + most ||
        j > i + most)
        return pl_word_equal(a, b) ? 0 : most + 1;
    size_t edits = count_edits(left, i, right, j);
    return edits <= most ? edits : most + 1;
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

/* A digit or a sign is what tells a word from another. */
static bool is_telling(char c)
{
    return (unsigned char)c < 0x80 && !(c >= 'a' && c <= 'z') &&
           !(c >= 'A' && c <= 'Z');
}

static bool has_telling(pl_word word)
{
    for (size_t k = 0; k < word.length; k++)
        if (is_telling(word.bytes[k]))
            return true;
    return false;
}

static size_t count_characters(pl_word word)
{
    size_t count = 0;
    for (size_t k = 0; k < word.length; k++)
        count += ((unsigned char)word.bytes[k] & 0xC0) != 0x80;
    return count;
}

double pl_word_likeness(pl_word a, pl_word b)
{
    if (pl_word_equal(a, b))
        return 1;
    size_t shorter = least(count_characters(a), count_characters(b));
    if (shorter < SHORTEST || has_telling(a) || has_telling(b))
        return 0;
    size_t most = shorter < LONG ? 1 : 2;
    size_t edits = edits_up_to(a, b, most);
    return edits > most ? 0 : 1 - (double)edits / (double)shorter;
}
