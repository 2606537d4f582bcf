/* moves.h: changes of a forest that keep it valid, each tried and kept only
 * if it gains. Time in proportion to what a move touches. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MOVES_H
#define PL_MOVES_H

#include "rap/move_parts.h"

/* Each tries one kind of move and says whether it gained; if not, nothing
 * has changed. */

/* A leaf joins the best cluster that its parent allows. */
bool pl_try_leaf(pl_mover *mover, uint32_t leaf);
/* A root changes cluster, and its leaves follow, join others or part. */
bool pl_try_root(pl_mover *mover, uint32_t root);
/* Another member leads the cluster. */
bool pl_try_exemplar(pl_mover *mover, uint32_t cluster);
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
