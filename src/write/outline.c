/* outline.c: what whoever makes or writes an outline needs. */
/* SPDX-License-Identifier: MIT */
#include "write/outline.h"

#include "base/checks.h"
#include "base/status.h"

pl_outline pl_outline_start(void)
{
    pl_arena *arena = pl_arena_new();
    return (pl_outline){.arena = arena,
                        .nodes = {.arena = arena},
                        .alts = {.arena = arena},
                        .sources = {.arena = arena},
                        .concepts = {.arena = arena},
                        .tags = {.arena = arena},
                        .facts = {.arena = arena}};
}

/* Counted while they come, so that a writer can say what it has no place for.
 */
void pl_outline_count_facts(pl_outline *outline, size_t first, size_t end)
{
    size_t names = 0;
    uint32_t item = 0;
    for (size_t k = first; k < end; k++) {
        const pl_carried *fact = &outline->facts.items[k];
        outline->items += fact->item != item && fact->item != 0;
        item = fact->item;
        if (item != 0)
            continue;
        bool name = strcmp(fact->property, "skos:prefLabel") == 0 ||
                    strcmp(fact->property, "rdfs:label") == 0;
        names += name;
        outline->notes += !name && strstr(fact->property, "Label") == NULL &&
                          strcmp(fact->property, PL_TOOLBAR) != 0 &&
                          strcmp(fact->property, "dcat:keyword") != 0;
    }
    outline->other_labels += names > 1 ? names - 1 : 0;
}

/* Writers open and close levels by depth alone, so they rely on preorder. */
static void assert_outline_node(const pl_outline_node *nodes, uint32_t k)
{
    assert(nodes[k].name != NULL);
    assert(nodes[k].parent == PL_NONE || nodes[k].parent < k);
    assert(nodes[k].depth <= (k == 0 ? 0 : nodes[k - 1].depth + 1));
    assert(nodes[k].tag_first <= nodes[k + 1].tag_first);
    assert(nodes[k].alt_first <= nodes[k + 1].alt_first);
}

/* A last node beyond the others holds where all lists end, so that every node's
 * end where the next one's begin. It is as deep as a top, which closes all. */
pleach_status pl_outline_finish(pl_outline *outline, pleach_error *error)
{
    pl_outline_node last = {.parent = PL_NONE,
                            .alt_first = outline->alts.count,
                            .tag_first = outline->tags.count,
                            .source_first = outline->sources.count,
                            .fact_first = outline->facts.count};
    outline->count = (uint32_t)outline->nodes.count;
    pl_list_add(&outline->nodes, last);
    PL_TRY(pl_check_memory(outline->arena, error));
    pl_outline_node *nodes = outline->nodes.items;
    for (uint32_t k = 0; k < outline->count; k++) {
        uint32_t up = nodes[k].parent;
        nodes[k].depth = up == PL_NONE ? 0 : nodes[up].depth + 1;
        outline->tops += up == PL_NONE;
        outline->further |= nodes[k].also_count > 0;
    }
    for (uint32_t k = 0; k < outline->count; k++)
        assert_outline_node(nodes, k);
    return PLEACH_OK;
}

/* Fields of one item stand together. */
static void visit_items(pl_writing *w, const pl_tree_format *format,
                        const pl_outline_node *node)
{
    const pl_carried *facts = w->outline->facts.items;
    for (size_t k = node->fact_first, end; k < node[1].fact_first; k = end) {
        end = k + 1;
        while (end < node[1].fact_first && facts[end].item == facts[k].item)
            end++;
        if (facts[k].item != 0)
            format->item(w, node, k, end);
    }
}

static void visit_node(pl_writing *w, const pl_tree_format *format,
                       const pl_outline_node *node)
{
    w->above[node->depth] = node;
    if (format->enter != NULL)
        format->enter(w, node);
    if (format->item != NULL)
        visit_items(w, format, node);
    for (uint32_t depth = node->depth + 1;
         format->leave != NULL && depth-- > node[1].depth;)
        format->leave(w, w->above[depth]);
}

/* Nodes are in preorder: those that end with one are those above it that are
 * as deep as the next, or deeper. */
pleach_status pl_outline_write(pl_outline *outline,
                               const pl_tree_format *format, FILE *to,
                               const pleach_write_options *options,
                               pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_writing w = {.outline = outline,
                    .to = to,
                    .options = options,
                    .nodes = outline->nodes.items,
                    .above = PL_ARENA_ARRAY(scratch, const pl_outline_node *,
                                            outline->count)};
    PL_TRY(pl_check_memory(scratch, error));
    pl_json_start(&w.json, to);
    if (format->begin != NULL)
        PL_TRY(format->begin(&w, error));
    for (uint32_t k = 0; k < outline->count; k++)
        visit_node(&w, format, &w.nodes[k]);
    if (format->end != NULL)
        format->end(&w);
    return PLEACH_OK;
}
