/* sweep.h: what "pleach grow" does with --sweep. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_SWEEP_H
#define CLI_SWEEP_H

#include "options.h"

/* Returns an exit code. The input has been checked. */
int sweep_run(const cli_options *options);

#endif
