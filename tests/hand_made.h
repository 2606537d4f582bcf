/* hand_made.h: affinities set by hand or by chance, without a corpus.
 *
 * Saplings are written "pet>dog,cat pet>dog": nodes are numbered from 0 in
 * reading order, and slot[] tells where a node went. Pairs start out unset. */
/* SPDX-License-Identifier: MIT */
#ifndef HAND_MADE_H
#define HAND_MADE_H

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "random.h"
#include "same/affinity.h"

enum { HAND_MADE_NODES = 64, HAND_MADE_NAME = 16 };

typedef struct hand_made {
    pleach_affinity affinity;
    pl_arena *arena;
    uint32_t node_count;
    char name[HAND_MADE_NODES][HAND_MADE_NAME];
    uint32_t parent[HAND_MADE_NODES]; /* per node: its root; PL_NONE: a root */
    uint32_t slot[HAND_MADE_NODES];   /* per node */
    float matrix[HAND_MADE_NODES][HAND_MADE_NODES]; /* per slots; 0: unset */
    double preference[HAND_MADE_NODES];             /* per slot */
} hand_made;

static inline void hand_made_read(hand_made *h, const char *saplings)
{
    uint32_t root = PL_NONE;
    while (*saplings != '\0') {
        uint32_t node = h->node_count++;
        size_t length = strcspn(saplings, ">, ");
        assert(node < HAND_MADE_NODES && length < HAND_MADE_NAME);
        memcpy(h->name[node], saplings, length);
        if (saplings[length] == '>')
            root = PL_NONE;
        h->parent[node] = root;
        if (root == PL_NONE)
            root = node;
        saplings += length;
        if (*saplings == ' ')
            root = PL_NONE;
        saplings += *saplings != '\0';
    }
}

/* Slots by name, then by node; the names are the blocks. */
static inline void hand_made_number(hand_made *h)
{
    pleach_affinity *a = &h->affinity;
    a->slot_count = h->node_count;
    for (uint32_t k = 0; k < h->node_count; k++)
        for (uint32_t l = 0; l < h->node_count; l++) {
            int order = strcmp(h->name[l], h->name[k]);
            h->slot[k] += order < 0 || (order == 0 && l < k);
        }
    for (uint32_t k = 0; k < h->node_count; k++)
        a->slot_node[h->slot[k]] = k;
    for (uint32_t i = 0; i < h->node_count; i++) {
        uint32_t node = a->slot_node[i];
        if (i == 0 || strcmp(h->name[node], h->name[a->slot_node[i - 1]]) != 0)
            a->block_first[a->block_count++] = i;
        a->slot_block[i] = a->block_count - 1;
        a->slot_parent[i] =
            h->parent[node] == PL_NONE ? PL_NONE : h->slot[h->parent[node]];
        a->slot_identity[i] = pl_hash_pair(node, 4711);
    }
    a->block_first[a->block_count] = h->node_count;
    uint32_t used = 0;
    for (uint32_t i = 0; i < h->node_count; i++) {
        a->child_first[i] = used;
        for (uint32_t k = 0; k < h->node_count; k++)
            if (h->parent[k] == a->slot_node[i])
                a->child[used++] = h->slot[k];
    }
    a->child_first[h->node_count] = used;
}

static inline hand_made *hand_made_new(const char *saplings, double preference)
{
    enum { ROOM = HAND_MADE_NODES + 1, PAIRS = ROOM * ROOM };
    pl_arena *arena = pl_arena_new();
    hand_made *h = PL_ARENA_ARRAY(arena, hand_made, 1);
    pleach_affinity *a = &h->affinity;
    h->arena = arena;
    a->preference = preference;
    a->slot_node = PL_ARENA_ARRAY(arena, uint32_t, ROOM);
    a->slot_parent = PL_ARENA_ARRAY(arena, uint32_t, ROOM);
    a->slot_identity = PL_ARENA_ARRAY(arena, uint64_t, ROOM);
    a->child_first = PL_ARENA_ARRAY(arena, uint32_t, ROOM);
    a->child = PL_ARENA_ARRAY(arena, uint32_t, ROOM);
    a->block_first = PL_ARENA_ARRAY(arena, uint32_t, ROOM);
    a->slot_block = PL_ARENA_ARRAY(arena, uint32_t, ROOM);
    a->pair_first = PL_ARENA_ARRAY(arena, uint64_t, ROOM);
    a->pair_slot = PL_ARENA_ARRAY(arena, uint32_t, PAIRS);
    a->pair_similarity = PL_ARENA_ARRAY(arena, float, PAIRS);
    hand_made_read(h, saplings);
    hand_made_number(h);
    for (uint32_t i = 0; i < h->node_count; i++)
        h->preference[i] = preference;
    return h;
}

static inline void hand_made_free(hand_made *h)
{
    pl_arena_free(h->arena);
}

/* Stores all pairs of the matrix. */
static inline void hand_made_fill(hand_made *h)
{
    pleach_affinity *a = &h->affinity;
    uint64_t used = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        a->pair_first[i] = used;
        for (uint32_t j = 0; j < a->slot_count; j++)
            if (h->matrix[i][j] > 0) {
                a->pair_slot[used] = j;
                a->pair_similarity[used++] = h->matrix[i][j];
            }
    }
    a->pair_first[a->slot_count] = used;
}

/* Two nodes, not slots, of one name. */
static inline void hand_made_pair(hand_made *h, uint32_t a, uint32_t b,
                                  float similarity)
{
    uint32_t i = h->slot[a], j = h->slot[b];
    assert(strcmp(h->name[a], h->name[b]) == 0);
    h->matrix[i][j] = h->matrix[j][i] = similarity;
    hand_made_fill(h);
}

/* ------------------------------------------------------------ by chance -- */

typedef struct hand_made_chance {
    uint32_t saplings, names, most_leaves;
    double density;  /* of pairs within a name */
    uint32_t grades; /* similarities are multiples of 1 / grades; 0: any */
    double preference;
} hand_made_chance;

static inline uint32_t hand_made_root(const hand_made *h, uint32_t slot)
{
    uint32_t parent = h->affinity.slot_parent[slot];
    return parent == PL_NONE ? slot : parent;
}

static inline float hand_made_similarity(pl_random *random, uint32_t grades)
{
    if (grades == 0)
        return (float)(0.05 + 0.95 * pl_random_unit(random));
    return (float)(1 + pl_random_below(random, grades)) / (float)grades;
}

/* Preferences between the common one and `most`; a third of them equal. */
static inline void hand_made_prefer(hand_made *h, pl_random *random,
                                    double most)
{
    double least = h->affinity.preference;
    h->affinity.slot_preference = h->preference;
    for (uint32_t i = 0; i < h->node_count; i++)
        if (pl_random_chance(random, 0.67))
            h->preference[i] = least + (most - least) * pl_random_unit(random);
}

/* Names are single letters, so leaves often carry the name of a root, of
 * their own root, or of a sibling. */
static inline hand_made *hand_made_random(pl_random *random,
                                          const hand_made_chance *c)
{
    char text[4 * HAND_MADE_NODES] = "", *to = text;
    for (uint32_t s = 0; s < c->saplings; s++) {
        uint32_t leaves = 1 + pl_random_below(random, c->most_leaves);
        if (s > 0)
            *to++ = ' ';
        for (uint32_t k = 0; k <= leaves; k++) {
            if (k > 0)
                *to++ = k == 1 ? '>' : ',';
            *to++ = (char)('a' + pl_random_below(random, c->names));
        }
    }
    hand_made *h = hand_made_new(text, c->preference);
    for (uint32_t i = 0; i < h->node_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (h->affinity.slot_block[i] == h->affinity.slot_block[j] &&
                hand_made_root(h, i) != hand_made_root(h, j) &&
                pl_random_chance(random, c->density))
                h->matrix[i][j] = h->matrix[j][i] =
                    hand_made_similarity(random, c->grades);
    hand_made_fill(h);
    return h;
}

/* --------------------------------------------------- an own opinion -- */

/* Which constraint an assignment breaks, ' ' when none: slow and plain, with
 * nothing taken from the code under test. */
static inline char hand_made_broken(const hand_made *h,
                                    const uint32_t *exemplar)
{
    const pleach_affinity *a = &h->affinity;
    uint32_t above[HAND_MADE_NODES];
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (exemplar[i] >= a->slot_count ||
            (exemplar[i] != i && h->matrix[i][exemplar[i]] <= 0))
            return 'I';
        above[i] = PL_NONE;
    }
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (exemplar[exemplar[i]] != exemplar[i])
            return 'E';
    for (uint32_t i = 0; i < a->slot_count; i++)
        for (uint32_t k = 0; k < a->slot_count; k++)
            if (exemplar[i] == exemplar[k] && a->slot_parent[i] != PL_NONE &&
                a->slot_parent[k] != PL_NONE &&
                exemplar[a->slot_parent[i]] != exemplar[a->slot_parent[k]])
                return 'F';
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (a->slot_parent[i] != PL_NONE)
            above[exemplar[i]] = exemplar[a->slot_parent[i]];
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t at = exemplar[i], steps = 0;
        while (at != PL_NONE && steps++ <= a->slot_count)
            at = above[at];
        if (at != PL_NONE)
            return 'T';
    }
    return ' ';
}

static inline double hand_made_net(const hand_made *h, const uint32_t *exemplar)
{
    double sum = 0;
    for (uint32_t i = 0; i < h->affinity.slot_count; i++)
        sum += exemplar[i] == i ? h->preference[i]
                                : (double)h->matrix[i][exemplar[i]];
    return sum;
}

#endif
