/* crew.h: the ranks of this run as the crew of a command. */
/* SPDX-License-Identifier: MIT */
#ifndef MPI_CREW_H
#define MPI_CREW_H

#include "../cli/crew.h"
#include "../cli/options.h"
#include "exchange.h"

/* Once MPI has begun. What goes wrong from here on is kept until it is known
 * who says it. Returns whether this is the process that prints. */
bool crew_begin(void);

/* All of them go on with the exit code of the first that has one. */
int crew_settle(int code);

/* Whether all of them have this number. One that has 0 does not count. */
bool crew_has_same(uint64_t number);

/* Returns an exit code. There is one crew at a time, up to crew_end. */
int crew_gather(cli_crew *crew);

/* The processors that are left to each of the ranks on this machine. */
uint32_t crew_threads(void);

/* Ends this process. When the others cannot know why, it ends them too. */
int crew_end(int code);

#endif
