/* read_csv.c: edge lists, owner, parent, child and tags, as CSV or TSV. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/table.h"

typedef enum column {
    COLUMN_OWNER,
    COLUMN_PARENT,
    COLUMN_CHILD,
    COLUMN_TAGS,
    COLUMN_ID,
    COLUMNS,
} column;

/* What a header may call each column. */
static const struct {
    const char *word;
    column column;
} header_words[] = {
    {"owner", COLUMN_OWNER},     {"user", COLUMN_OWNER},
    {"person", COLUMN_OWNER},    {"source", COLUMN_OWNER},
    {"parent", COLUMN_PARENT},   {"broader", COLUMN_PARENT},
    {"category", COLUMN_PARENT}, {"child", COLUMN_CHILD},
    {"narrower", COLUMN_CHILD},  {"item", COLUMN_CHILD},
    {"name", COLUMN_CHILD},      {"tags", COLUMN_TAGS},
    {"id", COLUMN_ID},
};

#define NO_COLUMN SIZE_MAX
#define LARGEST_COUNT 3.4e38

typedef struct edge {
    uint32_t child; /* in `texts`; PL_NONE: the parent stands alone */
    uint32_t next;  /* edge of the same sapling */
    size_t tag_first, tag_end;
} edge;

typedef struct edge_tag {
    uint32_t text;
    float count;
} edge_tag;

/* All table of one owner with one spelling of the parent. */
typedef struct group {
    uint32_t owner, id; /* in `texts`; id PL_NONE: none */
    uint32_t first, last;
    uint32_t root;   /* its staged node */
    uint32_t leaf;   /* staged: a leaf elsewhere with the root's name ... */
    uint32_t leaves; /* ... and how many of them there are */
    uint64_t line;
} group;

typedef struct edges {
    pl_table table;
    size_t at[COLUMNS]; /* which field of a row, or NO_COLUMN */
    size_t width;
    bool started;
    pl_strings *texts;
    pl_strings *parents; /* the owner's number, then the parent's name */
    PL_LIST(group) groups;
    PL_LIST(edge) edges;
    PL_LIST(edge_tag) tags;
    PL_LIST(char) key;
    pl_draft draft;
} edges;

/* --------------------------------------------------------------- columns -- */

static column find_column(const char *word, size_t length)
{
    for (size_t k = 0; k < sizeof header_words / sizeof *header_words; k++)
        if (pl_text_is_word(word, length, header_words[k].word))
            return header_words[k].column;
    return COLUMNS;
}

/* A header names at least the parent's and the child's column. */
static bool read_header(edges *self)
{
    for (column c = 0; c < COLUMNS; c++)
        self->at[c] = NO_COLUMN;
    for (size_t k = 0; k < self->table.fields.count; k++) {
        size_t length;
        const char *word = pl_table_field(&self->table, k, &length);
        pl_text_trim(&word, &length);
        column c = find_column(word, length);
        if (c < COLUMNS && self->at[c] == NO_COLUMN)
            self->at[c] = k;
    }
    return self->at[COLUMN_PARENT] != NO_COLUMN &&
           self->at[COLUMN_CHILD] != NO_COLUMN;
}

/* Without a header the columns are owner, parent, child, tags, or just parent
 * and child. */
static pleach_status place_columns(edges *self, pleach_error *error)
{
    size_t width = self->table.fields.count;
    if (width < 2 || width > 4)
        return pl_table_fail(&self->table, 0, error,
                             "A table without a header needs the columns "
                             "owner, parent, child and perhaps tags. Name them "
                             "in a first row.");
    self->at[COLUMN_OWNER] = width == 2 ? NO_COLUMN : 0;
    self->at[COLUMN_PARENT] = width == 2 ? 0 : 1;
    self->at[COLUMN_CHILD] = width == 2 ? 1 : 2;
    self->at[COLUMN_TAGS] = width == 4 ? 3 : NO_COLUMN;
    self->at[COLUMN_ID] = NO_COLUMN;
    /* Later table may add the tags that the first row lacks. */
    if (width == 3)
        self->at[COLUMN_TAGS] = width++;
    self->width = width;
    return PLEACH_OK;
}

static const char *field(const edges *self, column c, size_t *length)
{
    return pl_table_field(&self->table, self->at[c], length);
}

/* ------------------------------------------------------------------ tags -- */

static bool is_not_finite(const char *text, size_t length)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    if (length > 0 && (*text == '-' || *text == '+')) {
        text++;
        length--;
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (pl_text_is_word(text, length, words[k]))
            return true;
    return false;
}

/* "tag:count", where the count follows the last colon if it is a number. */
static pleach_status read_tag(edges *self, const char *text, size_t length,
                              pleach_error *error)
{
    double count = 1;
    size_t name = length;
    while (name > 0 && text[name - 1] != ':')
        name--;
    if (name > 1) {
        const char *number = text + name;
        size_t number_length = length - name;
        pl_text_trim(&number, &number_length);
        bool counted = pl_text_number(number, number_length, &count);
        if ((counted && !(count <= LARGEST_COUNT && count >= 0)) ||
            is_not_finite(number, number_length))
            return pl_table_fail(&self->table, self->at[COLUMN_TAGS], error,
                                 "A tag's count is negative or not finite.");
        if (counted)
            length = name - 1;
        else
            count = 1;
    }
    pl_text_trim(&text, &length);
    edge_tag tag = {pl_strings_add(self->texts, text, length), (float)count};
    if (tag.text == PL_NONE || !pl_list_push(&self->tags, tag))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

static pleach_status read_tags(edges *self, pleach_error *error)
{
    size_t length;
    const char *text = field(self, COLUMN_TAGS, &length);
    for (size_t at = 0; at < length;) {
        const char *stop = memchr(text + at, ';', length - at);
        const char *tag = text + at;
        size_t size = stop == NULL ? length - at : (size_t)(stop - tag);
        at += size + 1;
        pl_text_trim(&tag, &size);
        if (size > 0)
            PL_TRY(read_tag(self, tag, size, error));
    }
    return PLEACH_OK;
}

/* ----------------------------------------------------------------- edges -- */

/* Writes what `parents` knows a parent by to self->key. */
static bool make_key(edges *self, uint32_t owner, const char *parent,
                     size_t length)
{
    self->key.count = 0;
    if (!pl_list_room(&self->key, sizeof owner + length))
        return false;
    memcpy(self->key.items, &owner, sizeof owner);
    if (length > 0)
        memcpy(self->key.items + sizeof owner, parent, length);
    self->key.count = sizeof owner + length;
    return true;
}

/* A field's text, or `otherwise` when it is empty. */
static uint32_t add_text(edges *self, column c, const char *otherwise)
{
    size_t length;
    const char *text = field(self, c, &length);
    if (length > 0)
        return pl_strings_add(self->texts, text, length);
    return pl_strings_add(self->texts, otherwise, strlen(otherwise));
}

static uint32_t find_group(edges *self, uint32_t owner)
{
    size_t length;
    const char *parent = field(self, COLUMN_PARENT, &length);
    if (!make_key(self, owner, parent, length))
        return PL_NONE;
    uint32_t id =
        pl_strings_add(self->parents, self->key.items, self->key.count);
    if (id == PL_NONE || id < self->groups.count)
        return id;
    group made = {.owner = owner, .line = self->table.line};
    made.id = made.first = made.last = made.leaf = PL_NONE;
    field(self, COLUMN_ID, &length);
    if (length > 0) {
        made.id = add_text(self, COLUMN_ID, "");
        if (made.id == PL_NONE)
            return PL_NONE;
    }
    return pl_list_push(&self->groups, made) ? id : PL_NONE;
}

static bool add_edge(edges *self, size_t tag_first)
{
    size_t length;
    const char *child = field(self, COLUMN_CHILD, &length);
    bool alone = pl_text_is_blank(child, length);
    edge made = {PL_NONE, PL_NONE, tag_first, self->tags.count};
    uint32_t owner = add_text(self, COLUMN_OWNER, self->table.reader->owner);
    uint32_t home = owner == PL_NONE ? PL_NONE : find_group(self, owner);
    if (home == PL_NONE)
        return false;
    if (!alone) {
        made.child = add_text(self, COLUMN_CHILD, "");
        if (made.child == PL_NONE)
            return false;
    }
    uint32_t number = (uint32_t)self->edges.count;
    if (number == PL_NONE || !pl_list_push(&self->edges, made))
        return false;
    group *into = &self->groups.items[home];
    if (into->first == PL_NONE)
        into->first = number;
    else
        self->edges.items[into->last].next = number;
    into->last = number;
    return true;
}

/* Checks a row whole before any of it is kept. */
static pleach_status add_row(edges *self, pleach_error *error)
{
    size_t count = self->table.fields.count;
    size_t length;
    size_t tag_first = self->tags.count;
    if (count > self->width)
        return pl_table_fail(&self->table, self->width, error,
                             "The row has more fields than the first one. "
                             "Quote a field that holds the separator.");
    if (self->at[COLUMN_PARENT] >= count || self->at[COLUMN_CHILD] >= count)
        return pl_table_fail(&self->table, count, error,
                             "The row has too few fields: parent and child "
                             "are needed.");
    const char *parent = field(self, COLUMN_PARENT, &length);
    if (pl_text_is_blank(parent, length))
        return pl_table_fail(&self->table, self->at[COLUMN_PARENT], error,
                             "The parent's name is empty.");
    pleach_status status = read_tags(self, error);
    if (status == PLEACH_OK && !add_edge(self, tag_first))
        status = pl_fail_memory(error);
    if (status != PLEACH_OK)
        self->tags.count = tag_first;
    return status;
}

static pleach_status read_row(edges *self, bool *ended, pleach_error *error)
{
    PL_TRY(pl_table_next(&self->table, ended, error));
    if (*ended)
        return PLEACH_OK;
    if (!self->started) {
        bool header = read_header(self);
        if (!header)
            PL_TRY(place_columns(self, error));
        self->started = true;
        if (header) {
            self->width = self->table.fields.count;
            return PLEACH_OK;
        }
    }
    return add_row(self, error);
}

/* -------------------------------------------------------------- saplings -- */

static bool draft_tags(edges *self, uint32_t node, const edge *from)
{
    for (size_t k = from->tag_first; k < from->tag_end; k++) {
        const edge_tag *tag = &self->tags.items[k];
        if (!pl_draft_add_tag(
                &self->draft, node, pl_strings_at(self->texts, tag->text),
                pl_strings_length(self->texts, tag->text), tag->count))
            return false;
    }
    return true;
}

static bool draft_group(edges *self, uint32_t number)
{
    const group *from = &self->groups.items[number];
    pl_draft *draft = &self->draft;
    const size_t prefix = sizeof(uint32_t);
    pl_draft_clear(draft);
    if (!pl_draft_keep(draft, &draft->owner,
                       pl_strings_at(self->texts, from->owner),
                       pl_strings_length(self->texts, from->owner)) ||
        !pl_draft_add_node(draft, PL_NONE,
                           pl_strings_at(self->parents, number) + prefix,
                           pl_strings_length(self->parents, number) - prefix))
        return false;
    if (from->id != PL_NONE &&
        !pl_draft_keep(draft, &draft->id, pl_strings_at(self->texts, from->id),
                       pl_strings_length(self->texts, from->id)))
        return false;
    for (uint32_t k = from->first; k != PL_NONE;
         k = self->edges.items[k].next) {
        const edge *child = &self->edges.items[k];
        uint32_t node =
            child->child == PL_NONE ? 0 : (uint32_t)draft->nodes.count;
        if (node != 0 && !pl_draft_add_node(
                             draft, 0, pl_strings_at(self->texts, child->child),
                             pl_strings_length(self->texts, child->child)))
            return false;
        if (!draft_tags(self, node, child))
            return false;
    }
    return true;
}

/* Notes which leaves of a group have the name of another root of its owner. */
static bool find_leaves(edges *self, uint32_t number)
{
    const group *from = &self->groups.items[number];
    uint32_t leaf = from->root;
    for (uint32_t k = from->first; k != PL_NONE;
         k = self->edges.items[k].next) {
        uint32_t child = self->edges.items[k].child;
        if (child == PL_NONE)
            continue;
        leaf++;
        if (!make_key(self, from->owner, pl_strings_at(self->texts, child),
                      pl_strings_length(self->texts, child)))
            return false;
        uint32_t home =
            pl_strings_find(self->parents, self->key.items, self->key.count);
        if (home == PL_NONE || home == number)
            continue;
        self->groups.items[home].leaf = leaf;
        self->groups.items[home].leaves++;
    }
    return true;
}

static pleach_status add_groups(edges *self, pleach_error *error)
{
    pl_reader *reader = self->table.reader;
    for (uint32_t k = 0; k < self->groups.count; k++) {
        group *from = &self->groups.items[k];
        from->root = (uint32_t)reader->builder->nodes.count;
        if (!draft_group(self, k))
            return pl_fail_memory(error);
        PL_TRY(pl_reader_add(reader, &self->draft, from->line, error));
    }
    for (uint32_t k = 0; k < self->groups.count; k++)
        if (!find_leaves(self, k))
            return pl_fail_memory(error);
    for (uint32_t k = 0; k < self->groups.count; k++) {
        const group *root = &self->groups.items[k];
        if (root->leaves == 1)
            pl_builder_join(reader->builder, root->root, root->leaf);
    }
    return PLEACH_OK;
}

/* --------------------------------------------------------------- reading -- */

static pleach_status read_rows(edges *self, pleach_error *error)
{
    if (self->texts == NULL || self->parents == NULL)
        return pl_fail_memory(error);
    for (bool ended = false; !ended;) {
        pleach_error failure;
        pleach_status status = read_row(self, &ended, &failure);
        PL_TRY(pl_reader_settle(self->table.reader, status, &failure, error));
    }
    return add_groups(self, error);
}

static pleach_status read_table(pl_reader *reader, char delimiter, bool strict,
                                pleach_error *error)
{
    edges self = {.started = false};
    pl_table_open(&self.table, reader, delimiter, strict);
    self.texts = pl_strings_new();
    self.parents = pl_strings_new();
    pleach_status status = read_rows(&self, error);
    pl_table_close(&self.table);
    pl_strings_free(self.texts);
    pl_strings_free(self.parents);
    pl_list_free(&self.groups);
    pl_list_free(&self.edges);
    pl_list_free(&self.tags);
    pl_list_free(&self.key);
    pl_draft_free(&self.draft);
    return status;
}

/* Tables called CSV come with commas, semicolons or tabs: the first line
 * tells, and tags hold semicolons, so a comma goes first. */
pleach_status pl_read_csv(pl_reader *reader, pleach_error *error)
{
    static const char delimiters[] = ",;\t";
    pl_piece start;
    PL_TRY(pl_source_peek(reader->source, &start, error));
    pl_text_trim(&start.bytes, &start.length);
    const char *feed = memchr(start.bytes, '\n', start.length);
    size_t length = feed == NULL ? start.length : (size_t)(feed - start.bytes);
    for (const char *at = delimiters; *at != '\0'; at++)
        if (memchr(start.bytes, *at, length) != NULL)
            return read_table(reader, *at, true, error);
    return read_table(reader, ',', true, error);
}

/* Quotes are common inside the fields of a TSV, so they are let be. */
pleach_status pl_read_tsv(pl_reader *reader, pleach_error *error)
{
    return read_table(reader, '\t', false, error);
}
