/* read_newick.c: trees in Newick's notation, (a,(b,c)d)e; */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/forest.h"
#include "read/read.h"

typedef struct newick {
    pl_forest forest;
    pl_piece text;
    size_t at;
    uint64_t line;
    PL_LIST(char) label;
    bool labelled; /* the present node has its name */
} newick;

static pleach_status fail_newick(const newick *self, size_t at,
                                 pleach_error *error, const char *sentence)
{
    return pl_reader_fail(self->forest.reader, &self->text, at, error, "%s",
                          sentence);
}

/* 'it''s' */
static pleach_status read_quoted(newick *self, pleach_error *error)
{
    size_t start = self->at++;
    for (; self->at < self->text.length; self->at++) {
        char byte = self->text.bytes[self->at];
        bool doubled = self->at + 1 < self->text.length &&
                       self->text.bytes[self->at + 1] == '\'';
        if (byte == '\'' && !doubled) {
            self->at++;
            return PLEACH_OK;
        }
        self->at += byte == '\'';
        self->line += byte == '\n';
        pl_list_add(&self->label, byte);
    }
    return fail_newick(self, start, error, "This quote is not closed.");
}

/* A name without quotes has underscores for blanks. */
static pleach_status read_newick_label(newick *self, pleach_error *error)
{
    static const char ends[] = "(),:;[]'\n";
    self->label.count = 0;
    if (self->text.bytes[self->at] == '\'')
        return read_quoted(self, error);
    for (; self->at < self->text.length; self->at++) {
        char byte = self->text.bytes[self->at];
        if (strchr(ends, byte) != NULL)
            break;
        pl_list_add(&self->label, byte == '_' ? ' ' : byte);
    }
    return PLEACH_OK;
}

static pleach_status name_node(newick *self, uint32_t node, pleach_error *error)
{
    size_t start = self->at;
    PL_TRY(read_newick_label(self, error));
    if (self->labelled)
        return fail_newick(self, start, error,
                           "A node has two names. Is a comma missing?");
    self->labelled = true;
    pl_forest_name(&self->forest, node, self->label.items, self->label.count);
    return PLEACH_OK;
}

/* Lengths of branches and comments in brackets say nothing here. */
static void skip_until(newick *self, const char *until)
{
    while (self->at < self->text.length &&
           strchr(until, self->text.bytes[self->at]) == NULL)
        self->line += self->text.bytes[self->at++] == '\n';
}

/* The brackets are checked as they come, so that the column told is where the
 * mistake is. */
static pleach_status take_newick_mark(newick *self, uint32_t *node,
                                      pleach_error *error)
{
    pl_forest_node *nodes = self->forest.nodes.items;
    char byte = self->text.bytes[self->at];
    uint32_t parent = nodes[*node].parent;
    if (byte == '(' && (self->labelled || nodes[*node].first_child != PL_NONE))
        return fail_newick(self, self->at, error,
                           "A bracket opens behind a name.");
    if (strchr(",)", byte) != NULL && parent == PL_NONE)
        return fail_newick(self, self->at, error, "No bracket is open here.");
    if (byte == ';' && parent != PL_NONE)
        return fail_newick(self, self->at, error,
                           "The tree ends before its brackets are closed.");
    self->at++;
    self->labelled = false;
    if (byte == ')') {
        *node = parent;
        nodes[parent].first_child = 0; /* closed; linked when finished */
        return PLEACH_OK;
    }
    *node = pl_forest_add(&self->forest,
                          byte == '('   ? *node
                          : byte == ',' ? parent
                                        : PL_NONE,
                          self->line);
    return *node != PL_NONE ? PLEACH_OK : pl_fail_memory(error);
}

/* `first_child` marks closed brackets while reading, and is cleared for whoever
 * links children. */
static pleach_status read_trees(newick *self, pleach_error *error)
{
    uint32_t node = pl_forest_add(&self->forest, PL_NONE, self->line);
    if (node == PL_NONE)
        return pl_fail_memory(error);
    while (self->at < self->text.length) {
        char byte = self->text.bytes[self->at];
        if (strchr("(),;", byte) != NULL)
            PL_TRY(take_newick_mark(self, &node, error));
        else if (byte == '[')
            skip_until(self, "]");
        else if (byte == ':')
            skip_until(self, "(),;[");
        else if (byte == ']' || strchr(" \t\r\n", byte) != NULL)
            self->line += self->text.bytes[self->at++] == '\n';
        else
            PL_TRY(name_node(self, node, error));
    }
    if (self->forest.nodes.items[node].parent != PL_NONE || self->labelled)
        return fail_newick(self, self->text.length - 1, error,
                           "The text ends inside a tree: a \";\" ends each.");
    for (size_t k = 0; k < self->forest.nodes.count; k++)
        self->forest.nodes.items[k].first_child = PL_NONE;
    return pl_forest_finish(&self->forest, error);
}

/* Names may hold any character in quotes, so lines mean nothing here. */
pleach_status pl_read_newick(pl_reader *reader, pleach_error *error)
{
    newick self = {.line = 1, .label = {.arena = reader->arena}};
    pleach_error failure;
    pl_forest_open(&self.forest, reader);
    pleach_status status = pl_source_rest(reader->source, &self.text, &failure);
    self.line = self.text.line;
    if (status == PLEACH_OK)
        status = pl_reader_check(reader, &self.text, &failure);
    if (status == PLEACH_OK)
        status = read_trees(&self, &failure);
    return pl_reader_settle(reader, status, &failure, error);
}
