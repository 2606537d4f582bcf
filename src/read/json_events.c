/* json_events.c: builds a draft from the tokens of a JSON text. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "corpus/payload.h"
#include "read/json_events.h"
#include "read/values.h"

/* The counts are kept as floats. */
#define LARGEST_COUNT 3.4e38

/* --------------------------------------------------------------- failing -- */

/* Where the last token begins. */
static size_t token_start(const pl_parse *self)
{
    return (size_t)(self->scan.token - self->piece.bytes);
}

static bool fail_at(pl_parse *self, size_t offset, const char *sentence)
{
    self->status = pl_reader_fail(self->reader, &self->piece, offset,
                                  self->error, "%s", sentence);
    return false;
}

static bool fail_event(pl_parse *self, const char *sentence)
{
    return fail_at(self, token_start(self), sentence);
}

static bool fail_memory(pl_parse *self)
{
    self->status = pl_fail_memory(self->error);
    return false;
}

/* What the innermost place takes, as a sentence for whatever else came. */
static bool fail_value(pl_parse *self)
{
    switch (self->levels[self->depth].place) {
    case IN_CHILDREN:
        return fail_event(self, "A child must be an object with a name, or a "
                                "string.");
    case IN_TAG_COUNTS:
        return fail_event(self, "A tag's count must be a number.");
    case IN_TAG_LIST:
        return fail_event(self, "A tag in a list must be a string.");
    case IN_VECTOR:
        return fail_event(self, "A vector holds numbers only.");
    case IN_ALTS:
        return fail_event(self, "A further name must be a string.");
    case IN_NODE:
        break;
    default:
        return fail_event(self,
                          "A hierarchy must be an object with a name, such as "
                          "{\"name\": \"pet\", \"children\": [...]}.");
    }
    switch (self->field) {
    case FIELD_NAME:
        return fail_event(self, "A name must be a string.");
    case FIELD_TAGS:
        return fail_event(self, "Tags must be an object of counts or a list of "
                                "strings.");
    case FIELD_CHILDREN:
        return fail_event(self, "Children must be a list, as in "
                                "[{\"name\": \"cat\"}, \"dog\"].");
    case FIELD_VECTOR:
        return fail_event(self, "A vector must be a list of numbers.");
    case FIELD_ALTS:
        return fail_event(self, "Further names (altLabels) must be a list of "
                                "strings.");
    case FIELD_OWNER:
        return fail_event(self, "An owner must be a string or a number.");
    default:
        return fail_event(self, "An id must be a string or a number.");
    }
}

/* ---------------------------------------------------------------- levels -- */

static pl_parse_level *innermost_level(pl_parse *self)
{
    return &self->levels[self->depth];
}

static void enter_level(pl_parse *self, pl_parse_place where, uint32_t node)
{
    self->levels[++self->depth] = (pl_parse_level){
        .place = where, .node = node, .start = token_start(self)};
}

/* Depth is limited where it grows, before anything is kept of the level. What
 * is taken for a document may be JSON Lines, whose first is too long to see its
 * end, or under another name. */
static bool enter_node(pl_parse *self)
{
    pl_parse_level *around = innermost_level(self);
    bool top = around->place != IN_CHILDREN;
    if (top && self->hierarchies > 0 && around->place == AT_TOP &&
        !self->document)
        return fail_event(self,
                          "Something follows the hierarchy. Write one per "
                          "line.");
    if (top)
        pl_draft_clear(&self->draft);
    uint32_t parent = top ? PL_NONE : around->node;
    uint32_t node = (uint32_t)self->draft.nodes.count;
    if (self->depth + 2 > 2 * PL_DEEPEST)
        return fail_event(self,
                          "The hierarchy is nested deeper than 64 levels.");
    if (!pl_draft_add_node(&self->draft, parent, "", 0))
        return fail_memory(self);
    enter_level(self, IN_NODE, node);
    return true;
}

static void enter_vector(pl_parse *self)
{
    uint32_t node = innermost_level(self)->node;
    self->draft.nodes.items[node].vector =
        (pl_span){self->draft.numbers.count, 0};
    enter_level(self, IN_VECTOR, node);
}

/* The line of a byte of the piece, not before those that were counted. */
static uint64_t find_line(const pl_parse *self, size_t until)
{
    const char *at = self->piece.bytes + self->counted;
    const char *end = self->piece.bytes + until;
    uint64_t line = self->line;
    assert(until >= self->counted);
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        line++;
        at++;
    }
    return line;
}

/* Goes on counting lines up to a byte of the piece. */
static void count_event_lines(pl_parse *self, size_t until)
{
    self->line = find_line(self, until);
    self->counted = until;
}

/* A line's hierarchy is added when the whole line was read, since what follows
 * it may be wrong; in a document it is added at once, as documents are large.
 */
static bool leave_node(pl_parse *self)
{
    pl_parse_level *node = innermost_level(self);
    if (!(node->seen & FIELD_NAME))
        return fail_at(self, node->start,
                       "This object has no \"name\". Every node needs one.");
    self->depth--;
    if (innermost_level(self)->place == IN_CHILDREN)
        return true;
    self->hierarchies++;
    if (!self->document) /* the rest of the line must be right as well */
        return true;
    count_event_lines(self, node->start);
    self->status =
        pl_reader_add(self->reader, &self->draft, self->line, self->error);
    return self->status == PLEACH_OK;
}

/* -------------------------------------------------------------- contents -- */

/* A text that is kept cannot hold a NUL, which only an escape can bring. */
static bool holds_nul(const pl_scan *scan)
{
    return scan->escaped && memchr(scan->bytes, '\0', scan->length) != NULL;
}

/* Also in fields that are not ours: other programs cannot read those. */
static bool refuse_nul(pl_parse *self)
{
    return !holds_nul(&self->scan) ||
           fail_event(self, "There is an escaped NUL (\\u0000). Leave it out.");
}

/* Keeps the text of the last token; one that has no escapes stays where it
 * is, in the piece. */
static bool keep_text(pl_parse *self, pl_span *span)
{
    const pl_scan *scan = &self->scan;
    if (!refuse_nul(self))
        return false;
    if (scan->escaped)
        return pl_draft_keep(&self->draft, span, scan->bytes, scan->length) ||
               fail_memory(self);
    *span = (pl_span){(size_t)(scan->bytes - self->piece.bytes), scan->length};
    return true;
}

static bool take_event_name(pl_parse *self)
{
    pl_draft_node *node = &self->draft.nodes.items[innermost_level(self)->node];
    return keep_text(self, &node->name) &&
           (!pl_text_is_blank(self->scan.bytes, self->scan.length) ||
            fail_event(self, "The name is empty. Every node needs one."));
}

/* A string among the children is a leaf of that name. */
static bool take_leaf_name(pl_parse *self)
{
    uint32_t node = (uint32_t)self->draft.nodes.count;
    pl_span name;
    if (pl_text_is_blank(self->scan.bytes, self->scan.length))
        return fail_event(self, "The name is empty. Every node needs one.");
    if (self->depth + 2 > 2 * PL_DEEPEST)
        return fail_event(self,
                          "The hierarchy is nested deeper than 64 levels.");
    if (!pl_draft_add_node(&self->draft, innermost_level(self)->node, "", 0))
        return fail_memory(self);
    if (!keep_text(self, &name))
        return false;
    self->draft.nodes.items[node].name = name;
    return true;
}

static bool take_event_tag(pl_parse *self, double count)
{
    pl_draft_tag tag = {innermost_level(self)->node, self->tag, count};
    return (float)count <= 0 || pl_list_push(&self->draft.tags, tag) ||
           fail_memory(self);
}

/* A further name that is blank says nothing. */
static bool take_alt(pl_parse *self)
{
    pl_draft_alt alt = {.node = innermost_level(self)->node};
    return pl_text_is_blank(self->scan.bytes, self->scan.length) ||
           (keep_text(self, &alt.text) &&
            (pl_list_push(&self->draft.alts, alt) || fail_memory(self)));
}

static bool take_owner_or_id(pl_parse *self)
{
    return keep_text(self, self->field == FIELD_ID ? &self->draft.id
                                                   : &self->draft.owner);
}

static bool take_count(pl_parse *self)
{
    double count;
    if (!pl_text_number(self->scan.bytes, self->scan.length, &count) ||
        count > LARGEST_COUNT)
        return fail_event(self, "The count is too large or too long a number.");
    if (count < 0)
        return fail_event(self, "The count is negative. Counts start at 0.");
    return take_event_tag(self, count);
}

/* One beyond all doubles is no number to other programs. */
static bool ignore_number(pl_parse *self)
{
    enum { FINITE_DIGITS = 300 };
    const char *bytes = self->scan.bytes;
    size_t length = self->scan.length;
    double number;
    bool plain = length < FINITE_DIGITS && memchr(bytes, 'e', length) == NULL &&
                 memchr(bytes, 'E', length) == NULL;
    return plain ||
           (pl_text_number(bytes, length, &number) && isfinite(number)) ||
           fail_event(self, "This number is too large or too long.");
}

static bool take_coordinate(pl_parse *self)
{
    double number;
    if (!pl_text_number(self->scan.bytes, self->scan.length, &number) ||
        number > LARGEST_COUNT || number < -LARGEST_COUNT)
        return fail_event(self,
                          "A number of the vector is too large or too long.");
    if (!pl_list_push(&self->draft.numbers, (float)number))
        return fail_memory(self);
    self->draft.nodes.items[innermost_level(self)->node].vector.length++;
    return true;
}

/* All vectors of a corpus are equally long; the first one says how long. */
static bool leave_vector(pl_parse *self)
{
    pl_parse_level *vector = innermost_level(self);
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
        return false;
    }
    self->draft.vector_size = length;
    self->depth--;
    return true;
}

/* Programs number their nodes as well: only a text that is not blank names
 * something beyond its file, and the last one counts. */
static bool take_source_id(pl_parse *self)
{
    uint32_t node = innermost_level(self)->node;
    return pl_text_is_blank(self->scan.bytes, self->scan.length) ||
           keep_text(self, &self->draft.nodes.items[node].id);
}

/* ---------------------------------------------------------------- tokens -- */

/* Whether the value that comes is one of a field that is not ours. */
static bool is_ignored(const pl_parse *self)
{
    return self->ignored > 0 ||
           (self->levels[self->depth].place == IN_NODE &&
            (self->field == FIELD_OTHER || self->field == FIELD_SOURCE_ID ||
             self->field == FIELD_CARRIES));
}

/* --------------------------------------------------------------- carried -- */

static bool add_fact(pl_parse *self, const pl_carried *says)
{
    pl_draft *draft = &self->draft;
    pl_draft_fact fact = {.node = innermost_level(self)->node,
                          .item = says->item,
                          .address = says->address};
    return (pl_draft_keep(draft, &fact.property, says->property,
                          strlen(says->property)) &&
            pl_draft_keep(draft, &fact.text, says->text, strlen(says->text)) &&
            pl_draft_keep(draft, &fact.language, says->language,
                          strlen(says->language)) &&
            pl_list_push(&draft->facts, fact)) ||
           fail_memory(self);
}

/* The object that has just ended, read once more by whoever knows it. */
static bool take_payload(pl_parse *self)
{
    size_t end = token_start(self) + 1;
    pl_carried_list list = {0};
    pl_arena *arena = pl_arena_new();
    char *text = arena == NULL
                     ? NULL
                     : pl_arena_text(arena, self->piece.bytes + self->carried,
                                     end - self->carried);
    self->status = text == NULL
                       ? pl_fail_memory(self->error)
                       : pl_payload_list(&list, arena, text, self->error);
    for (size_t k = 0; self->status == PLEACH_OK && k < list.count; k++)
        (void)add_fact(self, &list.items[k]);
    pl_list_free(&list);
    pl_arena_free(arena);
    return self->status == PLEACH_OK;
}

/* A text or number of a field that is not ours comes out again as it is. */
static bool take_unknown(pl_parse *self)
{
    pl_draft *draft = &self->draft;
    pl_draft_fact fact = {.node = innermost_level(self)->node,
                          .property = self->unknown};
    if (self->ignored > 0 || self->field != FIELD_OTHER ||
        innermost_level(self)->place != IN_NODE ||
        pl_text_is_blank(self->scan.bytes, self->scan.length))
        return true;
    return keep_text(self, &fact.text) &&
           (pl_list_push(&draft->facts, fact) || fail_memory(self));
}

/* One text of a field that is not ours, whose key begins its property. */
static void carry_unknown(void *context, const char *property, const char *text,
                          size_t length)
{
    pl_parse *self = context;
    pl_draft *draft = &self->draft;
    pl_draft_fact fact = {.node = innermost_level(self)->node,
                          .property = self->unknown};
    char path[300];
    if (*property != '\0') {
        int size = snprintf(path, sizeof path, "%.*s.%s",
                            pl_text_cut(pl_draft_at(draft, self->unknown),
                                        self->unknown.length, 90),
                            pl_draft_at(draft, self->unknown), property);
        if (!pl_draft_keep(draft, &fact.property, path, (size_t)size))
            (void)fail_memory(self);
    }
    if (!pl_draft_keep(draft, &fact.text, text, length) ||
        !pl_list_push(&draft->facts, fact))
        (void)fail_memory(self);
}

/* A list or object that has just ended: its texts come out again. */
static bool take_unknown_list(pl_parse *self)
{
    PL_SCRATCH(scratch);
    pl_values values;
    size_t end = token_start(self) + 1;
    pl_piece inside = {self->piece.bytes + self->carried, end - self->carried,
                       1};
    pl_values_start(&values, scratch);
    (void)pl_values_look(&values, &inside);
    if (!pl_arena_failed(scratch))
        pl_values_carry(&values, 1, carry_unknown, self);
    return (!pl_arena_failed(scratch) || fail_memory(self)) &&
           self->status == PLEACH_OK;
}

static bool is_label(const pl_parse *self)
{
    return self->levels[self->depth].place == IN_NODE &&
           (self->field == FIELD_OWNER || self->field == FIELD_ID);
}

static bool take_string(pl_parse *self)
{
    pl_parse_place here = innermost_level(self)->place;
    if (self->ignored == 0 && here == IN_NODE && self->field == FIELD_SOURCE_ID)
        return refuse_nul(self) && take_source_id(self);
    if (is_ignored(self))
        return refuse_nul(self) && take_unknown(self);
    if (here == IN_TAG_LIST)
        return keep_text(self, &self->tag) && take_event_tag(self, 1);
    if (here == IN_ALTS)
        return take_alt(self);
    if (here == IN_CHILDREN)
        return take_leaf_name(self);
    if (here == IN_NODE && self->field == FIELD_NAME)
        return take_event_name(self);
    return is_label(self) ? take_owner_or_id(self) : fail_value(self);
}

static bool take_event_number(pl_parse *self)
{
    pl_parse_place here = innermost_level(self)->place;
    if (is_ignored(self))
        return ignore_number(self) && take_unknown(self);
    if (here == IN_TAG_COUNTS)
        return take_count(self);
    if (here == IN_VECTOR)
        return take_coordinate(self);
    return is_label(self) ? take_owner_or_id(self) : fail_value(self);
}

/* null is as good as leaving a field out, but for the name. */
static bool take_null(pl_parse *self)
{
    return is_ignored(self) ||
           (innermost_level(self)->place == IN_NODE &&
            self->field != FIELD_NAME) ||
           fail_value(self);
}

static bool ignore_more(pl_parse *self)
{
    return ++self->ignored <= PL_DEEPEST ||
           fail_event(self,
                      "An unknown field is nested deeper than 64 levels.");
}

/* Tags and their counts, as long as they are written in the usual way. */
static bool take_counts(pl_parse *self)
{
    enum { AT_ONCE = 32 };
    pl_scan_count counts[AT_ONCE];
    uint32_t node = innermost_level(self)->node;
    size_t found;
    do {
        found = pl_scan_counts(&self->scan, counts, AT_ONCE);
        if (!pl_list_room(&self->draft.tags, found))
            return fail_memory(self);
        pl_draft_tag *tags = self->draft.tags.items;
        size_t used = self->draft.tags.count;
        for (size_t k = 0; k < found; k++) {
            size_t start = (size_t)(counts[k].key - self->piece.bytes);
            if (counts[k].count > 0)
                tags[used++] = (pl_draft_tag){
                    node, {start, counts[k].length}, counts[k].count};
        }
        self->draft.tags.count = used;
    } while (found == AT_ONCE);
    return true;
}

static bool open_event_object(pl_parse *self)
{
    pl_parse_level *around = innermost_level(self);
    if (self->ignored == 0)
        self->carried = token_start(self);
    if (is_ignored(self))
        return ignore_more(self);
    if (around->place == AT_TOP || around->place == IN_DOCUMENT_LIST ||
        around->place == IN_CHILDREN)
        return enter_node(self);
    if (around->place != IN_NODE || self->field != FIELD_TAGS)
        return fail_value(self);
    enter_level(self, IN_TAG_COUNTS, around->node);
    return take_counts(self);
}

/* A list that hangs on a slip of the pen holds what somebody wanted kept. Once
 * for a hierarchy, whose own line is counted at its end, behind this one. */
static void warn_misspelled(pl_parse *self)
{
    if (self->ignored > 0 || self->slip[0] == '\0' ||
        self->slipped > self->hierarchies)
        return;
    self->slipped = self->hierarchies + 1;
    pl_read_progress_warn(self->reader->progress, PL_ODD_PASSED,
                          self->reader->file,
                          find_line(self, token_start(self)),
                          "The field \"%s\" is not known, and what it holds is "
                          "carried along. Did you mean \"children\"?",
                          self->slip);
}

/* Which array it is follows from the field before it, and one that is not ours
 * is passed over. */
static bool open_event_array(pl_parse *self)
{
    pl_parse_level *around = innermost_level(self);
    if (self->ignored == 0)
        self->carried = token_start(self);
    if (is_ignored(self)) {
        warn_misspelled(self);
        return ignore_more(self);
    }
    bool in_node = around->place == IN_NODE;
    if (around->place == AT_TOP && self->document && self->hierarchies == 0)
        enter_level(self, IN_DOCUMENT_LIST, PL_NONE);
    else if (in_node && self->field == FIELD_CHILDREN)
        enter_level(self, IN_CHILDREN, around->node);
    else if (in_node && self->field == FIELD_TAGS)
        enter_level(self, IN_TAG_LIST, around->node);
    else if (in_node && self->field == FIELD_ALTS)
        enter_level(self, IN_ALTS, around->node);
    else if (in_node && self->field == FIELD_VECTOR)
        enter_vector(self);
    else
        return fail_value(self);
    return true;
}

static bool close_event(pl_parse *self)
{
    if (self->ignored > 0) {
        if (--self->ignored > 0 || self->field == FIELD_SOURCE_ID)
            return true;
        return self->field == FIELD_OTHER ? take_unknown_list(self)
               : *self->scan.token == '}' ? take_payload(self)
                                          : true;
    }
    if (innermost_level(self)->place == IN_NODE)
        return leave_node(self);
    if (innermost_level(self)->place == IN_VECTOR)
        return leave_vector(self);
    self->depth--;
    return true;
}

/* An owner means something at the top only; below it that is a field of
 * somebody else, and an id is the node's own. */
static pl_parse_field find_field(const pl_scan *key, bool top)
{
    static const struct {
        const char *word;
        pl_parse_field field;
        bool top;
    } known[] = {
        {"name", FIELD_NAME, false},         {"tags", FIELD_TAGS, false},
        {"children", FIELD_CHILDREN, false}, {"vector", FIELD_VECTOR, false},
        {"owner", FIELD_OWNER, true},        {"id", FIELD_ID, true},
        {"altLabels", FIELD_ALTS, false},    {"carries", FIELD_CARRIES, false}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (key->length == strlen(known[k].word) &&
            memcmp(key->bytes, known[k].word, key->length) == 0)
            return !known[k].top || top         ? known[k].field
                   : known[k].field == FIELD_ID ? FIELD_SOURCE_ID
                                                : FIELD_OTHER;
    return FIELD_OTHER;
}

/* Whether two letters, one too many or too few each, make it "children". */
static bool is_nearly_children(const pl_scan *key)
{
    static const char word[] = "children";
    enum { LETTERS = sizeof word - 1 };
    unsigned row[LETTERS + 1];
    if (key->length + 2 < LETTERS || key->length > LETTERS + 2)
        return false;
    for (unsigned k = 0; k <= LETTERS; k++)
        row[k] = k;
    for (size_t i = 0; i < key->length; i++) {
        unsigned before = row[0]++;
        for (size_t k = 0; k < LETTERS; k++) {
            unsigned least = before + ((key->bytes[i] | 0x20) != word[k]);
            before = row[k + 1];
            if (row[k] + 1 < least)
                least = row[k] + 1;
            row[k + 1] = before + 1 < least ? before + 1 : least;
        }
    }
    return row[LETTERS] <= 2;
}

/* Or a word that others use for the same, or for the other direction. */
static bool is_like_children(const pl_scan *key)
{
    static const char words[] =
        " items topics subtopics subcategories subCategories sub_categories "
        "categories nodes narrower members sections parents products ";
    return pl_text_is_among(words, key->bytes, key->length) ||
           is_nearly_children(key);
}

/* Fields that are passed over are still looked at for NULs, and those that
 * count may stand once: of two the reader would choose by chance. */
static bool take_event_key(pl_parse *self)
{
    pl_parse_level *here = innermost_level(self);
    if (!refuse_nul(self))
        return false;
    if (self->ignored > 0)
        return true;
    if (here->place == IN_TAG_COUNTS)
        return keep_text(self, &self->tag);
    self->field = find_field(&self->scan, here->node == 0);
    self->slip[0] = '\0';
    if (self->field == FIELD_OTHER && is_like_children(&self->scan))
        snprintf(self->slip, sizeof self->slip, "%.*s",
                 pl_text_cut(self->scan.bytes, self->scan.length, 19),
                 self->scan.bytes);
    if (self->field == FIELD_SOURCE_ID)
        return true;
    if (self->field == FIELD_OTHER)
        return keep_text(self, &self->unknown);
    if (here->seen & self->field)
        return fail_event(self,
                          "This field stands twice in one node. Keep one.");
    here->seen |= self->field;
    return true;
}

/* A table of what may come in which place, spelled out, so that each wrong
 * thing has its own sentence. */
bool pl_parse_take(pl_parse *self, pl_token token)
{
    switch (token) {
    case PL_TOKEN_KEY:
        return take_event_key(self);
    case PL_TOKEN_NUMBER:
        return take_event_number(self);
    case PL_TOKEN_STRING:
        return take_string(self);
    case PL_TOKEN_OBJECT:
        return open_event_object(self);
    case PL_TOKEN_ARRAY:
        return open_event_array(self);
    case PL_TOKEN_CLOSE:
        return close_event(self);
    case PL_TOKEN_NULL:
        return take_null(self);
    case PL_TOKEN_BOOLEAN:
        self->scan.bytes = self->scan.token;
        self->scan.length = *self->scan.token == 't' ? 4 : 5;
        return is_ignored(self) ? take_unknown(self) : fail_value(self);
    case PL_TOKEN_WRONG:
        return fail_event(self, self->scan.wrong);
    case PL_TOKEN_NO_MEMORY:
        return fail_memory(self);
    case PL_TOKEN_END:
        break;
    }
    return true;
}
