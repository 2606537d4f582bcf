/* spellings.c: synonyms, plurals, case, hyphens, decoration and slips. */
/* SPDX-License-Identifier: MIT */
#include "lab/spellings.h"

#include <string.h>
#include <utf8proc.h>

/* ------------------------------------------------------------ characters -- */

static utf8proc_int32_t read_code(const char *at, size_t length, size_t *step)
{
    utf8proc_int32_t code;
    utf8proc_ssize_t got = utf8proc_iterate((const utf8proc_uint8_t *)at,
                                            (utf8proc_ssize_t)length, &code);
    *step = got > 0 ? (size_t)got : 1;
    return got > 0 ? code : (unsigned char)*at;
}

typedef enum letter_case { LOWER, UPPER, TITLE } letter_case;

static bool is_plain_letter(utf8proc_int32_t code)
{
    if (code < 0x80)
        return (code | 0x20) >= 'a' && (code | 0x20) <= 'z';
    utf8proc_category_t category = utf8proc_category(code);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_MC;
}

static utf8proc_int32_t map_code(utf8proc_int32_t code, bool upper)
{
    if (code >= 0x80)
        return upper ? utf8proc_toupper(code) : utf8proc_tolower(code);
    if (!is_plain_letter(code))
        return code;
    return upper ? code & ~0x20 : code | 0x20;
}

/* An apostrophe does not begin a new word: "Bird's". */
static void set_case(pl_surface *to, const char *from, size_t length,
                     letter_case wanted)
{
    bool inside = false;
    to->length = 0;
    for (size_t at = 0, step; at < length; at += step) {
        utf8proc_int32_t code = read_code(from + at, length - at, &step);
        bool upper = wanted == UPPER || (wanted == TITLE && !inside);
        inside = is_plain_letter(code) || (inside && code == '\'');
        to->length += (size_t)utf8proc_encode_char(
            map_code(code, upper), (utf8proc_uint8_t *)to->bytes + to->length);
    }
}

void pl_surface_lower(pl_surface *to, const char *name)
{
    set_case(to, name, strlen(name), LOWER);
    to->bytes[to->length] = '\0';
}

/* ------------------------------------------------- singular and plural -- */

static bool word_ends_in(const char *word, size_t length, const char *ending)
{
    size_t size = strlen(ending);
    return length >= size && memcmp(word + length - size, ending, size) == 0;
}

static bool ends_in_any(const char *word, size_t length,
                        const char *const *endings)
{
    for (; *endings != NULL; endings++)
        if (word_ends_in(word, length, *endings))
            return true;
    return false;
}

/* Only the rules that people apply without thinking. Where they are wrong for a
 * word, the sample has one more odd spelling. */
size_t pl_word_singular(char *word, size_t length)
{
    static const char *const two_off[] = {"ses",  "xes",  "zes",
                                          "ches", "shes", NULL};
    static const char *const stays[] = {"ss", "us", "is", NULL};
    if (length > 4 && word_ends_in(word, length, "ies")) {
        word[length - 3] = 'y';
        return length - 2;
    }
    if (ends_in_any(word, length, two_off))
        return length - 2;
    if (length > 3 && word_ends_in(word, length, "s") &&
        !ends_in_any(word, length, stays))
        return length - 1;
    return length;
}

static size_t replace_end(char *word, size_t length, size_t cut,
                          const char *ending)
{
    memcpy(word + length - cut, ending, strlen(ending));
    return length - cut + strlen(ending);
}

static size_t word_plural(char *word, size_t length)
{
    static const char *const hissing[] = {"s", "x", "z", "ch", "sh", NULL};
    static const char *const soft[] = {"lf", "rf", "af", NULL};
    if (ends_in_any(word, length, hissing))
        return replace_end(word, length, 0, "es");
    if (length > 1 && word[length - 1] == 'y' &&
        strchr("aeiou", word[length - 2]) == NULL)
        return replace_end(word, length, 1, "ies");
    if (word_ends_in(word, length, "fe"))
        return replace_end(word, length, 2, "ves");
    if (ends_in_any(word, length, soft))
        return replace_end(word, length, 1, "ves");
    return replace_end(word, length, 0, "s");
}

/* Birds for bird, and the other way round: the last word decides. */
static void toggle_number(pl_surface *to)
{
    size_t start = to->length;
    while (start > 0 && to->bytes[start - 1] != ' ')
        start--;
    char *word = to->bytes + start;
    size_t length = to->length - start;
    size_t changed = pl_word_singular(word, length);
    if (changed == length)
        changed = word_plural(word, length);
    to->length = start + changed;
}

/* --------------------------------------------------------------- habits -- */

static bool has_gap(const char *name, size_t length)
{
    return memchr(name, ' ', length) != NULL ||
           memchr(name, '-', length) != NULL;
}

/* "sea-bird", "sea_bird", "seabird", "sea bird". */
static void join_words(pl_surface *to, pl_random *random)
{
    static const char *const joints[] = {"-", "_", "", " "};
    const char *joint = joints[pl_random_below(random, 4)];
    size_t used = 0;
    for (size_t k = 0; k < to->length; k++) {
        bool gap = to->bytes[k] == ' ' || to->bytes[k] == '-';
        bool before =
            k > 0 && (to->bytes[k - 1] == ' ' || to->bytes[k - 1] == '-');
        if (!gap)
            to->bytes[used++] = to->bytes[k];
        else if (!before && joint[0] != '\0' && used > 0)
            to->bytes[used++] = joint[0];
    }
    if (used > 0)
        to->length = used;
}

/* Singular and plural differ most often between people, then case, then how
 * words are joined. A name that cannot be varied one way is varied another, so
 * that the share stays what was asked for. */
static void vary(pl_surface *to, pl_random *random, const char *name,
                 size_t length)
{
    double kind = pl_random_unit(random);
    if (kind < 0.45)
        toggle_number(to);
    else if (kind < 0.60)
        set_case(to, name, length, TITLE);
    else if (kind < 0.68)
        set_case(to, name, length, UPPER);
    else if (kind < 0.80)
        set_case(to, name, length, LOWER);
    else if (has_gap(name, length))
        join_words(to, random);
    else
        set_case(to, name, length,
                 name[0] >= 'a' && name[0] <= 'z' ? TITLE : LOWER);
}

static void decorate(pl_surface *to, pl_random *random)
{
    static const struct {
        const char *before, *after;
    } frames[] = {{"my ", ""},        {"", " photos"}, {"", " 2008"},
                  {"", " - various"}, {"the ", ""},    {"", "!"}};
    uint32_t pick = pl_random_below(random, sizeof frames / sizeof *frames);
    size_t before = strlen(frames[pick].before);
    size_t after = strlen(frames[pick].after);
    memmove(to->bytes + before, to->bytes, to->length);
    memcpy(to->bytes, frames[pick].before, before);
    memcpy(to->bytes + before + to->length, frames[pick].after, after);
    to->length += before + after;
}

/* Two neighbours change places, or one character is lost; never the first. */
static void slip(pl_surface *to, pl_random *random)
{
    size_t codes = 0, start = 0, step, next, kept;
    for (size_t at = 0; at < to->length; at += step, codes++)
        read_code(to->bytes + at, to->length - at, &step);
    if (codes < 5)
        return;
    for (uint32_t k = 1 + pl_random_below(random, (uint32_t)codes - 2); k > 0;
         k--) {
        read_code(to->bytes + start, to->length - start, &step);
        start += step;
    }
    char lost[4];
    read_code(to->bytes + start, to->length - start, &step);
    next = start + step;
    memcpy(lost, to->bytes + start, step);
    if (pl_random_chance(random, 0.5)) {
        memmove(to->bytes + start, to->bytes + next, to->length - next);
        to->length -= step;
        return;
    }
    read_code(to->bytes + next, to->length - next, &kept);
    memmove(to->bytes + start, to->bytes + next, kept);
    memcpy(to->bytes + start + kept, lost, step);
}

/* In the order in which it happens to people: they choose a word, write it
 * their way, decorate it, and slip. */
void pl_surface_draw(pl_surface *to, pl_random *random, const pl_gold *gold,
                     uint32_t concept, const pl_surface_odds *odds)
{
    const char *name = gold->name[concept];
    uint32_t first = gold->synonym_first[concept];
    uint32_t synonyms = gold->synonym_count[concept];
    if (synonyms > 0 && pl_random_chance(random, odds->synonym))
        name = gold->synonym[first + pl_random_below(random, synonyms)];
    to->length = strlen(name);
    memcpy(to->bytes, name, to->length);
    if (pl_random_chance(random, odds->variation))
        vary(to, random, name, to->length);
    if (pl_random_chance(random, odds->decor))
        decorate(to, random);
    if (pl_random_chance(random, odds->typo))
        slip(to, random);
}
