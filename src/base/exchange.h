/* exchange.h: what is often said through an exchange (pleach_parallel.h). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_EXCHANGE_H
#define PL_EXCHANGE_H

#include "base/memory.h"
#include "pleach_parallel.h"

/* The rank that an item belongs to, where rank r has those from first[r] on. */
uint32_t pl_exchange_owner(const pleach_exchange *exchange,
                           const uint32_t *first, uint32_t item);

/* outbox[r] goes to rank r, inbox[r] is what came from it; where that is
 * nothing, its bytes are still there to count from. */
PLEACH_CHECKED pleach_status pl_exchange_trade(const pleach_exchange *exchange,
                                               const pleach_parcel *outbox,
                                               pleach_parcel *inbox,
                                               pleach_error *error);

/* The same to everybody: inbox[r] is what rank r had to say. */
PLEACH_CHECKED pleach_status pl_exchange_share(const pleach_exchange *exchange,
                                               pleach_parcel mine,
                                               pleach_parcel *inbox,
                                               pleach_error *error);

/* Everybody gets what rank `from` has in `bytes`. */
PLEACH_CHECKED pleach_status pl_exchange_tell(const pleach_exchange *exchange,
                                              uint32_t from, void *bytes,
                                              size_t length,
                                              pleach_error *error);

/* Puts the lists of all ranks one after the other, in the order of ranks:
 * everybody has all items then, those of rank r from first[r] to
 * first[r + 1]. */
PLEACH_CHECKED pleach_status pl_exchange_join(const pleach_exchange *exchange,
                                              void **items, size_t *count,
                                              size_t *room, size_t size,
                                              uint64_t *first,
                                              pleach_error *error);
#define pl_list_join(exchange, list, first, error)                             \
    pl_exchange_join((exchange), (void **)&(list)->items, &(list)->count,      \
                     &(list)->room, sizeof *(list)->items, (first), (error))

/* Sums what the ranks have counted, item by item: whole numbers, of which none
 * goes beyond `most`. */
PLEACH_CHECKED pleach_status pl_exchange_sum(const pleach_exchange *exchange,
                                             float *counts, uint32_t count,
                                             float most, pleach_error *error);

/* After what each does by itself: a failure of one is the failure of all.
 * Everybody gets the error of the first rank that has one; where it depends
 * on the machine, with the place. */
PLEACH_CHECKED pleach_status pl_exchange_agree(const pleach_exchange *exchange,
                                               pleach_status status,
                                               const pleach_error *failure,
                                               pleach_error *error);

#endif
