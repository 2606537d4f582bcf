/* columns_unknown.c: tables whose first row does not say what the columns are:
 * parent and child, or owner, parent, child and tags, where the cells agree;
 * else what to do about them is told. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/text.h"
#include "read/columns.h"

/* A header's words do not come again among the cells below. */
static bool repeats_first(const pl_rows *rows)
{
    PL_SCRATCH(scratch);
    pl_strings *firsts = pl_strings_in(scratch);
    for (size_t c = 0; firsts != NULL && c < pl_rows_width(rows); c++) {
        pl_cell cell = pl_rows_cell(rows, 0, c);
        if (cell.length > 0)
            (void)pl_strings_add(firsts, cell.text, cell.length);
    }
    for (size_t k = rows->rows.items[0].first + pl_rows_width(rows);
         firsts != NULL && k < rows->cells.count; k++) {
        pl_span cell = rows->cells.items[k];
        if (cell.length > 0 &&
            pl_strings_find(firsts, rows->text.items + cell.start,
                            cell.length) != PL_NONE)
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- advice -- */

/* Whether a column could be a level: whatever has texts and is not known to be
 * about something else. */
static bool may_be_level(const pl_columns *self, size_t column)
{
    pl_look look = pl_columns_look(self->rows, column);
    bool possible = look.numbers < look.cells;
    for (size_t c = 0; c < PL_COLUMNS; c++)
        possible &= self->at[c] != column || c == PL_COLUMN_PARENT ||
                    c == PL_COLUMN_CHILD || c == PL_COLUMN_PATH;
    return possible;
}

/* Whether the header's word for a column can be given for it as it stands,
 * between quotes: no number, not another one's too, and no signs. */
static bool can_be_named(const pl_rows *rows, size_t column)
{
    pl_cell name = pl_rows_cell(rows, 0, column);
    double number;
    bool plain = name.length > 0 && name.length <= 40 &&
                 !pl_text_number(name.text, name.length, &number);
    for (size_t k = 0; k < name.length; k++) {
        char c = name.text[k];
        plain &= (c & 0x80) != 0 || c == ' ' || c == '_' || c == '-' ||
                 (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                 (c >= 'a' && c <= 'z');
    }
    for (size_t c = 0; c < column; c++)
        plain &= !pl_cells_are_same(pl_rows_cell(rows, 0, c), name);
    return plain;
}

/* The roles of columns, as the caller would say them. */
typedef struct advice {
    const pl_columns *columns;
    pl_arena *arena;
    bool headed; /* by their names */
    const char *list;
} advice;

/* Lists that fit into no sentence are of no use. */
enum { LONGEST_LIST = 220 };

static void add_role(advice *to, const char *role, size_t column)
{
    const pl_rows *rows = to->columns->rows;
    const char *comma = *to->list == '\0' ? "" : ",";
    if (column == PL_NO_COLUMN)
        return;
    pl_cell name = pl_rows_cell(rows, 0, column);
    to->list = to->headed && can_be_named(rows, column)
                   ? pl_arena_print(to->arena, "%s%s%s=%.*s", to->list, comma,
                                    role, (int)name.length, name.text)
                   : pl_arena_print(to->arena, "%s%s%s=%zu", to->list, comma,
                                    role, column + 1);
}

/* "name=label,parent_id=up,id=nr" of a table that lacks a word for its ids. */
static void advise_ids(advice *to)
{
    const pl_columns *self = to->columns;
    size_t id = 0, width = pl_rows_width(self->rows);
    while (id < width && (id == self->at[PL_COLUMN_CHILD] ||
                          id == self->at[PL_COLUMN_PARENT_ID]))
        id++;
    if (id == width || !pl_columns_has(self, PL_COLUMN_CHILD))
        return;
    add_role(to, "name", self->at[PL_COLUMN_CHILD]);
    add_role(to, "parent_id", self->at[PL_COLUMN_PARENT_ID]);
    add_role(to, "id", id);
}

/* "level1=Wing,level2=Shelf,level3=Thing"; of two columns one is the parent. */
static void advise(advice *to)
{
    const pl_columns *self = to->columns;
    size_t at[PL_DEEPEST], levels = 0;
    for (size_t k = 0; k < pl_rows_width(self->rows); k++)
        if (levels < PL_DEEPEST && may_be_level(self, k))
            at[levels++] = k;
    bool turned = levels == 2 && (self->at[PL_COLUMN_CHILD] == at[0] ||
                                  self->at[PL_COLUMN_PARENT] == at[1]);
    if (levels < 2)
        return;
    for (size_t k = 0; k < levels; k++) {
        const char *level = pl_arena_print(to->arena, "level%zu", k + 1);
        const char *end = (k == 0) == turned ? "name" : "parent";
        add_role(to, levels > 2 ? level : end, at[k]);
    }
    add_role(to, "owner", self->at[PL_COLUMN_OWNER]);
}

/* A header whose words are not known is taken as data. */
const char *pl_columns_doubt_first(const pl_columns *self, pl_arena *arena)
{
    advice roles = {self, arena, true, ""};
    if (self->first > 0 || self->layout != PL_LAYOUT_EDGES ||
        self->rows->rows.count < 2 || repeats_first(self->rows))
        return "";
    add_role(&roles, "owner", self->at[PL_COLUMN_OWNER]);
    add_role(&roles, "parent", self->at[PL_COLUMN_PARENT]);
    add_role(&roles, "name", self->at[PL_COLUMN_CHILD]);
    add_role(&roles, "tags", self->at[PL_COLUMN_TAGS]);
    bool named = strlen(roles.list) < LONGEST_LIST / 2 &&
                 (can_be_named(self->rows, self->at[PL_COLUMN_PARENT]) ||
                  can_be_named(self->rows, self->at[PL_COLUMN_CHILD]));
    return pl_arena_print(
        arena, " Row 1 is taken as data; if it is a header, %s%s%s.",
        named ? "add --columns \"" : "",
        named ? roles.list : "call its columns parent and child",
        named ? "\"" : "");
}

static pleach_status fail_unknown(const pl_columns *self, pleach_error *error)
{
    char sentence[sizeof error->sentence];
    PL_SCRATCH(scratch);
    bool headed = self->rows->named || pl_columns_know_word(self->rows) ||
                  !repeats_first(self->rows);
    advice roles = {self, scratch, headed, ""};
    bool narrow = pl_rows_width(self->rows) < 2;
    if (pl_columns_has(self, PL_COLUMN_PARENT_ID))
        advise_ids(&roles);
    else
        advise(&roles);
    bool none = *roles.list == '\0' || strlen(roles.list) >= LONGEST_LIST;
    snprintf(sentence, sizeof sentence,
             "The columns of this table are not known. If %s, add --columns "
             "\"%s\"; otherwise say in the same way, or in a header, which is "
             "which: name and parent, perhaps owner; id, name and parent_id; "
             "path; level1, level2, ...",
             none && narrow ? "it has paths, as in A > B"
             : none ? "the first has parents and the second what is below them"
             : strncmp(roles.list, "level", 5) == 0
                 ? "each is a level, the topmost first"
                 : "they are as here",
             !none    ? roles.list
             : narrow ? "path=1"
                      : "parent=1,name=2");
    return pl_rows_fail(self->rows, 0, 0, error, sentence);
}

/* ---------------------------------------------------------------- habits -- */

/* Whether the first column may be taken for owners: where children are parents
 * behind the same first cell, where people share parents, where it does not
 * repeat, or is one owner's. Otherwise it may be the top of levels. */
static bool has_owners(const pl_rows *rows)
{
    size_t count = rows->rows.count;
    pl_strings *firsts = pl_strings_in(rows->reader->arena);
    pl_strings *parents = pl_strings_in(rows->reader->arena);
    pl_strings *pairs = pl_strings_in(rows->reader->arena);
    bool chained = false;
    if (pl_arena_failed(rows->reader->arena))
        return true;
    for (size_t k = 0; k < count; k++) {
        pl_columns_note(rows, k, 0, 0, firsts);
        if (pl_rows_cell(rows, k, 1).length == 0)
            continue;
        pl_columns_note(rows, k, 1, 1, parents);
        pl_columns_note(rows, k, 0, 1, pairs);
    }
    size_t known = pl_strings_count(pairs), owners = pl_strings_count(firsts);
    for (size_t k = 0; k < count && !chained; k++)
        chained = pl_rows_cell(rows, k, 2).length > 0 &&
                  !pl_cells_are_same(pl_rows_cell(rows, k, 1),
                                     pl_rows_cell(rows, k, 2)) &&
                  pl_columns_note(rows, k, 0, 2, pairs) < known;
    bool headed =
        !repeats_first(rows) && owners > 2 && 2 * (owners - 1) <= count - 1;
    return chained || owners == count || owners < 2 ||
           (known > pl_strings_count(parents) && !headed);
}

/* --------------------------------------------------------------- columns -- */

pleach_status pl_columns_fail_numbers(const pl_rows *rows, pleach_error *error)
{
    return pl_rows_fail(
        rows, 0, 0, error,
        "This table has ids of nodes and of their parents but no names. Put "
        "those beside the ids, from the table that has them.");
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

/* A first row with a word that names columns is a header that is not
 * understood; what numbers are, only people know. */
pleach_status pl_columns_place_unknown(pl_columns *self, pleach_error *error)
{
    const pl_rows *rows = self->rows;
    size_t width = pl_rows_width(rows), child = width == 2 ? 1 : 2;
    pl_cell corner = pl_rows_cell(rows, 0, 0);
    double number;
    bool owned = width == 2 || pl_columns_look(rows, 3).tagged;
    bool counted = pl_columns_hold_numbers(rows, 0) &&
                   !pl_text_number(corner.text, corner.length, &number);
    if (pl_columns_has(self, PL_COLUMN_PARENT_ID) &&
        pl_columns_has(self, PL_COLUMN_ID))
        return pl_columns_fail_numbers(rows, error);
    bool edges = width >= 2 && width <= 4 && !rows->named &&
                 !pl_columns_know_word(rows) &&
                 !pl_columns_hold_numbers(rows, child) &&
                 !pl_columns_hold_numbers(rows, child - 1) &&
                 (owned || (!counted && has_owners(rows)));
    PL_TRY(pl_check_memory(rows->reader->arena, error));
    if (!edges)
        return fail_unknown(self, error);
    place_edges(self, width);
    return PLEACH_OK;
}
