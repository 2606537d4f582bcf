/* values_rows.c: what of a document is a table: pairs, paths, or records.
 *
 * A record is a row, or several if it has several parents; texts that it lists
 * below itself are rows of their own. */
/* SPDX-License-Identifier: MIT */

#include "read/columns.h"
#include "read/nested_words.h"
#include "read/values.h"

/* More keys than a table has columns: then these are names. */
enum { MOST_KEYS = 256 };

/* What a record has in a column. */
typedef struct cell_field {
    uint32_t value;   /* PL_NONE: nothing */
    uint32_t parents; /* texts of a list of parents; 0: it is none */
} cell_field;

typedef struct records {
    pl_values *values;
    pl_rows *rows;
    PL_LIST(uint32_t) maps;
    PL_LIST(pl_span) keys;      /* of the columns */
    PL_LIST(cell_field) fields; /* of a record, by column */
    PL_LIST(char) joined;
    pl_columns columns; /* what they are */
    bool lists;         /* texts below a record */
    bool known_lists;   /* ... in a field whose key says so */
} records;

static records open_records(pl_values *values, pl_rows *rows)
{
    pl_arena *arena = rows->reader->arena;
    return (records){.values = values,
                     .rows = rows,
                     .maps = {.arena = arena},
                     .keys = {.arena = arena},
                     .fields = {.arena = arena},
                     .joined = {.arena = arena}};
}

static pl_cell cell_of(const records *self, pl_span span)
{
    return (pl_cell){pl_values_text(self->values, span), span.length};
}

/* The text of a value; of PL_NONE, and of what is no text, nothing. */
static pl_cell text_of(const records *self, uint32_t v)
{
    if (v == PL_NONE || (!pl_values_is_text(self->values, v) &&
                         pl_values_at(self->values, v)->kind != PL_VALUE_TRUTH))
        return (pl_cell){"", 0};
    return cell_of(self, pl_values_at(self->values, v)->text);
}

static void add_cell_text(records *self, pl_cell cell)
{
    pl_rows_add(self->rows, cell.text, cell.length);
}

static uint64_t line_of(const records *self, uint32_t v)
{
    return pl_values_at(self->values, v)->line;
}

/* ---------------------------------------------------------------- fields -- */

/* Nothing but texts, at least one. */
static bool lists_only_texts(const records *self, uint32_t list)
{
    PL_EACH_VALUE (self->values, v, list)
        if (!pl_values_is_text(self->values, v))
            return false;
    return pl_values_at(self->values, list)->kind == PL_VALUE_LIST &&
           list + 1 < pl_values_at(self->values, list)->end;
}

static bool is_named(const records *self, uint32_t v, const char *words)
{
    return pl_values_find_key(self->values, v, words) >= 0;
}

static bool holds_parents(const records *self, uint32_t v)
{
    static const char words[] = " parent parents parentid parentids broader ";
    return lists_only_texts(self, v) && is_named(self, v, words);
}

static bool holds_path(const records *self, uint32_t v)
{
    static const char words[] = " path breadcrumb breadcrumbs categorypath ";
    return lists_only_texts(self, v) && is_named(self, v, words);
}

/* Lists of maps with ids are said by the records that have them, and what is
 * called a parent is no attribute. */
static bool repeats_records(const records *self, uint32_t v)
{
    static const char above[] = " broader category ";
    if (is_named(self, v, pl_nested_places) || is_named(self, v, above))
        return true;
    if (v + 1 < pl_values_at(self->values, v)->end &&
        pl_values_at(self->values, v + 1)->kind == PL_VALUE_MAP)
        return pl_nested_id(self->values, v + 1) != PL_NONE;
    return false;
}

static bool is_joined(const records *self, uint32_t v)
{
    return holds_path(self, v) || is_named(self, v, PL_WORDS_TAGS) ||
           is_named(self, v, PL_WORDS_ALTS);
}

/* Where lists are called children, those called otherwise are none. */
static bool lists_below(const records *self, uint32_t v)
{
    return lists_only_texts(self, v) && !holds_parents(self, v) &&
           !is_joined(self, v) &&
           (is_named(self, v, pl_nested_children) ||
            (!self->known_lists && pl_nested_lists_texts(self->values, v)));
}

/* Whether a field has a place in a row. */
static bool is_cell(const records *self, uint32_t v)
{
    return !pl_values_holds_more(self->values, v) || holds_parents(self, v) ||
           is_joined(self, v) ||
           (!lists_below(self, v) && !repeats_records(self, v));
}

/* ---------------------------------------------------------------- header -- */

/* The column of a field, most likely the one behind the last. */
static size_t find_key(const records *self, uint32_t v, size_t guess)
{
    pl_cell key = cell_of(self, pl_values_at(self->values, v)->key);
    for (size_t k = 0; k < self->keys.count; k++) {
        size_t column = (guess + k) % self->keys.count;
        if (pl_cells_are_same(cell_of(self, self->keys.items[column]), key))
            return column;
    }
    return PL_NO_COLUMN;
}

/* Columns are called as if each held one. */
static void add_key(records *self, uint32_t v)
{
    pl_span key = pl_values_at(self->values, v)->key;
    pl_list_add(&self->keys, key);
    pl_list_add(&self->fields, ((cell_field){PL_NONE, 0}));
    bool parents = holds_parents(self, v);
    if (parents && pl_values_key_is(self->values, v, " parents "))
        pl_rows_add(self->rows, "parent", 6);
    else if (parents && pl_values_key_is(self->values, v, " parentids "))
        pl_rows_add(self->rows, "parent_id", 9);
    else
        add_cell_text(self, cell_of(self, key));
}

static void add_keys(records *self, uint32_t map)
{
    size_t column = 0;
    PL_EACH_VALUE (self->values, v, map) {
        self->lists |= lists_below(self, v);
        if (!is_cell(self, v) || self->keys.count > MOST_KEYS)
            continue;
        column = find_key(self, v, column);
        if (column == PL_NO_COLUMN)
            add_key(self, v);
        column = column == PL_NO_COLUMN ? 0 : column + 1;
    }
}

static void judge_header(records *self)
{
    self->columns = (pl_columns){.rows = self->rows};
    pl_columns_read_header(&self->columns);
}

/* A column that no record has, for what they list. */
static void add_column(records *self, const char *name)
{
    pl_rows_add(self->rows, name, strlen(name));
    judge_header(self);
}

/* A level below those that there are, called as they are. */
static void add_lowest(records *self)
{
    size_t levels = self->columns.levels;
    add_column(self, "item");
    if (self->columns.levels > levels)
        return;
    self->rows->cells.count--;
    self->rows->rows.items[0].count--;
    add_column(self, "level99");
}

/* Whether a record says nothing of itself but whose children it lists. */
static bool are_heads(const records *self)
{
    char word[PL_KEYWORD_BYTES];
    for (size_t k = 0; k < self->keys.count; k++) {
        pl_columns_word(self->rows, k, word);
        if (*word != '\0' &&
            pl_text_is_among(pl_nested_names, word, strlen(word)))
            return false;
    }
    return self->lists && self->columns.layout == PL_LAYOUT_NONE &&
           pl_columns_has(&self->columns, PL_COLUMN_PARENT);
}

/* Whether the rows can say what records list below themselves. A category
 * beside a text may be the name itself. */
static bool has_place_below(const records *self)
{
    const pl_columns *columns = &self->columns;
    if (columns->layout == PL_LAYOUT_EDGES)
        return !pl_columns_called(columns, PL_COLUMN_PARENT, " category ") ||
               pl_columns_called(columns, PL_COLUMN_CHILD,
                                 " name title label ");
    return columns->layout == PL_LAYOUT_LEVELS ||
           columns->layout == PL_LAYOUT_IDS;
}

/* Whether the keys of all records are those of a table. */
static bool make_header(records *self)
{
    if (self->maps.count == 0)
        return false;
    pl_rows_begin(self->rows, line_of(self, self->maps.items[0]));
    for (size_t k = 0; k < self->maps.count; k++)
        add_keys(self, self->maps.items[k]);
    if (self->keys.count == 0 || self->keys.count > MOST_KEYS ||
        pl_rows_width(self->rows) < self->keys.count)
        return false;
    judge_header(self);
    if (are_heads(self))
        add_column(self, "child");
    if (self->columns.layout == PL_LAYOUT_NONE ||
        self->columns.layout == PL_LAYOUT_CODES ||
        (self->lists && !has_place_below(self)))
        return false;
    if (self->lists && self->columns.layout == PL_LAYOUT_LEVELS)
        add_lowest(self);
    return true;
}

/* ------------------------------------------------------------------ rows -- */

static void take_record(records *self, uint32_t map)
{
    size_t column = 0;
    for (size_t k = 0; k < self->fields.count; k++)
        self->fields.items[k] = (cell_field){PL_NONE, 0};
    PL_EACH_VALUE (self->values, v, map) {
        if (!is_cell(self, v))
            continue;
        column = find_key(self, v, column);
        uint32_t held = pl_values_at(self->values, v)->end - v - 1;
        if (column < self->fields.count)
            self->fields.items[column++] =
                (cell_field){v, holds_parents(self, v) ? held : 0};
    }
}

/* The record's field in a column; PL_NONE: it has none. */
static uint32_t field_at(const records *self, size_t column)
{
    return column < self->fields.count ? self->fields.items[column].value
                                       : PL_NONE;
}

static void append_joined(records *self, pl_cell text)
{
    if (!pl_list_room(&self->joined, text.length + 1))
        return;
    memcpy(self->joined.items + self->joined.count, text.text, text.length);
    self->joined.count += text.length;
}

static pl_cell joined_cell(const records *self)
{
    return (pl_cell){self->joined.count == 0 ? "" : self->joined.items,
                     self->joined.count};
}

/* "a;b", "a:2;b:1" or "A > B". */
static void add_joined(records *self, uint32_t field)
{
    pl_cell between =
        holds_path(self, field) ? (pl_cell){" > ", 3} : (pl_cell){";", 1};
    self->joined.count = 0;
    PL_EACH_VALUE (self->values, v, field)
        if (pl_values_is_text(self->values, v)) {
            if (self->joined.count > 0)
                append_joined(self, between);
            if (pl_values_at(self->values, field)->kind == PL_VALUE_MAP) {
                append_joined(
                    self, cell_of(self, pl_values_at(self->values, v)->key));
                append_joined(self, (pl_cell){":", 1});
            }
            append_joined(self, text_of(self, v));
        }
    add_cell_text(self, joined_cell(self));
}

static void append_attribute(void *context, const char *property,
                             const char *text, size_t length)
{
    records *self = context;
    (void)property;
    if (self->joined.count > 0)
        append_joined(self, (pl_cell){"; ", 2});
    append_joined(self, (pl_cell){text, length});
}

/* The cell of a column; of several parents the one that is `which`, where
 * there are so many. */
static void add_cell(records *self, size_t column, uint32_t which)
{
    uint32_t v = field_at(self, column);
    uint32_t there =
        column < self->fields.count ? self->fields.items[column].parents : 0;
    if (there > 0) {
        add_cell_text(self,
                      text_of(self, which < there ? v + 1 + which : v + 1));
    } else if (v != PL_NONE && is_joined(self, v) &&
               pl_values_holds_more(self->values, v)) {
        add_joined(self, v);
    } else if (v != PL_NONE && pl_values_holds_more(self->values, v)) {
        self->joined.count = 0;
        pl_values_carry(self->values, v, append_attribute, self);
        add_cell_text(self, joined_cell(self));
    } else {
        add_cell_text(self, text_of(self, v));
    }
}

/* Whether a column says which node a row is about, and not what it is like. */
static bool says_which(const records *self, size_t column)
{
    for (pl_column c = 0; c < PL_COLUMN_DESCRIPTION; c++)
        if (self->columns.at[c] == column)
            return true;
    return false;
}

/* A row for each parent, at least one. What else the record says is in the
 * first. */
static void add_record_rows(records *self, uint32_t map)
{
    uint32_t parents = 1;
    take_record(self, map);
    for (size_t k = 0; k < self->fields.count; k++)
        if (parents < self->fields.items[k].parents)
            parents = self->fields.items[k].parents;
    for (uint32_t which = 0; which < parents; which++) {
        pl_rows_begin(self->rows, line_of(self, map));
        for (size_t k = 0; k < pl_rows_width(self->rows); k++)
            if (which == 0 || says_which(self, k))
                add_cell(self, k, which);
            else
                pl_rows_add(self->rows, "", 0);
    }
}

/* ----------------------------------------------------------------- below -- */

/* The level below the last that a record has. */
static size_t find_level_below(const records *self)
{
    const pl_columns *columns = &self->columns;
    size_t below = 0;
    for (size_t k = 0; k < columns->levels; k++)
        if (text_of(self, field_at(self, columns->level[k])).length > 0)
            below = k + 1;
    return below < columns->levels ? columns->level[below] : PL_NO_COLUMN;
}

/* The column with the name of whatever a record lists texts below: its own or,
 * where it has none, its parent's. */
static size_t find_name_above(const records *self)
{
    size_t own = self->columns.at[PL_COLUMN_CHILD];
    return text_of(self, field_at(self, own)).length > 0
               ? own
               : self->columns.at[PL_COLUMN_PARENT];
}

/* Which cell of the record is in a column of a row about a text below it;
 * PL_NO_COLUMN: none, and the text itself if *own. */
static size_t find_cell_below(const records *self, size_t column, bool *own)
{
    const size_t *at = self->columns.at;
    bool ids = self->columns.layout == PL_LAYOUT_IDS;
    if (self->columns.layout == PL_LAYOUT_LEVELS) {
        *own = column == find_level_below(self);
        for (size_t k = 0; k < self->columns.levels; k++)
            if (self->columns.level[k] == column)
                return column;
    } else {
        *own = column == at[PL_COLUMN_CHILD] ||
               (ids && column == at[PL_COLUMN_ID]);
        if (column == at[ids ? PL_COLUMN_PARENT_ID : PL_COLUMN_PARENT])
            return ids ? at[PL_COLUMN_ID] : find_name_above(self);
    }
    return column == at[PL_COLUMN_OWNER] ? column : PL_NO_COLUMN;
}

static void add_row_below(records *self, uint32_t v)
{
    pl_rows_begin(self->rows, line_of(self, v));
    for (size_t k = 0; k < pl_rows_width(self->rows); k++) {
        bool own = false;
        size_t cell = find_cell_below(self, k, &own);
        if (own)
            add_cell_text(self, text_of(self, v));
        else
            add_cell(self, cell, 0);
    }
}

/* What tells a row from others: an id, or a parent and its child. */
static pl_cell join_said(records *self, pl_cell above, pl_cell text)
{
    self->joined.count = 0;
    append_joined(self, above);
    append_joined(self, (pl_cell){"\n", 1});
    append_joined(self, text);
    return joined_cell(self);
}

/* Rows that records have made already say the same once more. */
static void add_rows_below(records *self, uint32_t list, const pl_strings *said)
{
    pl_cell above = {"", 0};
    if (self->columns.layout == PL_LAYOUT_EDGES)
        above = text_of(self, field_at(self, find_name_above(self)));
    PL_EACH_VALUE (self->values, v, list) {
        pl_cell key = join_said(self, above, text_of(self, v));
        if (pl_strings_find(said, key.text, key.length) == PL_NONE)
            add_row_below(self, v);
    }
}

static void add_all_below(records *self, uint32_t map, const pl_strings *said)
{
    take_record(self, map);
    PL_EACH_VALUE (self->values, v, map)
        if (lists_below(self, v))
            add_rows_below(self, v, said);
}

/* What the rows of records say, where lists may repeat it. */
static void list_said(records *self, pl_strings *said)
{
    const pl_columns *columns = &self->columns;
    bool edges = columns->layout == PL_LAYOUT_EDGES;
    bool ids = columns->layout == PL_LAYOUT_IDS;
    for (size_t k = 1; (edges || ids) && k < self->rows->rows.count; k++) {
        pl_cell key =
            join_said(self,
                      edges ? pl_columns_cell(columns, k, PL_COLUMN_PARENT)
                            : (pl_cell){"", 0},
                      pl_columns_cell(columns, k,
                                      edges ? PL_COLUMN_CHILD : PL_COLUMN_ID));
        pl_reader_note(self->rows->reader, said, key.text, key.length);
    }
}

/* If the keys are none that we know, this is no table and nothing is left of
 * it. */
static void fill_rows(records *self)
{
    for (size_t k = 0; k < self->maps.count; k++)
        PL_EACH_VALUE (self->values, v, self->maps.items[k])
            self->known_lists |= lists_only_texts(self, v) &&
                                 is_named(self, v, pl_nested_children);
    pl_strings *said = pl_strings_in(self->rows->reader->arena);
    self->rows->named = said != NULL && make_header(self);
    if (!self->rows->named) {
        pl_rows_clear(self->rows);
        return;
    }
    for (size_t k = 0; k < self->maps.count; k++)
        add_record_rows(self, self->maps.items[k]);
    if (self->lists) {
        pl_columns_settle_parents(&self->columns);
        list_said(self, said);
    }
    for (size_t k = 0; k < self->maps.count; k++)
        add_all_below(self, self->maps.items[k], said);
}

/* ----------------------------------------------------------------- lists -- */

/* Texts most of which are paths: "A > B". */
static bool are_paths(const records *self, uint32_t list)
{
    size_t texts = 0, paths = 0;
    if (!lists_only_texts(self, list))
        return false;
    PL_EACH_VALUE (self->values, v, list) {
        pl_cell text = text_of(self, v);
        texts++;
        for (size_t k = 1; k + 3 < text.length; k++)
            if (strncmp(text.text + k, " > ", 3) == 0) {
                paths++;
                break;
            }
    }
    return paths > 0 && 2 * paths >= texts;
}

/* Lists of two texts each are pairs. */
static bool are_pairs(const records *self, uint32_t list)
{
    PL_EACH_VALUE (self->values, v, list)
        if (!lists_only_texts(self, v) ||
            pl_values_at(self->values, v)->end != v + 3 || are_paths(self, v))
            return false;
    return true;
}

/* Whether something below a record has fields of its own: then the nesting is
 * what counts. */
static bool has_nodes_below(const records *self, uint32_t map)
{
    PL_EACH_VALUE (self->values, v, map)
        if (pl_values_holds_more(self->values, v) &&
            v + 1 < pl_values_at(self->values, v)->end &&
            (pl_values_at(self->values, v)->kind == PL_VALUE_MAP ||
             pl_values_holds_more(self->values, v + 1)) &&
            is_named(self, v, pl_nested_children))
            return true;
    return false;
}

static void add_paths(records *self, uint32_t list)
{
    pl_rows_begin(self->rows, line_of(self, list));
    pl_rows_add(self->rows, "path", 4);
    PL_EACH_VALUE (self->values, v, list) {
        pl_rows_begin(self->rows, line_of(self, v));
        add_cell_text(self, text_of(self, v));
    }
    self->rows->named = true;
}

static void add_pairs(records *self, uint32_t list)
{
    PL_EACH_VALUE (self->values, v, list) {
        pl_rows_begin(self->rows, line_of(self, v));
        add_cell_text(self, text_of(self, v + 1));
        add_cell_text(self, text_of(self, v + 2));
    }
}

void pl_values_list_rows(pl_values *values, uint32_t list, pl_rows *rows)
{
    records self = open_records(values, rows);
    bool nested = false;
    if (pl_values_at(values, list)->kind != PL_VALUE_LIST ||
        list + 1 == pl_values_at(values, list)->end)
        return;
    if (are_paths(&self, list)) {
        add_paths(&self, list);
    } else if (are_pairs(&self, list)) {
        add_pairs(&self, list);
    } else if (pl_values_at(values, list + 1)->kind == PL_VALUE_MAP) {
        PL_EACH_VALUE (values, v, list)
            if (pl_values_at(values, v)->kind == PL_VALUE_MAP) {
                nested |= has_nodes_below(&self, v);
                pl_list_add(&self.maps, v);
            }
        if (!nested)
            fill_rows(&self);
    }
}

/* Records that link to each other stand side by side. If one lies inside of
 * another, the nesting is what counts. */
void pl_values_linked_rows(pl_values *values, pl_rows *rows)
{
    records self = open_records(values, rows);
    uint32_t end = 0; /* of the last record */
    for (uint32_t map = 0; map < values->values.count; map++) {
        bool id = false, parent = false;
        if (pl_values_at(values, map)->kind != PL_VALUE_MAP)
            continue;
        PL_EACH_VALUE (values, v, map) {
            id |= pl_values_key_is(values, v, " id ");
            parent |= pl_values_key_is(values, v, " parentid ");
        }
        if (!id || !parent)
            continue;
        if (map < end)
            return;
        end = pl_values_at(values, map)->end;
        pl_list_add(&self.maps, map);
    }
    if (self.maps.count > 1)
        fill_rows(&self);
}
