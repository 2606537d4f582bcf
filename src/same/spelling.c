/* spelling.c: edit distances of short words. */
/* SPDX-License-Identifier: MIT */
#include "same/spelling.h"

#include <string.h>

/* Characters of a word in which one edit is a slip; of one that is mistyped
 * only where its first character is right; of one that seldom has a neighbour
 * with a consonant more; and of one in which two edits are a slip. */
enum { SHORTEST = 7, SHORTEST_SLIP = 5, LONGER = 9, LONG = 14 };
/* Another word may be so many edits away. */
enum { NEAR = 2 };

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

bool pl_word_begin_alike(pl_word a, pl_word b)
{
    size_t shorter = least(a.length, b.length), k = 0;
    while (k < shorter && a.bytes[k] == b.bytes[k]) {
        k++;
        if (k == a.length || ((unsigned char)a.bytes[k] & 0xC0) != 0x80)
            return true;
    }
    return false;
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

/* Edits that a slip of a word of so many characters may have. */
static size_t most_edits(size_t shorter)
{
    return shorter < LONG ? 1 : 2;
}

double pl_word_likeness(pl_word a, pl_word b)
{
    if (pl_word_equal(a, b))
        return 1;
    size_t shorter = least(count_characters(a), count_characters(b));
    if (shorter < SHORTEST || has_telling(a) || has_telling(b))
        return 0;
    size_t most = most_edits(shorter);
    size_t edits = edits_up_to(a, b, most);
    return edits > most ? 0 : 1 - (double)edits / (double)shorter;
}

bool pl_word_is_short_slip(pl_word a, pl_word b)
{
    size_t shorter = least(count_characters(a), count_characters(b));
    return shorter >= SHORTEST_SLIP && shorter < SHORTEST &&
           pl_word_begin_alike(a, b) && !has_telling(a) && !has_telling(b) &&
           edits_up_to(a, b, 1) == 1;
}

bool pl_word_is_near(pl_word a, pl_word b)
{
    return edits_up_to(a, b, NEAR) <= NEAR;
}

/* -------------------------------------------------------- usual slips -- */

/* What two words are without what both begin and end with. */
typedef struct difference {
    const uint32_t *a, *b;
    size_t a_count, b_count;
    bool begins, ends; /* something stands before it, after it */
    bool vowel_before; /* and has a vowel */
} difference;

static bool is_vowel(uint32_t c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

/* Of doubled letters one is kept; returns how many are left. */
static size_t undouble(uint32_t *letters, size_t count)
{
    size_t kept = 0;
    for (size_t k = 0; k < count; k++)
        if (kept == 0 || letters[kept - 1] != letters[k])
            letters[kept++] = letters[k];
    return kept;
}

static difference find_difference(const uint32_t *a, size_t a_count,
                                  const uint32_t *b, size_t b_count)
{
    difference d = {.a = a, .b = b};
    size_t shorter = least(a_count, b_count), begin = 0, end = 0;
    while (begin < shorter && a[begin] == b[begin])
        d.vowel_before |= is_vowel(a[begin++]);
    while (begin + end < shorter &&
           a[a_count - 1 - end] == b[b_count - 1 - end])
        end++;
    d.a += begin;
    d.b += begin;
    d.a_count = a_count - begin - end;
    d.b_count = b_count - begin - end;
    d.begins = begin > 0;
    d.ends = end > 0;
    return d;
}

static bool sound_alike(uint32_t a, uint32_t b)
{
    static const char pairs[][3] = {"ck", "cs", "sz", "gj", "iy", "kq"};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        if ((a == (uint32_t)pairs[k][0] && b == (uint32_t)pairs[k][1]) ||
            (b == (uint32_t)pairs[k][0] && a == (uint32_t)pairs[k][1]))
            return true;
    return false;
}

static bool is_ph(const uint32_t *two, const uint32_t *one)
{
    return two[0] == 'p' && two[1] == 'h' && one[0] == 'f';
}

static bool is_swap(const difference *d)
{
    return d->a_count == 2 && d->b_count == 2 && d->a[0] == d->b[1] &&
           d->a[1] == d->b[0];
}

static bool is_sure_slip(const difference *d)
{
    size_t a = d->a_count, b = d->b_count;
    if (a == 1 && b == 1)
        return sound_alike(*d->a, *d->b);
    if (is_swap(d))
        return d->ends;
    return (a == 2 && b == 1 && is_ph(d->a, d->b)) ||
           (a == 1 && b == 2 && is_ph(d->b, d->a));
}

/* The first vowel tells macro from micro, and the last letter a table from a
 * tablet. */
static bool is_likely_slip(const difference *d, size_t shorter)
{
    bool left = d->a_count == 1, right = d->b_count == 1;
    if (!d->ends || d->a_count + d->b_count > 2 || !(left || right))
        return is_swap(d);
    bool vowels = (!left || is_vowel(*d->a)) && (!right || is_vowel(*d->b));
    return vowels ? d->vowel_before : left != right && shorter >= LONGER;
}

pl_slip pl_word_slip(pl_word a, pl_word b)
{
    uint32_t left[PL_LONGEST_WORD + 1], right[PL_LONGEST_WORD + 1];
    size_t i = read_characters(a, left), j = read_characters(b, right);
    size_t shorter = least(i, j);
    if (shorter + 1 < SHORTEST || i > PL_LONGEST_WORD || j > PL_LONGEST_WORD ||
        has_telling(a) || has_telling(b))
        return PL_NO_SLIP;
    difference d =
        find_difference(left, undouble(left, i), right, undouble(right, j));
    bool sure = d.a_count + d.b_count == 0 || (d.begins && is_sure_slip(&d));
    if (shorter < SHORTEST)
        return sure ? PL_LIKELY_SLIP : PL_NO_SLIP;
    if (sure)
        return PL_SURE_SLIP;
    return d.begins && is_likely_slip(&d, shorter) ? PL_LIKELY_SLIP
                                                   : PL_NO_SLIP;
}
