/* trees.c: hierarchies as they were read, for writing them elsewhere. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/stream.h"
#include "base/strings.h"
#include "read/read_corpus.h"
#include "write/write.h"

struct pleach_trees {
    pl_outline outline;
    pleach_corpus_facts facts;
};

typedef struct keeper {
    pl_arena *scratch;
    pl_outline *outline;
    PL_LIST(uint64_t) order; /* of a draft's tags or further names by node */
    pl_strings *texts;       /* of tags */
    PL_LIST(size_t) kept;    /* by text: one behind the last tag that has it */
} keeper;

static const char *keep_span(keeper *self, const pl_draft *draft, pl_span span)
{
    return pl_arena_text(self->outline->arena, pl_draft_at(draft, span),
                         span.length);
}

/* A tag that a node has already counts more: no format has it twice. `first`
 * are those of other nodes. */
static void keep_tag(keeper *self, const pl_draft *draft, const void *thing,
                     size_t first)
{
    pl_outline *outline = self->outline;
    const pl_draft_tag *tag = thing;
    uint32_t text = pl_strings_add(self->texts, pl_draft_at(draft, tag->text),
                                   tag->text.length);
    if (text == self->kept.count)
        pl_list_add(&self->kept, 0);
    if (text >= self->kept.count)
        return;
    size_t *behind = &self->kept.items[text];
    if (*behind > first) {
        outline->tags.items[*behind - 1].count += tag->count;
        return;
    }
    pleach_tag kept = {keep_span(self, draft, tag->text), tag->count};
    pl_list_add(&outline->tags, kept);
    *behind = outline->tags.count;
}

static void keep_alt(keeper *self, const pl_draft *draft, const void *thing,
                     size_t first)
{
    const pl_draft_alt *alt = thing;
    (void)first;
    pl_list_add(&self->outline->alts, keep_span(self, draft, alt->text));
}

/* A language that is none is dropped, and its text kept. */
static void keep_fact(keeper *self, const pl_draft *draft, const void *thing,
                      size_t first)
{
    const pl_draft_fact *fact = thing;
    pl_carried kept = {.property = keep_span(self, draft, fact->property),
                       .text = keep_span(self, draft, fact->text),
                       .language = keep_span(self, draft, fact->language),
                       .address = fact->address,
                       .item = fact->item};
    (void)first;
    pl_list_add(&self->outline->facts, kept);
}

/* A draft lists tags, further names and facts as they came, each with its node
 * at the beginning of its struct; here those of a node stand together. `kept`
 * is how many the outline has by now, and `first` where the first node
 * remembers that. */
static void keep_by_node(keeper *self, const pl_draft *draft,
                         const void *things, size_t count, size_t size,
                         size_t *first, const size_t *kept,
                         void (*keep)(keeper *self, const pl_draft *draft,
                                      const void *thing, size_t first))
{
    self->order.count = 0;
    for (size_t k = 0; k < count; k++) {
        const void *thing = (const char *)things + k * size;
        uint64_t node = *(const uint32_t *)thing;
        pl_list_add(&self->order, node << 32 | k);
    }
    if (self->order.count < count)
        return;
    if (count > 0)
        pl_sort_uint64(self->order.items, count);
    for (size_t n = 0, k = 0; n < draft->nodes.count; n++) {
        size_t *own =
            (size_t *)(void *)((char *)first + n * sizeof(pl_outline_node));
        *own = *kept;
        for (; k < count && self->order.items[k] >> 32 == n; k++)
            keep(self, draft,
                 (const char *)things + size * (uint32_t)self->order.items[k],
                 *own);
    }
}

#define KEEP_LIST(list, first, keep)                                           \
    keep_by_node(self, draft, draft->list.items, draft->list.count,            \
                 sizeof *draft->list.items, &nodes->first,                     \
                 &self->outline->list.count, keep)

static void keep_lists(keeper *self, const pl_draft *draft,
                       pl_outline_node *nodes)
{
    KEEP_LIST(tags, tag_first, keep_tag);
    KEEP_LIST(alts, alt_first, keep_alt);
    KEEP_LIST(facts, fact_first, keep_fact);
}

static void count_all_facts(pl_outline *outline)
{
    const pl_outline_node *nodes = outline->nodes.items;
    for (size_t n = 0; n < outline->count; n++)
        pl_outline_count_facts(outline, nodes[n].fact_first,
                               nodes[n + 1].fact_first);
}

/* Nodes are in preorder; the first is the top. */
static void keep_nodes(keeper *self, const pl_draft *draft,
                       pl_outline_node *nodes)
{
    uint32_t top = (uint32_t)self->outline->nodes.count;
    for (size_t n = 0; n < draft->nodes.count; n++) {
        const pl_draft_node *node = &draft->nodes.items[n];
        pl_span id = n == 0 && node->id.length == 0 ? draft->id : node->id;
        nodes[n] = (pl_outline_node){
            .name = keep_span(self, draft, node->name),
            .id = id.length == 0 ? NULL : keep_span(self, draft, id),
            .parent = node->parent == PL_NONE ? PL_NONE : top + node->parent};
    }
    nodes[0].owner = keep_span(self, draft, draft->owner);
}

/* False: no memory. */
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
    keep_nodes(self, draft, nodes);
    keep_lists(self, draft, nodes);
    outline->nodes.count += count;
    return !pl_arena_failed(outline->arena) && !pl_arena_failed(self->scratch);
}

/* Reads a corpus, as everybody does, and keeps the drafts that it is made of:
 * so whatever can be read can be converted. */
static pleach_status keep_trees(pleach_trees *trees, const pleach_input *inputs,
                                size_t count,
                                const pleach_read_options *options,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    keeper self = {.scratch = scratch,
                   .outline = &trees->outline,
                   .order = {.arena = scratch},
                   .texts = pl_strings_in(scratch),
                   .kept = {.arena = scratch}};
    pl_draft_keeper keep = {.keep = keep_draft, .context = &self};
    pleach_corpus *corpus;
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_read_corpus(&corpus, inputs, count, options, &keep, NULL, error));
    trees->facts = *pleach_corpus_get_facts(corpus);
    pleach_corpus_free(corpus);
    PL_TRY(pl_outline_finish(&trees->outline, error));
    count_all_facts(&trees->outline);
    return PLEACH_OK;
}

/* The outline is freed with the trees, also where reading failed. */
pleach_status pleach_trees_read(pleach_trees **trees,
                                const pleach_input *inputs, size_t count,
                                const pleach_read_options *options,
                                pleach_error *error)
{
    pleach_trees *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->outline = pl_outline_start();
    pleach_status status = keep_trees(made, inputs, count, options, error);
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
    pl_arena_free(trees->outline.arena);
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
    if (options == NULL)
        options = &defaults;
    PL_TRY(pl_find_output_format(
        &format, options->format == NULL ? "jsonl" : options->format, error));
    if (format->trees == NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The format %s is for what was grown: trees that were "
                       "not merged cannot be written so.",
                       format->facts.name);
    PL_TRY(pl_stream_open(&stream, to, error));
    /* Writers note down what they find out about it. */
    pl_outline outline = trees->outline;
    outline.arena = pl_arena_new();
    pleach_status status = pl_stream_close(
        &stream,
        pl_outline_write(&outline, format->trees, stream.to, options, error),
        error);
    if (status == PLEACH_OK)
        pl_tell_lost(format, &outline, true, options);
    pl_arena_free(outline.arena);
    return status;
}
