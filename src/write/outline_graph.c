/* outline_graph.c: gathers parents by concept and drops the implied ones. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_graph.h"

#include "base/checks.h"
#include "write/outline_above.h"

typedef struct linking {
    pl_outline_graph *graph;
    const pl_outline *outline;
    uint32_t *end;     /* per concept: of its parents so far */
    uint32_t *seen;    /* per concept: the last one that it was seen for, + 1 */
    uint32_t *waiting; /* room for each */
} linking;

static void add_parent(linking *self, uint32_t concept, uint32_t parent)
{
    self->graph->parent[self->end[concept]++] = self->outline->same[parent];
}

/* As many as there are nodes and further parents. */
static bool take_graph_arrays(linking *self, pl_arena *scratch)
{
    const pl_outline *outline = self->outline;
    size_t count = outline->count, links = 0;
    uint32_t *first = PL_ARENA_ARRAY(outline->arena, uint32_t, count + 1);
    if (first == NULL)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        uint32_t own = (node->parent != PL_NONE) + node->also_count;
        first[outline->same[k] + 1] += own;
        links += own;
    }
    for (size_t c = 0; c < count; c++)
        first[c + 1] += first[c];
    self->graph->first = first;
    self->graph->parent = PL_ARENA_ARRAY(outline->arena, uint32_t, links);
    self->end = PL_ARENA_ARRAY(scratch, uint32_t, count);
    self->seen = PL_ARENA_ARRAY(scratch, uint32_t, count);
    self->waiting = PL_ARENA_ARRAY(scratch, uint32_t, count);
    return self->graph->parent && self->end && self->seen && self->waiting;
}

static void add_all_parents(linking *self)
{
    const pl_outline *outline = self->outline;
    for (uint32_t c = 0; c < outline->count; c++)
        self->end[c] = self->graph->first[c];
    for (uint32_t k = 0; k < outline->count; k++) {
        const pl_outline_node *node = &outline->nodes.items[k];
        if (node->parent != PL_NONE)
            add_parent(self, outline->same[k], node->parent);
        for (uint32_t m = 0; m < node->also_count; m++)
            add_parent(self, outline->same[k], node->also_under[m]);
    }
}

/* Each parent once, and never the concept itself. */
static void keep_distinct(linking *self, uint32_t concept)
{
    uint32_t kept = self->graph->first[concept];
    uint32_t mark = concept + 1;
    for (uint32_t k = kept; k < self->end[concept]; k++) {
        uint32_t parent = self->graph->parent[k];
        if (parent == concept || self->seen[parent] == mark)
            continue;
        self->seen[parent] = mark;
        self->graph->parent[kept++] = parent;
    }
    self->end[concept] = kept;
}

/* Takes away what is above nothing, again and again: what is left is in a
 * circle, or above one. There only parents that come before a concept stay, as
 * those in the tree do, so that none is left. */
static void cut_circles(linking *self)
{
    pl_outline_graph *graph = self->graph;
    uint32_t count = self->outline->count, free = 0;
    uint32_t *children = self->seen;
    for (uint32_t c = 0; c < count; c++)
        children[c] = 0;
    for (uint32_t c = 0; c < count; c++)
        for (uint32_t k = graph->first[c]; k < self->end[c]; k++)
            children[graph->parent[k]]++;
    for (uint32_t c = 0; c < count; c++)
        if (children[c] == 0)
            self->waiting[free++] = c;
    while (free > 0) {
        uint32_t c = self->waiting[--free];
        for (uint32_t k = graph->first[c]; k < self->end[c]; k++)
            if (--children[graph->parent[k]] == 0)
                self->waiting[free++] = graph->parent[k];
    }
    for (uint32_t c = 0; c < count; c++) {
        uint32_t kept = graph->first[c];
        for (uint32_t k = kept; k < self->end[c]; k++)
            if (children[c] == 0 || graph->parent[k] < c)
                graph->parent[kept++] = graph->parent[k];
        graph->circular += self->end[c] - kept;
        self->end[c] = kept;
    }
}

/* What is above another parent follows from that. All lists stay where they
 * are until the last one is judged, since walks go through them. */
static bool find_implied(linking *self, uint8_t *implied, pl_arena *scratch)
{
    const pl_outline_graph *graph = self->graph;
    pl_above *above = pl_above_make(scratch, self->outline->count, graph->first,
                                    self->end, graph->parent);
    for (uint32_t c = 0; above != NULL && c < self->outline->count; c++)
        pl_above_mark_implied(above, c, implied);
    return above != NULL;
}

/* Lists are moved together once nobody walks through them any more. */
static void close_gaps(linking *self, const uint8_t *implied)
{
    pl_outline_graph *graph = self->graph;
    uint32_t kept = 0;
    for (uint32_t c = 0; c < self->outline->count; c++) {
        uint32_t from = graph->first[c];
        graph->first[c] = kept;
        for (uint32_t k = from; k < self->end[c]; k++) {
            graph->implied += implied[k];
            if (!implied[k])
                graph->parent[kept++] = graph->parent[k];
        }
        assert(from == self->end[c] || graph->first[c] < kept);
    }
    graph->first[self->outline->count] = kept;
}

/* Circles go first: what is above what has no end in them. */
bool pl_outline_link(pl_outline_graph *graph, pl_outline *outline)
{
    linking self = {.graph = graph, .outline = outline};
    pl_arena *scratch = pl_arena_new();
    bool enough = scratch != NULL && take_graph_arrays(&self, scratch);
    uint8_t *implied =
        enough ? PL_ARENA_ARRAY(scratch, uint8_t, graph->first[outline->count])
               : NULL;
    if (implied != NULL) {
        add_all_parents(&self);
        for (uint32_t c = 0; c < outline->count; c++)
            keep_distinct(&self, c);
        cut_circles(&self);
        enough = find_implied(&self, implied, scratch);
        if (enough)
            close_gaps(&self, implied);
    }
    pl_arena_free(scratch);
    return enough && implied != NULL;
}
