/* kernel_widest.c: the sweeps with the longest vectors of x86 processors. */
/* SPDX-License-Identifier: MIT */
#include "messages/messages.h"

#if defined(__x86_64__) && !defined(PL_DOUBLE)
#define PL_LANE_BYTES 64
#define PL_LANE_AVX512
#define PL_LANE_TARGET __attribute__((target("avx512f")))
#include "messages/kernel.h"

PL_LANE_TARGET void pl_iterate_widest(pl_messages *m, uint32_t block,
                                      pl_block_scratch *d, uint32_t count,
                                      bool ahead)
{
    if (m->width[block] > 0)
        iterate_block(m, block, d, count, ahead, true);
    else
        iterate_block(m, block, d, count, ahead, false);
}
#else
void pl_iterate_widest(pl_messages *m, uint32_t block, pl_block_scratch *d,
                       uint32_t count, bool ahead)
{
    pl_iterate_narrow(m, block, d, count, ahead);
}
#endif
