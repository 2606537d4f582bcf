/* read_paths.c: one path per line, merged into trees by exact spelling. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/read.h"
#include "read/reader.h"

/* A node of the trees of one file; its name is in `forest.names`. */
typedef struct path_node {
    uint32_t parent, first_child, last_child, next;
    uint32_t drafted; /* its number in the draft */
    uint64_t line;    /* where it was first seen */
} path_node;

/* How a name is found again: its owner, its parent, its spelling. */
typedef struct path_key {
    uint32_t owner, parent;
} path_key;

typedef struct forest {
    pl_reader *reader;
    char separator;
    bool owned;    /* the first column is an owner */
    bool numbered; /* each line begins with an id, "12 - " or "gid://x : " */
    pl_strings *owners;
    pl_strings *names; /* a path_key, then the name; ids are node numbers */
    PL_LIST(path_node) nodes;
    PL_LIST(char) key;
    pl_draft draft;
} forest;

/* ----------------------------------------------------------------- lines -- */

static bool next_path_line(const pl_piece *text, size_t *at, pl_piece *line)
{
    if (*at >= text->length)
        return false;
    const char *start = text->bytes + *at;
    const char *feed = memchr(start, '\n', text->length - *at);
    line->bytes = start;
    line->length = (size_t)(feed - start) + 1;
    line->line++;
    *at += line->length;
    return true;
}

static bool is_comment_line(const pl_piece *line)
{
    return line->bytes[0] == '#' || pl_text_is_blank(line->bytes, line->length);
}

static bool has_byte(const char *bytes, size_t length, char byte)
{
    return memchr(bytes, byte, length) != NULL;
}

/* The ids that shops put before their categories: the bytes of one, with what
 * parts it from the path; 0: there is none. */
static size_t id_at(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && text[at] >= '0' && text[at] <= '9')
        at++;
    if (at > 0)
        return at + 3 < length && memcmp(text + at, " - ", 3) == 0 ? at + 3 : 0;
    if (length < 6 || memcmp(text, "gid://", 6) != 0)
        return 0;
    while (at < length && text[at] != ' ')
        at++;
    while (at < length && text[at] == ' ')
        at++;
    return at + 2 < length && memcmp(text + at, ": ", 2) == 0 ? at + 2 : 0;
}

/* One separator serves the whole file: the first of > | / that any line
 * has. An owner's column must be in every line. */
static void judge_lines(forest *trees, const pl_piece *text)
{
    const char separators[] = ">|/";
    size_t best = 2;
    size_t at = 0;
    pl_piece line = {.line = 0};
    trees->owned = trees->numbered = true;
    while (next_path_line(text, &at, &line)) {
        if (is_comment_line(&line))
            continue;
        trees->owned &= has_byte(line.bytes, line.length, '\t');
        trees->numbered &= id_at(line.bytes, line.length) > 0;
        for (size_t k = 0; k < best; k++)
            if (has_byte(line.bytes, line.length, separators[k]))
                best = k;
    }
    trees->separator = separators[best];
}

/* ----------------------------------------------------------------- nodes -- */

static void link_child(forest *trees, uint32_t parent, uint32_t child)
{
    path_node *above = &trees->nodes.items[parent];
    if (above->first_child == PL_NONE)
        above->first_child = child;
    else
        trees->nodes.items[above->last_child].next = child;
    above->last_child = child;
}

/* The node with this name below `parent`, made when new; PL_NONE: no
 * memory. */
static uint32_t find_path_node(forest *trees, path_key where, const char *name,
                               size_t length, uint64_t line)
{
    trees->key.count = 0;
    if (!pl_list_room(&trees->key, sizeof where + length))
        return PL_NONE;
    memcpy(trees->key.items, &where, sizeof where);
    memcpy(trees->key.items + sizeof where, name, length);
    uint32_t node =
        pl_strings_add(trees->names, trees->key.items, sizeof where + length);
    if (node == PL_NONE || node < trees->nodes.count)
        return node;
    path_node made = {where.parent, PL_NONE, PL_NONE, PL_NONE, 0, line};
    if (!pl_list_push(&trees->nodes, made))
        return PL_NONE;
    if (where.parent != PL_NONE)
        link_child(trees, where.parent, node);
    return node;
}

/* The names of one path, as spans of its line; checked before any is added,
 * so that a bad line leaves no trace. */
typedef struct steps {
    pl_span names[PL_DEEPEST];
    size_t count;
} steps;

/* Empty names at either end come from separators that people put there; in the
 * middle they are a mistake. */
static pleach_status part_path(const forest *trees, const pl_piece *line,
                               size_t at, steps *path, pleach_error *error)
{
    const char *end = line->bytes + line->length;
    const char *gap = NULL; /* an empty name that a further one follows */
    path->count = 0;
    for (const char *step = line->bytes + at; step < end;) {
        const char *stop = memchr(step, trees->separator, (size_t)(end - step));
        const char *name = step;
        size_t length = (size_t)((stop == NULL ? end : stop) - step);
        pl_text_trim(&name, &length);
        if (pl_text_is_blank(name, length)) {
            if (path->count > 0 && gap == NULL)
                gap = step;
        } else if (gap != NULL) {
            return pl_reader_fail(trees->reader, line,
                                  (size_t)(gap - line->bytes), error,
                                  "The name between two separators is empty.");
        } else if (path->count == PL_DEEPEST) {
            return pl_reader_fail(trees->reader, line,
                                  (size_t)(name - line->bytes), error,
                                  "The path is nested deeper than 64 levels.");
        } else {
            path->names[path->count++] =
                (pl_span){(size_t)(name - line->bytes), length};
        }
        step = stop == NULL ? end : stop + 1;
    }
    if (path->count == 0)
        return pl_reader_fail(trees->reader, line, at, error,
                              "There is no name in this path.");
    return PLEACH_OK;
}

/* Each step is looked up by its parent and name, so that paths share what they
 * have in common in any order. */
static pleach_status add_path_line(forest *trees, const pl_piece *line,
                                   pleach_error *error)
{
    steps path;
    size_t at = 0;
    const char *owner = trees->reader->owner;
    size_t owner_length = strlen(owner);
    if (line->length > PL_LINE_BYTES + 1)
        return pl_reader_fail(trees->reader, line, PL_LINE_BYTES, error,
                              "The line is longer than 64 MiB.");
    PL_TRY(pl_reader_check(trees->reader, line, error));
    if (trees->owned && !trees->numbered) {
        const char *tab = memchr(line->bytes, '\t', line->length);
        const char *given = line->bytes;
        size_t given_length = (size_t)(tab - given);
        at = given_length + 1;
        pl_text_trim(&given, &given_length);
        if (given_length > 0) {
            owner = given;
            owner_length = given_length;
        }
    }
    if (trees->numbered)
        at = id_at(line->bytes, line->length);
    PL_TRY(part_path(trees, line, at, &path, error));
    path_key where = {pl_strings_add(trees->owners, owner, owner_length),
                      PL_NONE};
    if (where.owner == PL_NONE)
        return pl_fail_memory(error);
    for (size_t k = 0; k < path.count; k++) {
        where.parent =
            find_path_node(trees, where, line->bytes + path.names[k].start,
                           path.names[k].length, line->line);
        if (where.parent == PL_NONE)
            return pl_fail_memory(error);
    }
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- drafts -- */

static bool draft_path_node(forest *trees, uint32_t node, uint32_t top)
{
    path_node *here = &trees->nodes.items[node];
    uint32_t parent =
        node == top ? PL_NONE : trees->nodes.items[here->parent].drafted;
    here->drafted = (uint32_t)trees->draft.nodes.count;
    return pl_draft_add_node(
        &trees->draft, parent,
        pl_strings_at(trees->names, node) + sizeof(path_key),
        pl_strings_length(trees->names, node) - sizeof(path_key));
}

/* The next node in preorder, or PL_NONE when the tree is done. */
static uint32_t next_in_paths(const forest *trees, uint32_t node, uint32_t top)
{
    const path_node *nodes = trees->nodes.items;
    if (nodes[node].first_child != PL_NONE)
        return nodes[node].first_child;
    while (node != top && nodes[node].next == PL_NONE)
        node = nodes[node].parent;
    return node == top ? PL_NONE : nodes[node].next;
}

/* Trees are drafted when all lines were read, as any line may add to any of
 * them. */
static pleach_status add_path_tree(forest *trees, uint32_t top,
                                   pleach_error *error)
{
    path_key where;
    memcpy(&where, pl_strings_at(trees->names, top), sizeof where);
    pl_draft_clear(&trees->draft);
    if (!pl_draft_keep(&trees->draft, &trees->draft.owner,
                       pl_strings_at(trees->owners, where.owner),
                       pl_strings_length(trees->owners, where.owner)))
        return pl_fail_memory(error);
    for (uint32_t node = top; node != PL_NONE;
         node = next_in_paths(trees, node, top))
        if (!draft_path_node(trees, node, top))
            return pl_fail_memory(error);
    return pl_reader_add(trees->reader, &trees->draft,
                         trees->nodes.items[top].line, error);
}

/* Separator and owners are judged over all lines before the first is parted:
 * one line alone could be read in several ways. */
static pleach_status read_path_text(forest *trees, pleach_error *error)
{
    pl_piece text = {.length = 0};
    pleach_error failure;
    size_t at = 0;
    pl_piece line = {.line = 0};
    if (trees->owners == NULL || trees->names == NULL)
        return pl_fail_memory(error);
    pleach_status read = pl_source_rest(trees->reader->source, &text, &failure);
    PL_TRY(pl_reader_settle(trees->reader, read, &failure, error));
    judge_lines(trees, &text);
    while (next_path_line(&text, &at, &line)) {
        if (is_comment_line(&line))
            continue;
        pleach_status status = add_path_line(trees, &line, &failure);
        PL_TRY(pl_reader_settle(trees->reader, status, &failure, error));
    }
    for (uint32_t node = 0; node < trees->nodes.count; node++)
        if (trees->nodes.items[node].parent == PL_NONE)
            PL_TRY(add_path_tree(trees, node, error));
    return PLEACH_OK;
}

pleach_status pl_read_paths(pl_reader *reader, pleach_error *error)
{
    forest trees = {.reader = reader};
    trees.owners = pl_strings_new();
    trees.names = pl_strings_new();
    pleach_status status = read_path_text(&trees, error);
    pl_strings_free(trees.owners);
    pl_strings_free(trees.names);
    pl_list_free(&trees.nodes);
    pl_list_free(&trees.key);
    pl_draft_free(&trees.draft);
    return status;
}
