/* shortcuts.h: what people who left a level out say about the longer path.
 *
 * Whoever puts c below a does not speak against c below p, where p is below a:
 * they left p out. What their voice adds to the longer path depends on what
 * they know, and on whether somebody has that path as a whole. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SHORTCUTS_H
#define PL_SHORTCUTS_H

#include "placing/lineage.h"
#include "placing/statements.h"

/* Whether somebody has a path as a whole that others leave a level out of, and
 * below what it begins: what nobody puts below anything, or a level of others.
 */
typedef enum pl_refinement {
    PL_NOT_REFINED,
    PL_REFINED_FROM_TOP,
    PL_REFINED
} pl_refinement;

typedef struct pl_shortcuts {
    const pl_statements *s;
    const pl_lineage *forest; /* of the round before */
    double each;              /* what a voice adds, as a rule */
    uint8_t *refined;         /* per statement: a pl_refinement */
    uint64_t *entered; /* a child's statements by where the forest has their
                          parents */
    uint32_t *open;    /* those of them that one is below */
} pl_shortcuts;

/* Room for all statements. False: no memory. */
PLEACH_CHECKED bool pl_shortcuts_take(pl_shortcuts *shortcuts, pl_arena *arena);

/* Adds to the weights of the statements about a child what those about
 * something above their parents are worth to them. */
void pl_shortcuts_add(pl_shortcuts *shortcuts, double *weight, uint32_t child);

/* What the voices that put `child` below `above` add to its place below
 * `parent`, which is below `above`, where one of them adds `each`, at most 1.
 * Thorough people who do not have that level add more, and those who have it
 * add nothing. */
double pl_shortcut_weight(const pl_statements *statements, uint32_t child,
                          uint32_t parent, uint32_t above, double each);

#endif
