/* columns_advice.c: what to do about a table whose columns are not known. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/text.h"
#include "read/columns.h"

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

static bool has_role(const pl_columns *self, size_t column)
{
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (self->at[c] == column)
            return true;
    return false;
}

/* A name that comes again below itself is one of many, not a column's. */
bool pl_columns_repeat_first(const pl_columns *self)
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

/* ----------------------------------------------------------------- list -- */

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

/* A list that does not fit into a sentence helps nobody. */
static bool is_whole(const advice *self)
{
    return self->used + 1 < sizeof self->list;
}

/* --------------------------------------------------------------- advice -- */

static const char unknown[] = "The columns of this table are not known";

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

static bool advise_levels(const pl_columns *columns, char *to, size_t room)
{
    /* What else there is to say about nodes, whatever makes the tree. */
    static const pl_column extras[] = {PL_COLUMN_OWNER, PL_COLUMN_TAGS,
                                       PL_COLUMN_ALTS, PL_COLUMN_DESCRIPTION};
    advice self = {.columns = columns, .quote = ""};
    size_t level = 0, levels = count_levels_possible(columns);
    if (levels < 2 || levels > MOST_LEVELS)
        return false;
    self.headed = columns->rows->named || pl_columns_know_word(columns->rows) ||
                  !pl_columns_repeat_first(columns);
    for (size_t k = 0; k < pl_rows_width(columns->rows); k++)
        if (may_be_level(columns, k))
            advise(&self, "level", ++level, k);
    for (size_t k = 0; k < sizeof extras / sizeof *extras; k++)
        if (pl_columns_has(columns, extras[k]))
            advise(&self, pl_column_role(extras[k]), 0, columns->at[extras[k]]);
    snprintf(to, room,
             "%s. If each is a level, the topmost first, add --columns "
             "%s%s%s; otherwise say in the same way, or in a header, which "
             "is which: name and parent; id, name and parent_id; path; "
             "level1, level2, ...",
             unknown, self.quote, self.list, self.quote);
    return is_whole(&self);
}

/* The column that what is missing may be in: the next one that nothing is known
 * of. Only ids may be numbers. */
static size_t find_candidate(const pl_columns *self, size_t known,
                             pl_column missing)
{
    size_t width = pl_rows_width(self->rows);
    for (size_t k = 1; k < width; k++) {
        size_t column = (known + k) % width;
        if (!has_role(self, column) &&
            (missing == PL_COLUMN_ID || holds_text(self->rows, column)))
            return column;
    }
    return PL_NO_COLUMN;
}

/* One column is known, and the one that it needs is not. */
static bool advise_missing(const pl_columns *columns, pl_column known,
                           pl_column missing, char *to, size_t room)
{
    advice self = {.columns = columns, .headed = true, .quote = ""};
    size_t candidate = find_candidate(columns, columns->at[known], missing);
    if (candidate == PL_NO_COLUMN)
        return false;
    pl_cell word = pl_columns_cell(columns, 0, known);
    pl_cell other = pl_rows_cell(columns->rows, 0, candidate);
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (pl_columns_has(columns, (pl_column)c))
            advise(&self, pl_column_role((pl_column)c), 0, columns->at[c]);
    advise(&self, pl_column_role(missing), 0, candidate);
    snprintf(
        to, room,
        "%s: \"%.*s\" is taken for the %s, but no column for the %s. If "
        "that is \"%.*s\", add --columns %s%s%s; otherwise say in the same "
        "way, or in the header, which is which.",
        unknown, pl_text_cut(word.text, word.length, LONGEST_NAME), word.text,
        pl_column_role(known), pl_column_role(missing),
        pl_text_cut(other.text, other.length, LONGEST_NAME), other.text,
        self.quote, self.list, self.quote);
    return is_whole(&self);
}

/* "category" is the upper one of two, or the first of several levels: only what
 * is called a parent is surely one. */
static bool advise_parts(const pl_columns *self, char *to, size_t room)
{
    bool name = pl_columns_has(self, PL_COLUMN_CHILD);
    if (pl_columns_has(self, PL_COLUMN_PARENT_ID))
        return name && advise_missing(self, PL_COLUMN_PARENT_ID, PL_COLUMN_ID,
                                      to, room);
    if (pl_columns_has(self, PL_COLUMN_PARENT) &&
        !pl_columns_speak_level(self, self->at[PL_COLUMN_PARENT]))
        return advise_missing(self, PL_COLUMN_PARENT, PL_COLUMN_CHILD, to,
                              room);
    return name && count_levels_possible(self) == 2 &&
           advise_missing(self, PL_COLUMN_CHILD, PL_COLUMN_PARENT, to, room);
}

pleach_status pl_columns_fail(const pl_columns *self, pleach_error *error)
{
    char sentence[sizeof error->sentence];
    if (!advise_parts(self, sentence, sizeof sentence) &&
        (pl_columns_has(self, PL_COLUMN_PARENT_ID) ||
         !advise_levels(self, sentence, sizeof sentence)))
        snprintf(sentence, sizeof sentence,
                 "%s. A header may name them (name and parent; id, name and "
                 "parent_id; path; level1, level2, ...), or --columns says "
                 "which is which, as in --columns %s. Without a header they "
                 "are owner, parent, child, tags, or parent and child.",
                 unknown,
                 pl_rows_width(self->rows) < 2 ? "path=1" : "parent=1,name=2");
    return pl_rows_fail(self->rows, 0, 0, error, sentence);
}

/* A first row that may name the columns is taken for that only if each is a
 * level: who made the rows would be called so. */
pleach_status pl_columns_fail_either(const pl_columns *self,
                                     pleach_error *error)
{
    advice levels = {.columns = self, .quote = ""};
    char sentence[sizeof error->sentence];
    levels.headed = !pl_columns_repeat_first(self);
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
