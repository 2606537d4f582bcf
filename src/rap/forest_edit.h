/* forest_edit.h: a valid clustering that can be changed, and changed back.
 *
 * Clusters have ids of their own, apart from their exemplar, so that changing
 * that leaves the links between clusters alone. Three
 * primitive changes, each constant in time and written to a journal, are all
 * there is; moves are built from them and undone by walking the journal
 * backwards. Between moves a forest always satisfies I, E, F and T. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_FOREST_EDIT_H
#define PL_FOREST_EDIT_H

#include "rap/assignment.h"

typedef struct pl_change {
    enum { PL_CHANGE_MEMBER, PL_CHANGE_EXEMPLAR, PL_CHANGE_ABOVE } what;
    uint32_t who; /* a slot, or a cluster for exemplar and above */
    uint32_t was;
    double worth; /* of a member, before */
} pl_change;

typedef struct pl_forest {
    const pleach_affinity *affinity;
    /* Per slot. */
    uint32_t *cluster;
    /* Members of a cluster, a list, leaves first; the last member comes before
     * the first, so that either end is at hand. */
    uint32_t *next, *previous;
    double *worth;  /* S(i, exemplar of its cluster) */
    uint8_t *leads; /* whether it is that exemplar itself */
    /* Per cluster. */
    uint32_t *head; /* a leaf if there is one; PL_NONE: empty */
    uint32_t *exemplar;
    uint32_t *above; /* its parent cluster; PL_NONE: no leaves */
    uint32_t *size, *leaves;
    uint32_t *strangers; /* members that do not know the exemplar */
    /* Clusters that are or were empty. */
    PL_LIST(uint32_t) spare;
    uint8_t *is_spare;
    PL_LIST(pl_change) journal;
    double net;       /* sum of worth */
    uint64_t steps;   /* pairs and members looked at: the work done,
                         counted so that budgets need no clock */
    uint64_t changes; /* members that moved or got another exemplar,
                         there or back: work too */
    pl_arena *arena;  /* once it fails, nothing is kept any more */
} pl_forest;

/* From an assignment that satisfies all constraints. */
PLEACH_CHECKED pleach_status pl_forest_start(pl_forest *forest, pl_arena *arena,
                                             const pleach_affinity *affinity,
                                             const uint32_t *exemplar,
                                             pleach_error *error);
/* The exemplar of every slot. */
void pl_forest_read(const pl_forest *forest, uint32_t *exemplar);

/* The primitives. A member that moves is worth S(i, exemplar) of where it goes;
 * 0 while that pair is not stored, which a finished move must not leave. */
void pl_forest_move(pl_forest *forest, uint32_t slot, uint32_t cluster);
void pl_forest_set_exemplar(pl_forest *forest, uint32_t cluster,
                            uint32_t exemplar);
void pl_forest_put_above(pl_forest *forest, uint32_t cluster, uint32_t above);

/* An empty cluster's id. */
uint32_t pl_forest_spare(pl_forest *forest);

/* Asserts that lists, counts, exemplars and the sum agree with each other. */
void pl_forest_check(const pl_forest *forest);

/* Marks a point to come back to; undo returns to it, exactly. */
static inline size_t pl_forest_mark(const pl_forest *forest)
{
    return forest->journal.count;
}
void pl_forest_undo(pl_forest *forest, size_t mark);

/* Whether `cluster` lies at or above `below` in the forest, so many levels at
 * most: circles of many thousand edges make longer ways up. */
#define PL_LONGEST_WAY 1024
bool pl_forest_is_above(const pl_forest *forest, uint32_t cluster,
                        uint32_t below);
/* The same, or it might, further up: a move that asks is not made then. */
bool pl_forest_may_be_above(const pl_forest *forest, uint32_t cluster,
                            uint32_t below);

static inline bool pl_is_leaf_slot(const pleach_affinity *affinity,
                                   uint32_t slot)
{
    return affinity->slot_parent[slot] != PL_NONE;
}

static inline bool pl_forest_is_exemplar(const pl_forest *forest, uint32_t slot)
{
    return forest->leads[slot];
}

#endif
