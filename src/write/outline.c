/* outline.c: a taxonomy as trees of names. */
/* SPDX-License-Identifier: MIT */
#include "write/outline.h"

#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "taxonomy/taxonomy.h"

enum { TAGS_KEPT = 10 }; /* as many as files have */

void pl_outline_free(pl_outline *outline)
{
    pl_list_free(&outline->nodes);
    pl_list_free(&outline->alts);
    pl_list_free(&outline->sources);
    pl_list_free(&outline->tags);
    pl_arena_free(outline->arena);
}

const char *pl_outline_keep(pl_outline *outline, const char *text,
                            size_t length)
{
    if (outline->arena == NULL)
        outline->arena = pl_arena_new();
    return outline->arena == NULL ? NULL
                                  : pl_arena_text(outline->arena, text, length);
}

/* Writers open and close levels by depth alone, so they rely on preorder. */
static void assert_outline_node(const pl_outline_node *nodes, uint32_t k)
{
    assert(nodes[k].name != NULL);
    assert(nodes[k].parent == PL_NONE || nodes[k].parent < k);
    assert(nodes[k].depth <= (k == 0 ? 0 : nodes[k - 1].depth + 1));
    assert(nodes[k].parent == PL_NONE || nodes[nodes[k].parent].end > k);
    assert(nodes[k].tag_first <= nodes[k + 1].tag_first);
    assert(nodes[k].alt_first <= nodes[k + 1].alt_first);
}

/* A last node beyond the others holds where all lists end, so that every node's
 * end where the next one's begin. */
bool pl_outline_finish(pl_outline *outline)
{
    pl_outline_node last = {.parent = PL_NONE,
                            .alt_first = outline->alts.count,
                            .tag_first = outline->tags.count,
                            .source_first = outline->sources.count};
    outline->count = (uint32_t)outline->nodes.count;
    if (!pl_list_push(&outline->nodes, last))
        return false;
    pl_outline_node *nodes = outline->nodes.items;
    for (uint32_t k = 0; k < outline->count; k++) {
        uint32_t up = nodes[k].parent;
        nodes[k].depth = up == PL_NONE ? 0 : nodes[up].depth + 1;
        nodes[k].end = k + 1;
    }
    for (uint32_t k = outline->count; k-- > 0;)
        if (nodes[k].parent != PL_NONE &&
            nodes[nodes[k].parent].end < nodes[k].end)
            nodes[nodes[k].parent].end = nodes[k].end;
    for (uint32_t k = 0; k < outline->count; k++)
        assert_outline_node(nodes, k);
    return true;
}

static int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Leaves each text from `first` on once, and `but` not at all. */
static void sort_texts(pl_texts *list, size_t first, const char *but)
{
    size_t kept = first;
    if (list->count > first)
        qsort(list->items + first, list->count - first, sizeof *list->items,
              order_texts);
    for (size_t k = first; k < list->count; k++)
        if ((but == NULL || strcmp(list->items[k], but) != 0) &&
            (kept == first ||
             strcmp(list->items[k], list->items[kept - 1]) != 0))
            list->items[kept++] = list->items[k];
    list->count = kept;
}

/* What a member's owner called it besides its name. */
static bool add_alt_labels(pl_outline *outline, const pleach_taxonomy *forest,
                           uint32_t c, uint32_t k)
{
    const pleach_corpus *corpus = forest->corpus;
    if (corpus == NULL || corpus->alt_first == NULL)
        return true;
    uint32_t slot = forest->member[forest->member_first[c] + k];
    uint32_t node = forest->affinity->slot_node[slot];
    for (uint64_t a = corpus->alt_first[node]; a < corpus->alt_first[node + 1];
         a++)
        if (!pl_list_push(&outline->alts, pl_strings_at(corpus->alt_labels,
                                                        corpus->alt_label[a])))
            return false;
    return true;
}

/* Names are sorted and freed of repetitions once they are all there; the
 * cluster's own name is none of its others. */
static pleach_status outline_members(pl_outline *outline,
                                     const pleach_taxonomy *taxonomy,
                                     uint32_t c, const pleach_cluster *cluster,
                                     pleach_error *error)
{
    size_t first = outline->alts.count, source = outline->sources.count;
    for (uint32_t k = 0; k < cluster->size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        if (!pl_list_push(&outline->alts, member.node.name) ||
            !pl_list_push(&outline->sources, member.node.owner) ||
            !add_alt_labels(outline, taxonomy, c, k))
            return pl_fail_memory(error);
    }
    sort_texts(&outline->alts, first, cluster->name);
    sort_texts(&outline->sources, source, NULL);
    return PLEACH_OK;
}

static pleach_status outline_tags(pl_outline *outline,
                                  const pleach_taxonomy *taxonomy, uint32_t c,
                                  pleach_error *error)
{
    pleach_tag tags[TAGS_KEPT];
    size_t count = TAGS_KEPT;
    PL_TRY(pleach_taxonomy_tags(tags, &count, taxonomy, c, error));
    for (size_t k = 0; k < count; k++)
        if (!pl_list_push(&outline->tags, tags[k]))
            return pl_fail_memory(error);
    return PLEACH_OK;
}

static pleach_status check_tags_here(const pleach_taxonomy *taxonomy,
                                     pleach_error *error)
{
    if (taxonomy->corpus == NULL || !taxonomy->corpus->tags_apart)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "Several processes do not write this format. Let them write "
                   "json, and convert that.");
}

/* Through the public interface, so that files read back are converted like
 * forests just grown. */
pleach_status pl_outline_of(pl_outline *outline,
                            const pleach_taxonomy *taxonomy,
                            pleach_error *error)
{
    PL_TRY(check_tags_here(taxonomy, error));
    outline->grown = true;
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++) {
        pleach_cluster cluster;
        PL_TRY(pleach_taxonomy_cluster(&cluster, taxonomy, c, error));
        pl_outline_node node = {.name = cluster.name,
                                .parent = cluster.parent,
                                .size = cluster.size,
                                .people = cluster.people,
                                .also_under = cluster.also_under,
                                .also_count = cluster.also_count,
                                .alt_first = outline->alts.count,
                                .tag_first = outline->tags.count,
                                .source_first = outline->sources.count};
        if (!pl_list_push(&outline->nodes, node))
            return pl_fail_memory(error);
        PL_TRY(outline_members(outline, taxonomy, c, &cluster, error));
        PL_TRY(outline_tags(outline, taxonomy, c, error));
    }
    return pl_outline_finish(outline) ? PLEACH_OK : pl_fail_memory(error);
}
