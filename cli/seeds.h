/* seeds.h: the seeds that a comparison was asked for. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_SEEDS_H
#define CLI_SEEDS_H

#include "options.h"

/* Start from all zeros. */
typedef struct cli_seeds {
    char **terms; /* the file's first, then those of --seed */
    size_t count, room;
} cli_seeds;

/* Gathers --seeds and --seed. Returns an exit code; release is due either
 * way. */
int seeds_gather(cli_seeds *seeds, const cli_options *options);
void seeds_release(cli_seeds *seeds);

#endif
