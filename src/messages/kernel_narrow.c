/* kernel_narrow.c: the sweeps with the vectors that every machine has. */
/* SPDX-License-Identifier: MIT */
#define PL_LANE_BYTES 16
#define PL_LANE_TARGET
#include "messages/kernel.h"

void pl_iterate_narrow(pl_messages *m, uint32_t block, pl_block_scratch *d,
                       uint32_t count, bool ahead)
{
    if (m->width[block] > 0)
        iterate_block(m, block, d, count, ahead, true);
    else
        iterate_block(m, block, d, count, ahead, false);
}
