/* name_words.c: parts names into words, and finds their heads. */
/* SPDX-License-Identifier: MIT */
#include "same/name_words.h"

#include <string.h>

#include "base/status.h"
#include "same/name_reader.h"

/* What follows tells more about what came before: "parts for cars". */
static const char *const linking[] = {
    "for",  "of",  "in",  "with", "to",  "by",  "from", "on",
    "at",   "de",  "des", "du",   "für", "von", "mit",  "aus",
    "pour", "con", "per", "di",   "van", "voor"};
/* What comes before has ended, and another thing follows. */
static const char *const joining[] = {"and", "or", "und", "oder", "et",
                                      "ou",  "y",  "e",   "en",   "of"};
static const char *const telling_nothing[] = {
    "the",           "a",       "an",      "other", "others",   "misc",
    "various",       "der",     "die",     "das",   "la",       "le",
    "les",           "el",      "more",    "all",   "new",      "s",
    "miscellaneous", "non",     "general", "etc",   "sonstige", "autres",
    "otros",         "related", "types",   "type",  "how",      "what",
    "which",         "your"};

static bool is_one_of(const char *const *list, size_t count, const char *bytes,
                      size_t length)
{
    for (size_t k = 0; k < count; k++)
        if (strlen(list[k]) == length && memcmp(list[k], bytes, length) == 0)
            return true;
    return false;
}
#define IS_ONE_OF(list, key)                                                   \
    is_one_of(list, sizeof(list) / sizeof *(list), (key).bytes, (key).length)

/* Letters, digits, apostrophes, hyphens within words and all that is not
 * ASCII. */
static bool is_in_word(const char *at)
{
    unsigned char c = (unsigned char)*at;
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '\'' || c == '+' || c == '#' ||
           (c == '-' && at[1] != ' ' && at[1] != '\0');
}

typedef struct reading {
    pl_name_words *words;
    pl_name_reader reader;
    pl_namer *folder;
    const char *name;
    bool open;   /* the last word may be a head yet */
    bool detail; /* behind a linking word */
} reading;

/* The last word was the last one of a thing. */
static void end_thing(reading *r, bool detail)
{
    if (r->open)
        r->words->items.items[r->words->items.count - 1].head = true;
    r->open = false;
    r->detail = detail;
}

static bool is_number(const pl_key *key)
{
    return strspn(key->bytes, "0123456789") >= key->length;
}

/* Takes a word in, or what it says about those around it. */
static bool read_word(reading *r, const char *bytes, size_t length)
{
    pl_key folded;
    if (!pl_namer_fold(r->folder, bytes, length, &folded))
        return false;
    if (IS_ONE_OF(linking, folded) || IS_ONE_OF(joining, folded)) {
        end_thing(r, !IS_ONE_OF(joining, folded));
        return true;
    }
    bool empty = IS_ONE_OF(telling_nothing, folded) || folded.length < 2 ||
                 is_number(&folded);
    if (!pl_name_reader_read(&r->reader, bytes, length))
        return false;
    bool nameless = r->reader.stems.nameless || r->reader.squashed.count == 0;
    pl_name_word word = {.stem = pl_strings_add(r->words->texts,
                                                r->reader.squashed.items,
                                                r->reader.squashed.count),
                         .begin = (uint32_t)(bytes - r->name),
                         .end = (uint32_t)(bytes - r->name + (ptrdiff_t)length),
                         .empty = empty || nameless};
    if (word.stem == PL_NONE)
        return false;
    pl_list_add(&r->words->items, word);
    r->open = !r->detail && !pl_arena_failed(r->words->items.arena);
    return true;
}

static bool read_name(reading *r, const char *at)
{
    r->open = r->detail = false;
    r->name = at;
    while (*at != '\0') {
        const char *start = at;
        while (is_in_word(at))
            at++;
        if (at > start) {
            if (!read_word(r, start, (size_t)(at - start)))
                return false;
        } else {
            if (strchr(",&/;(:|", *at) != NULL)
                end_thing(r, *at == '(');
            at++;
        }
    }
    end_thing(r, false);
    return true;
}

static void end_words(pl_name_words *words)
{
    pl_list_add(&words->first, (uint32_t)words->items.count);
}

pleach_status pl_name_words_read(pl_name_words *words, pl_arena *arena,
                                 const char *const *names, uint32_t count,
                                 const char *language, pleach_error *error)
{
    reading r = {.words = words};
    words->texts = pl_strings_in(arena);
    words->first.arena = words->items.arena = arena;
    end_words(words);
    PL_SCRATCH(scratch);
    PL_TRY(pl_name_reader_open(&r.reader, scratch, language, error));
    PL_TRY(pl_namer_new(&r.folder, scratch, "none", error));
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t n = 0; n < count; n++) {
        if (!read_name(&r, names[n]))
            return pl_fail_memory(error);
        end_words(words);
    }
    return pl_check_memory(arena, error);
}

void pl_name_words_add(pl_name_words *words, const pl_name_word *items,
                       size_t count)
{
    for (size_t k = 0; k < count; k++)
        pl_list_add(&words->items, items[k]);
    end_words(words);
}

bool pl_has_name_word(const pl_name_words *words, uint32_t n, uint32_t stem)
{
    for (uint32_t k = words->first.items[n]; k < words->first.items[n + 1]; k++)
        if (words->items.items[k].stem == stem)
            return true;
    return false;
}

uint32_t pl_count_name_words(const pl_name_words *words, uint32_t n,
                             uint32_t other, uint32_t *shared)
{
    uint32_t count = 0;
    *shared = 0;
    for (uint32_t k = words->first.items[n]; k < words->first.items[n + 1];
         k++) {
        const pl_name_word *word = &words->items.items[k];
        count += !word->empty;
        *shared += !word->empty && pl_has_name_word(words, other, word->stem);
    }
    return count;
}
