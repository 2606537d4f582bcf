/* checkpoint_validate.c: looks at flags, numbers and slots that were restored.
 */
/* SPDX-License-Identifier: MIT */
#include "checkpoint/checkpoint_validate.h"

#include <math.h>

/* Messages are sums of similarities of at most 1, fewer than there can be
 * nodes, and of single preferences, which are at most a million. */
static const float LARGEST = 1e10f;

bool pl_valid_flags(const void *flags, size_t count)
{
    const unsigned char *at = flags;
    for (size_t k = 0; k < count; k++)
        if (at[k] > 1)
            return false;
    return true;
}

bool pl_valid_numbers(const float *numbers, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++)
        if (!(fabsf(numbers[k]) <= LARGEST))
            return false;
    return true;
}

bool pl_valid_slot(const pleach_affinity *a, uint32_t slot, uint32_t other)
{
    return other < a->slot_count && a->slot_block[other] == a->slot_block[slot];
}
