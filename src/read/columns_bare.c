/* columns_bare.c: tables whose first row says nothing that is known: what the
 * columns are is told by how their cells come again. */
/* SPDX-License-Identifier: MIT */
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

/* As people differ in writing them: without case and the s of a plural. The
 * number of such a cell, which is added when new. */
static uint32_t fold_cell(habits *self, size_t row, size_t column,
                          pl_strings *cells)
{
    pl_cell cell = pl_rows_cell(self->rows, row, column);
    self->key.count = 0;
    if (!pl_list_room(&self->key, cell.length + 1))
        return PL_NONE;
    for (size_t k = 0; k < cell.length; k++) {
        bool upper = cell.text[k] >= 'A' && cell.text[k] <= 'Z';
        self->key.items[self->key.count++] =
            upper ? (char)(cell.text[k] | 0x20) : cell.text[k];
    }
    if (cell.length > 3 && self->key.items[cell.length - 1] == 's')
        self->key.count--;
    return pl_reader_note(self->rows->reader, cells, self->key.items,
                          self->key.count);
}

static void note_parent(habits *self, size_t row)
{
    uint32_t first = fold_cell(self, row, 0, self->firsts);
    if (first == self->rows_of.count)
        pl_list_add(&self->rows_of, 0);
    if (first >= self->rows_of.count)
        return;
    self->rows_of.items[first]++;
    if (pl_rows_cell(self->rows, row, 1).length == 0)
        return;
    uint32_t parent = fold_cell(self, row, 1, self->parents);
    if (parent == self->first_of.count)
        pl_list_add(&self->first_of, first);
    self->shared |=
        parent < self->first_of.count && self->first_of.items[parent] != first;
}

/* Behind the same first cell only: that is what one owner's edges are. */
static void note_child(habits *self, size_t row)
{
    pl_cell parent = pl_rows_cell(self->rows, row, 1);
    pl_cell child = pl_rows_cell(self->rows, row, 2);
    uint32_t first = fold_cell(self, row, 0, self->firsts);
    if (child.length == 0 || pl_cells_are_same(parent, child))
        return;
    uint32_t found = fold_cell(self, row, 2, self->parents);
    self->chained |=
        found < self->first_of.count && self->first_of.items[found] == first;
}

/* ------------------------------------------------------------ judgement -- */

typedef enum meaning { OWNED, HEADED_LEVELS, EITHER, UNKNOWN } meaning;

/* Whether the first row has a text in each column, none of which comes again
 * below. */
static bool may_be_header(const pl_columns *self)
{
    double number;
    for (size_t k = 0; k < pl_rows_width(self->rows); k++) {
        pl_cell cell = pl_rows_cell(self->rows, 0, k);
        if (pl_text_is_blank(cell.text, cell.length) ||
            pl_text_number(cell.text, cell.length, &number))
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

static meaning judge_bare(const pl_columns *self)
{
    pl_reader *reader = self->rows->reader;
    habits seen = {.rows = self->rows,
                   .firsts = pl_strings_in(reader->arena),
                   .parents = pl_strings_in(reader->arena),
                   .rows_of = {.arena = reader->arena},
                   .first_of = {.arena = reader->arena},
                   .key = {.arena = reader->arena}};
    if (pl_rows_width(self->rows) < 3 ||
        pl_columns_look(self->rows, 3).tagged || seen.parents == NULL)
        return OWNED;
    for (size_t k = 0; k < self->rows->rows.count; k++)
        note_parent(&seen, k);
    for (size_t k = 0; k < self->rows->rows.count; k++)
        note_child(&seen, k);
    return judge_habits(self, &seen);
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

/* Without a header the columns are owner, parent, child, tags, or just parent
 * and child; a first row with a word that names columns is a header that is
 * not understood. */
pleach_status pl_columns_place_bare(pl_columns *self, pleach_error *error)
{
    const pl_rows *rows = self->rows;
    size_t width = pl_rows_width(rows);
    size_t child = width == 2 ? 1 : 2;
    if (pl_columns_has(self, PL_COLUMN_PARENT_ID) &&
        pl_columns_has(self, PL_COLUMN_ID))
        return pl_columns_fail_numbers(rows, error);
    if (width < 2 || width > 4 || rows->named || pl_columns_know_word(rows) ||
        pl_columns_hold_numbers(rows, child) ||
        pl_columns_hold_numbers(rows, child - 1))
        return pl_columns_fail(self, error);
    meaning meant = judge_bare(self);
    PL_TRY(pl_check_memory(rows->reader->arena, error));
    if (meant == UNKNOWN)
        return pl_columns_fail(self, error);
    if (meant == EITHER)
        return pl_columns_fail_either(self, error);
    pl_columns_clear(self);
    if (meant == HEADED_LEVELS)
        place_levels(self, width);
    else
        place_edges(self, width);
    return PLEACH_OK;
}
