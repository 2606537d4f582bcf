/* threads.h: work over numbered pieces, on several threads. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_THREADS_H
#define PL_THREADS_H

#include "pleach.h"

/* What was asked for, or the number of processors for 0. */
uint32_t pl_thread_count(uint32_t asked);

/* The same, but no more threads than `steps` of work are worth: meeting again
 * after each round costs more than a small round itself. */
uint32_t pl_thread_count_for(uint32_t asked, uint64_t steps);

/* Calls work(context, piece, thread) once for each piece in [0, pieces), on
 * up to `threads` threads in any order; `thread` tells them apart and is
 * below `threads`. Work must not depend on the order. Progress goes to the
 * listener from one thread; PLEACH_CANCELLED when it says so. */
typedef void pl_work(void *context, uint32_t piece, uint32_t thread);
PLEACH_CHECKED pleach_status pl_parallel(uint32_t pieces, uint32_t threads,
                                         pl_work *work, void *context,
                                         const char *stage,
                                         const pleach_listener *listener,
                                         pleach_error *error);

/* The same for few pieces that take long: they are taken up one by one, in
 * order. Work of its own inside them stays on its thread when there are
 * several. Nothing is reported. */
void pl_parallel_long(uint32_t pieces, uint32_t threads, pl_work *work,
                      void *context);

/* Reports progress; PLEACH_CANCELLED when the listener wants to stop. */
PLEACH_CHECKED pleach_status pl_report(const pleach_listener *listener,
                                       const pleach_progress *progress,
                                       pleach_error *error);

#endif
