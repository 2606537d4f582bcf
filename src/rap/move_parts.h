/* move_parts.h: the pieces that moves are made of.
 *
 * A move changes the forest, notes what that may have upset (roots whose
 * children must follow, clusters without an exemplar, leaves that stand alone),
 * and has it put right. Then it is kept or undone. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MOVE_PARTS_H
#define PL_MOVE_PARTS_H

#include "rap/forest_edit.h"

/* A forest with the scratch lists that moves need. */
typedef struct pl_mover {
    pl_forest forest;
    float *highest;            /* per slot: the best it can become worth */
    PL_LIST(uint32_t) members; /* of the cluster being taken apart */
    /* What a change leaves to be put right, see pl_put_right. */
    PL_LIST(uint32_t) moved_roots; /* whose children must be looked after */
    PL_LIST(uint32_t)
    without_exemplar;           /* clusters whose exemplar may have left */
    PL_LIST(uint32_t) loose;    /* leaves that look for a better place */
    PL_LIST(uint32_t) parents;  /* clusters whose children may merge */
    PL_LIST(uint32_t) arrivals; /* roots new in a large cluster, the same */
    PL_LIST(uint64_t) children; /* block << 32 | cluster, below one cluster */
    PL_LIST(uint32_t) rivals;   /* clusters to try */
} pl_mover;

PLEACH_CHECKED pleach_status pl_mover_start(pl_mover *mover, pl_arena *arena,
                                            const pleach_affinity *affinity,
                                            const uint32_t *exemplar,
                                            pleach_error *error);

/* A gain below this is rounding, not a gain. */
#define PL_LEAST_GAIN 1e-9

/* Keeps what was done since `mark` if it gained over `before`, else undoes
 * it. */
bool pl_conclude(pl_mover *mover, size_t mark, double before);

/* After members left: a cluster without leaves has nothing above it. */
void pl_settle_cluster(pl_forest *forest, uint32_t cluster);

/* The member that would be the best exemplar; of equals the one with the least
 * identity. */
uint32_t pl_best_exemplar(pl_forest *forest, uint32_t cluster);

/* Moves a slot into an empty cluster of its own. */
void pl_stand_alone(pl_forest *forest, uint32_t slot);
/* The same, noting what follows from it for pl_put_right. */
void pl_cast_off(pl_mover *mover, uint32_t slot);

/* Whether a leaf with its parent in `parent` may join `cluster`; joining it;
 * and the best cluster it may join other than its own, PL_NONE when none is
 * worth more than `at_least`. */
bool pl_leaf_may_join(const pl_forest *forest, uint32_t cluster,
                      uint32_t parent);
void pl_join_leaf(pl_forest *forest, uint32_t leaf, uint32_t cluster);
uint32_t pl_best_place(pl_forest *forest, uint32_t leaf, double at_least);

/* Works off everything that has been noted, until all constraints hold. */
void pl_put_right(pl_mover *mover);

/* -------------------------------------------------------------- rivals -- */

/* Fills mover->rivals: clusters whose exemplar a slot knows, not its own. */
void pl_list_rivals(pl_mover *mover, uint32_t slot);

/* More candidates than this are not tried in one go: the most promising are. */
enum { PL_MOST_RIVALS = 12 };
/* In a cluster of more members than this not everyone is asked to lead, and
 * moves are tried only where a cheap look at them promises something. */
enum { PL_MOST_ASKED = 64 };
/* Trying to merge two clusters of more members than this costs too much to be
 * done for every child. */
enum { PL_LARGE_CLUSTER = 512 };

typedef struct pl_ranked {
    double promise;
    uint64_t identity; /* decides between equals */
    uint32_t cluster;
} pl_ranked;

/* Keeps the best few of a running list, which has room for PL_MOST_RIVALS. */
void pl_rank_rival(pl_ranked *list, uint32_t *count, pl_ranked fresh);

#endif
