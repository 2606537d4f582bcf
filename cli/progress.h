/* progress.h: one line on standard error that says how far the work is. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "pleach.h"

/* Draws from now on when `wanted` and standard error is a terminal. */
void progress_start(bool wanted, bool color);

/* A pleach_listener's callback; false once Ctrl-C was pressed. */
bool progress_show(void *context, const pleach_progress *progress);

/* Wipes the line, so that something else can be printed. */
void progress_clear(void);

/* How much a stage has to do in all, while that is the one being worked on; 0:
 * it is not known. */
double progress_total(const char *stage);

/* Seconds on a clock that only goes forward. */
double clock_now(void);

#endif
