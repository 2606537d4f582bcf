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
} pl_support;

static inline uint32_t pl_all_voices(const pl_support *support)
{
    return support->said + support->implied;
}

/* Whether so many disagree about a child's place that nobody is right: an edge
 * needs a fifth of all voices but three. */
static inline bool pl_is_outnumbered(const pl_statements *statements,
                                     uint32_t child, const pl_support *support)
{
    uint64_t all =
        (uint64_t)PL_EDGE_SHARE * pl_all_voices(support) + PL_EDGE_FEW;
    return all <= statements->total[child];
}

/* In hundredths of hundredths: a share of a share is exact, too. */
int64_t pl_weight_of(const pl_support *support);
/* What being a top weighs for a cluster, likewise. */
int64_t pl_weight_of_top(const pl_statements *statements, uint32_t cluster);

typedef struct pl_weighing {
    const pl_statements *s;
    const pl_euler_tour
        *forest;       /* NULL: there is none yet, and nothing implied */
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

/* Fills weighing->support for the statements about a child. */
void pl_weigh_child(pl_weighing *weighing, uint32_t child);

#endif
