/* waiting.c: those who wait for a change. */
/* SPDX-License-Identifier: MIT */
#include "serve/waiting.h"

#include <float.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { WAITING_MOST = 600 };

typedef struct one {
    void *who;
    double until;
} one;

struct waiting {
    pthread_mutex_t lock;
    void (*wake)(void *who, bool changed);
    one items[WAITING_MOST];
    size_t count;
    bool ended;
};

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

waiting *waiting_new(void (*wake)(void *who, bool changed))
{
    waiting *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    pthread_mutex_init(&made->lock, NULL);
    made->wake = wake;
    return made;
}

void waiting_free(waiting *freed)
{
    if (freed != NULL)
        pthread_mutex_destroy(&freed->lock);
    free(freed);
}

bool waiting_add(waiting *to, void *who, double seconds)
{
    pthread_mutex_lock(&to->lock);
    bool taken = !to->ended && to->count < WAITING_MOST;
    if (taken)
        to->items[to->count++] = (one){who, clock_seconds() + seconds};
    pthread_mutex_unlock(&to->lock);
    return taken;
}

/* With the lock: those whose time is over by then. */
static void wake_until(waiting *in, double then, bool changed)
{
    size_t kept = 0;
    for (size_t k = 0; k < in->count; k++) {
        if (in->items[k].until <= then)
            in->wake(in->items[k].who, changed);
        else
            in->items[kept++] = in->items[k];
    }
    in->count = kept;
}

void waiting_wake_all(waiting *in)
{
    pthread_mutex_lock(&in->lock);
    wake_until(in, DBL_MAX, true);
    pthread_mutex_unlock(&in->lock);
}

void waiting_tick(waiting *in)
{
    pthread_mutex_lock(&in->lock);
    wake_until(in, clock_seconds(), false);
    pthread_mutex_unlock(&in->lock);
}

void waiting_end(waiting *in)
{
    pthread_mutex_lock(&in->lock);
    in->ended = true;
    wake_until(in, DBL_MAX, false);
    pthread_mutex_unlock(&in->lock);
}
