/* moves.h: changes of a weave that keep it valid, each tried and kept only
 * if it gains. Time in proportion to what a move touches. */
#ifndef PL_MOVES_H
#define PL_MOVES_H

#include "clusters/weave.h"

/* A weave with the scratch lists that moves need. */
typedef struct pl_mover {
    pl_weave weave;
    float *highest;             /* per slot: the best it can become worth */
    PL_LIST(uint32_t) members;  /* of the cluster being taken apart */
    /* What a change leaves to be put right, see put_right in moves.c. */
    PL_LIST(uint32_t) moved_roots; /* whose children must be looked after */
    PL_LIST(uint32_t) leaderless;  /* clusters whose leader may have left */
    PL_LIST(uint32_t) loose;       /* leaves that look for a better place */
    PL_LIST(uint32_t) parents;  /* clusters whose children may merge */
    PL_LIST(uint32_t) arrivals; /* roots new in a large cluster, the same */
    PL_LIST(uint64_t) children; /* block << 32 | cluster, below one cluster */
    PL_LIST(uint32_t) rivals;   /* clusters to try */
} pl_mover;

PLEACH_CHECKED pleach_status pl_mover_start(pl_mover *mover, pl_arena *arena,
                                            const pleach_affinity *affinity,
                                            const uint32_t *exemplar,
                                            pleach_error *error);
void pl_mover_end(pl_mover *mover);

/* A gain below this is rounding, not a gain. */
#define PL_LEAST_GAIN 1e-9

/* Each tries one kind of move and says whether it gained; if not, nothing
 * has changed. */

/* A leaf joins the best cluster that its parent allows. */
bool pl_try_leaf(pl_mover *mover, uint32_t leaf);
/* A root changes cluster, and its leaves follow, join others or part. */
bool pl_try_root(pl_mover *mover, uint32_t root);
/* Another member leads the cluster. */
bool pl_try_leader(pl_mover *mover, uint32_t cluster);
/* Two clusters become one, and so do their children where that gains. */
bool pl_try_merge(pl_mover *mover, uint32_t cluster);
/* The members that prefer another one of them leave with it. */
bool pl_try_split(pl_mover *mover, uint32_t cluster);
/* A leaf joins a cluster that a loop forbids; the loop breaks elsewhere. */
bool pl_try_reroute(pl_mover *mover, uint32_t leaf);

/* Clusters of more nodes than this, children included, are left in peace by
 * shaking and when its effects are followed. */
enum { PL_LARGEST_SHAKEN = 48 };

/* A change for its own sake, to leave a local optimum: depending on chance,
 * the slot's cluster is merged with another that it knows, or it is dissolved,
 * alone or together with a rival or with the cluster above. Always valid.
 * Nothing happens where the clusters are large. */
void pl_shake(pl_mover *mover, uint32_t slot, uint64_t chance);

#endif
