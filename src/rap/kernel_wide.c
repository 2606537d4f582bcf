/* kernel_wide.c: the sweeps with the vectors of newer x86 processors. */
/* SPDX-License-Identifier: MIT */
#include "rap/kernel.h"

#ifdef PL_WIDE_KERNELS
#define PL_KERNEL_NAME pl_iterate_wide
#define PL_LANE_BYTES 32
#define PL_LANE_AVX2
#define PL_LANE_TARGET __attribute__((target("avx2")))
#include "rap/kernel_block.h"
#endif
