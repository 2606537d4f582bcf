/* values_yaml.c: YAML documents, through libyaml, as values. */
/* SPDX-License-Identifier: MIT */
#include "read/values.h"

#ifdef PLEACH_HAS_YAML
#include <string.h>
#include <yaml.h>

#include "base/text.h"

/* Aliases may make a document this many times as large, and a few more. */
enum { ALIAS_GROWTH = 10, ALIAS_VALUES = 10000 };

typedef struct anchor {
    uint32_t name; /* in `names` */
    uint32_t value;
} anchor;

typedef struct load {
    pl_values *values;
    pl_reader *reader;
    const pl_piece *text;
    pl_strings *names;
    PL_LIST(anchor) anchors;
    PL_LIST(bool) key_due; /* of each open map or list */
    uint64_t repeated;     /* values that aliases have brought */
} load;

static uint64_t yaml_line(const load *self, yaml_mark_t mark)
{
    return self->text->line + mark.line;
}

static pleach_status fail_yaml_value(const load *self, yaml_mark_t mark,
                                     pleach_error *error, const char *sentence)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, self->reader->file,
                      yaml_line(self, mark), mark.column + 1, "%s", sentence);
}

/* --------------------------------------------------------------- aliases -- */

static void note_anchor(load *self, const yaml_char_t *name)
{
    if (name == NULL)
        return;
    anchor made = {pl_reader_note(self->reader, self->names, (const char *)name,
                                  strlen((const char *)name)),
                   (uint32_t)self->values->values.count};
    pl_list_add(&self->anchors, made);
}

static const anchor *find_anchor(const load *self, const char *name)
{
    uint32_t id = self->names == NULL
                      ? PL_NONE
                      : pl_strings_find(self->names, name, strlen(name));
    for (size_t k = self->anchors.count; k-- > 0;)
        if (self->anchors.items[k].name == id)
            return &self->anchors.items[k];
    return NULL;
}

static bool is_open(const load *self, uint32_t value)
{
    for (size_t k = 0; k < self->values->open.count; k++)
        if (self->values->open.items[k] == value)
            return true;
    return false;
}

/* Aliases of aliases can grow without end (a "billion laughs"), so all that is
 * repeated is held against the size of the document. */
static pleach_status take_alias(load *self, const yaml_event_t *event,
                                pleach_error *error)
{
    const anchor *of =
        find_anchor(self, (const char *)event->data.alias.anchor);
    yaml_mark_t mark = event->start_mark;
    PL_TRY(pl_check_memory(self->reader->arena, error));
    if (of == NULL)
        return fail_yaml_value(self, mark, error,
                               "This alias has no anchor before it.");
    if (is_open(self, of->value))
        return fail_yaml_value(self, mark, error,
                               "This alias is inside of what it repeats.");
    self->repeated += pl_values_at(self->values, of->value)->end - of->value;
    if (self->repeated >
        ALIAS_VALUES + ALIAS_GROWTH * (uint64_t)self->text->length / 4)
        return fail_yaml_value(
            self, mark, error,
            "The aliases repeat far more than the document holds.");
    pl_values_repeat(self->values, of->value);
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- events -- */

static bool is_null(const char *text, size_t length)
{
    return length == 0 || (length == 1 && *text == '~') ||
           pl_text_is_word(text, length, "null");
}

static bool key_is_due(const load *self)
{
    return self->key_due.count > 0 &&
           self->key_due.items[self->key_due.count - 1];
}

/* In a map a key and a value take turns. */
static void turn(load *self)
{
    if (self->key_due.count == 0 || self->values->open.count == 0)
        return;
    uint32_t innermost = self->values->open.items[self->values->open.count - 1];
    if (pl_values_at(self->values, innermost)->kind == PL_VALUE_MAP)
        self->key_due.items[self->key_due.count - 1] ^= true;
}

/* Only a plain null is nothing; a quoted "null" is somebody's text. */
static pleach_status take_scalar(load *self, const yaml_event_t *event,
                                 pleach_error *error)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    uint64_t line = yaml_line(self, event->start_mark);
    if (memchr(text, '\0', length) != NULL)
        return fail_yaml_value(self, event->start_mark, error,
                               "There is an escaped NUL. Leave it out.");
    pl_span kept = pl_values_keep(self->values, text, length);
    if (key_is_due(self) && plain && length == 2 && memcmp(text, "<<", 2) == 0)
        self->values->merging = true;
    if (key_is_due(self)) {
        pl_values_key(self->values, kept, line);
    } else {
        bool null = plain && is_null(text, length);
        note_anchor(self, event->data.scalar.anchor);
        pl_values_add(self->values, (pl_value){.kind = null ? PL_VALUE_NOTHING
                                                            : PL_VALUE_TEXT,
                                               .line = line,
                                               .text = kept});
    }
    turn(self);
    return PLEACH_OK;
}

/* YAML allows maps as keys, which no name can be made of. */
static pleach_status take_opening(load *self, const yaml_event_t *event,
                                  pleach_error *error)
{
    bool map = event->type == YAML_MAPPING_START_EVENT;
    const yaml_char_t *name = map ? event->data.mapping_start.anchor
                                  : event->data.sequence_start.anchor;
    if (key_is_due(self))
        return fail_yaml_value(self, event->start_mark, error,
                               "A key must be a plain text here.");
    if (self->values->open.count > PL_VALUES_DEEPEST)
        return fail_yaml_value(
            self, event->start_mark, error,
            "The document is nested deeper than 256 levels.");
    turn(self);
    note_anchor(self, name);
    pl_values_open(self->values, map ? PL_VALUE_MAP : PL_VALUE_LIST,
                   yaml_line(self, event->start_mark));
    pl_list_add(&self->key_due, map);
    return PLEACH_OK;
}

/* Documents of one stream follow each other in one list, so their starts and
 * ends need nothing. */
static pleach_status take_event(load *self, const yaml_event_t *event,
                                pleach_error *error)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_scalar(self, event, error);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        return take_opening(self, event, error);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        self->key_due.count -= self->key_due.count > 0; /* all were kept */
        pl_values_close(self->values);
        return PLEACH_OK;
    case YAML_ALIAS_EVENT:
        if (key_is_due(self))
            return fail_yaml_value(self, event->start_mark, error,
                                   "A key must be a plain text here.");
        turn(self);
        return take_alias(self, event, error);
    default:
        return PLEACH_OK;
    }
}

static pleach_status fail_parser(const load *self, const yaml_parser_t *parser,
                                 pleach_error *error)
{
    yaml_mark_t mark = parser->problem_mark;
    if (parser->error == YAML_MEMORY_ERROR)
        return pl_fail_memory(error);
    return pl_fail_at(
        error, PLEACH_BAD_DATA, self->reader->file, yaml_line(self, mark),
        mark.column + 1, "This is not YAML: %s.",
        parser->problem == NULL ? "it cannot be read" : parser->problem);
}

/* Events and not libyaml's tree, since aliases have to be limited as they come.
 */
static pleach_status load_yaml_values(load *self, yaml_parser_t *parser,
                                      pleach_error *error)
{
    bool ended = false;
    pl_values_open(self->values, PL_VALUE_LIST, self->text->line);
    while (!ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return fail_parser(self, parser, error);
        ended = event.type == YAML_STREAM_END_EVENT;
        pleach_status status = take_event(self, &event, error);
        yaml_event_delete(&event);
        PL_TRY(status);
    }
    pl_values_close(self->values);
    return pl_check_memory(self->reader->arena, error);
}

/* The encoding is given, as libyaml would else guess at UTF-16 from the first
 * bytes. */
pleach_status pl_values_read_yaml(pl_values *values, pl_reader *reader,
                                  const pl_piece *text, pleach_error *error)
{
    load self = {.values = values,
                 .reader = reader,
                 .text = text,
                 .anchors = {.arena = reader->arena},
                 .key_due = {.arena = reader->arena}};
    yaml_parser_t parser;
    PL_TRY(pl_reader_check(reader, text, error));
    if (!yaml_parser_initialize(&parser))
        return pl_fail_memory(error);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->bytes,
                                 text->length);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    self.names = pl_strings_in(reader->arena);
    pleach_status status = load_yaml_values(&self, &parser, error);
    yaml_parser_delete(&parser);
    return status;
}

#else

pleach_status pl_values_read_yaml(pl_values *values, pl_reader *reader,
                                  const pl_piece *text, pleach_error *error)
{
    (void)values;
    (void)text;
    return pl_reader_fail_unbuilt(reader, "YAML", error);
}

#endif
