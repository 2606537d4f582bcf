/* threads.h: how many threads the system lets this process have. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include "options.h"

/* Takes fewer threads than were asked for, and says so, where the system does
 * not allow as many. */
void threads_settle(cli_options *options);

#endif
