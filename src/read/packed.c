/* packed.c: what is read as bytes, and a corpus of such bytes.
 *
 * The same walk writes and reads them. Numbers have seven bits to a byte, the
 * lowest first, and texts stand behind their lengths. A 0 comes before two
 * nodes that are one (pl_builder_join), a 1 before the end, where what else
 * readers counted stands; a hierarchy begins with the number of its input, from
 * 2 on. */
/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <string.h>

#include "base/stream.h"
#include "base/text.h"
#include "read/read_corpus.h"

enum { JOIN = 0, END = 1, FIRST = 2 };

static const char magic[] = "pleach-packed/2\n";

/* Once something that is read is wrong, all that follows is 0 or empty. A
 * stream that fails is noticed when it is closed. */
typedef struct packing {
    FILE *to;                     /* NULL: bytes are read */
    const char *start, *at, *end; /* ... these */
    bool wrong;
} packing;

static void put_number(FILE *to, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        putc((int)(number & 127) | 128, to);
    putc((int)number, to);
}

static uint64_t take_number(packing *self)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && self->at < self->end; shift += 7) {
        unsigned char byte = (unsigned char)*self->at++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
    self->wrong = true;
    return 0;
}

/* A number below a limit, as it is written or was read. */
static uint64_t move_number(packing *self, uint64_t number, uint64_t limit)
{
    if (self->to != NULL)
        put_number(self->to, number);
    else
        number = take_number(self);
    self->wrong |= number >= limit;
    return self->wrong ? 0 : number;
}

static void move_bytes(packing *self, void *bytes, size_t size)
{
    if (self->to != NULL) {
        (void)fwrite(bytes, 1, size, self->to);
    } else if (self->wrong || size > (size_t)(self->end - self->at)) {
        self->wrong = true;
    } else {
        memcpy(bytes, self->at, size);
        self->at += size;
    }
}

/* Texts that are read stay where they are: the draft borrows them. One that is
 * empty must not seem to stand behind the last byte. */
static void move_span(packing *self, const pl_draft *draft, pl_span *span)
{
    size_t at, length = move_number(self, span->length, SIZE_MAX);
    if (self->to != NULL) {
        if (length > 0)
            (void)fwrite(pl_draft_at(draft, *span), 1, length, self->to);
        return;
    }
    if (self->wrong || length > (size_t)(self->end - self->at) ||
        pl_text_check(self->at, length, &at) != PL_TEXT_FINE) {
        self->wrong = true;
        return;
    }
    *span =
        (pl_span){length == 0 ? 0 : (size_t)(self->at - self->start), length};
    self->at += length;
}

/* ----------------------------------------------------------- hierarchies -- */

/* The k-th of a list, which is made where it is read; NULL: no memory. */
#define MOVED(list, k)                                                         \
    ((k) < (list)->count ? (void *)&(list)->items[k]                           \
     : pl_list_room((list), 1)                                                 \
         ? memset(&(list)->items[(list)->count++], 0, sizeof *(list)->items)   \
         : NULL)

/* Nodes are in preorder: a parent is the node before, or one above that. */
static void move_nodes(packing *self, pl_draft *draft)
{
    uint32_t above[PL_DEEPEST] = {0};
    size_t depth = 0;
    size_t count = move_number(self, draft->nodes.count, PL_NONE - 1);
    self->wrong |= count == 0;
    for (size_t k = 0; k < count && !self->wrong; k++) {
        pl_draft_node *node = MOVED(&draft->nodes, k);
        if (node == NULL)
            return;
        uint32_t parent =
            (uint32_t)move_number(self, k == 0 ? 0 : node->parent, k + 1);
        node->parent = k == 0 ? PL_NONE : parent;
        while (k > 0 && depth > 0 && above[depth - 1] != parent)
            depth--;
        self->wrong |= (k > 0 && depth == 0) || depth >= PL_DEEPEST;
        if (self->wrong)
            return;
        above[depth++] = (uint32_t)k;
        move_span(self, draft, &node->name);
        self->wrong |=
            pl_text_is_blank(pl_draft_at(draft, node->name), node->name.length);
        move_span(self, draft, &node->id);
    }
}

/* For each of a list, in order, while all is right. */
#define EACH_MOVED(entry, list)                                                \
    for (size_t all = move_number(self, (list)->count, SIZE_MAX), k = 0;       \
         k < all && !self->wrong && (entry = MOVED(list, k)) != NULL; k++)

static void move_extras(packing *self, pl_draft *draft)
{
    size_t nodes = draft->nodes.count;
    pl_draft_tag *tag;
    pl_draft_alt *alt;
    pl_draft_fact *fact;
    EACH_MOVED(tag, &draft->tags)
    {
        tag->node = (uint32_t)move_number(self, tag->node, nodes);
        move_span(self, draft, &tag->text);
        move_bytes(self, &tag->count, sizeof tag->count);
        self->wrong |= !(tag->count <= FLT_MAX && (float)tag->count > 0);
    }
    EACH_MOVED(alt, &draft->alts)
    {
        alt->node = (uint32_t)move_number(self, alt->node, nodes);
        move_span(self, draft, &alt->text);
    }
    EACH_MOVED(fact, &draft->facts)
    {
        fact->node = (uint32_t)move_number(self, fact->node, nodes);
        fact->item = (uint32_t)move_number(self, fact->item, PL_NONE);
        fact->address = move_number(self, fact->address, 2) == 1;
        move_span(self, draft, &fact->property);
        move_span(self, draft, &fact->text);
        move_span(self, draft, &fact->language);
    }
}

/* All but the number of its input; its line. */
static uint64_t move_draft(packing *self, pl_draft *draft, uint64_t line)
{
    line = move_number(self, line, UINT64_MAX);
    move_span(self, draft, &draft->owner);
    move_span(self, draft, &draft->id);
    move_nodes(self, draft);
    move_extras(self, draft);
    return line;
}

/* What only readers know: other counts are made again. */
static void move_counts(packing *self, pleach_corpus_facts *facts, bool *people)
{
    uint64_t *counts[] = {&facts->skipped,         &facts->circles,
                          &facts->extra_parents,   &facts->odd_labels,
                          &facts->missing_parents, &facts->passed_lines};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        *counts[k] = move_number(self, *counts[k], UINT64_MAX);
    *people = move_number(self, *people, UINT64_MAX) != 0;
}

/* --------------------------------------------------------------- packing -- */

/* A copy of the draft, whose lists stay as they are when they are written. */
static bool pack_draft(void *context, const pl_draft *draft,
                       const pl_origin *origin)
{
    packing self = {.to = context};
    pl_draft written = *draft;
    put_number(context, (uint64_t)origin->input + FIRST);
    (void)move_draft(&self, &written, origin->line);
    return true;
}

static void pack_join(void *context, uint32_t root, uint32_t leaf)
{
    put_number(context, JOIN);
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
    fputs(magic, stream.to);
    pleach_status status =
        pl_read_corpus(&corpus, inputs, count, options, &keeper, NULL, error);
    if (status == PLEACH_OK) {
        packing self = {.to = stream.to};
        bool people = !corpus->each_is_somebody;
        put_number(stream.to, END);
        move_counts(&self, &corpus->facts, &people);
    }
    pleach_corpus_free(corpus);
    return pl_stream_close(&stream, status, error);
}

/* ------------------------------------------------------------- unpacking -- */

static pleach_status unpack_hierarchy(packing *self, pl_draft *draft,
                                      pl_builder *builder,
                                      const pleach_input *inputs, size_t input,
                                      pleach_error *error)
{
    pl_draft_clear(draft);
    pl_origin origin = {inputs[input].name, (uint32_t)input,
                        move_draft(self, draft, 0)};
    PL_TRY(pl_check_memory(draft->nodes.arena, error));
    self->wrong |= draft->owner.length == 0;
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
static void take_join(packing *self, pl_builder *builder)
{
    const pl_staged_node *nodes = builder->nodes.items;
    uint32_t root = (uint32_t)move_number(self, 0, builder->nodes.count);
    uint32_t leaf = (uint32_t)move_number(self, 0, builder->nodes.count);
    self->wrong = self->wrong || !is_root(builder, root) ||
                  is_root(builder, leaf) || nodes[root].twin != PL_NONE ||
                  nodes[leaf].twin != PL_NONE ||
                  nodes[root].spelling != nodes[leaf].spelling;
    if (!self->wrong)
        pl_builder_join(builder, root, leaf);
}

pleach_status pl_unpack(pl_builder *builder, const pleach_input *packed,
                        const pleach_input *inputs, size_t count,
                        pleach_error *error)
{
    PL_SCRATCH(scratch);
    const char *bytes = packed->bytes;
    packing self = {.start = bytes, .at = bytes, .end = bytes + packed->size};
    pl_draft draft = {.borrowed = bytes, .borrowed_length = packed->size};
    char first[sizeof magic - 1] = "";
    pl_draft_in_arena(&draft, scratch);
    move_bytes(&self, first, sizeof first);
    self.wrong |= memcmp(first, magic, sizeof first) != 0;
    for (;;) {
        size_t kind = move_number(&self, 0, FIRST + count);
        if (self.wrong || kind == END)
            break;
        if (kind == JOIN)
            take_join(&self, builder);
        else
            PL_TRY(unpack_hierarchy(&self, &draft, builder, inputs,
                                    kind - FIRST, error));
    }
    move_counts(&self, &builder->facts, &builder->knows_people);
    if (self.wrong || self.at != self.end || builder->hierarchies.count == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, packed->name, 0, 0,
                          "What was packed is damaged, or of another version.");
    return PLEACH_OK;
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
