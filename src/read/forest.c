/* forest.c: nodes found by name or id, with what is said about them. */
/* SPDX-License-Identifier: MIT */
#include "read/forest.h"

#include <string.h>

#include "base/text.h"

enum { SHORTEST_WORD = 3, LONGEST_WORD = 64 };

static bool has_node(const pl_forest *forest, uint32_t node)
{
    return node < forest->nodes.count;
}

void pl_forest_open(pl_forest *forest, pl_reader *reader)
{
    pl_arena *arena = reader->arena;
    forest->reader = reader;
    forest->owners = pl_strings_in(reader->arena);
    forest->keys = pl_strings_in(reader->arena);
    forest->words = pl_strings_in(reader->arena);
    forest->key_node.arena = forest->text.arena = forest->key.arena = arena;
    forest->nodes.arena = forest->tags.arena = forest->alts.arena = arena;
    forest->facts.arena = forest->links.arena = forest->marks.arena = arena;
    forest->word_count.arena = forest->word_uses.arena = arena;
    pl_draft_in_arena(&forest->draft, arena);
}

/* ----------------------------------------------------------------- texts -- */

static pl_span keep_forest_text(pl_forest *forest, const char *bytes,
                                size_t length)
{
    pl_span span = {forest->text.count, length};
    if (length == 0 || !pl_list_room(&forest->text, length + 1))
        return (pl_span){0, 0};
    memcpy(forest->text.items + span.start, bytes, length);
    forest->text.count += length;
    return span;
}

/* Keeps a text on one line: each run of white space with a line feed or tab
 * in it becomes a blank. */
static pl_span keep_flat(pl_forest *forest, const char *bytes, size_t length)
{
    pl_text_trim(&bytes, &length);
    if (pl_text_is_blank(bytes, length))
        length = 0;
    pl_span span = keep_forest_text(forest, bytes, length);
    if (span.length == 0)
        return span; /* there may be no text at all yet */
    char *text = forest->text.items + span.start;
    size_t used = 0;
    for (size_t k = 0; k < span.length; k++) {
        bool control = text[k] >= '\t' && text[k] <= '\r';
        if (control && used > 0 && text[used - 1] == ' ')
            continue;
        if (text[k] == ' ' && k > 0 && text[used - 1] == ' ' &&
            bytes[k - 1] != ' ')
            continue;
        text[used++] = control ? ' ' : text[k];
    }
    forest->text.count -= span.length - used;
    span.length = used;
    return span;
}

void pl_forest_name(pl_forest *forest, uint32_t node, const char *name,
                    size_t length)
{
    if (!has_node(forest, node))
        return;
    pl_forest_node *named = &forest->nodes.items[node];
    named->name = keep_flat(forest, name, length);
    if (length > 0 && named->name.length == 0 && forest->blank_names++ == 0)
        forest->blank_line = named->line;
}

void pl_forest_id(pl_forest *forest, uint32_t node, const char *text,
                  size_t length)
{
    if (has_node(forest, node))
        forest->nodes.items[node].id = keep_flat(forest, text, length);
}

void pl_forest_source_id(pl_forest *forest, uint32_t node, const char *text,
                         size_t length)
{
    if (has_node(forest, node))
        forest->nodes.items[node].source_id = keep_flat(forest, text, length);
}

uint32_t pl_forest_owner(pl_forest *forest, const char *name, size_t length)
{
    return pl_reader_note(forest->reader, forest->owners, name, length);
}

/* Adds to a list that is linked through its array, the last one first. */
#define PUSH_LINKED(forest, list, value, first)                                \
    do {                                                                       \
        uint32_t number = (uint32_t)(list)->count;                             \
        if ((list)->count >= PL_NONE)                                          \
            pl_arena_fail((forest)->reader->arena);                            \
        else if (pl_list_push((list), (value)))                                \
            *(first) = number;                                                 \
    } while (0)

void pl_forest_tag_node(pl_forest *forest, uint32_t node, const char *text,
                        size_t length, double count)
{
    pl_text_trim(&text, &length);
    if (length == 0 || (float)count <= 0 || !has_node(forest, node))
        return;
    uint32_t *first = &forest->nodes.items[node].first_tag;
    pl_forest_tag tag = {.text = keep_forest_text(forest, text, length),
                         .count = count,
                         .next = *first};
    PUSH_LINKED(forest, &forest->tags, tag, first);
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

static void add_word(pl_forest *forest, uint32_t node, const char *text,
                     size_t length)
{
    char folded[LONGEST_WORD];
    for (size_t k = 0; k < length; k++)
        folded[k] =
            text[k] >= 'A' && text[k] <= 'Z' ? (char)(text[k] + 32) : text[k];
    pl_forest_word word = {
        node, pl_reader_note(forest->reader, forest->words, folded, length)};
    if (word.word == forest->word_count.count)
        pl_list_add(&forest->word_count, 0);
    if (word.word >= forest->word_count.count)
        return; /* one before found no memory */
    forest->word_count.items[word.word]++;
    pl_list_add(&forest->word_uses, word);
}

/* Words of links' titles and files' names serve as tags, where an input has no
 * others. Very short and very long ones say nothing. */
void pl_forest_tag_words(pl_forest *forest, uint32_t node, const char *text,
                         size_t length)
{
    forest->described++;
    for (size_t at = 0; at < length;) {
        size_t word = at, gap = 0;
        while (at < length && (gap = gap_at(text + at, length - at)) == 0)
            at++;
        if (at - word >= SHORTEST_WORD && at - word <= LONGEST_WORD)
            add_word(forest, node, text + word, at - word);
        at += at < length ? gap : 0;
    }
}

/* Words become tags unless so many texts have them that they say nothing. */
void pl_forest_finish_words(pl_forest *forest)
{
    enum { FEW = 3, COMMON_SHARE = 10 };
    for (size_t k = 0; k < forest->word_uses.count; k++) {
        pl_forest_word use = forest->word_uses.items[k];
        uint32_t count = forest->word_count.items[use.word];
        if (count <= FEW || count <= forest->described / COMMON_SHARE)
            pl_forest_tag_node(forest, use.node,
                               pl_strings_at(forest->words, use.word),
                               pl_strings_length(forest->words, use.word), 1);
    }
}

void pl_forest_alt(pl_forest *forest, uint32_t node, const char *text,
                   size_t length)
{
    if (!has_node(forest, node))
        return;
    uint32_t *first = &forest->nodes.items[node].first_alt;
    pl_forest_tag alt = {.text = keep_flat(forest, text, length),
                         .next = *first};
    if (alt.text.length > 0)
        PUSH_LINKED(forest, &forest->alts, alt, first);
}

void pl_forest_say(pl_forest *forest, uint32_t node, const pl_saying *saying)
{
    const char *text = saying->text, *language = saying->language;
    size_t length = saying->length;
    pl_text_trim(&text, &length);
    if (!has_node(forest, node) || pl_text_is_blank(text, length))
        return;
    uint32_t *first = &forest->nodes.items[node].first_fact;
    pl_forest_fact fact = {
        .address = saying->address, .item = saying->item, .next = *first};
    fact.property =
        keep_forest_text(forest, saying->property, strlen(saying->property));
    fact.text = keep_forest_text(forest, text, length);
    if (language != NULL)
        fact.language = keep_forest_text(forest, language, strlen(language));
    PUSH_LINKED(forest, &forest->facts, fact, first);
}

/* ----------------------------------------------------------------- nodes -- */

uint32_t pl_forest_add(pl_forest *forest, uint32_t parent, uint64_t line)
{
    pl_forest_node made = {.parent = parent, .line = line};
    made.first_child = made.last_child = made.next = PL_NONE;
    made.first_tag = made.first_alt = PL_NONE;
    made.first_fact = made.copy_of = made.staged = PL_NONE;
    made.owner =
        has_node(forest, parent) ? forest->nodes.items[parent].owner : PL_NONE;
    if (forest->nodes.count >= PL_NONE - 1 ||
        !pl_list_push(&forest->nodes, made))
        return PL_NONE;
    return (uint32_t)forest->nodes.count - 1;
}

uint32_t pl_forest_add_named(pl_forest *forest, uint32_t parent,
                             const char *name, size_t length, uint64_t line)
{
    uint32_t node = pl_forest_add(forest, parent, line);
    pl_forest_name(forest, node, name, length);
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
    uint32_t key = pl_reader_note(forest->reader, forest->keys,
                                  forest->key.items, forest->key.count);
    if (key == PL_NONE || key < forest->key_node.count)
        return key == PL_NONE ? PL_NONE : forest->key_node.items[key];
    if (key > forest->key_node.count)
        return PL_NONE; /* one before found no memory */
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
    pl_forest_name(forest, node, name, length);
    return node;
}

uint32_t pl_forest_by_id(pl_forest *forest, uint32_t owner, const char *id,
                         size_t length)
{
    return find_forest_node(forest, (node_key){owner, PL_NONE - 1}, id, length);
}

uint32_t pl_forest_find_child(pl_forest *forest, uint32_t owner,
                              uint32_t parent, const char *name, size_t length)
{
    if (!make_node_key(forest, (node_key){owner, parent}, name, length))
        return PL_NONE;
    uint32_t key =
        pl_strings_find(forest->keys, forest->key.items, forest->key.count);
    return key < forest->key_node.count ? forest->key_node.items[key] : PL_NONE;
}

uint32_t pl_forest_find_id(pl_forest *forest, uint32_t owner, const char *id,
                           size_t length)
{
    return pl_forest_find_child(forest, owner, PL_NONE - 1, id, length);
}

const char *pl_forest_key(const pl_forest *forest, uint32_t key, size_t *length)
{
    *length = pl_strings_length(forest->keys, key) - sizeof(node_key);
    return pl_strings_at(forest->keys, key) + sizeof(node_key);
}

void pl_forest_link_nodes(pl_forest *forest, uint32_t child, uint32_t parent)
{
    if (!has_node(forest, child) || !has_node(forest, parent))
        return;
    pl_forest_node *node = &forest->nodes.items[child];
    if (node->parent == PL_NONE)
        node->parent = parent;
    else if (node->parent != parent)
        pl_list_add(&forest->links, ((pl_forest_link){child, parent}));
}
