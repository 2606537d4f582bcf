/* checkpoint_validate.h: whether numbers that were restored can be.
 *
 * A checkpoint is under checksums, but anybody can compute those. What is used
 * as an index, a count or a flag is looked at before it is used. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHECKPOINT_VALIDATE_H
#define PL_CHECKPOINT_VALIDATE_H

#include "affinity/affinity.h"

/* One byte, 0 or 1. A bool that is anything else may not even be read. */
bool pl_valid_flags(const void *flags, size_t count);

/* Finite, and not so large that some of them together are not. */
bool pl_valid_numbers(const float *numbers, uint64_t count);

/* Another slot of the same block, or the slot itself. */
bool pl_valid_slot(const pleach_affinity *affinity, uint32_t slot,
                   uint32_t other);

#endif
