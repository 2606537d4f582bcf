/* threads.h: how many threads the system lets this process have. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include "options.h"

/* Reserved for the stack of each thread. Nothing recurses on data, so little
 * of it is ever used; clang's OpenMP insists on its own size. */
#ifdef __clang__
#define THREAD_STACK_BYTES (4 << 20)
#else
#define THREAD_STACK_BYTES (1 << 20)
#endif

/* Takes fewer threads than were asked for, and says so, where the system does
 * not allow as many. Returns how many there will be. */
uint32_t threads_settle(cli_options *options);

#endif
