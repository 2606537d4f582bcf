/* kernel_wide.c: the sweeps with the vectors of newer x86 processors. */
/* SPDX-License-Identifier: MIT */
#include "messages/messages.h"

#if defined(__x86_64__) && !defined(PL_DOUBLE)
#define PL_LANE_BYTES 32
#define PL_LANE_AVX2
#define PL_LANE_TARGET __attribute__((target("avx2")))
#include "messages/kernel.h"

PL_LANE_TARGET void pl_iterate_wide(pl_messages *m, uint32_t block,
                                    pl_block_scratch *d, uint32_t count,
                                    bool ahead)
{
    if (m->width[block] > 0)
        iterate_block(m, block, d, count, ahead, true);
    else
        iterate_block(m, block, d, count, ahead, false);
}
#else
void pl_iterate_wide(pl_messages *m, uint32_t block, pl_block_scratch *d,
                     uint32_t count, bool ahead)
{
    pl_iterate_narrow(m, block, d, count, ahead);
}
#endif
