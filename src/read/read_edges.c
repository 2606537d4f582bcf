/* read_edges.c: tables of parents and children, by name. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/columns.h"
#include "read/read.h"

typedef struct edge {
    uint32_t child; /* in `texts`; PL_NONE: the parent stands alone */
    uint32_t next;  /* edge of the same sapling */
    size_t tag_first, tag_end;
    uint32_t about; /* a node of `said`; PL_NONE: nothing else is said */
} edge;

typedef struct edge_tag {
    uint32_t text;
    float count;
} edge_tag;

/* All edges of one owner with one spelling of the parent. */
typedef struct group {
    uint32_t owner, id; /* in `texts`; id PL_NONE: none */
    uint32_t first, last;
    uint32_t root;   /* its staged node */
    uint32_t leaf;   /* staged: a leaf elsewhere with the root's name ... */
    uint32_t leaves; /* ... and how many of them there are */
    uint64_t line;
} group;

typedef struct edges {
    const pl_columns *columns;
    pl_reader *reader;
    size_t row; /* that is being read ... */
    bool top;   /* ... and has no parent: its node stands alone */
    pl_strings *texts;
    pl_strings *parents; /* the owner's number, then the parent's name */
    PL_LIST(group) groups;
    PL_LIST(edge) edges;
    PL_LIST(edge_tag) tags;
    PL_LIST(char) key;
    pl_forest said; /* further names, and words of descriptions */
    pl_draft draft;
} edges;

static const char *field(const edges *self, pl_column c, size_t *length)
{
    return pl_columns_cell(self->columns, self->row, c, length);
}

static pleach_status fail_edge(const edges *self, size_t column,
                               pleach_error *error, const char *sentence)
{
    return pl_rows_fail(self->columns->rows, self->row, column, error,
                        sentence);
}

/* ------------------------------------------------------------------ tags -- */

static bool take_edge_tag(void *context, const char *text, size_t length,
                          double count)
{
    edges *self = context;
    edge_tag tag = {pl_strings_add(self->texts, text, length), (float)count};
    return tag.text != PL_NONE && pl_list_push(&self->tags, tag);
}

/* Notes what the row says of its node in other words. */
static bool describe_edge(edges *self, uint32_t *about)
{
    size_t further, length;
    const char *alts = field(self, PL_COLUMN_ALTS, &further);
    const char *text = field(self, PL_COLUMN_DESCRIPTION, &length);
    if (further == 0 && length == 0)
        return true;
    if (self->said.keys == NULL && !pl_forest_open(&self->said, self->reader))
        return false;
    *about = pl_forest_add(&self->said, PL_NONE, 0);
    return *about != PL_NONE &&
           pl_columns_take_alts(&self->said, *about, alts, further) &&
           (length == 0 ||
            pl_forest_tag_words(&self->said, *about, text, length));
}

/* ----------------------------------------------------------------- edges -- */

/* Writes what `parents` knows a parent by to self->key. */
static bool make_parent_key(edges *self, uint32_t owner, const char *parent,
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
static uint32_t add_field_text(edges *self, pl_column c, const char *otherwise)
{
    size_t length;
    const char *text = field(self, c, &length);
    if (length > 0)
        return pl_strings_add(self->texts, text, length);
    return pl_strings_add(self->texts, otherwise, strlen(otherwise));
}

/* A parent is known by owner and name, so that two people may both have "pets".
 */
static uint32_t find_parent_group(edges *self, uint32_t owner)
{
    size_t length;
    const char *parent =
        field(self, self->top ? PL_COLUMN_CHILD : PL_COLUMN_PARENT, &length);
    if (!make_parent_key(self, owner, parent, length))
        return PL_NONE;
    uint32_t id =
        pl_strings_add(self->parents, self->key.items, self->key.count);
    if (id == PL_NONE || id < self->groups.count)
        return id;
    group made = {.owner = owner,
                  .line = self->columns->rows->rows.items[self->row].line};
    made.id = made.first = made.last = made.leaf = PL_NONE;
    field(self, PL_COLUMN_ID, &length);
    if (length > 0) {
        made.id = add_field_text(self, PL_COLUMN_ID, "");
        if (made.id == PL_NONE)
            return PL_NONE;
    }
    return pl_list_push(&self->groups, made) ? id : PL_NONE;
}

/* Edges of a group are linked in the order of rows, which may be far apart in
 * the file. */
static bool add_edge(edges *self, size_t tag_first)
{
    size_t length;
    const char *child = field(self, PL_COLUMN_CHILD, &length);
    bool alone = self->top || pl_text_is_blank(child, length);
    edge made = {PL_NONE, PL_NONE, tag_first, self->tags.count, PL_NONE};
    uint32_t owner = add_field_text(self, PL_COLUMN_OWNER, self->reader->owner);
    uint32_t home = owner == PL_NONE ? PL_NONE : find_parent_group(self, owner);
    if (home == PL_NONE)
        return false;
    if (!alone) {
        made.child = add_field_text(self, PL_COLUMN_CHILD, "");
        if (made.child == PL_NONE)
            return false;
    }
    uint32_t number = (uint32_t)self->edges.count;
    if (number == PL_NONE || !describe_edge(self, &made.about) ||
        !pl_list_push(&self->edges, made))
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
static pleach_status add_edge_row(edges *self, pleach_error *error)
{
    size_t count = self->columns->rows->rows.items[self->row].count;
    size_t length;
    size_t tag_first = self->tags.count;
    if (count > self->columns->width)
        return fail_edge(self, self->columns->width, error,
                         "The row has more fields than the first one. "
                         "Quote a field that holds the separator.");
    if (self->columns->at[PL_COLUMN_PARENT] >= count ||
        self->columns->at[PL_COLUMN_CHILD] >= count)
        return fail_edge(self, count, error,
                         "The row has too few fields: parent and child "
                         "are needed.");
    const char *text = field(self, PL_COLUMN_PARENT, &length);
    bool blank = pl_text_is_blank(text, length);
    text = field(self, PL_COLUMN_CHILD, &length);
    self->top =
        blank && self->columns->first > 0 && !pl_text_is_blank(text, length);
    if (blank && !self->top)
        return fail_edge(self, self->columns->at[PL_COLUMN_PARENT], error,
                         "The parent's name is empty.");
    pleach_status status = pl_columns_read_tags(self->columns, self->row,
                                                take_edge_tag, self, error);
    if (status == PLEACH_OK && !add_edge(self, tag_first))
        status = pl_fail_memory(error);
    if (status != PLEACH_OK)
        self->tags.count = tag_first;
    return status;
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
    return from->about == PL_NONE ||
           pl_forest_draft_extras(&self->said, from->about, &self->draft, node);
}

/* A row without a child stands for its parent alone, and its tags are the
 * parent's. */
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
        if (!make_parent_key(self, from->owner,
                             pl_strings_at(self->texts, child),
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

/* A child that is the parent of another group is the same node, if there is
 * only one it could be; then the two saplings are joined. */
static pleach_status add_groups(edges *self, pleach_error *error)
{
    pl_reader *reader = self->reader;
    if (!pl_forest_finish_words(&self->said))
        return pl_fail_memory(error);
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
        const pl_draft_keeper *keeper = reader->builder->keeper;
        if (root->leaves != 1)
            continue;
        pl_builder_join(reader->builder, root->root, root->leaf);
        if (keeper != NULL && keeper->join != NULL)
            keeper->join(keeper->context, root->root, root->leaf);
    }
    return PLEACH_OK;
}

/* --------------------------------------------------------------- reading -- */

static pleach_status read_edge_rows(edges *self, pleach_error *error)
{
    const pl_rows *rows = self->columns->rows;
    if (self->texts == NULL || self->parents == NULL)
        return pl_fail_memory(error);
    for (self->row = self->columns->first; self->row < rows->rows.count;
         self->row++) {
        pleach_error failure;
        pleach_status status = add_edge_row(self, &failure);
        PL_TRY(pl_reader_settle(self->reader, status, &failure, error));
    }
    return add_groups(self, error);
}

/* All rows are kept until the end, as children of one parent may stand
 * anywhere. */
pleach_status pl_columns_read_edges(const pl_columns *columns,
                                    pleach_error *error)
{
    edges self = {.columns = columns, .reader = columns->rows->reader};
    self.texts = pl_strings_new();
    self.parents = pl_strings_new();
    pleach_status status = read_edge_rows(&self, error);
    pl_strings_free(self.texts);
    pl_strings_free(self.parents);
    pl_list_free(&self.groups);
    pl_list_free(&self.edges);
    pl_list_free(&self.tags);
    pl_list_free(&self.key);
    pl_forest_close(&self.said);
    pl_draft_free(&self.draft);
    return status;
}
