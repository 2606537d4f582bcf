/* signals.h: Ctrl-C asks for a clean end; a second one ends at once. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

/* Listens to SIGINT, SIGTERM, SIGHUP and SIGPIPE. `clean_up` is called when
 * the process ends inside a handler; only async-signal-safe calls there. */
void signals_listen(void (*clean_up)(void));

bool signals_interrupted(void);

/* Until this is called a signal ends the process within a second, whatever it
 * is at; from then on it is up to who asks signals_interrupted. */
void signals_be_patient(void);
#endif
