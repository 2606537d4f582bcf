/* columns_words.c: what a table's first row calls its columns, by one list of
 * words; those for levels ("Department, Category, Product") are put in order.
 */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "read/columns.h"
#include "read/nested_words.h"

/* What a word may say besides the roles of columns: a level, surely, beside
 * another one, or only where no ids say that the table lists things with
 * properties; or what is below all levels. */
typedef enum meaning {
    LEVEL_SURELY = PL_COLUMNS,
    LEVEL,
    LEVEL_PERHAPS,
    THING,
    NOTHING,
} meaning;

/* What headers call the columns, without blanks and signs. A word may stand
 * for a role and for a level. */
static const struct {
    int means;
    const char *words;
} header_words[] = {
    {PL_COLUMN_OWNER, " owner user person source creator contributor "},
    {PL_COLUMN_PARENT, " parent parents broader category parentname "
                       "parentlabel parentcategory broaderlabel broaderterm "
                       "broadername superclass hypernym parenttitle "
                       "parentterm broaderconceptpt oberbegriff "
                       "oberkategorie "},
    {PL_COLUMN_PARENT_ID, " parentid parentids parentcode parentkey "
                          "parenturi pid broaderid broaderuri broadercode "
                          "parentnodeid parentcategoryid parentconceptid "
                          "parentconcept parentidentifier idparent "
                          "broaderconcepturi "},
    {PL_COLUMN_CHILD, " child narrower item name label title preflabel "
                      "preferredlabel preferredterm conceptlabel childname "
                      "childlabel narrowerlabel narrowerterm hyponym term "
                      "categoryname displayname concept topic subclass "
                      "text skill unterbegriff "},
    {PL_COLUMN_ID, " id uri code key identifier conceptid concepturi "
                   "conceptcode categoryid nodeid termid categorycode "
                   "classcode iri notation treenumber wbs wbscode "},
    {PL_COLUMN_TAGS, PL_WORDS_TAGS},
    {PL_COLUMN_ALTS, PL_WORDS_ALTS},
    {PL_COLUMN_DESCRIPTION, " description definition descriptions "},
    {PL_COLUMN_PATH,
     " path paths breadcrumb breadcrumbs fullpath categorypath "
     "pathname hierarchypath taxonomypath googleproductcategory "
     "hierarchy fullname categoryhierarchy productcategory categories "
     "productcategories "},
    {LEVEL_SURELY, " department section division aisle abteilung "},
    {LEVEL, " category group domain productcategory productgroup kategorie "
            "gruppe cat\xC3\xA9gorie categor\xC3\xAD"
            "a categoria "},
    {LEVEL_PERHAPS,
     " topic class family type kind segment sector theme subject area branch "
     "producttype productfamily productclass productline itemtype "
     "itemcategory itemgroup thema klasse kingdom phylum order tribe genus "
     "species commodity brick world continent region country state province "
     "county district city town year quarter month "},
    {THING, " item product article leaf artikel produkt productname itemname "
            "leafcategory "},
};
const char pl_shop_paths[] = " categories productcategory productcategories "
                             "googleproductcategory ";

/* The ends of words where nothing else is known: "2022 NAICS US Code", "Title
 * EN". */
static const struct {
    pl_column column;
    const char *part;
} header_parts[] = {
    {PL_COLUMN_ID, "code"},       {PL_COLUMN_CHILD, "title"},
    {PL_COLUMN_CHILD, "label"},   {PL_COLUMN_CHILD, "name"},
    {PL_COLUMN_CHILD, "heading"}, {PL_COLUMN_CHILD, "caption"},
    {PL_COLUMN_CHILD, "task"},    {PL_COLUMN_CHILD, "product"},
};

/* Before and behind the number of a level. */
static const char numbered_words[] =
    " level lvl l tier category cat h heading depth layer categorylevel "
    "taxonomylevel group topic class ebene stufe kategorie niveau "
    "cat\xC3\xA9gorie nivel categor\xC3\xAD"
    "a categoria livello niv\xC3\xA5 niv\xC3\xA1 poziom taso ";
static const char numbered_endings[] =
    "  name label preferredterm title term preflabel ";

/* How far down a level is, as far as its word tells. */
enum { TOPMOST = 0, PLAIN = 1, LOWER = 2, LOWEST = 9 };
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

void pl_columns_word(const pl_rows *rows, size_t column,
                     char word[PL_KEYWORD_BYTES])
{
    pl_cell cell = pl_rows_cell(rows, 0, column);
    (void)pl_text_fold_word(cell.text, cell.length, word);
}

static bool is_among(const char *words, const char *word)
{
    return *word != '\0' && pl_text_is_among(words, word, strlen(word));
}

/* The first of these meanings that a word has; `end`: none. */
static int find_meaning(const char *word, int first, int end)
{
    for (size_t k = 0; k < sizeof header_words / sizeof *header_words; k++)
        if (header_words[k].means >= first && header_words[k].means < end &&
            is_among(header_words[k].words, word))
            return header_words[k].means;
    return end;
}

static pl_column find_role(const char *word)
{
    return (pl_column)find_meaning(word, 0, PL_COLUMNS);
}

bool pl_columns_called(const pl_columns *self, pl_column c, const char *words)
{
    char word[PL_KEYWORD_BYTES];
    if (!pl_columns_has(self, c))
        return false;
    pl_columns_word(self->rows, self->at[c], word);
    return is_among(words, word);
}

static size_t find_word(const pl_columns *self, const char *wanted)
{
    char word[PL_KEYWORD_BYTES];
    for (size_t k = 0; k < pl_rows_width(self->rows); k++) {
        pl_columns_word(self->rows, k, word);
        if (strcmp(word, wanted) == 0)
            return k;
    }
    return PL_NO_COLUMN;
}

/* ------------------------------------------------------- numbered levels -- */

/* "level2", "Tier 3 name": the number; -1: it is no such name. */
static int numbered_level(const char *word)
{
    size_t letters = strcspn(word, "0123456789");
    size_t digits = strspn(word + letters, "0123456789");
    const char *ending = word + letters + digits;
    if (digits == 0 || digits > 2 ||
        !pl_text_is_among(numbered_words, word, letters) ||
        (*ending != '\0' && !is_among(numbered_endings, ending)))
        return -1;
    return (int)strtol(word + letters, NULL, 10);
}

/* Columns in the order of their levels; true if there are two and more. */
static bool find_numbered_levels(pl_columns *self)
{
    char word[PL_KEYWORD_BYTES];
    self->levels = 0;
    for (int level = 0; level < 100; level++)
        for (size_t k = 0;
             k < pl_rows_width(self->rows) && self->levels < PL_DEEPEST; k++) {
            pl_columns_word(self->rows, k, word);
            if (numbered_level(word) != level)
                continue;
            self->level[self->levels++] = k;
            break;
        }
    return self->levels >= 2;
}

/* --------------------------------------------------------- spoken levels -- */

/* A column that a word for a level is said about. */
typedef struct spoken {
    size_t column;
    int rank;
    bool sure;                   /* the word means a level wherever it stands */
    char noun[PL_KEYWORD_BYTES]; /* "category" of "Sub Category" */
} spoken;

static int find_level_word(const char *word)
{
    return find_meaning(word, LEVEL_SURELY, NOTHING);
}

/* "Sub Category", "Main": false if no word for a level follows. */
static bool part_prefix(const char *word, spoken *found)
{
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
        size_t size = strlen(prefixes[k].word);
        if (strncmp(word, prefixes[k].word, size) != 0 ||
            (word[size] != '\0' && find_level_word(word + size) >= THING))
            continue;
        snprintf(found->noun, sizeof found->noun, "%s", word + size);
        found->rank = prefixes[k].rank;
        found->sure = true;
        return true;
    }
    return false;
}

/* What a column's name says about its level; false: nothing. "Category name"
 * is about categories as much as "Category". */
static bool speak(const pl_columns *self, size_t column, spoken *found)
{
    char word[PL_KEYWORD_BYTES];
    if (column == PL_NO_COLUMN)
        return false;
    pl_columns_word(self->rows, column, word);
    size_t length = strlen(word);
    if (length > 4 && strcmp(word + length - 4, "name") == 0)
        word[length - 4] = '\0';
    int means = find_level_word(word);
    *found = (spoken){.column = column,
                      .rank = means == THING ? LOWEST : PLAIN,
                      .sure = means == LEVEL_SURELY};
    snprintf(found->noun, sizeof found->noun, "%s", word);
    return means == LEVEL_SURELY || means == THING ||
           part_prefix(word, found) || means == LEVEL ||
           (means == LEVEL_PERHAPS && !pl_columns_has(self, PL_COLUMN_ID));
}

static bool speak_level(const pl_columns *self, size_t column)
{
    spoken found;
    return speak(self, column, &found) && found.rank != LOWEST;
}

/* Numbers are codes, orders or counts, and paths are many levels. What follows
 * a thing without being below it is a property of it: the type of an item. */
static size_t list_spoken(const pl_columns *self, spoken list[PL_DEEPEST])
{
    size_t count = 0;
    bool behind = false;
    for (size_t k = 0; k < pl_rows_width(self->rows) && count < PL_DEEPEST;
         k++) {
        if (!speak(self, k, &list[count]) ||
            pl_columns_hold_numbers(self->rows, k) ||
            pl_columns_hold_paths(self->rows, k) ||
            (behind && list[count].rank == PLAIN))
            continue;
        behind |= list[count].rank == LOWEST && count > 0;
        count++;
    }
    return count;
}

/* The node that a row is about, by a name that says no level: "name". */
static size_t find_plain_child(const pl_columns *self)
{
    char word[PL_KEYWORD_BYTES];
    spoken found;
    for (size_t k = 0; k < pl_rows_width(self->rows); k++) {
        pl_columns_word(self->rows, k, word);
        if (find_role(word) == PL_COLUMN_CHILD && !speak(self, k, &found))
            return k;
    }
    return PL_NO_COLUMN;
}

/* Which of two comes first by its word: below 0 the first one; 0: the words do
 * not tell, as with "section" and "category". */
static int compare_spoken(const spoken *a, const spoken *b)
{
    bool ends = a->rank == TOPMOST || b->rank == TOPMOST || a->rank == LOWEST ||
                b->rank == LOWEST;
    return ends || strcmp(a->noun, b->noun) == 0 ? a->rank - b->rank : 0;
}

/* From left to right, unless the words tell otherwise. Two levels need a word
 * that is sure; three vouch for each other, unless they may be properties of
 * what has a name. */
static bool order_levels(spoken *list, size_t count, bool named)
{
    bool sure = false;
    for (size_t k = 0; k < count; k++) {
        sure |= list[k].sure;
        for (size_t i = k; i > 0 && compare_spoken(&list[i - 1], &list[i]) > 0;
             i--) {
            spoken other = list[i];
            list[i] = list[i - 1];
            list[i - 1] = other;
        }
    }
    return sure ? count >= 2 : count >= 3 && !named;
}

/* Beside ids of parents, or names of them, such words are only remarks. */
static void find_spoken_levels(pl_columns *self)
{
    spoken list[PL_DEEPEST];
    size_t child = find_plain_child(self), count = list_spoken(self, list);
    bool parents = pl_columns_has(self, PL_COLUMN_PARENT_ID) ||
                   (pl_columns_has(self, PL_COLUMN_PARENT) &&
                    !speak_level(self, self->at[PL_COLUMN_PARENT]));
    self->levels = 0;
    if ((parents && pl_columns_has(self, PL_COLUMN_CHILD)) ||
        !order_levels(list, count, child != PL_NO_COLUMN))
        return;
    for (; self->levels < count; self->levels++)
        self->level[self->levels] = list[self->levels].column;
    if (child != PL_NO_COLUMN && self->levels < PL_DEEPEST)
        self->level[self->levels++] = child;
}

/* ---------------------------------------------------------------- header -- */

static void find_columns(pl_columns *self)
{
    char word[PL_KEYWORD_BYTES];
    pl_columns_clear(self);
    for (size_t k = 0; k < pl_rows_width(self->rows); k++) {
        pl_columns_word(self->rows, k, word);
        pl_column c = find_role(word);
        if (c < PL_COLUMNS && !pl_columns_has(self, c))
            self->at[c] = k;
    }
}

/* Words that mean something else beside each other. "source, target" and "from,
 * to" are edges of programs that draw graphs, whose ids are not the nodes'. A
 * category beside a parent is the node itself. */
static void find_pairs(pl_columns *self)
{
    static const char *const pairs[][2] = {
        {"source", "target"}, {"from", "to"}, {"parent", "category"}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        bool arrow = k < 2;
        size_t from = find_word(self, pairs[k][0]);
        size_t to = find_word(self, pairs[k][1]);
        if (from == PL_NO_COLUMN || to == PL_NO_COLUMN ||
            (arrow ? pl_columns_has(self, PL_COLUMN_PARENT) ||
                         pl_columns_has(self, PL_COLUMN_PARENT_ID)
                   : pl_columns_has(self, PL_COLUMN_CHILD)))
            continue;
        if (self->at[PL_COLUMN_OWNER] == from)
            self->at[PL_COLUMN_OWNER] = PL_NO_COLUMN;
        if (arrow)
            self->at[PL_COLUMN_ID] = PL_NO_COLUMN;
        self->at[PL_COLUMN_PARENT] = from;
        self->at[PL_COLUMN_CHILD] = to;
    }
}

/* Names of columns that only end as known ones do, a language aside. */
static void find_parts(pl_columns *self)
{
    char word[PL_KEYWORD_BYTES];
    for (size_t k = 0; k < pl_rows_width(self->rows); k++)
        for (size_t p = 0; p < sizeof header_parts / sizeof *header_parts;
             p++) {
            pl_columns_word(self->rows, k, word);
            const char *found = strstr(word, header_parts[p].part);
            size_t behind = found == NULL
                                ? 3
                                : strlen(found + strlen(header_parts[p].part));
            if ((behind == 0 || behind == 2) && find_role(word) == PL_COLUMNS &&
                !pl_columns_has(self, header_parts[p].column))
                self->at[header_parts[p].column] = k;
        }
}

/* The signs of ESCO's tables: types beside addresses, or addresses of levels.
 */
static void find_joined(pl_columns *self)
{
    char word[PL_KEYWORD_BYTES];
    size_t levels = self->levels;
    if (self->rows->reader->joined == NULL)
        return;
    for (size_t k = 0; k < levels; k++) {
        snprintf(word, sizeof word, "level%zuuri", k);
        self->level_id[k] = find_word(self, word);
        levels = self->level_id[k] == PL_NO_COLUMN ? 0 : levels;
    }
    bool concepts = find_word(self, "concepttype") != PL_NO_COLUMN &&
                    find_word(self, "concepturi") != PL_NO_COLUMN &&
                    (pl_columns_has(self, PL_COLUMN_CHILD) ||
                     pl_columns_has(self, PL_COLUMN_PARENT_ID));
    self->joined = concepts || levels > 0;
    self->code = find_word(self, "code");
    if (concepts)
        self->layout = PL_LAYOUT_IDS;
}

/* A category may be told with all that is above it. */
static void find_category_paths(pl_columns *self)
{
    size_t *parent = &self->at[PL_COLUMN_PARENT];
    if (!speak_level(self, *parent) || pl_columns_has(self, PL_COLUMN_PATH) ||
        !pl_columns_hold_paths(self->rows, *parent))
        return;
    self->at[PL_COLUMN_PATH] = *parent;
    *parent = PL_NO_COLUMN;
}

void pl_columns_read_header(pl_columns *self)
{
    find_columns(self);
    find_pairs(self);
    if (!find_numbered_levels(self))
        find_spoken_levels(self);
    find_category_paths(self);
    self->layout = pl_columns_judge(self);
    if (self->layout == PL_LAYOUT_NONE) {
        find_parts(self);
        self->layout = pl_columns_judge(self);
    }
    find_joined(self);
    self->first = 1;
    self->width = pl_rows_width(self->rows);
}

bool pl_columns_know_word(const pl_rows *rows)
{
    char word[PL_KEYWORD_BYTES];
    for (size_t k = 0; k < pl_rows_width(rows); k++) {
        pl_columns_word(rows, k, word);
        if (find_role(word) != PL_COLUMNS || numbered_level(word) >= 0)
            return true;
    }
    return false;
}

bool pl_rows_know_header(const pl_rows *rows)
{
    pl_columns self = {.rows = rows};
    pl_columns_read_header(&self);
    return self.layout != PL_LAYOUT_NONE && self.layout != PL_LAYOUT_CODES;
}
