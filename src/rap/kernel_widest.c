/* kernel_widest.c: the sweeps with the longest vectors of x86 processors. */
/* SPDX-License-Identifier: MIT */
#include "rap/kernel.h"

#ifdef PL_WIDE_KERNELS
#define PL_KERNEL_NAME pl_iterate_widest
#define PL_LANE_BYTES 64
#define PL_LANE_AVX512
#define PL_LANE_TARGET __attribute__((target("avx512f")))
#include "rap/kernel_block.h"
#endif
