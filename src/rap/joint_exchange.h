/* joint_exchange.h: joint messages between leaves and roots in different
 * processes.
 *
 * A leaf's entries are where its block is, and so are a root's. Where the two
 * processes differ, the leaf's row for its parent (up) and the parent's answer
 * (down) travel; rows that are as they were do not. Without other processes
 * there is no border, and nothing here does anything. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JOINT_EXCHANGE_H
#define PL_JOINT_EXCHANGE_H

#include "rap/choice_exchange.h"
#include "rap/joint.h"

/* Once the joint messages are started: sets their seams up, from `arena`. */
PLEACH_CHECKED pleach_status pl_joint_exchange_make(pl_joint *joint,
                                                    pl_arena *arena,
                                                    pleach_error *error);

/* Around the sending of all roots: first the leaves' rows go to their roots,
 * then come the answers, and the leaves use them. */
PLEACH_CHECKED pleach_status pl_joint_exchange_before(pl_joint *joint,
                                                      pleach_error *error);
PLEACH_CHECKED pleach_status pl_joint_exchange_after(pl_joint *joint,
                                                     pleach_error *error);

/* Makes `happened` what happened in all processes. */
PLEACH_CHECKED pleach_status pl_joint_exchange_add_up(
    const pl_joint *joint, pl_iteration_counts *happened, pleach_error *error);

/* Gives everybody the numbers of all slots; size 4 each. */
PLEACH_CHECKED pleach_status pl_joint_exchange_fill(const pl_joint *joint,
                                                    void *items,
                                                    pleach_error *error);

#endif
