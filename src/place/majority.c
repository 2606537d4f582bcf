/* majority.c: votes by their number of people, heaviest first, no loops. */
/* SPDX-License-Identifier: MIT */
#include "place/majority.h"

#include <stdlib.h>

#include "base/checks.h"
#include "base/memory.h"
#include "base/union_find.h"

static int order_voices(const void *left, const void *right)
{
    const pl_voice *a = left, *b = right;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

static int compare_votes(const void *left, const void *right)
{
    const pl_vote *a = left, *b = right;
    if (a->people != b->people)
        return a->people > b->people ? -1 : 1;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

/* Counts the people of each edge; returns how many edges there are. */
static size_t count_votes(pl_vote *votes, pl_voice *voices, size_t count)
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
        if (used == 0 || votes[used - 1].child != at->child ||
            votes[used - 1].parent != at->parent)
            votes[used++] = (pl_vote){at->child, at->parent, 0};
        votes[used - 1].people++;
    }
    return used;
}

/* The edges that most people want come first. One that would close a loop is
 * passed over, as whatever is weaker had less claim to be there. */
bool pl_majority_elect(uint32_t *parent, uint64_t *closing, uint32_t labels,
                       pl_vote *votes, size_t count)
{
    uint32_t *above = pl_allocate(labels, sizeof *above);
    if (above == NULL)
        return false;
    if (count > 1)
        qsort(votes, count, sizeof *votes, compare_votes);
    for (uint32_t k = 0; k < labels; k++)
        above[k] = parent[k] == PL_NONE ? k : parent[k];
    *closing = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t child = votes[k].child;
        assert(child < labels && votes[k].parent < labels);
        if (parent[child] != PL_NONE)
            continue;
        if (pl_union_find(above, votes[k].parent) == child)
            ++*closing;
        else
            parent[child] = above[child] = votes[k].parent;
    }
    pl_release(above);
    return true;
}

bool pl_majority_forest(uint32_t *parent, uint32_t labels, pl_voice *voices,
                        size_t count)
{
    uint64_t closing;
    pl_vote *votes = pl_allocate(count, sizeof *votes);
    for (uint32_t k = 0; k < labels; k++)
        parent[k] = PL_NONE;
    bool enough =
        votes != NULL && pl_majority_elect(parent, &closing, labels, votes,
                                           count_votes(votes, voices, count));
    pl_release(votes);
    return enough;
}
