/* gold_json.c: a taxonomy as nested JSON, JSON Lines or pleach's own JSON. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/json_scan.h"
#include "base/status.h"
#include "base/text.h"
#include "lab/gold.h"

/* What the innermost open bracket is, seen from the taxonomy. */
typedef enum place_kind {
    OUTSIDE,  /* between the values of the file */
    LIST,     /* an array of nodes: the file's, or a node's children */
    CLUSTERS, /* the flat array of a pleach taxonomy */
    NODE,
    SYNONYMS,  /* an array of texts */
    SPELLINGS, /* an object whose keys are such texts */
    TAGS,      /* an object whose keys are tags */
    TAG_LIST,  /* an array of tags */
} place_kind;

typedef enum field_kind {
    OTHER,
    NAME,
    ID,
    PARENT,
    CHILDREN,
    FIELD_CLUSTERS,
    FIELD_SYNONYMS,
    FIELD_SPELLINGS,
    FIELD_TAGS,
} field_kind;

typedef struct frame {
    place_kind place;
    field_kind field; /* in a NODE: whose value comes next */
    uint32_t concept; /* the node it belongs to, or PL_NONE */
} frame;

typedef struct json_reader {
    pl_draft *draft;
    pleach_error *error;
    pl_scan scan;
    const char *counted; /* line ends up to here are in `line` */
    uint64_t line;
    uint64_t skipping; /* brackets open inside a value of no interest */
    PL_LIST(frame) frames;
} json_reader;

static uint64_t line_here(json_reader *reader)
{
    for (; reader->counted < reader->scan.token; reader->counted++)
        reader->line += *reader->counted == '\n';
    return reader->line;
}

static frame *top(json_reader *reader)
{
    return &reader->frames.items[reader->frames.count - 1];
}

static pleach_status complain_of_json(json_reader *reader, const char *sentence)
{
    return pl_fail_at(reader->error, PLEACH_BAD_DATA, reader->draft->file,
                      line_here(reader), 0, "%s", sentence);
}

static pleach_status push_frame(json_reader *reader, place_kind place,
                                uint32_t concept)
{
    /* Two frames a level; the depth proper is measured later. */
    if (reader->frames.count > 2 * (PL_GOLD_DEPTH + 4))
        return complain_of_json(reader,
                                "The taxonomy is deeper than 1,000 levels "
                                "here.");
    frame fresh = {place, OTHER, concept};
    return pl_list_push(&reader->frames, fresh) ? PLEACH_OK
                                                : pl_fail_memory(reader->error);
}

static pleach_status open_concept(json_reader *reader)
{
    const frame *around = top(reader);
    uint32_t parent = around->place == LIST ? around->concept : PL_NONE;
    uint32_t concept = (uint32_t)reader->draft->concepts.count;
    PL_TRY(pl_draft_add(reader->draft, line_here(reader), reader->error));
    reader->draft->concepts.items[concept].parent = parent;
    return push_frame(reader, NODE, concept);
}

/* The sentence says what belongs here, because people write these files by
 * hand. */
static pleach_status misplaced(json_reader *reader)
{
    const frame *at = top(reader);
    if (at->place == SYNONYMS || at->place == TAG_LIST)
        return complain_of_json(reader,
                                "The elements of \"syn\" and \"tags\" must be "
                                "strings.");
    if (at->place == NODE && at->field == NAME)
        return complain_of_json(reader, "A \"name\" must be a string.");
    if (at->place == NODE && (at->field == ID || at->field == PARENT))
        return complain_of_json(reader, "An id must be a string or a number.");
    if (at->place == NODE)
        return complain_of_json(reader,
                                "\"children\" and \"syn\" must be arrays, "
                                "\"tags\" an object or an array.");
    return complain_of_json(reader,
                            "A concept must be an object like {\"name\": "
                            "\"bird\", \"children\": [...]}.");
}

/* ---------------------------------------------------------------- tokens -- */

/* Whether values here are passed over, whatever they are. */
static bool is_skipped(json_reader *reader)
{
    const frame *at = top(reader);
    return reader->skipping > 0 || at->place == TAGS ||
           at->place == SPELLINGS || (at->place == NODE && at->field == OTHER);
}

static pleach_status open_gold_object(json_reader *reader)
{
    const frame *at = top(reader);
    if (is_skipped(reader)) {
        reader->skipping++;
        return PLEACH_OK;
    }
    if (at->place == OUTSIDE || at->place == LIST || at->place == CLUSTERS)
        return open_concept(reader);
    if (at->place == NODE && at->field == FIELD_TAGS)
        return push_frame(reader, TAGS, at->concept);
    if (at->place == NODE && at->field == FIELD_SPELLINGS)
        return push_frame(reader, SPELLINGS, at->concept);
    return misplaced(reader);
}

/* Unknown arrays are skipped whole, by counting brackets: files of others have
 * more in them than we read. */
static pleach_status open_gold_array(json_reader *reader)
{
    const frame *at = top(reader);
    if (is_skipped(reader) ||
        (at->place == NODE && at->field == FIELD_SPELLINGS)) {
        reader->skipping++;
        return PLEACH_OK;
    }
    uint32_t concept = at->concept;
    if (at->place == OUTSIDE)
        return push_frame(reader, LIST, PL_NONE);
    if (at->place == NODE && at->field == CHILDREN)
        return push_frame(reader, LIST, concept);
    if (at->place == NODE && at->field == FIELD_SYNONYMS)
        return push_frame(reader, SYNONYMS, concept);
    if (at->place == NODE && at->field == FIELD_TAGS)
        return push_frame(reader, TAG_LIST, concept);
    if (at->place == NODE && at->field == FIELD_CLUSTERS) {
        reader->draft->concepts.items[concept].dropped = true;
        reader->draft->flat = true;
        return push_frame(reader, CLUSTERS, concept);
    }
    return misplaced(reader);
}

static pleach_status close_gold_bracket(json_reader *reader)
{
    if (reader->skipping > 0)
        reader->skipping--;
    else
        reader->frames.count--;
    return PLEACH_OK;
}

/* Copies a text onto the node's list of synonyms or tags. */
static pleach_status add_gold_text(json_reader *reader, bool is_tag)
{
    pl_draft_text text = {top(reader)->concept, NULL};
    PL_TRY(pl_draft_copy(reader->draft, &text.text, reader->scan.bytes,
                         reader->scan.length, !is_tag, line_here(reader),
                         reader->error));
    if (text.text == NULL)
        return PLEACH_OK;
    if (is_tag)
        pl_list_add(&reader->draft->tags, text);
    else
        pl_list_add(&reader->draft->synonyms, text);
    return PLEACH_OK;
}

/* A result of pleach is a gold taxonomy too, under the field "clusters" of its
 * top. */
static field_kind field_of(const json_reader *reader)
{
    const char *key = reader->scan.bytes;
    size_t length = reader->scan.length;
    static const struct {
        const char *key;
        field_kind field;
    } known[] = {
        {"name", NAME},          {"id", ID},
        {"parent", PARENT},      {"children", CHILDREN},
        {"syn", FIELD_SYNONYMS}, {"synonyms", FIELD_SYNONYMS},
        {"tags", FIELD_TAGS},    {"spellings", FIELD_SPELLINGS},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strlen(known[k].key) == length &&
            memcmp(known[k].key, key, length) == 0)
            return known[k].field;
    /* Only the outermost object can be a whole pleach taxonomy. */
    if (reader->frames.count == 2 && length == 8 &&
        memcmp(key, "clusters", 8) == 0)
        return FIELD_CLUSTERS;
    return OTHER;
}

static pleach_status take_gold_key(json_reader *reader)
{
    if (reader->skipping > 0)
        return PLEACH_OK;
    frame *at = top(reader);
    if (at->place != NODE)
        return add_gold_text(reader, at->place == TAGS);
    at->field = field_of(reader);
    return PLEACH_OK;
}

/* A string or a number inside a node. */
static pleach_status set_field(json_reader *reader, bool is_string)
{
    const frame *at = top(reader);
    bool is_name = at->field == NAME;
    if (is_name ? !is_string : at->field != ID && at->field != PARENT)
        return misplaced(reader);
    const char *copy;
    PL_TRY(pl_draft_copy(reader->draft, &copy, reader->scan.bytes,
                         reader->scan.length, is_name, line_here(reader),
                         reader->error));
    pl_draft_concept *to = &reader->draft->concepts.items[at->concept];
    if (is_name)
        to->name = copy;
    else if (at->field == ID)
        to->id = copy;
    else
        to->parent_id = copy;
    return PLEACH_OK;
}

static pleach_status take_gold_text(json_reader *reader, bool is_string)
{
    const frame *at = top(reader);
    if (is_skipped(reader))
        return PLEACH_OK;
    if (at->place == NODE)
        return set_field(reader, is_string);
    if (is_string && (at->place == SYNONYMS || at->place == TAG_LIST))
        return add_gold_text(reader, at->place == TAG_LIST);
    return misplaced(reader);
}

/* A null says that a field is not there. */
static pleach_status take_word(json_reader *reader, bool is_null)
{
    if (is_skipped(reader) || (is_null && top(reader)->place == NODE))
        return PLEACH_OK;
    return misplaced(reader);
}

static pleach_status take_end(json_reader *reader)
{
    return reader->scan.open.count == 0
               ? PLEACH_OK
               : complain_of_json(reader,
                                  "This is not JSON: the text ends before it "
                                  "is complete.");
}

/* One function per kind of token and one frame per open bracket: no recursion,
 * however deep the file is. */
static pleach_status take_gold_token(json_reader *reader, pl_token token)
{
    switch (token) {
    case PL_TOKEN_OBJECT:
        return open_gold_object(reader);
    case PL_TOKEN_ARRAY:
        return open_gold_array(reader);
    case PL_TOKEN_CLOSE:
        return close_gold_bracket(reader);
    case PL_TOKEN_KEY:
        return take_gold_key(reader);
    case PL_TOKEN_STRING:
    case PL_TOKEN_NUMBER:
        return take_gold_text(reader, token == PL_TOKEN_STRING);
    case PL_TOKEN_BOOLEAN:
    case PL_TOKEN_NULL:
        return take_word(reader, token == PL_TOKEN_NULL);
    case PL_TOKEN_WRONG:
        return complain_of_json(reader, reader->scan.wrong);
    case PL_TOKEN_NO_MEMORY:
        return pl_fail_memory(reader->error);
    case PL_TOKEN_END:
        break;
    }
    return take_end(reader);
}

/* ------------------------------------------------------------- the whole -- */

static pleach_status check_gold_text(json_reader *reader, const char *bytes,
                                     size_t size)
{
    size_t at;
    if (pl_text_check(bytes, size, &at) == PL_TEXT_FINE)
        return PLEACH_OK;
    reader->scan.token = bytes + at;
    return complain_of_json(reader,
                            "This is not UTF-8 text. Convert the file.");
}

static pleach_status read_tokens(json_reader *reader, const char *bytes,
                                 size_t size)
{
    pl_token token;
    PL_TRY(check_gold_text(reader, bytes, size));
    PL_TRY(push_frame(reader, OUTSIDE, PL_NONE));
    pl_scan_start(&reader->scan, bytes, size);
    do {
        token = pl_scan_next(&reader->scan);
        PL_TRY(take_gold_token(reader, token));
    } while (token != PL_TOKEN_END);
    return PLEACH_OK;
}

pleach_status pl_gold_read_json(pl_draft *draft, const char *bytes, size_t size,
                                pleach_error *error)
{
    json_reader reader = {
        .draft = draft, .error = error, .counted = bytes, .line = 1};
    pleach_status status = read_tokens(&reader, bytes, size);
    pl_scan_free(&reader.scan);
    pl_list_free(&reader.frames);
    return status;
}
