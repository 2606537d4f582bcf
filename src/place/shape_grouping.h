/* shape_grouping.h: siblings while too many of them are put below what they
 * have in common (shape_groups.c), and what is left of them (shape_rest.c). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SHAPE_GROUPING_H
#define PL_SHAPE_GROUPING_H

#include "place/shape_work.h"

/* What became of a child: it is below another one by now, or others are below
 * it. */
enum { PL_CHILD_GONE = 1, PL_CHILD_HOLDS = 2 };

/* A part of somebody's name. */
typedef struct pl_group_name {
    const pl_name_word *words;
    uint32_t count;
    const char *text;
    size_t length;
} pl_group_name;

/* A child has a word, or is put below another node by somebody (BY_PEOPLE). */
typedef struct pl_feature {
    uint32_t what;
    uint32_t child; /* its place among the siblings */
    uint32_t weight;
    bool whole; /* it is called by this word alone: others go below it */
} pl_feature;

/* What several have in common: features first .. end. */
typedef struct pl_common {
    size_t first, end;
    bool tried;
} pl_common;

typedef struct pl_grouping {
    pl_shaping *s;
    uint32_t above; /* PL_NONE: these are tops */
    uint32_t depth; /* of it, as it is now */
    const pl_range *range;
    const uint32_t *child; /* the siblings */
    size_t count;
    size_t movable;         /* the first so many may be put below others */
    size_t standing;        /* siblings and groups that are left */
    uint8_t *placed;        /* by child */
    PL_LIST(uint32_t) made; /* groups */
    PL_LIST(pl_feature) features;
    PL_LIST(pl_common) commons;
    PL_LIST(uint32_t) taken; /* children for one group, by their places */
} pl_grouping;

/* Whether there are levels enough for so many more above a child. */
static inline bool pl_has_levels(const pl_grouping *g, uint32_t height,
                                 uint32_t more)
{
    uint32_t most = g->s->shape->levels.most;
    return most == 0 || g->above == PL_NONE ||
           (uint64_t)g->depth + 1 + more + height + 1 <= most;
}

/* Whether a child may go so many levels deeper. */
static inline bool pl_may_sink(const pl_grouping *g, uint32_t child,
                               uint32_t levels)
{
    uint32_t n = g->child[child];
    return child < g->movable && g->placed[child] == 0 &&
           !pl_shape_is_fixed(g->s, n) &&
           pl_has_levels(g, g->s->height[n], levels);
}

/* Whether neither the node above is called so, nor one beside. */
bool pl_is_group_name_free(const pl_grouping *g, const char *name);

/* Puts all that are taken into a new group, if its name is free. `is` is NULL
 * where the name says nothing of them. */
void pl_make_group(pl_grouping *g, const char *name, const pl_group_name *is,
                   double covers);

/* What has nothing in common with others, as far as there are too many: one
 * group, or as many as the alphabet parts it into. What even these do not hold
 * is left, the thinnest first. */
void pl_group_rest(pl_grouping *g);

/* What is still too many becomes entries of the node above that somebody has,
 * with all that is below it. */
void pl_make_entries(pl_grouping *g);

#endif
