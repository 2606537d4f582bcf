/* packed.c: adds hierarchies that another process has read and packed. */
/* SPDX-License-Identifier: MIT */
#include "read/packed.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

static const char magic[] = PL_PACKED_MAGIC;

/* Once something is wrong, everything that follows is 0 or empty. */
typedef struct unpacking {
    const char *start, *at, *end;
    bool wrong;
    pl_draft draft;
} unpacking;

static uint64_t take_number(unpacking *self)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && self->at < self->end; shift += 7) {
        unsigned char byte = (unsigned char)*self->at++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return self->wrong ? 0 : number;
    }
    self->wrong = true;
    return 0;
}

/* A number below a limit. */
static size_t take_below(unpacking *self, size_t limit)
{
    uint64_t number = take_number(self);
    self->wrong |= number >= limit;
    return self->wrong ? 0 : (size_t)number;
}

static const char *take_bytes(unpacking *self, size_t size)
{
    const char *bytes = self->at;
    if (self->wrong || size > (size_t)(self->end - self->at)) {
        self->wrong = true;
        return NULL;
    }
    self->at += size;
    return bytes;
}

/* Texts stay where they are: the draft borrows them. */
static pl_span take_span(unpacking *self)
{
    size_t at, length = take_below(self, SIZE_MAX);
    const char *text = take_bytes(self, length);
    if (text == NULL || pl_text_check(text, length, &at) != PL_TEXT_FINE) {
        self->wrong = true;
        return (pl_span){0, 0};
    }
    /* What is empty must not seem to stand behind the last byte. */
    return (pl_span){length == 0 ? 0 : (size_t)(text - self->start), length};
}

static bool take_vector(unpacking *self, pl_draft_node *node)
{
    pl_draft *draft = &self->draft;
    if (take_below(self, 2) == 0)
        return true;
    size_t size = draft->vector_size;
    const char *bytes = take_bytes(self, size * sizeof(float));
    if (bytes == NULL || size == 0)
        self->wrong = true;
    if (self->wrong || !pl_list_room(&draft->numbers, size))
        return self->wrong;
    node->vector = (pl_span){draft->numbers.count, size};
    float *numbers = draft->numbers.items + draft->numbers.count;
    memcpy(numbers, bytes, size * sizeof *numbers);
    draft->numbers.count += size;
    for (size_t k = 0; k < size; k++)
        self->wrong |= !isfinite(numbers[k]);
    return true;
}

/* Nodes are in preorder: a parent is the node before, or one above that. */
static bool take_nodes(unpacking *self)
{
    pl_draft *draft = &self->draft;
    uint32_t above[PL_DEEPEST] = {0};
    size_t depth = 0;
    size_t count = take_below(self, PL_NONE - 1);
    self->wrong |= count == 0;
    for (size_t k = 0; k < count && !self->wrong; k++) {
        uint32_t parent = (uint32_t)take_below(self, k + 1);
        pl_draft_node node = {.parent = k == 0 ? PL_NONE : parent};
        while (k > 0 && depth > 0 && above[depth - 1] != parent)
            depth--;
        if ((k > 0 && depth == 0) || depth >= PL_DEEPEST) {
            self->wrong = true;
            break;
        }
        above[depth++] = (uint32_t)k;
        node.name = take_span(self);
        self->wrong |=
            pl_text_is_blank(self->start + node.name.start, node.name.length);
        node.id = take_span(self);
        if (!take_vector(self, &node) || !pl_list_push(&draft->nodes, node))
            return false;
    }
    return true;
}

static bool take_facts(unpacking *self)
{
    pl_draft *draft = &self->draft;
    size_t count = take_below(self, SIZE_MAX);
    for (size_t k = 0; k < count && !self->wrong; k++) {
        pl_draft_fact fact = {
            .node = (uint32_t)take_below(self, draft->nodes.count),
            .item = (uint32_t)take_below(self, PL_NONE)};
        fact.address = take_below(self, 2) == 1;
        fact.property = take_span(self);
        fact.text = take_span(self);
        fact.language = take_span(self);
        if (!pl_list_push(&draft->facts, fact))
            return false;
    }
    return true;
}

static bool take_extras(unpacking *self)
{
    pl_draft *draft = &self->draft;
    size_t nodes = draft->nodes.count;
    size_t count = take_below(self, SIZE_MAX);
    for (size_t k = 0; k < count && !self->wrong; k++) {
        pl_draft_tag tag = {.node = (uint32_t)take_below(self, nodes)};
        tag.text = take_span(self);
        const char *bytes = take_bytes(self, sizeof tag.count);
        if (bytes != NULL)
            memcpy(&tag.count, bytes, sizeof tag.count);
        self->wrong |= !(tag.count <= FLT_MAX && (float)tag.count > 0);
        if (!pl_list_push(&draft->tags, tag))
            return false;
    }
    count = take_below(self, SIZE_MAX);
    for (size_t k = 0; k < count && !self->wrong; k++) {
        pl_draft_alt alt = {.node = (uint32_t)take_below(self, nodes)};
        alt.text = take_span(self);
        if (!pl_list_push(&draft->alts, alt))
            return false;
    }
    return take_facts(self);
}

static pleach_status fail_packed(const pleach_input *packed,
                                 pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, packed->name, 0, 0,
                      "What was packed is damaged, or of another version.");
}

static pleach_status unpack_hierarchy(unpacking *self, pl_builder *builder,
                                      const pleach_input *inputs, size_t input,
                                      pleach_error *error)
{
    pl_draft *draft = &self->draft;
    pl_origin origin = {inputs[input].name, (uint32_t)input, take_number(self)};
    pl_draft_clear(draft);
    draft->owner = take_span(self);
    draft->id = take_span(self);
    draft->vector_size = take_below(self, PL_LONGEST_VECTOR + 1);
    self->wrong |= draft->owner.length == 0 ||
                   (builder->vector_size != 0 && draft->vector_size != 0 &&
                    draft->vector_size != builder->vector_size);
    if (!take_nodes(self) || !take_extras(self))
        return pl_fail_memory(error);
    self->wrong |= (draft->vector_size > 0) != (draft->numbers.count > 0);
    return self->wrong ? PLEACH_OK
                       : pl_builder_add(builder, draft, &origin, error);
}

static bool is_root(const pl_builder *builder, uint32_t node)
{
    size_t from = 0, to = builder->saplings.count;
    while (to - from > 1) {
        size_t middle = from + (to - from) / 2;
        if (builder->saplings.items[middle].node_first > node)
            to = middle;
        else
            from = middle;
    }
    return to > 0 && builder->saplings.items[from].node_first == node;
}

/* A root and a leaf of one name, which are not joined yet. */
static void take_join(unpacking *self, pl_builder *builder)
{
    const pl_staged_node *nodes = builder->nodes.items;
    uint32_t root = (uint32_t)take_below(self, builder->nodes.count);
    uint32_t leaf = (uint32_t)take_below(self, builder->nodes.count);
    self->wrong = self->wrong || !is_root(builder, root) ||
                  is_root(builder, leaf) || nodes[root].twin != PL_NONE ||
                  nodes[leaf].twin != PL_NONE ||
                  nodes[root].spelling != nodes[leaf].spelling;
    if (!self->wrong)
        pl_builder_join(builder, root, leaf);
}

static void take_counts(unpacking *self, pl_builder *builder)
{
    uint64_t *counts[PL_PACKED_COUNTS], people = 0;
    pl_packed_list_counts(counts, &builder->facts, &people);
    for (size_t k = 0; k < PL_PACKED_COUNTS; k++)
        *counts[k] = take_number(self);
    builder->knows_people = people != 0;
    self->wrong |= self->at != self->end || builder->hierarchies.count == 0;
}

pleach_status pl_unpack(pl_builder *builder, const pleach_input *packed,
                        const pleach_input *inputs, size_t count,
                        pleach_error *error)
{
    const char *bytes = packed->bytes;
    unpacking self = {.start = bytes, .at = bytes, .end = bytes + packed->size};
    pleach_status status = PLEACH_OK;
    const char *first = take_bytes(&self, sizeof magic - 1);
    self.wrong |= first == NULL || memcmp(first, magic, sizeof magic - 1) != 0;
    pl_draft_borrow(&self.draft, bytes, packed->size);
    while (status == PLEACH_OK && !self.wrong) {
        size_t kind = take_below(&self, PL_PACKED_FIRST + count);
        if (self.wrong || kind == PL_PACKED_END)
            break;
        if (kind == PL_PACKED_JOIN)
            take_join(&self, builder);
        else
            status = unpack_hierarchy(&self, builder, inputs,
                                      kind - PL_PACKED_FIRST, error);
    }
    if (status == PLEACH_OK && !self.wrong)
        take_counts(&self, builder);
    pl_draft_free(&self.draft);
    return status == PLEACH_OK && self.wrong ? fail_packed(packed, error)
                                             : status;
}
