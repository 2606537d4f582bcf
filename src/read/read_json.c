/* read_json.c: pleach's own JSON, one hierarchy at a time: JSON Lines, or
 * documents of one, of several, or of a list of them. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "corpus/payload.h"
#include "read/read.h"
#include "read/values.h"

/* The counts are kept as floats. */
#define LARGEST_COUNT 3.4e38

typedef enum own_field {
    OTHER = 0,
    NAME = 1,
    TAGS = 2,
    CHILDREN = 4,
    OWNER = 16,
    ID = 32,
    ALTS = 64,
    CARRIES = 128,   /* corpus/payload.h */
    SOURCE_ID = 256, /* the id of a node below the top */
} own_field;

/* What is told of a value that a field cannot have. An owner means something at
 * the top only; below it that is a field of somebody else. */
static const struct known {
    const char *word;
    own_field field;
    const char *wants;
} known[] = {
    {"name", NAME, "A name must be a string."},
    {"tags", TAGS, "Tags must be an object of counts or a list of strings."},
    {"children", CHILDREN,
     "Children must be a list, as in [{\"name\": \"cat\"}, \"dog\"]."},
    {"altLabels", ALTS, "Further names (altLabels) must be a list of strings."},
    {"carries", CARRIES, NULL},
    {"owner", OWNER, "An owner must be a string or a number."},
    {"id", ID, "An id must be a string or a number."},
};

static const char has_no_name[] = "The name is empty. Every node needs one.";
static const char is_too_deep[] =
    "The hierarchy is nested deeper than 64 levels.";
static const char wants_object[] =
    "A hierarchy must be an object with a name, such as {\"name\": \"pet\", "
    "\"children\": [...]}.";

/* A node that is open, or its list of children. */
typedef struct level {
    uint32_t node, value;
    bool children;
    unsigned seen; /* fields of the node */
} level;

typedef struct own {
    pl_reader *reader;
    pl_values values;
    pl_json_load load;
    pl_draft draft;
    pl_piece piece; /* a line or a document */
    bool told;      /* of a list that seems to hold children */
    level levels[2 * PL_DEEPEST + 1];
    unsigned depth; /* levels that are open */
} own;

static const pl_value *at(const own *self, uint32_t v)
{
    return pl_values_at(&self->values, v);
}

static const char *text_of(const own *self, pl_span span)
{
    return pl_values_text(&self->values, span);
}

static pleach_status fail_value(const own *self, uint32_t v,
                                const char *sentence, pleach_error *error)
{
    return pl_reader_fail(self->reader, &self->piece, at(self, v)->at, error,
                          "%s", sentence);
}

static bool is_blank(const own *self, uint32_t v)
{
    pl_span text = at(self, v)->text;
    return pl_text_is_blank(text_of(self, text), text.length);
}

/* A text of the values as one of the draft, which borrows the same piece. */
static pl_span keep_span(own *self, pl_span span)
{
    if (span.start >= self->values.borrowed_length && span.length > 0 &&
        !pl_draft_keep(&self->draft, &span, text_of(self, span), span.length))
        return (pl_span){0, 0};
    return span;
}

/* ---------------------------------------------------------------- fields -- */

static pleach_status take_tags(own *self, uint32_t field, uint32_t node,
                               pleach_error *error)
{
    bool counted = at(self, field)->kind == PL_VALUE_MAP;
    PL_EACH_VALUE (&self->values, v, field) {
        const pl_value *value = at(self, v);
        double count = 1;
        if (value->kind != (counted ? PL_VALUE_NUMBER : PL_VALUE_TEXT))
            return fail_value(self, v,
                              counted ? "A tag's count must be a number."
                                      : "A tag in a list must be a string.",
                              error);
        if (counted && (!pl_text_number(text_of(self, value->text),
                                        value->text.length, &count) ||
                        count > LARGEST_COUNT))
            return fail_value(
                self, v, "The count is too large or too long a number.", error);
        if (count < 0)
            return fail_value(
                self, v, "The count is negative. Counts start at 0.", error);
        if ((float)count > 0)
            pl_list_add(
                &self->draft.tags,
                ((pl_draft_tag){
                    node, keep_span(self, counted ? value->key : value->text),
                    count}));
    }
    return PLEACH_OK;
}

/* A further name that is blank says nothing. */
static pleach_status take_alts(own *self, uint32_t field, uint32_t node,
                               pleach_error *error)
{
    PL_EACH_VALUE (&self->values, v, field) {
        if (at(self, v)->kind != PL_VALUE_TEXT)
            return fail_value(self, v, "A further name must be a string.",
                              error);
        if (!is_blank(self, v))
            pl_list_add(
                &self->draft.alts,
                ((pl_draft_alt){node, keep_span(self, at(self, v)->text)}));
    }
    return PLEACH_OK;
}

/* --------------------------------------------------------------- carried -- */

static pl_span keep_text(own *self, const char *text, size_t length)
{
    pl_span span = {0, 0};
    if (!pl_draft_keep(&self->draft, &span, text, length))
        pl_arena_fail(self->reader->arena);
    return span;
}

static pleach_status take_payload(own *self, uint32_t field, uint32_t node,
                                  pleach_error *error)
{
    if (at(self, field)->kind != PL_VALUE_MAP)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    pl_carried_list list = {.arena = scratch};
    pl_span whole = at(self, field)->text;
    char *text = pl_arena_text(scratch, text_of(self, whole), whole.length);
    PL_TRY(pl_payload_list(&list, scratch, text, error));
    for (size_t k = 0; k < list.count; k++) {
        const pl_carried *says = &list.items[k];
        pl_draft_fact fact = {
            .node = node, .item = says->item, .address = says->address};
        fact.property = keep_text(self, says->property, strlen(says->property));
        fact.text = keep_text(self, says->text, strlen(says->text));
        fact.language = keep_text(self, says->language, strlen(says->language));
        pl_list_add(&self->draft.facts, fact);
    }
    return pl_check_memory(scratch, error);
}

static void carry(void *context, const char *property, const char *text,
                  size_t length)
{
    own *self = context;
    pl_draft_fact fact = {.node = self->levels[self->depth - 1].node};
    if (pl_text_is_blank(text, length))
        return;
    fact.property = keep_text(self, property, strlen(property));
    fact.text = keep_text(self, text, length);
    pl_list_add(&self->draft.facts, fact);
}

/* Whether others mean children by that, or it is a slip of the pen. */
static bool is_like_children(const char *key, size_t length)
{
    static const char words[] =
        " items topics subtopics subcategories subCategories sub_categories "
        "categories nodes narrower members sections parents products kids ";
    return pl_text_is_among(words, key, length) ||
           (length > 4 && length < 11 && (key[0] | 0x20) == 'c' &&
            (key[1] | 0x20) == 'h');
}

/* A field that is not ours comes out again as it is. A list that may hold what
 * somebody wanted kept is told, once for a hierarchy. */
static void take_other(own *self, uint32_t v)
{
    const pl_value *value = at(self, v);
    const char *key = text_of(self, value->key);
    if (value->kind == PL_VALUE_LIST && !self->told &&
        is_like_children(key, value->key.length)) {
        self->told = true;
        pl_reader_warn(self->reader, PL_ODD_PASSED, value->line,
                       "The field \"%.*s\" is not known, and what it holds is "
                       "carried along. Did you mean \"children\"?",
                       (int)value->key.length, key);
    }
    pl_values_carry(&self->values, v, carry, self);
}

/* ----------------------------------------------------------------- nodes -- */

static const struct known *find_field(const own *self, pl_span key)
{
    const char *text = text_of(self, key);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (key.length == strlen(known[k].word) &&
            memcmp(text, known[k].word, key.length) == 0)
            return &known[k];
    return NULL;
}

static pleach_status add_node(own *self, uint32_t v, uint32_t parent,
                              pl_span name, pleach_error *error)
{
    pl_draft_node made = {.parent = parent, .name = name};
    if (self->depth + 1 > 2 * PL_DEEPEST)
        return fail_value(self, v, is_too_deep, error);
    pl_list_add(&self->draft.nodes, made);
    return pl_check_memory(self->reader->arena, error);
}

static pleach_status enter_node(own *self, uint32_t v, uint32_t parent,
                                pleach_error *error)
{
    level made = {.node = (uint32_t)self->draft.nodes.count, .value = v};
    PL_TRY(add_node(self, v, parent, (pl_span){0, 0}, error));
    self->levels[self->depth++] = made;
    return PLEACH_OK;
}

/* A string among the children is a leaf of that name. */
static pleach_status take_child(own *self, uint32_t v, uint32_t *next,
                                pleach_error *error)
{
    uint32_t parent = self->levels[self->depth - 1].node;
    if (at(self, v)->kind == PL_VALUE_MAP) {
        *next = v + 1;
        return enter_node(self, v, parent, error);
    }
    if (at(self, v)->kind != PL_VALUE_TEXT)
        return fail_value(self, v,
                          "A child must be an object with a name, or a string.",
                          error);
    if (is_blank(self, v))
        return fail_value(self, v, has_no_name, error);
    return add_node(self, v, parent, keep_span(self, at(self, v)->text), error);
}

/* Names, owners and ids. Programs number their nodes as well: below the top
 * only a text that is not blank names something beyond its file. */
static void take_label(own *self, uint32_t v, own_field field, uint32_t node)
{
    pl_draft_node *named = &self->draft.nodes.items[node];
    pl_span text = keep_span(self, at(self, v)->text);
    if (field == NAME)
        named->name = text;
    else if (field == OWNER)
        self->draft.owner = text;
    else if (field == ID)
        self->draft.id = text;
    else if (at(self, v)->kind == PL_VALUE_TEXT && !is_blank(self, v))
        named->id = text;
}

/* null is as good as leaving a field out, but for the name. */
static bool fits(const pl_value *value, own_field field)
{
    pl_value_kind kind = value->kind;
    if (field == NAME)
        return kind == PL_VALUE_TEXT;
    if (kind == PL_VALUE_NOTHING || field == CARRIES || field == SOURCE_ID)
        return true;
    if (field == OWNER || field == ID)
        return kind == PL_VALUE_TEXT || kind == PL_VALUE_NUMBER;
    return kind == PL_VALUE_LIST || (kind == PL_VALUE_MAP && field == TAGS);
}

/* Fields that count may stand once: of two the reader would choose by chance.
 */
static pleach_status take_field(own *self, uint32_t v, uint32_t *next,
                                pleach_error *error)
{
    level *here = &self->levels[self->depth - 1];
    const pl_value *value = at(self, v);
    const struct known *found = find_field(self, value->key);
    own_field field = found == NULL ? OTHER : found->field;
    if (here->node > 0 && (field == OWNER || field == ID))
        field = field == ID ? SOURCE_ID : OTHER;
    if (field == OTHER) {
        take_other(self, v);
        return PLEACH_OK;
    }
    if (field != SOURCE_ID && here->seen & field)
        return pl_reader_fail(
            self->reader, &self->piece,
            value->key.start < self->piece.length ? value->key.start - 1
                                                  : value->at,
            error, "This field stands twice in one node. Keep one.");
    here->seen |= field;
    if (!fits(value, field))
        return fail_value(self, v, found->wants, error);
    if (field == NAME && is_blank(self, v))
        return fail_value(self, v, has_no_name, error);
    if (value->kind == PL_VALUE_NOTHING)
        return PLEACH_OK;
    switch (field) {
    case CHILDREN:
        self->levels[self->depth++] =
            (level){.node = here->node, .value = v, .children = true};
        *next = v + 1;
        return PLEACH_OK;
    case TAGS:
        return take_tags(self, v, here->node, error);
    case ALTS:
        return take_alts(self, v, here->node, error);
    case CARRIES:
        return take_payload(self, v, here->node, error);
    default:
        take_label(self, v, field, here->node);
        return PLEACH_OK;
    }
}

/* The values of one hierarchy, in order; what is open is a stack of ours. */
static pleach_status take_hierarchy(own *self, pleach_error *error)
{
    uint32_t v = 1;
    pl_draft_clear(&self->draft);
    pl_draft_borrow(&self->draft, self->piece.bytes, self->piece.length);
    self->depth = 0;
    self->told = false;
    if (at(self, 0)->kind != PL_VALUE_MAP)
        return fail_value(self, 0, wants_object, error);
    PL_TRY(enter_node(self, 0, PL_NONE, error));
    while (self->depth > 0) {
        const level *here = &self->levels[self->depth - 1];
        if (v < at(self, here->value)->end) {
            uint32_t next = at(self, v)->end;
            PL_TRY(here->children ? take_child(self, v, &next, error)
                                  : take_field(self, v, &next, error));
            v = next;
            continue;
        }
        if (!here->children && !(here->seen & NAME))
            return fail_value(
                self, here->value,
                "This object has no \"name\". Every node needs one.", error);
        self->depth--;
    }
    return pl_check_memory(self->reader->arena, error);
}

/* --------------------------------------------------------------- reading -- */

/* The next hierarchy of a line or document; *ended: there is none. */
static pleach_status next_hierarchy(own *self, bool document, bool *ended,
                                    pleach_error *error)
{
    self->values.values.count = self->values.text.count = 0;
    self->values.open.count = 0;
    *ended = !pl_json_load_next(&self->load);
    if (!*ended)
        return take_hierarchy(self, error);
    return pl_json_load_check(
        &self->load, self->reader,
        document ? "The document ends before it is complete."
                 : "The line ends before its hierarchy does. Write each on one "
                   "line, or call the file .json.",
        error);
}

/* A line's hierarchy is added when nothing is known to be wrong behind it. */
static pleach_status take_line(void *context, const pl_piece *line,
                               pleach_error *error)
{
    own *self = context;
    bool none;
    self->piece = *line;
    pl_json_load_start(&self->load, &self->values, &self->piece);
    self->load.counted = self->piece.length; /* it has no lines */
    PL_TRY(next_hierarchy(self, false, &none, error));
    pl_token behind = pl_scan_next(&self->load.scan);
    if (behind == PL_TOKEN_NO_MEMORY)
        return pl_fail_memory(error);
    if (behind != PL_TOKEN_END)
        return pl_reader_fail(
            self->reader, &self->piece,
            (size_t)(self->load.scan.token - self->piece.bytes), error, "%s",
            behind == PL_TOKEN_WRONG ? self->load.scan.wrong
            : behind == PL_TOKEN_OBJECT
                ? "Something follows the hierarchy. Write one per line."
                : wants_object);
    return pl_reader_add(self->reader, &self->draft, self->piece.line, error);
}

static pleach_status read_lines(own *self, pleach_error *error)
{
    return pl_reader_lines(self->reader, take_line, self, error);
}

/* Documents are large, so a hierarchy is added as soon as it is read. */
static pleach_status read_hierarchies(own *self, pleach_error *error)
{
    PL_TRY(pl_reader_rest(self->reader, &self->piece, error));
    pl_json_load_start(&self->load, &self->values, &self->piece);
    self->load.scan.lenient = self->reader->skip_bad;
    size_t first = 0;
    while (first < self->piece.length &&
           strchr(" \t\r\n", self->piece.bytes[first]) != NULL)
        first++;
    if (first < self->piece.length && self->piece.bytes[first] == '[' &&
        pl_scan_next(&self->load.scan) == PL_TOKEN_NO_MEMORY)
        return pl_fail_memory(error);
    for (bool ended = false;;) {
        PL_TRY(next_hierarchy(self, true, &ended, error));
        if (ended)
            return PLEACH_OK;
        PL_TRY(pl_reader_add(self->reader, &self->draft, at(self, 0)->line,
                             error));
    }
}

static pleach_status read_all(pl_reader *reader,
                              pleach_status (*read)(own *, pleach_error *),
                              pleach_error *error)
{
    own self = {.reader = reader};
    pl_draft_in_arena(&self.draft, reader->arena);
    pl_values_start(&self.values, reader->arena);
    reader->is_list = true;
    pleach_status status = read(&self, error);
    reader->is_list = false;
    pl_scan_free(&self.load.scan);
    return status;
}

pleach_status pl_read_jsonl(pl_reader *reader, pleach_error *error)
{
    return read_all(reader, read_lines, error);
}

pleach_status pl_read_json(pl_reader *reader, pleach_error *error)
{
    return read_all(reader, read_hierarchies, error);
}
