/* exchange.h: how processes that share one problem talk to each other.
 *
 * All of them (the RANKS) run the same program and make the same calls in the
 * same order; each call waits for the others. What lies behind it, MPI or a
 * test's threads, is up to who fills this in; a process that works alone has
 * none. A call that fails has no answer to give to anybody: it ends the run. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXCHANGE_H
#define PL_EXCHANGE_H

#include "base/memory.h"
#include "pleach.h"

typedef struct pl_parcel {
    const void *bytes;
    size_t length;
} pl_parcel;

struct pleach_exchange {
    void *context;
    uint32_t rank, ranks;
    const char *place; /* of this process, for people; NULL: not known */
    /* Every rank needs all rows in the end, not only its own. */
    bool complete;

    /* outbox[r] goes to rank r, inbox[r] came from there; both have one for
     * each rank, one's own included. What came in is valid until the next
     * call. */
    pleach_status (*trade)(void *context, const pl_parcel *outbox,
                           pl_parcel *inbox, pleach_error *error);
    /* Rank r has filled items first[r] .. first[r + 1] of an array of which
     * everybody has all items after it. */
    pleach_status (*fill)(void *context, void *items, const uint64_t *first,
                          size_t size, pleach_error *error);
};
typedef struct pleach_exchange pl_exchange;

/* The rank that an item belongs to, where rank r has those from first[r] on. */
uint32_t pl_exchange_owner(const pl_exchange *exchange, const uint32_t *first,
                           uint32_t item);

/* The same to everybody: inbox[r] is what rank r had to say. */
PLEACH_CHECKED pleach_status pl_exchange_share(const pl_exchange *exchange,
                                               pl_parcel mine, pl_parcel *inbox,
                                               pleach_error *error);

/* Everybody gets what rank `from` has in `bytes`. */
PLEACH_CHECKED pleach_status pl_exchange_tell(const pl_exchange *exchange,
                                              uint32_t from, void *bytes,
                                              size_t length,
                                              pleach_error *error);

/* Puts the lists of all ranks one after the other, in the order of ranks:
 * everybody has all items then, those of rank r from first[r] to
 * first[r + 1]. */
PLEACH_CHECKED pleach_status pl_exchange_join(const pl_exchange *exchange,
                                              void **items, size_t *count,
                                              size_t *room, size_t size,
                                              uint64_t *first,
                                              pleach_error *error);
#define pl_list_join(exchange, list, first, error)                             \
    pl_exchange_join((exchange), (void **)&(list)->items, &(list)->count,      \
                     &(list)->room, sizeof *(list)->items, (first), (error))

/* Sums what the ranks have counted, item by item: whole numbers, of which none
 * goes beyond `most`. */
PLEACH_CHECKED pleach_status pl_exchange_sum(const pl_exchange *exchange,
                                             float *counts, uint32_t count,
                                             float most, pleach_error *error);

/* After what each does by itself: a failure of one is the failure of all.
 * Everybody gets the error of the first rank that has one; where it depends
 * on the machine, with the place. */
PLEACH_CHECKED pleach_status pl_exchange_agree(const pl_exchange *exchange,
                                               pleach_status status,
                                               const pleach_error *failure,
                                               pleach_error *error);

#endif
