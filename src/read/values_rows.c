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
    bool lists;         /* texts or records below a record */
    pl_strings *said;   /* ids of records, or parents with their children ... */
    PL_LIST(uint32_t) sayer; /* ... and the first record that says so */
} records;

static records open_records(pl_values *values, pl_rows *rows)
{
    pl_arena *arena = rows->reader->arena;
    return (records){.values = values,
                     .rows = rows,
                     .maps = {.arena = arena},
                     .keys = {.arena = arena},
                     .fields = {.arena = arena},
                     .joined = {.arena = arena},
                     .said = pl_strings_in(arena),
                     .sayer = {.arena = arena}};
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

/* What a field that holds more than a text is to its record. */
typedef enum field_kind {
    CELL,    /* in a row, as anything that is carried */
    PARENTS, /* a list; each has a row */
    PATH,    /* a list, which is one text of a row */
    TEXTS,   /* the same, as tags are told */
    BELOW,   /* what is below the record */
    ASIDE,   /* what others say, too */
} field_kind;

/* What is called a parent is no attribute, and lists of maps with ids are said
 * by the records that have them. */
static field_kind kind_of(const records *self, uint32_t v)
{
    static const struct {
        field_kind kind;
        const char *words;
    } kinds[] = {
        {PARENTS, " parent parents parentid parentids broader "},
        {PATH, " path breadcrumb breadcrumbs categorypath "},
        {TEXTS, PL_WORDS_TAGS},
        {TEXTS, PL_WORDS_ALTS},
        {BELOW, pl_nested_children},
        {BELOW, pl_nested_id_lists},
        {ASIDE, pl_nested_places},
        {ASIDE, " broader category "},
    };
    if (!pl_values_holds_more(self->values, v))
        return CELL;
    bool list = pl_values_at(self->values, v)->kind == PL_VALUE_LIST;
    bool texts = lists_only_texts(self, v);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if ((kinds[k].kind > PATH || texts) &&
            (kinds[k].kind != BELOW || list) &&
            is_named(self, v, kinds[k].words))
            return kinds[k].kind;
    return v + 1 < pl_values_at(self->values, v)->end &&
                   pl_values_at(self->values, v + 1)->kind == PL_VALUE_MAP &&
                   pl_nested_id(self->values, v + 1) != PL_NONE
               ? ASIDE
               : CELL;
}

/* Whether a field has a place in a row. */
static bool is_cell(const records *self, uint32_t v)
{
    return kind_of(self, v) < BELOW;
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

/* Records that are linked by ids name their parents so, too. */
static void add_key(records *self, uint32_t v)
{
    pl_span key = pl_values_at(self->values, v)->key;
    pl_list_add(&self->keys, key);
    pl_list_add(&self->fields, ((cell_field){PL_NONE, 0}));
    if (self->rows->linked && is_named(self, v, " parent parents broader "))
        pl_rows_add(self->rows, "parent_id", 9);
    else
        add_cell_text(self, cell_of(self, key));
}

static void add_keys(records *self, uint32_t map)
{
    size_t column = 0;
    PL_EACH_VALUE (self->values, v, map) {
        self->lists |= kind_of(self, v) == BELOW &&
                       v + 1 < pl_values_at(self->values, v)->end;
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
    return self->columns.layout == PL_LAYOUT_NONE &&
           pl_columns_has(&self->columns, PL_COLUMN_PARENT);
}

/* Columns for what records list below themselves. A level goes on with those
 * that there are, called as they are. */
static void add_lower_columns(records *self)
{
    size_t levels = self->columns.levels;
    if (self->rows->linked &&
        !pl_columns_has(&self->columns, PL_COLUMN_PARENT_ID))
        add_column(self, "parent_id");
    else if (are_heads(self))
        add_column(self, "child");
    if (self->columns.layout != PL_LAYOUT_LEVELS)
        return;
    add_column(self, "item");
    if (self->columns.levels > levels)
        return;
    self->rows->cells.count--;
    self->rows->rows.items[0].count--;
    add_column(self, "level99");
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
    if (self->lists)
        add_lower_columns(self);
    return self->columns.layout != PL_LAYOUT_NONE &&
           self->columns.layout != PL_LAYOUT_CODES &&
           (!self->lists || self->columns.layout != PL_LAYOUT_PATHS);
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
                (cell_field){v, kind_of(self, v) == PARENTS ? held : 0};
    }
}

/* What the record has in a column, if that is a text. */
static pl_cell field_text(const records *self, size_t column)
{
    return text_of(self, column < self->fields.count
                             ? self->fields.items[column].value
                             : PL_NONE);
}

static void append_cell(records *self, pl_cell text)
{
    pl_list_add_all(&self->joined, text.text, text.length);
}

static pl_cell joined_cell(const records *self)
{
    return (pl_cell){self->joined.count == 0 ? "" : self->joined.items,
                     self->joined.count};
}

/* "a;b", "a:2;b:1" or "A > B". */
static void join_texts(records *self, uint32_t field)
{
    pl_cell between =
        kind_of(self, field) == PATH ? (pl_cell){" > ", 3} : (pl_cell){";", 1};
    PL_EACH_VALUE (self->values, v, field) {
        if (!pl_values_is_text(self->values, v))
            continue;
        if (self->joined.count > 0)
            append_cell(self, between);
        if (pl_values_at(self->values, field)->kind == PL_VALUE_MAP) {
            append_cell(self,
                        cell_of(self, pl_values_at(self->values, v)->key));
            append_cell(self, (pl_cell){":", 1});
        }
        append_cell(self, text_of(self, v));
    }
}

static void append_attribute(void *context, const char *property,
                             const char *text, size_t length)
{
    records *self = context;
    (void)property;
    if (self->joined.count > 0)
        append_cell(self, (pl_cell){"; ", 2});
    append_cell(self, (pl_cell){text, length});
}

/* The cell of a column; of several parents the one that is `which`, where
 * there are so many. */
static void add_cell(records *self, size_t column, uint32_t which)
{
    cell_field field = column < self->fields.count ? self->fields.items[column]
                                                   : (cell_field){PL_NONE, 0};
    uint32_t v = field.value;
    self->joined.count = 0;
    if (field.parents > 0)
        append_cell(
            self, text_of(self, which < field.parents ? v + 1 + which : v + 1));
    else if (v == PL_NONE || !pl_values_holds_more(self->values, v))
        append_cell(self, text_of(self, v));
    else if (kind_of(self, v) != CELL)
        join_texts(self, v);
    else
        pl_values_carry(self->values, v, append_attribute, self);
    add_cell_text(self, joined_cell(self));
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

/* The number of what a row says: an id, or a parent and its child. */
static uint32_t note_said(records *self, pl_cell above, pl_cell text)
{
    self->joined.count = 0;
    append_cell(self, above);
    append_cell(self, (pl_cell){"\n", 1});
    append_cell(self, text);
    return pl_reader_note(self->rows->reader, self->said, self->joined.items,
                          self->joined.count);
}

/* The column with the name of whatever a record lists texts below: its own or,
 * where it has none, its parent's. */
static size_t find_name_above(const records *self)
{
    size_t own = self->columns.at[PL_COLUMN_CHILD];
    return field_text(self, own).length > 0
               ? own
               : self->columns.at[PL_COLUMN_PARENT];
}

/* The level below the last that a record has. */
static size_t find_level_below(const records *self)
{
    const pl_columns *columns = &self->columns;
    size_t below = 0;
    for (size_t k = 0; k < columns->levels; k++)
        if (field_text(self, columns->level[k]).length > 0)
            below = k + 1;
    return below < columns->levels ? columns->level[below] : PL_NO_COLUMN;
}

/* What a map is called in the column of names. */
static pl_cell find_called(const records *self, uint32_t map)
{
    PL_EACH_VALUE (self->values, v, map)
        if (find_key(self, v, 0) == self->columns.at[PL_COLUMN_CHILD])
            return text_of(self, v);
    return (pl_cell){"", 0};
}

/* A row with what each column of it says; the owner is the record's. */
static void add_row_below(records *self, uint32_t v, const size_t *columns,
                          const pl_cell *cells, size_t count)
{
    bool levels = self->columns.layout == PL_LAYOUT_LEVELS;
    pl_rows_begin(self->rows, line_of(self, v));
    for (size_t k = 0; k < pl_rows_width(self->rows); k++) {
        pl_cell cell = {"", 0};
        if (k == self->columns.at[PL_COLUMN_OWNER])
            cell = field_text(self, k);
        for (size_t l = 0; levels && l < self->columns.levels; l++)
            if (self->columns.level[l] == k)
                cell = field_text(self, k);
        for (size_t c = 0; c < count; c++)
            if (columns[c] == k)
                cell = cells[c];
        add_cell_text(self, cell);
    }
}

/* What is below a record that has an id: another record, which may be a map
 * with its id, or a text that is its own. */
static void add_linked_below(records *self, uint32_t v)
{
    const size_t *at = self->columns.at;
    bool map = pl_values_at(self->values, v)->kind == PL_VALUE_MAP;
    pl_cell id = text_of(self, map ? pl_nested_id(self->values, v) : v);
    uint32_t said = note_said(self, (pl_cell){"", 0}, id);
    pl_cell name = said < self->sayer.count
                       ? find_called(self, self->sayer.items[said])
                   : map ? find_called(self, v)
                         : id;
    if (id.length > 0)
        add_row_below(self, v,
                      (size_t[]){at[PL_COLUMN_ID], at[PL_COLUMN_CHILD],
                                 at[PL_COLUMN_PARENT_ID]},
                      (pl_cell[]){id, name, field_text(self, at[PL_COLUMN_ID])},
                      3);
}

/* Rows that say the same once more are left out. */
static void add_named_below(records *self, uint32_t v)
{
    const size_t *at = self->columns.at;
    pl_cell above = field_text(self, find_name_above(self));
    uint32_t known = pl_strings_count(self->said);
    if (note_said(self, above, text_of(self, v)) >= known)
        add_row_below(self, v,
                      (size_t[]){at[PL_COLUMN_CHILD], at[PL_COLUMN_PARENT]},
                      (pl_cell[]){text_of(self, v), above}, 2);
}

static void add_all_below(records *self, uint32_t map)
{
    pl_layout layout = self->columns.layout;
    take_record(self, map);
    size_t level = find_level_below(self);
    PL_EACH_VALUE (self->values, list, map) {
        if (kind_of(self, list) != BELOW)
            continue;
        PL_EACH_VALUE (self->values, v, list)
            if (layout == PL_LAYOUT_IDS)
                add_linked_below(self, v);
            else if (layout == PL_LAYOUT_EDGES)
                add_named_below(self, v);
            else
                add_row_below(self, v, &level, (pl_cell[]){text_of(self, v)},
                              1);
    }
}

/* What the rows of records say, where lists may repeat or mention it. */
static void note_rows(records *self)
{
    const pl_columns *columns = &self->columns;
    for (size_t k = 0; k < self->maps.count; k++) {
        uint32_t known = pl_strings_count(self->said);
        take_record(self, self->maps.items[k]);
        pl_cell id = field_text(self, columns->at[PL_COLUMN_ID]);
        if (columns->layout == PL_LAYOUT_IDS &&
            note_said(self, (pl_cell){"", 0}, id) == known)
            pl_list_add(&self->sayer, self->maps.items[k]);
    }
    for (size_t k = 1; k < self->rows->rows.count; k++)
        if (columns->layout == PL_LAYOUT_EDGES)
            note_said(self, pl_columns_cell(columns, k, PL_COLUMN_PARENT),
                      pl_columns_cell(columns, k, PL_COLUMN_CHILD));
}

/* If the keys are none that we know, this is no table and nothing is left of
 * it. */
static void fill_rows(records *self)
{
    self->rows->named = self->said != NULL && make_header(self);
    if (!self->rows->named) {
        pl_rows_clear(self->rows);
        self->rows->linked = false;
        return;
    }
    for (size_t k = 0; k < self->maps.count; k++)
        add_record_rows(self, self->maps.items[k]);
    if (!self->lists)
        return;
    pl_columns_settle_parents(&self->columns);
    note_rows(self);
    for (size_t k = 0; k < self->maps.count; k++)
        add_all_below(self, self->maps.items[k]);
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
        rows->linked = pl_nested_are_linked(values, list, rows->reader, false);
        PL_EACH_VALUE (values, v, list)
            if (pl_values_at(values, v)->kind == PL_VALUE_MAP) {
                nested |= has_nodes_below(&self, v);
                pl_list_add(&self.maps, v);
            }
        if (!nested || rows->linked)
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
