/* read_nested.c: nested JSON and YAML as people and programs write them.
 *
 * What is a name and what are children is told by the keys, or by the shape:
 * a map without a name maps names to what is below them. One line tells what
 * was taken for what. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/forest.h"
#include "read/nested_words.h"
#include "read/read.h"

typedef enum place {
    IN_LIST,   /* of nodes below `parent` */
    IN_MAP,    /* from names to what is below them */
    IN_FIELDS, /* of node `parent` */
} place;

typedef struct frame {
    place place;
    uint32_t at, end; /* values yet to be taken */
    uint32_t parent;
    bool names;           /* of a list: maps of one key name nodes */
    uint32_t last;        /* in a list: the node before */
    uint32_t name, below; /* of fields: those that have served already */
} frame;

typedef struct nested {
    pl_values values;
    pl_forest forest;
    PL_LIST(frame) frames;
    /* For the line that tells: which words served, and were keys names? */
    uint64_t names_used, heads_used, children_used;
    bool keys_used, texts_used;
    pl_strings *attributes; /* keys of lists that stand beside children */
} nested;

/* ----------------------------------------------------------------- words -- */

static const pl_value *value_at(const nested *self, uint32_t v)
{
    return pl_values_at(&self->values, v);
}

static bool holds_more(const nested *self, uint32_t v)
{
    return pl_values_holds_more(&self->values, v);
}

static int key_among(const nested *self, uint32_t v, const char *words)
{
    return pl_values_find_key(&self->values, v, words);
}

static bool is_text(const nested *self, uint32_t v)
{
    return pl_values_is_text(&self->values, v);
}

/* The field that names a map; PL_NONE: none does. */
static uint32_t find_name_field(const nested *self, uint32_t map, int *word)
{
    uint32_t found = PL_NONE;
    *word = INT32_MAX;
    if (value_at(self, map)->kind != PL_VALUE_MAP)
        return PL_NONE;
    PL_EACH_VALUE (&self->values, v, map) {
        int k = is_text(self, v) ? key_among(self, v, pl_nested_names) : -1;
        if (k >= 0 && k < *word) {
            *word = k;
            found = v;
        }
    }
    return found;
}

/* {"parent": "A", "children": [...]}: the field that names a map by whose
 * children it lists; PL_NONE: it is not of that shape. */
static uint32_t find_head(const nested *self, uint32_t map)
{
    uint32_t head = PL_NONE;
    bool below = false;
    if (value_at(self, map)->kind != PL_VALUE_MAP)
        return PL_NONE;
    PL_EACH_VALUE (&self->values, v, map) {
        if (is_text(self, v) && key_among(self, v, pl_nested_heads) >= 0)
            head = v;
        below |=
            holds_more(self, v) && key_among(self, v, pl_nested_children) >= 0;
    }
    return below ? head : PL_NONE;
}

static bool is_node(const nested *self, uint32_t map)
{
    int word;
    return find_name_field(self, map, &word) != PL_NONE ||
           find_head(self, map) != PL_NONE;
}

/* Whether a list's first map has a name. */
static bool lists_nodes(const nested *self, uint32_t list)
{
    return value_at(self, list)->kind == PL_VALUE_LIST &&
           list + 1 < value_at(self, list)->end && is_node(self, list + 1);
}

/* Whether a list below a node says what is below it though its key is not
 * known. One that stands beside children anywhere is an attribute. */
static bool lists_more(const nested *self, uint32_t list, uint32_t node)
{
    pl_span key = value_at(self, list)->key;
    return key_among(self, list, pl_nested_asides) < 0 &&
           pl_strings_find(self->attributes, pl_values_text(&self->values, key),
                           key.length) == PL_NONE &&
           (lists_nodes(self, list) ||
            (node != PL_NONE && pl_nested_lists_texts(&self->values, list)));
}

/* Whether a key is a word for children, tags or further names. */
static bool is_field_word(const nested *self, uint32_t v)
{
    return key_among(self, v, pl_nested_children) >= 0 ||
           key_among(self, v, PL_WORDS_TAGS) >= 0 ||
           key_among(self, v, PL_WORDS_ALTS) >= 0;
}

/* Whether a map speaks about one node. Beside a map behind a key that is no
 * known word, all keys are names, these words too. */
static bool has_fields(const nested *self, uint32_t map)
{
    bool fields = false;
    PL_EACH_VALUE (&self->values, v, map) {
        bool known = is_field_word(self, v);
        fields |= known && holds_more(self, v);
        if (!known && value_at(self, v)->kind == PL_VALUE_MAP &&
            !value_at(self, v)->merged &&
            key_among(self, v, pl_nested_asides) < 0)
            return false;
    }
    return fields;
}

/* A map of one key, {"Cats": [...]}, as an item of a list. */
static bool is_single(const nested *self, uint32_t v)
{
    return value_at(self, v)->kind == PL_VALUE_MAP &&
           v + 1 < value_at(self, v)->end &&
           value_at(self, v + 1)->end == value_at(self, v)->end;
}

/* Whether a list has texts, or maps of one key that is no known word: then such
 * maps in it name nodes, whatever the word is. */
static bool lists_names(const nested *self, uint32_t list)
{
    PL_EACH_VALUE (&self->values, v, list)
        if (is_text(self, v) ||
            (is_single(self, v) && !is_field_word(self, v + 1)))
            return true;
    return false;
}

/* ----------------------------------------------------------------- nodes -- */

static void enter_value(nested *self, place where, uint32_t value,
                        uint32_t parent)
{
    frame made = {.place = where,
                  .at = value + 1,
                  .end = value_at(self, value)->end,
                  .parent = parent,
                  .names = where == IN_LIST && lists_names(self, value),
                  .last = PL_NONE,
                  .name = PL_NONE,
                  .below = PL_NONE};
    pl_list_add(&self->frames, made);
}

/* The text that names the level below a map's name: "subcategory" beside
 * "category"; PL_NONE: there is none. */
static uint32_t find_below(const nested *self, uint32_t map, uint32_t name)
{
    char word[PL_KEYWORD_BYTES], below[PL_KEYWORD_BYTES + 8];
    if (name == PL_NONE || key_among(self, name, pl_nested_names) < 0)
        return PL_NONE;
    pl_span key = value_at(self, name)->key;
    (void)pl_text_fold_word(pl_values_text(&self->values, key), key.length,
                            word);
    snprintf(below, sizeof below, " sub%s ", word);
    PL_EACH_VALUE (&self->values, v, map)
        if (is_text(self, v) && key_among(self, v, below) >= 0)
            return v;
    return PL_NONE;
}

static uint32_t add_node(nested *self, uint32_t parent, pl_span name,
                         uint64_t line)
{
    return pl_forest_add_named(&self->forest, parent,
                               pl_values_text(&self->values, name), name.length,
                               line);
}

/* The fields of a node but for its name, which it has. What is in them is below
 * the level below, where they name one. */
static void enter_fields(nested *self, uint32_t map, uint32_t node,
                         uint32_t name)
{
    uint32_t below = find_below(self, map, name);
    size_t frames = self->frames.count;
    if (below != PL_NONE)
        node = add_node(self, node, value_at(self, below)->text,
                        value_at(self, below)->line);
    enter_value(self, IN_FIELDS, map, node);
    if (self->frames.count == frames)
        return;
    self->frames.items[frames].name = name;
    self->frames.items[frames].below = below;
}

static void enter_any(nested *self, uint32_t v, uint32_t parent)
{
    enter_value(self,
                value_at(self, v)->kind == PL_VALUE_LIST ? IN_LIST : IN_MAP, v,
                parent);
}

/* A map where a node may be: one with a name is one. */
static uint32_t add_map(nested *self, uint32_t map, uint32_t parent)
{
    int word;
    uint32_t name = find_name_field(self, map, &word);
    if (name != PL_NONE)
        self->names_used |= 1ull << word;
    else if ((name = find_head(self, map)) != PL_NONE)
        self->heads_used |= 1ull << key_among(self, name, pl_nested_heads);
    if (name == PL_NONE) {
        enter_value(self, has_fields(self, map) ? IN_FIELDS : IN_MAP, map,
                    parent);
        return PL_NONE;
    }
    uint32_t node = add_node(self, parent, value_at(self, name)->text,
                             value_at(self, map)->line);
    enter_fields(self, map, node, name);
    return node;
}

/* In a list: texts are leaves; a list belongs to the node before it. */
static void take_item(nested *self, uint32_t v)
{
    size_t number = self->frames.count - 1;
    const frame here = self->frames.items[number]; /* which may move */
    uint32_t parent = here.parent, node = here.last;
    if (is_text(self, v)) {
        self->texts_used = true;
        node = add_node(self, parent, value_at(self, v)->text,
                        value_at(self, v)->line);
    } else if (here.names && is_single(self, v) && is_field_word(self, v + 1)) {
        enter_value(self, IN_MAP, v, parent);
        node = PL_NONE;
    } else if (value_at(self, v)->kind == PL_VALUE_MAP) {
        node = add_map(self, v, parent);
    } else if (value_at(self, v)->kind == PL_VALUE_LIST) {
        enter_value(self, IN_LIST, v, node == PL_NONE ? parent : node);
    }
    self->frames.items[number].last = node;
}

/* "<<: *anchor" of YAML, or no key: what is in the value is in the map. */
static bool is_merged(const nested *self, uint32_t v)
{
    return value_at(self, v)->merged || value_at(self, v)->key.length == 0;
}

/* --------------------------------------------------------------- carried -- */

typedef struct carrier {
    pl_forest *forest;
    uint32_t node;
} carrier;

static void carry_text(void *context, const char *property, const char *text,
                       size_t length)
{
    const carrier *to = context;
    size_t size = strlen(property);
    bool defined = pl_text_is_word(property, size, "description") ||
                   pl_text_is_word(property, size, "definition");
    pl_forest_say(to->forest, to->node,
                  &(pl_saying){.property = defined     ? "skos:definition"
                                           : size == 0 ? "value"
                                                       : property,
                               .text = text,
                               .length = length});
}

/* What a field says that nothing is made of. Without a node it is about the
 * whole document. */
static void carry_field(nested *self, uint32_t v, uint32_t node)
{
    carrier to = {&self->forest, node};
    if (node != PL_NONE)
        pl_values_carry(&self->values, v, carry_text, &to);
    else
        self->forest.unplaced++;
}

/* In a map of names: the key is one, and a text behind it is about it. A text
 * behind "$schema" is a remark. */
static void take_map_entry(nested *self, uint32_t v, uint32_t parent)
{
    const pl_value *value = value_at(self, v);
    const char *key = pl_values_text(&self->values, value->key);
    int word;
    if (is_merged(self, v) && holds_more(self, v)) {
        enter_any(self, v, parent);
        return;
    }
    if (is_merged(self, v) ||
        ((*key == '$' || *key == '@') && is_text(self, v))) {
        if (is_text(self, v))
            carry_field(self, v, parent);
        return;
    }
    uint32_t name = find_name_field(self, v, &word);
    if (name != PL_NONE)
        self->names_used |= 1ull << word;
    else
        self->keys_used = true;
    uint32_t node = add_node(
        self, parent, name == PL_NONE ? value->key : value_at(self, name)->text,
        value->line);
    if (name != PL_NONE || (value->kind == PL_VALUE_MAP && has_fields(self, v)))
        enter_fields(self, v, node, name);
    else if (holds_more(self, v))
        enter_any(self, v, node);
    else if (value->text.length > 0)
        carry_text(&(carrier){&self->forest, node}, "",
                   pl_values_text(&self->values, value->text),
                   value->text.length);
}

/* Texts of a list, or of a map of counts, or one text. */
static void take_value_texts(nested *self, uint32_t field, uint32_t node,
                             bool tags)
{
    bool counted = value_at(self, field)->kind == PL_VALUE_MAP;
    uint32_t first = holds_more(self, field) ? field + 1 : field;
    for (uint32_t v = first; v < value_at(self, field)->end;
         v = value_at(self, v)->end) {
        pl_span number = value_at(self, v)->text;
        pl_span span = counted ? value_at(self, v)->key : number;
        const char *text = pl_values_text(&self->values, span);
        double count = 1;
        if (!is_text(self, v))
            continue;
        if (counted)
            pl_text_number(pl_values_text(&self->values, number), number.length,
                           &count);
        if (!(count >= 0 && count <= 3.4e38))
            count = 1;
        if (tags)
            pl_forest_tag_node(&self->forest, node, text, span.length, count);
        else
            pl_forest_alt(&self->forest, node, text, span.length);
    }
}

/* Of a node that names its owner or id: of tops these are the hierarchy's.
 * False: it is neither of them. */
static bool take_top_label(nested *self, uint32_t v, uint32_t node)
{
    pl_forest_node *labelled = &self->forest.nodes.items[node];
    bool top = labelled->parent == PL_NONE;
    pl_span text = value_at(self, v)->text;
    const char *bytes = pl_values_text(&self->values, text);
    if (pl_values_key_is(&self->values, v, " id ")) {
        if (top)
            pl_forest_id(&self->forest, node, bytes, text.length);
        else
            pl_forest_source_id(&self->forest, node, bytes, text.length);
        return true;
    }
    if (!top || !pl_values_key_is(&self->values, v, " owner "))
        return false;
    labelled->owner = pl_forest_owner(&self->forest, bytes, text.length);
    return true;
}

/* By what the key says first, and only then by what the value looks like: words
 * that are known mean the same in every file. */
static void take_field(nested *self, uint32_t v, const frame *here)
{
    int word = key_among(self, v, pl_nested_children);
    uint32_t node = here->parent;
    bool tags = key_among(self, v, PL_WORDS_TAGS) >= 0;
    if (v == here->name || v == here->below)
        return;
    if (node != PL_NONE && (tags || key_among(self, v, PL_WORDS_ALTS) >= 0)) {
        take_value_texts(self, v, node, tags);
    } else if (holds_more(self, v) &&
               (word >= 0 || lists_more(self, v, node))) {
        if (word >= 0)
            self->children_used |= 1ull << word;
        enter_any(self, v, node);
    } else if (is_merged(self, v)) {
        enter_value(self, IN_FIELDS, v, node);
    } else if (!(node != PL_NONE && is_text(self, v) &&
                 take_top_label(self, v, node)) &&
               key_among(self, v, pl_nested_places) < 0) {
        carry_field(self, v, node);
    }
}

/* A stack of our own, since documents of others may be nested as deeply as they
 * like. */
static void take_all(nested *self)
{
    while (self->frames.count > 0) {
        frame *here = &self->frames.items[self->frames.count - 1];
        uint32_t v = here->at;
        if (v >= here->end) {
            self->frames.count--;
            continue;
        }
        here->at = value_at(self, v)->end;
        const frame around = *here; /* which may move */
        if (around.place == IN_LIST)
            take_item(self, v);
        else if (around.place == IN_MAP)
            take_map_entry(self, v, around.parent);
        else
            take_field(self, v, &around);
    }
}

/* -------------------------------------------------------------- wrappers -- */

/* Whether a key that could be a field is rather somebody's name for all that is
 * below it: "Skills: {Programming: ...}", and not "skills: [...]". */
static bool is_title(const nested *self, uint32_t v)
{
    pl_span key = value_at(self, v)->key;
    const char *text = pl_values_text(&self->values, key);
    return value_at(self, v)->kind == PL_VALUE_MAP && key.length > 1 &&
           text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z';
}

/* What a wrapper holds: the only map or list in a map, or the one that is
 * surely the rest; PL_NONE: this is no wrapper. */
static uint32_t unwrap(const nested *self, uint32_t v)
{
    uint32_t inner = PL_NONE, holders = 0, remarks = 0;
    if (value_at(self, v)->kind == PL_VALUE_LIST &&
        v + 1 < value_at(self, v)->end &&
        value_at(self, v + 1)->end == value_at(self, v)->end &&
        holds_more(self, v + 1))
        return v + 1; /* a list of one */
    if (value_at(self, v)->kind != PL_VALUE_MAP || is_node(self, v))
        return PL_NONE;
    PL_EACH_VALUE (&self->values, k, v) {
        if (pl_values_key_is(&self->values, k, " clusters ") &&
            value_at(self, k)->kind == PL_VALUE_LIST)
            return k;
        remarks += key_among(self, k, pl_nested_remarks) >= 0;
        if (!holds_more(self, k))
            continue;
        holders++;
        if (key_among(self, k, pl_nested_wrappers) >= 0 ||
            (key_among(self, k, pl_nested_children) >= 0 &&
             !is_title(self, k)) ||
            (remarks > 0 && lists_nodes(self, k)))
            inner = k;
    }
    return holders == 1 ? inner : PL_NONE;
}

/* --------------------------------------------------------------- reading -- */

static const char *append_used_words(pl_arena *arena, const char *list,
                                     uint64_t used, const char *words)
{
    size_t size;
    for (int k = 0; *++words != '\0'; k++, words += size) {
        size = strcspn(words, " ");
        if (used & 1ull << k)
            list = pl_arena_print(arena, "%s%s\"%.*s\"", list,
                                  *list == '\0' ? "" : ", ", (int)size, words);
    }
    return list;
}

/* Says what was taken for names and children, since these files have no format
 * of their own and a guess can be wrong. */
static void tell_nested(const nested *self, const char *format)
{
    PL_SCRATCH(scratch);
    const char *names =
        append_used_words(scratch, "", self->names_used, pl_nested_names);
    names =
        append_used_words(scratch, names, self->heads_used, pl_nested_heads);
    const char *children =
        append_used_words(scratch, "", self->children_used, pl_nested_children);
    if (self->keys_used)
        names = pl_arena_print(scratch, "%s%sthe keys of maps", names,
                               *names == '\0' ? "" : " and ");
    if (self->texts_used)
        names = pl_arena_print(scratch, "%s%stexts in lists", names,
                               *names == '\0' ? "" : " and ");
    pl_reader_tell(self->forest.reader,
                   "Read as nested %s: names from %s, children from %s.",
                   format, names, *children == '\0' ? "the nesting" : children);
}

/* {"nodes": [...], "edges": [...]}: what is below what is in the edges alone,
 * and reading the two as branches would be nonsense. */
static pleach_status refuse_graph(const nested *self, uint32_t v,
                                  pleach_error *error)
{
    bool nodes = false, edges = false;
    const pl_value *map = value_at(self, v);
    if (map->kind != PL_VALUE_MAP)
        return PLEACH_OK;
    for (uint32_t k = v + 1; k < map->end; k = value_at(self, k)->end) {
        nodes |= pl_values_key_is(&self->values, k, " nodes ");
        edges |= pl_values_key_is(&self->values, k, " edges ") ||
                 pl_values_key_is(&self->values, k, " links ");
    }
    if (!nodes || !edges)
        return PLEACH_OK;
    return pl_reader_refuse(self->forest.reader, map->line, error,
                            "This is a graph of nodes and edges. Write the "
                            "edges as a table of parents and children.");
}

/* Notes the keys of what stands beside children. */
static void find_attributes(nested *self)
{
    self->attributes = pl_strings_in(self->forest.reader->arena);
    for (uint32_t map = 0; map < self->values.values.count; map++) {
        bool children = false;
        if (value_at(self, map)->kind != PL_VALUE_MAP)
            continue;
        PL_EACH_VALUE (&self->values, v, map)
            children |= holds_more(self, v) &&
                        key_among(self, v, pl_nested_children) >= 0;
        if (!children)
            continue;
        PL_EACH_VALUE (&self->values, v, map)
            if (holds_more(self, v) && !is_field_word(self, v)) {
                pl_span key = value_at(self, v)->key;
                pl_reader_note(self->forest.reader, self->attributes,
                               pl_values_text(&self->values, key), key.length);
            }
    }
}

/* Texts in a wrapper beside what it holds, which no node carries. */
static uint64_t count_beside(const nested *self, uint32_t wrapper,
                             uint32_t inner)
{
    uint64_t count = 0;
    for (uint32_t v = wrapper + 1; v < value_at(self, wrapper)->end;
         v = v == inner ? value_at(self, v)->end : v + 1)
        count += v != inner && is_text(self, v);
    return count;
}

/* Wrappers such as {"data": {"items": [...]}} are opened a few times before
 * giving up; the first thing that is a table is the rest. */
static pleach_status open_wrappers(nested *self, pl_rows *rows, uint32_t *top,
                                   pleach_error *error)
{
    for (unsigned k = 0; k < 8; k++) {
        pl_values_list_rows(&self->values, *top, rows);
        if (rows->rows.count > 0)
            return PLEACH_OK;
        PL_TRY(refuse_graph(self, *top, error));
        uint32_t inner = unwrap(self, *top);
        if (inner == PL_NONE)
            break;
        self->forest.unplaced += count_beside(self, *top, inner);
        *top = inner;
    }
    pl_values_linked_rows(&self->values, rows);
    return PLEACH_OK;
}

/* A map with a name is the top itself; any other top only holds nodes. */
static pleach_status read_tree_values(nested *self, uint32_t top,
                                      const char *format, pleach_error *error)
{
    find_attributes(self);
    PL_TRY(pl_check_memory(self->forest.reader->arena, error));
    if (value_at(self, top)->kind == PL_VALUE_MAP && is_node(self, top))
        add_map(self, top, PL_NONE);
    else if (holds_more(self, top))
        enter_any(self, top, PL_NONE);
    take_all(self);
    if (self->forest.nodes.count > 0)
        tell_nested(self, format);
    return pl_forest_finish(&self->forest, error);
}

static pleach_status read_values(nested *self, const char *format,
                                 pleach_error *error)
{
    pl_rows rows;
    uint32_t top = 0;
    pl_rows_open(&rows, self->forest.reader);
    PL_TRY(open_wrappers(self, &rows, &top, error));
    if (rows.rows.count == 0)
        return read_tree_values(self, top, format, error);
    pl_forest_tell_unplaced(&self->forest);
    return pl_rows_read(&rows, error);
}

typedef pleach_status (*load_values)(pl_values *values, pl_reader *reader,
                                     const pl_piece *text, pleach_error *error);

/* All of it in memory: what a node is may depend on the fields of others. */
static pleach_status read_whole(pl_reader *reader, load_values load,
                                const char *format, pleach_error *error)
{
    nested self = {.frames = {.arena = reader->arena}};
    pl_piece text;
    pl_forest_open(&self.forest, reader);
    pl_values_start(&self.values, reader->arena);
    PL_TRY(pl_source_rest(reader->source, &text, error));
    if (pl_text_is_blank(text.bytes, text.length))
        return PLEACH_OK;
    PL_TRY(load(&self.values, reader, &text, error));
    return read_values(&self, format, error);
}

pleach_status pl_read_nested_json(pl_reader *reader, pleach_error *error)
{
    return read_whole(reader, pl_values_read_json, "JSON", error);
}

pleach_status pl_read_yaml(pl_reader *reader, pleach_error *error)
{
    return read_whole(reader, pl_values_read_yaml, "YAML", error);
}
