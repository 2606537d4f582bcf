/* read_progress.h: what reading tells the caller: progress and oddities. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_PROGRESS_H
#define PL_READ_PROGRESS_H

#include "base/memory.h"
#include "base/status.h"

/* Oddities that are accepted. Each kind is told a few times only; the facts
 * count them all. */
typedef enum pl_oddity {
    PL_ODD_SKIPPED,
    PL_ODD_DUPLICATE_ID,
    PL_ODD_LEAFLESS,
    PL_ODD_NAMELESS,
    PL_ODDITIES,
} pl_oddity;

/* Something skipped, to be told later. */
typedef struct pl_skip {
    uint64_t before; /* hierarchies that were read before it */
    pleach_error failure;
} pl_skip;

typedef struct pl_read_progress {
    const pleach_listener *listener; /* may be NULL */
    bool silent; /* oddities are not told; the first skips are kept,
                    other kinds can be found again */
    PL_LIST(pl_skip) skips;
    uint64_t hierarchies; /* that were read */
    uint32_t told[PL_ODDITIES];
    uint64_t bytes_before; /* of the inputs read already */
    uint64_t bytes_total;  /* of all inputs; 0: not known */
    uint64_t bytes_told;
} pl_read_progress;

void pl_read_progress_warn(pl_read_progress *progress, pl_oddity kind,
                           const char *file, uint64_t line,
                           const char *sentence, ...) PL_FORMAT(5, 6);
/* Passes a failure on as a warning. */
void pl_read_progress_pass(pl_read_progress *progress, pl_oddity kind,
                           const pleach_error *failure);

/* `bytes` of the present input are read: tells so about every MiB.
 * PLEACH_CANCELLED when the caller wants no more. */
PLEACH_CHECKED pleach_status pl_read_progress_report(pl_read_progress *progress,
                                                     uint64_t bytes,
                                                     pleach_error *error);

#endif
