/* waiting.h: those who wait for a change. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_WAITING_H
#define SERVE_WAITING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct waiting waiting;

/* `wake` is called once for each who waits, with whether something changed.
 * NULL: there is no memory. */
waiting *waiting_new(void (*wake)(void *who, bool changed));
void waiting_free(waiting *freed);
/* False: too many wait already, or nobody may any more. */
bool waiting_add(waiting *to, void *who, double seconds);
void waiting_wake_all(waiting *in);
/* Wakes those whose time is over. */
void waiting_tick(waiting *in);
/* Wakes all, and nobody may wait from now on. */
void waiting_end(waiting *in);

#endif
