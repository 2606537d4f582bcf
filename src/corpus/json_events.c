/* json_events.c: builds a draft from the events of a JSON parser. */
#include <string.h>

#include "corpus/json_parse.h"
#include "corpus/text.h"

/* The counts are kept as floats. */
#define LARGEST_COUNT 3.4e38

/* What an event tells yajl. */
enum { STOP = 0, GO_ON = 1 };

/* --------------------------------------------------------------- failing -- */

/* Whether the quote at `at` is part of a string: backslashes pair up. */
static bool is_escaped(const char *text, size_t at)
{
    size_t from = at;
    while (from > 0 && text[from - 1] == '\\')
        from--;
    return (at - from) % 2 == 1;
}

/* Found backwards, so that nothing needs to be kept while all goes well. */
size_t pl_parse_token_start(const pl_parse *self)
{
    const char *text = self->piece.bytes;
    size_t at = yajl_get_bytes_consumed(self->handle);
    if (at == 0)
        return 0;
    if (text[--at] == '"') {
        while (at > 0 && (text[--at] != '"' || is_escaped(text, at)))
            ;
        return at;
    }
    if (strchr("[]{},:", text[at]) != NULL)
        return at;
    while (at > 0 && strchr("[]{},: \t\r\n\"", text[at - 1]) == NULL)
        at--;
    return at;
}

static int fail_at(pl_parse *self, size_t offset, const char *sentence)
{
    self->status = pl_reader_fail(self->reader, &self->piece, offset,
                                  self->error, "%s", sentence);
    return STOP;
}

static int fail(pl_parse *self, const char *sentence)
{
    return fail_at(self, pl_parse_token_start(self), sentence);
}

static int fail_memory(pl_parse *self)
{
    self->status = pl_fail_memory(self->error);
    return STOP;
}

/* What the innermost place takes, as a sentence for whatever else came. */
static int fail_value(pl_parse *self)
{
    switch (self->levels[self->depth].place) {
    case IN_CHILDREN:
        return fail(self, "A child must be an object with a name.");
    case IN_TAG_COUNTS:
        return fail(self, "A tag's count must be a number.");
    case IN_TAG_LIST:
        return fail(self, "A tag in a list must be a string.");
    case IN_VECTOR:
        return fail(self, "A vector holds numbers only.");
    case IN_NODE:
        break;
    default:
        return fail(self, "A hierarchy must be an object with a name, such as "
                          "{\"name\": \"pet\", \"children\": [...]}.");
    }
    switch (self->field) {
    case FIELD_NAME:
        return fail(self, "A name must be a string.");
    case FIELD_TAGS:
        return fail(self, "Tags must be an object of counts or a list of "
                          "strings.");
    case FIELD_CHILDREN:
        return fail(self, "Children must be a list of objects.");
    case FIELD_VECTOR:
        return fail(self, "A vector must be a list of numbers.");
    case FIELD_OWNER:
        return fail(self, "An owner must be a string or a number.");
    default:
        return fail(self, "An id must be a string or a number.");
    }
}

/* ---------------------------------------------------------------- levels -- */

static pl_parse_level *innermost(pl_parse *self)
{
    return &self->levels[self->depth];
}

static void enter(pl_parse *self, pl_parse_place where, uint32_t node)
{
    self->levels[++self->depth] =
        (pl_parse_level){.place = where,
                .node = node,
                .start = yajl_get_bytes_consumed(self->handle) - 1};
}

static int enter_node(pl_parse *self)
{
    pl_parse_level *around = innermost(self);
    bool top = around->place != IN_CHILDREN;
    if (top && self->hierarchies > 0 && around->place == AT_TOP)
        return fail(self, "Something follows the hierarchy. Write one per "
                          "line.");
    if (top)
        pl_draft_clear(&self->draft);
    uint32_t parent = top ? PL_NONE : around->node;
    uint32_t node = (uint32_t)self->draft.nodes.count;
    if (self->depth + 2 > 2 * PL_DEEPEST)
        return fail(self, "The hierarchy is nested deeper than 64 levels.");
    if (!pl_draft_add_node(&self->draft, parent, "", 0))
        return fail_memory(self);
    enter(self, IN_NODE, node);
    return GO_ON;
}

static void enter_vector(pl_parse *self)
{
    uint32_t node = innermost(self)->node;
    self->draft.nodes.items[node].vector =
        (pl_span){self->draft.numbers.count, 0};
    enter(self, IN_VECTOR, node);
}

/* Goes on counting lines up to a byte of the piece. */
static void count_lines(pl_parse *self, size_t until)
{
    const char *at = self->piece.bytes + self->counted;
    const char *end = self->piece.bytes + until;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        self->line++;
        at++;
    }
    self->counted = until;
}

static int leave_node(pl_parse *self)
{
    pl_parse_level *node = innermost(self);
    if (!(node->seen & FIELD_NAME))
        return fail_at(self, node->start,
                       "This object has no \"name\". Every node needs one.");
    self->depth--;
    if (innermost(self)->place == IN_CHILDREN)
        return GO_ON;
    self->hierarchies++;
    if (!self->document) /* the rest of the line must be right as well */
        return GO_ON;
    count_lines(self, node->start);
    self->status = pl_reader_add(self->reader, &self->draft, self->line,
                                 self->error);
    return self->status == PLEACH_OK ? GO_ON : STOP;
}

/* -------------------------------------------------------------- contents -- */

/* A text that is kept cannot hold a NUL, which only an escape can bring. */
static bool holds_nul(const pl_parse *self, const char *text, size_t length)
{
    return self->escaped && length > 0 && memchr(text, '\0', length) != NULL;
}

static int fail_nul(pl_parse *self)
{
    return fail(self, "There is an escaped NUL (\\u0000). Leave it out.");
}

static int take_name(pl_parse *self, const char *text, size_t length)
{
    pl_draft_node *node =
        &self->draft.nodes.items[innermost(self)->node];
    if (pl_text_is_blank(text, length))
        return fail(self, "The name is empty. Every node needs one.");
    if (!pl_draft_keep(&self->draft, &node->name, text, length))
        return fail_memory(self);
    return GO_ON;
}

static int take_tag(pl_parse *self, const char *text, size_t length,
                    double count)
{
    if (!pl_draft_add_tag(&self->draft, innermost(self)->node, text, length,
                          count))
        return fail_memory(self);
    return GO_ON;
}

static int take_label(pl_parse *self, const char *text, size_t length)
{
    pl_span *span = self->field == FIELD_ID ? &self->draft.id
                                            : &self->draft.owner;
    if (!pl_draft_keep(&self->draft, span, text, length))
        return fail_memory(self);
    return GO_ON;
}

static int take_count(pl_parse *self, const char *text, size_t length)
{
    double count;
    if (!pl_text_number(text, length, &count) || count > LARGEST_COUNT)
        return fail(self, "The count is too large or too long a number.");
    if (count < 0)
        return fail(self, "The count is negative. Counts start at 0.");
    if ((float)count <= 0)
        return GO_ON;
    pl_draft_tag tag = {innermost(self)->node, self->tag, count};
    return pl_list_push(&self->draft.tags, tag) ? GO_ON : fail_memory(self);
}

static int take_coordinate(pl_parse *self, const char *text, size_t length)
{
    double number;
    if (!pl_text_number(text, length, &number) || number > LARGEST_COUNT ||
        number < -LARGEST_COUNT)
        return fail(self, "A number of the vector is too large or too long.");
    if (!pl_list_push(&self->draft.numbers, (float)number))
        return fail_memory(self);
    self->draft.nodes.items[innermost(self)->node].vector.length++;
    return GO_ON;
}

/* All vectors of a corpus are equally long; the first one says how long. */
static int leave_vector(pl_parse *self)
{
    pl_parse_level *vector = innermost(self);
    size_t wanted = self->reader->builder->vector_size;
    size_t length = self->draft.nodes.items[vector->node].vector.length;
    if (length == 0)
        return fail_at(self, vector->start, "The vector is empty.");
    if (length > PL_LONGEST_VECTOR)
        return fail_at(self, vector->start,
                       "The vector is longer than 65536 numbers.");
    if (wanted == 0)
        wanted = self->draft.vector_size;
    if (wanted != 0 && wanted != length) {
        self->status = pl_reader_fail(
            self->reader, &self->piece, vector->start, self->error,
            "This vector has %zu numbers, but the first one of the input has "
            "%zu. All must be equally long.",
            length, wanted);
        return STOP;
    }
    self->draft.vector_size = length;
    self->depth--;
    return GO_ON;
}

/* ---------------------------------------------------------------- events -- */

static int on_string(void *context, const unsigned char *bytes, size_t length)
{
    pl_parse *self = context;
    const char *text = (const char *)bytes;
    pl_parse_place here = innermost(self)->place;
    bool label = self->field == FIELD_OWNER || self->field == FIELD_ID;
    if (self->ignored > 0 || (here == IN_NODE && self->field == FIELD_OTHER))
        return GO_ON;
    if (holds_nul(self, text, length))
        return fail_nul(self);
    if (here == IN_TAG_LIST)
        return take_tag(self, text, length, 1);
    if (here == IN_NODE && self->field == FIELD_NAME)
        return take_name(self, text, length);
    if (here == IN_NODE && label)
        return take_label(self, text, length);
    return fail_value(self);
}

static int on_number(void *context, const char *text, size_t length)
{
    pl_parse *self = context;
    pl_parse_place here = innermost(self)->place;
    bool label = self->field == FIELD_OWNER || self->field == FIELD_ID;
    if (self->ignored > 0 || (here == IN_NODE && self->field == FIELD_OTHER))
        return GO_ON;
    if (here == IN_TAG_COUNTS)
        return take_count(self, text, length);
    if (here == IN_VECTOR)
        return take_coordinate(self, text, length);
    if (here == IN_NODE && label)
        return take_label(self, text, length);
    return fail_value(self);
}

static int on_boolean(void *context, int value)
{
    pl_parse *self = context;
    (void)value;
    if (self->ignored > 0 || (innermost(self)->place == IN_NODE &&
                              self->field == FIELD_OTHER))
        return GO_ON;
    return fail_value(self);
}

/* null is as good as leaving a field out, but for the name. */
static int on_null(void *context)
{
    pl_parse *self = context;
    if (self->ignored > 0 || (innermost(self)->place == IN_NODE &&
                              self->field != FIELD_NAME))
        return GO_ON;
    return fail_value(self);
}

static int ignore_more(pl_parse *self)
{
    if (++self->ignored > PL_DEEPEST)
        return fail(self, "An unknown field is nested deeper than 64 levels.");
    return GO_ON;
}

static int on_start_map(void *context)
{
    pl_parse *self = context;
    pl_parse_level *around = innermost(self);
    if (self->ignored > 0)
        return ignore_more(self);
    if (around->place == AT_TOP || around->place == IN_DOCUMENT_LIST ||
        around->place == IN_CHILDREN)
        return enter_node(self);
    if (around->place == IN_NODE && self->field == FIELD_OTHER)
        return ignore_more(self);
    if (around->place != IN_NODE || self->field != FIELD_TAGS)
        return fail_value(self);
    enter(self, IN_TAG_COUNTS, around->node);
    return GO_ON;
}

static int on_start_array(void *context)
{
    pl_parse *self = context;
    pl_parse_level *around = innermost(self);
    if (self->ignored > 0)
        return ignore_more(self);
    if (around->place == AT_TOP && self->document && self->hierarchies == 0)
        enter(self, IN_DOCUMENT_LIST, PL_NONE);
    else if (around->place != IN_NODE)
        return fail_value(self);
    else if (self->field == FIELD_OTHER)
        return ignore_more(self);
    else if (self->field == FIELD_CHILDREN)
        enter(self, IN_CHILDREN, around->node);
    else if (self->field == FIELD_TAGS)
        enter(self, IN_TAG_LIST, around->node);
    else if (self->field == FIELD_VECTOR)
        enter_vector(self);
    else
        return fail_value(self);
    return GO_ON;
}

static int on_end(void *context)
{
    pl_parse *self = context;
    if (self->ignored > 0) {
        self->ignored--;
        return GO_ON;
    }
    if (innermost(self)->place == IN_NODE)
        return leave_node(self);
    if (innermost(self)->place == IN_VECTOR)
        return leave_vector(self);
    self->depth--;
    return GO_ON;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

static pl_parse_field find_field(const char *text, size_t length, bool top)
{
    if (is_word(text, length, "name"))
        return FIELD_NAME;
    if (is_word(text, length, "tags"))
        return FIELD_TAGS;
    if (is_word(text, length, "children"))
        return FIELD_CHILDREN;
    if (is_word(text, length, "vector"))
        return FIELD_VECTOR;
    if (top && is_word(text, length, "owner"))
        return FIELD_OWNER;
    if (top && is_word(text, length, "id"))
        return FIELD_ID;
    return FIELD_OTHER;
}

static int on_key(void *context, const unsigned char *bytes, size_t length)
{
    pl_parse *self = context;
    const char *text = (const char *)bytes;
    pl_parse_level *here = innermost(self);
    if (self->ignored > 0)
        return GO_ON;
    if (here->place == IN_TAG_COUNTS) {
        if (holds_nul(self, text, length))
            return fail_nul(self);
        if (!pl_draft_keep(&self->draft, &self->tag, text, length))
            return fail_memory(self);
        return GO_ON;
    }
    self->field = find_field(text, length, here->node == 0);
    if (here->seen & self->field)
        return fail(self, "This field stands twice in one node. Keep one.");
    here->seen |= self->field;
    return GO_ON;
}

const yajl_callbacks pl_parse_events = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_start_map,
    .yajl_map_key = on_key,
    .yajl_end_map = on_end,
    .yajl_start_array = on_start_array,
    .yajl_end_array = on_end,
};
