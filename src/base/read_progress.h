/* read_progress.h: what reading tells the caller: progress and oddities. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READ_PROGRESS_H
#define PL_READ_PROGRESS_H

#include "base/memory.h"
#include "base/status.h"

/* So much text may be read unless the caller says otherwise: 64 GiB. */
#define PL_MOST_INPUT ((uint64_t)64 << 30)

/* Oddities that are accepted. Each kind is told a few times only; the facts
 * count them all. */
typedef enum pl_oddity {
    PL_ODD_SKIPPED,
    PL_ODD_DUPLICATE_ID,
    PL_ODD_LEAFLESS,
    PL_ODD_NAMELESS,
    PL_ODD_CIRCLE,  /* parents that lead back to their child */
    PL_ODD_PARENTS, /* a node with several */
    PL_ODD_LABELS,  /* of one node and language: several, or none */
    PL_ODD_MISSING, /* what is referred to and is not there */
    PL_ODD_PASSED,  /* lines that say nothing about a hierarchy */
    PL_ODD_DAMAGED, /* compressed data, which are told in any case */
    PL_ODDITIES,
} pl_oddity;

typedef struct pl_read_progress {
    const pleach_listener *listener; /* may be NULL */
    uint64_t hierarchies;            /* that were read */
    uint32_t told[PL_ODDITIES];
    uint64_t bytes_before;       /* of the inputs read already */
    uint64_t bytes_total;        /* of all inputs; 0: not known */
    uint64_t bytes_made;         /* of text, after unpacking */
    uint64_t bytes_told;         /* of these */
    uint64_t max_bytes;          /* of these; 0: PL_MOST_INPUT */
    struct pl_hash_stream *hash; /* gets all text as it is; NULL: nobody asks */
} pl_read_progress;

void pl_read_progress_warn(pl_read_progress *progress, pl_oddity kind,
                           const char *file, uint64_t line,
                           const char *sentence, ...) PL_FORMAT(5, 6);
/* Passes a failure on as a warning. */
void pl_read_progress_pass(pl_read_progress *progress, pl_oddity kind,
                           const pleach_error *failure);

/* Says how an input was understood, where that is not plain. */
void pl_read_progress_note(pl_read_progress *progress, const char *file,
                           const char *sentence, ...) PL_FORMAT(3, 4);

/* Asks the caller whether to go on, `bytes` of the present input being read.
 * PLEACH_CANCELLED when the caller wants no more. */
PLEACH_CHECKED pleach_status pl_read_progress_ask(pl_read_progress *progress,
                                                  uint64_t bytes,
                                                  pleach_error *error);

/* The same for every MiB of text; `made` bytes of it are new. */
PLEACH_CHECKED pleach_status pl_read_progress_report(pl_read_progress *progress,
                                                     uint64_t made,
                                                     uint64_t bytes,
                                                     pleach_error *error);

#endif
