/* columns_bare.c: tables whose first row says nothing that is known: what the
 * columns are is told by how their cells come again. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/columns.h"

/* How cells of the first three columns come again. */
typedef struct habits {
    const pl_rows *rows;
    pl_strings *firsts, *parents;
    PL_LIST(uint32_t) rows_of;  /* of a first cell: how many rows */
    PL_LIST(uint32_t) first_of; /* of a parent: the first cell before it */
    PL_LIST(char) key;
    bool shared;  /* a parent stands behind two first cells */
    bool chained; /* a child is a parent behind the same first cell */
} habits;

/* --------------------------------------------------------------- habits -- */

/* As people differ in writing them: without case and the s of a plural. */
static bool fold_cell(habits *self, size_t row, size_t column)
{
    size_t length;
    const char *cell = pl_rows_cell(self->rows, row, column, &length);
    pl_text_trim(&cell, &length);
    self->key.count = 0;
    if (!pl_list_room(&self->key, 1)) /* there is a place even for nothing */
        return false;
    for (size_t k = 0; k < length; k++) {
        bool upper = cell[k] >= 'A' && cell[k] <= 'Z';
        if (!pl_list_push(&self->key, upper ? (char)(cell[k] | 0x20) : cell[k]))
            return false;
    }
    if (length > 3 && self->key.items[length - 1] == 's')
        self->key.count--;
    return true;
}

/* Behind the same first cell only: that is what one owner's edges are. */
static bool find_chain(habits *self, size_t row, uint32_t first)
{
    uint32_t found =
        pl_strings_find(self->parents, self->key.items, self->key.count);
    size_t length, size;
    const char *parent = pl_rows_cell(self->rows, row, 1, &length);
    const char *child = pl_rows_cell(self->rows, row, 2, &size);
    return found != PL_NONE && self->first_of.items[found] == first &&
           (length != size || memcmp(parent, child, size) != 0);
}

static bool note_first(habits *self, size_t row)
{
    if (!fold_cell(self, row, 0))
        return false;
    uint32_t first =
        pl_strings_add(self->firsts, self->key.items, self->key.count);
    if (first == PL_NONE ||
        (first == self->rows_of.count && !pl_list_push(&self->rows_of, 0)))
        return false;
    self->rows_of.items[first]++;
    return true;
}

/* The number of a row's first cell, which was noted before. */
static bool find_first(habits *self, size_t row, uint32_t *first)
{
    if (!fold_cell(self, row, 0))
        return false;
    *first = pl_strings_find(self->firsts, self->key.items, self->key.count);
    return true;
}

static bool note_parent(habits *self, size_t row)
{
    uint32_t first;
    if (!find_first(self, row, &first) || !fold_cell(self, row, 1))
        return false;
    if (self->key.count == 0)
        return true;
    uint32_t parent =
        pl_strings_add(self->parents, self->key.items, self->key.count);
    if (parent == PL_NONE || (parent == self->first_of.count &&
                              !pl_list_push(&self->first_of, first)))
        return false;
    self->shared |= self->first_of.items[parent] != first;
    return true;
}

static bool note_child(habits *self, size_t row)
{
    uint32_t first;
    if (!find_first(self, row, &first) || !fold_cell(self, row, 2))
        return false;
    self->chained |= self->key.count > 0 && find_chain(self, row, first);
    return true;
}

static bool observe(habits *self)
{
    bool enough = self->firsts != NULL && self->parents != NULL;
    size_t count = self->rows->rows.count;
    for (size_t k = 0; enough && k < count; k++)
        enough = note_first(self, k) && note_parent(self, k);
    for (size_t k = 0; enough && k < count; k++)
        enough = note_child(self, k);
    return enough;
}

static void forget(habits *self)
{
    pl_strings_free(self->firsts);
    pl_strings_free(self->parents);
    pl_list_free(&self->rows_of);
    pl_list_free(&self->first_of);
    pl_list_free(&self->key);
}

/* ------------------------------------------------------------ judgement -- */

typedef enum meaning { OWNED, HEADED_LEVELS, EITHER, UNKNOWN } meaning;

bool pl_columns_hold_numbers(const pl_rows *rows, size_t column)
{
    double number;
    size_t length, some = 0;
    for (size_t k = 1; k < rows->rows.count; k++) {
        const char *cell = pl_rows_cell(rows, k, column, &length);
        pl_text_trim(&cell, &length);
        if (length > 0 && !pl_text_number(cell, length, &number))
            return false;
        some += length > 0;
    }
    return some > 0;
}

/* "tag:count;tag", which nobody calls a level. */
static bool holds_tags(const pl_rows *rows, size_t column)
{
    size_t length;
    for (size_t k = 0; k < rows->rows.count; k++) {
        const char *cell = pl_rows_cell(rows, k, column, &length);
        if (length > 0 && (memchr(cell, ':', length) != NULL ||
                           memchr(cell, ';', length) != NULL))
            return true;
    }
    return false;
}

/* Whether the first row has a text in each column, none of which comes again
 * below. */
static bool may_be_header(const pl_columns *self)
{
    double number;
    size_t length;
    for (size_t k = 0; k < self->rows->rows.items[0].count; k++) {
        const char *cell = pl_rows_cell(self->rows, 0, k, &length);
        if (pl_text_is_blank(cell, length) ||
            pl_text_number(cell, length, &number))
            return false;
    }
    return !pl_columns_repeat_first(self);
}

/* Children that are parents elsewhere make owners plausible; so do parents that
 * people share, and a first column that does not repeat or is one owner's.
 * Otherwise it may be the top of levels. Only a header tells, if all first
 * cells but it come again; what numbers below a word are, only people know. */
static meaning judge_habits(const pl_columns *self, const habits *seen)
{
    size_t firsts = seen->rows_of.count, repeated = 0;
    bool header = may_be_header(self);
    if (header && pl_columns_hold_numbers(self->rows, 0))
        return UNKNOWN;
    for (size_t k = 0; k < firsts; k++)
        repeated += seen->rows_of.items[k] > 1;
    header = header && repeated >= 2 && repeated + 1 == firsts;
    if (seen->chained || repeated == 0 || firsts < 2)
        return OWNED;
    if (seen->shared)
        return header ? EITHER : OWNED;
    return header ? HEADED_LEVELS : EITHER;
}

static pleach_status judge_bare(const pl_columns *self, meaning *meant,
                                pleach_error *error)
{
    habits seen = {.rows = self->rows};
    *meant = OWNED;
    if (self->rows->rows.items[0].count < 3 || holds_tags(self->rows, 3))
        return PLEACH_OK;
    seen.firsts = pl_strings_new();
    seen.parents = pl_strings_new();
    bool enough = observe(&seen);
    if (enough)
        *meant = judge_habits(self, &seen);
    forget(&seen);
    return enough ? PLEACH_OK : pl_fail_memory(error);
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
    pl_columns_clear(self);
    for (self->levels = 0; self->levels < width; self->levels++)
        self->level[self->levels] = self->levels;
    self->width = width;
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
    pl_columns_clear(self);
    self->at[PL_COLUMN_OWNER] = width == 2 ? PL_NO_COLUMN : 0;
    self->at[PL_COLUMN_PARENT] = child - 1;
    self->at[PL_COLUMN_CHILD] = child;
    self->at[PL_COLUMN_TAGS] = width == 4 ? 3 : PL_NO_COLUMN;
    self->width = width;
    self->first = 0;
    self->layout = PL_LAYOUT_EDGES;
}

/* Without a header the columns are owner, parent, child, tags, or just parent
 * and child; a first row with a word that names columns is a header that is
 * not understood. */
pleach_status pl_columns_place_bare(pl_columns *self, pleach_error *error)
{
    const pl_rows *rows = self->rows;
    size_t width = rows->rows.items[0].count;
    size_t child = width == 2 ? 1 : 2;
    meaning meant;
    if (pl_columns_has(self, PL_COLUMN_PARENT_ID) &&
        pl_columns_has(self, PL_COLUMN_ID))
        return pl_columns_fail_numbers(rows, error);
    if (width < 2 || width > 4 || rows->named || pl_columns_know_word(rows) ||
        pl_columns_hold_numbers(rows, child) ||
        pl_columns_hold_numbers(rows, child - 1))
        return pl_columns_fail(self, error);
    PL_TRY(judge_bare(self, &meant, error));
    if (meant == UNKNOWN)
        return pl_columns_fail(self, error);
    if (meant == EITHER)
        return pl_columns_fail_either(self, error);
    if (meant == HEADED_LEVELS)
        place_levels(self, width);
    else
        place_edges(self, width);
    return PLEACH_OK;
}
