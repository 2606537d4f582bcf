/* majority.c: edges by their number of people, heaviest first, no loops. */
/* SPDX-License-Identifier: MIT */
#include "search/majority.h"

#include <stdlib.h>

#include "base/checks.h"
#include "base/memory.h"

typedef struct edge {
    uint32_t child, parent, people;
} edge;

static int order_voices(const void *left, const void *right)
{
    const pl_voice *a = left, *b = right;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

static int compare_edge_people(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (a->people != b->people)
        return a->people > b->people ? -1 : 1;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

/* Counts the people of each edge; returns how many edges there are. */
static size_t list_edges(edge *edges, pl_voice *voices, size_t count)
{
    size_t used = 0;
    if (count > 1)
        qsort(voices, count, sizeof *voices, order_voices);
    for (size_t k = 0; k < count; k++) {
        const pl_voice *at = &voices[k];
        if (at->child == at->parent)
            continue;
        if (k > 0 && order_voices(at - 1, at) == 0)
            continue;
        if (used == 0 || edges[used - 1].child != at->child ||
            edges[used - 1].parent != at->parent)
            edges[used++] = (edge){at->child, at->parent, 0};
        edges[used - 1].people++;
    }
    if (used > 1)
        qsort(edges, used, sizeof *edges, compare_edge_people);
    return used;
}

/* The root of a label's tree; `above` leads there by shortcuts. */
static uint32_t find_root(uint32_t *above, uint32_t at)
{
    while (above[at] != at) {
        above[at] = above[above[at]];
        at = above[at];
    }
    return at;
}

/* The edges that most people want come first. One that would close a loop is
 * passed over, as whatever is weaker had less claim to be there. */
bool pl_majority_forest(uint32_t *parent, uint32_t labels, pl_voice *voices,
                        size_t count)
{
    edge *edges = pl_allocate(count, sizeof *edges);
    uint32_t *above = pl_allocate(labels, sizeof *above);
    bool enough = edges != NULL && above != NULL;
    size_t used = enough ? list_edges(edges, voices, count) : 0;
    for (uint32_t k = 0; enough && k < labels; k++) {
        parent[k] = PL_NONE;
        above[k] = k;
    }
    for (size_t k = 0; k < used; k++) {
        uint32_t child = edges[k].child;
        if (parent[child] != PL_NONE ||
            find_root(above, edges[k].parent) == child)
            continue;
        assert(child < labels && edges[k].parent < labels);
        parent[child] = above[child] = edges[k].parent;
    }
    pl_release(edges);
    pl_release(above);
    return enough;
}
