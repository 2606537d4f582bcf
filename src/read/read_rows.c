/* read_rows.c: tables of edges, levels, paths, ids or codes as trees. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
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
    pl_cell above[PL_DEEPEST];
    uint64_t gaps, first_gap; /* levels that nothing stands for, and where */
    pl_path_signs signs;      /* of a table of paths ... */
    bool several;             /* ... that may have more than one in a cell */
} trees;

static pl_cell cell(const trees *self, pl_column c)
{
    return pl_columns_cell(self->columns, self->row, c);
}

static bool is_blank(pl_cell cell)
{
    return pl_text_is_blank(cell.text, cell.length);
}

static uint64_t row_line(const trees *self)
{
    return self->columns->rows->rows.items[self->row].line;
}

static pleach_status fail_row(const trees *self, size_t column,
                              pleach_error *error, const char *sentence)
{
    return pl_rows_fail(self->columns->rows, self->row, column, error,
                        sentence);
}

static pleach_status take_extras(trees *self, pleach_error *error)
{
    pl_columns_describe(self->columns, self->row, &self->forest, self->node);
    return pl_columns_take_tags(self->columns, self->row, &self->forest,
                                self->node, error);
}

/* The owner's number: PL_NONE if the row names none. */
static uint32_t find_owner(trees *self)
{
    pl_cell name = cell(self, PL_COLUMN_OWNER);
    return name.length == 0
               ? PL_NONE
               : pl_forest_owner(&self->forest, name.text, name.length);
}

/* ----------------------------------------------------------------- edges -- */

/* Each parent of an owner is a tree of two levels. A row without a child says
 * something about its parent, below a header one without a parent something
 * about a top. */
static pleach_status add_edge(trees *self, uint32_t owner, pleach_error *error)
{
    const pl_columns *columns = self->columns;
    size_t count = columns->rows->rows.items[self->row].count;
    pl_cell parent = cell(self, PL_COLUMN_PARENT);
    pl_cell child = cell(self, PL_COLUMN_CHILD), id = cell(self, PL_COLUMN_ID);
    bool top = is_blank(parent) && columns->first > 0 && !is_blank(child);
    if (columns->at[PL_COLUMN_PARENT] >= count ||
        columns->at[PL_COLUMN_CHILD] >= count)
        return fail_row(
            self, count, error,
            "The row has too few fields: parent and child are needed.");
    if (is_blank(parent) && !top)
        return fail_row(self, columns->at[PL_COLUMN_PARENT], error,
                        "The parent's name is empty.");
    pl_cell head = top ? child : parent;
    uint64_t line = row_line(self);
    size_t before = self->forest.nodes.count;
    self->node = pl_forest_child(&self->forest, owner, PL_NONE, head.text,
                                 head.length, line);
    if (id.length > 0 && self->forest.nodes.count > before)
        pl_forest_id(&self->forest, self->node, id.text, id.length);
    if (!top && !is_blank(child))
        self->node = pl_forest_add_named(&self->forest, self->node, child.text,
                                         child.length, line);
    return PLEACH_OK;
}

/* Names that are their own ancestors, where each has one parent: `up`, or
 * PL_NONE. All is said as it stands; one statement gives way when concepts are
 * placed. */
static void tell_edge_circles(const trees *self, const uint32_t *up,
                              uint32_t *walk)
{
    const pl_forest *forest = &self->forest;
    pl_reader *reader = forest->reader;
    for (uint32_t start = 0; start < forest->nodes.count; start++) {
        uint32_t at = start;
        for (; at != PL_NONE && walk[at] == 0; at = up[at])
            walk[at] = start + 1;
        if (at == PL_NONE || walk[at] != start + 1)
            continue;
        const pl_forest_node *here = &forest->nodes.items[at];
        const pl_forest_node *above = &forest->nodes.items[up[at]];
        const char *name = pl_forest_text(forest, here->name);
        const char *parent = pl_forest_text(forest, above->name);
        reader->builder->facts.circles++;
        pl_reader_warn(
            reader, PL_ODD_CIRCLE, above->line,
            "Parents lead in a circle: those of \"%.*s\", the first of which "
            "is \"%.*s\", come back to it, so one of these rows cannot hold.",
            pl_text_cut(name, here->name.length, 60), name,
            pl_text_cut(parent, above->name.length, 60), parent);
    }
}

/* A child that is the parent of another tree of its owner is the same node, if
 * there is only one it could be; then the two are joined. */
static void join_edges(const trees *self, uint32_t *leaf, uint32_t *leaves,
                       uint32_t *up)
{
    pl_forest *forest = (pl_forest *)&self->forest;
    pl_builder *builder = forest->reader->builder;
    const pl_draft_keeper *keeper = builder->keeper;
    const pl_forest_node *nodes = forest->nodes.items;
    for (uint32_t k = 0; k < forest->nodes.count; k++) {
        uint32_t top = nodes[k].parent;
        if (top == PL_NONE)
            continue;
        uint32_t home = pl_forest_find_child(
            forest, nodes[k].owner, PL_NONE,
            pl_forest_text(forest, nodes[k].name), nodes[k].name.length);
        if (home == PL_NONE || home == top || nodes[top].staged == PL_NONE)
            continue;
        leaf[home] = nodes[top].staged + nodes[k].drafted;
        leaves[home]++;
        up[home] = top;
    }
    for (uint32_t k = 0; k < forest->nodes.count; k++) {
        if (leaves[k] != 1)
            up[k] = PL_NONE;
        if (leaves[k] != 1 || nodes[k].staged == PL_NONE)
            continue;
        pl_builder_join(builder, nodes[k].staged, leaf[k]);
        if (keeper != NULL && keeper->join != NULL)
            keeper->join(keeper->context, nodes[k].staged, leaf[k]);
    }
}

/* ------------------------------------------------------ levels and paths -- */

/* A name further down the row's path. */
static void step_down(trees *self, uint32_t owner, const char *name,
                      size_t length)
{
    self->node = pl_forest_child(&self->forest, owner, self->node, name, length,
                                 row_line(self));
}

/* The last level of a row that has a name. */
static size_t count_levels(const trees *self)
{
    const pl_columns *columns = self->columns;
    size_t last = columns->levels;
    while (last > 0 && is_blank(pl_rows_cell(columns->rows, self->row,
                                             columns->level[last - 1])))
        last--;
    return last;
}

/* A cell left blank before one that is not stands for the one above it, as in
 * tables whose repeated cells were merged or blanked. Where there is none
 * either, the level is missing: what follows is below the level before. */
static pleach_status add_levels(trees *self, uint32_t owner,
                                pleach_error *error)
{
    const pl_columns *columns = self->columns;
    size_t last = count_levels(self);
    for (size_t k = 0; k < last; k++) {
        pl_cell name =
            pl_rows_cell(columns->rows, self->row, columns->level[k]);
        if (is_blank(name)) {
            name = self->above[k];
        } else {
            self->above[k] = name;
            for (size_t below = k + 1; below < columns->levels; below++)
                self->above[below].length = 0;
        }
        if (name.length == 0 && k == 0)
            return fail_row(self, columns->level[k], error,
                            "This level is blank, there is nothing above it to "
                            "repeat, and a further level follows.");
        if (name.length > 0)
            step_down(self, owner, name.text, name.length);
        else if (self->gaps++ == 0)
            self->first_gap = row_line(self);
    }
    if (last == 0)
        return fail_row(self, columns->level[0], error,
                        "There is no name in this row.");
    return PLEACH_OK;
}

static void find_separator(trees *self)
{
    for (self->row = self->columns->first;
         self->row < self->columns->rows->rows.count; self->row++) {
        pl_cell path = cell(self, PL_COLUMN_PATH);
        pl_path_look(&self->signs, path.text, path.length);
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
            return fail_row(self, column, error,
                            "The path is nested deeper than 64 levels.");
        step_down(self, owner, name, size);
    }
    return depth > 0 ? PLEACH_OK
                     : fail_row(self, column, error,
                                "There is no name in this path.");
}

/* Shops put a product into several categories, between commas. */
static pleach_status add_tree_paths(trees *self, uint32_t owner,
                                    pleach_error *error)
{
    size_t size;
    pl_cell paths = cell(self, PL_COLUMN_PATH), id = cell(self, PL_COLUMN_ID);
    if (self->several && paths.length == 0)
        return PLEACH_OK; /* a product that is nowhere yet */
    for (size_t at = 0; at == 0 || at < paths.length; at += size + 1) {
        for (size = 0; at + size < paths.length; size++)
            if (self->several && paths.text[at + size] == ',')
                break;
        PL_TRY(add_tree_path(self, owner, paths.text + at, size, error));
        if (id.length > 0 && self->columns->path_ids)
            pl_forest_source_id(&self->forest, self->node, id.text, id.length);
        PL_TRY(take_extras(self, error));
    }
    return PLEACH_OK;
}

/* ------------------------------------------------------------------- ids -- */

/* Programs that count from 0 have a node of an id that means "no parent"
 * elsewhere. Such ids are known before the first row asks for one. */
static void find_doubtful_ids(trees *self)
{
    for (self->row = self->columns->first;
         self->row < self->columns->rows->rows.count; self->row++) {
        pl_cell id = cell(self, PL_COLUMN_ID);
        if (id.length > 0 && pl_columns_no_parent(id))
            (void)pl_forest_by_id(&self->forest, find_owner(self), id.text,
                                  id.length);
    }
}

/* A top that names itself as its parent by such an id is one, too. */
static bool says_no_parent(trees *self, uint32_t owner, pl_cell id)
{
    if (!pl_columns_no_parent(id))
        return false;
    uint32_t known = id.length == 0 ? PL_NONE
                                    : pl_forest_find_id(&self->forest, owner,
                                                        id.text, id.length);
    return known == PL_NONE || known == self->node;
}

/* Links the row's node to its parent, which may come later. */
static void link_parent(trees *self, uint32_t owner)
{
    pl_cell id = cell(self, PL_COLUMN_PARENT_ID);
    pl_cell name = cell(self, PL_COLUMN_PARENT);
    if (says_no_parent(self, owner, id))
        return;
    uint32_t parent = pl_forest_by_id(&self->forest, owner, id.text, id.length);
    if (parent != PL_NONE && name.length > 0 &&
        self->forest.nodes.items[parent].name.length == 0)
        pl_forest_name(&self->forest, parent, name.text, name.length);
    pl_forest_link_nodes(&self->forest, self->node, parent);
}

/* The row's own id is looked up first: others may have named it as their parent
 * already. Two rows of one id may name two parents, but not two names. */
static pleach_status add_by_id(trees *self, uint32_t owner, pleach_error *error)
{
    pl_forest *forest = &self->forest;
    pl_cell id = cell(self, PL_COLUMN_ID), name = cell(self, PL_COLUMN_CHILD);
    if (id.length == 0)
        return fail_row(self, self->columns->at[PL_COLUMN_ID], error,
                        "The id is empty.");
    if (is_blank(name))
        return fail_row(self, self->columns->at[PL_COLUMN_CHILD], error,
                        "The name is empty.");
    self->node = pl_forest_by_id(forest, owner, id.text, id.length);
    if (self->node == PL_NONE)
        return pl_fail_memory(error);
    pl_forest_node *node = &forest->nodes.items[self->node];
    pl_span known = node->name;
    pl_forest_name(forest, self->node, name.text, name.length);
    if (node->line != 0 &&
        (known.length != node->name.length ||
         memcmp(pl_forest_text(forest, known),
                pl_forest_text(forest, node->name), known.length) != 0)) {
        node->name = known;
        return fail_row(self, self->columns->at[PL_COLUMN_ID], error,
                        "A row above has this id and another name.");
    }
    if (node->line == 0)
        node->line = row_line(self);
    if (self->columns->layout == PL_LAYOUT_IDS)
        link_parent(self, owner);
    return PLEACH_OK;
}

static bool is_parted_at(const char *code, size_t at)
{
    return memchr(".-/", code[at], 3) != NULL;
}

/* Which nodes have a code below theirs behind a dot. */
static void find_dotted(trees *self, bool *dotted)
{
    for (self->row = self->columns->first;
         self->row < self->columns->rows->rows.count; self->row++) {
        pl_cell id = cell(self, PL_COLUMN_ID);
        size_t cut =
            id.length == 0 ? 0 : pl_columns_shorter_code(id.text, id.length);
        if (cut == 0 || !is_parted_at(id.text, cut))
            continue;
        uint32_t parent =
            pl_forest_find_id(&self->forest, find_owner(self), id.text, cut);
        if (parent != PL_NONE)
            dotted[parent] = true;
    }
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

static pleach_status link_codes(trees *self, pleach_error *error)
{
    pl_forest *forest = &self->forest;
    pl_reader *reader = forest->reader;
    size_t links = 0;
    bool *dotted = PL_ARENA_ARRAY(reader->arena, bool, forest->nodes.count + 1);
    PL_TRY(pl_check_memory(reader->arena, error));
    find_dotted(self, dotted);
    for (self->row = self->columns->first;
         self->row < self->columns->rows->rows.count; self->row++) {
        pl_cell id = cell(self, PL_COLUMN_ID);
        uint32_t owner = find_owner(self);
        uint32_t child = pl_forest_find_id(forest, owner, id.text, id.length);
        if (child == PL_NONE)
            continue;
        uint32_t parent =
            find_beginning(self, owner, id.text, id.length, dotted);
        if (parent == PL_NONE || parent == child)
            continue;
        pl_forest_link_nodes(forest, child, parent);
        links++;
    }
    if (links == 0 && forest->nodes.count > 1)
        return pl_reader_refuse(
            reader, 0, error,
            "This table has codes and names, but no code begins another, so "
            "that nothing is below anything. Say which column has the parents, "
            "or the paths, as in --columns name=2,parent=3 or --columns "
            "path=3.");
    return PLEACH_OK;
}

/* --------------------------------------------------------------- reading -- */

/* Spreadsheets end rows with separators: only what holds something counts. */
static pleach_status check_width(const trees *self, pleach_error *error)
{
    const pl_rows *rows = self->columns->rows;
    for (size_t k = self->columns->width; k < rows->rows.items[self->row].count;
         k++)
        if (!is_blank(pl_rows_cell(rows, self->row, k)))
            return fail_row(self, k, error,
                            "The row has more fields than the first one. Quote "
                            "a field that holds the separator.");
    return PLEACH_OK;
}

/* Checked whole before any of it is kept. */
static pleach_status add_row(trees *self, pleach_error *error)
{
    PL_TRY(check_width(self, error));
    PL_TRY(
        pl_columns_take_tags(self->columns, self->row, NULL, PL_NONE, error));
    self->node = PL_NONE;
    uint32_t owner = find_owner(self);
    if (self->columns->layout == PL_LAYOUT_PATHS)
        return add_tree_paths(self, owner, error);
    if (self->columns->layout == PL_LAYOUT_LEVELS)
        PL_TRY(add_levels(self, owner, error));
    else if (self->columns->layout == PL_LAYOUT_EDGES)
        PL_TRY(add_edge(self, owner, error));
    else
        PL_TRY(add_by_id(self, owner, error));
    return take_extras(self, error);
}

static pleach_status finish_rows(trees *self, pleach_error *error)
{
    pl_forest *forest = &self->forest;
    pl_layout layout = self->columns->layout;
    size_t count = forest->nodes.count + 1;
    pl_arena *arena = forest->reader->arena;
    bool edges = layout == PL_LAYOUT_EDGES;
    if (self->gaps > 0)
        pl_reader_warn(forest->reader, PL_ODD_PASSED, self->first_gap,
                       "Levels left blank before one that is not: %" PRIu64
                       ". That is put below the level before.",
                       self->gaps);
    if (layout == PL_LAYOUT_CODES)
        PL_TRY(link_codes(self, error));
    pl_forest_drop_nameless(forest);
    forest->circles_are_errors = !self->columns->rows->linked;
    forest->shares_lines = edges;
    forest->keys_are_ids = layout == PL_LAYOUT_IDS || layout == PL_LAYOUT_CODES;
    PL_TRY(pl_forest_finish(forest, error));
    uint32_t *leaf = PL_ARENA_ARRAY(arena, uint32_t, edges ? count : 1);
    uint32_t *leaves = PL_ARENA_ARRAY(arena, uint32_t, edges ? count : 1);
    uint32_t *up = PL_ARENA_ARRAY(arena, uint32_t, edges ? count : 1);
    uint32_t *walk = PL_ARENA_ARRAY(arena, uint32_t, edges ? count : 1);
    PL_TRY(pl_check_memory(arena, error));
    if (edges) {
        join_edges(self, leaf, leaves, up);
        tell_edge_circles(self, up, walk);
    }
    return PLEACH_OK;
}

/* A bad row is settled by itself, so that skipping it loses no other. */
pleach_status pl_columns_read_trees(const pl_columns *columns,
                                    pleach_error *error)
{
    trees self = {.columns = columns};
    const pl_rows *rows = columns->rows;
    pl_forest_open(&self.forest, rows->reader);
    PL_TRY(pl_check_memory(rows->reader->arena, error));
    if (columns->layout == PL_LAYOUT_PATHS)
        find_separator(&self);
    if (columns->layout == PL_LAYOUT_IDS)
        find_doubtful_ids(&self);
    self.several = pl_columns_called(columns, PL_COLUMN_PATH,
                                     " categories productcategories ");
    for (self.row = columns->first; self.row < rows->rows.count; self.row++) {
        pleach_error failure;
        pleach_status status = add_row(&self, &failure);
        PL_TRY(pl_reader_settle(rows->reader, status, &failure, error));
    }
    return finish_rows(&self, error);
}
