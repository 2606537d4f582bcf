/* columns_unknown.c: tables whose first row does not say what the columns are:
 * owner, parent, child and tags, or parent and child, where the cells agree;
 * else what to do about them is told. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/text.h"
#include "read/columns.h"

static bool has_role(const pl_columns *self, size_t column)
{
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (self->at[c] == column)
            return true;
    return false;
}

/* A name that comes again below itself is one of many, not a column's. */
static bool repeats_first(const pl_columns *self)
{
    for (size_t c = 0; c < pl_rows_width(self->rows); c++)
        if (pl_columns_look(self->rows, c).again)
            return true;
    return false;
}

static bool holds_text(const pl_rows *rows, size_t column)
{
    pl_look look = pl_columns_look(rows, column);
    return look.numbers < look.cells;
}

/* ---------------------------------------------------------------- advice -- */

enum { LONGEST_NAME = 40, MOST_LEVELS = 9 };

/* What is to be said about the columns: "parent=1,name=kid". */
typedef struct advice {
    const pl_columns *columns;
    bool headed;       /* the first row names columns, which are called so */
    const char *quote; /* the list has blanks, or what a shell takes for its
                          own: a quotation mark; else "" */
    char list[220];
    size_t used;
} advice;

/* Whether the header's word for a column can be given for it as it stands: not
 * a number, not another one's too, and nothing that ends an item or a quote. */
static bool can_be_named(const pl_columns *self, size_t column, pl_cell name)
{
    double number;
    if (name.length == 0 || name.length > LONGEST_NAME ||
        pl_text_number(name.text, name.length, &number))
        return false;
    for (size_t k = 0; k < name.length; k++)
        if ((unsigned char)name.text[k] < ' ' ||
            strchr(",\"\\`$!", name.text[k]) != NULL)
            return false;
    for (size_t c = 0; c < column; c++)
        if (pl_cells_are_same(pl_rows_cell(self->rows, 0, c), name))
            return false;
    return true;
}

/* ROLE=COLUMN, with the level's number behind its role; 0: it has none. */
static void advise(advice *self, const char *role, size_t level, size_t column)
{
    size_t room = sizeof self->list - self->used;
    pl_cell name = pl_rows_cell(self->columns->rows, 0, column);
    char number[24] = "", numbered[24];
    if (!self->headed || !can_be_named(self->columns, column, name)) {
        snprintf(numbered, sizeof numbered, "%zu", column + 1);
        name = (pl_cell){numbered, strlen(numbered)};
    }
    if (level > 0)
        snprintf(number, sizeof number, "%zu", level);
    for (size_t k = 0; k < name.length; k++)
        if (strchr(" '&|;<>()*?[]{}#~", name.text[k]) != NULL)
            self->quote = "\"";
    self->used += (size_t)snprintf(self->list + self->used, room, "%s%s%s=%.*s",
                                   self->used > 0 ? "," : "", role, number,
                                   (int)name.length, name.text);
    if (self->used >= sizeof self->list)
        self->used = sizeof self->list - 1;
}

/* Whether a column could be a level: whatever has texts and is not known to be
 * about something else. */
static bool may_be_level(const pl_columns *self, size_t column)
{
    return holds_text(self->rows, column) &&
           (!has_role(self, column) || self->at[PL_COLUMN_PARENT] == column ||
            self->at[PL_COLUMN_CHILD] == column ||
            self->at[PL_COLUMN_PATH] == column);
}

static size_t count_levels_possible(const pl_columns *self)
{
    size_t count = 0;
    for (size_t k = 0; k < pl_rows_width(self->rows); k++)
        count += may_be_level(self, k);
    return count;
}

/* The role that the columns which are known lack; PL_COLUMNS: none alone. What
 * is called a parent is surely one, but a "category" may be a level. */
static pl_column find_missing(const pl_columns *self, pl_column *known)
{
    bool name = pl_columns_has(self, PL_COLUMN_CHILD);
    *known = pl_columns_has(self, PL_COLUMN_PARENT_ID) ? PL_COLUMN_PARENT_ID
             : pl_columns_has(self, PL_COLUMN_PARENT) &&
                     !pl_columns_speak_level(self, self->at[PL_COLUMN_PARENT])
                 ? PL_COLUMN_PARENT
                 : PL_COLUMN_CHILD;
    if (*known == PL_COLUMN_PARENT_ID)
        return name ? PL_COLUMN_ID : PL_COLUMNS;
    if (*known == PL_COLUMN_PARENT)
        return PL_COLUMN_CHILD;
    return name && count_levels_possible(self) == 2 ? PL_COLUMN_PARENT
                                                    : PL_COLUMNS;
}

/* All columns that are known, and for the one that is missing the next one that
 * nothing is known of. Only ids may be numbers. */
static void advise_missing(advice *self, pl_column known, pl_column missing)
{
    const pl_columns *columns = self->columns;
    size_t width = pl_rows_width(columns->rows);
    for (size_t k = 1; k < width; k++) {
        size_t column = (columns->at[known] + k) % width;
        if (has_role(columns, column) ||
            (missing != PL_COLUMN_ID && !holds_text(columns->rows, column)))
            continue;
        for (size_t c = 0; c < PL_COLUMNS; c++)
            if (pl_columns_has(columns, (pl_column)c))
                advise(self, pl_column_role((pl_column)c), 0, columns->at[c]);
        advise(self, pl_column_role(missing), 0, column);
        return;
    }
}

/* Each column that may be one, and what else there is to say about nodes. */
static void advise_levels(advice *self)
{
    static const pl_column extras[] = {PL_COLUMN_OWNER, PL_COLUMN_TAGS,
                                       PL_COLUMN_ALTS, PL_COLUMN_DESCRIPTION};
    const pl_columns *columns = self->columns;
    size_t level = 0, levels = count_levels_possible(columns);
    if (levels < 2 || levels > MOST_LEVELS)
        return;
    for (size_t k = 0; k < pl_rows_width(columns->rows); k++)
        if (may_be_level(columns, k))
            advise(self, "level", ++level, k);
    for (size_t k = 0; k < sizeof extras / sizeof *extras; k++)
        if (pl_columns_has(columns, extras[k]))
            advise(self, pl_column_role(extras[k]), 0, columns->at[extras[k]]);
}

/* A list that does not fit into a sentence helps nobody. */
static pleach_status fail_unknown(const pl_columns *self, pleach_error *error)
{
    advice list = {.columns = self, .quote = ""};
    char sentence[sizeof error->sentence];
    pl_column known, missing = find_missing(self, &known);
    list.headed = self->rows->named || pl_columns_know_word(self->rows) ||
                  !repeats_first(self);
    if (missing != PL_COLUMNS)
        advise_missing(&list, known, missing);
    bool levels = list.used == 0 && known != PL_COLUMN_PARENT_ID;
    if (levels)
        advise_levels(&list);
    bool whole = list.used > 0 && list.used + 1 < sizeof list.list;
    snprintf(sentence, sizeof sentence,
             "The columns of this table are not known. If %s, add --columns "
             "%s%s%s; otherwise say in the same way, or in a header, which "
             "is which: name and parent; id, name and parent_id; path; "
             "level1, level2, ...",
             !whole   ? "they are as in this example"
             : levels ? "each is a level, the topmost first"
                      : "they are as here",
             whole ? list.quote : "",
             whole                           ? list.list
             : pl_rows_width(self->rows) < 2 ? "path=1"
                                             : "parent=1,name=2",
             whole ? list.quote : "");
    return pl_rows_fail(self->rows, 0, 0, error, sentence);
}

/* A first row that may name the columns is taken for that only if each is a
 * level: who made the rows would be called so. */
static pleach_status fail_either(const pl_columns *self, pleach_error *error)
{
    advice levels = {.columns = self, .quote = ""};
    char sentence[sizeof error->sentence];
    levels.headed = !repeats_first(self);
    for (size_t k = 0; k < pl_rows_width(self->rows); k++)
        advise(&levels, "level", k + 1, k);
    snprintf(sentence, sizeof sentence,
             "The columns of this table may be one of two things. If each is a "
             "level, the topmost first, add --columns %s%s%s; if the first "
             "says who made what is in the others, add --columns "
             "owner=1,parent=2,name=3%s.",
             levels.quote, levels.list, levels.quote,
             pl_rows_width(self->rows) > 3 ? ",tags=4" : "");
    return pl_rows_fail(self->rows, 0, 0, error, sentence);
}

/* ---------------------------------------------------------------- habits -- */

typedef enum meaning { OWNED, LEVELS, EITHER } meaning;

/* Children that are parents behind the same first cell make owners plausible;
 * so do parents that people share, and a first column that does not repeat or
 * is one owner's. Otherwise it may be the top of levels, which only a header
 * tells: nothing in it comes again, and all other first cells do. */
static meaning judge_habits(const pl_columns *self)
{
    const pl_rows *rows = self->rows;
    size_t count = rows->rows.count;
    pl_strings *firsts = pl_strings_in(rows->reader->arena);
    pl_strings *parents = pl_strings_in(rows->reader->arena);
    pl_strings *pairs = pl_strings_in(rows->reader->arena);
    bool chained = false;
    if (pl_arena_failed(rows->reader->arena))
        return OWNED;
    for (size_t k = 0; k < count; k++) {
        pl_columns_note(rows, k, 0, 0, firsts);
        if (pl_rows_cell(rows, k, 1).length == 0)
            continue;
        pl_columns_note(rows, k, 1, 1, parents);
        pl_columns_note(rows, k, 0, 1, pairs);
    }
    size_t known = pl_strings_count(pairs), owners = pl_strings_count(firsts);
    bool shared = known > pl_strings_count(parents);
    for (size_t k = 0; k < count && !chained; k++)
        chained = pl_rows_cell(rows, k, 2).length > 0 &&
                  !pl_cells_are_same(pl_rows_cell(rows, k, 1),
                                     pl_rows_cell(rows, k, 2)) &&
                  pl_columns_note(rows, k, 0, 2, pairs) < known;
    bool headed =
        !repeats_first(self) && owners > 2 && 2 * (owners - 1) <= count - 1;
    if (chained || owners == count || owners < 2)
        return OWNED;
    return shared == headed ? EITHER : shared ? OWNED : LEVELS;
}

/* --------------------------------------------------------------- columns -- */

pleach_status pl_columns_fail_numbers(const pl_rows *rows, pleach_error *error)
{
    return pl_rows_fail(rows, 0, 0, error,
                        "This table has ids of nodes and of their parents "
                        "but no names. Put those beside the ids, from the "
                        "table that has them.");
}

static void place_levels(pl_columns *self, size_t width)
{
    for (self->levels = 0; self->levels < width; self->levels++)
        self->level[self->levels] = self->levels;
    self->first = 1;
    self->layout = PL_LAYOUT_LEVELS;
}

/* Rows may add the tags that the first one lacks. */
static void place_edges(pl_columns *self, size_t width)
{
    size_t child = width == 2 ? 1 : 2;
    for (size_t k = 1; width == 3 && k < self->rows->rows.count; k++)
        if (self->rows->rows.items[k].count > width)
            width = 4;
    self->at[PL_COLUMN_OWNER] = width == 2 ? PL_NO_COLUMN : 0;
    self->at[PL_COLUMN_PARENT] = child - 1;
    self->at[PL_COLUMN_CHILD] = child;
    self->at[PL_COLUMN_TAGS] = width == 4 ? 3 : PL_NO_COLUMN;
    self->width = width;
    self->first = 0;
    self->layout = PL_LAYOUT_EDGES;
}

/* A first row with a word that names columns is a header that is not
 * understood; what numbers are, only people know. */
pleach_status pl_columns_place_unknown(pl_columns *self, pleach_error *error)
{
    const pl_rows *rows = self->rows;
    size_t width = pl_rows_width(rows), child = width == 2 ? 1 : 2;
    pl_cell corner = pl_rows_cell(rows, 0, 0);
    double number;
    bool owned = width == 2 || pl_columns_look(rows, 3).tagged;
    if (pl_columns_has(self, PL_COLUMN_PARENT_ID) &&
        pl_columns_has(self, PL_COLUMN_ID))
        return pl_columns_fail_numbers(rows, error);
    if (width < 2 || width > 4 || rows->named || pl_columns_know_word(rows) ||
        pl_columns_hold_numbers(rows, child) ||
        pl_columns_hold_numbers(rows, child - 1) ||
        (!owned && pl_columns_hold_numbers(rows, 0) &&
         !pl_text_number(corner.text, corner.length, &number)))
        return fail_unknown(self, error);
    meaning meant = owned ? OWNED : judge_habits(self);
    PL_TRY(pl_check_memory(rows->reader->arena, error));
    if (meant == EITHER)
        return fail_either(self, error);
    pl_columns_clear(self);
    if (meant == LEVELS)
        place_levels(self, width);
    else
        place_edges(self, width);
    return PLEACH_OK;
}
