/* read_json.c: JSON Lines and JSON documents, through yajl's events. */
#include <string.h>
#include <yajl/yajl_parse.h>

#include "corpus/reader.h"
#include "corpus/text.h"

/* The counts are kept as floats. */
#define LARGEST_COUNT 3.4e38

typedef enum field {
    FIELD_OTHER = 0,
    FIELD_NAME = 1,
    FIELD_TAGS = 2,
    FIELD_CHILDREN = 4,
    FIELD_OWNER = 8,
    FIELD_ID = 16,
} field;

typedef enum place {
    AT_TOP,
    IN_DOCUMENT_LIST,
    IN_NODE,
    IN_CHILDREN,
    IN_TAG_COUNTS,
    IN_TAG_LIST,
} place;

typedef struct level {
    place place;
    field seen;      /* of a node */
    uint32_t node;   /* that this level is in or is */
    size_t start;    /* byte of the piece */
} level;

/* What is open: each node brings its object and its list of children. */
enum { MOST_LEVELS = 2 * PL_DEEPEST + 4 };

typedef struct parser {
    pl_reader *reader;
    yajl_handle handle;
    pl_draft draft;
    pl_piece piece;      /* what is being parsed: a line or a document */
    bool document;       /* not JSON Lines */
    bool escaped;        /* the piece holds escapes */
    level levels[MOST_LEVELS];
    unsigned depth;      /* levels[depth] is the innermost */
    unsigned ignored;    /* brackets open in a field that is not ours */
    field field;         /* whose value comes next */
    pl_span tag;         /* whose count comes next */
    uint64_t line;       /* of byte `counted` of the piece */
    size_t counted;
    uint64_t hierarchies; /* finished in this piece */
    pleach_status status;
    pleach_error *error;
} parser;

/* --------------------------------------------------------------- failing -- */

/* Whether the quote at `at` is part of a string: backslashes pair up. */
static bool is_escaped(const char *text, size_t at)
{
    size_t from = at;
    while (from > 0 && text[from - 1] == '\\')
        from--;
    return (at - from) % 2 == 1;
}

/* Where the token begins that yajl has just read. It is found backwards, so
 * that nothing needs to be kept while all goes well. */
static size_t token_start(const parser *self)
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

static int fail_at(parser *self, size_t offset, const char *sentence)
{
    self->status = pl_reader_fail(self->reader, &self->piece, offset,
                                  self->error, "%s", sentence);
    return 0;
}

static int fail(parser *self, const char *sentence)
{
    return fail_at(self, token_start(self), sentence);
}

static int fail_memory(parser *self)
{
    self->status = pl_fail_memory(self->error);
    return 0;
}

/* What the innermost place takes, as a sentence for whatever else came. */
static int fail_value(parser *self)
{
    switch (self->levels[self->depth].place) {
    case IN_CHILDREN:
        return fail(self, "A child must be an object with a name.");
    case IN_TAG_COUNTS:
        return fail(self, "A tag's count must be a number.");
    case IN_TAG_LIST:
        return fail(self, "A tag in a list must be a string.");
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
    case FIELD_OWNER:
        return fail(self, "An owner must be a string or a number.");
    default:
        return fail(self, "An id must be a string or a number.");
    }
}

/* ---------------------------------------------------------------- levels -- */

static level *innermost(parser *self)
{
    return &self->levels[self->depth];
}

static void enter(parser *self, place where, uint32_t node)
{
    self->levels[++self->depth] =
        (level){.place = where,
                .node = node,
                .start = yajl_get_bytes_consumed(self->handle) - 1};
}

static int enter_node(parser *self)
{
    level *around = innermost(self);
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
    return 1;
}

/* Goes on counting lines up to a byte of the piece. */
static void count_lines(parser *self, size_t until)
{
    const char *at = self->piece.bytes + self->counted;
    const char *end = self->piece.bytes + until;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        self->line++;
        at++;
    }
    self->counted = until;
}

static int leave_node(parser *self)
{
    level *node = innermost(self);
    if (!(node->seen & FIELD_NAME))
        return fail_at(self, node->start,
                       "This object has no \"name\". Every node needs one.");
    self->depth--;
    if (innermost(self)->place == IN_CHILDREN)
        return 1;
    self->hierarchies++;
    if (!self->document) /* the rest of the line must be right as well */
        return 1;
    count_lines(self, node->start);
    self->status = pl_reader_add(self->reader, &self->draft, self->line,
                                 self->error);
    return self->status == PLEACH_OK;
}

/* -------------------------------------------------------------- contents -- */

/* A text that is kept cannot hold a NUL, which only an escape can bring. */
static bool holds_nul(const parser *self, const char *text, size_t length)
{
    return self->escaped && length > 0 && memchr(text, '\0', length) != NULL;
}

static int fail_nul(parser *self)
{
    return fail(self, "There is an escaped NUL (\\u0000). Leave it out.");
}

static int take_name(parser *self, const char *text, size_t length)
{
    pl_draft_node *node =
        &self->draft.nodes.items[innermost(self)->node];
    if (pl_text_is_blank(text, length))
        return fail(self, "The name is empty. Every node needs one.");
    return pl_draft_keep(&self->draft, &node->name, text, length) || fail_memory(self);
}

static int take_tag(parser *self, const char *text, size_t length,
                    double count)
{
    return pl_draft_add_tag(&self->draft, innermost(self)->node, text, length,
                            count) || fail_memory(self);
}

static int take_label(parser *self, const char *text, size_t length)
{
    pl_span *span = self->field == FIELD_ID ? &self->draft.id
                                            : &self->draft.owner;
    return pl_draft_keep(&self->draft, span, text, length) || fail_memory(self);
}

static int take_count(parser *self, const char *text, size_t length)
{
    double count;
    if (!pl_text_number(text, length, &count) || count > LARGEST_COUNT)
        return fail(self, "The count is too large or too long a number.");
    if (count < 0)
        return fail(self, "The count is negative. Counts start at 0.");
    if ((float)count <= 0)
        return 1;
    pl_draft_tag tag = {innermost(self)->node, self->tag, count};
    return pl_list_push(&self->draft.tags, tag) ? 1
                                                : fail_memory(self);
}

/* ---------------------------------------------------------------- events -- */

static int on_string(void *context, const unsigned char *bytes, size_t length)
{
    parser *self = context;
    const char *text = (const char *)bytes;
    place here = innermost(self)->place;
    bool label = self->field == FIELD_OWNER || self->field == FIELD_ID;
    if (self->ignored > 0 || (here == IN_NODE && self->field == FIELD_OTHER))
        return 1;
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
    parser *self = context;
    place here = innermost(self)->place;
    bool label = self->field == FIELD_OWNER || self->field == FIELD_ID;
    if (self->ignored > 0 || (here == IN_NODE && self->field == FIELD_OTHER))
        return 1;
    if (here == IN_TAG_COUNTS)
        return take_count(self, text, length);
    if (here == IN_NODE && label)
        return take_label(self, text, length);
    return fail_value(self);
}

static int on_boolean(void *context, int value)
{
    parser *self = context;
    (void)value;
    if (self->ignored > 0 || (innermost(self)->place == IN_NODE &&
                              self->field == FIELD_OTHER))
        return 1;
    return fail_value(self);
}

/* null is as good as leaving a field out, but for the name. */
static int on_null(void *context)
{
    parser *self = context;
    if (self->ignored > 0 || (innermost(self)->place == IN_NODE &&
                              self->field != FIELD_NAME))
        return 1;
    return fail_value(self);
}

static int ignore_more(parser *self)
{
    if (++self->ignored > PL_DEEPEST)
        return fail(self, "An unknown field is nested deeper than 64 levels.");
    return 1;
}

static int on_start_map(void *context)
{
    parser *self = context;
    level *around = innermost(self);
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
    return 1;
}

static int on_start_array(void *context)
{
    parser *self = context;
    level *around = innermost(self);
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
    else
        return fail_value(self);
    return 1;
}

static int on_end(void *context)
{
    parser *self = context;
    if (self->ignored > 0) {
        self->ignored--;
        return 1;
    }
    if (innermost(self)->place == IN_NODE)
        return leave_node(self);
    self->depth--;
    return 1;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

static field find_field(const char *text, size_t length, bool top)
{
    if (is_word(text, length, "name"))
        return FIELD_NAME;
    if (is_word(text, length, "tags"))
        return FIELD_TAGS;
    if (is_word(text, length, "children"))
        return FIELD_CHILDREN;
    if (top && is_word(text, length, "owner"))
        return FIELD_OWNER;
    if (top && is_word(text, length, "id"))
        return FIELD_ID;
    return FIELD_OTHER;
}

static int on_key(void *context, const unsigned char *bytes, size_t length)
{
    parser *self = context;
    const char *text = (const char *)bytes;
    level *here = innermost(self);
    if (self->ignored > 0)
        return 1;
    if (here->place == IN_TAG_COUNTS) {
        if (holds_nul(self, text, length))
            return fail_nul(self);
        return pl_draft_keep(&self->draft, &self->tag, text, length) || fail_memory(self);
    }
    self->field = find_field(text, length, here->node == 0);
    if (here->seen & self->field)
        return fail(self, "This field stands twice in one node. Keep one.");
    here->seen |= self->field;
    return 1;
}

static const yajl_callbacks events = {
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

/* --------------------------------------------------------------- parsing -- */

static bool open_handle(parser *self)
{
    self->handle = yajl_alloc(&events, NULL, self);
    if (self->handle == NULL)
        return false;
    /* One handle reads line after line; the text is known to be UTF-8. */
    yajl_config(self->handle, yajl_allow_multiple_values, 1);
    yajl_config(self->handle, yajl_dont_validate_strings, 1);
    return true;
}

static int hex_value(const char *text)
{
    int value = 0;
    for (int k = 0; k < 4; k++) {
        const char *digits = "0123456789abcdefABCDEF";
        const char *at = text[k] == '\0' ? NULL : strchr(digits, text[k]);
        if (at == NULL)
            return -1;
        int digit = (int)(at - digits);
        value = value * 16 + (digit < 16 ? digit : digit - 6);
    }
    return value;
}

/* yajl lets lone surrogates through: refuses them. The piece ends in a line
 * feed, so looking ahead from a backslash stays inside it. */
static pleach_status check_escapes(parser *self)
{
    const char *start = self->piece.bytes, *end = start + self->piece.length;
    const char *at = memchr(start, '\\', self->piece.length);
    self->escaped = at != NULL;
    while (at != NULL) {
        size_t used = 2;
        int unit = end - at >= 6 && at[1] == 'u' ? hex_value(at + 2) : -1;
        if (unit >= 0xD800 && unit <= 0xDFFF) {
            bool pair = unit <= 0xDBFF && end - at >= 12 && at[6] == '\\' &&
                        at[7] == 'u';
            int low = pair ? hex_value(at + 8) : -1;
            if (low < 0xDC00 || low > 0xDFFF)
                return pl_reader_fail(self->reader, &self->piece,
                                      (size_t)(at - start), self->error,
                                      "The escape \\u%.4s is half of a "
                                      "surrogate pair: not a character.",
                                      at + 2);
            used = 12;
        }
        at += used;
        at = at < end ? memchr(at, '\\', (size_t)(end - at)) : NULL;
    }
    return PLEACH_OK;
}

/* yajl's reason, without its prefix and line feed. A token is blamed at its
 * start, but a string, which may be long, where it goes wrong. */
static pleach_status fail_syntax(parser *self)
{
    unsigned char *text = yajl_get_error(self->handle, 0, NULL, 0);
    const char *why = text == NULL ? "" : (const char *)text;
    size_t at = yajl_get_bytes_consumed(self->handle);
    if (strstr(why, "inside string") == NULL)
        at = token_start(self);
    if (at >= self->piece.length)
        at = self->piece.length - 1;
    why += strcspn(why, ":");
    why += strspn(why, ": ");
    pleach_status status = pl_reader_fail(
        self->reader, &self->piece, at, self->error, "This is not JSON: %.*s.",
        (int)strcspn(why, ".\n"), why);
    if (text != NULL)
        yajl_free_error(self->handle, text);
    return status;
}

static pleach_status parse_text(parser *self)
{
    PL_TRY(pl_reader_check(self->reader, &self->piece, self->error));
    PL_TRY(check_escapes(self));
    yajl_status parsed =
        yajl_parse(self->handle, (const unsigned char *)self->piece.bytes,
                   self->piece.length);
    if (parsed == yajl_status_client_canceled)
        return self->status;
    if (parsed != yajl_status_ok)
        return fail_syntax(self);
    if (self->depth > 0)
        return pl_reader_fail(
            self->reader, &self->piece, self->piece.length - 1, self->error,
            self->document ? "The document ends before it is complete."
                           : "The line ends before its hierarchy does. Write "
                             "each on one line, or read the file as \"json\".");
    return PLEACH_OK;
}

/* Parses a piece; after a failure the parser is as new. */
static pleach_status parse_piece(parser *self, const pl_piece *piece,
                                 pleach_error *error)
{
    self->piece = *piece;
    self->error = error;
    self->status = PLEACH_OK;
    self->counted = 0;
    self->line = piece->line;
    self->hierarchies = 0;
    pleach_status status = parse_text(self);
    if (status == PLEACH_OK)
        return PLEACH_OK;
    self->depth = self->ignored = 0;
    yajl_free(self->handle);
    self->handle = NULL;
    return open_handle(self) ? status : pl_fail_memory(error);
}

static pleach_status read_line(parser *self, bool *ended, pleach_error *error)
{
    pl_piece line;
    PL_TRY(pl_source_line(self->reader->source, &line, error));
    *ended = line.length == 0;
    if (pl_text_is_blank(line.bytes, line.length))
        return PLEACH_OK;
    PL_TRY(parse_piece(self, &line, error));
    return pl_reader_add(self->reader, &self->draft, line.line, error);
}

static pleach_status read_lines(parser *self, pleach_error *error)
{
    for (bool ended = false; !ended;) {
        pleach_error failure;
        pleach_status status = read_line(self, &ended, &failure);
        PL_TRY(pl_reader_settle(self->reader, status, &failure, error));
    }
    return PLEACH_OK;
}

static pleach_status read_document(parser *self, pleach_error *error)
{
    pl_piece text;
    pleach_error failure;
    pleach_status status =
        pl_source_rest(self->reader->source, &text, &failure);
    if (status == PLEACH_OK && !pl_text_is_blank(text.bytes, text.length))
        status = parse_piece(self, &text, &failure);
    return pl_reader_settle(self->reader, status, &failure, error);
}

static pleach_status read_all(pl_reader *reader, bool document,
                              pleach_error *error)
{
    parser *self = pl_allocate(1, sizeof *self);
    if (self == NULL)
        return pl_fail_memory(error);
    self->reader = reader;
    self->document = document;
    pleach_status status = PLEACH_OK;
    if (!open_handle(self))
        status = pl_fail_memory(error);
    else
        status = document ? read_document(self, error)
                          : read_lines(self, error);
    if (self->handle != NULL)
        yajl_free(self->handle);
    pl_draft_free(&self->draft);
    pl_release(self);
    return status;
}

pleach_status pl_read_jsonl(pl_reader *reader, pleach_error *error)
{
    return read_all(reader, false, error);
}

pleach_status pl_read_json(pl_reader *reader, pleach_error *error)
{
    return read_all(reader, true, error);
}
