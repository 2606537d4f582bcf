/* statements.h: what people said about where clusters belong.
 *
 * A leaf is a statement: its cluster belongs below the cluster of its root. A
 * person has one VOICE about a child and a parent, however many of their nodes
 * say it. A statement about a cluster and itself says nothing. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STATEMENTS_H
#define PL_STATEMENTS_H

#include "affinity/affinity.h"

typedef struct pl_statements {
    uint32_t count; /* clusters */
    /* Those about cluster c are first[c] .. first[c + 1], by parent. */
    uint32_t *first; /* count + 1 */
    uint32_t *parent;
    uint32_t *voices;
    uint8_t *inner;    /* somebody said it of a node with children of its own */
    uint8_t *declared; /* somebody gave one thing this parent and another */
    /* 1: a child's name ends with its parent's (planning system, system), so
     * the names say the same; -1: the other way round; 0: they say nothing. */
    int8_t *named;
    /* Who made statement k: people[said_by[k]] .. people[said_by[k + 1]]. */
    uint32_t *said_by;
    uint32_t *people;
    /* Per cluster. */
    uint32_t *total;    /* voices about its parent, all together */
    uint32_t *speakers; /* people who gave it a parent */
    uint32_t *multiple; /* those of them who gave it several, and not to one
                           thing that their source calls by one id */
    uint32_t *repeated; /* voices of people who gave one thing several, beyond
                           their first */
    uint32_t *children; /* clusters that somebody put below it */
    uint32_t *heads;    /* people who put something below it */
    uint32_t *tops;     /* people who have it on top, and nowhere else */
    /* Those of them who would have known something above it: they put levels
     * below levels there, or have very much, or most people go deep. */
    uint32_t *considered;
    /* Who they are: considerate[considered_by[c]] .. considered_by[c + 1]; and
     * what anybody has on top, person << 32 | cluster, ascending. */
    uint32_t *considered_by; /* count + 1 */
    uint32_t *considerate;
    uint64_t *topped;
    uint32_t topped_count;
    /* Thorough people, who would have put things where they belong if they
     * thought so; and what they, and whoever considered a top, have nodes in.
     */
    uint8_t *thorough; /* per person */
    uint8_t *deep;     /* per person: they have levels below levels */
    uint64_t *known;   /* person << 32 | cluster, ascending, each once */
    uint32_t known_count;
} pl_statements;

/* What is said where slot i lies in cluster[i], of `count` clusters. Takes
 * arrays from `arena`. Time near linear in the slots. */
PLEACH_CHECKED pleach_status pl_statements_gather(
    pl_statements *statements, pl_arena *arena, const pleach_affinity *affinity,
    const uint32_t *cluster, uint32_t count, pleach_error *error);

/* Whether nobody put a cluster below anything. */
static inline bool pl_is_never_below(const pl_statements *statements,
                                     uint32_t cluster)
{
    return statements->speakers[cluster] == 0;
}

/* The first thing that somebody has on top, in `topped`, and whether the k-th
 * there is theirs. */
size_t pl_first_top(const pl_statements *statements, uint32_t person);
bool pl_is_top_of(const pl_statements *statements, size_t k, uint32_t person);

/* Whether somebody has no more than one thing on top. */
static inline bool pl_has_one_top(const pl_statements *statements,
                                  uint32_t person)
{
    return !pl_is_top_of(statements, pl_first_top(statements, person) + 1,
                         person);
}

/* The root of a whole hierarchy, which nobody put below anything. */
bool pl_slot_is_top(const pleach_affinity *affinity, uint32_t slot);

/* Whether somebody who is thorough, or considered a top, has a node in a
 * cluster; of others nothing is known. */
bool pl_is_known(const pl_statements *statements, uint32_t person,
                 uint32_t cluster);

/* The statement that puts `child` below `parent`; PL_NONE: nobody made it. */
uint32_t pl_find_statement(const pl_statements *statements, uint32_t child,
                           uint32_t parent);

/* The voices that put `child` below `parent`. */
uint32_t pl_voices_for(const pl_statements *statements, uint32_t child,
                       uint32_t parent);

#endif
