/* columns.c: decides how a table is read: by its header, by what the caller
 * says about the columns, or by their number. */
/* SPDX-License-Identifier: MIT */
#include "read/columns.h"

#include "base/text.h"

void pl_columns_clear(pl_columns *self)
{
    for (size_t c = 0; c < PL_COLUMNS; c++)
        self->at[c] = PL_NO_COLUMN;
}

/* The first that has all its columns. Products name their categories by path; a
 * parent beside that is another product. */
pl_layout pl_columns_judge(const pl_columns *self)
{
    bool child = pl_columns_has(self, PL_COLUMN_CHILD);
    bool id = pl_columns_has(self, PL_COLUMN_ID);
    if (self->levels >= 2)
        return PL_LAYOUT_LEVELS;
    if (pl_columns_has(self, PL_COLUMN_PARENT_ID) && id && child)
        return PL_LAYOUT_IDS;
    if (pl_columns_called(self, PL_COLUMN_PATH, pl_shop_paths))
        return PL_LAYOUT_PATHS;
    if (pl_columns_has(self, PL_COLUMN_PARENT) && child)
        return PL_LAYOUT_EDGES;
    if (pl_columns_has(self, PL_COLUMN_PATH))
        return PL_LAYOUT_PATHS;
    return id && child ? PL_LAYOUT_CODES : PL_LAYOUT_NONE;
}

/* ------------------------------------------------------------ the caller -- */

static const char *const roles[PL_COLUMNS] = {
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
    for (size_t k = 0; k < pl_rows_width(self->rows); k++)
        if (pl_cells_are_same(pl_rows_cell(self->rows, 0, k),
                              (pl_cell){text, length}))
            return k;
    return PL_NO_COLUMN;
}

/* "child" is an older word for the column that holds the node itself, and stays
 * understood. PL_COLUMNS: it is none of these. */
static pl_column find_callers_role(const char *role, size_t length)
{
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (pl_text_is_word(role, length, roles[c]))
            return (pl_column)c;
    return pl_text_is_word(role, length, "child") ? PL_COLUMN_CHILD
                                                  : PL_COLUMNS;
}

/* The number of "level12"; -1: it is no level. */
static int find_callers_level(const char *role, size_t length)
{
    enum { BEFORE = sizeof "level" - 1 };
    int number = 0;
    if (length <= BEFORE || length > BEFORE + 2 ||
        !pl_text_is_word(role, BEFORE, "level"))
        return -1;
    for (size_t k = BEFORE; k < length; k++) {
        if (role[k] < '0' || role[k] > '9')
            return -1;
        number = 10 * number + role[k] - '0';
    }
    return number;
}

/* The columns that there are, as far as a sentence has room for them. */
static pleach_status fail_missing_column(const pl_columns *self,
                                         const char *name, size_t length,
                                         pleach_error *error)
{
    PL_SCRATCH(scratch);
    const char *list = "";
    double number;
    if (pl_text_number(name, length, &number))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no column %.*s: this table has %zu.",
                       pl_text_cut(name, length, 20), name, self->width);
    for (size_t k = 0; k < pl_rows_width(self->rows) && strlen(list) < 150;
         k++) {
        pl_cell cell = pl_rows_cell(self->rows, 0, k);
        list =
            pl_arena_print(scratch, "%s%s\"%.*s\"", list, k > 0 ? ", " : "",
                           pl_text_cut(cell.text, cell.length, 40), cell.text);
    }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no column \"%.*s\". There are %.*s%s.",
                   pl_text_cut(name, length, 40), name,
                   pl_text_cut(list, strlen(list), 150), list,
                   strlen(list) > 150 ? " ..." : "");
}

/* One ROLE=COLUMN. Levels count by their numbers. */
static pleach_status take_callers_column(pl_columns *self, size_t *levels,
                                         const char *part, size_t length,
                                         pleach_error *error)
{
    const char *equals = memchr(part, '=', length);
    size_t role = equals == NULL ? length : (size_t)(equals - part);
    pl_column c = find_callers_role(part, role);
    int level = find_callers_level(part, role);
    int shown = pl_text_cut(part, length, 60);
    if (role + 1 >= length ||
        (c == PL_COLUMNS && (level < 0 || level >= PL_DEEPEST)))
        return pl_fail(
            error, PLEACH_BAD_USAGE,
            "\"%.*s\" does not say what a column is. Write ROLE=COLUMN,..., "
            "with roles of name, parent, id, parent_id, path, level1, level2, "
            "..., owner, tags, altlabels, description, and columns by number "
            "or name in the first row.",
            shown, part);
    size_t column = find_meant(self, equals + 1, length - role - 1);
    self->missing = column == PL_NO_COLUMN;
    if (self->missing)
        return fail_missing_column(self, equals + 1, length - role - 1, error);
    size_t *at = c < PL_COLUMNS ? &self->at[c] : &levels[level];
    if (*at != PL_NO_COLUMN)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "\"%.*s\" gives a role to a second column. Say it of "
                       "one; of several levels each has its own number.",
                       shown, part);
    *at = column;
    return PLEACH_OK;
}

/* Columns by number leave open whether there is a header: there is one if it
 * can be understood. */
static pleach_status take_callers(pl_columns *self, const char *text,
                                  pleach_error *error)
{
    size_t levels[PL_DEEPEST];
    pl_columns_read_header(self);
    self->first = self->rows->named || self->layout != PL_LAYOUT_NONE;
    for (size_t k = 0; k < self->rows->rows.count; k++)
        if (self->rows->rows.items[k].count > self->width)
            self->width = self->rows->rows.items[k].count;
    self->levels = 0;
    self->joined = false;
    pl_columns_clear(self);
    for (size_t k = 0; k < PL_DEEPEST; k++)
        levels[k] = PL_NO_COLUMN;
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        PL_TRY(take_callers_column(self, levels, text, length, error));
        text += length + (text[length] == ',');
    }
    for (size_t k = 0; k < PL_DEEPEST; k++)
        if (levels[k] != PL_NO_COLUMN)
            self->level[self->levels++] = levels[k];
    self->layout = pl_columns_judge(self);
    if (self->layout == PL_LAYOUT_NONE)
        return pl_fail(
            error, PLEACH_BAD_USAGE,
            "These columns make no tree: name and parent, id with name and "
            "parent_id, path, or level1 and level2 are needed.");
    return PLEACH_OK;
}

/* What the caller says is said of all inputs: a table that has no such columns,
 * beside others, goes by its header where that is understood. */
static pleach_status obey_callers(pl_columns *self, pleach_error *error)
{
    pl_reader *reader = self->rows->reader;
    pleach_error missing = {0};
    pleach_status status = take_callers(self, reader->columns, &missing);
    reader->columns_found |= status == PLEACH_OK;
    reader->columns_missing |= status != PLEACH_OK;
    bool other = status != PLEACH_OK && reader->several && self->missing;
    if (other) {
        *self = (pl_columns){.rows = self->rows};
        pl_columns_read_header(self);
        other = self->layout != PL_LAYOUT_NONE;
    }
    if (other)
        pl_reader_tell(reader,
                       "%s This table is read by its header, not by --columns.",
                       missing.sentence);
    else if (status != PLEACH_OK && error != NULL)
        *error = missing;
    return other ? PLEACH_OK : status;
}

/* --------------------------------------------------------------- parents -- */

/* "parent" may hold ids: it does if a row has one of them as its id. */
static bool parents_are_ids(const pl_columns *self)
{
    pl_reader *reader = self->rows->reader;
    pl_strings *ids = pl_strings_in(reader->arena);
    size_t found = 0, given = 0;
    if (ids == NULL)
        return false;
    for (size_t k = self->first; k < self->rows->rows.count; k++) {
        pl_cell id = pl_columns_cell(self, k, PL_COLUMN_ID);
        pl_reader_note(reader, ids, id.text, id.length);
    }
    for (size_t k = self->first; k < self->rows->rows.count; k++) {
        pl_cell id = pl_columns_cell(self, k, PL_COLUMN_PARENT);
        bool known = id.length > 0 &&
                     pl_strings_find(ids, id.text, id.length) != PL_NONE;
        given += known || !pl_columns_no_parent(id);
        found += known;
    }
    return found > 0 && 2 * found >= given;
}

void pl_columns_settle_parents(pl_columns *self)
{
    if (self->layout != PL_LAYOUT_EDGES ||
        !pl_columns_has(self, PL_COLUMN_ID) || !parents_are_ids(self))
        return;
    self->layout = PL_LAYOUT_IDS;
    self->at[PL_COLUMN_PARENT_ID] = self->at[PL_COLUMN_PARENT];
    self->at[PL_COLUMN_PARENT] = PL_NO_COLUMN;
}

/* --------------------------------------------------------------- telling -- */

/* Which roles a layout makes something of, a bit for each. */
#define ROLE(c) (1u << PL_COLUMN_##c)
enum {
    ANYWHERE = ROLE(OWNER) | ROLE(TAGS) | ROLE(ALTS) | ROLE(DESCRIPTION),
    BY_ID = ANYWHERE | ROLE(CHILD) | ROLE(ID)
};
static const struct {
    const char *what;
    unsigned roles;
} layouts[] = {
    [PL_LAYOUT_EDGES] = {"parents and children", BY_ID | ROLE(PARENT)},
    [PL_LAYOUT_LEVELS] = {"levels", ANYWHERE},
    [PL_LAYOUT_PATHS] = {"paths", ANYWHERE | ROLE(PATH)},
    [PL_LAYOUT_IDS] = {"ids with parents' ids",
                       BY_ID | ROLE(PARENT) | ROLE(PARENT_ID)},
    [PL_LAYOUT_CODES] = {"codes of which a parent's begins its children's",
                         BY_ID},
};

static bool is_level(const pl_columns *self, size_t column)
{
    for (size_t k = 0; k < self->levels; k++)
        if (self->level[k] == column ||
            (self->joined && self->level_id[k] == column))
            return true;
    return self->joined && self->code == column;
}

static bool has_role(const pl_columns *self, size_t column, pl_column c)
{
    bool known = (layouts[self->layout].roles & 1u << c) ||
                 (c == PL_COLUMN_ID && self->path_ids);
    return self->at[c] == column && known && !is_level(self, column);
}

/* Whether a row has a path and, beside it, the name of something that is no
 * step of it. */
static bool names_products(const pl_columns *self)
{
    if (self->layout != PL_LAYOUT_PATHS ||
        !pl_columns_has(self, PL_COLUMN_CHILD))
        return false;
    for (size_t k = self->first; k < self->rows->rows.count; k++) {
        pl_cell path = pl_columns_cell(self, k, PL_COLUMN_PATH);
        pl_cell name = pl_columns_cell(self, k, PL_COLUMN_CHILD);
        if (name.length > path.length ||
            memcmp(path.text + path.length - name.length, name.text,
                   name.length) != 0)
            return true;
    }
    return false;
}

/* Whether the ids of a table of paths are those of what the paths lead to: so
 * many rows of one path, or columns called as shops do, are of products. */
static bool has_path_ids(const pl_columns *self)
{
    PL_SCRATCH(scratch);
    pl_strings *paths = pl_strings_in(scratch);
    if (self->layout != PL_LAYOUT_PATHS || self->products ||
        !pl_columns_has(self, PL_COLUMN_ID) || paths == NULL ||
        pl_columns_called(self, PL_COLUMN_PATH, pl_shop_paths))
        return false;
    for (size_t k = self->first; k < self->rows->rows.count; k++) {
        pl_cell path = pl_columns_cell(self, k, PL_COLUMN_PATH);
        uint32_t known = pl_strings_count(paths);
        if (path.length > 0 && pl_reader_note(self->rows->reader, paths,
                                              path.text, path.length) < known)
            return false;
    }
    return true;
}

/* What has no role is carried by nodes. A name that is the last step of a path
 * says nothing. */
static void find_carried(pl_columns *self)
{
    self->products = names_products(self);
    self->path_ids = has_path_ids(self);
    self->carried =
        PL_ARENA_ARRAY(self->rows->reader->arena, bool, self->width);
    for (size_t k = 0; self->carried != NULL && k < self->width; k++) {
        self->carried[k] = !is_level(self, k) &&
                           (self->layout != PL_LAYOUT_PATHS || self->products ||
                            k != self->at[PL_COLUMN_CHILD]);
        for (size_t c = 0; c < PL_COLUMNS; c++)
            self->carried[k] &= !has_role(self, k, (pl_column)c);
    }
}

/* ` Carried along: "sku", "link" and 2 others.`; "": nothing is. */
static const char *list_carried(const pl_columns *self, pl_arena *arena)
{
    enum { SHOWN = 5, LONGEST = 24 };
    const char *list = "";
    size_t count = 0;
    for (size_t k = 0; k < self->width; k++) {
        pl_cell title = pl_rows_cell(self->rows, 0, k);
        if (self->carried[k] && count++ < SHOWN)
            list = pl_arena_print(
                arena, "%s%s\"%.*s\"", list,
                count == 1 ? " Carried along: " : ", ",
                pl_text_cut(title.text, title.length, LONGEST), title.text);
    }
    return count > SHOWN ? pl_arena_print(arena, "%s and %zu others.", list,
                                          count - SHOWN)
           : count > 0   ? pl_arena_print(arena, "%s.", list)
                         : "";
}

/* One line that says what was taken for what. Of parents and children that are
 * called so there is nothing to say. */
static void tell_columns(const pl_columns *self)
{
    PL_SCRATCH(scratch);
    const char *list = "", *carried = list_carried(self, scratch);
    for (size_t c = 0; c < PL_COLUMNS; c++)
        if (pl_columns_has(self, (pl_column)c) &&
            has_role(self, self->at[c], (pl_column)c))
            list = pl_arena_print(scratch, "%s%s%s in column %zu", list,
                                  *list == '\0' ? "" : ", ", roles[c],
                                  self->at[c] + 1);
    for (size_t k = 0; k < self->levels; k++)
        list = pl_arena_print(scratch, "%s%slevel %zu in column %zu", list,
                              *list == '\0' ? "" : ", ", k + 1,
                              self->level[k] + 1);
    if (self->layout != PL_LAYOUT_EDGES || self->first == 0 ||
        *carried != '\0' ||
        !pl_columns_called(self, PL_COLUMN_PARENT, " parent "))
        pl_reader_tell(self->rows->reader, "Read as a table of %s: %s.%s%s",
                       self->joined
                           ? "addresses, one of several that are joined"
                           : layouts[self->layout].what,
                       list, carried, pl_columns_doubt_first(self, scratch));
}

/* --------------------------------------------------------------- reading -- */

/* Spreadsheets have rows that hold nothing, between others and at the end. */
static void drop_empty_rows(pl_rows *rows)
{
    size_t kept = 0, all = rows->rows.count;
    for (size_t row = 0; row < all; row++) {
        bool empty = true;
        for (size_t k = 0; k < rows->rows.items[row].count && empty; k++) {
            pl_cell cell = pl_rows_cell(rows, row, k);
            empty = pl_text_is_blank(cell.text, cell.length);
        }
        if (!empty)
            rows->rows.items[kept++] = rows->rows.items[row];
    }
    rows->rows.count = kept;
    if (kept < all)
        pl_reader_tell(
            rows->reader,
            "Rows whose cells are all empty, which are passed over: %zu.",
            all - kept);
}

/* By what the caller says, by the header, or by what the rows look like. */
pleach_status pl_rows_read(pl_rows *rows, pleach_error *error)
{
    pl_columns self = {.rows = rows};
    PL_TRY(pl_check_memory(rows->reader->arena, error));
    drop_empty_rows(rows);
    if (rows->rows.count == 0)
        return PLEACH_OK;
    if (rows->reader->columns != NULL) {
        PL_TRY(obey_callers(&self, error));
    } else {
        pl_columns_read_header(&self);
        if (self.layout == PL_LAYOUT_NONE)
            PL_TRY(pl_columns_place_unknown(&self, error));
    }
    pl_columns_settle_parents(&self);
    if (self.layout == PL_LAYOUT_EDGES &&
        pl_columns_hold_numbers(rows, self.at[PL_COLUMN_PARENT]) &&
        pl_columns_hold_numbers(rows, self.at[PL_COLUMN_CHILD]))
        return pl_columns_fail_numbers(rows, error);
    find_carried(&self);
    PL_TRY(pl_check_memory(rows->reader->arena, error));
    tell_columns(&self);
    return self.joined ? pl_joined_read(&self, error)
                       : pl_columns_read_trees(&self, error);
}
