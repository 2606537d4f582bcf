/* jobs.h: work that waits for a thread, first come first served. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_JOBS_H
#define SERVE_JOBS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct jobs jobs;

/* Starts the threads; NULL: the system does not let it. */
jobs *jobs_start(size_t threads);
/* False: there is too much to do already, or it is ending. */
bool jobs_add(jobs *to, void (*run)(void *context), void *context);
/* Does what waits and ends the threads; from now on nothing is taken. */
void jobs_end(jobs *ended);
void jobs_free(jobs *freed);

#endif
