/* outline_graph.c: gathers parents by concept and drops the implied ones. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_graph.h"

#include <string.h>

#include "base/checks.h"
#include "base/status.h"

/* Links that all questions together may follow upwards, for each link of the
 * graph: one that would take its square is not looked through, and some
 * parents that others imply stay. */
enum { STEPS_PER_LINK = 512 };

typedef struct linking {
    pl_outline_graph *graph;
    const pl_outline *outline;
    uint32_t *end;     /* per concept: of its parents so far */
    uint32_t *seen;    /* per concept: the last one that it was seen for, + 1 */
    uint32_t *waiting; /* room for each */
    uint32_t *order;   /* per concept: what is above it has a lower number */
    uint8_t *implied;  /* per link */
    uint64_t steps;    /* links that may still be followed */
} linking;

static void add_parent(linking *self, uint32_t concept, uint32_t parent)
{
    self->graph->parent[self->end[concept]++] = self->outline->same[parent];
}

/* As many as there are nodes and further parents. */
static pleach_status take_graph_arrays(linking *self, pl_arena *scratch,
                                       pleach_error *error)
{
    const pl_outline *outline = self->outline;
    size_t count = outline->count, links = 0;
    uint32_t *first = PL_ARENA_ARRAY(outline->arena, uint32_t, count + 1);
    PL_TRY(pl_check_memory(outline->arena, error));
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
    self->order = PL_ARENA_ARRAY(scratch, uint32_t, count);
    self->steps = (uint64_t)STEPS_PER_LINK * links;
    self->implied = PL_ARENA_ARRAY(scratch, uint8_t, links);
    PL_TRY(pl_check_memory(scratch, error));
    return pl_check_memory(outline->arena, error);
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
 * those in the tree do, so that none is left. Their order is that of the tree,
 * and the others come behind them, the first that went last. */
static void cut_circles(linking *self)
{
    pl_outline_graph *graph = self->graph;
    uint32_t count = self->outline->count, free = 0, last = count, first = 0;
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
        self->order[c] = --last;
        for (uint32_t k = graph->first[c]; k < self->end[c]; k++)
            if (--children[graph->parent[k]] == 0)
                self->waiting[free++] = graph->parent[k];
    }
    for (uint32_t c = 0; c < count; c++) {
        uint32_t kept = graph->first[c];
        if (children[c] > 0)
            self->order[c] = first++;
        for (uint32_t k = kept; k < self->end[c]; k++)
            if (children[c] == 0 || graph->parent[k] < c)
                graph->parent[kept++] = graph->parent[k];
        graph->circular += self->end[c] - kept;
        self->end[c] = kept;
    }
}

/* Goes up from one of a concept's parents; what comes before all of these in
 * the order is above none of them. */
static void see_above(linking *self, uint32_t from, uint32_t mark,
                      uint32_t lowest)
{
    uint32_t waiting = 0;
    self->waiting[waiting++] = from;
    while (waiting > 0) {
        uint32_t v = self->waiting[--waiting];
        for (uint32_t k = self->graph->first[v];
             k < self->end[v] && self->steps > 0; k++) {
            uint32_t up = self->graph->parent[k];
            self->steps--;
            if (self->seen[up] == mark || self->order[up] < lowest)
                continue;
            self->seen[up] = mark;
            self->waiting[waiting++] = up;
        }
    }
}

/* What is above another parent follows from that. All lists stay where they
 * are until the last one is judged, since walks go through them. */
static void find_implied(linking *self, uint32_t concept)
{
    const uint32_t *parent = self->graph->parent;
    uint32_t first = self->graph->first[concept], end = self->end[concept];
    uint32_t lowest = UINT32_MAX, mark = concept + 1;
    if (end - first < 2)
        return;
    for (uint32_t k = first; k < end; k++)
        if (self->order[parent[k]] < lowest)
            lowest = self->order[parent[k]];
    for (uint32_t k = first; k < end; k++)
        see_above(self, parent[k], mark, lowest);
    for (uint32_t k = first; k < end; k++)
        self->implied[k] = self->seen[parent[k]] == mark;
}

/* Lists are moved together once nobody walks through them any more. */
static void close_gaps(linking *self)
{
    pl_outline_graph *graph = self->graph;
    uint32_t kept = 0;
    for (uint32_t c = 0; c < self->outline->count; c++) {
        uint32_t from = graph->first[c];
        graph->first[c] = kept;
        for (uint32_t k = from; k < self->end[c]; k++) {
            graph->implied += self->implied[k];
            if (!self->implied[k])
                graph->parent[kept++] = graph->parent[k];
        }
        assert(from == self->end[c] || graph->first[c] < kept);
    }
    graph->first[self->outline->count] = kept;
}

/* Circles go first: what is above what has no end in them. */
pleach_status pl_outline_link(pl_outline_graph *graph, pl_outline *outline,
                              pleach_error *error)
{
    PL_SCRATCH(scratch);
    linking self = {.graph = graph, .outline = outline};
    PL_TRY(take_graph_arrays(&self, scratch, error));
    add_all_parents(&self);
    for (uint32_t c = 0; c < outline->count; c++)
        keep_distinct(&self, c);
    cut_circles(&self);
    memset(self.seen, 0, outline->count * sizeof *self.seen);
    for (uint32_t c = 0; c < outline->count; c++)
        find_implied(&self, c);
    close_gaps(&self);
    return PLEACH_OK;
}
