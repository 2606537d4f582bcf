/* centroids.h: few sparse vectors, joined by centroids, the most alike first.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CENTROIDS_H
#define PL_CENTROIDS_H

#include "base/memory.h"
#include "pleach.h"

enum { PL_MOST_SIDES = 64 };

/* Rows of `width` columns. What is 0 is never looked at: each side lists the
 * columns in which it is not. Start from all zeros; used again and again. */
typedef struct pl_centroids {
    uint32_t count, width;
    uint32_t size[PL_MOST_SIDES];    /* members; 0: joined to another side */
    uint32_t side_of[PL_MOST_SIDES]; /* member -> side */

    PL_LIST(float) weight; /* per column */
    PL_LIST(float) tally, vector, likeness;
    PL_LIST(uint32_t) filled;
    uint32_t filled_count[PL_MOST_SIDES];
} pl_centroids;

/* Empties all; the weights are up to the caller. False: no memory. */
PLEACH_CHECKED bool pl_centroids_start(pl_centroids *sides, uint32_t count,
                                       uint32_t width);
void pl_centroids_free(pl_centroids *sides);

/* Once more this column for this side. */
void pl_centroids_add(pl_centroids *sides, uint32_t side, uint32_t column);

/* When all is added: (log (1 + n)) * weight of each column, to length 1. */
void pl_centroids_direct(pl_centroids *sides);

/* Each side is a member of its own. Joins as long as two sides have a cosine
 * of at least `alike`, and as long as two with `least` members could come of
 * it. */
void pl_centroids_join(pl_centroids *sides, float alike, uint32_t least);

static inline const float *pl_centroid_vector(const pl_centroids *sides,
                                              uint32_t side)
{
    return sides->vector.items + (size_t)side * sides->width;
}

#endif
