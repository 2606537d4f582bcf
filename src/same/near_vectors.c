/* near_vectors.c: finds near vectors through sketches and trees.
 *
 * A sketch is 256 bits: on which side of 256 random planes a vector lies. Two
 * sketches differ in about 256 * angle / pi bits, which is counted in a few
 * instructions whatever the size of the vectors. Several trees each put all
 * vectors into small groups of near ones; in a group, those whose sketches
 * differ little are compared exactly. What one tree parts another keeps
 * together, and then those near to what is near are looked at as well. Time
 * grows with n log n, whatever the vectors are. */
/* SPDX-License-Identifier: MIT */
#include "same/near_vectors.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/threads.h"
#include "same/vector_tree.h"

enum { WORDS = 4, BITS = 64 * WORDS, TREES = 12 };
/* A plane looks at so many of the numbers. */
enum { MOST_COORDINATES = 32 };
/* Bits by which a sketch may err: two deviations at a right angle. */
static const double SLACK = 16.0;
enum { PIECE = 16 }; /* vectors; small, so that progress is told often */

typedef struct sketch {
    uint64_t word[WORDS];
} sketch;

typedef struct neighbour {
    float cosine;
    uint32_t to;
} neighbour;

typedef struct search {
    const pl_unit_vectors *vectors;
    double least;
    uint32_t threads;
    const pleach_listener *listener;
    uint32_t most_bits; /* that two sketches may differ in */
    uint32_t coordinates, plane[BITS * MOST_COORDINATES];
    sketch *sketches;
    pl_vector_tree trees[TREES];
    const pl_vector_tree *tree; /* whose groups are looked at */
    neighbour *best;            /* PL_MOST_NEAR per vector */
    uint8_t *best_count;        /* per vector */
    uint32_t *known;            /* PL_MOST_NEAR per vector: found by trees */
    uint8_t *known_count;
} search;

double pl_unit_cosine(const pl_unit_vectors *vectors, uint32_t a, uint32_t b)
{
    const float *x = vectors->numbers + (size_t)a * vectors->size;
    const float *y = vectors->numbers + (size_t)b * vectors->size;
    double sum = 0;
    for (uint32_t k = 0; k < vectors->size; k++)
        sum += (double)x[k] * (double)y[k];
    return sum;
}

/* ------------------------------------------------------------ sketches -- */

/* Which numbers each plane looks at, and with which sign: twice the place, and
 * one more to take it away. */
static void draw_planes(search *s)
{
    uint32_t size = s->vectors->size;
    s->coordinates = size < MOST_COORDINATES ? size : MOST_COORDINATES;
    for (uint32_t plane = 0; plane < BITS; plane++)
        for (uint32_t k = 0; k < s->coordinates; k++) {
            uint64_t drawn = pl_hash_pair(plane, k + 16);
            uint32_t at =
                size <= MOST_COORDINATES ? k : (uint32_t)((drawn >> 8) % size);
            s->plane[plane * s->coordinates + k] = at << 1 | (drawn & 1);
        }
}

static bool lies_above(const search *s, uint32_t row, uint32_t plane)
{
    const float *x = s->vectors->numbers + (size_t)row * s->vectors->size;
    const uint32_t *look = s->plane + plane * s->coordinates;
    float sum = 0;
    for (uint32_t k = 0; k < s->coordinates; k++)
        sum += look[k] & 1 ? -x[look[k] >> 1] : x[look[k] >> 1];
    return sum > 0;
}

static void sketch_piece(void *context, uint32_t piece, uint32_t thread)
{
    const search *s = context;
    (void)thread;
    for (uint32_t row = piece * PIECE;
         row < s->vectors->count && row < (piece + 1) * PIECE; row++)
        for (uint32_t plane = 0; plane < BITS; plane++)
            if (lies_above(s, row, plane))
                s->sketches[row].word[plane / 64] |= (uint64_t)1 << plane % 64;
}

/* Bits are counted in pairs, in fours, in bytes, and then all bytes at once. */
static inline uint32_t differ_by(const search *s, uint32_t a, uint32_t b)
{
    uint64_t bytes = 0;
    for (int k = 0; k < WORDS; k++) {
        uint64_t x = s->sketches[a].word[k] ^ s->sketches[b].word[k];
        x -= x >> 1 & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        bytes += (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    }
    bytes = (bytes & 0x00FF00FF00FF00FFu) + (bytes >> 8 & 0x00FF00FF00FF00FFu);
    return (uint32_t)(bytes * 0x0001000100010001u >> 48);
}

/* --------------------------------------------------------------- best -- */

static bool is_among(const neighbour *best, uint32_t count, uint32_t to)
{
    for (uint32_t k = 0; k < count; k++)
        if (best[k].to == to)
            return true;
    return false;
}

/* Keeps the nearest, of equally near ones the smaller number. */
static void keep_near(search *s, uint32_t row, uint32_t other, float cosine)
{
    neighbour *best = s->best + (size_t)row * PL_MOST_NEAR;
    uint32_t count = s->best_count[row], at = count;
    while (at > 0 &&
           (best[at - 1].cosine < cosine ||
            (best[at - 1].cosine == cosine && best[at - 1].to > other)))
        at--;
    if (at == PL_MOST_NEAR)
        return;
    if (count < PL_MOST_NEAR)
        s->best_count[row] = (uint8_t)++count;
    memmove(best + at + 1, best + at, (count - 1 - at) * sizeof *best);
    best[at] = (neighbour){cosine, other};
}

static void offer(search *s, uint32_t row, uint32_t other)
{
    if (is_among(s->best + (size_t)row * PL_MOST_NEAR, s->best_count[row],
                 other))
        return;
    float cosine = (float)pl_unit_cosine(s->vectors, row, other);
    if ((double)cosine >= s->least)
        keep_near(s, row, other, cosine);
}

/* A vector is in one group of a tree, so no other thread has it. */
static void search_group(void *context, uint32_t group, uint32_t thread)
{
    search *s = context;
    const uint32_t *member = s->tree->member;
    uint32_t to = s->tree->first[group + 1];
    (void)thread;
    for (uint32_t i = s->tree->first[group]; i < to; i++)
        for (uint32_t j = i + 1; j < to; j++)
            if (differ_by(s, member[i], member[j]) <= s->most_bits) {
                offer(s, member[i], member[j]);
                offer(s, member[j], member[i]);
            }
}

/* Looks at those near to what is near, as the trees found them. */
static void search_known(void *context, uint32_t piece, uint32_t thread)
{
    search *s = context;
    (void)thread;
    for (uint32_t row = piece * PIECE;
         row < s->vectors->count && row < (piece + 1) * PIECE; row++)
        for (uint32_t k = 0; k < s->known_count[row]; k++) {
            uint32_t near = s->known[(size_t)row * PL_MOST_NEAR + k];
            for (uint32_t m = 0; m < s->known_count[near]; m++) {
                uint32_t other = s->known[(size_t)near * PL_MOST_NEAR + m];
                if (other != row && differ_by(s, row, other) <= s->most_bits)
                    offer(s, row, other);
            }
        }
}

static void search_all(void *context, uint32_t piece, uint32_t thread)
{
    search *s = context;
    (void)thread;
    for (uint32_t row = piece * PIECE;
         row < s->vectors->count && row < (piece + 1) * PIECE; row++)
        for (uint32_t other = 0; other < s->vectors->count; other++)
            if (other != row)
                offer(s, row, other);
}

/* ---------------------------------------------------------- all of it -- */

static void start_trees(search *s, pl_arena *scratch)
{
    size_t count = s->vectors->count;
    s->most_bits =
        (uint32_t)(BITS * acos(fmin(1, s->least)) / acos(-1) + SLACK);
    s->sketches = PL_ARENA_ARRAY(scratch, sketch, count);
    s->known = PL_ARENA_ARRAY(scratch, uint32_t, count * PL_MOST_NEAR);
    s->known_count = PL_ARENA_ARRAY(scratch, uint8_t, count);
    for (int t = 0; t < TREES; t++)
        pl_vector_tree_start(&s->trees[t], scratch, s->vectors->count);
    draw_planes(s);
}

static void grow_tree(void *context, uint32_t tree, uint32_t thread)
{
    search *s = context;
    (void)thread;
    pl_vector_tree_grow(&s->trees[tree], s->vectors, tree);
}

static pleach_status for_all(search *s, pl_work *work, pleach_error *error)
{
    uint32_t pieces = (s->vectors->count + PIECE - 1) / PIECE;
    return pl_parallel(pieces, s->threads, work, s, "compare", s->listener,
                       error);
}

/* What is known is copied, so that it does not depend on who comes first. */
static void note_known(search *s)
{
    for (size_t row = 0; row < s->vectors->count; row++) {
        s->known_count[row] = s->best_count[row];
        for (size_t k = 0; k < s->best_count[row]; k++)
            s->known[row * PL_MOST_NEAR + k] =
                s->best[row * PL_MOST_NEAR + k].to;
    }
}

static pleach_status find_by_trees(search *s, pl_arena *scratch,
                                   pleach_error *error)
{
    start_trees(s, scratch);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(for_all(s, sketch_piece, error));
    PL_TRY(pl_parallel(TREES, s->threads, grow_tree, s, "compare", s->listener,
                       error));
    for (int t = 0; t < TREES; t++) {
        s->tree = &s->trees[t];
        PL_TRY(pl_parallel(s->tree->groups, s->threads, search_group, s,
                           "compare", s->listener, error));
    }
    note_known(s);
    return for_all(s, search_known, error);
}

static pleach_status find_all(search *s, pl_pair_list *pairs, pl_arena *scratch,
                              pleach_error *error)
{
    uint32_t count = s->vectors->count;
    s->best = PL_ARENA_ARRAY(scratch, neighbour, (size_t)count * PL_MOST_NEAR);
    s->best_count = PL_ARENA_ARRAY(scratch, uint8_t, count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(count > PL_FEW_VECTORS ? find_by_trees(s, scratch, error)
                                  : for_all(s, search_all, error));
    for (uint32_t row = 0; row < count; row++)
        for (uint32_t k = 0; k < s->best_count[row]; k++)
            if (!pl_list_push(
                    pairs,
                    pl_pair_pack(row,
                                 s->best[(size_t)row * PL_MOST_NEAR + k].to)))
                return pl_fail_memory(error);
    return PLEACH_OK;
}

pleach_status pl_near_vectors_find(pl_pair_list *pairs,
                                   const pl_unit_vectors *vectors, double least,
                                   uint32_t threads,
                                   const pleach_listener *listener,
                                   pleach_error *error)
{
    search s = {.vectors = vectors,
                .least = least,
                .threads = pl_thread_count(threads),
                .listener = listener};
    PL_SCRATCH(scratch);
    return find_all(&s, pairs, scratch, error);
}
