/* pleach_parallel.h: one problem shared by many processes.
 *
 * All of them (the RANKS) run the same program on the same inputs and make the
 * same calls of pleach.h in the same order, each with an exchange in its
 * options; the result is the same, byte by byte, as of one process alone. The
 * library knows no network: what carries the bytes, MPI or threads, is behind
 * the one call of an exchange. pleach-mpi is one that does so; docs/scale.md
 * says what is shared and how. */
/* SPDX-License-Identifier: MIT */
#ifndef PLEACH_PARALLEL_H
#define PLEACH_PARALLEL_H

#include "pleach.h"

/* Yours; the objects made with it borrow it. */
struct pleach_exchange {
    void *context;
    uint32_t rank, ranks;
    const char *place; /* of this process, for people; NULL: not known */
    /* Rank r has filled items first[r] .. first[r + 1] of an array of which
     * everybody has all items after it. Each call waits for the others. One
     * that fails has no answer to give to anybody: it ends the run. */
    pleach_status (*fill)(void *context, void *items, const uint64_t *first,
                          size_t size, pleach_error *error);
};

#endif
