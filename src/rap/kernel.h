/* kernel.h: the iterations of a block, once for each width of vectors. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_KERNEL_H
#define PL_KERNEL_H

#include "rap/messages.h"

/* Only the first is there on every machine, and for doubles;
 * PL_NO_WIDE_KERNELS leaves it at that (tests/attack/matrix). */
#if defined(__x86_64__) && !defined(PL_DOUBLE) && !defined(PL_NO_WIDE_KERNELS)
#define PL_WIDE_KERNELS
#endif

/* The ways to iterate with vectors of 16 and of 32 bytes, bit for bit the
 * same. */
void pl_iterate_narrow(pl_messages *messages, uint32_t block,
                       pl_block_scratch *scratch, uint32_t count, bool ahead);
void pl_iterate_wide(pl_messages *messages, uint32_t block,
                     pl_block_scratch *scratch, uint32_t count, bool ahead);

#endif
