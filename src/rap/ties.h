/* ties.h: the tiny, fixed preference that decides between equals. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TIES_H
#define PL_TIES_H

#include "base/hash.h"
#include "same/affinity.h"

/* As a share of the largest similarity, which is 1. It has to survive the
 * rounding of single precision. */
#define PL_TIE_BREAK 1e-4

/* Differs between (i, j) and (j, i): a symmetric one leaves two nodes that
 * could stand for each other undecided. */
static inline double pl_tie_break(const pleach_affinity *affinity, uint32_t i,
                                  uint32_t j)
{
    uint64_t hash =
        pl_hash_pair(affinity->slot_identity[i], affinity->slot_identity[j]);
    return PL_TIE_BREAK * pl_hash_unit(hash);
}

#endif
