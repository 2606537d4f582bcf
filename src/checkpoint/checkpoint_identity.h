/* checkpoint_identity.h: what a checkpoint is of, in words and in one number.
 *
 * Another number of threads or processes is the same run; anything that could
 * change the answer is another one. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHECKPOINT_IDENTITY_H
#define PL_CHECKPOINT_IDENTITY_H

#include "affinity/affinity.h"

/* Lines of "what<TAB>how<NEWLINE>". */
typedef char pl_run_identity[2048];

/* Of the nodes, their parents, similarities and preferences: all that is
 * known about the input when clusters are found, and so all that matters. All
 * processes get the same one. */
PLEACH_CHECKED pleach_status pl_run_identity_hash(
    uint64_t *hash, const pleach_affinity *affinity, pleach_error *error);

void pl_run_identity_describe(pl_run_identity text,
                              const pleach_affinity *affinity,
                              const char *solver,
                              const pleach_clusters_options *options,
                              uint64_t hash);

/* PLEACH_BAD_DATA with a sentence about the first difference. */
PLEACH_CHECKED pleach_status pl_run_identity_compare(const pl_run_identity now,
                                                     const pl_run_identity then,
                                                     const char *path,
                                                     pleach_error *error);

#endif
