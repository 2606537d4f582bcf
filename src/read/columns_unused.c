/* columns_unused.c: tells of columns that look as if they were meant. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/columns.h"

enum { LONGEST_CELL = 50, LONGEST_TITLE = 40 };

/* What tables say about things besides where they belong. */
static const char properties[] =
    " note notes comment comments remark remarks status state date created "
    "updated modified createdat updatedat language lang locale url link image "
    "images icon emoji color colour price size unit currency vendor "
    "supplier sku asin ean gtin isbn barcode mpn handle slug email "
    "relation relationship predicate weight count total quantity "
    "stock rank order position sort sortorder version active enabled ";

/* What lists things below a row, and other generations than two. */
static const char relatives[] =
    " examples items products members children "
    "grandchild grandchildren grandparent greatgrandchild greatgrandparent ";

/* Whether the layout makes something of a role. */
static bool counts(const pl_columns *self, pl_column role)
{
    bool ids = self->layout == PL_LAYOUT_IDS;
    if (role == PL_COLUMN_PARENT)
        return self->layout == PL_LAYOUT_EDGES;
    if (role == PL_COLUMN_CHILD)
        return self->layout == PL_LAYOUT_EDGES || ids ||
               self->layout == PL_LAYOUT_CODES;
    if (role == PL_COLUMN_PATH)
        return self->layout == PL_LAYOUT_PATHS;
    return role != PL_COLUMN_PARENT_ID || ids;
}

static bool is_used(const pl_columns *self, size_t column)
{
    for (size_t k = 0; k < self->levels; k++)
        if (self->level[k] == column)
            return true;
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (self->at[c] == column && counts(self, (pl_column)c))
            return true;
    return false;
}

/* Short, with letters, and no address. */
static bool is_name_cell(const char *cell, size_t length)
{
    size_t letters = 0, digits = 0;
    for (size_t k = 0; k < length; k++) {
        char low = (char)(cell[k] | 0x20);
        letters += (low >= 'a' && low <= 'z') || (cell[k] & 0x80) != 0;
        digits += cell[k] >= '0' && cell[k] <= '9';
        if (cell[k] == '@' ||
            (length - k > 2 && strncmp(cell + k, "://", 3) == 0))
            return false;
    }
    return letters > digits && length <= LONGEST_CELL;
}

/* Whether most cells below are names, and not all the same one. */
static bool holds_names(const pl_rows *rows, size_t column)
{
    const char *first = NULL;
    size_t size = 0, length, some = 0, names = 0, others = 0;
    for (size_t k = 1; k < rows->rows.count; k++) {
        const char *cell = pl_rows_cell(rows, k, column, &length);
        if (length == 0)
            continue;
        if (first == NULL) {
            first = cell;
            size = length;
        }
        some++;
        names += is_name_cell(cell, length);
        others += length != size || memcmp(cell, first, size) != 0;
    }
    return names > 0 && 2 * names > some && (others > 0 || some == 1);
}

static bool is_relative(const pl_rows *rows, size_t column)
{
    char word[PL_LONGEST_WORD];
    size_t length, some = 0;
    pl_columns_word(rows, column, word);
    for (size_t k = 1; k < rows->rows.count; k++) {
        (void)pl_rows_cell(rows, k, column, &length);
        some += length > 0;
    }
    return some > 0 && pl_word_is_among(relatives, word) &&
           !pl_columns_hold_numbers(rows, column);
}

/* Beside paths a name says nothing if it is their last step, as it is in what
 * pleach writes. */
static bool is_below_paths(const pl_columns *self, size_t column)
{
    if (self->layout != PL_LAYOUT_PATHS ||
        self->at[PL_COLUMN_CHILD] != column ||
        pl_columns_called(self, PL_COLUMN_PATH,
                          " categories productcategory productcategories "
                          "googleproductcategory "))
        return false;
    for (size_t k = self->first; k < self->rows->rows.count; k++) {
        size_t length, size;
        const char *path = pl_columns_cell(self, k, PL_COLUMN_PATH, &length);
        const char *name = pl_rows_cell(self->rows, k, column, &size);
        if (size > 0 &&
            (size > length || memcmp(path + length - size, name, size) != 0))
            return true;
    }
    return false;
}

/* What a column is by its name, a number or a language behind it aside:
 * "parent_2", "name_de". */
static pl_column find_plain_role(const pl_rows *rows, size_t column)
{
    char word[PL_LONGEST_WORD];
    size_t length;
    const char *title = pl_rows_cell(rows, 0, column, &length);
    pl_column role = pl_columns_name_role(rows, column);
    pl_columns_word(rows, column, word);
    size_t plain = strlen(word);
    if (role < PL_COLUMNS || plain < 3)
        return role;
    while (plain > 0 && word[plain - 1] >= '0' && word[plain - 1] <= '9')
        plain--;
    if (length > 0 && title[length - 1] == ')')
        length--;
    if (word[plain] == '\0' && length > 3 &&
        memchr("_- .@:(", title[length - 3], 7) != NULL)
        plain -= 2;
    word[plain] = '\0';
    return pl_word_role(word);
}

/* Whether two columns say something different, and the second one anything. */
static bool differ(const pl_columns *self, size_t column, size_t other)
{
    for (size_t k = self->first; k < self->rows->rows.count; k++) {
        size_t length, size;
        const char *cell = pl_rows_cell(self->rows, k, column, &length);
        const char *known = pl_rows_cell(self->rows, k, other, &size);
        if (length > 0 && (length != size || memcmp(cell, known, size) != 0))
            return true;
    }
    return false;
}

/* Whether a column's name is that of another one, which is used. Of owners,
 * ids and descriptions a table may well have some of each kind. */
static bool is_second(const pl_columns *self, size_t column)
{
    pl_column role = find_plain_role(self->rows, column);
    if (role == PL_COLUMNS || role == PL_COLUMN_OWNER || role == PL_COLUMN_ID ||
        role == PL_COLUMN_DESCRIPTION ||
        (role == PL_COLUMN_CHILD && !holds_names(self->rows, column)))
        return false;
    for (size_t c = 0; c < PL_COLUMNS; c++) {
        size_t other = self->at[c];
        if (other != PL_NO_COLUMN && counts(self, (pl_column)c) &&
            find_plain_role(self->rows, other) == role &&
            differ(self, column, other))
            return true;
    }
    return false;
}

/* Where parents are called so, only what is called a level or a name can have
 * been meant too; where they are categories, whatever has names. */
static bool may_be_meant(const pl_columns *self, size_t column)
{
    char word[PL_LONGEST_WORD];
    pl_column role = pl_columns_name_role(self->rows, column);
    pl_columns_word(self->rows, column, word);
    if (pl_columns_speak_level(self, column) ||
        pl_columns_speak_thing(self, column) || role == PL_COLUMN_CHILD ||
        role == PL_COLUMN_PARENT)
        return true;
    return role == PL_COLUMNS && *word != '\0' &&
           !pl_word_is_among(properties, word) &&
           (self->layout == PL_LAYOUT_LEVELS ||
            pl_columns_speak_level(self, self->at[PL_COLUMN_PARENT]));
}

/* Only where names make the tree: ids, and what is called a path, leave no
 * doubt about what is above what. */
static bool is_made_of_names(const pl_columns *self)
{
    return self->layout == PL_LAYOUT_LEVELS ||
           self->layout == PL_LAYOUT_EDGES ||
           (self->layout == PL_LAYOUT_PATHS &&
            pl_columns_called(self, PL_COLUMN_PATH, " category "));
}

void pl_columns_warn_unused(const pl_columns *self)
{
    const pl_rows *rows = self->rows;
    if (self->joined || self->first == 0)
        return;
    for (size_t k = 0; k < rows->rows.items[0].count; k++) {
        size_t length;
        const char *title = pl_rows_cell(rows, 0, k, &length);
        bool meant = is_relative(rows, k) || is_below_paths(self, k) ||
                     is_second(self, k) ||
                     (is_made_of_names(self) && may_be_meant(self, k) &&
                      holds_names(rows, k));
        if (!is_used(self, k) && meant)
            pl_read_progress_warn(
                rows->reader->progress, PL_ODD_PASSED, rows->reader->file, 0,
                "Column %zu, \"%.*s\", is not used; --columns says what it "
                "is.",
                k + 1, pl_text_cut(title, length, LONGEST_TITLE), title);
    }
}
