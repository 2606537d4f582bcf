/* builder.c: interns a draft's strings and stages its saplings. */
/* SPDX-License-Identifier: MIT */
#include "corpus/builder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/text.h"
#include "corpus/payload.h"

/* ------------------------------------------------------- making, freeing -- */

/* Those that the corpus takes over, with its arena, and others. */
static void make_tables(pl_builder *builder)
{
    pl_strings **const kept[] = {
        &builder->owners,     &builder->ids,        &builder->spellings,
        &builder->keys,       &builder->tags,       &builder->paths,
        &builder->alt_labels, &builder->source_ids, &builder->payloads};
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
        *kept[k] = pl_strings_in(builder->kept);
    builder->wide_tags = pl_strings_in(builder->arena);
}

/* What went wrong is left to the free function, which knows what has been made
 * so far by what is not NULL. */
pleach_status pl_builder_new(pl_builder **builder, const char *language,
                             pl_read_progress *progress, pleach_error *error)
{
    pl_arena *arena;
    pl_builder *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    *made = (pl_builder){.arena = arena,
                         .kept = pl_arena_new(),
                         .id_repeated = {.arena = arena},
                         .spelling_key = {.arena = arena},
                         .wide_tag = {.arena = arena},
                         .marks = {.arena = arena},
                         .hierarchies = {.arena = arena},
                         .saplings = {.arena = arena},
                         .nodes = {.arena = arena},
                         .tag_ids = {.arena = arena},
                         .tag_counts = {.arena = arena},
                         .alts = {.arena = arena},
                         .cut = {.arena = arena},
                         .own_tags = {.arena = arena},
                         .fact_order = {.arena = arena}};
    made->progress = progress;
    made->language = language;
    pleach_status status = pl_namer_new(&made->namer, arena, language, error);
    make_tables(made);
    if (status == PLEACH_OK)
        status = pl_check_memory(made->kept, error);
    if (status == PLEACH_OK)
        status = pl_check_memory(arena, error);
    if (status != PLEACH_OK)
        pl_builder_free(made);
    else
        *builder = made;
    return status;
}

void pl_builder_free(pl_builder *builder)
{
    if (builder == NULL)
        return;
    if (builder->kept != NULL)
        pl_arena_free(builder->kept);
    pl_arena_free(builder->arena);
}

/* ----------------------------------------------------------------- names -- */

static void note_nameless(pl_builder *builder, const char *name, size_t length,
                          const pl_origin *origin)
{
    pl_read_progress_warn(builder->progress, PL_ODD_NAMELESS, origin->file,
                          origin->line,
                          "The name \"%.*s\" has no letter or digit. It is "
                          "kept, and equals only the same symbols.",
                          pl_text_cut(name, length, 60), name);
}

/* A new spelling gets its key; each is normalised once. */
static bool add_spelling_key(pl_builder *builder, const char *name,
                             size_t length, const pl_origin *origin)
{
    pl_key key;
    if (!pl_namer_key(builder->namer, name, length, &key))
        return false;
    if (key.nameless)
        note_nameless(builder, name, length, origin);
    uint32_t id = pl_strings_add(builder->keys, key.bytes, key.length);
    return id != PL_NONE && pl_list_push(&builder->spelling_key, id);
}

static uint32_t intern_name(pl_builder *builder, const char *name,
                            size_t length, const pl_origin *origin)
{
    uint32_t id = pl_strings_add(builder->spellings, name, length);
    if (id == PL_NONE || id < builder->spelling_key.count)
        return id;
    return add_spelling_key(builder, name, length, origin) ? id : PL_NONE;
}

/* ------------------------------------------------------------------ tags -- */

/* Folding is slow, so each tag that needs it is folded once. */
static uint32_t intern_wide_tag(pl_builder *builder, const char *text,
                                size_t length)
{
    pl_key folded;
    uint32_t wide = pl_strings_add(builder->wide_tags, text, length);
    if (wide == PL_NONE || wide < builder->wide_tag.count)
        return wide == PL_NONE ? PL_NONE : builder->wide_tag.items[wide];
    if (!pl_namer_fold(builder->namer, text, length, &folded))
        return PL_NONE;
    uint32_t id = pl_strings_add(builder->tags, folded.bytes, folded.length);
    return id != PL_NONE && pl_list_push(&builder->wide_tag, id) ? id : PL_NONE;
}

/* Whether a tag is as it will be kept: ASCII without capitals. */
static bool is_plain_tag(const char *text, size_t length)
{
    bool other = false;
    for (size_t k = 0; k < length; k++)
        other |= (text[k] & 0x80) != 0 || (text[k] >= 'A' && text[k] <= 'Z');
    return !other;
}

/* ------------------------------------------------------------------- ids -- */

/* The given id, or "FILE:LINE" to show people where it stands. */
static uint32_t intern_id(pl_builder *builder, const pl_draft *draft,
                          const pl_origin *origin)
{
    if (draft->id.length > 0)
        return pl_strings_add(builder->ids, pl_draft_at(draft, draft->id),
                              draft->id.length);
    size_t room = strlen(origin->file) + 24;
    char *text = pl_allocate(room, 1);
    if (text == NULL)
        return PL_NONE;
    int length =
        snprintf(text, room, "%s:%" PRIu64, origin->file, origin->line);
    uint32_t id = pl_strings_add(builder->ids, text, (size_t)length);
    pl_release(text);
    return id;
}

/* Counts repeated ids, and tells. */
static bool note_id(pl_builder *builder, uint32_t id, const pl_origin *origin)
{
    if (id >= builder->id_repeated.count)
        return pl_list_push(&builder->id_repeated, false);
    builder->facts.duplicate_ids += builder->id_repeated.items[id] ? 1 : 2;
    builder->id_repeated.items[id] = true;
    const char *text = pl_strings_at(builder->ids, id);
    pl_read_progress_warn(builder->progress, PL_ODD_DUPLICATE_ID, origin->file,
                          origin->line,
                          "The id \"%.*s\" was given to another hierarchy too. "
                          "Both are kept.",
                          pl_text_cut(text, strlen(text), 80), text);
    return true;
}

/* ---------------------------------------------------------------- adding -- */

/* A hierarchy that is called by an address is called as its top is. The number
 * is PL_NONE where there is none; false: no memory. */
static bool intern_source_id(pl_builder *builder, const pl_draft *draft,
                             size_t node, uint32_t *number)
{
    pl_span id = draft->nodes.items[node].id;
    *number = PL_NONE;
    if (id.length == 0 && node == 0 &&
        pl_text_is_address(pl_draft_at(draft, draft->id), draft->id.length))
        id = draft->id;
    if (id.length == 0)
        return true;
    *number =
        pl_strings_add(builder->source_ids, pl_draft_at(draft, id), id.length);
    return *number != PL_NONE;
}

/* Fills builder->cut and the part of the content hash that names and ids make
 * up. */
static bool intern_nodes(pl_builder *builder, const pl_draft *draft,
                         const pl_origin *origin, uint64_t *content)
{
    builder->cut.count = 0;
    if (!pl_list_room(&builder->cut, draft->nodes.count + 1))
        return false;
    for (size_t k = 0; k < draft->nodes.count; k++) {
        const pl_draft_node *node = &draft->nodes.items[k];
        const char *name = pl_draft_at(draft, node->name);
        uint32_t id = intern_name(builder, name, node->name.length, origin);
        pl_cut_node cut = {.spelling = id, .alt = PL_NONE, .payload = PL_NONE};
        if (id == PL_NONE ||
            !intern_source_id(builder, draft, k, &cut.source_id))
            return false;
        builder->cut.items[k] = cut;
        uint64_t hash = pl_strings_hash(builder->spellings, id);
        *content = pl_hash_pair(*content, pl_hash_pair(hash, node->parent));
        if (node->id.length > 0)
            *content = pl_hash_bytes(pl_draft_at(draft, node->id),
                                     node->id.length, *content);
    }
    builder->cut.count = draft->nodes.count;
    return true;
}

/* The order of a node's tags says nothing, so their hashes are summed. */
static uint64_t hash_tag(uint64_t hash, uint32_t node, float count)
{
    uint32_t bits;
    memcpy(&bits, &count, sizeof bits);
    return pl_hash_pair(hash, (uint64_t)node << 32 | bits);
}

/* A mark for each tag that is new. */
static bool mark_tags(pl_builder *builder)
{
    size_t new_count = pl_strings_count(builder->tags) - builder->marks.count;
    if (!pl_list_room(&builder->marks, new_count))
        return false;
    for (; new_count > 0; new_count--)
        builder->marks.items[builder->marks.count++] = (pl_tag_mark){0};
    return true;
}

/* Fills builder->own_tags, and cut[k].tag_first with the number of tags of
 * node k for now. */
static bool intern_tags(pl_builder *builder, const pl_draft *draft,
                        uint64_t *content)
{
    uint64_t sum = 0;
    builder->own_tags.count = 0;
    if (!pl_list_room(&builder->own_tags, draft->tags.count))
        return false;
    for (size_t k = 0; k < draft->tags.count; k++) {
        const pl_draft_tag *tag = &draft->tags.items[k];
        const char *text = pl_draft_at(draft, tag->text);
        size_t length = tag->text.length;
        uint32_t id = is_plain_tag(text, length)
                          ? pl_strings_add(builder->tags, text, length)
                          : intern_wide_tag(builder, text, length);
        if (id == PL_NONE)
            return false;
        pl_staged_tag own = {id, (float)tag->count};
        builder->own_tags.items[k] = own;
        builder->cut.items[tag->node].tag_first++;
        sum +=
            hash_tag(pl_strings_hash(builder->tags, id), tag->node, own.count);
    }
    builder->own_tags.count = draft->tags.count;
    *content = pl_hash_pair(*content, sum);
    return mark_tags(builder);
}

/* Their order says nothing, as that of tags. */
static bool stage_alts(pl_builder *builder, const pl_draft *draft,
                       uint64_t *content)
{
    uint64_t sum = 0;
    if (draft->alts.count == 0)
        return true;
    for (size_t k = 0; k < draft->alts.count; k++) {
        const pl_draft_alt *alt = &draft->alts.items[k];
        pl_cut_node *node = &builder->cut.items[alt->node];
        pl_staged_alt staged = {pl_strings_add(builder->alt_labels,
                                               pl_draft_at(draft, alt->text),
                                               alt->text.length),
                                node->alt};
        if (staged.label == PL_NONE || builder->alts.count >= PL_NONE ||
            !pl_list_push(&builder->alts, staged))
            return false;
        node->alt = (uint32_t)builder->alts.count - 1;
        sum += pl_hash_pair(pl_strings_hash(builder->alt_labels, staged.label),
                            alt->node);
    }
    *content = pl_hash_pair(*content, sum);
    return true;
}

static const char *copy_span(pl_arena *arena, const pl_draft *draft,
                             pl_span span)
{
    return pl_arena_text(arena, pl_draft_at(draft, span), span.length);
}

/* The payload of one node, whose facts are `count` from `facts` on. */
static bool stage_payload(pl_builder *builder, const pl_draft *draft,
                          const uint64_t *facts, size_t count, pl_arena *arena,
                          uint64_t *content)
{
    pl_carried *list = PL_ARENA_ARRAY(arena, pl_carried, count);
    bool enough = list != NULL;
    for (size_t k = 0; enough && k < count; k++) {
        const pl_draft_fact *fact = &draft->facts.items[(uint32_t)facts[k]];
        list[k] =
            (pl_carried){.property = copy_span(arena, draft, fact->property),
                         .text = copy_span(arena, draft, fact->text),
                         .language = copy_span(arena, draft, fact->language),
                         .address = fact->address,
                         .item = fact->item};
        enough = list[k].property && list[k].text && list[k].language;
    }
    const char *text = enough ? pl_payload_text(arena, list, count) : NULL;
    uint32_t payload =
        text == NULL ? PL_NONE
                     : pl_strings_add(builder->payloads, text, strlen(text));
    if (payload == PL_NONE)
        return false;
    builder->cut.items[*facts >> 32].payload = payload;
    *content = pl_hash_pair(
        *content, pl_hash_pair(pl_strings_hash(builder->payloads, payload),
                               *facts >> 32));
    return true;
}

/* Facts may come in any order of their nodes. */
static bool stage_payloads(pl_builder *builder, const pl_draft *draft,
                           uint64_t *content)
{
    size_t count = draft->facts.count;
    builder->fact_order.count = 0;
    if (count == 0)
        return true;
    if (count >= PL_NONE || !pl_list_room(&builder->fact_order, count))
        return false;
    pl_arena *arena = pl_arena_new();
    bool enough = arena != NULL;
    uint64_t *order = builder->fact_order.items;
    for (size_t k = 0; k < count; k++)
        order[k] = (uint64_t)draft->facts.items[k].node << 32 | k;
    pl_sort_uint64(order, count);
    for (size_t k = 0, end; enough && k < count; k = end) {
        for (end = k + 1; end < count && order[end] >> 32 == order[k] >> 32;)
            end++;
        enough =
            stage_payload(builder, draft, order + k, end - k, arena, content);
    }
    pl_arena_free(arena);
    return enough;
}

/* What the draft holds becomes numbers at once and the draft is used again, so
 * that memory follows what is distinct and not the text. */
static bool stage_hierarchy(pl_builder *builder, const pl_draft *draft,
                            const pl_origin *origin)
{
    pl_staged_hierarchy staged = {
        .line = origin->line,
        .input = origin->input,
        .tag_first = builder->tag_ids.count,
        .sapling_first = (uint32_t)builder->saplings.count,
        .node_first = (uint32_t)builder->nodes.count,
        .id_given = draft->id.length > 0,
    };
    staged.owner = pl_strings_add(
        builder->owners, pl_draft_at(draft, draft->owner), draft->owner.length);
    staged.id = intern_id(builder, draft, origin);
    return staged.owner != PL_NONE && staged.id != PL_NONE &&
           note_id(builder, staged.id, origin) &&
           intern_nodes(builder, draft, origin, &staged.content) &&
           intern_tags(builder, draft, &staged.content) &&
           stage_alts(builder, draft, &staged.content) &&
           stage_payloads(builder, draft, &staged.content) &&
           pl_list_push(&builder->hierarchies, staged);
}

static void note_leafless(pl_builder *builder, const pl_origin *origin)
{
    pl_read_progress_warn(builder->progress, PL_ODD_LEAFLESS, origin->file,
                          origin->line,
                          "This hierarchy has a single node, so it can only "
                          "join others by its name.");
}

/* Numbers of nodes fit into 32 bits, so whether there is room is asked before
 * anything is staged. */
pleach_status pl_builder_add(pl_builder *builder, const pl_draft *draft,
                             const pl_origin *origin, pleach_error *error)
{
    /* An inner node becomes two. */
    if (builder->nodes.count + 2 * draft->nodes.count >= PL_NONE)
        return pl_fail(error, PLEACH_NO_MEMORY,
                       "The inputs hold more than %" PRIu32 " nodes, the most "
                       "that one corpus can. Read them in parts.",
                       PL_NONE - 1);
    if (!stage_hierarchy(builder, draft, origin) ||
        (builder->keeper != NULL &&
         !builder->keeper->keep(builder->keeper->context, draft, origin)))
        return pl_fail_memory(error);
    if (draft->nodes.count == 1) {
        builder->facts.leafless++;
        note_leafless(builder, origin);
    }
    return pl_builder_cut(builder, draft, error);
}

/* Both roles of a node have the same further names, so the two lists become
 * one. */
static void join_alts(pl_builder *builder, pl_staged_node *root,
                      pl_staged_node *leaf)
{
    uint32_t last = root->alt;
    if (root->alt == leaf->alt)
        return; /* as those of a tree that was cut have from the start */
    if (last == PL_NONE)
        root->alt = leaf->alt;
    while (last != PL_NONE && builder->alts.items[last].next != PL_NONE)
        last = builder->alts.items[last].next;
    if (last != PL_NONE)
        builder->alts.items[last].next = leaf->alt;
    leaf->alt = root->alt;
}

void pl_builder_join(pl_builder *builder, uint32_t root, uint32_t leaf)
{
    builder->nodes.items[root].twin = leaf;
    builder->nodes.items[leaf].twin = root;
    join_alts(builder, &builder->nodes.items[root],
              &builder->nodes.items[leaf]);
}
