/* read_trees.c: tables of levels, paths, ids or codes. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/columns.h"
#include "read/path_steps.h"
#include "read/read.h"

typedef struct trees {
    const pl_columns *columns;
    pl_forest forest;
    size_t row;
    uint32_t node; /* that the row is about */
    /* Of a table of levels: the cells of the rows before, for those that are
     * left blank below them. */
    pl_span above[PL_DEEPEST];
    pl_path_signs signs; /* of a table of paths ... */
    bool several;        /* ... that may have more than one in a cell */
} trees;

static const char *cell(const trees *self, pl_column c, size_t *length)
{
    const char *text = pl_columns_cell(self->columns, self->row, c, length);
    pl_text_trim(&text, length);
    return text;
}

static uint64_t tree_row_line(const trees *self)
{
    return self->columns->rows->rows.items[self->row].line;
}

static pleach_status fail_tree_row(const trees *self, size_t column,
                                   pleach_error *error, const char *sentence)
{
    return pl_rows_fail(self->columns->rows, self->row, column, error,
                        sentence);
}

/* -------------------------------------------------- what nodes come with -- */

static bool take_tree_tag(void *context, const char *text, size_t length,
                          double count)
{
    trees *self = context;
    return pl_forest_tag_node(&self->forest, self->node, text, length, count);
}

static pleach_status take_extras(trees *self, pleach_error *error)
{
    size_t length;
    const char *text = cell(self, PL_COLUMN_ALTS, &length);
    if (!pl_columns_take_alts(&self->forest, self->node, text, length))
        return pl_fail_memory(error);
    text = cell(self, PL_COLUMN_DESCRIPTION, &length);
    if (length > 0 &&
        !pl_forest_tag_words(&self->forest, self->node, text, length))
        return pl_fail_memory(error);
    return pl_columns_read_tags(self->columns, self->row, take_tree_tag, self,
                                error);
}

/* The owner's number: PL_NONE if the row names none. */
static bool find_owner(trees *self, uint32_t *owner)
{
    size_t length;
    const char *name = cell(self, PL_COLUMN_OWNER, &length);
    *owner = PL_NONE;
    if (length > 0)
        *owner = pl_forest_owner(&self->forest, name, length);
    return length == 0 || *owner != PL_NONE;
}

/* ------------------------------------------------------ levels and paths -- */

/* A name further down the row's path. */
static bool step_down(trees *self, uint32_t owner, const char *name,
                      size_t length)
{
    self->node = pl_forest_child(&self->forest, owner, self->node, name, length,
                                 tree_row_line(self));
    return self->node != PL_NONE;
}

/* The last level of a row that has a name. */
static size_t count_levels(const trees *self)
{
    const pl_columns *columns = self->columns;
    size_t length, last = 0;
    for (size_t k = 0; k < columns->levels; k++) {
        const char *name =
            pl_rows_cell(columns->rows, self->row, columns->level[k], &length);
        if (!pl_text_is_blank(name, length))
            last = k + 1;
    }
    return last;
}

/* A cell left blank before one that is not stands for the one above it, as in
 * tables whose repeated cells were merged or blanked. */
static pleach_status add_levels(trees *self, uint32_t owner,
                                pleach_error *error)
{
    const pl_columns *columns = self->columns;
    const pl_rows *rows = columns->rows;
    size_t last = count_levels(self);
    for (size_t k = 0; k < last; k++) {
        size_t column = columns->level[k], length;
        const char *name = pl_rows_cell(rows, self->row, column, &length);
        pl_text_trim(&name, &length);
        if (pl_text_is_blank(name, length)) {
            name = rows->text.items + self->above[k].start;
            length = self->above[k].length;
        } else {
            self->above[k] =
                (pl_span){(size_t)(name - rows->text.items), length};
            for (size_t below = k + 1; below < columns->levels; below++)
                self->above[below].length = 0;
        }
        if (length == 0)
            return fail_tree_row(
                self, column, error,
                "This level is blank, there is nothing above it to "
                "repeat, and a further level follows.");
        if (!step_down(self, owner, name, length))
            return pl_fail_memory(error);
    }
    if (last == 0)
        return fail_tree_row(self, columns->level[0], error,
                             "There is no name in this row.");
    return PLEACH_OK;
}

static void find_separator(trees *self)
{
    for (size_t k = self->columns->first; k < self->columns->rows->rows.count;
         k++) {
        size_t length;
        const char *path =
            pl_columns_cell(self->columns, k, PL_COLUMN_PATH, &length);
        pl_path_look(&self->signs, path, length);
    }
    pl_path_judge(&self->signs, true);
}

/* Empty steps are passed over, as cells often begin or end with the separator.
 */
static pleach_status add_tree_path(trees *self, uint32_t owner,
                                   const char *path, size_t length,
                                   pleach_error *error)
{
    size_t column = self->columns->at[PL_COLUMN_PATH];
    unsigned depth = 0;
    self->node = PL_NONE;
    for (size_t at = 0; at < length;) {
        const char *name = path + at;
        size_t size;
        at += pl_path_step(&self->signs, name, length - at, &size);
        pl_text_trim(&name, &size);
        if (pl_text_is_blank(name, size))
            continue;
        if (++depth > PL_DEEPEST)
            return fail_tree_row(self, column, error,
                                 "The path is nested deeper than 64 levels.");
        if (!step_down(self, owner, name, size))
            return pl_fail_memory(error);
    }
    return depth > 0 ? PLEACH_OK
                     : fail_tree_row(self, column, error,
                                     "There is no name in this "
                                     "path.");
}

/* Shops put a product into several categories, between commas. */
static pleach_status add_tree_paths(trees *self, uint32_t owner,
                                    pleach_error *error)
{
    size_t length, size;
    const char *paths = cell(self, PL_COLUMN_PATH, &length);
    if (self->several && length == 0)
        return PLEACH_OK; /* a product that is nowhere yet */
    for (size_t at = 0; at == 0 || at < length; at += size + 1) {
        for (size = 0; at + size < length; size++)
            if (self->several && paths[at + size] == ',')
                break;
        PL_TRY(add_tree_path(self, owner, paths + at, size, error));
        PL_TRY(take_extras(self, error));
    }
    return PLEACH_OK;
}

/* ------------------------------------------------------------------- ids -- */

/* Programs that count from 0 have a node of an id that means "no parent"
 * elsewhere. Such ids are known before the first row asks for one. */
static bool find_doubtful_ids(trees *self)
{
    bool enough = true;
    for (self->row = self->columns->first;
         enough && self->row < self->columns->rows->rows.count; self->row++) {
        size_t length;
        uint32_t owner;
        const char *id = cell(self, PL_COLUMN_ID, &length);
        if (length > 0 && pl_columns_no_parent(id, length))
            enough =
                find_owner(self, &owner) &&
                pl_forest_by_id(&self->forest, owner, id, length) != PL_NONE;
    }
    return enough;
}

/* A top that names itself as its parent by such an id is one, too. */
static bool says_no_parent(trees *self, uint32_t owner, const char *id,
                           size_t length)
{
    if (!pl_columns_no_parent(id, length))
        return false;
    uint32_t known = length == 0
                         ? PL_NONE
                         : pl_forest_find_id(&self->forest, owner, id, length);
    return known == PL_NONE || known == self->node;
}

/* Links the row's node to its parent, which may come later. */
static pleach_status link_parent(trees *self, uint32_t owner,
                                 pleach_error *error)
{
    size_t length;
    const char *id = cell(self, PL_COLUMN_PARENT_ID, &length);
    if (says_no_parent(self, owner, id, length))
        return PLEACH_OK;
    uint32_t parent = pl_forest_by_id(&self->forest, owner, id, length);
    if (parent == PL_NONE)
        return pl_fail_memory(error);
    const char *name = cell(self, PL_COLUMN_PARENT, &length);
    if (length > 0 && self->forest.nodes.items[parent].name.length == 0 &&
        !pl_forest_name(&self->forest, parent, name, length))
        return pl_fail_memory(error);
    return pl_forest_link_nodes(&self->forest, self->node, parent)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* Two rows of one id may name two parents, but not two names. */
static bool has_other_name(const trees *self, const char *name, size_t length)
{
    const pl_forest_node *node = &self->forest.nodes.items[self->node];
    return node->line != 0 &&
           (node->name.length != length ||
            memcmp(self->forest.text.items + node->name.start, name, length) !=
                0);
}

/* The row's own id is looked up first: others may have named it as their parent
 * already. */
static pleach_status add_by_id(trees *self, uint32_t owner, pleach_error *error)
{
    size_t length, id_length;
    const char *id = cell(self, PL_COLUMN_ID, &id_length);
    if (id_length == 0)
        return fail_tree_row(self, self->columns->at[PL_COLUMN_ID], error,
                             "The id is empty.");
    const char *name = cell(self, PL_COLUMN_CHILD, &length);
    if (pl_text_is_blank(name, length))
        return fail_tree_row(self, self->columns->at[PL_COLUMN_CHILD], error,
                             "The name is empty.");
    self->node = pl_forest_by_id(&self->forest, owner, id, id_length);
    if (self->node != PL_NONE && has_other_name(self, name, length))
        return fail_tree_row(self, self->columns->at[PL_COLUMN_ID], error,
                             "A row above has this id and another name.");
    if (self->node == PL_NONE ||
        !pl_forest_name(&self->forest, self->node, name, length))
        return pl_fail_memory(error);
    if (self->forest.nodes.items[self->node].line == 0)
        self->forest.nodes.items[self->node].line = tree_row_line(self);
    return self->columns->layout == PL_LAYOUT_IDS
               ? link_parent(self, owner, error)
               : PLEACH_OK;
}

static bool is_parted_at(const char *code, size_t at)
{
    return memchr(".-/", code[at], 3) != NULL;
}

/* Which nodes have a code below theirs behind a dot. */
static bool find_dotted(trees *self, bool *dotted)
{
    for (self->row = self->columns->first;
         self->row < self->columns->rows->rows.count; self->row++) {
        size_t length;
        uint32_t owner;
        const char *id = cell(self, PL_COLUMN_ID, &length);
        if (!find_owner(self, &owner))
            return false;
        size_t cut = length == 0 ? 0 : pl_columns_shorter_code(id, length);
        uint32_t parent = cut > 0 && is_parted_at(id, cut)
                              ? pl_forest_find_id(&self->forest, owner, id, cut)
                              : PL_NONE;
        if (parent != PL_NONE)
            dotted[parent] = true;
    }
    return true;
}

/* The node whose code begins another one: "012" for "0121", or "01" where there
 * is no "012". "10" is not below "1" where "1.1" is. */
static uint32_t find_beginning(trees *self, uint32_t owner, const char *id,
                               size_t length, const bool *dotted)
{
    uint32_t parent = PL_NONE;
    while (length > 1 && parent == PL_NONE) {
        length = pl_columns_shorter_code(id, length);
        parent = pl_forest_find_id(&self->forest, owner, id, length);
        if (parent != PL_NONE && dotted[parent] && !is_parted_at(id, length))
            parent = PL_NONE;
    }
    return parent;
}

static pleach_status link_by_codes(trees *self, const bool *dotted,
                                   pleach_error *error)
{
    pl_forest *forest = &self->forest;
    size_t links = 0;
    for (self->row = self->columns->first;
         self->row < self->columns->rows->rows.count; self->row++) {
        size_t length;
        uint32_t owner, child, parent;
        const char *id = cell(self, PL_COLUMN_ID, &length);
        if (!find_owner(self, &owner))
            return pl_fail_memory(error);
        child = pl_forest_find_id(forest, owner, id, length);
        if (child == PL_NONE)
            continue;
        parent = find_beginning(self, owner, id, length, dotted);
        if (parent == PL_NONE || parent == child)
            continue;
        if (!pl_forest_link_nodes(forest, child, parent))
            return pl_fail_memory(error);
        links++;
    }
    if (links == 0 && forest->nodes.count > 1)
        return pl_fail_at(error, PLEACH_BAD_DATA,
                          self->columns->rows->reader->file, 0, 0,
                          "This table has codes and names, but no code begins "
                          "another, so that nothing is below anything. Say "
                          "which column has the parents, or the paths, as in "
                          "--columns name=2,parent=3 or --columns path=3.");
    return PLEACH_OK;
}

static pleach_status link_codes(trees *self, pleach_error *error)
{
    bool *dotted = pl_allocate(self->forest.nodes.count + 1, sizeof *dotted);
    pleach_status status = dotted != NULL && find_dotted(self, dotted)
                               ? link_by_codes(self, dotted, error)
                               : pl_fail_memory(error);
    pl_release(dotted);
    return status;
}

/* --------------------------------------------------------------- reading -- */

/* Spreadsheets end rows with separators: only what holds something counts. */
static pleach_status check_width(const trees *self, pleach_error *error)
{
    const pl_rows *rows = self->columns->rows;
    size_t length, count = rows->rows.items[self->row].count;
    for (size_t k = self->columns->width; k < count; k++) {
        const char *text = pl_rows_cell(rows, self->row, k, &length);
        if (!pl_text_is_blank(text, length))
            return fail_tree_row(self, k, error,
                                 "The row has more fields than the first one. "
                                 "Quote a field that holds the separator.");
    }
    return PLEACH_OK;
}

static pleach_status add_tree_row(trees *self, pleach_error *error)
{
    uint32_t owner;
    PL_TRY(check_width(self, error));
    if (!find_owner(self, &owner))
        return pl_fail_memory(error);
    self->node = PL_NONE;
    if (self->columns->layout == PL_LAYOUT_LEVELS)
        PL_TRY(add_levels(self, owner, error));
    else if (self->columns->layout == PL_LAYOUT_PATHS)
        return add_tree_paths(self, owner, error);
    else
        PL_TRY(add_by_id(self, owner, error));
    return take_extras(self, error);
}

/* A bad row is settled by itself, so that skipping it loses no other. */
static pleach_status read_tree_rows(trees *self, pleach_error *error)
{
    const pl_rows *rows = self->columns->rows;
    if (self->columns->layout == PL_LAYOUT_PATHS)
        find_separator(self);
    if (self->columns->layout == PL_LAYOUT_IDS && !find_doubtful_ids(self))
        return pl_fail_memory(error);
    self->several = pl_columns_called(self->columns, PL_COLUMN_PATH,
                                      " categories productcategories ");
    for (self->row = self->columns->first; self->row < rows->rows.count;
         self->row++) {
        pleach_error failure;
        pleach_status status = add_tree_row(self, &failure);
        PL_TRY(pl_reader_settle(rows->reader, status, &failure, error));
    }
    if (self->columns->layout == PL_LAYOUT_CODES)
        PL_TRY(link_codes(self, error));
    pl_forest_drop_nameless(&self->forest);
    self->forest.circles_are_errors = true;
    self->forest.keys_are_ids = self->columns->layout == PL_LAYOUT_IDS ||
                                self->columns->layout == PL_LAYOUT_CODES;
    return pl_forest_finish(&self->forest, error);
}

pleach_status pl_columns_read_trees(const pl_columns *columns,
                                    pleach_error *error)
{
    trees self = {.columns = columns};
    pleach_status status = pl_forest_open(&self.forest, columns->rows->reader)
                               ? read_tree_rows(&self, error)
                               : pl_fail_memory(error);
    pl_forest_close(&self.forest);
    return status;
}
