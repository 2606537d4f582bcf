/* names.c: normalises names (utf8proc) and stems their words (libstemmer). */
/* SPDX-License-Identifier: MIT */
#include "corpus/names.h"

#include <libstemmer.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

struct pl_namer {
    struct sb_stemmer *stemmer; /* NULL: words stay as they are */
    bool german;
    PL_LIST(utf8proc_int32_t) points;
    PL_LIST(char) words;
    PL_LIST(char) key;
    PL_LIST(char) plain; /* a name without accents */
};

static void end_stemmer(void *stemmer)
{
    sb_stemmer_delete(stemmer);
}

#define NFKC (UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE)
/* Soft hyphens, joiners and the like are not seen, so they do not count. */
#define FOLDED (NFKC | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE)

/* The list is asked of the library, as versions differ in what they know. */
static pleach_status fail_language(const char *language, pleach_error *error)
{
    char known[400] = "";
    size_t used = 0;
    for (const char **name = sb_stemmer_list(); *name != NULL; name++) {
        int added = snprintf(known + used, sizeof known - used, "%s, ", *name);
        if (added < 0 || (size_t)added >= sizeof known - used)
            break;
        used += (size_t)added;
    }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no stemmer for the language \"%.*s\". Use one of "
                   "%sor none.",
                   pl_text_cut(language, strlen(language), 40), language,
                   known);
}

/* Whoever has stems already asks for "none": stemming a stem may cut it again.
 */
pleach_status pl_namer_new(pl_namer **namer, pl_arena *arena,
                           const char *language, pleach_error *error)
{
    pl_namer *made = PL_ARENA_ARRAY(arena, pl_namer, 1);
    PL_TRY(pl_check_memory(arena, error));
    *made = (pl_namer){.points = {.arena = arena},
                       .words = {.arena = arena},
                       .key = {.arena = arena},
                       .plain = {.arena = arena}};
    if (language == NULL)
        language = "english";
    if (strcmp(language, "none") != 0) {
        made->german =
            pl_text_is_among(" german de deu ger ", language, strlen(language));
        made->stemmer = sb_stemmer_new(language, NULL);
        if (made->stemmer == NULL)
            return fail_language(language, error);
        pl_arena_own(arena, made->stemmer, end_stemmer);
    }
    *namer = made;
    return pl_check_memory(arena, error);
}

bool pl_is_english(const char *language)
{
    return strcmp(language, "english") == 0 || strcmp(language, "en") == 0 ||
           strcmp(language, "eng") == 0;
}

/* Decomposes into namer->points, with one spare for the NUL that re-encoding
 * in place adds. */
static bool decompose(pl_namer *namer, const char *bytes, size_t length,
                      utf8proc_option_t options)
{
    namer->points.count = 0;
    size_t need = length;
    do {
        if (!pl_list_room(&namer->points, need + 1))
            return false;
        utf8proc_ssize_t got = utf8proc_decompose(
            (const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)length,
            namer->points.items, (utf8proc_ssize_t)namer->points.room - 1,
            options);
        if (got < 0)
            return false;
        need = (size_t)got;
    } while (need > namer->points.room - 1);
    namer->points.count = need;
    return true;
}

static void fold_ascii(char *bytes, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (bytes[k] >= 'A' && bytes[k] <= 'Z')
            bytes[k] = (char)(bytes[k] - 'A' + 'a');
}

/* Folds `bytes` into `*folded`, which lies in the namer's scratch. */
static bool fold(pl_namer *namer, const char *bytes, size_t length,
                 const char **folded, size_t *folded_length)
{
    if (!decompose(namer, bytes, length, FOLDED))
        return false;
    utf8proc_ssize_t size = utf8proc_reencode(
        namer->points.items, (utf8proc_ssize_t)namer->points.count, FOLDED);
    if (size < 0)
        return false;
    *folded = (const char *)namer->points.items;
    *folded_length = (size_t)size;
    return true;
}

/* --------------------------------------------------------------- words -- */

typedef enum letter_kind {
    NOT_IN_WORD,
    UPPER,
    LOWER,
    UNCASED,
    MARK,
} letter_kind;

/* Cherokee is folded to its capitals, so that a key still has them. */
static bool is_folded(utf8proc_int32_t upper)
{
    enum { FIRST_CHEROKEE = 0x13A0, LAST_CHEROKEE = 0x13F5 };
    return upper >= FIRST_CHEROKEE && upper <= LAST_CHEROKEE;
}

/* Words are parted where a lower letter is followed by an upper one, so cases
 * matter here; scripts without cases never part. */
static letter_kind kind_of_letter(utf8proc_int32_t point)
{
    switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
        return is_folded(point) ? UNCASED : UPPER;
    case UTF8PROC_CATEGORY_LL:
        return LOWER;
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
        return UNCASED;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
        return MARK;
    default:
        return NOT_IN_WORD;
    }
}

static bool is_apostrophe(utf8proc_int32_t point)
{
    return point == '\'' || point == 0x2019 || point == 0x02BC;
}

/* The kind of the next letter after `at`, marks passed over. */
static letter_kind next_kind(const pl_namer *namer, size_t *at)
{
    letter_kind kind = NOT_IN_WORD;
    while (++*at < namer->points.count) {
        kind = kind_of_letter(namer->points.items[*at]);
        if (kind != MARK)
            return kind;
    }
    return NOT_IN_WORD;
}

/* fooBar and HTMLParser part before B and P. The s of DVDs is a plural, not
 * the start of a word "Ds". */
static bool parts_before(const pl_namer *namer, size_t at, letter_kind before)
{
    if (before == LOWER)
        return true;
    if (before != UPPER)
        return false;
    size_t next = at;
    if (next_kind(namer, &next) != LOWER)
        return false;
    bool is_s = namer->points.items[next] == 's';
    return !(is_s && next_kind(namer, &next) == NOT_IN_WORD);
}

static bool put_point(pl_namer *namer, utf8proc_int32_t point)
{
    if (!pl_list_room(&namer->words, 4))
        return false;
    namer->words.count += (size_t)utf8proc_encode_char(
        point, (utf8proc_uint8_t *)namer->words.items + namer->words.count);
    return true;
}

static bool put_word(pl_namer *namer, const char *word)
{
    while (*word != '\0')
        if (!put_point(namer, *word++))
            return false;
    return true;
}

/* How many signs at `at` make another name of the word before them, which has
 * so many letters: C, C++ and C#, A and A*. Between words a sign joins them
 * ("food+drink"), and a star after a longer one points to a note. */
static size_t count_telling(const pl_namer *namer, size_t at, size_t letters)
{
    utf8proc_int32_t sign = namer->points.items[at];
    size_t end = at;
    if (letters == 0 || (sign != '+' && sign != '#' && sign != '*'))
        return 0;
    /* Beyond ASCII one letter may become two when it is folded. */
    if (sign == '*' && (letters > 1 || namer->points.items[at - 1] > 0x7F))
        return 0;
    while (end < namer->points.count && namer->points.items[end] == sign)
        end++;
    bool between = end < namer->points.count &&
                   kind_of_letter(namer->points.items[end]) != NOT_IN_WORD;
    bool doubled = sign == '+' && end - at == 2; /* C++11 */
    return between && !doubled ? 0 : end - at;
}

/* .NET is dot net, as people say it, and no net. Before other names a dot only
 * says what kind of thing all these are: .tar, .PDF. */
static bool starts_with_dot(const pl_namer *namer)
{
    static const char known[] = ".net";
    const size_t length = sizeof known - 1;
    const utf8proc_int32_t *points = namer->points.items;
    if (namer->points.count < length)
        return false;
    for (size_t k = 0; k < length; k++)
        if (utf8proc_tolower(points[k]) != known[k])
            return false;
    return namer->points.count == length ||
           kind_of_letter(points[length]) == NOT_IN_WORD;
}

/* Writes the signs that tell a word from another one; *at is the last of them.
 * False: no memory. */
static bool put_telling(pl_namer *namer, size_t *at, size_t letters)
{
    size_t count = count_telling(namer, *at, letters);
    for (size_t k = 0; k < count; k++)
        if (!put_point(namer, namer->points.items[*at + k]))
            return false;
    *at += count > 0 ? count - 1 : 0;
    return true;
}

/* Writes namer->points to namer->words as words with spaces between them. */
static bool part_words(pl_namer *namer)
{
    letter_kind before = NOT_IN_WORD;
    size_t letters = 0; /* of this word */
    size_t from = starts_with_dot(namer);
    bool gap = from > 0;
    namer->words.count = 0;
    if (from > 0 && !put_word(namer, "dot"))
        return false;
    for (size_t at = from; at < namer->points.count; at++) {
        utf8proc_int32_t point = namer->points.items[at];
        letter_kind kind = kind_of_letter(point);
        bool in_word = before != NOT_IN_WORD;
        size_t next = at;
        if (is_apostrophe(point) && in_word &&
            next_kind(namer, &next) != NOT_IN_WORD) {
            before = UNCASED; /* O'Reilly is one word, like o'reilly */
            continue;
        }
        /* A mark needs a letter to stand on. */
        if (kind == NOT_IN_WORD || is_apostrophe(point) ||
            (kind == MARK && !in_word)) {
            if (!put_telling(namer, &at, letters))
                return false;
            before = NOT_IN_WORD;
            letters = 0;
            gap = true;
            continue;
        }
        if (kind == UPPER && parts_before(namer, at, before))
            gap = true;
        if (gap && namer->words.count > 0 && !put_point(namer, ' '))
            return false;
        letters = gap ? 1 : letters + 1;
        gap = false;
        if (!put_point(namer, point))
            return false;
        if (kind != MARK)
            before = kind;
    }
    return true;
}

static bool is_ascii_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* The same for what most names are: small letters of ASCII and digits, with a
 * capital at the start of a word at most, parted by blanks, hyphens or
 * underscores. There is room for twice the bytes. False: it is not so plain. */
static bool part_plain_words(pl_namer *namer, const char *bytes, size_t length)
{
    bool inside = false;
    char *to = namer->words.items;
    for (size_t k = 0; k < length; k++) {
        bool upper = bytes[k] >= 'A' && bytes[k] <= 'Z';
        if (bytes[k] == ' ' || bytes[k] == '-' || bytes[k] == '_') {
            inside = false;
            continue;
        }
        if (upper ? inside : !is_ascii_letter(bytes[k]))
            return false;
        if (!inside && to > namer->words.items)
            *to++ = ' ';
        *to++ = bytes[k];
        inside = true;
    }
    namer->words.count = (size_t)(to - namer->words.items);
    return true;
}

/* ---------------------------------------------------------------- keys -- */

static bool append_points(pl_namer *namer, const char *bytes, size_t length)
{
    if (!pl_list_room(&namer->key, length + 1)) /* never NULL */
        return false;
    if (length > 0)
        memcpy(namer->key.items + namer->key.count, bytes, length);
    namer->key.count += length;
    return true;
}

/* Plurals such as Orgeln are known to newer stemmers only. */
static bool append_stem(pl_namer *namer, const char *word, size_t length)
{
    if (namer->stemmer == NULL || length > INT_MAX)
        return append_points(namer, word, length);
    if (namer->german && length > 4 && memcmp(word + length - 3, "eln", 3) == 0)
        length--;
    const sb_symbol *stem =
        sb_stemmer_stem(namer->stemmer, (const sb_symbol *)word, (int)length);
    if (stem == NULL) {
        pl_arena_fail(namer->points.arena);
        return false;
    }
    int stem_length = sb_stemmer_length(namer->stemmer);
    if (stem_length <= 0)
        return append_points(namer, word, length);
    return append_points(namer, (const char *)stem, (size_t)stem_length);
}

/* Word by word, because a stemmer takes a whole phrase for one long word and
 * cuts its end only. */
static bool stem_words(pl_namer *namer, const char *words, size_t length)
{
    namer->key.count = 0;
    for (size_t at = 0; at < length;) {
        const char *space = memchr(words + at, ' ', length - at);
        size_t end = space == NULL ? length : (size_t)(space - words);
        if (end > at) {
            if (namer->key.count > 0 && !append_points(namer, " ", 1))
                return false;
            if (!append_stem(namer, words + at, end - at))
                return false;
        }
        at = end + 1;
    }
    return true;
}

/* Loads namer->points with the name in NFKC, before any folding: case tells
 * where words part. */
static bool load_points(pl_namer *namer, const char *bytes, size_t length,
                        bool ascii)
{
    if (ascii) {
        namer->points.count = 0;
        if (!pl_list_room(&namer->points, length))
            return false;
        for (size_t k = 0; k < length; k++)
            namer->points.items[k] = (unsigned char)bytes[k];
        namer->points.count = length;
        return true;
    }
    if (!decompose(namer, bytes, length, NFKC | UTF8PROC_IGNORE))
        return false;
    utf8proc_ssize_t count = utf8proc_normalize_utf32(
        namer->points.items, (utf8proc_ssize_t)namer->points.count, NFKC);
    if (count < 0)
        return false;
    namer->points.count = (size_t)count;
    return true;
}

/* "!!!" and other names of symbols alone are their own folded text. */
static bool key_of_symbols(pl_namer *namer, const char *bytes, size_t length)
{
    const char *folded;
    size_t folded_length;
    const char mark = PL_NAMELESS_MARK;
    if (!fold(namer, bytes, length, &folded, &folded_length))
        return false;
    pl_text_trim(&folded, &folded_length);
    namer->key.count = 0;
    return append_points(namer, &mark, 1) &&
           append_points(namer, folded, folded_length);
}

/* Names of symbols only ("!!!", "&") have no words left; they are told apart by
 * the symbols themselves instead of all being one. */
bool pl_namer_key(pl_namer *namer, const char *bytes, size_t length,
                  pl_key *key)
{
    bool ascii = pl_text_is_ascii(bytes, length);
    namer->words.count = 0;
    if (!pl_list_room(&namer->words, 2 * length + 1))
        return false;
    if (!(ascii && part_plain_words(namer, bytes, length)) &&
        (!load_points(namer, bytes, length, ascii) || !part_words(namer)))
        return false;
    const char *words = namer->words.items;
    size_t words_length = namer->words.count;
    if (ascii)
        fold_ascii(namer->words.items, words_length);
    else if (!fold(namer, words, words_length, &words, &words_length))
        return false;
    if (!stem_words(namer, words, words_length))
        return false;
    key->nameless = namer->key.count == 0;
    if (key->nameless && !key_of_symbols(namer, bytes, length))
        return false;
    key->bytes = namer->key.items;
    key->length = namer->key.count;
    return true;
}

/* What a letter that does not decompose is without its stroke. */
static utf8proc_int32_t without_stroke(utf8proc_int32_t point)
{
    static const struct {
        utf8proc_int32_t from, to;
    } letters[] = {{0xD8, 'O'},  {0xF8, 'o'},  {0x110, 'D'}, {0x111, 'd'},
                   {0x126, 'H'}, {0x127, 'h'}, {0x131, 'i'}, {0x141, 'L'},
                   {0x142, 'l'}, {0x166, 'T'}, {0x167, 't'}};
    for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
        if (letters[k].from == point)
            return letters[k].to;
    return point;
}

/* Accents are dropped after decomposition and before folding, so that "Café"
 * and "cafe" meet where the usual key keeps them apart. */
bool pl_namer_plain_key(pl_namer *namer, const char *bytes, size_t length,
                        pl_key *key)
{
    enum { FIRST_ACCENT = 0x300, LAST_ACCENT = 0x36F };
    if (pl_text_is_ascii(bytes, length))
        return pl_namer_key(namer, bytes, length, key);
    if (!decompose(namer, bytes, length,
                   UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE))
        return false;
    namer->plain.count = 0;
    if (!pl_list_room(&namer->plain, 4 * namer->points.count + 1))
        return false;
    for (size_t k = 0; k < namer->points.count; k++) {
        utf8proc_int32_t point = without_stroke(namer->points.items[k]);
        if (point < FIRST_ACCENT || point > LAST_ACCENT)
            namer->plain.count += (size_t)utf8proc_encode_char(
                point,
                (utf8proc_uint8_t *)namer->plain.items + namer->plain.count);
    }
    return pl_namer_key(namer, namer->plain.items, namer->plain.count, key);
}

bool pl_namer_fold(pl_namer *namer, const char *bytes, size_t length,
                   pl_key *key)
{
    key->nameless = false;
    if (!pl_text_is_ascii(bytes, length))
        return fold(namer, bytes, length, &key->bytes, &key->length);
    namer->key.count = 0;
    if (!append_points(namer, bytes, length))
        return false;
    fold_ascii(namer->key.items, length);
    key->bytes = namer->key.items;
    key->length = length;
    return true;
}
