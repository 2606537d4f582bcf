/* columns.c: reads a header, or what the caller says about the columns. */
/* SPDX-License-Identifier: MIT */
#include "read/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/read.h"

enum { LONGEST_WORD = 48 };

/* What headers call the columns, without blanks and signs. */
static const struct {
    pl_column column;
    const char *words;
} header_words[] = {
    {PL_COLUMN_OWNER, " owner user person source creator contributor "},
    {PL_COLUMN_PARENT, " parent broader category parentname parentlabel "
                       "parentcategory broaderlabel broaderterm broadername "
                       "superclass hypernym parenttitle parentterm "
                       "broaderconceptpt "},
    {PL_COLUMN_PARENT_ID, " parentid parentcode parentkey parenturi pid "
                          "broaderid broaderuri broadercode parentnodeid "
                          "parentcategoryid parentconceptid parentconcept "
                          "parentidentifier idparent broaderconcepturi "},
    {PL_COLUMN_CHILD, " child narrower item name label title preflabel "
                      "preferredlabel preferredterm conceptlabel childname "
                      "childlabel narrowerlabel narrowerterm hyponym term "
                      "categoryname displayname concept topic subclass "},
    {PL_COLUMN_ID, " id uri code key identifier conceptid concepturi "
                   "conceptcode categoryid nodeid termid categorycode "
                   "classcode iri "},
    {PL_COLUMN_TAGS, " tags keywords "},
    {PL_COLUMN_ALTS, " altlabels altlabel synonyms synonym aliases alias "
                     "hiddenlabels aka alternativelabels alternativenames "},
    {PL_COLUMN_DESCRIPTION, " description definition scopenote descriptions "},
    {PL_COLUMN_PATH,
     " path paths breadcrumb breadcrumbs fullpath categorypath "
     "pathname hierarchypath taxonomypath googleproductcategory "
     "hierarchy fullname categoryhierarchy "},
};

/* Which of these words is first said by a column's name: the level. */
static const char level_words[] =
    " level lvl l tier category cat h heading depth layer categorylevel "
    "taxonomylevel group topic class ";
static const char level_endings[] =
    "  name label preferredterm title term preflabel ";
static const char *const spoken_levels[] = {
    " category maincategory topcategory department section group domain ",
    " subcategory secondarycategory subsection subgroup subdomain ",
    " subsubcategory tertiarycategory subsubsection ",
};

/* Letters and digits of a cell in lower case, between blanks; "" if it is too
 * long to be a known word. */
static void get_word(const pl_rows *rows, size_t row, size_t column,
                     char word[LONGEST_WORD])
{
    size_t length, used = 0;
    const char *cell = pl_rows_cell(rows, row, column, &length);
    for (size_t k = 0; k < length && used + 1 < LONGEST_WORD; k++) {
        char byte = cell[k];
        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte + 'a' - 'A');
        if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9'))
            word[used++] = byte;
        else if ((byte & 0x80) != 0)
            used = LONGEST_WORD;
    }
    word[used + 1 < LONGEST_WORD ? used : 0] = '\0';
}

static bool is_among_words(const char *words, const char *word, size_t length)
{
    char between[LONGEST_WORD + 2];
    int size = snprintf(between, sizeof between, " %.*s ", (int)length, word);
    return size > 0 && (size_t)size < sizeof between &&
           strstr(words, between) != NULL;
}

/* ----------------------------------------------------------------- levels --
 */

/* "level2", "Tier 3 name": the number; -1: it is no such name. */
static int numbered_level(const char *word)
{
    size_t letters = strcspn(word, "0123456789");
    size_t digits = strspn(word + letters, "0123456789");
    if (digits == 0 || digits > 2 ||
        !is_among_words(level_words, word, letters))
        return -1;
    const char *ending = word + letters + digits;
    if (*ending != '\0' &&
        !is_among_words(level_endings, ending, strlen(ending)))
        return -1;
    return atoi(word + letters);
}

/* "category", "subcategory": the same for words. */
static int spoken_level(const char *word)
{
    for (int k = 0; k < 3; k++)
        if (is_among_words(spoken_levels[k], word, strlen(word)))
            return k;
    return -1;
}

/* Columns in the order of their levels; true if there are two and more. */
static bool find_levels(pl_columns *self, int (*level_of)(const char *))
{
    size_t width = self->rows->rows.items[0].count;
    self->levels = 0;
    for (int level = 0; level < 100; level++)
        for (size_t k = 0; k < width && self->levels < PL_DEEPEST; k++) {
            char word[LONGEST_WORD];
            get_word(self->rows, 0, k, word);
            if (level_of(word) != level)
                continue;
            self->level[self->levels++] = k;
            break;
        }
    return self->levels >= 2;
}

/* ----------------------------------------------------------------- header --
 */

static pl_column find_header_column(const char *word)
{
    for (size_t k = 0; k < sizeof header_words / sizeof *header_words; k++)
        if (*word != '\0' &&
            is_among_words(header_words[k].words, word, strlen(word)))
            return header_words[k].column;
    return PL_COLUMNS;
}

static bool has_column(const pl_columns *self, pl_column c)
{
    return self->at[c] != PL_NO_COLUMN;
}

static void find_columns(pl_columns *self)
{
    for (size_t c = 0; c < PL_COLUMNS; c++)
        self->at[c] = PL_NO_COLUMN;
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++) {
        char word[LONGEST_WORD];
        get_word(self->rows, 0, k, word);
        pl_column c = find_header_column(word);
        /* Of several texts about a node the description says most. */
        if (c < PL_COLUMNS &&
            (!has_column(self, c) || strcmp(word, "description") == 0))
            self->at[c] = k;
    }
}

/* What the columns that were found allow. */
static pl_layout judge_columns(const pl_columns *self)
{
    if (self->levels >= 2)
        return PL_LAYOUT_LEVELS;
    if (has_column(self, PL_COLUMN_PARENT_ID) &&
        has_column(self, PL_COLUMN_ID) && (has_column(self, PL_COLUMN_CHILD)))
        return PL_LAYOUT_IDS;
    if (has_column(self, PL_COLUMN_PARENT) && has_column(self, PL_COLUMN_CHILD))
        return PL_LAYOUT_EDGES;
    if (has_column(self, PL_COLUMN_PATH))
        return PL_LAYOUT_PATHS;
    if (has_column(self, PL_COLUMN_ID) && has_column(self, PL_COLUMN_CHILD))
        return PL_LAYOUT_CODES;
    return PL_LAYOUT_NONE;
}

static size_t find_header_word(const pl_columns *self, const char *wanted)
{
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++) {
        char word[LONGEST_WORD];
        get_word(self->rows, 0, k, word);
        if (strcmp(word, wanted) == 0)
            return k;
    }
    return PL_NO_COLUMN;
}

/* The signs of ESCO's tables: types beside addresses, or addresses of levels.
 */
static void find_joined(pl_columns *self)
{
    size_t levels = self->levels;
    if (self->rows->reader == NULL || self->rows->reader->joined == NULL)
        return;
    for (size_t k = 0; k < levels; k++) {
        char word[LONGEST_WORD];
        snprintf(word, sizeof word, "level%zuuri", k);
        self->level_id[k] = find_header_word(self, word);
        levels = self->level_id[k] == PL_NO_COLUMN ? 0 : levels;
    }
    bool concepts = find_header_word(self, "concepttype") != PL_NO_COLUMN &&
                    find_header_word(self, "concepturi") != PL_NO_COLUMN &&
                    (has_column(self, PL_COLUMN_CHILD) ||
                     has_column(self, PL_COLUMN_PARENT_ID));
    self->joined = concepts || levels > 0;
    self->code = find_header_word(self, "code");
    if (concepts)
        self->layout = PL_LAYOUT_IDS;
}

static void read_column_header(pl_columns *self)
{
    find_columns(self);
    bool paired = has_column(self, PL_COLUMN_CHILD) &&
                  (has_column(self, PL_COLUMN_PARENT) ||
                   has_column(self, PL_COLUMN_PARENT_ID));
    if (!find_levels(self, numbered_level) &&
        (paired || !find_levels(self, spoken_level)))
        self->levels = 0;
    self->layout = judge_columns(self);
    find_joined(self);
    self->first = 1;
    self->width = self->rows->rows.items[0].count;
}

bool pl_rows_know_header(const pl_rows *rows)
{
    pl_columns self = {.rows = rows};
    read_column_header(&self);
    return self.layout != PL_LAYOUT_NONE && self.layout != PL_LAYOUT_CODES;
}

/* -------------------------------------------------------------- the caller --
 */

static const char *const column_names[PL_COLUMNS] = {
    "owner", "parent",    "parent_id",   "name", "id",
    "tags",  "altlabels", "description", "path",
};

/* The column that the caller means: its number, or its name in the header. */
static size_t find_meant(pl_columns *self, const char *text, size_t length)
{
    double number;
    if (pl_text_number(text, length, &number))
        return number >= 1 && number <= (double)self->width ? (size_t)number - 1
                                                            : PL_NO_COLUMN;
    self->first = 1;
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++) {
        size_t size;
        const char *cell = pl_rows_cell(self->rows, 0, k, &size);
        pl_text_trim(&cell, &size);
        if (size == length && memcmp(cell, text, size) == 0)
            return k;
    }
    return PL_NO_COLUMN;
}

/* "child" is an older word for the column that holds the node itself, and stays
 * understood. */
static bool place_column(pl_columns *self, const char *role, size_t length,
                         size_t column)
{
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (pl_text_is_word(role, length, column_names[c])) {
            self->at[c] = column;
            return true;
        }
    if (pl_text_is_word(role, length, "child"))
        self->at[PL_COLUMN_CHILD] = column;
    else if (length > 5 && strncmp(role, "level", 5) == 0 &&
             self->levels < PL_DEEPEST)
        self->level[self->levels++] = column;
    else
        return false;
    return true;
}

static pleach_status fail_columns(const char *part, size_t length,
                                  pleach_error *error)
{
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "\"%.*s\" does not say what a column is. Write "
                   "ROLE=COLUMN,..., with roles of name, parent, id, "
                   "parent_id, path, level1, level2, ..., owner, tags, "
                   "altlabels, description, and columns by number or name in "
                   "the first row.",
                   pl_text_cut(part, length, 60), part);
}

static void measure_width(pl_columns *self)
{
    self->width = 0;
    for (size_t k = 0; k < self->rows->rows.count; k++)
        if (self->rows->rows.items[k].count > self->width)
            self->width = self->rows->rows.items[k].count;
}

/* Columns by number leave open whether there is a header: there is one if it
 * can be understood. */
static pleach_status take_callers(pl_columns *self, const char *text,
                                  pleach_error *error)
{
    read_column_header(self);
    self->first = self->rows->named || self->layout != PL_LAYOUT_NONE;
    measure_width(self);
    self->levels = 0;
    self->joined = false;
    for (size_t c = 0; c < PL_COLUMNS; c++)
        self->at[c] = PL_NO_COLUMN;
    while (*text != '\0') {
        size_t length = strcspn(text, ","), role = strcspn(text, "=,");
        const char *name = text + role + 1;
        size_t column = PL_NO_COLUMN;
        if (role < length)
            column = find_meant(self, name, length - role - 1);
        if (column == PL_NO_COLUMN || !place_column(self, text, role, column))
            return fail_columns(text, length, error);
        text += length + (text[length] == ',');
    }
    self->layout = judge_columns(self);
    if (self->layout == PL_LAYOUT_NONE)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "These columns make no tree: name and parent, id with "
                       "name and parent_id, path, or level1 and level2 are "
                       "needed.");
    return PLEACH_OK;
}

/* -------------------------------------------------------------- no header --
 */

static bool all_numbers(const pl_rows *rows, size_t column)
{
    double number;
    size_t length, some = 0;
    for (size_t k = 0; k < rows->rows.count; k++) {
        const char *cell = pl_rows_cell(rows, k, column, &length);
        pl_text_trim(&cell, &length);
        if (length > 0 && !pl_text_number(cell, length, &number) && k > 0)
            return false;
        some += length > 0 && k > 0;
    }
    return some > 0;
}

/* Without a header the columns are owner, parent, child, tags, or just parent
 * and child. */
static pleach_status place_columns(pl_columns *self, pleach_error *error)
{
    const pl_rows *rows = self->rows;
    size_t width = rows->rows.items[0].count;
    size_t child = width == 2 ? 1 : 2;
    if (has_column(self, PL_COLUMN_PARENT_ID) && has_column(self, PL_COLUMN_ID))
        return pl_rows_fail(rows, 0, 0, error,
                            "This table has ids of nodes and of their parents "
                            "but no names. Put those beside the ids, from the "
                            "table that has them.");
    if (width < 2 || width > 4 || rows->named || all_numbers(rows, child) ||
        all_numbers(rows, child - 1))
        return pl_rows_fail(rows, 0, 0, error,
                            "The columns of this table are not known. A header "
                            "may name them (name and parent; id, name and "
                            "parent_id; path; level1, level2, ...), or the "
                            "option columns says which is which. Without a "
                            "header they are owner, parent, child, tags, or "
                            "parent and child.");
    for (size_t c = 0; c < PL_COLUMNS; c++)
        self->at[c] = PL_NO_COLUMN;
    self->at[PL_COLUMN_OWNER] = width == 2 ? PL_NO_COLUMN : 0;
    self->at[PL_COLUMN_PARENT] = child - 1;
    self->at[PL_COLUMN_CHILD] = child;
    self->at[PL_COLUMN_TAGS] = width == 4 ? 3 : PL_NO_COLUMN;
    /* Later rows may add the tags that the first row lacks. */
    if (width == 3)
        self->at[PL_COLUMN_TAGS] = width++;
    self->width = width;
    self->first = 0;
    self->layout = PL_LAYOUT_EDGES;
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- reading --
 */

/* "parent" may hold ids: it does if a row has one of them as its id. */
static bool parents_are_ids(const pl_columns *self, pleach_status *status,
                            pleach_error *error)
{
    pl_strings *ids = pl_strings_new();
    size_t length, found = 0, given = 0;
    bool enough = ids != NULL;
    for (size_t k = self->first; enough && k < self->rows->rows.count; k++) {
        const char *id = pl_columns_cell(self, k, PL_COLUMN_ID, &length);
        pl_text_trim(&id, &length);
        enough = pl_strings_add(ids, id, length) != PL_NONE;
    }
    for (size_t k = self->first; enough && k < self->rows->rows.count; k++) {
        const char *id = pl_columns_cell(self, k, PL_COLUMN_PARENT, &length);
        pl_text_trim(&id, &length);
        given += length > 0;
        found += length > 0 && pl_strings_find(ids, id, length) != PL_NONE;
    }
    pl_strings_free(ids);
    *status = enough ? PLEACH_OK : pl_fail_memory(error);
    return found > 0 && 2 * found >= given;
}

/* One line that says what was taken for what. */
static void tell_columns(const pl_columns *self)
{
    static const char *const layouts[] = {
        "",
        "parents and children",
        "levels",
        "paths",
        "ids with parents' ids",
        "codes of which a parent's begins its children's"};
    char list[300] = "";
    size_t used = 0;
    for (size_t c = 0; c < PL_COLUMNS && used < sizeof list; c++)
        if (has_column(self, (pl_column)c))
            used += (size_t)snprintf(list + used, sizeof list - used,
                                     "%s%s in column %zu", used > 0 ? ", " : "",
                                     column_names[c], self->at[c] + 1);
    for (size_t k = 0; k < self->levels && used < sizeof list; k++)
        used += (size_t)snprintf(
            list + used, sizeof list - used, "%slevel %zu in column %zu",
            used > 0 ? ", " : "", k + 1, self->level[k] + 1);
    pl_read_progress_note(
        self->rows->reader->progress, self->rows->reader->file,
        "Read as a table of %s: %s.",
        self->joined ? "addresses, one of several that are joined"
                     : layouts[self->layout],
        list);
}

/* A parent column may hold names or ids under the same title; only the rows can
 * tell which. */
pleach_status pl_rows_read(pl_rows *rows, pleach_error *error)
{
    pl_columns self = {.rows = rows};
    pleach_status status = PLEACH_OK;
    if (rows->rows.count == 0)
        return PLEACH_OK;
    if (rows->reader->columns != NULL) {
        PL_TRY(take_callers(&self, rows->reader->columns, error));
    } else {
        read_column_header(&self);
        if (self.layout == PL_LAYOUT_NONE)
            PL_TRY(place_columns(&self, error));
    }
    if (self.layout == PL_LAYOUT_EDGES && has_column(&self, PL_COLUMN_ID) &&
        parents_are_ids(&self, &status, error)) {
        self.layout = PL_LAYOUT_IDS;
        self.at[PL_COLUMN_PARENT_ID] = self.at[PL_COLUMN_PARENT];
        self.at[PL_COLUMN_PARENT] = PL_NO_COLUMN;
    }
    PL_TRY(status);
    if (self.layout != PL_LAYOUT_EDGES || self.first == 0)
        tell_columns(&self);
    if (self.joined)
        return pl_joined_read(&self, error);
    return self.layout == PL_LAYOUT_EDGES ? pl_columns_read_edges(&self, error)
                                          : pl_columns_read_trees(&self, error);
}
