/* shape.h: a forest made to measure: so many tops, levels and children.
 *
 * A forest as people left it goes in, and comes out with each node in one of
 * these places; none is lost:
 *
 *     parse     "tops=10..20,levels=5,children=3..20"        shape_ask.c
 *     tops      thin ones go below a broader concept, the    shape_tops.c
 *               others into groups
 *     levels    a level that says least joins the one above  shape_levels.c
 *               it: exact, by dynamic programming
 *     groups    too many children go below what they have    shape_groups.c
 *               in common
 *     price     statements that the forest held before and   shape_work.c
 *               does not hold now; which ranges are not met
 *
 * Words of names are read once (same/name_words.c). The same for any order of
 * the input, as long as nodes are numbered so. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SHAPE_H
#define PL_SHAPE_H

#include "base/memory.h"
#include "place/statements.h"

/* From least to most; most 0: as many as there are. */
typedef struct pl_range {
    uint32_t least, most;
} pl_range;

typedef struct pl_shape {
    pl_range tops, levels, children;
} pl_shape;

/* Reads a shape; PLEACH_BAD_USAGE and a sentence for what is none. */
PLEACH_CHECKED pleach_status pl_shape_read(pl_shape *shape, const char *text,
                                           pleach_error *error);

/* What was done with a node. */
typedef enum pl_shaped {
    PL_SHAPED_NOT,
    PL_SHAPED_NAME,    /* it is a further name of the node above it */
    PL_SHAPED_ENTRY,   /* it is an entry of the node above it */
    PL_SHAPED_GROUP,   /* nobody has it: it was made */
    PL_SHAPED_GROUPED, /* it was put into such a group */
    PL_SHAPED_MOVED    /* it was put below another node */
} pl_shaped;

/* "name" and so on, as in files; NULL for not. */
const char *pl_shaped_word(pl_shaped how);

/* A forest to be shaped; all arrays are the caller's. */
typedef struct pl_unshaped {
    uint32_t count;
    const uint32_t *parent; /* PL_NONE: a top */
    const char *const *name;
    const uint8_t *fixed; /* it stays, and where it is; NULL: none is */
    const uint8_t *bare;  /* nobody has it: nothing can join it; NULL: none */
    /* Who says what; of it first, parent, voices, tops and held_by are used. */
    const pl_statements *said;
    const char *language;
} pl_unshaped;

enum { PL_UNMET_TEXT = 512 };

/* Nodes from the forest's count on are groups, in the order made. */
typedef struct pl_reshaped {
    uint32_t count;
    uint32_t *parent;  /* of a name or an entry: the node that it joined */
    uint8_t *how;      /* pl_shaped */
    const char **name; /* of all */
    float *covers;     /* of groups: the share of children that have the words
                          of its name; 0: its name says that they have none */
    uint64_t statements, set_aside;
    char unmet[PL_UNMET_TEXT]; /* sentences; "": all ranges are met */
} pl_reshaped;

/* Takes arrays and texts from `arena`. Near linear in nodes, levels and most
 * children. */
PLEACH_CHECKED pleach_status pl_reshape(pl_reshaped *to, pl_arena *arena,
                                        const pl_unshaped *forest,
                                        const pl_shape *shape,
                                        pleach_error *error);

#endif
