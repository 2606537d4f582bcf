/* read_obo.c: ontologies in OBO, by their terms' is_a. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/forest.h"
#include "read/read.h"

/* What is known of a term. */
typedef enum term_state { REFERRED_TO, THERE, OBSOLETE } term_state;

typedef struct obo {
    pl_forest forest;
    pl_piece line;
    bool in_term, obsolete;
    uint32_t node;           /* PL_NONE: its id has not come yet */
    PL_LIST(uint8_t) states; /* of each node: a term_state */
    PL_LIST(char) value;     /* without backslashes */
} obo;

/* A value in quotes goes up to the next one; others end before a comment. */
static void cut_value(const char **text, size_t *length, bool quoted)
{
    pl_text_trim(text, length);
    if (quoted && *length > 0 && **text == '"') {
        size_t end = 1;
        while (end < *length && (*text)[end] != '"')
            end += (*text)[end] == '\\' ? 2 : 1;
        ++*text;
        *length = end < *length ? end - 1 : *length - 1;
        return;
    }
    const char *mark = *text;
    const char *stop = *text + *length;
    while (mark + 1 < stop && !(mark[0] == ' ' && mark[1] == '!'))
        mark++;
    if (mark + 1 < stop)
        *length = (size_t)(mark - *text);
    pl_text_trim(text, length);
}

/* What signs behind a backslash stand for, in self->value. */
static void unescape_value(obo *self, const char **text, size_t *length)
{
    self->value.count = 0;
    for (size_t k = 0; k < *length; k++) {
        bool escaped = (*text)[k] == '\\' && k + 1 < *length;
        char byte = (*text)[k += escaped];
        if (escaped && memchr("nWt", byte, 3) != NULL)
            byte = ' ';
        pl_list_add(&self->value, byte);
    }
    *text = self->value.count == 0 ? "" : self->value.items;
    *length = self->value.count;
}

/* "GO:0005 {source="x"}": the id alone. */
static size_t id_length(const char *text, size_t length)
{
    size_t end = 0;
    while (end < length && text[end] != ' ' && text[end] != '\t')
        end++;
    return end;
}

/* Whoever is spoken of gets a node. */
static uint32_t find_term(obo *self, const char *id, size_t length)
{
    uint32_t node = pl_forest_by_id(&self->forest, PL_NONE, id, length);
    while (node != PL_NONE && self->states.count <= node)
        if (!pl_list_push(&self->states, REFERRED_TO))
            return PL_NONE;
    return node;
}

static bool is_obo_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* Ids such as GO:0008150 have addresses that everybody knows. */
static void keep_obo_address(obo *self, const char *id, size_t length)
{
    char address[128];
    size_t letters = 0, digits = 0;
    while (letters < length && is_obo_letter(id[letters]))
        letters++;
    while (letters + 1 + digits < length && id[letters + 1 + digits] >= '0' &&
           id[letters + 1 + digits] <= '9')
        digits++;
    if (letters == 0 || digits == 0 || id[letters] != ':' ||
        letters + 1 + digits != length || length > 64)
        return;
    int size = snprintf(address, sizeof address,
                        "http://purl.obolibrary.org/obo/%.*s_%.*s",
                        (int)letters, id, (int)digits, id + letters + 1);
    pl_forest_source_id(&self->forest, self->node, address, (size_t)size);
}

static void take_id(obo *self, const char *text, size_t length)
{
    self->node = find_term(self, text, length);
    if (self->node == PL_NONE)
        return;
    self->states.items[self->node] = THERE;
    self->forest.nodes.items[self->node].line = self->line.line;
    keep_obo_address(self, text, length);
}

/* Nothing can lead to a term without an id. */
static void pass_over_term(const obo *self, const char *name, size_t length)
{
    const pl_reader *reader = self->forest.reader;
    pl_reader_warn(
        reader, PL_ODD_PASSED, self->line.line,
        "The term \"%.*s\" has no id before its name, so it is passed over.",
        pl_text_cut(name, length, 60), name);
}

/* Obsolete terms lose their name, and with it their place: whoever refers to
 * them still finds a node. */
static void take_value(obo *self, const char *key, size_t key_length,
                       const char *text, size_t length)
{
    pl_forest *forest = &self->forest;
    bool name = pl_text_is_word(key, key_length, "name");
    if (pl_text_is_word(key, key_length, "id")) {
        take_id(self, text, length);
        return;
    }
    if (pl_text_is_word(key, key_length, "is_a") && self->node != PL_NONE) {
        uint32_t parent = find_term(self, text, id_length(text, length));
        pl_forest_link_nodes(forest, self->node, parent);
        return;
    }
    unescape_value(self, &text, &length);
    if (self->node == PL_NONE && name && !self->obsolete)
        pass_over_term(self, text, length);
    if (self->node == PL_NONE)
        return;
    if (name)
        pl_forest_name(forest, self->node, text, length);
    else if (pl_text_is_word(key, key_length, "synonym"))
        pl_forest_alt(forest, self->node, text, length);
    else if (pl_text_is_word(key, key_length, "def"))
        pl_forest_define(forest, self->node, text, length);
    else if (pl_text_is_word(key, key_length, "is_obsolete") &&
             pl_text_is_word(text, length, "true")) {
        forest->nodes.items[self->node].name.length = 0;
        self->states.items[self->node] = OBSOLETE;
        self->obsolete = true;
        self->node = PL_NONE;
    }
}

/* Stanzas other than terms are passed over; relations and instances are not
 * hierarchies. */
static pleach_status take_obo_line(void *context, const pl_piece *line,
                                   pleach_error *error)
{
    obo *self = context;
    const char *text = line->bytes;
    size_t length = line->length;
    self->line = *line;
    pl_text_trim(&text, &length);
    if (length == 0 || *text == '!')
        return PLEACH_OK;
    if (*text == '[') {
        self->in_term = pl_text_is_word(text, length, "[term]");
        self->node = PL_NONE;
        self->obsolete = false;
        return PLEACH_OK;
    }
    const char *colon = memchr(text, ':', length);
    if (colon == NULL)
        return pl_reader_fail(self->forest.reader, &self->line, 0, error,
                              "This is neither \"key: value\" nor a [Term].");
    size_t key = (size_t)(colon - text);
    const char *value = colon + 1;
    size_t value_length = length - key - 1;
    cut_value(&value, &value_length,
              pl_text_is_word(text, key, "def") ||
                  pl_text_is_word(text, key, "synonym"));
    if (self->in_term && value_length > 0)
        take_value(self, text, key, value, value_length);
    return PLEACH_OK;
}

/* A term without a name is called by its id. Terms that are only referred to
 * have neither: those below them are tops. */
static void name_terms(obo *self)
{
    pl_forest *forest = &self->forest;
    pl_reader *reader = forest->reader;
    for (uint32_t k = 0; k < self->states.count; k++) {
        size_t length;
        const char *id = pl_forest_key(forest, k, &length);
        uint64_t line = forest->nodes.items[k].line;
        int shown = pl_text_cut(id, length, 60);
        if (self->states.items[k] == REFERRED_TO) {
            reader->builder->facts.missing_parents++;
            pl_reader_warn(reader, PL_ODD_MISSING, 0,
                           "The id \"%.*s\" leads nowhere: no term has it.",
                           shown, id);
        } else if (self->states.items[k] == THERE &&
                   forest->nodes.items[k].name.length == 0) {
            reader->builder->facts.odd_labels++;
            pl_reader_warn(
                reader, PL_ODD_LABELS, line,
                "No name was given to \"%.*s\", so it is called by its id.",
                shown, id);
            pl_forest_name(forest, k, id, length);
        }
    }
}

pleach_status pl_read_obo(pl_reader *reader, pleach_error *error)
{
    obo self = {.node = PL_NONE,
                .states = {.arena = reader->arena},
                .value = {.arena = reader->arena}};
    pl_forest_open(&self.forest, reader);
    PL_TRY(pl_reader_lines(reader, take_obo_line, &self, error));
    self.forest.keys_are_ids = true;
    name_terms(&self);
    return pl_forest_finish(&self.forest, error);
}
