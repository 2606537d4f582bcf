/* pleach_parallel.h: one problem shared by many processes.
 *
 * All of them (the RANKS) run the same program on the same inputs and make the
 * same calls of pleach.h in the same order, each with an exchange in its
 * options; the result is the same, byte by byte, as of one process alone. The
 * library knows no network: what carries the bytes, MPI or threads, is behind
 * the two calls of an exchange. pleach-mpi is one that does so; docs/scale.md
 * says what is shared and how. */
/* SPDX-License-Identifier: MIT */
#ifndef PLEACH_PARALLEL_H
#define PLEACH_PARALLEL_H

#include "pleach.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct pleach_parcel {
    const void *bytes;
    size_t length;
} pleach_parcel;

/* Each call waits for the others. One that fails has no answer to give to
 * anybody: it ends the run. Yours; the objects made with it borrow it. */
struct pleach_exchange {
    void *context;
    uint32_t rank, ranks;
    const char *place; /* of this process, for people; NULL: not known */
    /* Every rank needs all rows in the end, not only its own. */
    bool complete;

    /* outbox[r] goes to rank r, inbox[r] came from there; both have one for
     * each rank, one's own included. What came in is valid until the next
     * call. */
    pleach_status (*trade)(void *context, const pleach_parcel *outbox,
                           pleach_parcel *inbox, pleach_error *error);
    /* Rank r has filled items first[r] .. first[r + 1] of an array of which
     * everybody has all items after it. */
    pleach_status (*fill)(void *context, void *items, const uint64_t *first,
                          size_t size, pleach_error *error);
    uint64_t room[4];
};

/* Rank 0 writes the taxonomy, and the others attend to it until it dismisses
 * them. */
PLEACH_CHECKED pleach_status pleach_taxonomy_attend(pleach_taxonomy *taxonomy,
                                                    pleach_error *error);
PLEACH_CHECKED pleach_status
pleach_taxonomy_dismiss(const pleach_taxonomy *taxonomy, pleach_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
