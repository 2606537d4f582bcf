/* exchange.c: what is built from the calls of an exchange. */
#include "base/exchange.h"

#include "base/status.h"

pleach_status pl_exchange_share(const pl_exchange *exchange, pl_parcel mine,
                                pl_parcel *inbox, pleach_error *error)
{
    pl_parcel *outbox = pl_allocate(exchange->ranks, sizeof *outbox);
    if (outbox == NULL)
        return pl_fail_memory(error);
    for (uint32_t r = 0; r < exchange->ranks; r++)
        outbox[r] = mine;
    pleach_status status =
        exchange->trade(exchange->context, outbox, inbox, error);
    pl_release(outbox);
    return status;
}

pleach_status pl_exchange_tell(const pl_exchange *exchange, uint32_t from,
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
