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
