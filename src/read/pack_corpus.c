/* pack_corpus.c: what is read as bytes, and a corpus of such bytes. */
/* SPDX-License-Identifier: MIT */
#include "base/stream.h"
#include "read/packed.h"
#include "read/read_corpus.h"

static void put_number(FILE *to, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        putc((int)(number & 127) | 128, to);
    putc((int)number, to);
}

static void put_span(FILE *to, const pl_draft *draft, pl_span span)
{
    put_number(to, span.length);
    if (span.length > 0)
        (void)fwrite(pl_draft_at(draft, span), 1, span.length, to);
}

static void put_nodes(FILE *to, const pl_draft *draft)
{
    put_number(to, draft->vector_size);
    put_number(to, draft->nodes.count);
    for (size_t k = 0; k < draft->nodes.count; k++) {
        const pl_draft_node *node = &draft->nodes.items[k];
        put_number(to, k == 0 ? 0 : node->parent);
        put_span(to, draft, node->name);
        put_span(to, draft, node->id);
        put_number(to, node->vector.length > 0);
        if (node->vector.length > 0)
            (void)fwrite(draft->numbers.items + node->vector.start,
                         sizeof(float), node->vector.length, to);
    }
}

/* A stream that fails is noticed when it is closed. */
static bool pack_draft(void *context, const pl_draft *draft,
                       const pl_origin *origin)
{
    FILE *to = context;
    put_number(to, (uint64_t)origin->input + PL_PACKED_FIRST);
    put_number(to, origin->line);
    put_span(to, draft, draft->owner);
    put_span(to, draft, draft->id);
    put_nodes(to, draft);
    put_number(to, draft->tags.count);
    for (size_t k = 0; k < draft->tags.count; k++) {
        const pl_draft_tag *tag = &draft->tags.items[k];
        put_number(to, tag->node);
        put_span(to, draft, tag->text);
        (void)fwrite(&tag->count, sizeof tag->count, 1, to);
    }
    put_number(to, draft->alts.count);
    for (size_t k = 0; k < draft->alts.count; k++) {
        put_number(to, draft->alts.items[k].node);
        put_span(to, draft, draft->alts.items[k].text);
    }
    put_number(to, draft->facts.count);
    for (size_t k = 0; k < draft->facts.count; k++) {
        const pl_draft_fact *fact = &draft->facts.items[k];
        put_number(to, fact->node);
        put_number(to, fact->item);
        put_number(to, fact->address);
        put_span(to, draft, fact->property);
        put_span(to, draft, fact->text);
        put_span(to, draft, fact->language);
    }
    return true;
}

static void pack_join(void *context, uint32_t root, uint32_t leaf)
{
    put_number(context, PL_PACKED_JOIN);
    put_number(context, root);
    put_number(context, leaf);
}

pleach_status pleach_corpus_pack(const pleach_sink *to,
                                 const pleach_input *inputs, size_t count,
                                 const pleach_read_options *options,
                                 pleach_error *error)
{
    pl_stream stream;
    pleach_corpus *corpus = NULL;
    PL_TRY(pl_stream_open(&stream, to, error));
    pl_draft_keeper keeper = {pack_draft, pack_join, stream.to};
    fputs(PL_PACKED_MAGIC, stream.to);
    pleach_status status =
        pl_read_corpus(&corpus, inputs, count, options, &keeper, NULL, error);
    if (status == PLEACH_OK) {
        uint64_t *counts[PL_PACKED_COUNTS], people = !corpus->each_is_somebody;
        pl_packed_list_counts(counts, &corpus->facts, &people);
        put_number(stream.to, PL_PACKED_END);
        for (size_t k = 0; k < PL_PACKED_COUNTS; k++)
            put_number(stream.to, *counts[k]);
    }
    pleach_corpus_free(corpus);
    return pl_stream_close(&stream, status, error);
}

pleach_status pleach_corpus_unpack(pleach_corpus **corpus,
                                   const pleach_input *packed,
                                   const pleach_input *inputs, size_t count,
                                   const pleach_read_options *options,
                                   pleach_error *error)
{
    if (packed == NULL || packed->name == NULL || packed->bytes == NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "What was packed must have a name, and be in memory.");
    return pl_read_corpus(corpus, inputs, count, options, NULL, packed, error);
}
