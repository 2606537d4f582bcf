/* weights.h: what speaks for each statement, counted in people.
 *
 * Who says it counts; who left a level out says it too, if they do not have
 * that level: whoever puts c below q does not speak against c below p, where p
 * is below q. So what is implied depends on a forest, and placing goes round.
 * docs/method.md, 13, says what each number is good for. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_WEIGHTS_H
#define PL_WEIGHTS_H

#include "place/euler_tour.h"
#include "place/statements.h"
#include "same/constants.h"

/* People for one statement. */
typedef struct pl_support {
    uint32_t said, said_bare; /* all, and those with a bare leaf */
    uint32_t implied, implied_bare;
    uint32_t in_tree; /* who said this or another parent in the same tree */
} pl_support;

static inline uint32_t pl_all_voices(const pl_support *support)
{
    return support->said + support->implied;
}

/* In hundredths of hundredths: a share of a share is exact, too. */
int64_t pl_weight_of(const pl_support *support);
/* What being a top weighs for a cluster, likewise. */
int64_t pl_weight_of_top(const pl_statements *statements, uint32_t cluster);

typedef struct pl_weighing {
    const pl_statements *s;
    const pl_euler_tour
        *forest;       /* NULL: there is none yet, and nothing implied */
    uint32_t *tree;    /* per cluster: the root of its tree */
    uint32_t *here;    /* per tree: voices about the child at hand */
    int at_home;       /* how likely a concept has a place in one tree */
    uint8_t *leaving;  /* per person: they put the child at hand above
                          the parent at hand; 2: and know it */
    uint32_t *left_by; /* who they are */
    uint32_t left_count;
    uint64_t
        *entered; /* a child's statements as the forest has their parents */
    struct pl_opened *open; /* those of them that one is below */
    pl_support *support;    /* of the child's statements, in their order */
} pl_weighing;

/* Room for all statements, among `people`. False: no memory. */
PLEACH_CHECKED bool pl_weighing_take(pl_weighing *weighing, pl_arena *arena,
                                     const pl_statements *statements,
                                     uint32_t people);

/* What the forest implies is counted from now on. */
void pl_weighing_enter(pl_weighing *weighing, const pl_euler_tour *forest);

/* Whether people disagree so much about a child that it is likelier to have no
 * place, or none in the tree of this statement's parent, than that one. */
bool pl_is_outnumbered(const pl_weighing *weighing, uint32_t child,
                       const pl_support *support);

/* Fills weighing->support for the statements about a child. */
void pl_weigh_child(pl_weighing *weighing, uint32_t child);

#endif
