/* values_records.c: a record is a row, or several if it has several parents;
 * texts that it lists below itself are rows of their own. */
/* SPDX-License-Identifier: MIT */
#include "read/values_records.h"

#include <string.h>

#include "read/columns.h"
#include "read/nested_words.h"

/* More keys than a table has columns: then these are names. */
enum { MOST_KEYS = 256 };

typedef struct records {
    const pl_values *values;
    pl_rows *rows;
    PL_LIST(pl_span) keys;    /* of the columns */
    PL_LIST(uint32_t) fields; /* of a record, by column; PL_NONE: it has none */
    PL_LIST(char) joined;
    pl_columns columns; /* what they are */
    bool lists;         /* texts below a record */
    /* Where all of these are ids of records: the ids, and whose they are. */
    pl_strings *ids;
    PL_LIST(uint32_t) id_maps;
} records;

static const pl_value *record_value(const records *self, uint32_t v)
{
    return pl_values_at(self->values, v);
}

/* ---------------------------------------------------------------- fields -- */

/* Nothing but texts, at least one. */
static bool lists_only_texts(const records *self, uint32_t list)
{
    uint32_t end = record_value(self, list)->end;
    for (uint32_t v = list + 1; v < end; v = record_value(self, v)->end)
        if (!pl_values_is_text(self->values, v))
            return false;
    return record_value(self, list)->kind == PL_VALUE_LIST && list + 1 < end;
}

static bool is_named(const records *self, uint32_t v, const char *const *words)
{
    return pl_nested_word(self->values, v, words) >= 0;
}

static bool holds_parents(const records *self, uint32_t v)
{
    static const char *const words[] = {"parent",    "parents", "parentid",
                                        "parentids", "broader", NULL};
    return lists_only_texts(self, v) && is_named(self, v, words);
}

static bool holds_path(const records *self, uint32_t v)
{
    static const char *const words[] = {"path", "breadcrumb", "breadcrumbs",
                                        "categorypath", NULL};
    return lists_only_texts(self, v) && is_named(self, v, words);
}

static bool holds_words(const records *self, uint32_t v)
{
    return pl_values_holds_more(self->values, v) &&
           (is_named(self, v, pl_nested_tags) ||
            is_named(self, v, pl_nested_alts));
}

/* Whether a field has a place in a row. Where lists say what is below what, a
 * parent that is null says nothing. */
static bool is_cell(const records *self, uint32_t v)
{
    if (self->ids != NULL && record_value(self, v)->kind == PL_VALUE_NOTHING)
        return false;
    return !pl_values_holds_more(self->values, v) || holds_parents(self, v) ||
           holds_path(self, v) || holds_words(self, v);
}

static bool lists_ids(const records *self, uint32_t v)
{
    static const char *const words[] = {"childids", "childrenids", NULL};
    return lists_only_texts(self, v) && is_named(self, v, words);
}

static bool lists_below(const records *self, uint32_t v)
{
    return lists_only_texts(self, v) && !is_cell(self, v) &&
           ((self->ids != NULL && lists_ids(self, v)) ||
            is_named(self, v, pl_nested_children) ||
            pl_nested_lists_texts(self->values, v));
}

/* ------------------------------------------------------------------- ids -- */

/* Notes the record's id, if it is not its name too; false: no memory. */
static bool note_record_id(records *self, uint32_t map)
{
    uint32_t id = PL_NONE, name = PL_NONE;
    for (uint32_t v = map + 1; v < record_value(self, map)->end;
         v = record_value(self, v)->end) {
        if (!pl_values_is_text(self->values, v))
            continue;
        if (pl_values_key_is(self->values, v, "id"))
            id = v;
        else if (name == PL_NONE && is_named(self, v, pl_nested_names))
            name = v;
    }
    if (id == PL_NONE || name == PL_NONE)
        return true;
    pl_span text = record_value(self, id)->text;
    pl_span other = record_value(self, name)->text;
    const char *bytes = pl_values_text(self->values, text);
    if (text.length == other.length &&
        memcmp(bytes, pl_values_text(self->values, other), text.length) == 0)
        return true;
    uint32_t known = pl_strings_count(self->ids);
    uint32_t number = pl_strings_add(self->ids, bytes, text.length);
    return number != PL_NONE &&
           (number < known || pl_list_push(&self->id_maps, map));
}

/* How many texts a record lists as its children, and how many are no ids. */
static void count_listed(const records *self, uint32_t map, size_t *listed,
                         size_t *others)
{
    for (uint32_t v = map + 1; v < record_value(self, map)->end;
         v = record_value(self, v)->end) {
        if (!lists_below(self, v) ||
            !(lists_ids(self, v) || is_named(self, v, pl_nested_children)))
            continue;
        for (uint32_t k = v + 1; k < record_value(self, v)->end; k++) {
            pl_span text = record_value(self, k)->text;
            ++*listed;
            *others +=
                pl_strings_find(self->ids, pl_values_text(self->values, text),
                                text.length) == PL_NONE;
        }
    }
}

/* Leaves `ids` only if whatever is listed is one; false: no memory. */
static bool find_ids(records *self, const pl_records_maps *maps)
{
    size_t listed = 0, others = 0;
    self->ids = pl_strings_new();
    bool enough = self->ids != NULL;
    for (size_t k = 0; enough && k < maps->count; k++)
        enough = note_record_id(self, maps->items[k]);
    for (size_t k = 0; enough && others == 0 && k < maps->count; k++)
        count_listed(self, maps->items[k], &listed, &others);
    if (!enough || listed == 0 || others > 0) {
        pl_strings_free(self->ids);
        self->ids = NULL;
    }
    return enough;
}

/* ---------------------------------------------------------------- header -- */

/* The column of a field, most likely the one behind the last. */
static size_t find_key(const records *self, uint32_t v, size_t guess)
{
    pl_span key = record_value(self, v)->key;
    const char *text = pl_values_text(self->values, key);
    for (size_t k = 0; k < self->keys.count; k++) {
        size_t column = (guess + k) % self->keys.count;
        pl_span known = self->keys.items[column];
        if (known.length == key.length &&
            memcmp(pl_values_text(self->values, known), text, key.length) == 0)
            return column;
    }
    return PL_NO_COLUMN;
}

/* Columns are called as if each held one. */
static bool add_key(records *self, uint32_t v)
{
    pl_span key = record_value(self, v)->key;
    const char *name = pl_values_text(self->values, key);
    size_t length = key.length;
    if (pl_values_key_is(self->values, v, "parents") ||
        pl_values_key_is(self->values, v, "parentids"))
        length = strlen(name = length > 7 ? "parent_id" : "parent");
    return pl_list_push(&self->keys, key) &&
           pl_list_push(&self->fields, PL_NONE) &&
           pl_rows_add(self->rows, name, length);
}

static bool add_keys(records *self, uint32_t map)
{
    size_t column = 0;
    for (uint32_t v = map + 1; v < record_value(self, map)->end;
         v = record_value(self, v)->end) {
        self->lists |= lists_below(self, v);
        if (!is_cell(self, v) || self->keys.count > MOST_KEYS)
            continue;
        column = find_key(self, v, column);
        if (column == PL_NO_COLUMN && !add_key(self, v))
            return false;
        column = column == PL_NO_COLUMN ? 0 : column + 1;
    }
    return true;
}

static void judge_header(records *self)
{
    self->columns = (pl_columns){.rows = self->rows};
    pl_columns_read_header(&self->columns);
}

/* A level below those that there are, called as they are. */
static bool add_lowest(records *self)
{
    static const char *const names[] = {"item", "level99"};
    size_t levels = self->columns.levels;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (!pl_rows_add(self->rows, names[k], strlen(names[k])))
            return false;
        judge_header(self);
        if (self->columns.levels > levels)
            return true;
        self->rows->cells.count--;
        self->rows->rows.items[0].count--;
    }
    judge_header(self);
    return true;
}

/* Whether a record says nothing of itself but whose children it lists. */
static bool are_heads(const records *self)
{
    char word[PL_LONGEST_WORD];
    for (size_t k = 0; k < self->keys.count; k++) {
        pl_columns_word(self->rows, k, word);
        for (size_t n = 0; pl_nested_names[n] != NULL; n++)
            if (strcmp(word, pl_nested_names[n]) == 0)
                return false;
    }
    return self->lists && self->columns.layout == PL_LAYOUT_NONE &&
           pl_columns_has(&self->columns, PL_COLUMN_PARENT);
}

/* A column that no record has, for what they list. */
static bool add_column(records *self, const char *name)
{
    if (!pl_rows_add(self->rows, name, strlen(name)))
        return false;
    judge_header(self);
    return true;
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

/* False: no memory. */
static bool make_header(records *self, const pl_records_maps *maps, bool *known)
{
    *known = false;
    if (maps->count == 0)
        return true;
    if (!pl_rows_begin(self->rows, record_value(self, maps->items[0])->line))
        return false;
    for (size_t k = 0; k < maps->count; k++)
        if (!add_keys(self, maps->items[k]))
            return false;
    if (self->keys.count == 0 || self->keys.count > MOST_KEYS)
        return true;
    judge_header(self);
    if (are_heads(self) && !add_column(self, "child"))
        return false;
    if (self->ids != NULL && self->columns.layout == PL_LAYOUT_CODES &&
        !add_column(self, "parent_id"))
        return false;
    *known = self->columns.layout != PL_LAYOUT_NONE &&
             self->columns.layout != PL_LAYOUT_CODES &&
             (!self->lists || has_place_below(self));
    return !*known || !self->lists ||
           self->columns.layout != PL_LAYOUT_LEVELS || add_lowest(self);
}

/* ------------------------------------------------------------------ rows -- */

static void take_record(records *self, uint32_t map)
{
    size_t column = 0;
    for (size_t k = 0; k < self->fields.count; k++)
        self->fields.items[k] = PL_NONE;
    for (uint32_t v = map + 1; v < record_value(self, map)->end;
         v = record_value(self, v)->end) {
        if (!is_cell(self, v))
            continue;
        column = find_key(self, v, column);
        self->fields.items[column++] = v;
    }
}

static bool append_joined(records *self, const char *text, size_t length)
{
    if (!pl_list_room(&self->joined, length + 1))
        return false;
    if (length > 0)
        memcpy(self->joined.items + self->joined.count, text, length);
    self->joined.count += length;
    return true;
}

/* "a;b", "a:2;b:1" or "A > B". */
static bool add_joined(records *self, uint32_t field)
{
    const pl_values *values = self->values;
    const char *between = holds_path(self, field) ? " > " : ";";
    bool counted = record_value(self, field)->kind == PL_VALUE_MAP;
    bool enough = true;
    self->joined.count = 0;
    for (uint32_t v = field + 1; enough && v < record_value(self, field)->end;
         v = record_value(self, v)->end) {
        pl_span key = record_value(self, v)->key;
        pl_span text = record_value(self, v)->text;
        if (!pl_values_is_text(values, v))
            continue;
        if (self->joined.count > 0)
            enough = append_joined(self, between, strlen(between));
        if (counted)
            enough =
                enough &&
                append_joined(self, pl_values_text(values, key), key.length) &&
                append_joined(self, ":", 1);
        enough = enough &&
                 append_joined(self, pl_values_text(values, text), text.length);
    }
    return enough &&
           pl_rows_add(self->rows,
                       self->joined.items == NULL ? "" : self->joined.items,
                       self->joined.count);
}

/* The cell of a column; of several parents the one that is `which`. */
static bool add_cell(records *self, size_t column, uint32_t which)
{
    uint32_t v =
        column < self->fields.count ? self->fields.items[column] : PL_NONE;
    if (v != PL_NONE && holds_parents(self, v))
        v = v + 1 + which;
    else if (v != PL_NONE && pl_values_holds_more(self->values, v))
        return add_joined(self, v);
    pl_span text = {0, 0};
    if (v != PL_NONE && pl_values_is_text(self->values, v))
        text = record_value(self, v)->text;
    return pl_rows_add(self->rows, pl_values_text(self->values, text),
                       text.length);
}

/* A row for each parent, at least one. */
static bool add_record_rows(records *self, uint32_t map)
{
    uint32_t parents = 1;
    take_record(self, map);
    for (size_t k = 0; k < self->fields.count; k++) {
        uint32_t v = self->fields.items[k];
        if (v != PL_NONE && holds_parents(self, v))
            parents = record_value(self, v)->end - v - 1;
    }
    for (uint32_t which = 0; which < parents; which++) {
        if (!pl_rows_begin(self->rows, record_value(self, map)->line))
            return false;
        for (size_t k = 0; k < self->rows->rows.items[0].count; k++)
            if (!add_cell(self, k, which))
                return false;
    }
    return true;
}

/* ----------------------------------------------------------------- below -- */

/* The level below the last that a record has. */
static size_t find_level_below(const records *self)
{
    const pl_columns *columns = &self->columns;
    size_t below = 0;
    for (size_t k = 0; k < columns->levels; k++) {
        size_t column = columns->level[k];
        if (column < self->fields.count &&
            self->fields.items[column] != PL_NONE &&
            pl_values_is_text(self->values, self->fields.items[column]))
            below = k + 1;
    }
    return below < columns->levels ? columns->level[below] : PL_NO_COLUMN;
}

/* The column with the name of whatever a record lists texts below: its own or,
 * where it has none, its parent's. */
static size_t find_name_above(const records *self)
{
    size_t own = self->columns.at[PL_COLUMN_CHILD];
    bool named = own < self->fields.count &&
                 self->fields.items[own] != PL_NONE &&
                 pl_values_is_text(self->values, self->fields.items[own]);
    return named ? own : self->columns.at[PL_COLUMN_PARENT];
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

/* What a listed text is called: as the record whose id it is, or as it is. */
static pl_span find_listed_name(const records *self, uint32_t v)
{
    pl_span text = record_value(self, v)->text;
    size_t column = self->columns.at[PL_COLUMN_CHILD];
    uint32_t number =
        self->ids == NULL || column == PL_NO_COLUMN
            ? PL_NONE
            : pl_strings_find(self->ids, pl_values_text(self->values, text),
                              text.length);
    if (number == PL_NONE)
        return text;
    uint32_t map = self->id_maps.items[number];
    for (uint32_t k = map + 1; k < record_value(self, map)->end;
         k = record_value(self, k)->end)
        if (is_cell(self, k) && find_key(self, k, column) == column)
            return record_value(self, k)->text;
    return (pl_span){0, 0};
}

static bool add_row_below(records *self, uint32_t v)
{
    bool enough = pl_rows_begin(self->rows, record_value(self, v)->line);
    for (size_t k = 0; enough && k < self->rows->rows.items[0].count; k++) {
        bool own = false;
        pl_span text = k == self->columns.at[PL_COLUMN_ID]
                           ? record_value(self, v)->text
                           : find_listed_name(self, v);
        size_t cell = find_cell_below(self, k, &own);
        enough =
            own ? pl_rows_add(self->rows, pl_values_text(self->values, text),
                              text.length)
                : add_cell(self, cell, 0);
    }
    return enough;
}

/* What tells a row from others: an id, or a parent and its child. */
static bool join_said(records *self, const char *above, size_t above_length,
                      const char *text, size_t length)
{
    self->joined.count = 0;
    return append_joined(self, above, above_length) &&
           append_joined(self, "\n", 1) && append_joined(self, text, length);
}

/* Rows that records have made already say the same once more. Those of ids that
 * are listed say whose children they are. */
static bool add_rows_below(records *self, uint32_t list, const pl_strings *said)
{
    bool edges = self->columns.layout == PL_LAYOUT_EDGES;
    pl_span name = {0, 0};
    uint32_t named =
        edges ? self->fields.items[find_name_above(self)] : PL_NONE;
    if (named != PL_NONE)
        name = record_value(self, named)->text;
    for (uint32_t v = list + 1; v < record_value(self, list)->end; v++) {
        pl_span text = find_listed_name(self, v);
        if (!join_said(self, pl_values_text(self->values, name), name.length,
                       pl_values_text(self->values, text), text.length))
            return false;
        if (pl_strings_find(said, self->joined.items, self->joined.count) ==
                PL_NONE &&
            !add_row_below(self, v))
            return false;
    }
    return true;
}

/* Lists of maps with ids are said by the records that have them. */
static bool repeats_records(const records *self, uint32_t v)
{
    for (uint32_t k = v + 2; v + 1 < record_value(self, v)->end &&
                             record_value(self, v + 1)->kind == PL_VALUE_MAP &&
                             k < record_value(self, v + 1)->end;
         k = record_value(self, k)->end)
        if (pl_values_key_is(self->values, k, "id"))
            return true;
    return false;
}

static bool add_all_below(records *self, uint32_t map, const pl_strings *said,
                          pl_unread *unread)
{
    take_record(self, map);
    for (uint32_t v = map + 1; v < record_value(self, map)->end;
         v = record_value(self, v)->end) {
        if (is_cell(self, v))
            continue;
        if (!lists_below(self, v)) {
            if (!repeats_records(self, v))
                pl_unread_add(unread, self->values, v);
        } else if (!add_rows_below(self, v, said)) {
            return false;
        }
    }
    return true;
}

/* What the rows of records say, where lists may repeat it. */
static bool list_said(records *self, pl_strings *said)
{
    bool edges = self->columns.layout == PL_LAYOUT_EDGES;
    bool ids = self->columns.layout == PL_LAYOUT_IDS && self->ids == NULL;
    for (size_t k = 1; (edges || ids) && k < self->rows->rows.count; k++) {
        size_t length, above_length = 0;
        const char *above = "";
        if (edges)
            above = pl_columns_cell(&self->columns, k, PL_COLUMN_PARENT,
                                    &above_length);
        const char *text = pl_columns_cell(
            &self->columns, k, edges ? PL_COLUMN_CHILD : PL_COLUMN_ID, &length);
        if (!join_said(self, above, above_length, text, length) ||
            pl_strings_add(said, self->joined.items, self->joined.count) ==
                PL_NONE)
            return false;
    }
    return true;
}

static bool fill_rows(records *self, const pl_records_maps *maps,
                      pl_unread *unread)
{
    pl_strings *said = pl_strings_new();
    bool enough = said != NULL;
    for (size_t k = 0; enough && k < maps->count; k++)
        enough = add_record_rows(self, maps->items[k]);
    if (self->lists)
        enough = enough &&
                 pl_columns_settle_parents(&self->columns, NULL) == PLEACH_OK &&
                 list_said(self, said);
    for (size_t k = 0; enough && k < maps->count; k++)
        enough = add_all_below(self, maps->items[k], said, unread);
    pl_strings_free(said);
    return enough;
}

/* If the keys are none that we know, this is no table and nothing is left of
 * it. */
bool pl_records_fill(const pl_values *values, const pl_records_maps *maps,
                     pl_rows *rows, pl_unread *unread)
{
    records self = {.values = values, .rows = rows};
    bool known = false;
    bool enough = find_ids(&self, maps) && make_header(&self, maps, &known);
    rows->named = enough && known;
    if (rows->named)
        enough = fill_rows(&self, maps, unread);
    else
        rows->rows.count = rows->cells.count = rows->text.count = 0;
    pl_list_free(&self.keys);
    pl_list_free(&self.fields);
    pl_list_free(&self.joined);
    pl_list_free(&self.id_maps);
    pl_strings_free(self.ids);
    return enough;
}
