/* near_vectors.c: finds near vectors through sketches and pivots.
 *
 * A sketch is 256 bits: on which side of 256 random planes a vector lies. Two
 * sketches differ in about 256 * angle / pi bits, which is counted in a few
 * instructions whatever the size of the vectors. Some vectors, drawn at random,
 * are pivots. Each vector is listed with the five pivots whose sketches are
 * nearest to its own, and looks for its neighbours in their lists: those whose
 * sketch is near enough are compared exactly. With 8 * sqrt(n) pivots the time
 * grows with n * sqrt(n), in steps of bits; comparing exactly is the least of
 * it. Beyond 2048 pivots it grows with n. */
/* SPDX-License-Identifier: MIT */
#include "knowledge/near_vectors.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/threads.h"

enum { WORDS = 4, BITS = 64 * WORDS, LISTS = 5 };
/* What bounds the work: above 65,536 vectors, pivots stay as many, and less of
 * each list is looked at the more there are. */
enum { MOST_PIVOTS = 2048, MOST_LISTED = 2048, MOST_LOOKS = 1 << 27 };
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
    uint32_t pivots, *pivot;  /* vectors */
    uint32_t most_listed;     /* that are looked at, of a list */
    uint32_t *near;           /* LISTS pivots per vector */
    uint32_t *first, *listed; /* vectors by pivot */
    neighbour *best;          /* PL_MOST_NEAR per vector */
    uint8_t *best_count;      /* per vector */
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

/* --------------------------------------------------------------- lists -- */

/* The pivots that differ least, by (bits, number). */
static void choose_pivots(void *context, uint32_t piece, uint32_t thread)
{
    const search *s = context;
    (void)thread;
    for (uint32_t row = piece * PIECE;
         row < s->vectors->count && row < (piece + 1) * PIECE; row++) {
        uint32_t bits[LISTS];
        uint32_t *near = s->near + (size_t)row * LISTS;
        memset(bits, 0xFF, sizeof bits);
        for (uint32_t p = 0; p < s->pivots; p++) {
            uint32_t differ = differ_by(s, row, s->pivot[p]), at = LISTS;
            while (at > 0 && differ < bits[at - 1])
                at--;
            if (at == LISTS)
                continue;
            memmove(bits + at + 1, bits + at, (LISTS - 1 - at) * sizeof *bits);
            memmove(near + at + 1, near + at, (LISTS - 1 - at) * sizeof *near);
            bits[at] = differ;
            near[at] = p;
        }
    }
}

static void make_lists(search *s)
{
    size_t entries = (size_t)s->vectors->count * LISTS;
    for (size_t k = 0; k < entries; k++)
        s->first[s->near[k] + 2]++;
    for (uint32_t p = 0; p < s->pivots; p++)
        s->first[p + 2] += s->first[p + 1];
    for (size_t k = 0; k < entries; k++)
        s->listed[s->first[s->near[k] + 1]++] = (uint32_t)(k / LISTS);
}

/* --------------------------------------------------------------- best -- */

/* Keeps the nearest, of equally near ones the smaller number. */
static void offer(search *s, uint32_t row, uint32_t other)
{
    neighbour *best = s->best + (size_t)row * PL_MOST_NEAR;
    uint32_t count = s->best_count[row], at = count;
    float cosine = (float)pl_unit_cosine(s->vectors, row, other);
    if (!((double)cosine >= s->least))
        return;
    for (uint32_t k = 0; k < count; k++)
        if (best[k].to == other)
            return;
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

static void search_lists(search *s, uint32_t row)
{
    for (uint32_t k = 0; k < LISTS; k++) {
        uint32_t pivot = s->near[(size_t)row * LISTS + k];
        uint32_t from = s->first[pivot], to = s->first[pivot + 1];
        if (to - from > s->most_listed) /* of a crowd, so many */
            to = from + s->most_listed;
        for (uint32_t at = from; at < to; at++)
            if (s->listed[at] != row &&
                differ_by(s, row, s->listed[at]) <= s->most_bits)
                offer(s, row, s->listed[at]);
    }
}

static void search_piece(void *context, uint32_t piece, uint32_t thread)
{
    search *s = context;
    (void)thread;
    for (uint32_t row = piece * PIECE;
         row < s->vectors->count && row < (piece + 1) * PIECE; row++) {
        if (s->pivots > 0)
            search_lists(s, row);
        else
            for (uint32_t other = 0; other < s->vectors->count; other++)
                if (other != row)
                    offer(s, row, other);
    }
}

/* ---------------------------------------------------------- all of it -- */

static bool start_lists(search *s, pl_arena *scratch)
{
    uint32_t count = s->vectors->count;
    s->pivots = (uint32_t)fmin(8 * sqrt(count), MOST_PIVOTS);
    s->most_listed =
        (uint32_t)fmin(MOST_LISTED, ceil(MOST_LOOKS / (double)count));
    s->most_bits =
        (uint32_t)(BITS * acos(fmin(1, s->least)) / acos(-1) + SLACK);
    s->sketches = PL_ARENA_ARRAY(scratch, sketch, count);
    s->pivot = PL_ARENA_ARRAY(scratch, uint32_t, s->pivots);
    s->near = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)count * LISTS);
    s->first = PL_ARENA_ARRAY(scratch, uint32_t, s->pivots + 2u);
    s->listed = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)count * LISTS);
    if (!s->sketches || !s->pivot || !s->near || !s->first || !s->listed)
        return false;
    for (uint32_t p = 0; p < s->pivots; p++)
        s->pivot[p] = (uint32_t)(pl_hash_pair(p, 4) % count);
    draw_planes(s);
    return true;
}

static pleach_status for_all(search *s, pl_work *work, pleach_error *error)
{
    uint32_t pieces = (s->vectors->count + PIECE - 1) / PIECE;
    return pl_parallel(pieces, s->threads, work, s, "compare", s->listener,
                       error);
}

static pleach_status find_lists(search *s, pl_arena *scratch,
                                pleach_error *error)
{
    if (!start_lists(s, scratch))
        return pl_fail_memory(error);
    PL_TRY(for_all(s, sketch_piece, error));
    PL_TRY(for_all(s, choose_pivots, error));
    make_lists(s);
    return PLEACH_OK;
}

static pleach_status find_all(search *s, pl_pair_list *pairs, pl_arena *scratch,
                              pleach_error *error)
{
    uint32_t count = s->vectors->count;
    s->best = PL_ARENA_ARRAY(scratch, neighbour, (size_t)count * PL_MOST_NEAR);
    s->best_count = PL_ARENA_ARRAY(scratch, uint8_t, count);
    if (s->best == NULL || s->best_count == NULL)
        return pl_fail_memory(error);
    if (count > PL_FEW_VECTORS)
        PL_TRY(find_lists(s, scratch, error));
    PL_TRY(for_all(s, search_piece, error));
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
    pl_arena *scratch = pl_arena_new();
    pleach_status status = scratch == NULL
                               ? pl_fail_memory(error)
                               : find_all(&s, pairs, scratch, error);
    pl_arena_free(scratch);
    return status;
}
