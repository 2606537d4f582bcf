/* builder_cut.c: cuts a deep hierarchy into saplings, one for each inner node.
 */
/* SPDX-License-Identifier: MIT */
#include "corpus/builder.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* Room for the longest path: 64 indexes of up to ten digits. */
enum { PATH_BYTES = 12 * PL_DEEPEST };

/* In preorder, the children of i are i + 1, its end, the end of that one ...
 * up to the end of i. */
static void find_ends(pl_builder *builder, const pl_draft *draft)
{
    pl_cut_node *cut = builder->cut.items;
    size_t count = draft->nodes.count;
    for (size_t k = 0; k < count; k++)
        cut[k].end = (uint32_t)k + 1;
    for (size_t k = count; k-- > 1;) {
        pl_cut_node *parent = &cut[draft->nodes.items[k].parent];
        if (parent->end < cut[k].end)
            parent->end = cut[k].end;
    }
}

/* From the number of tags per node to where they begin. */
static bool find_tags(pl_builder *builder, const pl_draft *draft)
{
    pl_cut_node *cut = builder->cut.items;
    size_t first = 0;
    for (size_t k = 0; k <= draft->nodes.count; k++) {
        size_t count = k < draft->nodes.count ? cut[k].tag_first : 0;
        cut[k].tag_first = first;
        first += count;
    }
    for (size_t k = 1; k < draft->tags.count; k++)
        if (draft->tags.items[k].node < draft->tags.items[k - 1].node)
            return false;
    return true;
}

/* Tags written after the children stand out of order: brings them back. */
static bool order_draft_tags(pl_builder *builder, const pl_draft *draft)
{
    size_t count = builder->own_tags.count;
    PL_SCRATCH(scratch);
    size_t *next = PL_ARENA_ARRAY(scratch, size_t, draft->nodes.count);
    pl_staged_tag *ordered = PL_ARENA_ARRAY(scratch, pl_staged_tag, count);
    if (pl_arena_failed(scratch))
        return false;
    for (size_t k = 0; k < draft->nodes.count; k++)
        next[k] = builder->cut.items[k].tag_first;
    for (size_t k = 0; k < count; k++)
        ordered[next[draft->tags.items[k].node]++] = builder->own_tags.items[k];
    if (count > 0)
        memcpy(builder->own_tags.items, ordered, count * sizeof *ordered);
    return true;
}

/* Appends the tags of a node and of everything below it, each tag once.
 * `staged` is the node that gets them. */
static bool sum_tags(pl_builder *builder, const pl_cut_node *node,
                     uint32_t staged, uint32_t *tags)
{
    const pl_staged_tag *own = builder->own_tags.items;
    size_t from = node->tag_first;
    size_t to = builder->cut.items[node->end].tag_first;
    *tags = 0;
    if (from == to)
        return true;
    if (!pl_list_room(&builder->tag_ids, to - from) ||
        !pl_list_room(&builder->tag_counts, to - from))
        return false;
    uint32_t *ids = builder->tag_ids.items + builder->tag_ids.count;
    float *counts = builder->tag_counts.items + builder->tag_counts.count;
    for (size_t k = from; k < to; k++) {
        pl_tag_mark *mark = &builder->marks.items[own[k].id];
        if (mark->node != staged + 1) {
            *mark = (pl_tag_mark){staged + 1, *tags};
            ids[*tags] = own[k].id;
            counts[(*tags)++] = own[k].count;
        } else {
            float sum = counts[mark->at] + own[k].count;
            counts[mark->at] = sum < FLT_MAX ? sum : FLT_MAX;
        }
    }
    builder->tag_ids.count += *tags;
    builder->tag_counts.count += *tags;
    return true;
}

/* False: no memory. */
static bool stage_node(pl_builder *builder, uint32_t k)
{
    const pl_cut_node *node = &builder->cut.items[k];
    pl_staged_node staged = {.spelling = node->spelling,
                             .twin = PL_NONE,
                             .alt = node->alt,
                             .source_id = node->source_id,
                             .payload = node->payload};
    uint32_t key = builder->spelling_key.items[node->spelling];
    if (pl_strings_at(builder->keys, key)[0] == PL_NAMELESS_MARK)
        builder->facts.nameless++;
    return sum_tags(builder, node, (uint32_t)builder->nodes.count,
                    &staged.tags) &&
           pl_list_push(&builder->nodes, staged);
}

/* The path of child `index` of a root. */
static uint32_t add_child_path(pl_builder *builder, uint32_t root_path,
                               uint32_t index)
{
    char path[PATH_BYTES];
    const char *root = pl_strings_at(builder->paths, root_path);
    int length = strcmp(root, ".") == 0
                     ? snprintf(path, sizeof path, "%u", index)
                     : snprintf(path, sizeof path, "%s/%u", root, index);
    return pl_strings_add(builder->paths, path, (size_t)length);
}

/* Leaves of one root are staged one after the other, whatever is below them, as
 * saplings are ranges of nodes. */
static bool stage_leaves(pl_builder *builder, uint32_t root)
{
    pl_cut_node *cut = builder->cut.items;
    uint32_t index = 0;
    for (uint32_t k = root + 1; k < cut[root].end; k = cut[k].end, index++) {
        cut[k].leaf = (uint32_t)builder->nodes.count;
        if (!stage_node(builder, k))
            return false;
        if (cut[k].end == k + 1)
            continue;
        cut[k].path = add_child_path(builder, cut[root].path, index);
        if (cut[k].path == PL_NONE)
            return false;
    }
    return true;
}

static bool stage_sapling(pl_builder *builder, uint32_t root)
{
    pl_cut_node *cut = builder->cut.items;
    uint32_t node = (uint32_t)builder->nodes.count;
    pl_staged_sapling sapling = {node, cut[root].path};
    if (!pl_list_push(&builder->saplings, sapling) ||
        !stage_node(builder, root))
        return false;
    if (root != 0)
        pl_builder_join(builder, node, cut[root].leaf);
    return stage_leaves(builder, root);
}

/* Every inner node roots a sapling of its own. A lone node is one too, without
 * leaves, so that nothing that people said is lost. */
pleach_status pl_builder_cut(pl_builder *builder, const pl_draft *draft,
                             pleach_error *error)
{
    find_ends(builder, draft);
    if (!find_tags(builder, draft) && !order_draft_tags(builder, draft))
        return pl_fail_memory(error);
    pl_cut_node *cut = builder->cut.items;
    cut[0].path = pl_strings_add(builder->paths, ".", 1);
    if (cut[0].path == PL_NONE)
        return pl_fail_memory(error);
    for (uint32_t k = 0; k < draft->nodes.count; k++) {
        bool inner = cut[k].end > k + 1;
        if ((inner || k == 0) && !stage_sapling(builder, k))
            return pl_fail_memory(error);
    }
    return PLEACH_OK;
}
