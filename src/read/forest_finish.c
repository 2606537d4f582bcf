/* forest_finish.c: the nodes of a forest as trees, in preorder: circles are
 * mended, further parents get leaves, and each tree becomes a draft. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/text.h"
#include "read/forest.h"

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
    pleach_status status =
        pl_reader_refuse(reader, here->line, &failure, sentence, length, name);
    here->parent = PL_NONE;
    if (forest->circles_are_errors)
        return pl_reader_settle(reader, status, &failure, error);
    reader->builder->facts.circles++;
    pl_reader_warn(reader, PL_ODD_CIRCLE, here->line,
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
static void add_copy(pl_forest *forest, pl_forest_link link)
{
    pl_forest_node from = forest->nodes.items[link.child];
    uint32_t copy = pl_forest_add(forest, link.parent, from.line);
    if (copy == PL_NONE)
        return;
    pl_forest_node *made = &forest->nodes.items[copy];
    made->name = from.name;
    made->first_tag = from.first_tag;
    made->first_alt = from.first_alt;
    made->source_id = from.source_id;
    made->copy_of = link.child;
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
static void add_copies(pl_forest *forest)
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
        add_copy(forest, links[k]);
        forest->reader->builder->facts.extra_parents++;
        pl_reader_warn(
            forest->reader, PL_ODD_PARENTS, forest->nodes.items[child].line,
            "There are several parents of \"%.*s\". The first has it with all "
            "below it, the others have it as a leaf.",
            pl_text_cut(pl_forest_text(forest, forest->nodes.items[child].name),
                        forest->nodes.items[child].name.length, 60),
            pl_forest_text(forest, forest->nodes.items[child].name));
    }
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

void pl_forest_hand_over(pl_forest *forest, uint32_t from, uint32_t to)
{
    uint32_t *end = &forest->nodes.items[from].first_fact;
    uint32_t first = *end, count = 0;
    for (; *end != PL_NONE; count++)
        end = &forest->facts.items[*end].next;
    forest->nodes.items[from].first_fact = PL_NONE;
    if (to == PL_NONE)
        forest->unplaced += count;
    if (to == PL_NONE || count == 0)
        return;
    *end = forest->nodes.items[to].first_fact;
    forest->nodes.items[to].first_fact = first;
}

/* Children of nodes without a name are those of the next one above. Nodes are
 * linked in the order in which they came. */
static void link_children(pl_forest *forest)
{
    pl_forest_node *nodes = forest->nodes.items;
    for (uint32_t k = 0; k < forest->nodes.count; k++) {
        uint32_t above = find_shown_above(nodes, k);
        if (nodes[k].name.length == 0)
            pl_forest_hand_over(forest, k, above);
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

/* Keeps a text that is not the forest's own. */
static void keep_in_draft(pl_forest *forest, pl_span *span, const char *text,
                          size_t length)
{
    if (length > 0 && !pl_draft_keep(&forest->draft, span, text, length))
        pl_arena_fail(forest->reader->arena);
}

/* The draft borrows the forest's texts, so that spans are the same in both.
 * Lists are linked through the arrays. */
static void draft_extras(pl_forest *forest, const pl_forest_node *said)
{
    pl_draft *draft = &forest->draft;
    uint32_t node = said->drafted;
    for (uint32_t k = said->first_tag; k != PL_NONE;
         k = forest->tags.items[k].next) {
        const pl_forest_tag *tag = &forest->tags.items[k];
        pl_list_add(&draft->tags,
                    ((pl_draft_tag){node, tag->text, tag->count}));
    }
    for (uint32_t k = said->first_alt; k != PL_NONE;
         k = forest->alts.items[k].next)
        pl_list_add(&draft->alts,
                    ((pl_draft_alt){node, forest->alts.items[k].text}));
}

/* What its source calls a node by: what it was given, or, in a forest of ids,
 * its key; a copy has that of the node it is of. */
static pl_span find_source_id(pl_forest *forest, uint32_t node)
{
    const pl_forest_node *here = &forest->nodes.items[node];
    uint32_t key = here->copy_of == PL_NONE ? node : here->copy_of;
    pl_span id = here->source_id;
    size_t length;
    if (id.length > 0 || !forest->keys_are_ids || key >= forest->key_node.count)
        return id;
    const char *text = pl_forest_key(forest, key, &length);
    keep_in_draft(forest, &id, text, length);
    return id;
}

/* The list has the last one first, so what was drafted is turned round. */
static void draft_facts(pl_forest *forest, const pl_forest_node *from)
{
    pl_draft *draft = &forest->draft;
    size_t first = draft->facts.count;
    for (uint32_t k = from->first_fact; k != PL_NONE;
         k = forest->facts.items[k].next) {
        const pl_forest_fact *fact = &forest->facts.items[k];
        pl_draft_fact made = {.node = from->drafted,
                              .item = fact->item,
                              .address = fact->address,
                              .property = fact->property,
                              .text = fact->text,
                              .language = fact->language};
        pl_list_add(&draft->facts, made);
    }
    for (size_t last = draft->facts.count; first + 1 < last; first++) {
        pl_draft_fact swapped = draft->facts.items[first];
        draft->facts.items[first] = draft->facts.items[--last];
        draft->facts.items[last] = swapped;
    }
}

static void draft_forest_node(pl_forest *forest, uint32_t node)
{
    pl_forest_node *here = &forest->nodes.items[node];
    pl_draft_node made = {.parent =
                              here->parent == PL_NONE
                                  ? PL_NONE
                                  : forest->nodes.items[here->parent].drafted,
                          .name = here->name,
                          .id = find_source_id(forest, node)};
    here->drafted = (uint32_t)forest->draft.nodes.count;
    pl_list_add(&forest->draft.nodes, made);
    draft_extras(forest, here);
    draft_facts(forest, here);
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
static void keep_id(pl_forest *forest, uint32_t top, uint64_t line)
{
    const pl_forest_node *node = &forest->nodes.items[top];
    pl_draft *draft = &forest->draft;
    const char *id = pl_forest_text(forest, node->id);
    size_t length = node->id.length;
    char numbered[64];
    if (length == 0 && forest->keys_are_ids && top < forest->key_node.count) {
        id = pl_forest_key(forest, top, &length);
    } else if (length == 0 && line == forest->last_line &&
               !forest->shares_lines) {
        size_t file = strlen(forest->reader->owner);
        file = file > 24 ? 24 : file;
        length = (size_t)snprintf(numbered, sizeof numbered,
                                  "%.*s:%" PRIu64 ".%" PRIu32,
                                  pl_text_cut(forest->reader->owner, file, 24),
                                  forest->reader->owner, line, top);
        id = numbered;
    }
    forest->last_line = line;
    keep_in_draft(forest, &draft->id, id, length);
}

/* The arena of the draft's lists is the reader's, which is asked at the end. */
static void begin_draft(pl_forest *forest, uint32_t top, uint64_t line)
{
    uint32_t owner = forest->nodes.items[top].owner;
    pl_draft *draft = &forest->draft;
    pl_draft_clear(draft);
    pl_draft_borrow(draft, forest->text.items, forest->text.count);
    keep_id(forest, top, line);
    if (owner != PL_NONE)
        keep_in_draft(forest, &draft->owner,
                      pl_strings_at(forest->owners, owner),
                      pl_strings_length(forest->owners, owner));
}

/* Walked without recursion, and refused when too deep to be cut into paths. */
static pleach_status add_forest_tree(pl_forest *forest, uint32_t top,
                                     pleach_error *error)
{
    pl_reader *reader = forest->reader;
    unsigned level = 1;
    uint64_t line = forest->nodes.items[top].line;
    begin_draft(forest, top, line);
    for (uint32_t node = top; node != PL_NONE;
         node = next_in_forest(forest, node, &level)) {
        if (level > PL_DEEPEST)
            return pl_reader_refuse(
                reader, forest->nodes.items[node].line, error,
                "The hierarchy is nested deeper than 64 levels.");
        draft_forest_node(forest, node);
    }
    PL_TRY(pl_check_memory(reader->arena, error));
    forest->nodes.items[top].staged = (uint32_t)reader->builder->nodes.count;
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
        pl_reader_warn(
            reader, PL_ODD_MISSING, nodes[k].line,
            "The parent's id leads nowhere: no row has that of \"%.*s\", so it "
            "is put at the top.",
            pl_text_cut(name, nodes[k].name.length, 60), name);
    }
}

/* What has no name is no node, and whoever wrote one must hear of it. */
static void tell_blank_names(const pl_forest *forest)
{
    if (forest->blank_names > 0)
        pl_reader_warn(forest->reader, PL_ODD_PASSED, forest->blank_line,
                       "Names of nothing but blanks: %" PRIu64
                       ". What is below them is put below the next one above.",
                       forest->blank_names);
}

void pl_forest_tell_unplaced(const pl_forest *forest)
{
    if (forest->unplaced > 0)
        pl_reader_tell(forest->reader,
                       "Fields about no node, which are left out: %" PRIu64 ".",
                       forest->unplaced);
}

/* Circles go before copies are made and children linked: both follow parents.
 */
pleach_status pl_forest_finish(pl_forest *forest, pleach_error *error)
{
    size_t at;
    PL_TRY(pl_check_memory(forest->reader->arena, error));
    pl_forest_finish_words(forest);
    PL_TRY(pl_check_memory(forest->reader->arena, error));
    if (pl_text_check(forest->text.items, forest->text.count, &at) !=
        PL_TEXT_FINE)
        return pl_reader_refuse(
            forest->reader, 0, error,
            "A text holds a NUL or is not valid UTF-8. Convert "
            "the input to UTF-8.");
    tell_blank_names(forest);
    prefer_named(forest);
    PL_TRY(mend_circles(forest, error));
    add_copies(forest);
    PL_TRY(pl_check_memory(forest->reader->arena, error));
    link_children(forest);
    pl_forest_tell_unplaced(forest);
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
