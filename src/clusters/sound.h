/* sound.h: whether numbers that were restored can be.
 *
 * A checkpoint is under checksums, but anybody can compute those. What is used
 * as an index, a count or a flag is looked at before it is used. */
#ifndef PL_SOUND_H
#define PL_SOUND_H

#include "clusters/record.h"

/* One byte, 0 or 1. A bool that is anything else may not even be read. */
bool pl_sound_flags(const void *flags, size_t count);

/* Finite, and not so large that some of them together are not. */
bool pl_sound_numbers(const float *numbers, uint64_t count);

/* Another slot of the same block, or the slot itself. */
bool pl_sound_slot(const pleach_affinity *affinity, uint32_t slot,
                   uint32_t other);

/* Without `any`, nothing has been found yet. */
bool pl_sound_outcome(const pl_outcome *outcome,
                      const pleach_affinity *affinity, uint32_t max_iterations,
                      bool any);
bool pl_sound_record(const pl_record *record, uint32_t max_iterations);

#endif
