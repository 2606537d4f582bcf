/* columns_header.c: what a table's first row calls its columns. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/columns.h"

/* What headers call the columns, without blanks and signs. */
static const struct {
    pl_column column;
    const char *words;
} header_words[] = {
    {PL_COLUMN_OWNER, " owner user person source creator contributor "},
    {PL_COLUMN_PARENT, " parent broader category parentname parentlabel "
                       "parentcategory broaderlabel broaderterm broadername "
                       "superclass hypernym parenttitle parentterm "
                       "broaderconceptpt oberbegriff oberkategorie "},
    {PL_COLUMN_PARENT_ID, " parentid parentcode parentkey parenturi pid "
                          "broaderid broaderuri broadercode parentnodeid "
                          "parentcategoryid parentconceptid parentconcept "
                          "parentidentifier idparent broaderconcepturi "},
    {PL_COLUMN_CHILD, " child narrower item name label title preflabel "
                      "preferredlabel preferredterm conceptlabel childname "
                      "childlabel narrowerlabel narrowerterm hyponym term "
                      "categoryname displayname concept topic subclass "
                      "text skill unterbegriff "},
    {PL_COLUMN_ID, " id uri code key identifier conceptid concepturi "
                   "conceptcode categoryid nodeid termid categorycode "
                   "classcode iri notation treenumber wbs wbscode "},
    {PL_COLUMN_TAGS, " tags keywords "},
    {PL_COLUMN_ALTS, " altlabels altlabel synonyms synonym aliases alias "
                     "hiddenlabels aka alternativelabels alternativenames "},
    {PL_COLUMN_DESCRIPTION, " description definition scopenote descriptions "},
    {PL_COLUMN_PATH,
     " path paths breadcrumb breadcrumbs fullpath categorypath "
     "pathname hierarchypath taxonomypath googleproductcategory "
     "hierarchy fullname categoryhierarchy productcategory categories "
     "productcategories "},
};

/* Columns called so, where nothing else is known: "2022 NAICS US Code",
 * "Title EN". */
static const struct {
    pl_column column;
    const char *part;
} header_parts[] = {
    {PL_COLUMN_ID, "code"},       {PL_COLUMN_CHILD, "title"},
    {PL_COLUMN_CHILD, "label"},   {PL_COLUMN_CHILD, "name"},
    {PL_COLUMN_CHILD, "heading"}, {PL_COLUMN_CHILD, "caption"},
    {PL_COLUMN_CHILD, "task"},
};

/* Which of these words is first said by a column's name: the level. */
static const char level_words[] =
    " level lvl l tier category cat h heading depth layer categorylevel "
    "taxonomylevel group topic class ebene stufe kategorie niveau "
    "cat\xC3\xA9"
    "gorie nivel categor\xC3\xAD"
    "a categoria livello niv\xC3\xA5 "
    "niv\xC3\xA1 poziom taso ";
static const char level_endings[] =
    "  name label preferredterm title term preflabel ";
void pl_columns_word(const pl_rows *rows, size_t column,
                     char word[PL_LONGEST_WORD])
{
    size_t length, used = 0;
    const char *cell = pl_rows_cell(rows, 0, column, &length);
    for (size_t k = 0; k < length && used + 1 < PL_LONGEST_WORD; k++) {
        char byte = cell[k];
        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte + 'a' - 'A');
        if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
            (byte & 0x80) != 0)
            word[used++] = byte;
    }
    word[used + 1 < PL_LONGEST_WORD ? used : 0] = '\0';
}

bool pl_word_is_among(const char *words, const char *word)
{
    return pl_text_is_among(words, word, strlen(word));
}

/* ---------------------------------------------------------------- levels -- */

/* "level2", "Tier 3 name": the number; -1: it is no such name. */
static int numbered_level(const char *word)
{
    size_t letters = strcspn(word, "0123456789");
    size_t digits = strspn(word + letters, "0123456789");
    if (digits == 0 || digits > 2 ||
        !pl_text_is_among(level_words, word, letters))
        return -1;
    const char *ending = word + letters + digits;
    if (*ending != '\0' &&
        !pl_text_is_among(level_endings, ending, strlen(ending)))
        return -1;
    return (int)strtol(word + letters, NULL, 10);
}

/* Columns in the order of their levels; true if there are two and more. */
static bool find_numbered_levels(pl_columns *self)
{
    size_t width = self->rows->rows.items[0].count;
    self->levels = 0;
    for (int level = 0; level < 100; level++)
        for (size_t k = 0; k < width && self->levels < PL_DEEPEST; k++) {
            char word[PL_LONGEST_WORD];
            pl_columns_word(self->rows, k, word);
            if (numbered_level(word) != level)
                continue;
            self->level[self->levels++] = k;
            break;
        }
    return self->levels >= 2;
}

/* ---------------------------------------------------------------- header -- */

pl_column pl_word_role(const char *word)
{
    for (size_t k = 0; k < sizeof header_words / sizeof *header_words; k++)
        if (*word != '\0' &&
            pl_text_is_among(header_words[k].words, word, strlen(word)))
            return header_words[k].column;
    return PL_COLUMNS;
}

pl_column pl_columns_name_role(const pl_rows *rows, size_t column)
{
    char word[PL_LONGEST_WORD];
    pl_columns_word(rows, column, word);
    return pl_word_role(word);
}

static void find_columns(pl_columns *self)
{
    pl_columns_clear(self);
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++) {
        char word[PL_LONGEST_WORD];
        pl_columns_word(self->rows, k, word);
        pl_column c = pl_word_role(word);
        /* Of several texts about a node the description says most. */
        if (c < PL_COLUMNS &&
            (!pl_columns_has(self, c) || strcmp(word, "description") == 0))
            self->at[c] = k;
    }
}

static size_t find_header_word(const pl_columns *self, const char *wanted)
{
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++) {
        char word[PL_LONGEST_WORD];
        pl_columns_word(self->rows, k, word);
        if (strcmp(word, wanted) == 0)
            return k;
    }
    return PL_NO_COLUMN;
}

/* "source, target" and "from, to": edges of programs that draw graphs. */
static void find_arrows(pl_columns *self)
{
    static const char *const ends[][2] = {{"source", "target"}, {"from", "to"}};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        size_t from = find_header_word(self, ends[k][0]);
        size_t to = find_header_word(self, ends[k][1]);
        if (from == PL_NO_COLUMN || to == PL_NO_COLUMN ||
            pl_columns_has(self, PL_COLUMN_PARENT) ||
            pl_columns_has(self, PL_COLUMN_PARENT_ID))
            continue;
        if (self->at[PL_COLUMN_OWNER] == from)
            self->at[PL_COLUMN_OWNER] = PL_NO_COLUMN;
        self->at[PL_COLUMN_ID] = PL_NO_COLUMN; /* the edge's, not a node's */
        self->at[PL_COLUMN_PARENT] = from;
        self->at[PL_COLUMN_CHILD] = to;
    }
}

/* Names of columns that only end as known ones do, a language aside. */
static void find_parts(pl_columns *self)
{
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++)
        for (size_t p = 0; p < sizeof header_parts / sizeof *header_parts;
             p++) {
            char word[PL_LONGEST_WORD];
            pl_columns_word(self->rows, k, word);
            const char *found = strstr(word, header_parts[p].part);
            size_t behind = found == NULL
                                ? 3
                                : strlen(found + strlen(header_parts[p].part));
            if ((behind == 0 || behind == 2) &&
                pl_word_role(word) == PL_COLUMNS &&
                !pl_columns_has(self, header_parts[p].column))
                self->at[header_parts[p].column] = k;
        }
}

/* The signs of ESCO's tables: types beside addresses, or addresses of levels.
 */
static void find_joined(pl_columns *self)
{
    size_t levels = self->levels;
    if (self->rows->reader == NULL || self->rows->reader->joined == NULL)
        return;
    for (size_t k = 0; k < levels; k++) {
        char word[PL_LONGEST_WORD];
        snprintf(word, sizeof word, "level%zuuri", k);
        self->level_id[k] = find_header_word(self, word);
        levels = self->level_id[k] == PL_NO_COLUMN ? 0 : levels;
    }
    bool concepts = find_header_word(self, "concepttype") != PL_NO_COLUMN &&
                    find_header_word(self, "concepturi") != PL_NO_COLUMN &&
                    (pl_columns_has(self, PL_COLUMN_CHILD) ||
                     pl_columns_has(self, PL_COLUMN_PARENT_ID));
    self->joined = concepts || levels > 0;
    self->code = find_header_word(self, "code");
    if (concepts)
        self->layout = PL_LAYOUT_IDS;
}

/* A category, and a product that is in it: "product" alone may mean much. The
 * category may be told with all that is above it. */
static void find_products(pl_columns *self)
{
    size_t *parent = &self->at[PL_COLUMN_PARENT];
    if (pl_columns_speak_level(self, *parent) &&
        !pl_columns_has(self, PL_COLUMN_PATH) &&
        pl_columns_hold_paths(self->rows, *parent)) {
        self->at[PL_COLUMN_PATH] = *parent;
        *parent = PL_NO_COLUMN;
    }
    if (self->levels > 0 || pl_columns_has(self, PL_COLUMN_CHILD) ||
        !pl_columns_speak_level(self, *parent))
        return;
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++)
        if (pl_columns_speak_thing(self, k) &&
            !pl_columns_has(self, PL_COLUMN_CHILD))
            self->at[PL_COLUMN_CHILD] = k;
}

void pl_columns_read_header(pl_columns *self)
{
    find_columns(self);
    find_arrows(self);
    if (!find_numbered_levels(self))
        pl_columns_find_spoken(self);
    find_products(self);
    self->layout = pl_columns_judge(self);
    if (self->layout == PL_LAYOUT_NONE) {
        find_parts(self);
        self->layout = pl_columns_judge(self);
    }
    find_joined(self);
    self->first = 1;
    self->width = self->rows->rows.items[0].count;
}

bool pl_columns_know_word(const pl_rows *rows)
{
    for (size_t k = 0; k < rows->rows.items[0].count; k++) {
        char word[PL_LONGEST_WORD];
        pl_columns_word(rows, k, word);
        if (pl_word_role(word) != PL_COLUMNS || numbered_level(word) >= 0)
            return true;
    }
    return false;
}

bool pl_columns_called(const pl_columns *self, pl_column c, const char *words)
{
    char word[PL_LONGEST_WORD];
    if (!pl_columns_has(self, c))
        return false;
    pl_columns_word(self->rows, self->at[c], word);
    return pl_text_is_among(words, word, strlen(word));
}

bool pl_rows_know_header(const pl_rows *rows)
{
    pl_columns self = {.rows = rows};
    pl_columns_read_header(&self);
    return self.layout != PL_LAYOUT_NONE && self.layout != PL_LAYOUT_CODES;
}
