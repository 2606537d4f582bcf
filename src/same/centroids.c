/* centroids.c: tallies, directions and cosines of sparse vectors. */
/* SPDX-License-Identifier: MIT */
#include "same/centroids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

/* Room is kept from one group to the next, since most are small and there are
 * very many. Only what may be filled is cleared. */
bool pl_centroids_start(pl_centroids *sides, uint32_t count, uint32_t width)
{
    size_t cells = (size_t)count * width;
    sides->count = count;
    sides->width = width;
    sides->tally.count = sides->vector.count = sides->likeness.count = 0;
    sides->filled.count = sides->weight.count = 0;
    if (!pl_list_room(&sides->tally, cells) ||
        !pl_list_room(&sides->vector, cells) ||
        !pl_list_room(&sides->filled, cells) ||
        !pl_list_room(&sides->likeness, (size_t)count * count) ||
        !pl_list_room(&sides->weight, width))
        return false;
    if (cells > 0) {
        memset(sides->tally.items, 0, cells * sizeof *sides->tally.items);
        memset(sides->vector.items, 0, cells * sizeof *sides->vector.items);
    }
    memset(sides->filled_count, 0, sizeof sides->filled_count);
    return true;
}

void pl_centroids_free(pl_centroids *sides)
{
    pl_list_free(&sides->weight);
    pl_list_free(&sides->tally);
    pl_list_free(&sides->vector);
    pl_list_free(&sides->likeness);
    pl_list_free(&sides->filled);
}

static float *tally_of(pl_centroids *sides, uint32_t side)
{
    return sides->tally.items + (size_t)side * sides->width;
}

static uint32_t *filled_of(pl_centroids *sides, uint32_t side)
{
    return sides->filled.items + (size_t)side * sides->width;
}

void pl_centroids_add(pl_centroids *sides, uint32_t side, uint32_t column)
{
    float *tally = &tally_of(sides, side)[column];
    if (!(*tally > 0))
        filled_of(sides, side)[sides->filled_count[side]++] = column;
    ++*tally;
}

/* ------------------------------------------------------------ directions -- */

/* Logarithms of counts, so that one album of a thousand pictures does not
 * outweigh everybody else, and length one, so that large sides and small ones
 * compare. */
static void direct(pl_centroids *sides, uint32_t side)
{
    const float *tally = tally_of(sides, side);
    const uint32_t *filled = filled_of(sides, side);
    float *vector = sides->vector.items + (size_t)side * sides->width;
    uint32_t count = sides->filled_count[side];
    float sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t column = filled[k];
        float value = log1pf(tally[column]) * sides->weight.items[column];
        vector[column] = value;
        sum += value * value;
    }
    float scale = sum > 0 ? 1 / sqrtf(sum) : 0;
    for (uint32_t k = 0; k < count; k++)
        vector[filled[k]] *= scale;
}

/* Ascending, so that sums do not depend on who came first. */
void pl_centroids_direct(pl_centroids *sides)
{
    for (uint32_t side = 0; side < sides->count; side++) {
        uint32_t *filled = filled_of(sides, side);
        qsort(filled, sides->filled_count[side], sizeof *filled,
              pl_compare_uint32);
        direct(sides, side);
    }
}

/* --------------------------------------------------------------- joining -- */

static float *likeness_of(pl_centroids *sides, uint32_t side)
{
    return sides->likeness.items + (size_t)side * sides->count;
}

static float multiply(pl_centroids *sides, uint32_t a, uint32_t b)
{
    uint32_t shorter = sides->filled_count[a] < sides->filled_count[b] ? a : b;
    const uint32_t *filled = filled_of(sides, shorter);
    const float *left = pl_centroid_vector(sides, a);
    const float *right = pl_centroid_vector(sides, b);
    float sum = 0;
    for (uint32_t k = 0; k < sides->filled_count[shorter]; k++)
        sum += left[filled[k]] * right[filled[k]];
    return sum;
}

static void compare_side(pl_centroids *sides, uint32_t side, uint32_t from)
{
    for (uint32_t other = from; other < sides->count; other++) {
        float alike = other == side || sides->size[other] == 0
                          ? -1
                          : multiply(sides, side, other);
        likeness_of(sides, side)[other] = alike;
        likeness_of(sides, other)[side] = alike;
    }
}

/* The two sides most alike, the first among equals. */
static float find_nearest(pl_centroids *sides, uint32_t *a, uint32_t *b)
{
    float best = -1;
    for (uint32_t i = 0; i < sides->count; i++) {
        const float *row = likeness_of(sides, i);
        for (uint32_t j = i + 1; sides->size[i] > 0 && j < sides->count; j++)
            if (row[j] > best) {
                best = row[j];
                *a = i;
                *b = j;
            }
    }
    return best;
}

/* Adds b's tally to a's. The columns that are new come in order, from the
 * end on, where there is room. */
static void add_tally(pl_centroids *sides, uint32_t a, uint32_t b)
{
    float *to = tally_of(sides, a);
    const float *from = tally_of(sides, b);
    uint32_t *left = filled_of(sides, a), *right = filled_of(sides, b);
    uint32_t i = sides->filled_count[a], j = sides->filled_count[b];
    uint32_t fresh = 0;
    for (uint32_t k = 0; k < j; k++) {
        fresh += !(to[right[k]] > 0);
        to[right[k]] += from[right[k]];
    }
    sides->filled_count[a] += fresh;
    for (uint32_t at = i + fresh; j > 0;) {
        bool mine = i > 0 && left[i - 1] >= right[j - 1];
        j -= i == 0 || left[i - 1] <= right[j - 1];
        left[--at] = mine ? left[i - 1] : right[j];
        i -= mine;
    }
}

static void join_sides(pl_centroids *sides, uint32_t a, uint32_t b)
{
    add_tally(sides, a, b);
    sides->size[a] += sides->size[b];
    sides->size[b] = 0;
    for (uint32_t k = 0; k < sides->count; k++) {
        if (sides->side_of[k] == b)
            sides->side_of[k] = a;
        likeness_of(sides, b)[k] = likeness_of(sides, k)[b] = -1;
    }
    direct(sides, a);
    compare_side(sides, a, 0);
}

void pl_centroids_join(pl_centroids *sides, float alike, uint32_t least)
{
    uint32_t a = 0, b = 0, largest = 0;
    for (uint32_t k = 0; k < sides->count; k++) {
        sides->side_of[k] = k;
        sides->size[k] = 1;
    }
    for (uint32_t side = 0; side < sides->count; side++)
        compare_side(sides, side, side);
    while (largest + least <= sides->count &&
           find_nearest(sides, &a, &b) >= alike) {
        join_sides(sides, a, b);
        largest = sides->size[a] > largest ? sides->size[a] : largest;
    }
}
