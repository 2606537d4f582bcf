/* forest.c: nodes found by name or id, linked, and walked in preorder. */
/* SPDX-License-Identifier: MIT */
#include "read/forest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/text.h"

enum { SHORTEST_WORD = 3, LONGEST_WORD = 64 };

/* ------------------------------------------------------- making, freeing -- */

bool pl_forest_open(pl_forest *forest, pl_reader *reader)
{
    forest->reader = reader;
    forest->owners = pl_strings_new();
    forest->keys = pl_strings_new();
    return forest->owners != NULL && forest->keys != NULL;
}

/* Everything may be NULL or empty, so that this is right after any failure. */
void pl_forest_close(pl_forest *forest)
{
    pl_strings_free(forest->owners);
    pl_strings_free(forest->keys);
    pl_strings_free(forest->words);
    pl_list_free(&forest->word_count);
    pl_list_free(&forest->word_uses);
    pl_list_free(&forest->key_node);
    pl_list_free(&forest->text);
    pl_list_free(&forest->key);
    pl_list_free(&forest->nodes);
    pl_list_free(&forest->tags);
    pl_list_free(&forest->alts);
    pl_list_free(&forest->links);
    pl_list_free(&forest->marks);
    pl_draft_free(&forest->draft);
}

/* ----------------------------------------------------------------- texts -- */

static bool keep_forest_text(pl_forest *forest, pl_span *span,
                             const char *bytes, size_t length)
{
    if (!pl_list_room(&forest->text, length + 1))
        return false;
    if (length > 0)
        memcpy(forest->text.items + forest->text.count, bytes, length);
    *span = (pl_span){forest->text.count, length};
    forest->text.count += length;
    return true;
}

/* Keeps a text on one line: each run of white space with a line feed or tab
 * in it becomes a blank. */
static bool keep_flat(pl_forest *forest, pl_span *span, const char *bytes,
                      size_t length)
{
    pl_text_trim(&bytes, &length);
    if (pl_text_is_blank(bytes, length))
        length = 0;
    if (!keep_forest_text(forest, span, bytes, length))
        return false;
    char *text = forest->text.items + span->start;
    size_t used = 0;
    for (size_t k = 0; k < length; k++) {
        bool control = text[k] >= '\t' && text[k] <= '\r';
        if (control && used > 0 && text[used - 1] == ' ')
            continue;
        if (text[k] == ' ' && k > 0 && text[used - 1] == ' ' &&
            bytes[k - 1] != ' ')
            continue;
        text[used++] = control ? ' ' : text[k];
    }
    forest->text.count -= length - used;
    span->length = used;
    return true;
}

bool pl_forest_name(pl_forest *forest, uint32_t node, const char *name,
                    size_t length)
{
    return keep_flat(forest, &forest->nodes.items[node].name, name, length);
}

bool pl_forest_id(pl_forest *forest, uint32_t node, const char *text,
                  size_t length)
{
    return keep_flat(forest, &forest->nodes.items[node].id, text, length);
}

uint32_t pl_forest_owner(pl_forest *forest, const char *name, size_t length)
{
    return pl_strings_add(forest->owners, name, length);
}

bool pl_forest_tag_node(pl_forest *forest, uint32_t node, const char *text,
                        size_t length, double count)
{
    pl_forest_tag tag = {.count = count,
                         .next = forest->nodes.items[node].first_tag};
    pl_text_trim(&text, &length);
    if (length == 0 || (float)count <= 0)
        return true;
    if (forest->tags.count >= PL_NONE ||
        !keep_forest_text(forest, &tag.text, text, length))
        return false;
    forest->nodes.items[node].first_tag = (uint32_t)forest->tags.count;
    return pl_list_push(&forest->tags, tag);
}

static bool is_letter_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte & 0x80) != 0;
}

/* The bytes of a separator in UTF-8: anything but letters; dashes and quotes
 * beyond ASCII are all in one block. */
static size_t gap_at(const char *text, size_t length)
{
    if (length >= 3 && memcmp(text, "\xE2\x80", 2) == 0)
        return 3;
    return is_letter_byte(*text) ? 0 : 1;
}

static bool add_word(pl_forest *forest, uint32_t node, const char *text,
                     size_t length)
{
    char folded[LONGEST_WORD];
    for (size_t k = 0; k < length; k++)
        folded[k] =
            text[k] >= 'A' && text[k] <= 'Z' ? (char)(text[k] + 32) : text[k];
    pl_forest_word word = {node, pl_strings_add(forest->words, folded, length)};
    if (word.word == PL_NONE || !pl_list_push(&forest->word_uses, word))
        return false;
    if (word.word == forest->word_count.count)
        return pl_list_push(&forest->word_count, 1);
    forest->word_count.items[word.word]++;
    return true;
}

/* Words of a description serve as tags, where an input has texts and no tags.
 * Very short and very long ones say nothing. */
bool pl_forest_tag_words(pl_forest *forest, uint32_t node, const char *text,
                         size_t length)
{
    if (forest->words == NULL)
        forest->words = pl_strings_new();
    if (forest->words == NULL)
        return false;
    forest->described++;
    for (size_t at = 0; at < length;) {
        size_t word = at, gap = 0;
        while (at < length && (gap = gap_at(text + at, length - at)) == 0)
            at++;
        if (at - word >= SHORTEST_WORD && at - word <= LONGEST_WORD &&
            !add_word(forest, node, text + word, at - word))
            return false;
        at += at < length ? gap : 0;
    }
    return true;
}

/* Words become tags unless so many texts have them that they say nothing. */
static bool tag_words(pl_forest *forest)
{
    enum { FEW = 3, COMMON_SHARE = 10 };
    for (size_t k = 0; k < forest->word_uses.count; k++) {
        pl_forest_word use = forest->word_uses.items[k];
        uint32_t count = forest->word_count.items[use.word];
        if (count > FEW && count > forest->described / COMMON_SHARE)
            continue;
        if (!pl_forest_tag_node(forest, use.node,
                                pl_strings_at(forest->words, use.word),
                                pl_strings_length(forest->words, use.word), 1))
            return false;
    }
    return true;
}

bool pl_forest_alt(pl_forest *forest, uint32_t node, const char *text,
                   size_t length)
{
    pl_forest_tag alt = {.next = forest->nodes.items[node].first_alt};
    if (forest->alts.count >= PL_NONE ||
        !keep_flat(forest, &alt.text, text, length))
        return false;
    if (alt.text.length == 0)
        return true;
    forest->nodes.items[node].first_alt = (uint32_t)forest->alts.count;
    return pl_list_push(&forest->alts, alt);
}

/* ----------------------------------------------------------------- nodes -- */

uint32_t pl_forest_add(pl_forest *forest, uint32_t parent, uint64_t line)
{
    pl_forest_node made = {.parent = parent, .line = line};
    made.first_child = made.last_child = made.next = PL_NONE;
    made.first_tag = made.first_alt = PL_NONE;
    made.owner =
        parent == PL_NONE ? PL_NONE : forest->nodes.items[parent].owner;
    if (forest->nodes.count >= PL_NONE - 1 ||
        !pl_list_push(&forest->nodes, made))
        return PL_NONE;
    return (uint32_t)forest->nodes.count - 1;
}

uint32_t pl_forest_add_named(pl_forest *forest, uint32_t parent,
                             const char *name, size_t length, uint64_t line)
{
    uint32_t node = pl_forest_add(forest, parent, line);
    if (node == PL_NONE || !pl_forest_name(forest, node, name, length))
        return PL_NONE;
    return node;
}

/* What a node is found by: below whom, or PL_NONE - 1 for ids, then its name
 * or id. */
typedef struct node_key {
    uint32_t owner, parent;
} node_key;

/* Writes a node's key to forest->key. */
static bool make_node_key(pl_forest *forest, node_key where, const char *name,
                          size_t length)
{
    forest->key.count = 0;
    if (!pl_list_room(&forest->key, sizeof where + length))
        return false;
    memcpy(forest->key.items, &where, sizeof where);
    if (length > 0)
        memcpy(forest->key.items + sizeof where, name, length);
    forest->key.count = sizeof where + length;
    return true;
}

static uint32_t find_forest_node(pl_forest *forest, node_key where,
                                 const char *name, size_t length)
{
    if (!make_node_key(forest, where, name, length))
        return PL_NONE;
    uint32_t key =
        pl_strings_add(forest->keys, forest->key.items, forest->key.count);
    if (key == PL_NONE || key < forest->key_node.count)
        return key == PL_NONE ? PL_NONE : forest->key_node.items[key];
    uint32_t node = pl_forest_add(forest, PL_NONE, 0);
    if (node == PL_NONE || !pl_list_push(&forest->key_node, node))
        return PL_NONE;
    forest->nodes.items[node].owner = where.owner;
    return node;
}

uint32_t pl_forest_child(pl_forest *forest, uint32_t owner, uint32_t parent,
                         const char *name, size_t length, uint64_t line)
{
    uint32_t node =
        find_forest_node(forest, (node_key){owner, parent}, name, length);
    if (node == PL_NONE || forest->nodes.items[node].line != 0)
        return node;
    forest->nodes.items[node].line = line;
    forest->nodes.items[node].parent = parent;
    return pl_forest_name(forest, node, name, length) ? node : PL_NONE;
}

uint32_t pl_forest_by_id(pl_forest *forest, uint32_t owner, const char *id,
                         size_t length)
{
    return find_forest_node(forest, (node_key){owner, PL_NONE - 1}, id, length);
}

uint32_t pl_forest_find_id(pl_forest *forest, uint32_t owner, const char *id,
                           size_t length)
{
    if (!make_node_key(forest, (node_key){owner, PL_NONE - 1}, id, length))
        return PL_NONE;
    uint32_t key =
        pl_strings_find(forest->keys, forest->key.items, forest->key.count);
    return key == PL_NONE ? PL_NONE : forest->key_node.items[key];
}

bool pl_forest_link_nodes(pl_forest *forest, uint32_t child, uint32_t parent)
{
    pl_forest_node *node = &forest->nodes.items[child];
    pl_forest_link link = {child, parent};
    if (node->parent == parent)
        return true;
    if (node->parent != PL_NONE)
        return pl_list_push(&forest->links, link);
    node->parent = parent;
    return true;
}

/* A first parent that is nobody gives way to one with a name. */
static void prefer_named(pl_forest *forest)
{
    pl_forest_node *nodes = forest->nodes.items;
    for (size_t k = 0; k < forest->links.count; k++) {
        pl_forest_link *link = &forest->links.items[k];
        pl_forest_node *child = &nodes[link->child];
        uint32_t first = child->parent;
        if ((first != PL_NONE && nodes[first].name.length > 0) ||
            nodes[link->parent].name.length == 0)
            continue;
        child->parent = link->parent;
        link->parent = first == PL_NONE ? link->child : first; /* no more */
    }
}

/* --------------------------------------------------------------- circles -- */

/* Words for a node in a message. */
static int quote(const pl_forest *forest, uint32_t node, const char **text)
{
    pl_span name = forest->nodes.items[node].name;
    *text = pl_forest_text(forest, name);
    return pl_text_cut(*text, name.length, 60);
}

/* In a table a circle is a mistake; in a graph of statements by many people it
 * just happens, and one edge of it is given up. */
static pleach_status mend_circle(pl_forest *forest, uint32_t node,
                                 pleach_error *error)
{
    pl_reader *reader = forest->reader;
    pl_forest_node *here = &forest->nodes.items[node];
    const char *name;
    int length = quote(forest, node, &name);
    static const char sentence[] = "The parents of \"%.*s\" lead back to it.";
    pleach_error failure;
    pleach_status status = pl_fail_at(&failure, PLEACH_BAD_DATA, reader->file,
                                      here->line, 0, sentence, length, name);
    here->parent = PL_NONE;
    if (forest->circles_are_errors)
        return pl_reader_settle(reader, status, &failure, error);
    reader->builder->facts.circles++;
    pl_read_progress_warn(reader->progress, PL_ODD_CIRCLE, reader->file,
                          here->line,
                          "Parents lead in a circle: those of \"%.*s\" come "
                          "back to it, so it is put at the top.",
                          length, name);
    return PLEACH_OK;
}

/* Walks up from each node over what no walk has passed; who meets a node of
 * the same walk again has found a circle. */
static pleach_status mend_circles(pl_forest *forest, pleach_error *error)
{
    enum { NEW, ON_THIS_WALK, FINE };
    size_t count = forest->nodes.count;
    pl_forest_node *nodes = forest->nodes.items;
    if (!pl_list_room(&forest->marks, count + 1))
        return pl_fail_memory(error);
    uint8_t *mark = forest->marks.items;
    memset(mark, NEW, count);
    for (uint32_t start = 0; start < count; start++) {
        uint32_t at = start;
        while (at != PL_NONE && mark[at] == NEW) {
            mark[at] = ON_THIS_WALK;
            at = nodes[at].parent;
        }
        bool circle = at != PL_NONE && mark[at] == ON_THIS_WALK;
        for (uint32_t k = start; k != PL_NONE && mark[k] == ON_THIS_WALK;
             k = nodes[k].parent)
            mark[k] = FINE;
        if (circle)
            PL_TRY(mend_circle(forest, at, error));
    }
    return PLEACH_OK;
}

/* -------------------------------------------------------------- children -- */

/* A leaf that stands for a node below another of its parents. */
static bool add_copy(pl_forest *forest, pl_forest_link link)
{
    pl_forest_node from = forest->nodes.items[link.child];
    uint32_t copy = pl_forest_add(forest, link.parent, from.line);
    if (copy == PL_NONE)
        return false;
    pl_forest_node *made = &forest->nodes.items[copy];
    made->name = from.name;
    made->first_tag = from.first_tag;
    made->first_alt = from.first_alt;
    return true;
}

static int compare_links(const void *left, const void *right)
{
    const pl_forest_link *a = left, *b = right;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

/* A node with several parents keeps its children below the first one: copies of
 * whole subtrees could multiply without end. */
static bool add_copies(pl_forest *forest)
{
    pl_forest_link *links = forest->links.items;
    size_t count = forest->links.count;
    if (count > 0)
        qsort(links, count, sizeof *links, compare_links);
    for (size_t k = 0; k < count; k++) {
        uint32_t child = links[k].child;
        bool again = k > 0 && compare_links(&links[k - 1], &links[k]) == 0;
        if (again || links[k].parent == child ||
            forest->nodes.items[child].parent == links[k].parent ||
            forest->nodes.items[child].name.length == 0 ||
            forest->nodes.items[links[k].parent].name.length == 0)
            continue;
        if (!add_copy(forest, links[k]))
            return false;
        forest->reader->builder->facts.extra_parents++;
        pl_read_progress_warn(
            forest->reader->progress, PL_ODD_PARENTS, forest->reader->file,
            forest->nodes.items[child].line,
            "There are several parents of \"%.*s\". The first has it with all "
            "below it, the others have it as a leaf.",
            pl_text_cut(pl_forest_text(forest, forest->nodes.items[child].name),
                        forest->nodes.items[child].name.length, 60),
            pl_forest_text(forest, forest->nodes.items[child].name));
    }
    return true;
}

/* The next node with a name above one. Those on the way get it as their
 * parent, so that long ways are gone once. */
static uint32_t find_shown_above(pl_forest_node *nodes, uint32_t node)
{
    uint32_t above = nodes[node].parent;
    while (above != PL_NONE && nodes[above].name.length == 0)
        above = nodes[above].parent;
    while (node != PL_NONE && nodes[node].parent != above) {
        uint32_t next = nodes[node].parent;
        nodes[node].parent = above;
        node = next;
    }
    return above;
}

/* Children of nodes without a name are those of the next one above. Nodes are
 * linked in the order in which they came. */
static void link_children(pl_forest *forest)
{
    pl_forest_node *nodes = forest->nodes.items;
    for (uint32_t k = 0; k < forest->nodes.count; k++) {
        uint32_t above = find_shown_above(nodes, k);
        if (nodes[k].name.length == 0 || above == PL_NONE)
            continue;
        if (nodes[above].first_child == PL_NONE)
            nodes[above].first_child = k;
        else
            nodes[nodes[above].last_child].next = k;
        nodes[above].last_child = k;
    }
}

/* ---------------------------------------------------------------- drafts -- */

/* Lists are linked through the arrays, in the order in which they came. */
static bool draft_extras(pl_forest *forest, const pl_forest_node *from,
                         uint32_t node)
{
    for (uint32_t k = from->first_tag; k != PL_NONE;
         k = forest->tags.items[k].next) {
        const pl_forest_tag *tag = &forest->tags.items[k];
        if (!pl_draft_add_tag(&forest->draft, node,
                              pl_forest_text(forest, tag->text),
                              tag->text.length, tag->count))
            return false;
    }
    for (uint32_t k = from->first_alt; k != PL_NONE;
         k = forest->alts.items[k].next) {
        pl_span text = forest->alts.items[k].text;
        if (!pl_draft_add_alt(&forest->draft, node,
                              pl_forest_text(forest, text), text.length))
            return false;
    }
    return true;
}

static bool draft_forest_node(pl_forest *forest, uint32_t node)
{
    pl_forest_node *here = &forest->nodes.items[node];
    uint32_t parent = here->parent == PL_NONE
                          ? PL_NONE
                          : forest->nodes.items[here->parent].drafted;
    here->drafted = (uint32_t)forest->draft.nodes.count;
    return pl_draft_add_node(&forest->draft, parent,
                             pl_forest_text(forest, here->name),
                             here->name.length) &&
           draft_extras(forest, here, here->drafted);
}

/* The next node in preorder, PL_NONE when the tree is done; keeps count of
 * the level. */
static uint32_t next_in_forest(const pl_forest *forest, uint32_t node,
                               unsigned *level)
{
    const pl_forest_node *nodes = forest->nodes.items;
    if (nodes[node].first_child != PL_NONE) {
        ++*level;
        return nodes[node].first_child;
    }
    while (nodes[node].parent != PL_NONE && nodes[node].next == PL_NONE) {
        node = nodes[node].parent;
        --*level;
    }
    return nodes[node].parent == PL_NONE ? PL_NONE : nodes[node].next;
}

/* The id of a tree: the one it was given, or, in a forest of ids, its top's.
 * Without one it is called by its line, which a second tree must not share. */
static bool keep_id(pl_forest *forest, uint32_t top, uint64_t line)
{
    const pl_forest_node *node = &forest->nodes.items[top];
    pl_draft *draft = &forest->draft;
    const char *id = pl_forest_text(forest, node->id);
    size_t length = node->id.length;
    char numbered[64];
    if (length == 0 && forest->keys_are_ids && top < forest->key_node.count) {
        id = pl_strings_at(forest->keys, top) + sizeof(node_key);
        length = pl_strings_length(forest->keys, top) - sizeof(node_key);
    } else if (length == 0 && line == forest->last_line) {
        size_t file = strlen(forest->reader->owner);
        file = file > 24 ? 24 : file;
        length = (size_t)snprintf(numbered, sizeof numbered,
                                  "%.*s:%" PRIu64 ".%" PRIu32,
                                  pl_text_cut(forest->reader->owner, file, 24),
                                  forest->reader->owner, line, top);
        id = numbered;
    }
    forest->last_line = line;
    return length == 0 || pl_draft_keep(draft, &draft->id, id, length);
}

static bool begin_draft(pl_forest *forest, uint32_t top, uint64_t line)
{
    uint32_t owner = forest->nodes.items[top].owner;
    pl_draft *draft = &forest->draft;
    pl_draft_clear(draft);
    return keep_id(forest, top, line) &&
           (owner == PL_NONE ||
            pl_draft_keep(draft, &draft->owner,
                          pl_strings_at(forest->owners, owner),
                          pl_strings_length(forest->owners, owner)));
}

/* Walked without recursion, and refused when too deep to be cut into paths. */
static pleach_status add_forest_tree(pl_forest *forest, uint32_t top,
                                     pleach_error *error)
{
    pl_reader *reader = forest->reader;
    unsigned level = 1;
    uint64_t line = forest->nodes.items[top].line;
    if (!begin_draft(forest, top, line))
        return pl_fail_memory(error);
    for (uint32_t node = top; node != PL_NONE;
         node = next_in_forest(forest, node, &level)) {
        if (level > PL_DEEPEST)
            return pl_fail_at(error, PLEACH_BAD_DATA, reader->file,
                              forest->nodes.items[node].line, 0,
                              "The hierarchy is nested deeper than 64 levels.");
        if (!draft_forest_node(forest, node))
            return pl_fail_memory(error);
    }
    return pl_reader_add(reader, &forest->draft, line == 0 ? 1 : line, error);
}

/* Where they should be is not known, but what they are is. */
void pl_forest_drop_nameless(pl_forest *forest)
{
    pl_reader *reader = forest->reader;
    pl_forest_node *nodes = forest->nodes.items;
    for (size_t k = 0; k < forest->nodes.count; k++) {
        uint32_t parent = nodes[k].parent;
        if (parent == PL_NONE || nodes[parent].name.length > 0)
            continue;
        nodes[k].parent = PL_NONE;
        reader->builder->facts.missing_parents++;
        const char *name = pl_forest_text(forest, nodes[k].name);
        pl_read_progress_warn(
            reader->progress, PL_ODD_MISSING, reader->file, nodes[k].line,
            "The parent's id leads nowhere: no row has that of \"%.*s\", so it "
            "is put at the top.",
            pl_text_cut(name, nodes[k].name.length, 60), name);
    }
}

/* Circles go before copies are made and children linked: both follow parents.
 */
pleach_status pl_forest_finish(pl_forest *forest, pleach_error *error)
{
    size_t at;
    if (!tag_words(forest))
        return pl_fail_memory(error);
    if (pl_text_check(forest->text.items, forest->text.count, &at) !=
        PL_TEXT_FINE)
        return pl_fail_at(error, PLEACH_BAD_DATA, forest->reader->file, 0, 0,
                          "A text holds a NUL or is not valid UTF-8. Convert "
                          "the input to UTF-8.");
    prefer_named(forest);
    PL_TRY(mend_circles(forest, error));
    if (!add_copies(forest))
        return pl_fail_memory(error);
    link_children(forest);
    for (uint32_t node = 0; node < forest->nodes.count; node++) {
        const pl_forest_node *here = &forest->nodes.items[node];
        assert(here->parent == PL_NONE || here->parent < forest->nodes.count);
        if (here->parent != PL_NONE || here->name.length == 0)
            continue;
        pleach_error failure;
        pleach_status status = add_forest_tree(forest, node, &failure);
        PL_TRY(pl_reader_settle(forest->reader, status, &failure, error));
    }
    return PLEACH_OK;
}
