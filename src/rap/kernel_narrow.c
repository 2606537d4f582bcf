/* kernel_narrow.c: the sweeps with the vectors that every machine has. */
/* SPDX-License-Identifier: MIT */
#define PL_KERNEL_NAME pl_iterate_narrow
#define PL_LANE_BYTES 16
#define PL_LANE_TARGET
#include "rap/kernel_block.h"
