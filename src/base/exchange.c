/* exchange.c: what is built from the calls of an exchange. */
/* SPDX-License-Identifier: MIT */
#include "base/exchange.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

uint32_t pl_exchange_owner(const pleach_exchange *exchange,
                           const uint32_t *first, uint32_t item)
{
    uint32_t low = 0, high = exchange->ranks;
    assert(item < first[high]);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (first[middle] <= item)
            low = middle;
        else
            high = middle;
    }
    return low;
}

pleach_status pl_exchange_trade(const pleach_exchange *exchange,
                                const pleach_parcel *outbox,
                                pleach_parcel *inbox, pleach_error *error)
{
    static const uint64_t nothing;
    PL_TRY(exchange->trade(exchange->context, outbox, inbox, error));
    for (uint32_t r = 0; r < exchange->ranks; r++)
        if (inbox[r].bytes == NULL)
            inbox[r].bytes = &nothing;
    return PLEACH_OK;
}

pleach_status pl_exchange_share(const pleach_exchange *exchange,
                                pleach_parcel mine, pleach_parcel *inbox,
                                pleach_error *error)
{
    pleach_parcel *outbox = pl_allocate(exchange->ranks, sizeof *outbox);
    if (outbox == NULL)
        return pl_fail_memory(error);
    for (uint32_t r = 0; r < exchange->ranks; r++)
        outbox[r] = mine;
    pleach_status status = pl_exchange_trade(exchange, outbox, inbox, error);
    pl_release(outbox);
    return status;
}

pleach_status pl_exchange_tell(const pleach_exchange *exchange, uint32_t from,
                               void *bytes, size_t length, pleach_error *error)
{
    uint64_t *first = pl_allocate((size_t)exchange->ranks + 1, sizeof *first);
    if (first == NULL)
        return pl_fail_memory(error);
    for (uint32_t r = from; r < exchange->ranks; r++)
        first[r + 1] = length;
    pleach_status status =
        exchange->fill(exchange->context, bytes, first, 1, error);
    pl_release(first);
    return status;
}

/* first[r]: what the ranks before r have of something. */
static pleach_status add_up_sizes(const pleach_exchange *exchange,
                                  uint64_t mine, uint64_t *first,
                                  pleach_error *error)
{
    pleach_parcel *inbox = pl_allocate(exchange->ranks, sizeof *inbox);
    if (inbox == NULL)
        return pl_fail_memory(error);
    pleach_status status = pl_exchange_share(
        exchange, (pleach_parcel){&mine, sizeof mine}, inbox, error);
    first[0] = 0;
    for (uint32_t r = 0; status == PLEACH_OK && r < exchange->ranks; r++) {
        uint64_t there;
        memcpy(&there, inbox[r].bytes, sizeof there);
        first[r + 1] = first[r] + there;
    }
    pl_release(inbox);
    return status;
}

pleach_status pl_exchange_join(const pleach_exchange *exchange, void **items,
                               size_t *count, size_t *room, size_t size,
                               uint64_t *first, pleach_error *error)
{
    PL_TRY(add_up_sizes(exchange, *count, first, error));
    size_t total = (size_t)first[exchange->ranks];
    unsigned char *all = pl_resize(*items, total, size);
    if (all == NULL)
        return pl_fail_memory(error);
    if (*count > 0)
        memmove(all + first[exchange->rank] * size, all, *count * size);
    *items = all;
    *count = *room = total;
    return exchange->fill(exchange->context, all, first, size, error);
}

/* Each rank sums the items of a range, and then tells all. */
static pleach_status sum_ranges(const pleach_exchange *exchange, float *counts,
                                const uint64_t *first, pleach_parcel *outbox,
                                pleach_parcel *inbox, float most,
                                pleach_error *error)
{
    uint64_t from = first[exchange->rank];
    for (uint32_t r = 0; r < exchange->ranks; r++)
        outbox[r] = (pleach_parcel){counts + first[r],
                                    (first[r + 1] - first[r]) * sizeof *counts};
    PL_TRY(pl_exchange_trade(exchange, outbox, inbox, error));
    for (uint32_t r = 0; r < exchange->ranks; r++) {
        const float *there = inbox[r].bytes;
        for (uint64_t k = 0;
             r != exchange->rank && k < inbox[r].length / sizeof *there; k++)
            counts[from + k] = counts[from + k] + there[k] < most
                                   ? counts[from + k] + there[k]
                                   : most;
    }
    return exchange->fill(exchange->context, counts, first, sizeof *counts,
                          error);
}

/* Each process adds up one range for all and hands it round: twice the numbers
 * travel, whatever the count of processes. */
pleach_status pl_exchange_sum(const pleach_exchange *exchange, float *counts,
                              uint32_t count, float most, pleach_error *error)
{
    uint32_t ranks = exchange->ranks;
    pleach_parcel *outbox = pl_allocate(2 * (size_t)ranks, sizeof *outbox);
    uint64_t *first = pl_allocate((size_t)ranks + 1, sizeof *first);
    pleach_status status = PLEACH_OK;
    if (outbox == NULL || first == NULL)
        status = pl_fail_memory(error);
    for (uint32_t r = 0; status == PLEACH_OK && r < ranks; r++)
        first[r + 1] = (uint64_t)count * (r + 1) / ranks;
    if (status == PLEACH_OK)
        status = sum_ranges(exchange, counts, first, outbox, outbox + ranks,
                            most, error);
    pl_release(outbox);
    pl_release(first);
    return status;
}

/* What a process has to say about its own work. */
typedef struct verdict {
    pleach_status status;
    pleach_error failure;
} verdict;

static void name_place(pleach_error *failure, const char *place)
{
    bool local =
        failure->status == PLEACH_IO || failure->status == PLEACH_NO_MEMORY;
    size_t used = strlen(failure->sentence);
    if (local && place != NULL)
        snprintf(failure->sentence + used, sizeof failure->sentence - used,
                 " (%s.)", place);
}

/* If one failed all must fail, or the others would wait for it at the next
 * exchange. Of several failures the one of the lowest rank is told, so that the
 * same one comes out each time. */
pleach_status pl_exchange_agree(const pleach_exchange *exchange,
                                pleach_status status,
                                const pleach_error *failure,
                                pleach_error *error)
{
    verdict mine = {.status = status}, first = {.status = PLEACH_OK};
    pleach_parcel *inbox = pl_allocate(exchange->ranks, sizeof *inbox);
    if (inbox == NULL)
        return pl_fail_memory(error);
    if (status != PLEACH_OK) {
        mine.failure = *failure;
        name_place(&mine.failure, exchange->place);
    }
    pleach_status told = pl_exchange_share(
        exchange, (pleach_parcel){&mine, sizeof mine}, inbox, error);
    for (uint32_t r = exchange->ranks; told == PLEACH_OK && r-- > 0;) {
        verdict there;
        memcpy(&there, inbox[r].bytes, sizeof there);
        if (there.status != PLEACH_OK)
            first = there;
    }
    pl_release(inbox);
    PL_TRY(told);
    if (first.status != PLEACH_OK && error != NULL)
        *error = first.failure;
    return first.status;
}
