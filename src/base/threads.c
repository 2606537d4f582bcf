/* threads.c: OpenMP behind one function, so that rooms need not know it. */
/* SPDX-License-Identifier: MIT */
#include "base/threads.h"

#include <omp.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/status.h"

uint32_t pl_thread_count(uint32_t asked)
{
    if (asked > 0)
        return asked;
    int processors = omp_get_num_procs();
    return processors > 0 ? (uint32_t)processors : 1;
}

/* A process that was forked from one with threads has none of them, while
 * OpenMP goes on to wait for them: whoever forks works alone. */
static bool has_lost_threads(void)
{
    static _Atomic long threaded;
    long here = (long)getpid(), before = 0;
    return !atomic_compare_exchange_strong(&threaded, &before, here) &&
           before != here;
}

/* A thread without a piece would only be started in vain. */
static int team_size(uint32_t threads, uint32_t pieces)
{
    uint32_t size = threads < pieces ? threads : pieces > 0 ? pieces : 1;
    return size > 1 && has_lost_threads() ? 1 : (int)size;
}

uint32_t pl_thread_count_for(uint32_t asked, uint64_t steps)
{
    enum { STEPS_PER_THREAD = 100000 };
    uint32_t threads = pl_thread_count(asked);
    uint64_t worth = 1 + steps / STEPS_PER_THREAD;
    return threads < worth ? threads : (uint32_t)worth;
}

pleach_status pl_report(const pleach_listener *listener,
                        const pleach_progress *progress, pleach_error *error)
{
    if (listener == NULL || listener->progress == NULL ||
        listener->progress(listener->context, progress))
        return PLEACH_OK;
    return pl_fail(error, PLEACH_CANCELLED, "The work was interrupted.");
}

/* Only the first thread speaks to the listener, which need not be safe for
 * several, and stopping is asked for through a flag: OpenMP loops cannot be
 * left. */
pleach_status pl_parallel(uint32_t pieces, uint32_t threads, pl_work *work,
                          void *context, const char *stage,
                          const pleach_listener *listener, pleach_error *error)
{
    enum { PIECES_PER_REPORT = 256 };
    _Atomic uint32_t done = 0;
    _Atomic bool stopped = false;
    pleach_status status = PLEACH_OK;
#pragma omp parallel for schedule(dynamic, 16)                                 \
    num_threads(team_size(threads, pieces))
    for (uint32_t piece = 0; piece < pieces; piece++) {
        if (atomic_load_explicit(&stopped, memory_order_relaxed))
            continue;
        uint32_t thread = (uint32_t)omp_get_thread_num();
        work(context, piece, thread);
        uint32_t finished = atomic_fetch_add(&done, 1) + 1;
        if (thread != 0 || listener == NULL || piece % PIECES_PER_REPORT != 0)
            continue;
        pleach_progress progress = {stage, finished, pieces, 0, 0.0};
        pleach_status heard = pl_report(listener, &progress, error);
        if (heard != PLEACH_OK) {
            status = heard; /* only thread 0 writes it */
            atomic_store(&stopped, true);
        }
    }
    return status;
}

void pl_parallel_long(uint32_t pieces, uint32_t threads, pl_work *work,
                      void *context)
{
#pragma omp parallel for schedule(dynamic, 1)                                  \
    num_threads(team_size(threads, pieces))
    for (uint32_t piece = 0; piece < pieces; piece++)
        work(context, piece, (uint32_t)omp_get_thread_num());
}
