/* near_vectors.c: finds near vectors through trees.
 *
 * A tree halves all vectors again and again, each time by which of two drawn
 * vectors is nearer, until groups are small; in a group all are compared. What
 * one tree parts another keeps together, and then those near to what is near
 * are looked at as well. Few vectors are one group, so that all
 * pairs are looked at; of many, time grows with n log n. */
/* SPDX-License-Identifier: MIT */
#include "same/near_vectors.h"

#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/threads.h"

/* A group of a tree has no more members, and mostly more than a tenth of it. */
enum { TREES = 12, MOST_GROUPED = 160 };
/* A smaller share on one side halves nothing: then any half will do. */
enum { LEAST_SHARE = 8 };
/* A part has at most 7/8 of the whole: 2^32 vectors are divided 130 times. */
enum { MOST_WAITING = 160 };

typedef struct neighbour {
    float cosine;
    uint32_t to;
} neighbour;

typedef struct search {
    const pl_unit_vectors *vectors;
    double least;
    uint32_t *member; /* group g: member[first[g] .. first[g + 1]) */
    uint32_t *first;
    uint32_t groups;
    neighbour *best;        /* PL_MOST_NEAR per vector */
    uint8_t *best_count;    /* per vector */
    const neighbour *known; /* the same, as the trees found them */
    const uint8_t *known_count;
} search;

typedef struct range {
    uint32_t from, to;
} range;

/* Four sums, as one would wait for each addition. */
static float multiply(const float *x, const float *y, uint32_t size)
{
    float sum[4] = {0};
    uint32_t k = 0;
    for (; k + 4 <= size; k += 4)
        for (uint32_t i = 0; i < 4; i++)
            sum[i] += x[k + i] * y[k + i];
    for (; k < size; k++)
        sum[0] += x[k] * y[k];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double pl_unit_cosine(const pl_unit_vectors *v, uint32_t a, uint32_t b)
{
    return (double)multiply(v->numbers + (size_t)a * v->size,
                            v->numbers + (size_t)b * v->size, v->size);
}

/* ---------------------------------------------------------------- trees -- */

/* Puts those nearer to one of two drawn vectors in front of the others, and
 * returns where these begin. */
static uint32_t halve(search *s, range r, uint32_t seed)
{
    uint64_t drawn = pl_hash_pair(pl_hash_pair(seed, r.from), r.to);
    uint32_t count = r.to - r.from, at = r.from;
    uint32_t a = s->member[r.from + (uint32_t)drawn % count];
    uint32_t b = s->member[r.from + (uint32_t)(drawn >> 32) % count];
    for (uint32_t k = r.from; k < r.to; k++) {
        uint32_t x = s->member[k];
        if (pl_unit_cosine(s->vectors, x, a) <=
            pl_unit_cosine(s->vectors, x, b))
            continue;
        s->member[k] = s->member[at];
        s->member[at++] = x;
    }
    uint32_t least = count / LEAST_SHARE;
    return at - r.from > least && r.to - at > least ? at : r.from + count / 2;
}

/* Another seed draws others. */
static void grow_tree(search *s, uint32_t most, uint32_t seed)
{
    range waiting[MOST_WAITING], r = {0, s->vectors->count};
    uint32_t count = 0;
    for (uint32_t row = 0; row < s->vectors->count; row++)
        s->member[row] = row;
    for (s->groups = 0;;) {
        if (r.to - r.from <= most) {
            s->first[++s->groups] = r.to;
            if (count == 0)
                return;
            r = waiting[--count];
            continue;
        }
        uint32_t middle = halve(s, r, seed);
        waiting[count++] = (range){middle, r.to};
        r.to = middle;
    }
}

/* ----------------------------------------------------------------- best -- */

static bool is_among(const neighbour *best, uint32_t count, uint32_t to)
{
    for (uint32_t k = 0; k < count; k++)
        if (best[k].to == to)
            return true;
    return false;
}

/* Keeps the nearest, of equally near ones the smaller number. */
static void offer(search *s, uint32_t row, uint32_t other, float cosine)
{
    neighbour *best = s->best + (size_t)row * PL_MOST_NEAR;
    uint32_t count = s->best_count[row], at = count;
    while (at > 0 &&
           (best[at - 1].cosine < cosine ||
            (best[at - 1].cosine == cosine && best[at - 1].to > other)))
        at--;
    if (at == PL_MOST_NEAR || is_among(best, count, other))
        return;
    if (count < PL_MOST_NEAR)
        s->best_count[row] = (uint8_t)++count;
    memmove(best + at + 1, best + at, (count - 1 - at) * sizeof *best);
    best[at] = (neighbour){cosine, other};
}

/* A vector is in one group of a tree, so no other thread has it. */
static void search_group(void *context, uint32_t group, uint32_t thread)
{
    search *s = context;
    (void)thread;
    for (uint32_t i = s->first[group]; i < s->first[group + 1]; i++)
        for (uint32_t j = i + 1; j < s->first[group + 1]; j++) {
            uint32_t a = s->member[i], b = s->member[j];
            double cosine = pl_unit_cosine(s->vectors, a, b);
            if (!(cosine >= s->least))
                continue;
            offer(s, a, b, (float)cosine);
            offer(s, b, a, (float)cosine);
        }
}

/* Looks at those near to what is near. What is known is a copy, so that it does
 * not depend on who comes first. */
static void search_known(void *context, uint32_t row, uint32_t thread)
{
    search *s = context;
    const neighbour *mine = s->known + (size_t)row * PL_MOST_NEAR;
    (void)thread;
    for (uint32_t k = 0; k < s->known_count[row]; k++) {
        const neighbour *theirs = s->known + (size_t)mine[k].to * PL_MOST_NEAR;
        for (uint32_t m = 0; m < s->known_count[mine[k].to]; m++) {
            double cosine = pl_unit_cosine(s->vectors, row, theirs[m].to);
            if (theirs[m].to != row && cosine >= s->least)
                offer(s, row, theirs[m].to, (float)cosine);
        }
    }
}

static pleach_status search_trees(search *s, pl_arena *scratch,
                                  uint32_t threads,
                                  const pleach_listener *listener,
                                  pleach_error *error)
{
    uint32_t count = s->vectors->count;
    size_t room = (size_t)count * PL_MOST_NEAR;
    neighbour *known = PL_ARENA_ARRAY(scratch, neighbour, room);
    uint8_t *known_count = PL_ARENA_ARRAY(scratch, uint8_t, count);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t tree = 0; tree < TREES; tree++) {
        grow_tree(s, MOST_GROUPED, tree);
        PL_TRY(pl_parallel(s->groups, threads, search_group, s, "compare",
                           listener, error));
    }
    memcpy(known, s->best, room * sizeof *known);
    memcpy(known_count, s->best_count, count * sizeof *known_count);
    s->known = known;
    s->known_count = known_count;
    return pl_parallel(count, threads, search_known, s, "compare", listener,
                       error);
}

/* --------------------------------------------------------------- public -- */

pleach_status pl_near_vectors_find(pl_pair_list *pairs,
                                   const pl_unit_vectors *vectors, double least,
                                   uint32_t threads,
                                   const pleach_listener *listener,
                                   pleach_error *error)
{
    uint32_t count = vectors->count;
    PL_SCRATCH(scratch);
    search s = {
        .vectors = vectors,
        .least = least,
        .member = PL_ARENA_ARRAY(scratch, uint32_t, count),
        .first = PL_ARENA_ARRAY(scratch, uint32_t,
                                (size_t)count * LEAST_SHARE / MOST_GROUPED + 2),
        .best =
            PL_ARENA_ARRAY(scratch, neighbour, (size_t)count * PL_MOST_NEAR),
        .best_count = PL_ARENA_ARRAY(scratch, uint8_t, count)};
    PL_TRY(pl_check_memory(scratch, error));
    if (count > PL_FEW_VECTORS) {
        PL_TRY(search_trees(&s, scratch, pl_thread_count(threads), listener,
                            error));
    } else {
        grow_tree(&s, PL_FEW_VECTORS, 0);
        search_group(&s, 0, 0);
    }
    for (uint32_t row = 0; row < count; row++)
        for (uint32_t k = 0; k < s.best_count[row]; k++)
            if (!pl_list_push(
                    pairs, pl_pair_pack(
                               row, s.best[(size_t)row * PL_MOST_NEAR + k].to)))
                return pl_fail_memory(error);
    return PLEACH_OK;
}
