/* trees.c: hierarchies as they were read, for writing them elsewhere. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "base/stream.h"
#include "base/strings.h"
#include "read/read_corpus.h"
#include "write/addresses.h"
#include "write/write.h"

struct pleach_trees {
    pl_outline outline;
    pleach_corpus_facts facts;
};

typedef struct keeper {
    pl_outline *outline;
    PL_LIST(uint32_t) order; /* of a draft's tags or further names by node */
    PL_LIST(uint32_t) first;
    pl_strings *texts;    /* of tags */
    PL_LIST(size_t) kept; /* by text: one behind the last tag that has it */
} keeper;

static const char *keep_span(keeper *self, const pl_draft *draft, pl_span span)
{
    return pl_outline_keep(self->outline, pl_draft_at(draft, span),
                           span.length);
}

/* Orders `count` things by the node that each belongs to, which stands at the
 * beginning of each of their structs: first[n] up to first[n + 1] are n's. */
static bool order_by_node(keeper *self, const void *things, size_t count,
                          size_t size, size_t nodes)
{
    self->first.count = self->order.count = 0;
    if (!pl_list_room(&self->first, nodes + 2) ||
        !pl_list_room(&self->order, count))
        return false;
    uint32_t *first = self->first.items;
    memset(first, 0, (nodes + 2) * sizeof *first);
    for (size_t k = 0; k < count; k++)
        first[*(const uint32_t *)((const char *)things + k * size) + 2]++;
    for (size_t n = 2; n < nodes + 2; n++)
        first[n] += first[n - 1];
    for (size_t k = 0; k < count; k++) {
        uint32_t n = *(const uint32_t *)((const char *)things + k * size);
        self->order.items[first[n + 1]++] = (uint32_t)k;
    }
    return true;
}

/* A tag that a node has already counts more: no format has it twice. `first`
 * are those of other nodes. */
static bool keep_tag(keeper *self, const pl_draft *draft, const void *thing,
                     size_t first)
{
    pl_outline *outline = self->outline;
    const pl_draft_tag *tag = thing;
    uint32_t text = pl_strings_add(self->texts, pl_draft_at(draft, tag->text),
                                   tag->text.length);
    if (text == PL_NONE ||
        (text == self->kept.count && !pl_list_push(&self->kept, 0)))
        return false;
    size_t *behind = &self->kept.items[text];
    if (*behind > first) {
        outline->tags.items[*behind - 1].count += tag->count;
        return true;
    }
    pleach_tag kept = {keep_span(self, draft, tag->text), tag->count};
    if (kept.text == NULL || !pl_list_push(&outline->tags, kept))
        return false;
    *behind = outline->tags.count;
    return true;
}

static bool keep_alt(keeper *self, const pl_draft *draft, const void *thing,
                     size_t first)
{
    const pl_draft_alt *alt = thing;
    const char *text = keep_span(self, draft, alt->text);
    (void)first;
    return text != NULL && pl_list_push(&self->outline->alts, text);
}

static bool keep_fact(keeper *self, const pl_draft *draft, const void *thing,
                      size_t first)
{
    const pl_draft_fact *fact = thing;
    pl_carried kept = {.property = keep_span(self, draft, fact->property),
                       .text = keep_span(self, draft, fact->text),
                       .language = keep_span(self, draft, fact->language),
                       .address = fact->address,
                       .item = fact->item};
    pleach_error wrong;
    (void)first;
    if (kept.language != NULL && *kept.language != '\0' &&
        pl_check_language(kept.language, &wrong) != PLEACH_OK)
        kept.language = "";
    return kept.property != NULL && kept.text != NULL &&
           kept.language != NULL && pl_list_push(&self->outline->facts, kept);
}

/* A draft lists tags, further names and facts as they came; here those of a
 * node stand together. `kept` is how many the outline has by now, and `first`
 * where the first node remembers that. */
static bool keep_by_node(keeper *self, const pl_draft *draft,
                         const void *things, size_t count, size_t size,
                         size_t *first, const size_t *kept,
                         bool (*keep)(keeper *self, const pl_draft *draft,
                                      const void *thing, size_t first))
{
    if (!order_by_node(self, things, count, size, draft->nodes.count))
        return false;
    for (size_t n = 0; n < draft->nodes.count; n++) {
        size_t *own =
            (size_t *)(void *)((char *)first + n * sizeof(pl_outline_node));
        *own = *kept;
        for (uint32_t k = self->first.items[n]; k < self->first.items[n + 1];
             k++)
            if (!keep(self, draft,
                      (const char *)things + size * self->order.items[k], *own))
                return false;
    }
    return true;
}

#define KEEP_LIST(list, first, keep)                                           \
    keep_by_node(self, draft, draft->list.items, draft->list.count,            \
                 sizeof *draft->list.items, &nodes->first,                     \
                 &self->outline->list.count, keep)

static bool keep_lists(keeper *self, const pl_draft *draft,
                       pl_outline_node *nodes)
{
    if (!KEEP_LIST(tags, tag_first, keep_tag) ||
        !KEEP_LIST(alts, alt_first, keep_alt) ||
        !KEEP_LIST(facts, fact_first, keep_fact))
        return false;
    for (size_t n = 0, count = draft->nodes.count; n < count; n++)
        pl_outline_count_facts(self->outline, nodes[n].fact_first,
                               n + 1 < count ? nodes[n + 1].fact_first
                                             : self->outline->facts.count);
    return true;
}

static bool keep_vector(keeper *self, const pl_draft *draft, pl_span span,
                        const float **vector)
{
    if (span.length == 0)
        return true;
    float *copy = PL_ARENA_ARRAY(self->outline->arena, float, span.length);
    if (copy == NULL)
        return false;
    memcpy(copy, draft->numbers.items + span.start, span.length * sizeof *copy);
    self->outline->vector_size = (uint32_t)span.length;
    *vector = copy;
    return true;
}

/* Nodes are in preorder; the first is the top. */
static bool keep_nodes(keeper *self, const pl_draft *draft,
                       pl_outline_node *nodes)
{
    uint32_t top = (uint32_t)self->outline->nodes.count;
    for (size_t n = 0; n < draft->nodes.count; n++) {
        const pl_draft_node *node = &draft->nodes.items[n];
        nodes[n] = (pl_outline_node){
            .name = keep_span(self, draft, node->name),
            .parent = node->parent == PL_NONE ? PL_NONE : top + node->parent};
        pl_span id = n == 0 && node->id.length == 0 ? draft->id : node->id;
        if (id.length > 0)
            nodes[n].id = keep_span(self, draft, id);
        if (nodes[n].name == NULL || (id.length > 0 && nodes[n].id == NULL) ||
            !keep_vector(self, draft, node->vector, &nodes[n].vector))
            return false;
    }
    nodes[0].owner = keep_span(self, draft, draft->owner);
    return nodes[0].owner != NULL;
}

static bool keep_draft(void *context, const pl_draft *draft,
                       const struct pl_origin *origin)
{
    keeper *self = context;
    (void)origin;
    pl_outline *outline = self->outline;
    size_t count = draft->nodes.count;
    if (outline->nodes.count + count >= PL_NONE ||
        !pl_list_room(&outline->nodes, count))
        return false;
    pl_outline_node *nodes = outline->nodes.items + outline->nodes.count;
    if (!keep_nodes(self, draft, nodes) || !keep_lists(self, draft, nodes))
        return false;
    outline->nodes.count += count;
    return true;
}

/* Reads a corpus, as everybody does, and keeps the drafts that it is made of:
 * so whatever can be read can be converted. */
pleach_status pleach_trees_read(pleach_trees **trees,
                                const pleach_input *inputs, size_t count,
                                const pleach_read_options *options,
                                pleach_error *error)
{
    pleach_trees *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    keeper self = {.outline = &made->outline, .texts = pl_strings_new()};
    pl_draft_keeper keep = {.keep = keep_draft, .context = &self};
    pleach_corpus *corpus = NULL;
    pleach_status status = self.texts == NULL
                               ? pl_fail_memory(error)
                               : pl_read_corpus(&corpus, inputs, count, options,
                                                &keep, NULL, error);
    if (status == PLEACH_OK && !pl_outline_finish(&made->outline))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        made->facts = *pleach_corpus_get_facts(corpus);
    pleach_corpus_free(corpus);
    pl_list_free(&self.order);
    pl_list_free(&self.first);
    pl_list_free(&self.kept);
    pl_strings_free(self.texts);
    if (status == PLEACH_OK)
        *trees = made;
    else
        pleach_trees_free(made);
    return status;
}

const pleach_corpus_facts *pleach_trees_get_facts(const pleach_trees *trees)
{
    return &trees->facts;
}

void pleach_trees_free(pleach_trees *trees)
{
    if (trees == NULL)
        return;
    pl_outline_free(&trees->outline);
    pl_release(trees);
}

/* Writers take notes in the outline, so each call has a copy of its own; what
 * they note down goes when it is done. */
pleach_status pleach_trees_write(const pleach_trees *trees,
                                 const pleach_sink *to,
                                 const pleach_write_options *options,
                                 pleach_error *error)
{
    static const pleach_write_options defaults;
    const pl_output_format *format;
    pl_stream stream;
    /* Writers note down what they find out about it. */
    pl_outline outline = trees->outline;
    outline.arena = NULL;
    if (options == NULL)
        options = &defaults;
    PL_TRY(pl_find_output_format(
        &format, options->format == NULL ? "jsonl" : options->format, NULL,
        error));
    if (format->outliner == NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The format %s is for what was grown: trees that were "
                       "not merged cannot be written so.",
                       format->facts.name);
    PL_TRY(pl_stream_open(&stream, to, error));
    pleach_status status = pl_stream_close(
        &stream, format->outliner(&outline, stream.to, options, error), error);
    if (status == PLEACH_OK)
        pl_tell_lost(format, &outline, true, options);
    pl_arena_free(outline.arena);
    return status;
}
