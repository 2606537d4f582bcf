/* gold_json.c: a taxonomy as nested JSON, JSON Lines or pleach's own JSON. */
#include <string.h>
#include <yajl/yajl_parse.h>

#include "base/status.h"
#include "corpus/gold.h"

/* What the innermost open bracket is, seen from the taxonomy. */
typedef enum place_kind {
    OUTSIDE,   /* between the values of the file */
    LIST,      /* an array of nodes: the file's, or a node's children */
    CLUSTERS,  /* the flat array of a pleach taxonomy */
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
    field_kind field;      /* in a NODE: whose value comes next */
    uint32_t concept; /* the node it belongs to, or PL_NONE */
} frame;

typedef struct json_reader {
    pl_draft *draft;
    pleach_error *error;
    pleach_status status;
    yajl_handle parser;
    const char *bytes;
    size_t counted; /* bytes whose line ends are in `line` */
    uint64_t line;
    uint64_t skipping; /* brackets open inside a value of no interest */
    PL_LIST(frame) frames;
} json_reader;

static uint64_t line_here(json_reader *reader)
{
    size_t here = yajl_get_bytes_consumed(reader->parser);
    for (; reader->counted < here; reader->counted++)
        reader->line += reader->bytes[reader->counted] == '\n';
    return reader->line;
}

static frame *top(json_reader *reader)
{
    return &reader->frames.items[reader->frames.count - 1];
}

/* The parser goes on with 1 and stops with 0. */
static int go_on(json_reader *reader, pleach_status status)
{
    reader->status = status;
    return status == PLEACH_OK;
}

static pleach_status complain(json_reader *reader, const char *sentence)
{
    return pl_fail_at(reader->error, PLEACH_BAD_DATA, reader->draft->file,
                      line_here(reader), 0, "%s", sentence);
}

static pleach_status push(json_reader *reader, place_kind place,
                          uint32_t concept)
{
    /* Two frames a level; the depth proper is measured later. */
    if (reader->frames.count > 2 * (PL_GOLD_DEPTH + 4))
        return complain(reader, "The taxonomy is deeper than 1,000 levels "
                                "here.");
    frame fresh = {place, OTHER, concept};
    return pl_list_push(&reader->frames, fresh) ? PLEACH_OK
                                                : pl_fail_memory(reader->error);
}

static pleach_status open_node(json_reader *reader)
{
    const frame *around = top(reader);
    uint32_t parent = around->place == LIST ? around->concept : PL_NONE;
    uint32_t concept = (uint32_t)reader->draft->concepts.count;
    PL_TRY(pl_draft_add(reader->draft, line_here(reader), reader->error));
    reader->draft->concepts.items[concept].parent = parent;
    return push(reader, NODE, concept);
}

static pleach_status misplaced(json_reader *reader)
{
    const frame *at = top(reader);
    if (at->place == SYNONYMS || at->place == TAG_LIST)
        return complain(reader, "The elements of \"syn\" and \"tags\" must be "
                                "strings.");
    if (at->place == NODE && at->field == NAME)
        return complain(reader, "A \"name\" must be a string.");
    if (at->place == NODE && (at->field == ID || at->field == PARENT))
        return complain(reader, "An id must be a string or a number.");
    if (at->place == NODE)
        return complain(reader, "\"children\" and \"syn\" must be arrays, "
                                "\"tags\" an object or an array.");
    return complain(reader, "A concept must be an object like {\"name\": "
                            "\"bird\", \"children\": [...]}.");
}

/* ----------------------------------------------------- parser callbacks -- */

static int on_map(void *context)
{
    json_reader *reader = context;
    const frame *at = top(reader);
    if (reader->skipping > 0 || at->place == TAGS || at->place == SPELLINGS ||
        (at->place == NODE && at->field == OTHER)) {
        reader->skipping++;
        return 1;
    }
    if (at->place == OUTSIDE || at->place == LIST || at->place == CLUSTERS)
        return go_on(reader, open_node(reader));
    if (at->place == NODE && at->field == FIELD_TAGS)
        return go_on(reader, push(reader, TAGS, at->concept));
    if (at->place == NODE && at->field == FIELD_SPELLINGS)
        return go_on(reader, push(reader, SPELLINGS, at->concept));
    return go_on(reader, misplaced(reader));
}

static int on_array(void *context)
{
    json_reader *reader = context;
    const frame *at = top(reader);
    if (reader->skipping > 0 || at->place == TAGS || at->place == SPELLINGS ||
        (at->place == NODE &&
         (at->field == OTHER || at->field == FIELD_SPELLINGS))) {
        reader->skipping++;
        return 1;
    }
    uint32_t concept = at->concept;
    if (at->place == OUTSIDE)
        return go_on(reader, push(reader, LIST, PL_NONE));
    if (at->place == NODE && at->field == CHILDREN)
        return go_on(reader, push(reader, LIST, concept));
    if (at->place == NODE && at->field == FIELD_SYNONYMS)
        return go_on(reader, push(reader, SYNONYMS, concept));
    if (at->place == NODE && at->field == FIELD_TAGS)
        return go_on(reader, push(reader, TAG_LIST, concept));
    if (at->place == NODE && at->field == FIELD_CLUSTERS) {
        reader->draft->concepts.items[concept].dropped = true;
        reader->draft->flat = true;
        return go_on(reader, push(reader, CLUSTERS, concept));
    }
    return go_on(reader, misplaced(reader));
}

static int on_end(void *context)
{
    json_reader *reader = context;
    if (reader->skipping > 0)
        reader->skipping--;
    else
        reader->frames.count--;
    return 1;
}

/* Copies a text onto the node's list of synonyms or tags. */
static pleach_status add_text(json_reader *reader, bool is_tag,
                              const char *bytes, size_t length)
{
    pl_draft_text text = {top(reader)->concept, NULL};
    PL_TRY(pl_draft_copy(reader->draft, &text.text, bytes, length, !is_tag,
                         line_here(reader), reader->error));
    if (text.text == NULL)
        return PLEACH_OK;
    bool added = is_tag ? pl_list_push(&reader->draft->tags, text)
                        : pl_list_push(&reader->draft->synonyms, text);
    return added ? PLEACH_OK : pl_fail_memory(reader->error);
}

static field_kind field_of(const json_reader *reader, const char *key,
                           size_t length)
{
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

static int on_key(void *context, const unsigned char *key, size_t length)
{
    json_reader *reader = context;
    if (reader->skipping > 0)
        return 1;
    frame *at = top(reader);
    if (at->place == NODE) {
        at->field = field_of(reader, (const char *)key, length);
        return 1;
    }
    return go_on(reader, add_text(reader, at->place == TAGS,
                                  (const char *)key, length));
}

/* A string or a number inside a node. */
static pleach_status set_field(json_reader *reader, const char *bytes,
                               size_t length, bool is_string)
{
    const frame *at = top(reader);
    if (at->field == OTHER)
        return PLEACH_OK;
    bool is_name = at->field == NAME;
    if (is_name ? !is_string : at->field != ID && at->field != PARENT)
        return misplaced(reader);
    const char *copy;
    PL_TRY(pl_draft_copy(reader->draft, &copy, bytes, length, is_name,
                         line_here(reader), reader->error));
    pl_draft_concept *to = &reader->draft->concepts.items[at->concept];
    if (is_name)
        to->name = copy;
    else if (at->field == ID)
        to->id = copy;
    else
        to->parent_id = copy;
    return PLEACH_OK;
}

static int on_string(void *context, const unsigned char *bytes, size_t length)
{
    json_reader *reader = context;
    const frame *at = top(reader);
    if (reader->skipping > 0 || at->place == TAGS || at->place == SPELLINGS)
        return 1;
    if (at->place == NODE)
        return go_on(reader,
                     set_field(reader, (const char *)bytes, length, true));
    if (at->place == SYNONYMS || at->place == TAG_LIST)
        return go_on(reader, add_text(reader, at->place == TAG_LIST,
                                      (const char *)bytes, length));
    return go_on(reader, misplaced(reader));
}

static int on_number(void *context, const char *bytes, size_t length)
{
    json_reader *reader = context;
    const frame *at = top(reader);
    if (reader->skipping > 0 || at->place == TAGS || at->place == SPELLINGS)
        return 1;
    if (at->place == NODE)
        return go_on(reader, set_field(reader, bytes, length, false));
    return go_on(reader, misplaced(reader));
}

static int on_boolean(void *context, int value)
{
    json_reader *reader = context;
    const frame *at = top(reader);
    (void)value;
    if (reader->skipping > 0 || at->place == TAGS || at->place == SPELLINGS ||
        (at->place == NODE && at->field == OTHER))
        return 1;
    return go_on(reader, misplaced(reader));
}

/* A null says that a field is not there. */
static int on_null(void *context)
{
    json_reader *reader = context;
    return top(reader)->place == NODE ? 1 : on_boolean(context, 0);
}

/* ------------------------------------------------------------ the whole -- */

static pleach_status fail_parsing(json_reader *reader)
{
    if (reader->status != PLEACH_OK)
        return reader->status;
    char reason[128] = "it cannot be parsed";
    unsigned char *said = yajl_get_error(reader->parser, 0, NULL, 0);
    if (said != NULL) {
        snprintf(reason, sizeof reason, "%s", (const char *)said);
        reason[strcspn(reason, "\n")] = '\0';
        yajl_free_error(reader->parser, said);
    }
    return pl_fail_at(reader->error, PLEACH_BAD_DATA, reader->draft->file,
                      line_here(reader), 0, "This is not valid JSON: %s.",
                      reason);
}

pleach_status pl_gold_read_json(pl_draft *draft, const char *bytes,
                                size_t size, pleach_error *error)
{
    static const yajl_callbacks callbacks = {
        .yajl_null = on_null,       .yajl_boolean = on_boolean,
        .yajl_number = on_number,   .yajl_string = on_string,
        .yajl_start_map = on_map,   .yajl_map_key = on_key,
        .yajl_end_map = on_end,     .yajl_start_array = on_array,
        .yajl_end_array = on_end,
    };
    json_reader reader = {
        .draft = draft, .error = error, .bytes = bytes, .line = 1};
    reader.parser = yajl_alloc(&callbacks, NULL, &reader);
    pleach_status status = push(&reader, OUTSIDE, PL_NONE);
    if (reader.parser == NULL)
        status = pl_fail_memory(error);
    if (status == PLEACH_OK) {
        yajl_config(reader.parser, yajl_allow_multiple_values, 1);
        if (yajl_parse(reader.parser, (const unsigned char *)bytes, size) !=
                yajl_status_ok ||
            yajl_complete_parse(reader.parser) != yajl_status_ok)
            status = fail_parsing(&reader);
    }
    if (reader.parser != NULL)
        yajl_free(reader.parser);
    pl_list_free(&reader.frames);
    return status;
}
