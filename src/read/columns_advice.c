/* columns_advice.c: what to do about a table whose columns are not known. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/columns.h"

enum { LONGEST_NAME = 40, MOST_LEVELS = 9 };

/* What is to be said about the columns: "parent=1,name=kid". */
typedef struct advice {
    const pl_columns *columns;
    bool headed; /* the first row names columns, which are called so */
    bool quoted; /* the list has blanks, or what a shell takes for its own */
    char list[220];
    size_t used;
} advice;

/* -------------------------------------------------------------- columns -- */

static size_t count_columns(const pl_columns *self)
{
    return self->rows->rows.items[0].count;
}

/* Whether a column has more than numbers below its first row. */
static bool holds_text(const pl_rows *rows, size_t column)
{
    double number;
    size_t length;
    for (size_t k = 1; k < rows->rows.count; k++) {
        const char *cell = pl_rows_cell(rows, k, column, &length);
        pl_text_trim(&cell, &length);
        if (length > 0 && !pl_text_number(cell, length, &number))
            return true;
    }
    return false;
}

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
    const pl_rows *rows = self->rows;
    size_t size, length;
    for (size_t c = 0; c < count_columns(self); c++) {
        const char *first = pl_rows_cell(rows, 0, c, &size);
        for (size_t k = 1; size > 0 && k < rows->rows.count; k++) {
            const char *cell = pl_rows_cell(rows, k, c, &length);
            if (length == size && memcmp(cell, first, size) == 0)
                return true;
        }
    }
    return false;
}

/* ----------------------------------------------------------------- list -- */

/* Whether the header's word for a column can be given for it as it stands: not
 * a number, not another one's too, and nothing that ends an item or a quote. */
static bool can_be_named(const pl_columns *self, size_t column,
                         const char *name, size_t length)
{
    double number;
    size_t size;
    if (length == 0 || length > LONGEST_NAME ||
        pl_text_number(name, length, &number))
        return false;
    for (size_t k = 0; k < length; k++)
        if ((unsigned char)name[k] < ' ' || strchr(",\"\\`$!", name[k]) != NULL)
            return false;
    for (size_t c = 0; c < column; c++) {
        const char *other = pl_rows_cell(self->rows, 0, c, &size);
        if (size == length && memcmp(other, name, length) == 0)
            return false;
    }
    return true;
}

static bool is_plain(const char *name, size_t length)
{
    static const char marks[] = " '&|;<>()*?[]{}#~";
    for (size_t k = 0; k < length; k++)
        if (strchr(marks, name[k]) != NULL)
            return false;
    return true;
}

/* ROLE=COLUMN, with the level's number behind its role; 0: it has none. */
static void advise(advice *self, const char *role, size_t level, size_t column)
{
    size_t length, room = sizeof self->list - self->used;
    const char *name = pl_rows_cell(self->columns->rows, 0, column, &length);
    char number[24] = "", numbered[24];
    if (!self->headed || !can_be_named(self->columns, column, name, length)) {
        snprintf(numbered, sizeof numbered, "%zu", column + 1);
        name = numbered;
        length = strlen(numbered);
    }
    if (level > 0)
        snprintf(number, sizeof number, "%zu", level);
    self->quoted = self->quoted || !is_plain(name, length);
    self->used += (size_t)snprintf(self->list + self->used, room, "%s%s%s=%.*s",
                                   self->used > 0 ? "," : "", role, number,
                                   (int)length, name);
    if (self->used >= sizeof self->list)
        self->used = sizeof self->list - 1;
}

static const char *quote(const advice *self)
{
    return self->quoted ? "\"" : "";
}

/* A list that does not fit into a sentence helps nobody. */
static bool is_whole(const advice *self)
{
    return self->used + 1 < sizeof self->list;
}

/* --------------------------------------------------------------- advice -- */

static const char unknown[] = "The columns of this table are not known";

/* What else there is to say about nodes, whatever makes the tree. */
static void advise_extras(advice *self)
{
    static const pl_column extras[] = {PL_COLUMN_OWNER, PL_COLUMN_TAGS,
                                       PL_COLUMN_ALTS, PL_COLUMN_DESCRIPTION};
    for (size_t k = 0; k < sizeof extras / sizeof *extras; k++)
        if (pl_columns_has(self->columns, extras[k]))
            advise(self, pl_column_role(extras[k]), 0,
                   self->columns->at[extras[k]]);
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
    for (size_t k = 0; k < count_columns(self); k++)
        count += may_be_level(self, k);
    return count;
}

static bool advise_levels(const pl_columns *columns, char *to, size_t room)
{
    advice self = {.columns = columns};
    size_t level = 0, levels = count_levels_possible(columns);
    if (levels < 2 || levels > MOST_LEVELS)
        return false;
    self.headed = columns->rows->named || pl_columns_know_word(columns->rows) ||
                  !pl_columns_repeat_first(columns);
    for (size_t k = 0; k < count_columns(columns); k++)
        if (may_be_level(columns, k))
            advise(&self, "level", ++level, k);
    advise_extras(&self);
    snprintf(to, room,
             "%s. If each is a level, the topmost first, add --columns "
             "%s%s%s; otherwise say in the same way, or in a header, which "
             "is which: name and parent; id, name and parent_id; path; "
             "level1, level2, ...",
             unknown, quote(&self), self.list, quote(&self));
    return is_whole(&self);
}

/* The column that what is missing may be in: the next one that nothing is known
 * of. Only ids may be numbers. */
static size_t find_candidate(const pl_columns *self, size_t known,
                             pl_column missing)
{
    size_t width = count_columns(self);
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
    advice self = {.columns = columns, .headed = true};
    size_t at = columns->at[known], length, size;
    size_t candidate = find_candidate(columns, at, missing);
    if (candidate == PL_NO_COLUMN)
        return false;
    const char *word = pl_rows_cell(columns->rows, 0, at, &length);
    const char *other = pl_rows_cell(columns->rows, 0, candidate, &size);
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (pl_columns_has(columns, (pl_column)c))
            advise(&self, pl_column_role((pl_column)c), 0, columns->at[c]);
    advise(&self, pl_column_role(missing), 0, candidate);
    snprintf(
        to, room,
        "%s: \"%.*s\" is taken for the %s, but no column for the %s. If "
        "that is \"%.*s\", add --columns %s%s%s; otherwise say in the same "
        "way, or in the header, which is which.",
        unknown, pl_text_cut(word, length, LONGEST_NAME), word,
        pl_column_role(known), pl_column_role(missing),
        pl_text_cut(other, size, LONGEST_NAME), other, quote(&self), self.list,
        quote(&self));
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
                 count_columns(self) < 2 ? "path=1" : "parent=1,name=2");
    return pl_rows_fail(self->rows, 0, 0, error, sentence);
}

/* A first row that may name the columns is taken for that only if each is a
 * level: who made the rows would be called so. */
pleach_status pl_columns_fail_either(const pl_columns *self,
                                     pleach_error *error)
{
    advice levels = {.columns = self};
    char sentence[sizeof error->sentence];
    levels.headed = !pl_columns_repeat_first(self);
    for (size_t k = 0; k < count_columns(self); k++)
        advise(&levels, "level", k + 1, k);
    snprintf(sentence, sizeof sentence,
             "The columns of this table may be one of two things. If each is a "
             "level, the topmost first, add --columns %s%s%s; if the first "
             "says who made what is in the others, add --columns "
             "owner=1,parent=2,name=3%s.",
             quote(&levels), levels.list, quote(&levels),
             count_columns(self) > 3 ? ",tags=4" : "");
    return pl_rows_fail(self->rows, 0, 0, error, sentence);
}
