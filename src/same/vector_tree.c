/* vector_tree.c: halves vectors by planes between two of them. */
/* SPDX-License-Identifier: MIT */
#include "same/vector_tree.h"

#include "base/hash.h"

/* A smaller share on one side halves nothing: then any half will do. */
enum { LEAST_SHARE = 8 };
/* A part has at most 7/8 of the whole: 2^32 vectors are divided 130 times. */
enum { MOST_WAITING = 160 };

typedef struct range {
    uint32_t from, to;
} range;

void pl_vector_tree_start(pl_vector_tree *tree, pl_arena *arena, uint32_t count)
{
    size_t most = (size_t)count * LEAST_SHARE / PL_MOST_GROUPED + 2;
    tree->groups = 0;
    tree->member = PL_ARENA_ARRAY(arena, uint32_t, count);
    tree->first = PL_ARENA_ARRAY(arena, uint32_t, most);
}

static const float *vector_at(const pl_unit_vectors *v, uint32_t row)
{
    return v->numbers + (size_t)row * v->size;
}

/* Whether x is nearer to a than to b, all of length 1. */
static bool is_nearer(const float *x, const float *a, const float *b,
                      uint32_t size)
{
    float sum = 0;
    for (uint32_t k = 0; k < size; k++)
        sum += x[k] * (a[k] - b[k]);
    return sum > 0;
}

/* Puts those nearer to one of two drawn vectors in front of the others, and
 * returns where these begin. */
static uint32_t halve(uint32_t *member, range r, const pl_unit_vectors *v,
                      uint32_t seed)
{
    uint64_t drawn = pl_hash_pair(pl_hash_pair(seed, r.from), r.to);
    uint32_t count = r.to - r.from, at = r.from;
    const float *a = vector_at(v, member[r.from + (uint32_t)drawn % count]);
    const float *b =
        vector_at(v, member[r.from + (uint32_t)(drawn >> 32) % count]);
    for (uint32_t k = r.from; k < r.to; k++)
        if (is_nearer(vector_at(v, member[k]), a, b, v->size)) {
            uint32_t swapped = member[at];
            member[at++] = member[k];
            member[k] = swapped;
        }
    uint32_t least = count / LEAST_SHARE;
    return at - r.from > least && r.to - at > least ? at : r.from + count / 2;
}

void pl_vector_tree_grow(pl_vector_tree *tree, const pl_unit_vectors *vectors,
                         uint32_t seed)
{
    range waiting[MOST_WAITING], r = {0, vectors->count};
    uint32_t count = 0;
    for (uint32_t row = 0; row < vectors->count; row++)
        tree->member[row] = row;
    for (tree->groups = 0;;) {
        if (r.to - r.from <= PL_MOST_GROUPED) {
            tree->groups++;
            tree->first[tree->groups] = r.to;
            if (count == 0)
                return;
            r = waiting[--count];
            continue;
        }
        uint32_t middle = halve(tree->member, r, vectors, seed);
        waiting[count++] = (range){middle, r.to};
        r.to = middle;
    }
}
