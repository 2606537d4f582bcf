/* statements.h: what people said about where clusters belong.
 *
 * A leaf is a statement: its cluster belongs below the cluster of its root. A
 * person has one VOICE about a child and a parent, however many of their nodes
 * say it. A statement about a cluster and itself says nothing. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STATEMENTS_H
#define PL_STATEMENTS_H

#include "same/affinity.h"

typedef struct pl_statements {
    uint32_t count; /* clusters */
    /* Those about cluster c are first[c] .. first[c + 1], by parent. */
    uint32_t *first; /* count + 1 */
    uint32_t *parent;
    uint32_t *voices;
    uint8_t *declared; /* somebody gave one thing this parent and another */
    /* Who made statement k: people[said_by[k]] .. people[said_by[k + 1]],
     * ascending; and whether they said it of a node with children. */
    uint32_t *said_by;
    uint32_t *people;
    uint8_t *knows;
    /* Per cluster. */
    uint32_t *total;     /* voices about its parent, all together */
    uint32_t *children;  /* clusters that somebody put below it */
    uint32_t *tops;      /* people who have it on top, and nowhere else */
    uint32_t *deep_tops; /* people who have it on top of levels below levels,
                            be it elsewhere as well */
    uint8_t *branch;     /* somebody has it with children */
    /* Who has a node in c: holder[held_by[c]] .. holder[held_by[c + 1]],
     * ascending. */
    uint32_t *held_by; /* count + 1 */
    uint32_t *holder;
} pl_statements;

/* What is said where slot i lies in cluster[i], of `count` clusters. Takes
 * arrays from `arena`. Time near linear in the slots. */
PLEACH_CHECKED pleach_status pl_statements_gather(
    pl_statements *statements, pl_arena *arena, const pleach_affinity *affinity,
    const uint32_t *cluster, uint32_t count, pleach_error *error);

/* The root of a whole hierarchy, which nobody put below anything. */
bool pl_slot_is_top(const pleach_affinity *affinity, uint32_t slot);

/* How many people have a node in a cluster. */
static inline uint32_t pl_holders(const pl_statements *statements,
                                  uint32_t cluster)
{
    return statements->held_by[cluster + 1] - statements->held_by[cluster];
}

/* Whether somebody has a node in a cluster. */
bool pl_has_node(const pl_statements *statements, uint32_t person,
                 uint32_t cluster);

#endif
