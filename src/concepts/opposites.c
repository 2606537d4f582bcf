/* opposites.c: a table of opposites, and words that turn others. */
/* SPDX-License-Identifier: MIT */
#include "concepts/opposites.h"

#include <string.h>

/* Words of one group exclude each other, so that no two may be synonyms. In
 * English, as most corpora are; where a word means something else in another
 * language, two names stay apart that could have been one. */
static const char *const groups[] = {
    "full part half",
    "short long medium",
    "high low",
    "big small mini",
    "old new",
    "hot cold",
    "indoor outdoor",
    "inner outer",
    "inside outside",
    "internal external",
    "left right",
    "upper lower",
    "top bottom",
    "front back",
    "north south east west",
    "northern southern eastern western",
    "man woman",
    "men women",
    "male female",
    "boy girl",
    "adult child",
    "junior senior",
    "public private",
    "open closed",
    "import export",
    "incoming outgoing",
    "inbound outbound",
    "buy sell",
    "buyer seller",
    "input output",
    "upload download",
    "income expense",
    "asset liability",
    "debit credit",
    "payable receivable receiv",
    "summer winter spring autumn",
    "day night",
    "morning evening",
    "hard soft",
    "light dark heavy",
    "wet dry",
    "fresh frozen dried canned",
    "raw cooked",
    "sweet savory sour",
    "domestic foreign",
    "national international",
    "urban rural",
    "primary secondary tertiary",
    "major minor",
    "maximum minimum",
    "first second third last",
    "early late",
    "analog digital",
    "online offline",
    "static dynamic",
    "symmetric asymmetric",
    "linear nonlinear",
    "virtual physical",
    "paid unpaid",
    "employed unemployed",
    "formal informal",
    "direct indirect",
    "active passive inactive",
    "positive negative",
    "wholesale retail",
    "white black red green blue yellow",
    "single double triple",
    "manual automatic",
    "acute chronic",
    "legal illegal",
    "alcoholic nonalcoholic",
    "vegetarian nonvegetarian",
};
/* Before what they turn, and behind it. */
static const char before[] = "non anti ex self semi pre post pseudo quasi vice";
static const char behind[] = "free less";

enum { TURNS_NEXT = 254, TURNS_LAST = 255, MOST_GROUPS = 253 };
_Static_assert(sizeof groups / sizeof *groups <= MOST_GROUPS,
               "a group has a number that nothing else has");

/* Whether a word, of which only the stem may be known, is among some. Stems
 * that are shorter by more than this stand in the table by themselves. */
static bool is_among(const char *list, const char *word, size_t length)
{
    enum { MOST_ENDING = 2 };
    for (const char *at = list; *at != '\0';) {
        size_t whole = strcspn(at, " ");
        if (length <= whole && length + MOST_ENDING >= whole && length > 1 &&
            (length == whole || length > MOST_ENDING) &&
            memcmp(at, word, length) == 0)
            return true;
        at += whole + (at[whole] == ' ');
    }
    return false;
}

static uint8_t find_group(const char *word, size_t length)
{
    if (is_among(before, word, length))
        return TURNS_NEXT;
    if (is_among(behind, word, length))
        return TURNS_LAST;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        if (is_among(groups[g], word, length))
            return (uint8_t)(g + 1);
    return 0;
}

uint8_t *pl_opposites_find(pl_arena *arena, const pl_strings *words)
{
    uint32_t count = pl_strings_count(words);
    uint8_t *group = PL_ARENA_ARRAY(arena, uint8_t, count);
    for (uint32_t w = 0; w < count && group != NULL; w++)
        group[w] =
            find_group(pl_strings_at(words, w), pl_strings_length(words, w));
    return group;
}

static bool has_word(pl_name_words name, uint32_t word)
{
    for (size_t k = 0; k < name.count; k++)
        if (name.word[k] == word)
            return true;
    return false;
}

/* Whether a name has a word of a group that another one does not have. */
static bool has_other_of(const uint8_t *does, uint8_t group, pl_name_words name,
                         pl_name_words other)
{
    for (size_t k = 0; k < name.count; k++)
        if (does[name.word[k]] == group && !has_word(other, name.word[k]))
            return true;
    return false;
}

/* Whether a word that only `one` has turns its name, or is the opposite of one
 * that only `other` has. */
static bool has_opposite(const uint8_t *does, pl_name_words one,
                         pl_name_words other)
{
    for (size_t k = 0; k < one.count; k++) {
        uint8_t group = does[one.word[k]];
        bool turns = (group == TURNS_NEXT && k + 1 < one.count) ||
                     (group == TURNS_LAST && k > 0);
        if (group == 0 || has_word(other, one.word[k]))
            continue;
        if (turns ||
            (group <= MOST_GROUPS && has_other_of(does, group, other, one)))
            return true;
    }
    return false;
}

/* Words of the table are few, so no more than a few walks are taken. */
bool pl_are_opposites(const uint8_t *does, pl_name_words a, pl_name_words b)
{
    return has_opposite(does, a, b) || has_opposite(does, b, a);
}
