/* memory.h: how much memory a run may take, and what to say when it is gone. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include "options.h"

/* Sees to it that this process gets no more memory than --max-memory says, or
 * than 80 % of what is available where `usual` is set. Says so, and returns
 * EXIT_SYSTEM, when that is less than so many threads begin with. */
int memory_limit(const cli_options *options, uint32_t threads, bool usual);

/* How much may still be taken, in bytes; 0: there is no limit. */
uint64_t memory_left(void);

/* What to add to the sentence about memory: "" without a limit. */
void memory_explain(char *to, size_t room);

#endif
