/* columns_levels.c: levels that a header names by words, such as "Department,
 * Category, Subcategory, Product". */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/columns.h"

enum { TOPMOST = 0, PLAIN = 1, LOWER = 2, LOWEST = 9 };

/* A column that a word for a level is said about. */
typedef struct spoken {
    size_t column;
    int rank;  /* as far as the word tells: TOPMOST, PLAIN, LOWER, ... */
    bool sure; /* the word means a level wherever it stands */
    char noun[PL_LONGEST_WORD]; /* "category" of "Sub Category" */
} spoken;

/* Words for a level, by how much else they may mean: these alone say it ... */
static const char sure_nouns[] =
    " department section division aisle abteilung ";
/* ... these beside another one ... */
static const char nouns[] = " category group domain productcategory "
                            "productgroup kategorie gruppe cat\xC3\xA9"
                            "gorie categor\xC3\xAD"
                            "a categoria ";
/* ... these where no ids say that the table lists things with properties ... */
static const char vague_nouns[] =
    " topic class family type kind segment sector theme subject area branch "
    "producttype productfamily productclass productline itemtype "
    "itemcategory itemgroup thema klasse ";
/* ... and these where every column is called so. */
static const char whole_nouns[] =
    " kingdom phylum order tribe genus species commodity brick world "
    "continent region country state province county district city town "
    "year quarter month ";
/* What stands below all categories. */
static const char things[] = " item product article leaf artikel produkt "
                             "productname itemname leafcategory ";
static const struct {
    const char *word;
    int rank;
} prefixes[] = {
    {"main", TOPMOST},    {"top", TOPMOST},        {"primary", TOPMOST},
    {"haupt", TOPMOST},   {"subsub", LOWER + 1},   {"sub", LOWER},
    {"secondary", LOWER}, {"tertiary", LOWER + 1}, {"unter", LOWER},
    {"sous", LOWER},      {"sotto", LOWER},
};

/* ----------------------------------------------------------------- words -- */

static bool is_noun(const char *word)
{
    return pl_word_is_among(sure_nouns, word) ||
           pl_word_is_among(nouns, word) || pl_word_is_among(vague_nouns, word);
}

/* "Category name" is about categories as much as "Category". */
static void cut_ending(char word[PL_LONGEST_WORD])
{
    static const char *const endings[] = {"name", "title", "label"};
    size_t length = strlen(word);
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        size_t size = strlen(endings[k]);
        if (length <= size || strcmp(word + length - size, endings[k]) != 0)
            continue;
        word[length - size] = '\0';
        if (is_noun(word))
            return;
        word[length - size] = *endings[k];
    }
}

/* "Sub Category", "Main": false if no word for a level follows. */
static bool part_prefix(const char *word, spoken *found)
{
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
        size_t size = strlen(prefixes[k].word);
        if (strncmp(word, prefixes[k].word, size) != 0 ||
            (word[size] != '\0' && !is_noun(word + size)))
            continue;
        snprintf(found->noun, sizeof found->noun, "%s", word + size);
        found->rank = prefixes[k].rank;
        found->sure = true;
        return true;
    }
    return false;
}

/* What a column's name says about its level; false: nothing. */
static bool speak(const pl_columns *self, size_t column, bool whole,
                  spoken *found)
{
    char word[PL_LONGEST_WORD];
    pl_columns_word(self->rows, column, word);
    cut_ending(word);
    *found = (spoken){.column = column, .rank = PLAIN};
    if (pl_word_is_among(things, word))
        found->rank = LOWEST;
    else if (pl_word_is_among(sure_nouns, word))
        found->sure = true;
    else if (part_prefix(word, found))
        return true;
    else if (!pl_word_is_among(nouns, word) &&
             !(pl_word_is_among(vague_nouns, word) &&
               !pl_columns_has(self, PL_COLUMN_ID)) &&
             !(whole && pl_word_is_among(whole_nouns, word)))
        return false;
    snprintf(found->noun, sizeof found->noun, "%s", word);
    return true;
}

bool pl_columns_speak_level(const pl_columns *self, size_t column)
{
    spoken found;
    return column != PL_NO_COLUMN && speak(self, column, false, &found) &&
           found.rank != LOWEST;
}

bool pl_columns_speak_thing(const pl_columns *self, size_t column)
{
    spoken found;
    return speak(self, column, false, &found) && found.rank == LOWEST;
}

/* --------------------------------------------------------------- columns -- */

bool pl_columns_hold_paths(const pl_rows *rows, size_t column)
{
    size_t length, some = 0, paths = 0;
    for (size_t k = 1; k < rows->rows.count; k++) {
        const char *cell = pl_rows_cell(rows, k, column, &length);
        const char *mark = length == 0 ? NULL : memchr(cell, '>', length);
        some += length > 0;
        paths += mark != NULL && mark > cell && mark + 1 < cell + length;
    }
    return paths > 0 && 2 * paths >= some;
}

/* Numbers are codes, orders or counts, but for years; paths are many levels. */
static bool holds_level(const pl_columns *self, const spoken *level)
{
    return (pl_word_is_among(" year month quarter ", level->noun) ||
            !pl_columns_hold_numbers(self->rows, level->column)) &&
           !pl_columns_hold_paths(self->rows, level->column);
}

/* Whether the header has nothing but words for levels. */
static bool is_all_spoken(const pl_columns *self)
{
    spoken found;
    size_t width = self->rows->rows.items[0].count;
    for (size_t k = 0; k < width; k++)
        if (!speak(self, k, true, &found))
            return false;
    return width > 2;
}

static size_t list_spoken(const pl_columns *self, spoken list[PL_DEEPEST])
{
    size_t count = 0, width = self->rows->rows.items[0].count;
    bool whole = is_all_spoken(self);
    for (size_t k = 0; k < width && count < PL_DEEPEST; k++)
        if (speak(self, k, whole, &list[count]) &&
            holds_level(self, &list[count]))
            count++;
    return count;
}

/* The node that a row is about, by a name that says no level: "name". */
static size_t find_plain_child(const pl_columns *self)
{
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++)
        if (pl_columns_name_role(self->rows, k) == PL_COLUMN_CHILD &&
            !pl_columns_speak_level(self, k) &&
            !pl_columns_speak_thing(self, k))
            return k;
    return PL_NO_COLUMN;
}

/* ----------------------------------------------------------------- order -- */

/* Which of two comes first by its word: below 0 the first one; 0: the words do
 * not tell, as with "section" and "category". */
static int compare_spoken(const spoken *a, const spoken *b)
{
    bool ends = a->rank == TOPMOST || b->rank == TOPMOST || a->rank == LOWEST ||
                b->rank == LOWEST;
    return ends || strcmp(a->noun, b->noun) == 0 ? a->rank - b->rank : 0;
}

static void reverse_levels(spoken *list, size_t count)
{
    for (size_t k = 0; k < count / 2; k++) {
        spoken other = list[k];
        list[k] = list[count - 1 - k];
        list[count - 1 - k] = other;
    }
}

static void sort_levels(spoken *list, size_t count)
{
    for (size_t k = 1; k < count; k++)
        for (size_t i = k; i > 0 && list[i - 1].rank > list[i].rank; i--) {
            spoken other = list[i];
            list[i] = list[i - 1];
            list[i - 1] = other;
        }
}

/* What follows a thing without being below it is a property of it: the type of
 * an item. */
static size_t drop_properties(spoken *list, size_t count)
{
    size_t kept = 0;
    bool behind = false;
    for (size_t k = 0; k < count; k++) {
        if (!behind || list[k].rank != PLAIN)
            list[kept++] = list[k];
        behind |= list[k].rank == LOWEST && k > 0;
    }
    return kept;
}

/* From left to right, unless the words tell that it is from right to left, or
 * neither. Two levels need a word that is sure; three vouch for each other,
 * unless they contradict or may be properties of what has a name. */
static bool order_levels(spoken *list, size_t count, bool named)
{
    size_t forth = 0, back = 0;
    bool sure = false;
    for (size_t k = 0; k < count; k++) {
        sure |= list[k].sure;
        for (size_t i = 0; i < k; i++) {
            int order = compare_spoken(&list[i], &list[k]);
            forth += order < 0;
            back += order > 0;
        }
    }
    if (back > 0 && forth == 0)
        reverse_levels(list, count);
    else if (back > 0)
        sort_levels(list, count);
    return sure ? count >= 2 : count >= 3 && back == 0 && !named;
}

/* Beside ids of parents, or names of them, such words are only remarks. */
void pl_columns_find_spoken(pl_columns *self)
{
    spoken list[PL_DEEPEST];
    size_t child = find_plain_child(self);
    self->levels = 0;
    if (pl_columns_has(self, PL_COLUMN_CHILD) &&
        (pl_columns_has(self, PL_COLUMN_PARENT_ID) ||
         (pl_columns_has(self, PL_COLUMN_PARENT) &&
          !pl_columns_speak_level(self, self->at[PL_COLUMN_PARENT]))))
        return;
    size_t count = drop_properties(list, list_spoken(self, list));
    if (!order_levels(list, count, child != PL_NO_COLUMN))
        return;
    for (; self->levels < count; self->levels++)
        self->level[self->levels] = list[self->levels].column;
    if (child != PL_NO_COLUMN && self->levels < PL_DEEPEST)
        self->level[self->levels++] = child;
}
