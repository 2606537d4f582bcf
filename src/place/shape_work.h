/* shape_work.h: a forest while it is being shaped (shape.h). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SHAPE_WORK_H
#define PL_SHAPE_WORK_H

#include "place/euler_tour.h"
#include "place/shape.h"
#include "same/name_words.h"

/* With room for as many groups as nodes: each has two children or more. */
typedef struct pl_shaping {
    pl_reshaped *to;
    const pl_unshaped *forest;
    const pl_shape *shape;
    pl_arena *arena, *scratch; /* of what comes out, and of the work */
    uint32_t room;
    pl_name_words words;
    pl_euler_tour tour; /* as pl_shape_number found it */
    uint32_t *depth;    /* of each node: levels above it, the same */
    uint32_t *height;   /* levels below it */
    uint32_t *children; /* how many it has; kept while groups are made */
    uint64_t *mass;     /* people who have it, and those of all below it */
} pl_shaping;

/* Numbers the forest as it is now; names and entries are tops there, which
 * nobody looks at. False: no memory. */
PLEACH_CHECKED bool pl_shape_number(pl_shaping *s);

/* Whether a node is in the forest, and no part of another node. */
static inline bool pl_shape_stands(const pl_shaping *s, uint32_t n)
{
    return s->to->how[n] != PL_SHAPED_NAME && s->to->how[n] != PL_SHAPED_ENTRY;
}

static inline bool pl_shape_is_fixed(const pl_shaping *s, uint32_t n)
{
    return n < s->forest->count && s->forest->fixed != NULL &&
           s->forest->fixed[n] != 0;
}

/* Whether nobody has a node, so that nothing can join it. */
static inline bool pl_shape_is_bare(const pl_shaping *s, uint32_t n)
{
    return n >= s->forest->count ||
           (s->forest->bare != NULL && s->forest->bare[n] != 0);
}

/* How many people have a node. */
static inline uint32_t pl_shape_people(const pl_shaping *s, uint32_t n)
{
    return pl_shape_is_bare(s, n) ? 0 : pl_holders(s->forest->said, n);
}

/* Who would be missed least comes first, it and all below it being counted by
 * the people who have it. The lower half is free for a number. */
static inline uint64_t pl_shape_thinness(const pl_shaping *s, uint32_t n)
{
    return (s->mass[n] < PL_NONE ? s->mass[n] : PL_NONE) << 32;
}

/* Whether two names have the same words, in any order and number. */
bool pl_shape_is_alike(const pl_shaping *s, uint32_t a, uint32_t b);

/* Joins a node with the one above it: a further name where both have the
 * same words, else an entry. */
void pl_shape_join(pl_shaping *s, uint32_t n, uint32_t above);

/* The stages. */
PLEACH_CHECKED bool pl_shape_tops(pl_shaping *s);
PLEACH_CHECKED bool pl_shape_levels(pl_shaping *s);
PLEACH_CHECKED bool pl_shape_children(pl_shaping *s);

/* Groups what is below a node, or on top (PL_NONE), until no more than
 * range->most are left, if that can be. */
PLEACH_CHECKED bool pl_shape_group(pl_shaping *s, uint32_t above,
                                   const uint32_t *children, size_t count,
                                   const pl_range *range);

#endif
