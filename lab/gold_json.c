/* gold_json.c: a taxonomy as nested JSON, JSON Lines or pleach's own JSON. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "lab/gold.h"
#include "read/values.h"

/* A node that is open, or a list of nodes below one. */
typedef struct level {
    uint32_t value;
    uint32_t concept; /* PL_NONE: nodes of the list are tops */
    bool list;
} level;

typedef struct gold_json {
    pl_gold_draft *draft;
    pl_values values;
    PL_LIST(level) levels;
    pleach_error *error;
} gold_json;

static const char fields[] =
    " name id parent children syn synonyms tags spellings clusters ";
enum { NAME, ID, PARENT, CHILDREN, SYN, SYNONYMS, TAGS, SPELLINGS, CLUSTERS };

/* What belongs there, because people write these files by hand. */
static const char *const wanted[] = {
    [NAME] = "A \"name\" must be a string.",
    [ID] = "An id must be a string or a number.",
    [PARENT] = "An id must be a string or a number.",
    [CHILDREN] = "\"children\" and \"syn\" must be arrays, \"tags\" an object "
                 "or an array.",
};

static const pl_value *at(const gold_json *self, uint32_t v)
{
    return pl_values_at(&self->values, v);
}

static pleach_status complain_of_json(const gold_json *self, uint32_t v,
                                      const char *sentence)
{
    return pl_fail_at(self->error, PLEACH_BAD_DATA, self->draft->file,
                      at(self, v)->line, 0, "%s", sentence);
}

static void enter(gold_json *self, uint32_t v, uint32_t concept, bool list)
{
    pl_list_add(&self->levels, ((level){v, concept, list}));
}

static pleach_status copy_text(gold_json *self, const char **copy, pl_span span,
                               bool is_name, uint32_t v)
{
    return pl_gold_copy(self->draft, copy, pl_values_text(&self->values, span),
                        span.length, is_name, at(self, v)->line, self->error);
}

/* Texts of a list, or the keys of an object, as synonyms or tags. */
static pleach_status add_texts(gold_json *self, uint32_t of, uint32_t concept,
                               bool tags)
{
    bool keys = at(self, of)->kind == PL_VALUE_MAP;
    PL_EACH_VALUE (&self->values, v, of) {
        pl_gold_text text = {concept, NULL};
        if (!keys && at(self, v)->kind != PL_VALUE_TEXT)
            return complain_of_json(self, v,
                                    "The elements of \"syn\" and \"tags\" "
                                    "must be strings.");
        PL_TRY(copy_text(self, &text.text,
                         keys ? at(self, v)->key : at(self, v)->text, !tags,
                         v));
        if (text.text != NULL && tags)
            pl_list_add(&self->draft->tags, text);
        else if (text.text != NULL)
            pl_list_add(&self->draft->synonyms, text);
    }
    return PLEACH_OK;
}

static pleach_status set_label(gold_json *self, uint32_t v, int field,
                               uint32_t concept)
{
    const char *copy;
    PL_TRY(copy_text(self, &copy, at(self, v)->text, field == NAME, v));
    pl_gold_concept *to = &self->draft->concepts.items[concept];
    *(field == NAME ? &to->name
      : field == ID ? &to->id
                    : &to->parent_id) = copy;
    return PLEACH_OK;
}

/* Unknown fields are passed over: files of others have more in them than we
 * read. A null says that a field is not there, and a result of pleach, whose
 * outermost object has the clusters, is a taxonomy too. */
static pleach_status take_field(gold_json *self, uint32_t v, uint32_t concept,
                                uint32_t *next)
{
    const pl_value *value = at(self, v);
    bool list = value->kind == PL_VALUE_LIST, map = value->kind == PL_VALUE_MAP;
    int field = pl_text_find_among(
        fields, pl_values_text(&self->values, value->key), value->key.length);
    if (field < 0 || value->kind == PL_VALUE_NOTHING ||
        (field == CLUSTERS && self->levels.count > 1) ||
        (field == SPELLINGS && list))
        return PLEACH_OK;
    if (field <= PARENT)
        return value->kind == PL_VALUE_TEXT ||
                       (field != NAME && value->kind == PL_VALUE_NUMBER)
                   ? set_label(self, v, field, concept)
                   : complain_of_json(self, v, wanted[field]);
    if (!list && !(map && (field == TAGS || field == SPELLINGS)))
        return complain_of_json(self, v, wanted[CHILDREN]);
    if (field != CHILDREN && field != CLUSTERS)
        return add_texts(self, v, concept, field == TAGS);
    if (field == CLUSTERS)
        self->draft->concepts.items[concept].dropped = self->draft->flat = true;
    enter(self, v, field == CHILDREN ? concept : PL_NONE, true);
    *next = v + 1;
    return PLEACH_OK;
}

static pleach_status open_concept(gold_json *self, uint32_t v, uint32_t parent)
{
    uint32_t concept = (uint32_t)self->draft->concepts.count;
    if (at(self, v)->kind != PL_VALUE_MAP)
        return complain_of_json(self, v,
                                "A concept must be an object like {\"name\": "
                                "\"bird\", \"children\": [...]}.");
    PL_TRY(pl_gold_add(self->draft, at(self, v)->line, self->error));
    self->draft->concepts.items[concept].parent = parent;
    enter(self, v, concept, false);
    return PLEACH_OK;
}

/* Values lie in the order of the text, each with where it ends: no recursion,
 * however deep the file is. Value 0 is a list of all that stands side by side.
 */
static pleach_status take_values(gold_json *self)
{
    uint32_t count = (uint32_t)self->values.values.count;
    for (uint32_t v = 1, next; v < count; v = next) {
        while (
            self->levels.count > 0 &&
            at(self, self->levels.items[self->levels.count - 1].value)->end <=
                v)
            self->levels.count--;
        PL_TRY(pl_check_memory(self->levels.arena, self->error));
        level around = {.concept = PL_NONE, .list = true};
        bool outside = self->levels.count == 0;
        if (!outside)
            around = self->levels.items[self->levels.count - 1];
        next = around.list ? v + 1 : at(self, v)->end;
        if (outside && at(self, v)->kind == PL_VALUE_LIST)
            enter(self, v, PL_NONE, true);
        else
            PL_TRY(around.list ? open_concept(self, v, around.concept)
                               : take_field(self, v, around.concept, &next));
    }
    return PLEACH_OK;
}

pleach_status pl_gold_read_json(pl_gold_draft *draft, const char *bytes,
                                size_t size, pleach_error *error)
{
    PL_SCRATCH(scratch);
    gold_json self = {
        .draft = draft, .levels = {.arena = scratch}, .error = error};
    pl_reader reader = {.file = draft->file, .arena = scratch};
    pl_piece text = {bytes, size, 1};
    pl_values_start(&self.values, scratch);
    self.values.deepest = 2 * (PL_GOLD_DEPTH + 4);
    PL_TRY(pl_values_read_json(&self.values, &reader, &text, error));
    PL_TRY(take_values(&self));
    return pl_check_memory(scratch, error);
}
