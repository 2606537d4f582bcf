/* threads.c: starts as many threads as are wanted, before any work is done.
 *
 * OpenMP ends the process when it cannot start one. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* the usual size of stacks can be set */
#include "threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "errors.h"

static void *wait_at_gate(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* How many of `asked`, this one included, run at the same time. */
static uint32_t count_startable(uint32_t asked)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *others = calloc(asked, sizeof *others);
    uint32_t started = 0;
    if (others == NULL)
        return 1;
    pthread_mutex_lock(&gate);
    while (started + 1 < asked &&
           pthread_create(&others[started], NULL, wait_at_gate, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (uint32_t k = 0; k < started; k++)
        pthread_join(others[k], NULL);
    free(others);
    return started + 1;
}

/* Those of OpenMP, too: stacks that were tried are kept for it by the C
 * library, up to 40 MiB of them, so that data cannot take their place. */
static void settle_stacks(void)
{
    pthread_attr_t usual;
    if (pthread_attr_init(&usual) != 0)
        return;
    if (pthread_attr_setstacksize(&usual, THREAD_STACK_BYTES) == 0)
        pthread_setattr_default_np(&usual);
    pthread_attr_destroy(&usual);
}

/* Containers may allow fewer threads than there are processors: those that
 * start are used. */
uint32_t threads_settle(cli_options *options)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t asked = options->threads > 0 ? options->threads
                     : processors > 0     ? (uint32_t)processors
                                          : 1;
    settle_stacks();
    uint32_t found = count_startable(asked);
    if (found == asked)
        return found;
    if (!options->quiet)
        warning_say("The system does not let %u threads start: %u are used.",
                    (unsigned)asked, (unsigned)found);
    options->threads = found;
    return found;
}
