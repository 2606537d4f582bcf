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

bool pl_forest_open(pl_forest *forest, pl_reader *reader)
{
    pl_arena *arena = reader->arena;
    pl_draft *draft = &forest->draft;
    forest->reader = reader;
    forest->owners = pl_reader_texts(reader);
    forest->keys = pl_reader_texts(reader);
    forest->key_node.arena = forest->text.arena = forest->key.arena = arena;
    forest->nodes.arena = forest->tags.arena = forest->alts.arena = arena;
    forest->facts.arena = forest->links.arena = forest->marks.arena = arena;
    forest->word_count.arena = forest->word_uses.arena = arena;
    draft->text.arena = draft->nodes.arena = draft->tags.arena = arena;
    draft->alts.arena = draft->facts.arena = draft->numbers.arena = arena;
    return !pl_arena_failed(arena);
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
    if (!has_node(forest, node))
        return false;
    pl_forest_node *named = &forest->nodes.items[node];
    if (!keep_flat(forest, &named->name, name, length))
        return false;
    if (length > 0 && named->name.length == 0 && forest->blank_names++ == 0)
        forest->blank_line = named->line;
    return true;
}

bool pl_forest_id(pl_forest *forest, uint32_t node, const char *text,
                  size_t length)
{
    return has_node(forest, node) &&
           keep_flat(forest, &forest->nodes.items[node].id, text, length);
}

bool pl_forest_source_id(pl_forest *forest, uint32_t node, const char *text,
                         size_t length)
{
    return has_node(forest, node) &&
           keep_flat(forest, &forest->nodes.items[node].source_id, text,
                     length);
}

uint32_t pl_forest_owner(pl_forest *forest, const char *name, size_t length)
{
    return pl_reader_note(forest->reader, forest->owners, name, length);
}

bool pl_forest_tag_node(pl_forest *forest, uint32_t node, const char *text,
                        size_t length, double count)
{
    pl_text_trim(&text, &length);
    if (length == 0 || (float)count <= 0 || !has_node(forest, node))
        return has_node(forest, node);
    pl_forest_tag tag = {.count = count,
                         .next = forest->nodes.items[node].first_tag};
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
    pl_forest_word word = {
        node, pl_reader_note(forest->reader, forest->words, folded, length)};
    if (word.word == PL_NONE || !pl_list_push(&forest->word_uses, word))
        return false;
    if (word.word == forest->word_count.count)
        return pl_list_push(&forest->word_count, 1);
    if (word.word > forest->word_count.count)
        return false; /* one before found no memory */
    forest->word_count.items[word.word]++;
    return true;
}

/* Words of links' titles and files' names serve as tags, where an input has no
 * others. Very short and very long ones say nothing. */
bool pl_forest_tag_words(pl_forest *forest, uint32_t node, const char *text,
                         size_t length)
{
    if (forest->words == NULL)
        forest->words = pl_reader_texts(forest->reader);
    if (forest->words == NULL || !has_node(forest, node))
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
bool pl_forest_finish_words(pl_forest *forest)
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
    if (!has_node(forest, node))
        return false;
    pl_forest_tag alt = {.next = forest->nodes.items[node].first_alt};
    if (forest->alts.count >= PL_NONE ||
        !keep_flat(forest, &alt.text, text, length))
        return false;
    if (alt.text.length == 0)
        return true;
    forest->nodes.items[node].first_alt = (uint32_t)forest->alts.count;
    return pl_list_push(&forest->alts, alt);
}

bool pl_forest_say(pl_forest *forest, uint32_t node, const pl_saying *saying)
{
    if (!has_node(forest, node))
        return false;
    const char *text = saying->text;
    size_t length = saying->length;
    pl_forest_fact fact = {.address = saying->address,
                           .item = saying->item,
                           .next = forest->nodes.items[node].first_fact};
    pl_text_trim(&text, &length);
    if (pl_text_is_blank(text, length))
        return true;
    if (forest->facts.count >= PL_NONE ||
        !keep_forest_text(forest, &fact.property, saying->property,
                          strlen(saying->property)) ||
        !keep_forest_text(forest, &fact.text, text, length) ||
        (saying->language != NULL &&
         !keep_forest_text(forest, &fact.language, saying->language,
                           strlen(saying->language))))
        return false;
    forest->nodes.items[node].first_fact = (uint32_t)forest->facts.count;
    return pl_list_push(&forest->facts, fact);
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
    return pl_forest_name(forest, node, name, length) ? node : PL_NONE;
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

bool pl_forest_link_nodes(pl_forest *forest, uint32_t child, uint32_t parent)
{
    pl_forest_node *node = &forest->nodes.items[child];
    pl_forest_link link = {child, parent};
    if (!has_node(forest, child) || !has_node(forest, parent))
        return false;
    if (node->parent == parent)
        return true;
    if (node->parent != PL_NONE)
        return pl_list_push(&forest->links, link);
    node->parent = parent;
    return true;
}
